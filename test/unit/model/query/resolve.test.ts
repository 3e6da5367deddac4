import assert from "node:assert/strict";
import fc from "fast-check";
import { type Criterion, criterionProblem, searchableFields } from "../../../../src/model/query/query.ts";
import {
  dayMeant,
  isPlaceholder,
  type QueryProblem,
  type Resolved,
  resolveQuery,
  savedChoice,
  todayAnd,
} from "../../../../src/model/query/resolve.ts";
import type { SavedCondition, SavedValue } from "../../../../src/model/query/savedQuery.ts";
import type { Tracker } from "../../../../src/model/tracker.ts";
import { tracker, trackerWithNoneOpen, trackerWithNothingOpen, trackerWithoutStatus } from "./someTracker.ts";

const now = { me: { id: 102 }, today: "2026-03-01" };

function resolve(
  where: readonly SavedCondition[],
  { openOnly, of = tracker, at = now }: { openOnly?: boolean; of?: Tracker; at?: Partial<typeof now> } = {},
): Resolved {
  const circumstances = { me: at.me, today: at.today ?? now.today };
  return resolveQuery(of, { where, openOnly, text: undefined, report: undefined }, circumstances);
}

function asked(field: string, operator: string, ...values: readonly SavedValue[]): SavedCondition {
  return { field, operator, values };
}

