import assert from "node:assert/strict";
import fc from "fast-check";
import {
  allProjectsScope,
  type CrossTrackerResolution,
  type CrossTrackerScope,
  createCombinedTracker,
  resolveCrossTrackerConditions,
  resolveTql,
  rowMatchesFilter,
} from "../../../../src/model/query/combinedTracker.ts";
import { toDisplayCondition } from "../../../../src/model/query/conditions.ts";
import { getSearchableFields } from "../../../../src/model/query/criteria.ts";
import { formatCrossTrackerQuery } from "../../../../src/model/query/crossTracker.ts";
import { toSavedValue } from "../../../../src/model/query/resolveQuery.ts";
import type { SavedCondition, SavedValue } from "../../../../src/model/query/savedQuery.ts";
import { parseTql } from "../../../simulator/search/parseTql.ts";
import { measureComplexity } from "../../../simulator/search/tqlQuery.ts";

const context = { today: "2026-03-02", utcOffset: 60 };
/** The default of servers. */
const maxComplexity = 30;

function condition(field: string, operator: string, ...values: readonly SavedValue[]): SavedCondition {
  return { field, operator, values };
}

function resolve(where: readonly SavedCondition[], openOnly?: boolean): CrossTrackerResolution {
  const resolved = resolveCrossTrackerConditions({ where, openOnly }, allProjectsScope, context);
  assert.ok(resolved.kind === "crossTracker", JSON.stringify(resolved));
  return resolved;
}

function toTexts({ queries }: CrossTrackerResolution): readonly string[] {
  return queries.map(({ query }) => formatCrossTrackerQuery(query).replace(/^.* WHERE /, ""));
}

function getProblems(...where: readonly SavedCondition[]): unknown {
  const resolved = resolveCrossTrackerConditions({ where, openOnly: undefined }, allProjectsScope, context);
  return resolved.kind === "problems" ? resolved.problems : undefined;
}

describe("conditions on several trackers", () => {
  it("become TQL", () => {
    assert.deepEqual(toTexts(resolve([])), ["@id >= 1 ORDER BY @id DESC"]);
    assert.deepEqual(toTexts(resolve([condition("title", "contains", 'big "tide"')], true)), [
      '@title = "big" AND @title = "\\"tide\\"" AND @status = OPEN() ORDER BY @id DESC',
    ]);
    const users = [
      condition("assignee", "is", "${me}"),
      condition("submitter", "is", "ada", { id: "bob", label: "Bob B." }),
    ];
    assert.deepEqual(toTexts(resolve(users)), [
      '@assigned_to = MYSELF() AND @submitted_by IN("ada", "bob") ORDER BY @id DESC',
    ]);
  });

  it("select open or closed artifacts, whatever the view shows", () => {
    const closed = resolve([condition("status", "is", "closed")], true);
    assert.deepEqual([toTexts(closed), closed.isOpen], [["@status != OPEN() ORDER BY @id DESC"], false]);
    const both = resolve([condition("status", "is", "open", "closed")], true);
    assert.deepEqual([toTexts(both), both.isOpen], [["@id >= 1 ORDER BY @id DESC"], undefined]);
  });

  it("are split if they have more than ten alternatives", () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.string({ minLength: 1 }), { minLength: 1, maxLength: 40 }),
        fc.uniqueArray(fc.string({ minLength: 1 }), { minLength: 1, maxLength: 40 }),
        fc.string({ minLength: 1 }).filter((text) => text.trim() !== ""),
        (assignees, submitters, title) => {
          const where = [
            condition("title", "contains", Array.from({ length: 9 }, () => title).join(" ")),
            condition("assignee", "is", ...assignees),
            condition("submitter", "is", ...submitters),
            condition("submitted", "between", "2026-01-01", "2026-02-01"),
            condition("modified", "=", "${today}"),
          ];
          const queries = resolve(where, true).queries.map(({ query }) =>
            parseTql(formatCrossTrackerQuery(query)),
          );
          const longest = Math.max(new Set(assignees).size, new Set(submitters).size);
          assert.ok(queries.length >= Math.ceil(longest / 10) || longest <= 10);
          for (const query of queries) assert.ok(measureComplexity(query.condition) <= maxComplexity);
        },
      ),
    );
    const names = Array.from({ length: 21 }, (_, index) => `user${index}`);
    const parts = toTexts(resolve([condition("assignee", "is", ...names)]));
    assert.deepEqual(
      parts.map((part) => part.match(/user/g)?.length),
      [10, 10, 1],
    );
    const two = [condition("assignee", "is", ...names.slice(0, 7)), condition("submitter", "is", ...names)];
    const pairs = toTexts(resolve(two)).map((part) => part.match(/user\d+/g) ?? []);
    assert.ok(pairs.every(({ length }) => length <= 10));
    // Every user of one list is together with every user of the other.
    assert.equal(pairs.length, 2 * 5);
    assert.equal(new Set(pairs.map((users) => users.join(" "))).size, 2 * 5);
  });

  it("ask for a range that contains the user's day in every time zone of the server, and filter exactly", () => {
    const { queries, filter } = resolve([condition("modified", "=", "2026-03-01")]);
    const start = new Date(2026, 2, 1).getTime();
    const end = new Date(2026, 2, 2).getTime();
    assert.deepEqual(filter.modified, { start, end });
    const [text = ""] = queries.map(({ query }) => formatCrossTrackerQuery(query));
    const [from = "", to = ""] = [...text.matchAll(/"(\d{4}-\d\d-\d\d \d\d:\d\d)"/g)].map(([, each]) => each);
    // The server is an hour ahead of UTC.
    assert.ok(Date.parse(`${from.replace(" ", "T")}+01:00`) <= start);
    assert.ok(Date.parse(`${to.replace(" ", "T")}+01:00`) >= end);
    const row = (modifiedOn: number): Parameters<typeof rowMatchesFilter>[0] => ({
      kind: "artifact",
      id: 1,
      title: "",
      status: undefined,
      isOpen: undefined,
      page: undefined,
      assignees: [],
      submittedBy: undefined,
      submittedOn: undefined,
      modifiedOn: new Date(modifiedOn).toISOString(),
    });
    const matches = [start - 1, start, end - 1, end].map((at) => rowMatchesFilter(row(at), filter));
    assert.deepEqual(matches, [false, true, true, false]);
    assert.deepEqual(resolve([condition("modified", "<", "2026-03-01")]).filter.modified, {
      start: undefined,
      end: start,
    });
    assert.deepEqual(resolve([condition("modified", ">", "2026-03-01")]).filter.modified, {
      start: end,
      end: undefined,
    });
    // No request has a year that servers can't read.
    assert.deepEqual(toTexts(resolve([condition("modified", ">", "9999-12-31")])), [
      "@id >= 1 ORDER BY @id DESC",
    ]);
  });

  it("report what can't be searched", () => {
    assert.deepEqual(
      getProblems(
        condition("severity", "is", "Major"),
        condition("title", "=", "x"),
        condition("status", "is", "New"),
        condition("assignee", "is", 102),
        condition("modified", "<", "soon"),
      ),
      [
        { kind: "fieldNotFound", field: "severity" },
        { kind: "unknownOperator", field: "title", operator: "=" },
        { kind: "valueNotFound", field: "status", value: "New" },
        { kind: "valueNotFound", field: "assignee", value: "102" },
        { kind: "invalidDate", field: "modified", value: "soon" },
      ],
    );
    assert.deepEqual(getProblems(condition("title", "contains", " ")), [
      { kind: "emptyText", field: "title", value: " " },
    ]);
  });

  it("are edited like those of a tracker, and saved in the same words in every language", () => {
    const tracker = createCombinedTracker({
      tracker: "Tout",
      getField: (name) => `${name} (fr)`,
      getStatus: (status) => (status === "open" ? "ouvert" : "fermé"),
    });
    const kinds = getSearchableFields(tracker).map(({ field, valueType }) => [field.name, valueType.kind]);
    assert.deepEqual(kinds, [
      ["title", "words"],
      ["status", "choices"],
      ["assignee", "people"],
      ["submitter", "people"],
      ["submitted", "day"],
      ["modified", "day"],
    ]);
    const status = tracker.fields.find(({ name }) => name === "status") ?? assert.fail();
    assert.equal(toSavedValue(status, "closed", "fermé"), "closed");
    assert.deepEqual(toDisplayCondition(tracker, condition("status", "is", "closed")), {
      field: "status (fr)",
      valueType: "choices",
      operator: "is",
      values: [{ kind: "text", text: "fermé" }],
    });
  });
});

