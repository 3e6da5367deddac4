import assert from "node:assert/strict";
import { startSimulator } from "../../simulator/simulator.ts";
import type { Dialect, Simulator } from "../../simulator/simulator.ts";
import { sendRequest, getError, encodeQuery, getItems, createKeyHeader } from "./sendRequest.ts";
import type { SimulatorResponse } from "./sendRequest.ts";
import { useSimulators } from "./useSimulators.ts";

interface Choice {
  readonly id: number;
  readonly label: string;
}

async function choices(simulator: Simulator, field: string): Promise<ReadonlyMap<string, number>> {
  const { data } = await sendRequest(simulator, "/api/trackers/11");
  const { fields } = data as {
    readonly fields: readonly { readonly name: string; readonly values: readonly Choice[] }[];
  };
  const values = fields.find((each) => each.name === field)?.values ?? [];
  return new Map(values.map(({ id, label }) => [label, id]));
}

/** Each dialect reads criteria from a different place. */
function search(
  simulator: Simulator,
  criteria: unknown,
  headers: Record<string, string> = {},
): Promise<SimulatorResponse> {
  const path = "/api/trackers/11/artifacts";
  return simulator.dialect === "product"
    ? sendRequest(simulator, `${path}?limit=1000&query=${encodeQuery(criteria)}`, { headers })
    : sendRequest(simulator, path, {
        headers: { ...headers, "Content-Type": "application/json" },
        body: JSON.stringify(criteria),
      });
}

for (const dialect of ["product", "documented"] satisfies Dialect[]) {
  describe(`simulator criteria (${dialect})`, () => {
    let simulator: Simulator;
    before(async () => {
      simulator = await startSimulator({ dialect, artifacts: 90 });
    });
    after(() => simulator.close());

    it("match the id of a list value, as a number, a string or one of several", async () => {
      const status = await choices(simulator, "status");
      const [newId, fixedId] = [status.get("New"), status.get("Fixed")];
      const matching = getItems(
        await search(simulator, { status: { operator: "contains", value: String(newId) } }),
      );
      assert.ok(matching.length > 5);
      assert.ok(matching.every((row) => row.status === "New"));
      assert.deepEqual(getItems(await search(simulator, { status: newId })), matching);
      const either = getItems(
        await search(simulator, { status: { operator: "contains", value: [newId, fixedId] } }),
      );
      assert.deepEqual([...new Set(either.map((row) => row.status))].toSorted(), ["Fixed", "New"]);
    });

    it("match words in any order, ignoring case and accents, and return the number of results", async () => {
      const response = await search(simulator, { title: "UBERLAUF gerundet" });
      assert.deepEqual(
        getItems(response).map((row) => row.title),
        ["Überlauf bei „Außenreede“ – Höhe wird auf −0,00 m gerundet"],
      );
      assert.equal(response.headers["x-pagination-size"], "1");
      assert.deepEqual(getItems(await search(simulator, { title: "%" })).length, 1);
    });

    it("must all match", async () => {
      const status = await choices(simulator, "status");
      const all = getItems(await search(simulator, { status: status.get("Fixed") }));
      const [first] = all;
      const matching = getItems(
        await search(simulator, { status: status.get("Fixed"), title: first?.title }),
      );
      assert.ok(matching.length < all.length);
      assert.equal(matching[0]?.id, first?.id);
    });

    it("fail for unknown fields, unknown operators and labels instead of ids", async () => {
      const rejections: readonly (readonly [unknown, string])[] = [
        [{ nope: 1, neither: 2 }, "Bad Request: Following fields do not exist: nope, neither"],
        [{ title: { operator: "like", value: "x" } }, "Bad Request: Invalid operator for field title"],
        [{ status: "New" }, "Bad Request: Invalid format for criterion field 'status' (1117)"],
      ];
      for (const [criteria, message] of rejections) {
        assert.deepEqual(getError(await search(simulator, criteria)), [400, message]);
      }
    });

    it("are ignored if they don't apply: an empty query, None alone, an unreadable field", async () => {
      const member = createKeyHeader(simulator.accounts.member);
      const total = getItems(await search(simulator, {})).length;
      assert.equal(getItems(await search(simulator, { status: 100 })).length, total);
      const unreadable = await search(simulator, { customer: "Port" });
      if (dialect === "product") assert.equal(getItems(unreadable).length, total);
      else assert.equal(unreadable.status, 400);
      assert.ok(getItems(await search(simulator, { customer: "Port" }, member)).length < total);
    });
  });
}