describe("a saved query, resolved", () => {
  const criteria: readonly (readonly [SavedCondition, Criterion])[] = [
    [asked("title", "contains", "map zoom"), { kind: "contains", field: "title", text: "map zoom" }],
    [asked("status", "is", "New", "under WAY"), { kind: "anyOf", field: "status", ids: [10, 11] }],
    [asked("status", "is", 10, "11", "New"), { kind: "anyOf", field: "status", ids: [10, 11] }],
    // Two values of one label: whoever means one of them can't know which.
    [asked("status", "is", "Closed"), { kind: "anyOf", field: "status", ids: [12, 13] }],
    [asked("status", "is", { id: 13, label: "Closed" }), { kind: "anyOf", field: "status", ids: [13] }],
    // Made anew under the same name.
    [asked("status", "is", { id: 99, label: "New" }), { kind: "anyOf", field: "status", ids: [10] }],
    [asked("status", "is", "${me}"), { kind: "anyOf", field: "status", ids: [14] }],
    [asked("status", "is", "New", 100), { kind: "anyOf", field: "status", ids: [10, 100] }],
    [asked("owner", "is", "${me}", "ada"), { kind: "anyOf", field: "owner", ids: [102, 101] }],
    [asked("told_nothing", "is", "${me}"), { kind: "anyOf", field: "told_nothing", ids: [102] }],
    [asked("author", "is", { id: 7, label: "Gone" }), { kind: "anyOf", field: "author", ids: [7] }],
    [asked("tags", "is", "slow", "o12"), { kind: "anyOf", field: "tags", ids: [20, "o12"] }],
    [asked("effort", ">=", 3.5), { kind: "contains", field: "effort", text: ">=3.5" }],
    [asked("effort", "=", "-2"), { kind: "contains", field: "effort", text: "-2" }],
    [asked("effort", "between", 2, "7"), { kind: "contains", field: "effort", text: "2-7" }],
    [asked("links", "=", 12), { kind: "contains", field: "links", text: "12" }],
    [asked("due", ">", "${today-1}"), { kind: "date", field: "due", operator: ">", days: ["2026-02-28"] }],
    [
      asked("due", "between", "2026-01-01", "${today}"),
      { kind: "date", field: "due", operator: "between", days: ["2026-01-01", "2026-03-01"] },
    ],
  ];
  for (const [condition, criterion] of criteria) {
    it(`asks ${JSON.stringify(condition)} as ${JSON.stringify(criterion)}`, () => {
      assert.deepEqual(resolve([condition]), { kind: "criteria", criteria: [criterion], open: "notWanted" });
    });
  }

  const problems: readonly (readonly [SavedCondition, QueryProblem])[] = [
    [asked("gone", "is", "x"), { kind: "fieldGone", field: "gone" }],
    [asked("__proto__", "is", "x"), { kind: "fieldGone", field: "__proto__" }],
    [asked("sum", "=", 3), { kind: "notSearchable", field: "sum" }],
    [asked("teams", "is", "Members"), { kind: "notSearchable", field: "teams" }],
    [asked("12", "contains", "x"), { kind: "notSearchable", field: "12" }],
    [asked("status", "=", "New"), { kind: "operatorUnknown", field: "status", operator: "=" }],
    [asked("due", "<=", "2026-01-01"), { kind: "operatorUnknown", field: "due", operator: "<=" }],
    [asked("status", "is", "New", "Removed"), { kind: "valueGone", field: "status", value: "Removed" }],
    [asked("status", "is", 77), { kind: "valueGone", field: "status", value: "77" }],
    [asked("author", "is", "ada"), { kind: "valueGone", field: "author", value: "ada" }],
    [asked("status", "is"), { kind: "wrongCount", field: "status", wanted: undefined }],
    [asked("status", "is", 100), { kind: "noneAlone", field: "status" }],
    [asked("due", "=", "tomorrow"), { kind: "badDay", field: "due", value: "tomorrow" }],
    [asked("due", "=", "2026-02-30"), { kind: "badDay", field: "due", value: "2026-02-30" }],
    [asked("due", "between", "2026-02-01"), { kind: "wrongCount", field: "due", wanted: 2 }],
    [asked("effort", ">", "many"), { kind: "badNumber", field: "effort", value: "many" }],
    [asked("effort", "between", -1, 2), { kind: "badNumber", field: "effort", value: "-1" }],
    [asked("effort", "=", 1e21), { kind: "badNumber", field: "effort", value: "1e+21" }],
    [asked("title", "contains", "a", "b"), { kind: "wrongCount", field: "title", wanted: 1 }],
  ];
  for (const [condition, problem] of problems) {
    it(`says that ${JSON.stringify(condition)} is ${JSON.stringify(problem)}`, () => {
      assert.deepEqual(resolve([condition]), { kind: "problems", problems: [problem] });
    });
  }

  it("says when nobody is known to be me, and which fields are asked about twice", () => {
    const mine = asked("owner", "is", "${me}");
    assert.deepEqual(resolve([mine], { at: {} }), {
      kind: "problems",
      problems: [{ kind: "nobodyIsMe", field: "owner" }],
    });
    assert.deepEqual(resolve([asked("effort", ">", 1), mine, asked("effort", "<", 5)]), {
      kind: "problems",
      problems: [{ kind: "fieldRepeated", field: "effort" }],
    });
  });

  it("narrows to what is open, in one criterion with what is asked of the status", () => {
    const words = asked("title", "contains", "map");
    const wordsAsked = { kind: "contains", field: "title", text: "map" };
    assert.deepEqual(resolve([words], { openOnly: true }), {
      kind: "criteria",
      criteria: [wordsAsked, { kind: "anyOf", field: "status", ids: [10, 11] }],
      open: "wanted",
    });
    assert.deepEqual(resolve([asked("status", "is", "New", "Closed")], { openOnly: true }), {
      kind: "criteria",
      criteria: [{ kind: "anyOf", field: "status", ids: [10] }],
      open: "wanted",
    });
    assert.deepEqual(resolve([asked("status", "is", "Closed")], { openOnly: true }), { kind: "nothing" });
    assert.deepEqual(resolve([], { openOnly: true, of: trackerWithNothingOpen }), { kind: "nothing" });
    assert.deepEqual(resolve([words], { openOnly: true, of: trackerWithoutStatus }), {
      kind: "criteria",
      criteria: [wordsAsked],
      open: "untold",
    });
    assert.deepEqual(resolve([], { openOnly: true, of: trackerWithNoneOpen }), {
      kind: "problems",
      problems: [{ kind: "noneAlone", field: "status" }],
    });
  });

  it("leaves a text of the server's language and a report as they are", () => {
    const query = { where: [], openOnly: undefined, text: undefined, report: undefined };
    assert.deepEqual(resolveQuery(tracker, { ...query, text: "a = '${me}'" }, now), {
      kind: "text",
      text: "a = '${me}'",
    });
    assert.deepEqual(resolveQuery(tracker, { ...query, report: 4 }, now), { kind: "report", reportId: 4 });
  });

  it("asks for nothing that a server would pass over, and never breaks", () => {
    const anyField = fc.oneof(fc.constantFrom(...tracker.fields.map(({ name }) => name)), fc.string());
    const anyOperator = fc.constantFrom("contains", "is", "=", "<", "<=", ">", ">=", "between", "like");
    const anyValue: fc.Arbitrary<SavedValue> = fc.oneof(
      fc.string(),
      fc.constantFrom("${me}", "${today}", "${today+3}", "New", "Closed", "2026-01-31"),
      fc.double(),
      fc.integer({ min: 0, max: 200 }),
      fc.record({ id: fc.oneof(fc.nat(), fc.string()), label: fc.string() }),
    );
    const anyCondition = fc.record({
      field: anyField,
      operator: anyOperator,
      values: fc.array(anyValue, { maxLength: 3 }),
    });
    const trackers = [tracker, trackerWithoutStatus, trackerWithNothingOpen, trackerWithNoneOpen];
    fc.assert(
      fc.property(
        fc.array(anyCondition, { maxLength: 4 }),
        fc.boolean(),
        fc.constantFrom(...trackers),
        (where, openOnly, of) => {
          const resolved = resolve(where, { openOnly, of });
          if (resolved.kind !== "criteria") return;
          const names = resolved.criteria.map(({ field }) => field);
          assert.equal(new Set(names).size, names.length);
          for (const criterion of resolved.criteria) {
            assert.equal(criterionProblem(of, criterion), undefined);
          }
        },
      ),
      { numRuns: 500 },
    );
  });

  it("means by what is kept of a choice the one that was chosen", () => {
    for (const { field, wanted } of searchableFields(tracker)) {
      if (wanted.kind !== "choices") continue;
      for (const { id, label } of wanted.choices) {
        const resolved = resolve([asked(field.name, "is", savedChoice(field, id, label))]);
        const criteria = [{ kind: "anyOf", field: field.name, ids: [id] }];
        assert.deepEqual(resolved, { kind: "criteria", criteria, open: "notWanted" });
      }
    }
  });
});

describe("days counted from today", () => {
  it("are where a calendar has them", () => {
    const anyDay = fc
      .date({ min: new Date("1980-01-01"), max: new Date("2090-01-01"), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 10));
    fc.assert(
      fc.property(anyDay, fc.integer({ min: -3000, max: 3000 }), (today, days) => {
        const counted = todayAnd(days);
        assert.ok(isPlaceholder(counted));
        const there = dayMeant(counted, today) ?? assert.fail();
        assert.equal(dayMeant(todayAnd(-days), there), today);
        assert.equal(Math.sign(there.localeCompare(today)), Math.sign(days));
      }),
    );
  });

  it("are none where something else stands", () => {
    const texts = [
      "today",
      "${today",
      "${today-}",
      "${today-123456}",
      "${me}",
      "${today*2}",
      "",
      "2026-13-01",
    ];
    assert.deepEqual(
      texts.map((text) => dayMeant(text, "2026-03-01")),
      texts.map(() => undefined),
    );
    assert.equal(dayMeant("${today}", "now"), undefined);
    assert.equal(dayMeant("${today - 2}", "2024-03-01"), "2024-02-28");
  });
});
