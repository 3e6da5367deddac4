// Serves every recorded response of the client's routes to the client.
import assert from "node:assert/strict";
import type { Client } from "../../src/api/client.ts";
import { createClient } from "../../src/api/client.ts";
import type { Credential } from "../../src/api/network/credential.ts";
import { defaultRetryPolicy } from "../../src/api/network/retry.ts";
import type { Failure } from "../../src/model/failure.ts";
import { isFailure } from "../../src/model/failure.ts";
import type { Tracker } from "../../src/model/tracker.ts";
import { parseAddress, matchPath } from "./resourceAddress.ts";
import type { ClientRoute } from "./clientRoutes.ts";
import { clientRoutes } from "./clientWrites.ts";
import { getExpectedFailure } from "./expectedFailure.ts";
import {
  getJsonBody,
  getHeader,
  isTruncated,
  isSuccess,
  isXml,
  getNumber,
  readRecordings,
} from "./recording.ts";
import type { Recording } from "./recording.ts";
import { startReplayServer } from "./replayServer.ts";
import type { ReplayServer } from "./replayServer.ts";
import { addToReport } from "./report.ts";

/** Responses to requests that the client never sends, with the expected failure. */
const expectedKinds: ReadonlyMap<string, Failure["kind"]> = new Map([
  // A limit of zero bytes: pagination would never end.
  ["209", "unexpectedResponse"],
  // The response to an anonymous request; the client sends it only with credentials.
  ["257", "unexpectedResponse"],
]);

/** Default values are stored unparsed, so they differ by format. */
function removeDefaults(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(removeDefaults);
  if (typeof value !== "object" || value === null || value instanceof Set) return value;
  const members = Object.entries(value).filter(([name]) => name !== "defaultValue");
  return Object.fromEntries(members.map(([name, member]) => [name, removeDefaults(member)]));
}

/** Recordings of the same resource in both formats. */
const formatPairs: readonly (readonly [json: string, xml: string])[] = [
  ["010", "009"],
  ["016", "017"],
  ["033", "034"],
  ["048", "076"],
  ["077", "081"],
  ["165", "166"],
  ["335", "336"],
];

interface ReadResult {
  readonly model: unknown;
  readonly check: (raw: unknown) => void;
  readonly failure: Failure | undefined;
  readonly isThrown: boolean;
}

function findRoute({ request }: Recording): { route: ClientRoute; pathParameter: string } | undefined {
  const { method, path } = parseAddress(request);
  for (const route of clientRoutes) {
    const parts = route.method === method ? matchPath(route.path, path) : undefined;
    if (parts !== undefined) return { route, pathParameter: parts[0] ?? "" };
  }
  return undefined;
}

function getCredential({ request: { method, path, headers } }: Recording): Credential | undefined {
  const tokenCredential: Credential = {
    kind: "token",
    username: "a",
    userId: "1",
    token: "t",
    uri: "tokens/t",
  };
  // A token is revoked with itself.
  if (method === "DELETE" && path.includes("/tokens/")) return tokenCredential;
  const key = getHeader(headers, "x-auth-accesskey");
  const token = getHeader(headers, "x-auth-token");
  if (key !== undefined) return { kind: "accessKey", key: "tlp-k1-1.0" };
  if (token !== undefined) return tokenCredential;
  return getHeader(headers, "authorization") === undefined
    ? undefined
    : { kind: "basic", username: "a", password: "b" };
}

