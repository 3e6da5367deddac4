import assert from "node:assert/strict";
import { startSimulator } from "../../simulator/simulator.ts";
import type { Dialect, Simulator } from "../../simulator/simulator.ts";
import { sendRequest, getError, createKeyHeader, createPasswordHeader } from "./sendRequest.ts";
import { useSimulators } from "./useSimulators.ts";

interface Token {
  readonly user_id: number | string;
  readonly token: string;
  readonly uri: string;
}

const day = 24 * 60 * 60 * 1000;
const json = { "Content-Type": "application/json" };

for (const dialect of ["product", "documented"] satisfies Dialect[]) {
  describe(`simulator credentials (${dialect})`, () => {
    let simulator: Simulator;
    const invalid = dialect === "product" ? 401 : 500;
    beforeEach(async () => {
      simulator = await startSimulator({ dialect });
    });
    afterEach(() => simulator.close());

    async function signIn(account = simulator.accounts.member): Promise<Record<string, string>> {
      const { username, password } = account;
      const response = await sendRequest(simulator, "/api/tokens", {
        method: "POST",
        headers: json,
        body: JSON.stringify({ username, password }),
      });
      const { token, user_id: id } = response.data as Token;
      return { "X-Auth-Token": token, "X-Auth-UserId": String(id) };
    }

    it("authenticate the member by key, by token and by password", async () => {
      const { member } = simulator.accounts;
      for (const headers of [createKeyHeader(member), await signIn(), createPasswordHeader(member)]) {
        assert.equal((await sendRequest(simulator, "/api/projects/101", { headers })).status, 200);
        assert.equal(simulator.requests.at(-1)?.account, member.username);
      }
    });

    it(`fail with ${invalid} if they are wrong, even where none are needed`, async () => {
      const { member } = simulator.accounts;
      const invalidHeaders: readonly Record<string, string>[] = [
        { "X-Auth-AccessKey": "nope" },
        { "X-Auth-AccessKey": `tlp-k1-3.${"0".repeat(64)}` },
        { ...(await signIn()), "X-Auth-UserId": "102" },
        { "X-Auth-Token": "0", "X-Auth-UserId": String(member.id) },
        createPasswordHeader({ ...member, password: "wrong" }),
        { Authorization: `Bearer ${member.accessKey}` },
      ];
      for (const headers of invalidHeaders) {
        assert.equal(
          (await sendRequest(simulator, "/api/projects/102", { headers })).status,
          invalid,
          JSON.stringify(headers),
        );
        assert.equal(simulator.requests.at(-1)?.account, undefined);
      }
      assert.equal((await sendRequest(simulator, "/api/projects/102")).status, 200);
    });

    it("fail with 403 for the key and the token of a suspended account, and like a wrong password for its password", async () => {
      const { suspended } = simulator.accounts;
      for (const headers of [createKeyHeader(suspended), await signIn(suspended)]) {
        assert.equal((await sendRequest(simulator, "/api/projects/102", { headers })).status, 403);
      }
      assert.equal(
        (await sendRequest(simulator, "/api/projects/102", { headers: createPasswordHeader(suspended) }))
          .status,
        invalid,
      );
    });

    it("accept a token for 24 hours", async () => {
      const headers = await signIn();
      simulator.clock.advance(day - 1000);
      assert.equal((await sendRequest(simulator, "/api/projects/102", { headers })).status, 200);
      simulator.clock.advance(1000);
      assert.equal((await sendRequest(simulator, "/api/projects/102", { headers })).status, 401);
    });

    it("are ignored if a token has no user id", async () => {
      const { "X-Auth-Token": token = "" } = await signIn();
      assert.equal(
        (await sendRequest(simulator, "/api/projects/102", { headers: { "X-Auth-Token": token } })).status,
        200,
      );
    });

    it("yield no token for a wrong password, an incomplete request, or invalid JSON", async () => {
      const post = async (body: string) =>
        (await sendRequest(simulator, "/api/tokens", { method: "POST", headers: json, body })).status;
      const { username } = simulator.accounts.member;
      assert.equal(await post(JSON.stringify({ username, password: "wrong" })), invalid);
      assert.equal(await post(JSON.stringify({ username })), 400);
      assert.equal(await post('{"username":'), 400);
    });
  });
}

describe("simulator credentials that differ by dialect", () => {
  const start = useSimulators();
  async function createToken(dialect: Dialect) {
    const simulator = await start({ dialect });
    const { username, password } = simulator.accounts.member;
    const body = JSON.stringify({ username, password });
    const response = await sendRequest(simulator, "/api/tokens", { method: "POST", headers: json, body });
    return { simulator, status: response.status, token: response.data as Token };
  }

  it("product: respond with 201, a numeric id, and a token that can be deleted once", async () => {
    const { simulator, status, token } = await createToken("product");
    assert.deepEqual([status, token.user_id, token.uri], [201, 103, `tokens/${token.token}`]);
    const headers = createKeyHeader(simulator.accounts.member);
    const deleteToken = () =>
      sendRequest(simulator, `/api/tokens/${token.token}`, { method: "DELETE", headers });
    assert.equal((await deleteToken()).status, 200);
    assert.deepEqual(getError(await deleteToken()), [400, "Bad Request: Invalid Token"]);
  });

  it("documented: respond with 200, a string id, and a token that can't be deleted", async () => {
    const { simulator, status, token } = await createToken("documented");
    assert.deepEqual([status, token.user_id], [200, "103"]);
    const headers = createKeyHeader(simulator.accounts.member);
    const deletion = await sendRequest(simulator, `/api/tokens/${token.token}`, {
      method: "DELETE",
      headers,
    });
    assert.equal(deletion.status, 404);
  });

  it("product: fail with the malformed challenge on 401", async () => {
    const simulator = await start({ dialect: "product", anonymous: "refused" });
    const { headers } = await sendRequest(simulator, "/api/projects");
    const quotes = (headers["www-authenticate"] ?? "").split('"').length - 1;
    assert.equal(quotes, 7);
  });
});
