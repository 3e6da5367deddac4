import assert from "node:assert/strict";
import { startSimulator } from "../../simulator/simulator.ts";
import type { Simulator } from "../../simulator/simulator.ts";
import { ask, problem, queryOf, rows, withKey } from "./asking.ts";

describe("simulator: pages (product)", () => {
  let simulator: Simulator;
  before(async () => {
    simulator = await startSimulator({ dialect: "product" });
  });
  after(() => simulator.close());

  async function page(path: string, headers: Record<string, string> = {}) {
    const reply = await ask(simulator, path, { headers });
    const { "x-pagination-limit": limit, "x-pagination-offset": offset } = reply.headers;
    const { "x-pagination-size": size, "x-pagination-limit-max": max } = reply.headers;
    return { ids: rows(reply).map((row) => row.id), told: [limit, offset, size, max].map(Number) };
  }

  it("neither lists nor counts projects that the caller can't see", async () => {
    assert.deepEqual(await page("/api/projects?limit=1"), { ids: [102], told: [1, 0, 1, 50] });
    assert.deepEqual(await page("/api/projects?limit=1&offset=1"), { ids: [], told: [1, 1, 1, 50] });
    assert.deepEqual(await page("/api/projects", withKey(simulator.accounts.admin)), {
      ids: [101, 102, 103],
      told: [10, 0, 3, 50],
    });
    assert.deepEqual(await page("/api/projects?limit=0"), { ids: [], told: [0, 0, 1, 50] });
  });

  it("has a page of bugs that is empty although more remain", async () => {
    const hidden = await page("/api/trackers/11/artifacts?limit=50&offset=100");
    assert.deepEqual(hidden, { ids: [], told: [50, 100, 820, 1000] });
    assert.ok((await page("/api/trackers/11/artifacts?limit=50&offset=150")).ids.length > 40);
    const seen = await page(
      "/api/trackers/11/artifacts?limit=50&offset=100",
      withKey(simulator.accounts.member),
    );
    assert.ok(seen.ids.length > 40 && seen.ids.length < 50);
  });

  it("lists every artifact once, in either order", async () => {
    const headers = withKey(simulator.accounts.admin);
    const ascending = (await page("/api/trackers/22/artifacts?limit=1000", headers)).ids;
    assert.equal(ascending.length, 340);
    assert.deepEqual(
      ascending,
      [...new Set(ascending)].toSorted((a, b) => a - b),
    );
    const descending: number[] = [];
    for (let offset = 0; offset < 340; offset += 100) {
      descending.push(
        ...(await page(`/api/trackers/22/artifacts?limit=100&order=desc&offset=${offset}`, headers)).ids,
      );
    }
    assert.deepEqual(descending, ascending.toReversed());
    assert.deepEqual((await page("/api/trackers/22/artifacts?offset=5000", headers)).ids, []);
  });

  it("filters trackers before it cuts: their size is exact", async () => {
    const path = "/api/projects/101/trackers?representation=minimal";
    assert.deepEqual((await page(path, withKey(simulator.accounts.admin))).told, [10, 0, 4, 50]);
    assert.deepEqual(await page(path, withKey(simulator.accounts.member)), {
      ids: [21, 23, 22],
      told: [10, 0, 3, 50],
    });
    assert.deepEqual((await page(`${path}&limit=2&offset=2`, withKey(simulator.accounts.member))).ids, [22]);
    const administered = `${path}&query=${queryOf({ is_tracker_admin: true })}`;
    assert.deepEqual((await page(administered, withKey(simulator.accounts.member))).told, [10, 0, 0, 50]);
  });

  it("refuses limits, offsets and words out of bounds by name", async () => {
    const refusals: readonly (readonly [string, string])[] = [
      ["/api/projects?limit=51", "`limit`. Maximum allowed value is 50."],
      ["/api/projects?offset=-1", "`offset`. Minimum required value is 0."],
      ["/api/trackers/11/artifacts?limit=0", "`limit`. Minimum required value is 1."],
      ["/api/trackers/11/artifacts?limit=1001", "`limit`. Maximum allowed value is 1000."],
      ["/api/trackers/11/artifacts?limit=ten", "`limit`. Expecting integer value"],
      ["/api/trackers/11/artifacts?order=up", "`order`. Expected one of (asc,desc)."],
      ["/api/trackers/11/artifacts?values=some", "`values`. Expected one of (,all)."],
      ["/api/projects/102/trackers?representation=x", "`representation`. Expected one of (full,minimal)."],
    ];
    for (const [path, words] of refusals) {
      assert.deepEqual(problem(await ask(simulator, path)), [
        400,
        `Bad Request: Invalid value specified for ${words}`,
      ]);
    }
    assert.equal((await ask(simulator, "/api/trackers/11/artifacts?limit=&values=&unknown=1")).status, 200);
  });

  it("selects projects by one criterion", async () => {
    const select = (criteria: unknown, headers = {}) =>
      page(`/api/projects?query=${queryOf(criteria)}`, headers);
    const member = withKey(simulator.accounts.member);
    assert.deepEqual((await select({ is_member_of: true }, member)).ids, [101, 102]);
    assert.deepEqual((await select({ is_member_of: true })).told, [10, 0, 0, 50]);
    assert.deepEqual(
      (await select({ is_admin_of: true }, withKey(simulator.accounts.admin))).ids,
      [101, 102, 103],
    );
    assert.deepEqual((await select({ shortname: "open-tides" })).ids, [102]);
    for (const criteria of [{ is_member_of: false }, { colour: "red" }, 12]) {
      assert.equal((await ask(simulator, `/api/projects?query=${queryOf(criteria)}`)).status, 400);
    }
    assert.equal((await ask(simulator, "/api/projects?query=nope")).status, 400);
  });
});