describe("recorded responses", () => {
  const recordings = readRecordings();
  if (recordings === undefined) {
    it("need a folder of recordings");
    return;
  }
  const byNumber = new Map(recordings.map((each) => [getNumber(each), each]));
  const trackers = new Map<number, Tracker>();
  let replay: ReplayServer;

  before(async () => {
    replay = await startReplayServer();
    for (const recording of recordings) {
      const isTracker = matchPath("/trackers/{id}", parseAddress(recording.request).path) !== undefined;
      if (!isTracker || !isSuccess(recording) || isXml(recording)) continue;
      const tracker = (await read(recording)).model as Tracker;
      if (!trackers.has(tracker.id)) trackers.set(tracker.id, tracker);
    }
  });
  after(() => replay.close());

  async function read(recording: Recording): Promise<ReadResult> {
    const match = findRoute(recording);
    if (match === undefined) throw new Error(`The client has no route for ${recording.name}.`);
    const failures: Failure[] = [];
    const accept = getHeader(recording.request.headers, "accept");
    const client: Client = createClient({
      api: `${replay.url}/api`,
      credential: getCredential(recording),
      format: accept === "application/xml" ? "xml" : "json",
      caFile: undefined,
      observe: ({ failure }) => {
        if (isFailure(failure)) failures.push(failure);
      },
      retry: { ...defaultRetryPolicy, wait: () => Promise.resolve() },
    });
    replay.setRecording(recording, match.route.createOtherResponses?.(recording));
    try {
      const findTracker = (id: number): Tracker | undefined => trackers.get(id);
      const address = parseAddress(recording.request);
      const result = await match.route.read({
        client,
        recording,
        address,
        pathParameter: match.pathParameter,
        findTracker,
      });
      return { ...result, failure: failures.at(-1), isThrown: false };
    } catch (failure) {
      if (!isFailure(failure)) throw failure;
      return { model: undefined, check: () => undefined, failure, isThrown: true };
    } finally {
      await client.close();
    }
  }

  function assertRequested(recording: Recording): void {
    const { method, path } = parseAddress(recording.request);
    const requests = replay.received.map(
      ({ method: sent, url }) => `${sent} ${parseAddress({ method, path: url }).path}`,
    );
    const { route, pathParameter } = findRoute(recording) ?? { route: undefined, pathParameter: "" };
    // The client doesn't send invalid IDs or the recorded tokens.
    const isLiteral = route?.path.includes("{") !== true || Number.isSafeInteger(Number(pathParameter));
    if (isLiteral) assert.ok(requests.includes(`${method} ${path}`), `requested ${requests.join(", ")}`);
  }

  const clientRecordings = recordings.filter((recording) => findRoute(recording) !== undefined);
  const truncated = clientRecordings.filter(isTruncated);
  const complete = clientRecordings.filter((recording) => !isTruncated(recording));

  for (const recording of complete.filter(isSuccess)) {
    it(`are read by the client: ${recording.name}`, async () => {
      const { model, check, failure, isThrown } = await read(recording);
      const expectedKind = expectedKinds.get(getNumber(recording));
      assert.equal(isThrown ? failure?.kind : undefined, expectedKind, failure?.message);
      if (expectedKind !== undefined) return;
      assertRequested(recording);
      assert.ok(!JSON.stringify(model ?? null).includes('"kind":"unreadable"'));
      // XML is compared with its JSON counterpart: its lists and numbers look like texts.
      if (!isXml(recording)) check(getJsonBody(recording));
    });
  }

  for (const recording of complete.filter((each) => !isSuccess(each))) {
    it(`fail as expected: ${recording.name}`, async () => {
      const { model, failure, isThrown } = await read(recording);
      assertRequested(recording);
      const handledFailures = findRoute(recording)?.route.expectedFailures ?? {};
      const expected = getExpectedFailure(recording);
      const { status, serverMessage, rateLimit } = failure?.request ?? {};
      assert.deepEqual({ kind: failure?.kind, status, serverMessage, rateLimit }, expected);
      assert.equal(isThrown, !(expected.kind in handledFailures));
      if (!isThrown) assert.deepEqual(model, handledFailures[expected.kind]);
    });
  }

  for (const [json, xml] of formatPairs) {
    it(`are read alike in JSON and XML: ${json} and ${xml}`, async () => {
      const models = [];
      for (const number of [json, xml]) {
        const recording = byNumber.get(number);
        assert.ok(recording);
        models.push(removeDefaults((await read(recording)).model));
      }
      assert.deepEqual(models[1], models[0]);
    });
  }

  addToReport("read by the client as successes", complete.filter(isSuccess));
  addToReport(
    "that are failures of the client",
    complete.filter((each) => !isSuccess(each)),
  );
  addToReport("of the client's routes, but truncated", truncated, "named");
});
