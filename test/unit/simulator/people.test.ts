import assert from "node:assert/strict";
import type { Simulator } from "../../simulator/simulator.ts";
import { ask, queryOf, withKey } from "./asking.ts";
import { perTest } from "./perTest.ts";

interface User {
  readonly id: number;
  readonly username: string;
  readonly email?: string;
}

async function people(simulator: Simulator, query: string, headers = withKey(simulator.accounts.member)) {
  const reply = await ask(simulator, `/api/users${query}`, { headers });
  return { ...reply, users: reply.data as readonly User[] };
}

describe("simulator: people", () => {
  const start = perTest();

  it("are found by part of a name or a user name, in any case, sorted by user name", async () => {
    const simulator = await start({ dialect: "product" });
    const names = async (query: string): Promise<readonly string[]> =>
      (await people(simulator, `?query=${encodeURIComponent(query)}`)).users.map(({ username }) => username);
    assert.deepEqual(await names("LIND"), ["mlindqvist"]);
    assert.deepEqual(await names("inês"), ["ifarias"]);
    assert.deepEqual(await names("ara"), ["araman", "mlindqvist"]);
    assert.deepEqual(await names("nobody"), []);
    // Whoever can't sign in is not offered.
    assert.deepEqual(await names("mercer"), []);
  });

  it("are found by one exact name where the query says so", async () => {
    const simulator = await start({ dialect: "product" });
    const ids = async (criteria: unknown): Promise<readonly number[]> =>
      (await people(simulator, `?query=${queryOf(criteria)}`)).users.map(({ id }) => id);
    assert.deepEqual(await ids({ username: "tokafor" }), [103]);
    assert.deepEqual(await ids({ loginname: "tokafor" }), [103]);
    assert.deepEqual(await ids({ email: "tokafor@tuleap.example" }), [103]);
    assert.deepEqual(await ids({ username: "toka" }), []);
  });

  it("come in pages whose size is that of the page", async () => {
    const simulator = await start({ dialect: "product" });
    const { users, headers } = await people(simulator, "?query=ara&limit=1&offset=1");
    assert.deepEqual(
      [users.map(({ id }) => id), headers["x-pagination-size"], headers["x-pagination-limit"]],
      [[102], "1", "1"],
    );
  });

  it("want three characters, and known criteria", async () => {
    const simulator = await start({ dialect: "product" });
    for (const query of ["", "?query=ar", "?query=%20a%20", `?query=${queryOf({ shoe: 42 })}`]) {
      assert.equal((await people(simulator, query)).status, 400, query);
    }
  });

  it("do not show their addresses to strangers, who may be shut out altogether", async () => {
    const simulator = await start({ dialect: "product" });
    const [found] = (await people(simulator, "?query=lindqvist", {})).users;
    assert.deepEqual([found?.id, found?.email], [102, undefined]);
    const closed = await start({ dialect: "product", anonymous: "refused" });
    assert.equal((await people(closed, "?query=lindqvist", {})).status, 401);
  });

  it("are read by their number", async () => {
    const simulator = await start({ dialect: "product" });
    const reply = await people(simulator, "/110");
    assert.equal((reply.data as User).username, "araman");
    assert.equal((await people(simulator, "/99999")).status, 404);
  });

  it("know the open artifacts that concern them", async () => {
    const simulator = await start({ dialect: "product" });
    const own = async (criteria: unknown, who = "self") =>
      people(simulator, `/${who}/artifacts?query=${queryOf(criteria)}`);
    const submitted = await own({ submitted_by: true });
    const either = await own({ submitted_by: true, assigned_to: true });
    assert.ok(submitted.users.length > 0 && either.users.length > submitted.users.length);
    assert.equal((await own({ submitted_by: true }, "103")).text, submitted.text);
    assert.equal((await own({ submitted_by: true }, "102")).status, 403);
    assert.equal((await own({ submitted_by: false })).status, 400);
    assert.equal((await people(simulator, "/self/artifacts")).status, 400);
  });

  it("are in groups, which a project tells", async () => {
    const simulator = await start({ dialect: "product" });
    const headers = withKey(simulator.accounts.member);
    const { data } = await ask(simulator, "/api/projects/101/user_groups", { headers });
    assert.deepEqual(
      (data as readonly { readonly id: string }[]).map(({ id }) => id),
      ["101_3", "101_4"],
    );
  });

  it("documented: there are none", async () => {
    const simulator = await start({ dialect: "documented" });
    for (const path of ["?query=lindqvist", "/110", "/self", "/self/artifacts"]) {
      assert.equal((await people(simulator, path)).status, 404, path);
    }
  });
});
