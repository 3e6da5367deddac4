import assert from "node:assert/strict";
import {
  createQueryDraft,
  toSavedQuery,
  toQueryDraft,
  addOrReplaceCondition,
  withoutCondition,
} from "../../../src/features/queries/queryDraft.ts";
import { parseSavedQuery, type SavedQuery, toQuerySetting } from "../../../src/model/query/savedQuery.ts";
import type { Site } from "../../../src/model/site.ts";
import { tracker, trackerWithoutStatus } from "../model/query/testTracker.ts";

const site: Site = {
  api: "https://a.example/api",
  web: "https://a.example",
  label: "A",
  format: "json",
  caFile: undefined,
};
const condition = { field: "title", operator: "contains", values: ["map"] };
const otherCondition = { field: "status", operator: "is", values: ["New"] };

function parseKind(query: SavedQuery): unknown {
  return parseSavedQuery({ ...toQuerySetting(query), name: "Mine" }).kind;
}

describe("a query draft", () => {
  it("has only open artifacts by default if the server reports which are open", () => {
    assert.deepEqual(toSavedQuery(createQueryDraft(site, tracker)), {
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
    assert.equal(createQueryDraft(site, trackerWithoutStatus).openOnly, undefined);
  });

  it("converts back to the same saved query", () => {
    const base = toSavedQuery(createQueryDraft(site, tracker));
    const queries: readonly SavedQuery[] = [
      {
        ...base,
        where: [condition, otherCondition],
        sort: { by: "title", direction: "ascending" },
        group: "status",
      },
      { ...base, openOnly: undefined, text: "status = 'New'" },
      { ...base, openOnly: undefined, report: 12 },
    ];
    for (const query of queries) assert.deepEqual(toSavedQuery(toQueryDraft(query)), query);
  });

  it("keeps its conditions in other modes, but doesn't save them", () => {
    const draft = addOrReplaceCondition(createQueryDraft(site, tracker), condition, undefined);
    const textDraft = { ...draft, mode: { kind: "text", text: "status = 'New'" } } as const;
    assert.deepEqual([toSavedQuery(textDraft).where, toSavedQuery(textDraft).openOnly], [[], undefined]);
    assert.equal(parseKind(toSavedQuery(textDraft)), "query");
    assert.deepEqual(toSavedQuery({ ...textDraft, mode: { kind: "conditions" } }).where, [condition]);
    const reportDraft = { ...draft, mode: { kind: "report", id: 3, label: "Open" } } as const;
    assert.equal(parseKind(toSavedQuery(reportDraft)), "query");
  });

  it("adds, replaces and removes conditions by index", () => {
    const draft = addOrReplaceCondition(
      addOrReplaceCondition(createQueryDraft(site, tracker), condition, undefined),
      otherCondition,
      undefined,
    );
    const replaced = addOrReplaceCondition(draft, { ...otherCondition, values: ["Closed"] }, 1);
    assert.deepEqual(replaced.where, [condition, { ...otherCondition, values: ["Closed"] }]);
    assert.deepEqual(withoutCondition(replaced, 0).where, [{ ...otherCondition, values: ["Closed"] }]);
  });
});
