import assert from "node:assert/strict";
import fc from "fast-check";
import {
  type Criterion,
  findCriterionProblem,
  getSearchableFields,
} from "../../../../src/model/query/criteria.ts";
import {
  resolveDate,
  isPlaceholder,
  type QueryProblem,
  type QueryResolutionResult,
  resolveQuery,
  toSavedValue,
  toDatePlaceholder,
} from "../../../../src/model/query/resolveQuery.ts";
import type { SavedCondition, SavedValue } from "../../../../src/model/query/savedQuery.ts";
import type { Tracker } from "../../../../src/model/tracker.ts";
import {
  tracker,
  trackerWithNoneValueOpen,
  trackerWithEmptyOpenValues,
  trackerWithoutStatus,
} from "./testTracker.ts";

const now = { currentUser: { id: 102 }, today: "2026-03-01" };

function resolve(
  where: readonly SavedCondition[],
  { openOnly, of = tracker, at = now }: { openOnly?: boolean; of?: Tracker; at?: Partial<typeof now> } = {},
): QueryResolutionResult {
  const context = { currentUser: at.currentUser, today: at.today ?? now.today };
  return resolveQuery(of, { where, openOnly, text: undefined, report: undefined }, context);
}

function createCondition(field: string, operator: string, ...values: readonly SavedValue[]): SavedCondition {
  return { field, operator, values };
}

