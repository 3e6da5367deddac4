import assert from "node:assert/strict";
import { startSimulator } from "../../simulator/simulator.ts";
import type { Simulator } from "../../simulator/simulator.ts";
import { sendRequest, getError, encodeQuery, getItems, createKeyHeader } from "./sendRequest.ts";

describe("simulator pagination (product)", () => {
  let simulator: Simulator;
  before(async () => {
    simulator = await startSimulator({ dialect: "product" });
  });
  after(() => simulator.close());

  async function page(path: string, headers: Record<string, string> = {}) {
    const response = await sendRequest(simulator, path, { headers });
    const { "x-pagination-limit": limit, "x-pagination-offset": offset } = response.headers;
    const { "x-pagination-size": size, "x-pagination-limit-max": max } = response.headers;
    return {
      ids: getItems(response).map((row) => row.id),
      pagination: [limit, offset, size, max].map(Number),
    };
  }

  it("neither lists nor counts unreadable projects", async () => {
    assert.deepEqual(await page("/api/projects?limit=1"), { ids: [102], pagination: [1, 0, 1, 50] });
    assert.deepEqual(await page("/api/projects?limit=1&offset=1"), { ids: [], pagination: [1, 1, 1, 50] });
    assert.deepEqual(await page("/api/projects", createKeyHeader(simulator.accounts.admin)), {
      ids: [101, 102, 103],
      pagination: [10, 0, 3, 50],
    });
    assert.deepEqual(await page("/api/projects?limit=0"), { ids: [], pagination: [0, 0, 1, 50] });
  });

  it("has an empty page of bugs although more follow", async () => {
    const restricted = await page("/api/trackers/11/artifacts?limit=50&offset=100");
    assert.deepEqual(restricted, { ids: [], pagination: [50, 100, 820, 1000] });
    assert.ok((await page("/api/trackers/11/artifacts?limit=50&offset=150")).ids.length > 40);
    const visible = await page(
      "/api/trackers/11/artifacts?limit=50&offset=100",
      createKeyHeader(simulator.accounts.member),
    );
    assert.ok(visible.ids.length > 40 && visible.ids.length < 50);
  });

  it("lists every artifact once, in either order", async () => {
    const headers = createKeyHeader(simulator.accounts.admin);
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

  it("filters trackers before pagination, so their size is exact", async () => {
    const path = "/api/projects/101/trackers?representation=minimal";
    assert.deepEqual(
      (await page(path, createKeyHeader(simulator.accounts.admin))).pagination,
      [10, 0, 4, 50],
    );
    assert.deepEqual(await page(path, createKeyHeader(simulator.accounts.member)), {
      ids: [21, 23, 22],
      pagination: [10, 0, 3, 50],
    });
    assert.deepEqual(
      (await page(`${path}&limit=2&offset=2`, createKeyHeader(simulator.accounts.member))).ids,
      [22],
    );
    const administeredProjects = `${path}&query=${encodeQuery({ is_tracker_admin: true })}`;
    assert.deepEqual(
      (await page(administeredProjects, createKeyHeader(simulator.accounts.member))).pagination,
      [10, 0, 0, 50],
    );
  });

  it("rejects invalid limits, offsets and words by name", async () => {
    const rejections: readonly (readonly [string, string])[] = [
      ["/api/projects?limit=51", "`limit`. Maximum allowed value is 50."],
      ["/api/projects?offset=-1", "`offset`. Minimum required value is 0."],
      ["/api/trackers/11/artifacts?limit=0", "`limit`. Minimum required value is 1."],
      ["/api/trackers/11/artifacts?limit=1001", "`limit`. Maximum allowed value is 1000."],
      ["/api/trackers/11/artifacts?limit=ten", "`limit`. Expecting integer value"],
      ["/api/trackers/11/artifacts?order=up", "`order`. Expected one of (asc,desc)."],
      ["/api/trackers/11/artifacts?values=some", "`values`. Expected one of (,all)."],
      ["/api/projects/102/trackers?representation=x", "`representation`. Expected one of (full,minimal)."],
    ];
    for (const [path, words] of rejections) {
      assert.deepEqual(getError(await sendRequest(simulator, path)), [
        400,
        `Bad Request: Invalid value specified for ${words}`,
      ]);
    }
    assert.equal(
      (await sendRequest(simulator, "/api/trackers/11/artifacts?limit=&values=&unknown=1")).status,
      200,
    );
  });

  it("selects projects by one criterion", async () => {
    const select = (criteria: unknown, headers = {}) =>
      page(`/api/projects?query=${encodeQuery(criteria)}`, headers);
    const member = createKeyHeader(simulator.accounts.member);
    assert.deepEqual((await select({ is_member_of: true }, member)).ids, [101, 102]);
    assert.deepEqual((await select({ is_member_of: true })).pagination, [10, 0, 0, 50]);
    assert.deepEqual(
      (await select({ is_admin_of: true }, createKeyHeader(simulator.accounts.admin))).ids,
      [101, 102, 103],
    );
    assert.deepEqual((await select({ shortname: "open-tides" })).ids, [102]);
    for (const criteria of [{ is_member_of: false }, { colour: "red" }, 12]) {
      assert.equal(
        (await sendRequest(simulator, `/api/projects?query=${encodeQuery(criteria)}`)).status,
        400,
      );
    }
    assert.equal((await sendRequest(simulator, "/api/projects?query=nope")).status, 400);
  });
});
