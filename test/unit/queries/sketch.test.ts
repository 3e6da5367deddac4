import assert from "node:assert/strict";
import {
  newSketch,
  queryOf,
  sketchOf,
  withCondition,
  withoutCondition,
} from "../../../src/features/queries/sketch.ts";
import { parseSavedQuery, type SavedQuery, savedQueryOf } from "../../../src/model/query/savedQuery.ts";
import type { Site } from "../../../src/model/site.ts";
import { tracker, trackerWithoutStatus } from "../model/query/someTracker.ts";

const site: Site = {
  api: "https://a.example/api",
  web: "https://a.example",
  label: "A",
  format: "json",
  caFile: undefined,
};
const condition = { field: "title", operator: "contains", values: ["map"] };
const other = { field: "status", operator: "is", values: ["New"] };

function parsed(query: SavedQuery): unknown {
  return parseSavedQuery({ ...savedQueryOf(query), name: "Mine" }).kind;
}

describe("a query that is put together", () => {
  it("leaves closed ones out to begin with, where the server says which those are", () => {
    assert.deepEqual(queryOf(newSketch(site, tracker)), {
      name: "",
      site: "https://a.example",
      tracker: 1,
      where: [],
      openOnly: true,
      sort: undefined,
      group: undefined,
      text: undefined,
      report: undefined,
    });
    assert.equal(newSketch(site, trackerWithoutStatus).openOnly, undefined);
  });

  it("is the same query again that it was made from", () => {
    const base = queryOf(newSketch(site, tracker));
    const queries: readonly SavedQuery[] = [
      { ...base, where: [condition, other], sort: { by: "title", direction: "ascending" }, group: "status" },
      { ...base, openOnly: undefined, text: "status = 'New'" },
      { ...base, openOnly: undefined, report: 12 },
    ];
    for (const query of queries) assert.deepEqual(queryOf(sketchOf(query)), query);
  });

  it("keeps its conditions for who comes back from another way to ask, but saves none of them beside it", () => {
    const sketch = withCondition(newSketch(site, tracker), condition, undefined);
    const byText = { ...sketch, way: { kind: "text", text: "status = 'New'" } } as const;
    assert.deepEqual([queryOf(byText).where, queryOf(byText).openOnly], [[], undefined]);
    assert.equal(parsed(queryOf(byText)), "query");
    assert.deepEqual(queryOf({ ...byText, way: { kind: "conditions" } }).where, [condition]);
    const byReport = { ...sketch, way: { kind: "report", id: 3, label: "Open" } } as const;
    assert.equal(parsed(queryOf(byReport)), "query");
  });

  it("has conditions added, replaced and removed by their place", () => {
    const two = withCondition(
      withCondition(newSketch(site, tracker), condition, undefined),
      other,
      undefined,
    );
    const replaced = withCondition(two, { ...other, values: ["Closed"] }, 1);
    assert.deepEqual(replaced.where, [condition, { ...other, values: ["Closed"] }]);
    assert.deepEqual(withoutCondition(replaced, 0).where, [{ ...other, values: ["Closed"] }]);
  });
});
