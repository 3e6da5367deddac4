import assert from "node:assert/strict";
import { startSimulator } from "../../simulator/simulator.ts";
import type { Dialect, Simulator } from "../../simulator/simulator.ts";
import { ask, problem, withKey, withPassword } from "./asking.ts";
import { perTest } from "./perTest.ts";

interface Token {
  readonly user_id: number | string;
  readonly token: string;
  readonly uri: string;
}

const day = 24 * 60 * 60 * 1000;
const json = { "Content-Type": "application/json" };

for (const dialect of ["product", "documented"] satisfies Dialect[]) {
  describe(`simulator: credentials (${dialect})`, () => {
    let simulator: Simulator;
    const invalid = dialect === "product" ? 401 : 500;
    beforeEach(async () => {
      simulator = await startSimulator({ dialect });
    });
    afterEach(() => simulator.close());

    async function signIn(account = simulator.accounts.member): Promise<Record<string, string>> {
      const { username, password } = account;
      const reply = await ask(simulator, "/api/tokens", {
        method: "POST",
        headers: json,
        body: JSON.stringify({ username, password }),
      });
      const { token, user_id: id } = reply.data as Token;
      return { "X-Auth-Token": token, "X-Auth-UserId": String(id) };
    }

    it("lets the member in by key, by token and by password", async () => {
      const { member } = simulator.accounts;
      for (const headers of [withKey(member), await signIn(), withPassword(member)]) {
        assert.equal((await ask(simulator, "/api/projects/101", { headers })).status, 200);
        assert.equal(simulator.requests.at(-1)?.account, member.username);
      }
    });

    it(`fails with ${invalid} on wrong credentials even where nobody needs any`, async () => {
      const { member } = simulator.accounts;
      const wrong: readonly Record<string, string>[] = [
        { "X-Auth-AccessKey": "nope" },
        { "X-Auth-AccessKey": `tlp-k1-3.${"0".repeat(64)}` },
        { ...(await signIn()), "X-Auth-UserId": "102" },
        { "X-Auth-Token": "0", "X-Auth-UserId": String(member.id) },
        withPassword({ ...member, password: "wrong" }),
        { Authorization: `Bearer ${member.accessKey}` },
      ];
      for (const headers of wrong) {
        assert.equal(
          (await ask(simulator, "/api/projects/102", { headers })).status,
          invalid,
          JSON.stringify(headers),
        );
        assert.equal(simulator.requests.at(-1)?.account, undefined);
      }
      assert.equal((await ask(simulator, "/api/projects/102")).status, 200);
    });

    it("refuses the key and the token of a suspended account with 403, its password like a wrong one", async () => {
      const { suspended } = simulator.accounts;
      for (const headers of [withKey(suspended), await signIn(suspended)]) {
        assert.equal((await ask(simulator, "/api/projects/102", { headers })).status, 403);
      }
      assert.equal(
        (await ask(simulator, "/api/projects/102", { headers: withPassword(suspended) })).status,
        invalid,
      );
    });

    it("takes a token for 24 hours", async () => {
      const headers = await signIn();
      simulator.clock.advance(day - 1000);
      assert.equal((await ask(simulator, "/api/projects/102", { headers })).status, 200);
      simulator.clock.advance(1000);
      assert.equal((await ask(simulator, "/api/projects/102", { headers })).status, 401);
    });

    it("treats a token without its user id as no credentials", async () => {
      const { "X-Auth-Token": token = "" } = await signIn();
      assert.equal(
        (await ask(simulator, "/api/projects/102", { headers: { "X-Auth-Token": token } })).status,
        200,
      );
    });

    it("gives no token for a wrong password, for half a request, or for broken JSON", async () => {
      const post = async (body: string) =>
        (await ask(simulator, "/api/tokens", { method: "POST", headers: json, body })).status;
      const { username } = simulator.accounts.member;
      assert.equal(await post(JSON.stringify({ username, password: "wrong" })), invalid);
      assert.equal(await post(JSON.stringify({ username })), 400);
      assert.equal(await post('{"username":'), 400);
    });
  });
}

describe("simulator: credentials where the dialects differ", () => {
  const start = perTest();
  async function tokenOf(dialect: Dialect) {
    const simulator = await start({ dialect });
    const { username, password } = simulator.accounts.member;
    const body = JSON.stringify({ username, password });
    const reply = await ask(simulator, "/api/tokens", { method: "POST", headers: json, body });
    return { simulator, status: reply.status, token: reply.data as Token };
  }

  it("product: 201, a number, and a token that can be deleted once", async () => {
    const { simulator, status, token } = await tokenOf("product");
    assert.deepEqual([status, token.user_id, token.uri], [201, 103, `tokens/${token.token}`]);
    const headers = withKey(simulator.accounts.member);
    const remove = () => ask(simulator, `/api/tokens/${token.token}`, { method: "DELETE", headers });
    assert.equal((await remove()).status, 200);
    assert.deepEqual(problem(await remove()), [400, "Bad Request: Invalid Token"]);
  });

  it("documented: 200, a string, and no way to delete", async () => {
    const { simulator, status, token } = await tokenOf("documented");
    assert.deepEqual([status, token.user_id], [200, "103"]);
    const headers = withKey(simulator.accounts.member);
    const removed = await ask(simulator, `/api/tokens/${token.token}`, { method: "DELETE", headers });
    assert.equal(removed.status, 404);
  });

  it("product: a 401 carries the malformed challenge", async () => {
    const simulator = await start({ dialect: "product", anonymous: "refused" });
    const { headers } = await ask(simulator, "/api/projects");
    const quotes = (headers["www-authenticate"] ?? "").split('"').length - 1;
    assert.equal(quotes, 7);
  });
});
