// Every recorded answer of a route that the client has, served to the client.
import assert from "node:assert/strict";
import type { Client } from "../../src/api/client.ts";
import { createClient } from "../../src/api/client.ts";
import type { Credential } from "../../src/api/network/credential.ts";
import { usualRetry } from "../../src/api/network/retry.ts";
import type { Failure } from "../../src/model/failure.ts";
import { isFailure } from "../../src/model/failure.ts";
import type { Tracker } from "../../src/model/tracker.ts";
import { addressOf, partsOf } from "./address.ts";
import type { ClientRoute } from "./clientRoutes.ts";
import { clientRoutes } from "./clientWrites.ts";
import { expectedFailure } from "./expectedFailure.ts";
import { dataOf, headerOf, isCut, isSuccess, isXml, numberOf, readRecordings } from "./recording.ts";
import type { Recording } from "./recording.ts";
import { startReplay } from "./replay.ts";
import type { Replay } from "./replay.ts";
import { report } from "./report.ts";

/** Answers to what the client never asks: they must not be taken for more than they are. */
const neverAsked: ReadonlyMap<string, Failure["kind"]> = new Map([
  // No bytes at a time: going on would never end.
  ["209", "notUnderstood"],
  // Who asks without a credential is nobody; the client asks this only with one.
  ["257", "notUnderstood"],
]);

/** Defaults are kept as the server writes them, so they differ by format. */
function withoutDefaults(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutDefaults);
  if (typeof value !== "object" || value === null || value instanceof Set) return value;
  const members = Object.entries(value).filter(([name]) => name !== "defaultValue");
  return Object.fromEntries(members.map(([name, member]) => [name, withoutDefaults(member)]));
}

/** The same thing in both formats. */
const twins: readonly (readonly [json: string, xml: string])[] = [
  ["010", "009"],
  ["016", "017"],
  ["033", "034"],
  ["048", "076"],
  ["077", "081"],
  ["165", "166"],
  ["335", "336"],
];

interface Read {
  readonly model: unknown;
  readonly check: (raw: unknown) => void;
  readonly failure: Failure | undefined;
  readonly isThrown: boolean;
}

function routeOf({ request }: Recording): { route: ClientRoute; part: string } | undefined {
  const { method, path } = addressOf(request);
  for (const route of clientRoutes) {
    const parts = route.method === method ? partsOf(route.path, path) : undefined;
    if (parts !== undefined) return { route, part: parts[0] ?? "" };
  }
  return undefined;
}

function credentialOf({ request: { method, path, headers } }: Recording): Credential | undefined {
  const ofToken: Credential = { kind: "token", username: "a", userId: "1", token: "t", uri: "tokens/t" };
  // A token is ended by those who have it.
  if (method === "DELETE" && path.includes("/tokens/")) return ofToken;
  const key = headerOf(headers, "x-auth-accesskey");
  const token = headerOf(headers, "x-auth-token");
  if (key !== undefined) return { kind: "accessKey", key: "tlp-k1-1.0" };
  if (token !== undefined) return ofToken;
  return headerOf(headers, "authorization") === undefined
    ? undefined
    : { kind: "basic", username: "a", password: "b" };
}

describe("recorded answers, read by the client", () => {
  const recordings = readRecordings();
  if (recordings === undefined) {
    it("needs recordings");
    return;
  }
  const numbered = new Map(recordings.map((each) => [numberOf(each), each]));
  const trackers = new Map<number, Tracker>();
  let replay: Replay;

  before(async () => {
    replay = await startReplay();
    for (const recording of recordings) {
      const isTracker = partsOf("/trackers/{id}", addressOf(recording.request).path) !== undefined;
      if (!isTracker || !isSuccess(recording) || isXml(recording)) continue;
      const tracker = (await read(recording)).model as Tracker;
      if (!trackers.has(tracker.id)) trackers.set(tracker.id, tracker);
    }
  });
  after(() => replay.close());

  async function read(recording: Recording): Promise<Read> {
    const known = routeOf(recording);
    if (known === undefined) throw new Error(`The client has no route for ${recording.name}.`);
    const failures: Failure[] = [];
    const accept = headerOf(recording.request.headers, "accept");
    const client: Client = createClient({
      api: `${replay.url}/api`,
      credential: credentialOf(recording),
      format: accept === "application/xml" ? "xml" : "json",
      caFile: undefined,
      observe: ({ failure }) => {
        if (isFailure(failure)) failures.push(failure);
      },
      retry: { ...usualRetry, wait: () => Promise.resolve() },
    });
    replay.answerWith(recording, known.route.beside?.(recording));
    try {
      const trackerNamed = (id: number): Tracker | undefined => trackers.get(id);
      const address = addressOf(recording.request);
      const reading = await known.route.read({ client, recording, address, part: known.part, trackerNamed });
      return { ...reading, failure: failures.at(-1), isThrown: false };
    } catch (failure) {
      if (!isFailure(failure)) throw failure;
      return { model: undefined, check: () => undefined, failure, isThrown: true };
    } finally {
      await client.close();
    }
  }

  function assertAskedThere(recording: Recording): void {
    const { method, path } = addressOf(recording.request);
    const asked = replay.received.map(
      ({ method: sent, url }) => `${sent} ${addressOf({ method, path: url }).path}`,
    );
    const { route, part } = routeOf(recording) ?? { route: undefined, part: "" };
    // Ids that are no numbers, and tokens, are not the client's to send.
    const isLiteral = route?.path.includes("{") !== true || Number.isSafeInteger(Number(part));
    if (isLiteral) assert.ok(asked.includes(`${method} ${path}`), `asked ${asked.join(", ")}`);
  }

  const ours = recordings.filter((recording) => routeOf(recording) !== undefined);
  const cut = ours.filter(isCut);
  const whole = ours.filter((recording) => !isCut(recording));

  for (const recording of whole.filter(isSuccess)) {
    it(`reads ${recording.name}`, async () => {
      const { model, check, failure, isThrown } = await read(recording);
      const otherwise = neverAsked.get(numberOf(recording));
      assert.equal(isThrown ? failure?.kind : undefined, otherwise, failure?.message);
      if (otherwise !== undefined) return;
      assertAskedThere(recording);
      assert.ok(!JSON.stringify(model ?? null).includes('"kind":"unreadable"'));
      // What XML says is held against its twin: its lists and numbers look like texts.
      if (!isXml(recording)) check(dataOf(recording));
    });
  }

  for (const recording of whole.filter((each) => !isSuccess(each))) {
    it(`fails as it should: ${recording.name}`, async () => {
      const { model, failure, isThrown } = await read(recording);
      assertAskedThere(recording);
      const absorbs = routeOf(recording)?.route.absorbs ?? {};
      const expected = expectedFailure(recording);
      const { status, said, rateLimit } = failure?.request ?? {};
      assert.deepEqual({ kind: failure?.kind, status, said, rateLimit }, expected);
      assert.equal(isThrown, !(expected.kind in absorbs));
      if (!isThrown) assert.deepEqual(model, absorbs[expected.kind]);
    });
  }

  for (const [json, xml] of twins) {
    it(`understands the same by ${json} and ${xml}`, async () => {
      const models = [];
      for (const number of [json, xml]) {
        const recording = numbered.get(number);
        assert.ok(recording);
        models.push(withoutDefaults((await read(recording)).model));
      }
      assert.deepEqual(models[1], models[0]);
    });
  }

  report("read by the client as successes", whole.filter(isSuccess));
  report(
    "become failures of the client",
    whole.filter((each) => !isSuccess(each)),
  );
  report("of the client's routes, but cut", cut, "named");
});
