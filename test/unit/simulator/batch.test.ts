import assert from "node:assert/strict";
import type { Simulator } from "../../simulator/simulator.ts";
import { sendRequest, getError, getItems, createKeyHeader } from "./sendRequest.ts";
import { fetchArtifactId } from "./trackerFields.ts";
import { useSimulators } from "./useSimulators.ts";

function batch(simulator: Simulator, ids: unknown, more = "", headers: Record<string, string> = {}) {
  return sendRequest(
    simulator,
    `/api/artifacts?query=${encodeURIComponent(JSON.stringify({ id: ids }))}${more}`,
    {
      headers,
    },
  );
}

describe("simulator: reading several artifacts (product)", () => {
  const start = useSimulators();

  it("omits unknown and unreadable artifacts, but counts the requested ids", async () => {
    const simulator = await start({ dialect: "product" });
    const [one, hidden] = [await fetchArtifactId(simulator, 11), await fetchArtifactId(simulator, 21)];
    const response = await batch(simulator, [one, hidden, 9_999_999]);
    const { collection } = response.data as { readonly collection: readonly Record<string, unknown>[] };
    assert.deepEqual([collection.map(({ id }) => id), response.headers["x-pagination-size"]], [[one], "3"]);
    assert.ok(collection[0]?.["values"] && collection[0]["values_by_field"]);
    const all = await batch(simulator, [one, hidden], "", createKeyHeader(simulator.accounts.admin));
    assert.equal((all.data as { readonly collection: readonly unknown[] }).collection.length, 2);
  });

  it("returns them by id, whatever the order of the query", async () => {
    const simulator = await start({ dialect: "product" });
    const { data } = await batch(simulator, [33, 8, 20], "", createKeyHeader(simulator.accounts.admin));
    const { collection } = data as { readonly collection: readonly { readonly id: number }[] };
    assert.deepEqual(
      collection.map(({ id }) => id),
      [8, 20, 33],
    );
  });

  it("is paginated, and accepts at most 100 different ids", async () => {
    const simulator = await start({ dialect: "product" });
    const page = await batch(
      simulator,
      [1, 2, 3],
      "&limit=1&offset=1",
      createKeyHeader(simulator.accounts.admin),
    );
    assert.deepEqual(
      (page.data as { readonly collection: readonly { readonly id: number }[] }).collection.map(
        ({ id }) => id,
      ),
      [2],
    );
    const ids = Array.from({ length: 101 }, (_, index) => index + 1);
    assert.equal((await batch(simulator, ids)).status, 403);
    assert.equal((await batch(simulator, ids.slice(1))).status, 200);
    for (const bad of ["x", ["1"], [1, 1], undefined]) {
      assert.equal((await batch(simulator, bad)).status, 400);
    }
    assert.equal((await batch(simulator, [1], "&limit=101")).status, 400);
    assert.deepEqual(getError(await sendRequest(simulator, "/api/artifacts")), [
      400,
      "Bad Request: `query` is required.",
    ]);
  });
});

describe("simulator: expert queries (product)", () => {
  const start = useSimulators();

  it("compare fields, with labels for lists, and fail on syntax errors", async () => {
    const simulator = await start({ dialect: "product", artifacts: 60 });
    const find = (query: string) =>
      sendRequest(
        simulator,
        `/api/trackers/11/artifacts?limit=1000&expert_query=${encodeURIComponent(query)}`,
      );
    const fixed = getItems(await find("status = 'Fixed'"));
    assert.ok(fixed.length > 3 && fixed.every((row) => row.status === "Fixed"));
    const others = getItems(await find("status != 'Fixed'"));
    assert.equal(fixed.length + others.length, getItems(await find("title != ''")).length);
    const [first] = fixed;
    assert.ok(
      getItems(await find(`status = "Fixed" AND title = "${first?.title}"`)).some(
        (row) => row.id === first?.id,
      ),
    );
    for (const bad of [
      "status = ",
      "status = 'Fixed' AND",
      "status = 'Fixed' 'New'",
      "(status = 'Fixed'",
      "status IN()",
      "status < 'Fixed'",
      "submitted_on = 'tomorrow'",
      "WITH PARENT",
      "nofield = 'a'",
      "status = 'Nope'",
    ]) {
      assert.equal((await find(bad)).status, 400, bad);
    }
  });

  it("combine conditions, with the current user and the current date", async () => {
    const simulator = await start({ dialect: "product" });
    const { accessKey, id } = simulator.accounts.member;
    const headers = { "X-Auth-AccessKey": accessKey };
    const find = async (query: string): Promise<readonly number[]> => {
      const path = `/api/trackers/11/artifacts?limit=1000&expert_query=${encodeURIComponent(query)}`;
      const response = await sendRequest(simulator, path, { headers });
      assert.equal(response.status, 200, query);
      return getItems(response).map((row) => row.id);
    };
    const [fixed, fresh] = [await find("status = 'Fixed'"), await find("status = 'New'")];
    const both = [...fixed, ...fresh].sort((one, other) => one - other);
    assert.deepEqual(await find("status IN('Fixed', 'New')"), both);
    assert.deepEqual(await find("status = 'Fixed' or (status = \"New\")"), both);
    const all = await find("title != ''");
    assert.deepEqual(
      await find("status NOT IN('Fixed', 'New')"),
      all.filter((each) => !both.includes(each)),
    );
    // AND has precedence.
    assert.deepEqual(await find("status = 'Fixed' OR status = 'New' AND status = 'Fixed'"), fixed);
    const mine = await find("submitted_by = MYSELF()");
    const { data } = await sendRequest(simulator, `/api/trackers/11/artifacts?limit=1000`, { headers });
    const submitted = (data as readonly { id: number; submitted_by: number }[]).filter(
      (row) => row.submitted_by === id,
    );
    assert.deepEqual(
      mine,
      submitted.map((row) => row.id),
    );
    assert.deepEqual(await find("submitted_on > NOW()"), []);
    const recent = await find("submitted_on >= NOW() - 12m");
    assert.ok(recent.length > 0 && recent.length < all.length);
    assert.deepEqual(await find("submitted_on BETWEEN(NOW() -12m, NOW())"), recent);
  });
});