describe("resolveQuery", () => {
  const criteria: readonly (readonly [SavedCondition, Criterion])[] = [
    [
      createCondition("title", "contains", "map zoom"),
      { kind: "contains", field: "title", text: "map zoom" },
    ],
    [createCondition("status", "is", "New", "under WAY"), { kind: "anyOf", field: "status", ids: [10, 11] }],
    [createCondition("status", "is", 10, "11", "New"), { kind: "anyOf", field: "status", ids: [10, 11] }],
    // Two values share the label, so both match.
    [createCondition("status", "is", "Closed"), { kind: "anyOf", field: "status", ids: [12, 13] }],
    [
      createCondition("status", "is", { id: 13, label: "Closed" }),
      { kind: "anyOf", field: "status", ids: [13] },
    ],
    // Re-created with the same label.
    [
      createCondition("status", "is", { id: 99, label: "New" }),
      { kind: "anyOf", field: "status", ids: [10] },
    ],
    [createCondition("status", "is", "${me}"), { kind: "anyOf", field: "status", ids: [14] }],
    [createCondition("status", "is", "New", 100), { kind: "anyOf", field: "status", ids: [10, 100] }],
    [createCondition("owner", "is", "${me}", "ada"), { kind: "anyOf", field: "owner", ids: [102, 101] }],
    [createCondition("told_nothing", "is", "${me}"), { kind: "anyOf", field: "told_nothing", ids: [102] }],
    [createCondition("author", "is", { id: 7, label: "Gone" }), { kind: "anyOf", field: "author", ids: [7] }],
    [createCondition("tags", "is", "slow", "o12"), { kind: "anyOf", field: "tags", ids: [20, "o12"] }],
    [createCondition("effort", ">=", 3.5), { kind: "contains", field: "effort", text: ">=3.5" }],
    [createCondition("effort", "=", "-2"), { kind: "contains", field: "effort", text: "-2" }],
    [createCondition("effort", "between", 2, "7"), { kind: "contains", field: "effort", text: "2-7" }],
    [createCondition("links", "=", 12), { kind: "contains", field: "links", text: "12" }],
    [
      createCondition("due", ">", "${today-1}"),
      { kind: "date", field: "due", operator: ">", dates: ["2026-02-28"] },
    ],
    [
      createCondition("due", "between", "2026-01-01", "${today}"),
      { kind: "date", field: "due", operator: "between", dates: ["2026-01-01", "2026-03-01"] },
    ],
  ];
  for (const [condition, criterion] of criteria) {
    it(`resolves ${JSON.stringify(condition)} as ${JSON.stringify(criterion)}`, () => {
      assert.deepEqual(resolve([condition]), {
        kind: "criteria",
        criteria: [criterion],
        openOnly: "notRequested",
      });
    });
  }

  const problems: readonly (readonly [SavedCondition, QueryProblem])[] = [
    [createCondition("gone", "is", "x"), { kind: "fieldNotFound", field: "gone" }],
    [createCondition("__proto__", "is", "x"), { kind: "fieldNotFound", field: "__proto__" }],
    [createCondition("sum", "=", 3), { kind: "notSearchable", field: "sum" }],
    [createCondition("teams", "is", "Members"), { kind: "notSearchable", field: "teams" }],
    [createCondition("12", "contains", "x"), { kind: "notSearchable", field: "12" }],
    [createCondition("status", "=", "New"), { kind: "unknownOperator", field: "status", operator: "=" }],
    [createCondition("due", "<=", "2026-01-01"), { kind: "unknownOperator", field: "due", operator: "<=" }],
    [
      createCondition("status", "is", "New", "Removed"),
      { kind: "valueNotFound", field: "status", value: "Removed" },
    ],
    [createCondition("status", "is", 77), { kind: "valueNotFound", field: "status", value: "77" }],
    [createCondition("author", "is", "ada"), { kind: "valueNotFound", field: "author", value: "ada" }],
    [createCondition("status", "is"), { kind: "wrongValueCount", field: "status", expectedCount: undefined }],
    [createCondition("status", "is", 100), { kind: "onlyNone", field: "status" }],
    [createCondition("due", "=", "tomorrow"), { kind: "invalidDate", field: "due", value: "tomorrow" }],
    [createCondition("due", "=", "2026-02-30"), { kind: "invalidDate", field: "due", value: "2026-02-30" }],
    [
      createCondition("due", "between", "2026-02-01"),
      { kind: "wrongValueCount", field: "due", expectedCount: 2 },
    ],
    [createCondition("effort", ">", "many"), { kind: "invalidNumber", field: "effort", value: "many" }],
    [createCondition("effort", "between", -1, 2), { kind: "invalidNumber", field: "effort", value: "-1" }],
    [createCondition("effort", "=", 1e21), { kind: "invalidNumber", field: "effort", value: "1e+21" }],
    [
      createCondition("title", "contains", "a", "b"),
      { kind: "wrongValueCount", field: "title", expectedCount: 1 },
    ],
  ];
  for (const [condition, problem] of problems) {
    it(`reports ${JSON.stringify(condition)} as ${JSON.stringify(problem)}`, () => {
      assert.deepEqual(resolve([condition]), { kind: "problems", problems: [problem] });
    });
  }

  it("reports an unknown current user and duplicate fields", () => {
    const mine = createCondition("owner", "is", "${me}");
    assert.deepEqual(resolve([mine], { at: {} }), {
      kind: "problems",
      problems: [{ kind: "currentUserUnknown", field: "owner" }],
    });
    assert.deepEqual(resolve([createCondition("effort", ">", 1), mine, createCondition("effort", "<", 5)]), {
      kind: "problems",
      problems: [{ kind: "duplicateField", field: "effort" }],
    });
  });

  it("adds open status values, intersected with a condition on the status", () => {
    const words = createCondition("title", "contains", "map");
    const wordsCriterion = { kind: "contains", field: "title", text: "map" };
    assert.deepEqual(resolve([words], { openOnly: true }), {
      kind: "criteria",
      criteria: [wordsCriterion, { kind: "anyOf", field: "status", ids: [10, 11] }],
      openOnly: "applied",
    });
    assert.deepEqual(resolve([createCondition("status", "is", "New", "Closed")], { openOnly: true }), {
      kind: "criteria",
      criteria: [{ kind: "anyOf", field: "status", ids: [10] }],
      openOnly: "applied",
    });
    assert.deepEqual(resolve([createCondition("status", "is", "Closed")], { openOnly: true }), {
      kind: "noMatches",
    });
    assert.deepEqual(resolve([], { openOnly: true, of: trackerWithEmptyOpenValues }), { kind: "noMatches" });
    assert.deepEqual(resolve([words], { openOnly: true, of: trackerWithoutStatus }), {
      kind: "criteria",
      criteria: [wordsCriterion],
      openOnly: "notReported",
    });
    assert.deepEqual(resolve([], { openOnly: true, of: trackerWithNoneValueOpen }), {
      kind: "problems",
      problems: [{ kind: "onlyNone", field: "status" }],
    });
  });

  it("leaves TQL and reports unchanged", () => {
    const query = { where: [], openOnly: undefined, text: undefined, report: undefined };
    assert.deepEqual(resolveQuery(tracker, { ...query, text: "a = '${me}'" }, now), {
      kind: "text",
      text: "a = '${me}'",
    });
    assert.deepEqual(resolveQuery(tracker, { ...query, report: 4 }, now), { kind: "report", reportId: 4 });
  });

  it("never throws and never returns a criterion that servers ignore", () => {
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
    const trackers = [tracker, trackerWithoutStatus, trackerWithEmptyOpenValues, trackerWithNoneValueOpen];
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
            assert.equal(findCriterionProblem(of, criterion), undefined);
          }
        },
      ),
      { numRuns: 500 },
    );
  });

  it("resolves a saved choice to the same choice", () => {
    for (const { field, valueType } of getSearchableFields(tracker)) {
      if (valueType.kind !== "choices") continue;
      for (const { id, label } of valueType.choices) {
        const resolved = resolve([createCondition(field.name, "is", toSavedValue(field, id, label))]);
        const criteria = [{ kind: "anyOf", field: field.name, ids: [id] }];
        assert.deepEqual(resolved, { kind: "criteria", criteria, openOnly: "notRequested" });
      }
    }
  });
});

describe("relative dates", () => {
  it("are resolved by calendar", () => {
    const anyDay = fc
      .date({ min: new Date("1980-01-01"), max: new Date("2090-01-01"), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 10));
    fc.assert(
      fc.property(anyDay, fc.integer({ min: -3000, max: 3000 }), (today, days) => {
        const placeholder = toDatePlaceholder(days);
        assert.ok(isPlaceholder(placeholder));
        const resolved = resolveDate(placeholder, today) ?? assert.fail();
        assert.equal(resolveDate(toDatePlaceholder(-days), resolved), today);
        assert.equal(Math.sign(resolved.localeCompare(today)), Math.sign(days));
      }),
    );
  });

  it("are undefined for other text", () => {
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
      texts.map((text) => resolveDate(text, "2026-03-01")),
      texts.map(() => undefined),
    );
    assert.equal(resolveDate("${today}", "now"), undefined);
    assert.equal(resolveDate("${today - 2}", "2024-03-01"), "2024-02-28");
  });
});
