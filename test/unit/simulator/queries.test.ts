import assert from "node:assert/strict";
import { startSimulator } from "../../simulator/simulator.ts";
import type { Dialect, Simulator } from "../../simulator/simulator.ts";
import { ask, problem, queryOf, rows, withKey } from "./asking.ts";
import type { Reply } from "./asking.ts";
import { perTest } from "./perTest.ts";

interface Choice {
  readonly id: number;
  readonly label: string;
}

async function choices(simulator: Simulator, field: string): Promise<ReadonlyMap<string, number>> {
  const { data } = await ask(simulator, "/api/trackers/11");
  const { fields } = data as {
    readonly fields: readonly { readonly name: string; readonly values: readonly Choice[] }[];
  };
  const values = fields.find((each) => each.name === field)?.values ?? [];
  return new Map(values.map(({ id, label }) => [label, id]));
}

/** Each dialect takes criteria in its own place. */
function search(
  simulator: Simulator,
  criteria: unknown,
  headers: Record<string, string> = {},
): Promise<Reply> {
  const path = "/api/trackers/11/artifacts";
  return simulator.dialect === "product"
    ? ask(simulator, `${path}?limit=1000&query=${queryOf(criteria)}`, { headers })
    : ask(simulator, path, {
        headers: { ...headers, "Content-Type": "application/json" },
        body: JSON.stringify(criteria),
      });
}

for (const dialect of ["product", "documented"] satisfies Dialect[]) {
  describe(`simulator: criteria (${dialect})`, () => {
    let simulator: Simulator;
    before(async () => {
      simulator = await startSimulator({ dialect, artifacts: 90 });
    });
    after(() => simulator.close());

    it("finds by the id of a list value, as a number, a text or one of several", async () => {
      const status = await choices(simulator, "status");
      const [fresh, fixed] = [status.get("New"), status.get("Fixed")];
      const found = rows(await search(simulator, { status: { operator: "contains", value: String(fresh) } }));
      assert.ok(found.length > 5);
      assert.ok(found.every((row) => row.status === "New"));
      assert.deepEqual(rows(await search(simulator, { status: fresh })), found);
      const both = rows(await search(simulator, { status: { operator: "contains", value: [fresh, fixed] } }));
      assert.deepEqual([...new Set(both.map((row) => row.status))].toSorted(), ["Fixed", "New"]);
    });

    it("finds words in any order, whatever their case and accents, and says how many it found", async () => {
      const reply = await search(simulator, { title: "UBERLAUF gerundet" });
      assert.deepEqual(
        rows(reply).map((row) => row.title),
        ["Überlauf bei „Außenreede“ – Höhe wird auf −0,00 m gerundet"],
      );
      assert.equal(reply.headers["x-pagination-size"], "1");
      assert.deepEqual(rows(await search(simulator, { title: "%" })).length, 1);
    });

    it("wants every criterion to hold", async () => {
      const status = await choices(simulator, "status");
      const all = rows(await search(simulator, { status: status.get("Fixed") }));
      const [first] = all;
      const narrowed = rows(await search(simulator, { status: status.get("Fixed"), title: first?.title }));
      assert.ok(narrowed.length < all.length);
      assert.equal(narrowed[0]?.id, first?.id);
    });

    it("refuses unknown fields, foreign operators and labels in place of ids", async () => {
      const refusals: readonly (readonly [unknown, string])[] = [
        [{ nope: 1, neither: 2 }, "Bad Request: Following fields do not exist: nope, neither"],
        [{ title: { operator: "like", value: "x" } }, "Bad Request: Invalid operator for field title"],
        [{ status: "New" }, "Bad Request: Invalid format for criterion field 'status' (1117)"],
      ];
      for (const [criteria, message] of refusals) {
        assert.deepEqual(problem(await search(simulator, criteria)), [400, message]);
      }
    });

    it("ignores what does not apply: an empty query, None alone, a field the caller can't read", async () => {
      const member = withKey(simulator.accounts.member);
      const everything = rows(await search(simulator, {})).length;
      assert.equal(rows(await search(simulator, { status: 100 })).length, everything);
      const unreadable = await search(simulator, { customer: "Port" });
      if (dialect === "product") assert.equal(rows(unreadable).length, everything);
      else assert.equal(unreadable.status, 400);
      assert.ok(rows(await search(simulator, { customer: "Port" }, member)).length < everything);
    });
  });
}

