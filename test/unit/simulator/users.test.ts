import assert from "node:assert/strict";
import type { Simulator } from "../../simulator/simulator.ts";
import { sendRequest, encodeQuery, createKeyHeader } from "./sendRequest.ts";
import { useSimulators } from "./useSimulators.ts";

interface User {
  readonly id: number;
  readonly username: string;
  readonly email?: string;
}

async function fetchUsers(
  simulator: Simulator,
  query: string,
  headers = createKeyHeader(simulator.accounts.member),
) {
  const response = await sendRequest(simulator, `/api/users${query}`, { headers });
  return { ...response, users: response.data as readonly User[] };
}

describe("simulator users", () => {
  const start = useSimulators();

  it("are found by part of a real name or a user name, in any case, sorted by user name", async () => {
    const simulator = await start({ dialect: "product" });
    const findNames = async (query: string): Promise<readonly string[]> =>
      (await fetchUsers(simulator, `?query=${encodeURIComponent(query)}`)).users.map(
        ({ username }) => username,
      );
    assert.deepEqual(await findNames("LIND"), ["mlindqvist"]);
    assert.deepEqual(await findNames("inês"), ["ifarias"]);
    assert.deepEqual(await findNames("ara"), ["araman", "mlindqvist"]);
    assert.deepEqual(await findNames("nobody"), []);
    // Suspended users are not found.
    assert.deepEqual(await findNames("mercer"), []);
  });

  it("are found by one exact name if the query is exact", async () => {
    const simulator = await start({ dialect: "product" });
    const ids = async (criteria: unknown): Promise<readonly number[]> =>
      (await fetchUsers(simulator, `?query=${encodeQuery(criteria)}`)).users.map(({ id }) => id);
    assert.deepEqual(await ids({ username: "tokafor" }), [103]);
    assert.deepEqual(await ids({ loginname: "tokafor" }), [103]);
    assert.deepEqual(await ids({ email: "tokafor@tuleap.example" }), [103]);
    assert.deepEqual(await ids({ username: "toka" }), []);
  });

  it("are paginated, with the size of the page as size", async () => {
    const simulator = await start({ dialect: "product" });
    const { users, headers } = await fetchUsers(simulator, "?query=ara&limit=1&offset=1");
    assert.deepEqual(
      [users.map(({ id }) => id), headers["x-pagination-size"], headers["x-pagination-limit"]],
      [[102], "1", "1"],
    );
  });

  it("require three characters and known criteria", async () => {
    const simulator = await start({ dialect: "product" });
    for (const query of ["", "?query=ar", "?query=%20a%20", `?query=${encodeQuery({ shoe: 42 })}`]) {
      assert.equal((await fetchUsers(simulator, query)).status, 400, query);
    }
  });

  it("have no email address for anonymous callers, who can be rejected altogether", async () => {
    const simulator = await start({ dialect: "product" });
    const [user] = (await fetchUsers(simulator, "?query=lindqvist", {})).users;
    assert.deepEqual([user?.id, user?.email], [102, undefined]);
    const restricted = await start({ dialect: "product", anonymous: "refused" });
    assert.equal((await fetchUsers(restricted, "?query=lindqvist", {})).status, 401);
  });

  it("are read by their id", async () => {
    const simulator = await start({ dialect: "product" });
    const response = await fetchUsers(simulator, "/110");
    assert.equal((response.data as User).username, "araman");
    assert.equal((await fetchUsers(simulator, "/99999")).status, 404);
  });

  it("have a list of their open artifacts", async () => {
    const simulator = await start({ dialect: "product" });
    const fetchOwnArtifacts = async (criteria: unknown, userId = "self") =>
      fetchUsers(simulator, `/${userId}/artifacts?query=${encodeQuery(criteria)}`);
    const submitted = await fetchOwnArtifacts({ submitted_by: true });
    const submittedOrAssigned = await fetchOwnArtifacts({ submitted_by: true, assigned_to: true });
    assert.ok(submitted.users.length > 0 && submittedOrAssigned.users.length > submitted.users.length);
    for (const id of ["102", "103"]) {
      assert.equal((await fetchOwnArtifacts({ submitted_by: true }, id)).status, 403, id);
    }
    assert.equal((await fetchOwnArtifacts({ submitted_by: false })).status, 400);
    assert.equal((await fetchUsers(simulator, "/self/artifacts")).status, 400);
  });

  it("are members of groups that a project lists", async () => {
    const simulator = await start({ dialect: "product" });
    const headers = createKeyHeader(simulator.accounts.member);
    const { data } = await sendRequest(simulator, "/api/projects/101/user_groups", { headers });
    assert.deepEqual(
      (data as readonly { readonly id: string }[]).map(({ id }) => id),
      ["101_3", "101_4"],
    );
  });

  it("documented: don't exist", async () => {
    const simulator = await start({ dialect: "documented" });
    for (const path of ["?query=lindqvist", "/110", "/self", "/self/artifacts"]) {
      assert.equal((await fetchUsers(simulator, path)).status, 404, path);
    }
  });
});
