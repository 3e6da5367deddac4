import assert from "node:assert/strict";
import { gzipSync } from "node:zlib";
import { type Client, createClient } from "../../../src/api/client.ts";
import type { Credential } from "../../../src/api/network/credential.ts";
import { defaultRetryPolicy } from "../../../src/api/network/retry.ts";
import { defaultTransportLimits } from "../../../src/api/network/transport.ts";
import { isFailure } from "../../../src/model/failure.ts";
import type { Fault } from "../../simulator/faults.ts";
import { type Dialect, type Simulator, startSimulator } from "../../simulator/simulator.ts";

const maxBytes = 1000;
const unlimitedBytes = 1_000_000;

async function getOutcome(promise: Promise<unknown>): Promise<string> {
  return promise.then(
    () => "read",
    (failure: unknown) =>
      isFailure(failure)
        ? [failure.kind, "reason" in failure ? failure.reason : ""].join(" ").trim()
        : String(failure),
  );
}

for (const dialect of ["product", "documented"] as const satisfies readonly Dialect[]) {
  describe(`fetchRawResponse on the ${dialect} dialect`, () => {
    let server: Simulator;
    const clients: Client[] = [];

    function createTestClient(
      credential: Credential | undefined,
      renewToken?: () => Promise<Credential | undefined>,
    ): Client {
      const client = createClient({
        api: `${server.url}/api`,
        credential,
        caFile: undefined,
        observe: () => undefined,
        ...(renewToken === undefined ? {} : { renewToken }),
        limits: { ...defaultTransportLimits, headersMs: 300, idleMs: 300 },
        retry: { ...defaultRetryPolicy, wait: () => Promise.resolve() },
      });
      clients.push(client);
      return client;
    }

    function createMemberClient(): Client {
      return createTestClient({ kind: "accessKey", key: server.accounts.member.accessKey });
    }

    beforeEach(async () => {
      server = await startSimulator({ dialect });
    });
    afterEach(async () => {
      await Promise.all(clients.splice(0).map((client) => client.close()));
      await server.close();
    });

    it("returns the whole response, with the next page of a collection", async () => {
      const {
        url,
        text,
        isTruncated,
        nextPage: next,
      } = await createMemberClient().fetchRawResponse("projects/101", unlimitedBytes);
      assert.deepEqual([url, isTruncated, next], [`${server.url}/api/projects/101`, false, undefined]);
      assert.equal((JSON.parse(text) as { readonly shortname: string }).shortname, "lighthouse");
      const sent = server.requests.at(-1)?.headers;
      assert.deepEqual(
        [sent?.["x-auth-accesskey"], sent?.["accept-encoding"], sent?.["accept"]],
        [server.accounts.member.accessKey, "identity", "application/json"],
      );

      const { nextPage: more } = await createMemberClient().fetchRawResponse(
        "trackers/11/artifacts?limit=10&offset=20",
        unlimitedBytes,
      );
      // The specification has no limit parameter, so the one in the response counts.
      const limit = dialect === "product" ? 10 : 100;
      assert.deepEqual([more?.offset, more?.limit, (more?.size ?? 0) > 200], [20 + limit, limit, true]);
      const { nextPage: none } = await createMemberClient().fetchRawResponse(
        "projects?limit=50",
        unlimitedBytes,
      );
      assert.equal(none, undefined);
    });

    it("truncates a longer response between characters", async () => {
      const body = JSON.stringify(["é".repeat(5000)]);
      server.faults.add({ path: "/projects/101", fault: { kind: "status", status: 200, body } });
      const { text, isTruncated } = await createMemberClient().fetchRawResponse("projects/101", maxBytes + 1);
      assert.deepEqual([text, isTruncated], [body.slice(0, 2 + (maxBytes - 2) / 2), true]);
      const { length } = Buffer.from(body);
      assert.equal((await createMemberClient().fetchRawResponse("projects/101", length)).isTruncated, false);
      assert.equal(
        (await createMemberClient().fetchRawResponse("projects/101", length - 1)).isTruncated,
        true,
      );
    });

    it("requests only URLs below the API root, and doesn't follow redirects", async () => {
      const before = server.requests.length;
      for (const uri of ["https://elsewhere.example/api/projects", "//elsewhere.example/x", "../plugins/"]) {
        assert.equal(
          await getOutcome(createMemberClient().fetchRawResponse(uri, maxBytes)),
          "unexpectedResponse foreignUrl",
          uri,
        );
      }
      assert.equal(server.requests.length, before);
      const headers = { Location: "https://elsewhere.example/" };
      server.faults.add({ path: "/projects/101", fault: { kind: "status", status: 302, headers } });
      assert.equal(
        await getOutcome(createMemberClient().fetchRawResponse("projects/101", maxBytes)),
        "moved",
      );
    });

    it("reports failures", async () => {
      const compressed = gzipSync("[1]").toString("latin1");
      const faults: readonly (readonly [Fault, string])[] = [
        [{ kind: "html" }, "wrongServer"],
        [
          { kind: "status", status: 200, body: compressed, headers: { "Content-Encoding": "gzip" } },
          "unexpectedResponse shape",
        ],
        [{ kind: "status", status: 404, body: '{"error":{"code":404}}' }, "notFound"],
        [{ kind: "status", status: 403, body: '{"error":{"code":403}}' }, "forbidden"],
        [{ kind: "status", status: 503 }, "serverError"],
        [{ kind: "hang" }, "timedOut"],
      ];
      for (const [fault, kind] of faults) {
        const removeFault = server.faults.add({ path: "/projects/101", fault });
        assert.equal(
          await getOutcome(createMemberClient().fetchRawResponse("projects/101", maxBytes)),
          kind,
          JSON.stringify(fault),
        );
        removeFault();
      }
    });

    it("retries after a temporary error, and can be canceled", async () => {
      for (const fault of [{ kind: "drop" }, { kind: "badGateway" }] satisfies Fault[]) {
        server.faults.add({ path: "/projects/101", times: 2, fault });
        assert.equal(
          await getOutcome(createMemberClient().fetchRawResponse("projects/101", unlimitedBytes)),
          "read",
        );
      }
      const controller = new AbortController();
      server.faults.add({ path: "/projects/101", fault: { kind: "hang" } });
      const outcome = getOutcome(
        createMemberClient().fetchRawResponse("projects/101", maxBytes, controller.signal),
      );
      controller.abort();
      assert.equal(await outcome, "canceled");
    });

    it("reports a rejected key, and renews an expired token", async () => {
      const rejectedClient = createTestClient({ kind: "accessKey", key: "tlp-k1-1.wrong" });
      assert.equal(await getOutcome(rejectedClient.fetchRawResponse("projects/102", maxBytes)), "signedOut");

      const { username, password } = server.accounts.member;
      const signIn = async (): Promise<Credential> => {
        const result = await createTestClient(undefined).requestToken(username, password);
        return result.kind === "token" ? result.credential : assert.fail(result.kind);
      };
      const expired = await signIn();
      server.clock.advance(25 * 60 * 60 * 1000);
      const client = createTestClient(expired, signIn);
      const { text } = await client.fetchRawResponse("projects/101", unlimitedBytes);
      assert.match(text, /lighthouse/);
    });
  });
}
