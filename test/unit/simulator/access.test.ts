import assert from "node:assert/strict";
import { startSimulator } from "../../simulator/simulator.ts";
import type { Dialect, Simulator } from "../../simulator/simulator.ts";
import { ask, rows, withKey } from "./asking.ts";
import { perTest } from "./perTest.ts";

/** Statuses for anonymous, outsider, member, admin; the last one sees all there is to see. */
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
  describe(`simulator: who may read what (${dialect})`, () => {
    const start = perTest();
    let simulator: Simulator;
    before(async () => {
      simulator = await startSimulator({ dialect });
    });
    after(() => simulator.close());

    async function statuses(path: string): Promise<readonly number[]> {
      const { outsider, member, admin } = simulator.accounts;
      const callers = [{}, withKey(outsider), withKey(member), withKey(admin)];
      return Promise.all(callers.map(async (headers) => (await ask(simulator, path, { headers })).status));
    }

    for (const { path, ...expected } of cases) {
      it(path, async () => {
        assert.deepEqual(await statuses(path), expected[dialect]);
      });
    }

    it("artifacts with rights of their own", async () => {
      const headers = withKey(simulator.accounts.admin);
      const bugs = rows(await ask(simulator, "/api/trackers/11/artifacts", { headers }));
      assert.deepEqual(await statuses(`/api/artifacts/${bugs[7]?.id}`), [
        dialect === "product" ? 403 : 401,
        403,
        200,
        200,
      ]);
      assert.deepEqual(await statuses(`/api/artifacts/${bugs[5]?.id}`), [
        dialect === "product" ? 403 : 401,
        403,
        403,
        200,
      ]);
      assert.deepEqual(await statuses(`/api/artifacts/${bugs[4]?.id}`), [200, 200, 200, 200]);
    });

    it("a platform closed to anonymous callers lets the others in", async () => {
      const closed = await start({ dialect, anonymous: "refused" });
      const headers = withKey(closed.accounts.outsider);
      for (const path of [
        "/api/projects",
        "/api/projects/102",
        "/api/trackers/11",
        "/api/trackers/11/artifacts",
      ]) {
        assert.equal((await ask(closed, path)).status, 401, path);
        assert.equal((await ask(closed, path, { headers })).status, 200, path);
      }
    });
  });
}

describe("simulator: what the product tells about a refusal", () => {
  const start = perTest();
  it("explains an unreadable tracker in a sentence, but not an unknown one", async () => {
    const simulator = await start({ dialect: "product" });
    const unreadable = await ask(simulator, "/api/trackers/12");
    const unknown = await ask(simulator, "/api/trackers/9999");
    assert.deepEqual(Object.keys((unreadable.data as { error: object }).error), [
      "code",
      "message",
      "i18n_error_message",
    ]);
    assert.deepEqual(unknown.data, { error: { code: 404, message: "Not Found" } });
  });

  it("knows its users, and tells strangers less about them", async () => {
    const simulator = await start({ dialect: "product" });
    const headers = withKey(simulator.accounts.admin);
    const self = (await ask(simulator, "/api/users/self", { headers })).data as Record<string, unknown>;
    const other = (await ask(simulator, "/api/users/102")).data as Record<string, unknown>;
    const nobody = (await ask(simulator, "/api/users/self")).data as Record<string, unknown>;
    assert.deepEqual([self["id"], self["status"], other["id"], other["email"]], [102, "A", 102, undefined]);
    assert.deepEqual([nobody["id"], nobody["is_anonymous"]], [null, true]);
  });
});