describe("simulator: where criteria count", () => {
  const start = perTest();
  const none = { title: "no such words anywhere" };

  it("product: in the URL, never in the body, and beside them `order` is ignored", async () => {
    const simulator = await start({ dialect: "product", artifacts: 60 });
    const path = "/api/trackers/11/artifacts";
    const headers = { "Content-Type": "application/json" };
    const sizeOf = (reply: Reply) => Number(reply.headers["x-pagination-size"]);
    assert.equal(sizeOf(await ask(simulator, path, { headers, body: JSON.stringify(none) })), 60);
    assert.equal(sizeOf(await ask(simulator, path, { headers, body: '{"title":' })), 60);
    assert.equal(sizeOf(await ask(simulator, `${path}?query=${queryOf(none)}`)), 0);
    const oldestFirst = rows(await ask(simulator, `${path}?order=desc&query=${queryOf({ title: "e" })}`)).map(
      (row) => row.id,
    );
    assert.deepEqual(
      oldestFirst,
      oldestFirst.toSorted((a, b) => a - b),
    );
    for (const query of ["[]", "12", "{}", ""]) {
      assert.equal((await ask(simulator, `${path}?query=${query}`)).status, 200);
    }
  });

  it("product: strips backslashes once before it reads the JSON", async () => {
    const simulator = await start({ dialect: "product", artifacts: 60 });
    const find = (json: string) =>
      ask(simulator, `/api/trackers/11/artifacts?query=${encodeURIComponent(json)}`);
    const quoted = JSON.stringify({ title: '"quoted"' });
    assert.deepEqual(problem(await find(quoted)), [400, "Bad Request: Criteria syntax error, invalid JSON"]);
    assert.equal(rows(await find(quoted.replaceAll("\\", "\\\\"))).length, 1);
  });

  it("product: compares numbers, and dates by whole days; a text that is no date is ignored", async () => {
    const simulator = await start({ dialect: "product", artifacts: 60 });
    const sizeOf = async (criteria: unknown) =>
      Number((await search(simulator, criteria)).headers["x-pagination-size"]);
    const [first, ...rest] = rows(await search(simulator, {}));
    assert.equal(await sizeOf({ artifact_id: first?.id }), 1);
    assert.equal(await sizeOf({ artifact_id: `>${first?.id}` }), rest.length);
    assert.equal(await sizeOf({ submitted_on: { operator: ">", value: "2030-01-01" } }), 0);
    assert.equal(
      await sizeOf({ submitted_on: { operator: "between", value: ["2020-01-01", "2026-03-02"] } }),
      rest.length + 1,
    );
    assert.equal(await sizeOf({ submitted_on: { operator: ">", value: "nodate" } }), rest.length + 1);
  });

  it("documented: in the body, never in the URL, and no page size can be asked for", async () => {
    const simulator = await start({ dialect: "documented" });
    const path = `/api/trackers/11/artifacts?limit=3&order=desc&query=${queryOf(none)}`;
    const reply = await ask(simulator, path);
    const ids = rows(reply).map((row) => row.id);
    assert.deepEqual(
      [reply.headers["x-pagination-limit"], reply.headers["x-pagination-size"]],
      ["100", "820"],
    );
    assert.ok(ids.length > 90);
    assert.deepEqual(
      ids,
      ids.toSorted((a, b) => a - b),
    );
    const headers = { "Content-Type": "application/json" };
    assert.equal((await ask(simulator, path, { headers, body: '{"title":' })).status, 400);
    assert.deepEqual(rows(await ask(simulator, path, { headers, body: JSON.stringify(none) })), []);
  });
});
