import assert from "node:assert/strict";
import { parseSavedQuery, type SavedQuery } from "../../../../src/model/query/savedQuery.ts";
import { type QueryOrigin, SavedQueries } from "../../../../src/store/queries/savedQueries.ts";

function settings(stored: Partial<Record<QueryOrigin, unknown>>) {
  const values: Partial<Record<QueryOrigin, unknown>> = { ...stored };
  return {
    values,
    queries: new SavedQueries({
      read: (origin) => values[origin],
      write: (origin, entries) => {
        values[origin] = entries;
        return Promise.resolve();
      },
    }),
  };
}

function entry(name: string, tracker = 101): Readonly<Record<string, unknown>> {
  return { name, site: "https://tuleap.example.com", tracker };
}

function query(name: string, tracker = 101): SavedQuery {
  const parsed = parseSavedQuery(entry(name, tracker));
  assert.ok(parsed.kind === "query");
  return parsed.query;
}

describe("SavedQueries", () => {
  it("lists user queries, then workspace queries, in the order of the settings", () => {
    const { queries } = settings({ user: [entry("b"), entry("a")], workspace: [entry("c")] });
    const shown = queries
      .list()
      .map(({ origin, parsed }) => [origin, parsed.kind === "query" ? parsed.query.name : undefined]);
    assert.deepEqual(shown, [
      ["user", "b"],
      ["user", "a"],
      ["workspace", "c"],
    ]);
  });

  it("has keys that stay with names and distinguish duplicates", () => {
    const { queries, values } = settings({
      user: [entry("a"), entry("a", 102)],
      workspace: [entry("a", 103)],
    });
    const keys = queries.list().map(({ key }) => key);
    assert.equal(new Set(keys).size, 3);
    values["user"] = [entry("new"), entry("a"), entry("a", 102)];
    const trackers = keys.map((key) => {
      const parsed = queries.find(key)?.parsed;
      return parsed?.kind === "query" ? parsed.query.tracker : undefined;
    });
    assert.deepEqual(trackers, [101, 102, 103]);
  });

  it("is empty if the setting isn't a list", () => {
    for (const odd of [undefined, null, "queries", 7, { name: "a" }]) {
      assert.deepEqual(settings({ user: odd, workspace: odd }).queries.list(), []);
    }
  });

  it("appends or replaces queries, and keeps invalid entries", async () => {
    const broken = { name: "broken", what: "ever" };
    const { queries, values } = settings({ user: [broken, entry("a")] });
    await queries.save("user", query("b"));
    assert.deepEqual(values["user"], [broken, entry("a"), entry("b")]);
    const a = queries.list().find(({ parsed }) => parsed.kind === "query" && parsed.query.name === "a");
    await queries.save("user", query("z", 109), a?.key);
    assert.deepEqual(values["user"], [broken, entry("z", 109), entry("b")]);
  });

  it("is full at the limit", async () => {
    const { queries } = settings({ user: Array.from({ length: 199 }, (_, place) => entry(`${place}`)) });
    assert.deepEqual([queries.isFull("user"), queries.isFull("workspace")], [false, false]);
    await queries.save("user", query("the last"));
    assert.deepEqual(
      [queries.isFull("user"), queries.countHidden("user"), queries.list().length],
      [true, 0, 200],
    );
    await queries.save("user", query("one too many"));
    assert.deepEqual([queries.countHidden("user"), queries.list().length], [1, 200]);
  });

  it("removes queries, also invalid ones", async () => {
    const broken = { name: "broken" };
    const { queries, values } = settings({ user: [entry("a"), broken], workspace: [entry("a")] });
    const [a, other] = queries.list();
    await queries.remove(other?.key ?? "");
    assert.deepEqual(values, { user: [entry("a")], workspace: [entry("a")] });
    await queries.remove(a?.key ?? "");
    await queries.remove("user 0 unknown");
    assert.deepEqual(values, { user: [], workspace: [entry("a")] });
  });
});