describe("conditions on many users", () => {
  const users = Array.from({ length: 500 }, (_, index) => ({ id: `user${index}`, label: `User ${index}` }));
  const twentyParts: CrossTrackerScope = {
    ...allProjectsScope,
    parts: Array.from({ length: 20 }, () => ({ from: "@project.name = 'a'", trackers: [] })),
  };

  it("are split into a limited number of queries", () => {
    assert.equal(resolve([condition("assignee", "is", ...users)]).queries.length, 50);
    const where = [condition("assignee", "is", ...users.slice(0, 50))];
    const resolved = resolveCrossTrackerConditions({ where, openOnly: undefined }, twentyParts, context);
    assert.ok(resolved.kind === "crossTracker");
    assert.equal(resolved.queries.length, 100);
  });

  it("are a problem of the longest list beyond that", () => {
    const tooMany = [{ kind: "tooManyUsers", field: "submitter" }];
    const where = [
      condition("assignee", "is", ...users.slice(0, 60)),
      condition("submitter", "is", ...users.slice(0, 70)),
    ];
    assert.deepEqual(getProblems(...where), tooMany);
    const oneList = [condition("submitter", "is", ...users.slice(0, 51))];
    const resolved = resolveCrossTrackerConditions(
      { where: oneList, openOnly: undefined },
      twentyParts,
      context,
    );
    assert.deepEqual(resolved, { kind: "problems", problems: tooMany });
  });
});

describe("a written query over several trackers", () => {
  it("is sent with the columns of rows, and keeps its order", () => {
    const from = "FROM @project = MY_PROJECTS()\nWHERE @id > 1";
    const query = resolveTql(`\n  SELECT @id, severity ${from}`).queries[0]?.query;
    assert.ok(typeof query === "string");
    assert.match(query, /^SELECT @pretty_title, .* FROM @project = MY_PROJECTS\(\)\nWHERE @id > 1$/);
    assert.equal(resolveTql(from).queries[0]?.query, query);
    assert.equal(resolveTql(from).isOrdered, false);
    assert.equal(resolveTql(`${from} ORDER BY @title ASC`).isOrdered, true);
    // The server reports what is wrong.
    assert.equal(resolveTql("SELECT WHERE").queries[0]?.query, "SELECT WHERE");
  });
});
