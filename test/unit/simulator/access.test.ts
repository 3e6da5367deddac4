import assert from "node:assert/strict";
import { startSimulator } from "../../simulator/simulator.ts";
import type { Dialect, Simulator } from "../../simulator/simulator.ts";
import { sendRequest, getItems, createKeyHeader } from "./sendRequest.ts";
import { useSimulators } from "./useSimulators.ts";

/** Statuses for anonymous, outsider, member and admin; the admin can read everything. */
type Statuses = readonly [number, number, number, number];

const cases: readonly { readonly path: string; readonly product: Statuses; readonly documented: Statuses }[] =
  [
    { path: "/api/projects/102", product: [200, 200, 200, 200], documented: [200, 200, 200, 200] },
    { path: "/api/projects/101", product: [403, 403, 200, 200], documented: [401, 403, 200, 200] },
    { path: "/api/projects/103", product: [403, 403, 403, 200], documented: [401, 403, 403, 200] },
    { path: "/api/projects/104", product: [403, 403, 403, 403], documented: [401, 403, 403, 403] },
    { path: "/api/projects/999", product: [404, 404, 404, 404], documented: [404, 404, 404, 404] },
    { path: "/api/projects/101/trackers", product: [403, 403, 200, 200], documented: [401, 403, 200, 200] },
    { path: "/api/trackers/11", product: [200, 200, 200, 200], documented: [200, 200, 200, 200] },
    { path: "/api/trackers/12", product: [404, 200, 200, 200], documented: [401, 200, 200, 200] },
    { path: "/api/trackers/12/artifacts", product: [404, 200, 200, 200], documented: [401, 200, 200, 200] },
    { path: "/api/trackers/24", product: [403, 403, 404, 200], documented: [401, 403, 404, 200] },
    { path: "/api/trackers/41", product: [403, 403, 403, 403], documented: [401, 403, 403, 403] },
    { path: "/api/trackers/14", product: [404, 404, 404, 404], documented: [404, 404, 404, 404] },
    { path: "/api/artifacts/999999", product: [404, 404, 404, 404], documented: [404, 404, 404, 404] },
  ];

for (const dialect of ["product", "documented"] satisfies Dialect[]) {
  describe(`simulator permissions (${dialect})`, () => {
    const start = useSimulators();
    let simulator: Simulator;
    before(async () => {
      simulator = await startSimulator({ dialect });
    });
    after(() => simulator.close());

    async function getStatuses(path: string): Promise<readonly number[]> {
      const { outsider, member, admin } = simulator.accounts;
      const callers = [{}, createKeyHeader(outsider), createKeyHeader(member), createKeyHeader(admin)];
      return Promise.all(
        callers.map(async (headers) => (await sendRequest(simulator, path, { headers })).status),
      );
    }

    for (const { path, ...expected } of cases) {
      it(path, async () => {
        assert.deepEqual(await getStatuses(path), expected[dialect]);
      });
    }

    it("restrict single artifacts to groups", async () => {
      const headers = createKeyHeader(simulator.accounts.admin);
      const bugs = getItems(await sendRequest(simulator, "/api/trackers/11/artifacts", { headers }));
      assert.deepEqual(await getStatuses(`/api/artifacts/${bugs[7]?.id}`), [
        dialect === "product" ? 403 : 401,
        403,
        200,
        200,
      ]);
      assert.deepEqual(await getStatuses(`/api/artifacts/${bugs[5]?.id}`), [
        dialect === "product" ? 403 : 401,
        403,
        403,
        200,
      ]);
      assert.deepEqual(await getStatuses(`/api/artifacts/${bugs[4]?.id}`), [200, 200, 200, 200]);
    });

    it("reject only anonymous callers if anonymous access is disabled", async () => {
      const restricted = await start({ dialect, anonymous: "refused" });
      const headers = createKeyHeader(restricted.accounts.outsider);
      for (const path of [
        "/api/projects",
        "/api/projects/102",
        "/api/trackers/11",
        "/api/trackers/11/artifacts",
      ]) {
        assert.equal((await sendRequest(restricted, path)).status, 401, path);
        assert.equal((await sendRequest(restricted, path, { headers })).status, 200, path);
      }
    });
  });
}

describe("simulator permission errors (product)", () => {
  const start = useSimulators();
  it("have a message for an unreadable tracker, but not for an unknown one", async () => {
    const simulator = await start({ dialect: "product" });
    const unreadable = await sendRequest(simulator, "/api/trackers/12");
    const unknown = await sendRequest(simulator, "/api/trackers/9999");
    assert.deepEqual(Object.keys((unreadable.data as { error: object }).error), [
      "code",
      "message",
      "i18n_error_message",
    ]);
    assert.deepEqual(unknown.data, { error: { code: 404, message: "Not Found" } });
  });

  it("hide details of users from anonymous callers", async () => {
    const simulator = await start({ dialect: "product" });
    const headers = createKeyHeader(simulator.accounts.admin);
    const self = (await sendRequest(simulator, "/api/users/self", { headers })).data as Record<
      string,
      unknown
    >;
    const other = (await sendRequest(simulator, "/api/users/102")).data as Record<string, unknown>;
    const anonymous = (await sendRequest(simulator, "/api/users/self")).data as Record<string, unknown>;
    assert.deepEqual([self["id"], self["status"], other["id"], other["email"]], [102, "A", 102, undefined]);
    assert.deepEqual([anonymous["id"], anonymous["is_anonymous"]], [null, true]);
  });
});
