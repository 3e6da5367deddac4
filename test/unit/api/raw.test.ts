import assert from "node:assert/strict";
import { gzipSync } from "node:zlib";
import { type Client, createClient } from "../../../src/api/client.ts";
import type { Credential } from "../../../src/api/network/credential.ts";
import { usualRetry } from "../../../src/api/network/retry.ts";
import { usualLimits } from "../../../src/api/network/transport.ts";
import { isFailure } from "../../../src/model/failure.ts";
import type { Fault } from "../../simulator/faults.ts";
import { type Dialect, type Simulator, startSimulator } from "../../simulator/simulator.ts";

const most = 1000;
const everything = 1_000_000;

async function failureOf(promise: Promise<unknown>): Promise<string> {
  return promise.then(
    () => "read",
    (failure: unknown) =>
      isFailure(failure)
        ? [failure.kind, "reason" in failure ? failure.reason : ""].join(" ").trim()
        : String(failure),
  );
}

for (const dialect of ["product", "documented"] as const satisfies readonly Dialect[]) {
  describe(`answers as they are, of the ${dialect} dialect`, () => {
    let server: Simulator;
    const open: Client[] = [];

    function clientWith(
      credential: Credential | undefined,
      renewToken?: () => Promise<Credential | undefined>,
    ): Client {
      const client = createClient({
        api: `${server.url}/api`,
        credential,
        caFile: undefined,
        observe: () => undefined,
        ...(renewToken === undefined ? {} : { renewToken }),
        limits: { ...usualLimits, headersMs: 300, silenceMs: 300 },
        retry: { ...usualRetry, wait: () => Promise.resolve() },
      });
      open.push(client);
      return client;
    }

    function member(): Client {
      return clientWith({ kind: "accessKey", key: server.accounts.member.accessKey });
    }

    beforeEach(async () => {
      server = await startSimulator({ dialect });
    });
    afterEach(async () => {
      await Promise.all(open.splice(0).map((each) => each.close()));
      await server.close();
    });

    it("come whole to the account that asks, with where a collection goes on", async () => {
      const { url, text, isCut, next } = await member().raw("projects/101", everything);
      assert.deepEqual([url, isCut, next], [`${server.url}/api/projects/101`, false, undefined]);
      assert.equal((JSON.parse(text) as { readonly shortname: string }).shortname, "lighthouse");
      const sent = server.requests.at(-1)?.headers;
      assert.deepEqual(
        [sent?.["x-auth-accesskey"], sent?.["accept-encoding"], sent?.["accept"]],
        [server.accounts.member.accessKey, "identity", "application/json"],
      );

      const { next: more } = await member().raw("trackers/11/artifacts?limit=10&offset=20", everything);
      // The specification knows no limit; what counts is what the answer says.
      const limit = dialect === "product" ? 10 : 100;
      assert.deepEqual([more?.offset, more?.limit, (more?.size ?? 0) > 200], [20 + limit, limit, true]);
      const { next: none } = await member().raw("projects?limit=50", everything);
      assert.equal(none, undefined);
    });

    it("are cut where they are longer than is wanted, between characters", async () => {
      const body = JSON.stringify(["é".repeat(5000)]);
      server.faults.add({ path: "/projects/101", fault: { kind: "status", status: 200, body } });
      const { text, isCut } = await member().raw("projects/101", most + 1);
      assert.deepEqual([text, isCut], [body.slice(0, 2 + (most - 2) / 2), true]);
      const { length } = Buffer.from(body);
      assert.equal((await member().raw("projects/101", length)).isCut, false);
      assert.equal((await member().raw("projects/101", length - 1)).isCut, true);
    });

    it("are asked for below the API only, and nowhere that something else points to", async () => {
      const before = server.requests.length;
      for (const uri of ["https://elsewhere.example/api/projects", "//elsewhere.example/x", "../plugins/"]) {
        assert.equal(await failureOf(member().raw(uri, most)), "notUnderstood foreignAddress", uri);
      }
      assert.equal(server.requests.length, before);
      const headers = { Location: "https://elsewhere.example/" };
      server.faults.add({ path: "/projects/101", fault: { kind: "status", status: 302, headers } });
      assert.equal(await failureOf(member().raw("projects/101", most)), "moved");
    });

    it("are taken for what they are", async () => {
      const packed = gzipSync("[1]").toString("latin1");
      const faults: readonly (readonly [Fault, string])[] = [
        [{ kind: "html" }, "wrongServer"],
        [
          { kind: "status", status: 200, body: packed, headers: { "Content-Encoding": "gzip" } },
          "notUnderstood shape",
        ],
        [{ kind: "status", status: 404, body: '{"error":{"code":404}}' }, "notFound"],
        [{ kind: "status", status: 403, body: '{"error":{"code":403}}' }, "forbidden"],
        [{ kind: "status", status: 503 }, "serverTrouble"],
        [{ kind: "hang" }, "timedOut"],
      ];
      for (const [fault, kind] of faults) {
        const heal = server.faults.add({ path: "/projects/101", fault });
        assert.equal(await failureOf(member().raw("projects/101", most)), kind, JSON.stringify(fault));
        heal();
      }
    });

    it("are read after a trouble that passes, and not once they are called off", async () => {
      for (const fault of [{ kind: "drop" }, { kind: "badGateway" }] satisfies Fault[]) {
        server.faults.add({ path: "/projects/101", times: 2, fault });
        assert.equal(await failureOf(member().raw("projects/101", everything)), "read");
      }
      const calledOff = new AbortController();
      server.faults.add({ path: "/projects/101", fault: { kind: "hang" } });
      const reading = failureOf(member().raw("projects/101", most, calledOff.signal));
      calledOff.abort();
      assert.equal(await reading, "cancelled");
    });

    it("say that a key is refused, and are read after a token was renewed", async () => {
      const refused = clientWith({ kind: "accessKey", key: "tlp-k1-1.wrong" });
      assert.equal(await failureOf(refused.raw("projects/102", most)), "signedOut");

      const { username, password } = server.accounts.member;
      const sign = async (): Promise<Credential> => {
        const answer = await clientWith(undefined).requestToken(username, password);
        return answer.kind === "token" ? answer.credential : assert.fail(answer.kind);
      };
      const old = await sign();
      server.clock.advance(25 * 60 * 60 * 1000);
      const client = clientWith(old, sign);
      const { text } = await client.raw("projects/101", everything);
      assert.match(text, /lighthouse/);
    });
  });
}