describe("simulator criteria that differ by dialect", () => {
  const start = useSimulators();
  const noMatch = { title: "no such words anywhere" };

  it("product: are read from the URL, never from the body, and disable `order`", async () => {
    const simulator = await start({ dialect: "product", artifacts: 60 });
    const path = "/api/trackers/11/artifacts";
    const headers = { "Content-Type": "application/json" };
    const getSize = (response: SimulatorResponse) => Number(response.headers["x-pagination-size"]);
    assert.equal(getSize(await sendRequest(simulator, path, { headers, body: JSON.stringify(noMatch) })), 60);
    assert.equal(getSize(await sendRequest(simulator, path, { headers, body: '{"title":' })), 60);
    assert.equal(getSize(await sendRequest(simulator, `${path}?query=${encodeQuery(noMatch)}`)), 0);
    const oldestFirst = getItems(
      await sendRequest(simulator, `${path}?order=desc&query=${encodeQuery({ title: "e" })}`),
    ).map((row) => row.id);
    assert.deepEqual(
      oldestFirst,
      oldestFirst.toSorted((a, b) => a - b),
    );
    for (const query of ["[]", "12", "{}", ""]) {
      assert.equal((await sendRequest(simulator, `${path}?query=${query}`)).status, 200);
    }
  });

  it("product: lose one level of backslashes before the JSON is parsed", async () => {
    const simulator = await start({ dialect: "product", artifacts: 60 });
    const searchByJson = (json: string) =>
      sendRequest(simulator, `/api/trackers/11/artifacts?query=${encodeURIComponent(json)}`);
    const quoted = JSON.stringify({ title: '"quoted"' });
    assert.deepEqual(getError(await searchByJson(quoted)), [
      400,
      "Bad Request: Criteria syntax error, invalid JSON",
    ]);
    assert.equal(getItems(await searchByJson(quoted.replaceAll("\\", "\\\\"))).length, 1);
  });

  it("product: compare numbers, and dates by whole days; an invalid date is ignored", async () => {
    const simulator = await start({ dialect: "product", artifacts: 60 });
    const getSize = async (criteria: unknown) =>
      Number((await search(simulator, criteria)).headers["x-pagination-size"]);
    const [first, ...rest] = getItems(await search(simulator, {}));
    assert.equal(await getSize({ artifact_id: first?.id }), 1);
    assert.equal(await getSize({ artifact_id: `>${first?.id}` }), rest.length);
    assert.equal(await getSize({ submitted_on: { operator: ">", value: "2030-01-01" } }), 0);
    assert.equal(
      await getSize({ submitted_on: { operator: "between", value: ["2020-01-01", "2026-03-02"] } }),
      rest.length + 1,
    );
    assert.equal(await getSize({ submitted_on: { operator: ">", value: "nodate" } }), rest.length + 1);
  });

  it("documented: are read from the body, never from the URL, without a page size", async () => {
    const simulator = await start({ dialect: "documented" });
    const path = `/api/trackers/11/artifacts?limit=3&order=desc&query=${encodeQuery(noMatch)}`;
    const response = await sendRequest(simulator, path);
    const ids = getItems(response).map((row) => row.id);
    assert.deepEqual(
      [response.headers["x-pagination-limit"], response.headers["x-pagination-size"]],
      ["100", "820"],
    );
    assert.ok(ids.length > 90);
    assert.deepEqual(
      ids,
      ids.toSorted((a, b) => a - b),
    );
    const headers = { "Content-Type": "application/json" };
    assert.equal((await sendRequest(simulator, path, { headers, body: '{"title":' })).status, 400);
    assert.deepEqual(
      getItems(await sendRequest(simulator, path, { headers, body: JSON.stringify(noMatch) })),
      [],
    );
  });
});
