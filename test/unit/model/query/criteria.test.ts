import assert from "node:assert/strict";
import { parseTracker } from "../../../../src/api/format/parseTracker.ts";
import type { ArtifactRow } from "../../../../src/model/artifact.ts";
import { isCalendarDate } from "../../../../src/model/localTime.ts";
import {
  verifyRowsMatchCriteria,
  type Criterion,
  findCriterionProblem,
} from "../../../../src/model/query/criteria.ts";

function field(field_id: number, name: string, type: string, values?: unknown): object {
  return {
    field_id,
    name,
    label: name,
    type,
    values: values ?? null,
    bindings: { type: values === undefined ? null : "static" },
  };
}

const tracker =
  parseTracker({
    id: 1,
    uri: "trackers/1",
    label: "Bugs",
    fields: [
      field(1, "title", "string"),
      field(2, "status", "sb", [
        { id: 10, label: "Open" },
        { id: 11, label: "Closed" },
      ]),
      field(3, "due", "date"),
      field(4, "effort", "float"),
      field(5, "number", "aid"),
      field(6, "author", "subby", [{ id: 101, label: "ada" }]),
      field(7, "owner", "msb", [
        { id: 101, label: "ada" },
        { id: 102, label: "bob" },
      ]),
      field(8, "sum", "computed"),
      field(9, "box", "fieldset"),
    ],
    structure: [],
    semantics: {
      title: { field_id: 1 },
      status: { field_id: 2, value_ids: ["10"] },
      contributor: { field_id: 7 },
    },
  }) ?? assert.fail();

const row: ArtifactRow = {
  kind: "artifact",
  id: 12,
  title: "Map zoom flickers",
  status: "Open",
  isOpen: true,
  page: undefined,
  assignees: [{ id: 101, label: "Ada" }],
  submittedBy: { id: 101, label: "Ada" },
  submittedOn: "2026-03-01T10:00:00+01:00",
  modifiedOn: "2026-03-01T10:00:00+01:00",
};

describe("findCriterionProblem", () => {
  const invalid: readonly (readonly [Criterion, string])[] = [
    [{ kind: "contains", field: "gone", text: "x" }, "unknownField"],
    [{ kind: "contains", field: "sum", text: "3" }, "notSearchable"],
    [{ kind: "anyOf", field: "box", ids: [1] }, "notSearchable"],
    [{ kind: "contains", field: "status", text: "Open" }, "invalidOperator"],
    [{ kind: "anyOf", field: "title", ids: [1] }, "invalidOperator"],
    [{ kind: "contains", field: "title", text: "  " }, "invalidValue"],
    [{ kind: "contains", field: "effort", text: "many" }, "invalidValue"],
    [{ kind: "anyOf", field: "status", ids: [] }, "invalidValue"],
    [{ kind: "anyOf", field: "status", ids: [100] }, "onlyNone"],
    [{ kind: "date", field: "due", operator: "=", dates: ["tomorrow"] }, "invalidValue"],
    [{ kind: "date", field: "due", operator: "=", dates: ["2026-02-30"] }, "invalidValue"],
    [{ kind: "date", field: "due", operator: "between", dates: ["2026-02-01"] }, "invalidValue"],
  ];
  for (const [criterion, problem] of invalid) {
    it(`rejects ${JSON.stringify(criterion)} as ${problem}`, () => {
      assert.equal(findCriterionProblem(tracker, criterion), problem);
    });
  }

  it("accepts criteria that servers support", () => {
    const valid: readonly Criterion[] = [
      { kind: "contains", field: "title", text: "zoom map" },
      { kind: "contains", field: "effort", text: ">= 3.5" },
      { kind: "contains", field: "effort", text: "2-7" },
      { kind: "anyOf", field: "status", ids: [10, 100] },
      { kind: "date", field: "due", operator: "between", dates: ["2026-02-01", "2026-02-28"] },
    ];
    assert.deepEqual(
      valid.map((criterion) => findCriterionProblem(tracker, criterion)),
      valid.map(() => undefined),
    );
    assert.deepEqual(["2024-02-29", "2023-02-29", "2026-1-1", "2026-12-31"].map(isCalendarDate), [
      true,
      false,
      false,
      true,
    ]);
  });
});

describe("verifyRows", () => {
  const cases: readonly (readonly [readonly Criterion[], string])[] = [
    [[{ kind: "contains", field: "title", text: "ZOOM map" }], "checked"],
    [[{ kind: "contains", field: "title", text: "tide" }], "contradicted"],
    [[{ kind: "anyOf", field: "status", ids: ["10", 11] }], "checked"],
    [[{ kind: "anyOf", field: "status", ids: [11] }], "contradicted"],
    [[{ kind: "anyOf", field: "status", ids: [99] }], "unchecked"],
    [[{ kind: "anyOf", field: "author", ids: [101] }], "checked"],
    [[{ kind: "anyOf", field: "owner", ids: [102] }], "contradicted"],
    [[{ kind: "contains", field: "number", text: "12" }], "checked"],
    [[{ kind: "contains", field: "number", text: "13" }], "contradicted"],
    [[{ kind: "contains", field: "effort", text: "3" }], "unchecked"],
    [[{ kind: "date", field: "due", operator: "=", dates: ["2026-02-01"] }], "unchecked"],
    [
      [
        { kind: "anyOf", field: "status", ids: [10] },
        { kind: "contains", field: "effort", text: "3" },
      ],
      "unchecked",
    ],
    [
      [
        { kind: "anyOf", field: "status", ids: [11] },
        { kind: "contains", field: "effort", text: "3" },
      ],
      "contradicted",
    ],
  ];
  for (const [criteria, expected] of cases) {
    it(`returns ${expected} for ${JSON.stringify(criteria)}`, () => {
      assert.equal(verifyRowsMatchCriteria(tracker, criteria, [row]), expected);
    });
  }

  it("trusts matches of letters that a database treats as equal", () => {
    const found = (title: string, text: string): string =>
      verifyRowsMatchCriteria(tracker, [{ kind: "contains", field: "title", text }], [{ ...row, title }]);
    assert.deepEqual(
      [found("Café fermé", "CAFE ferme"), found("Straße", "strasse"), found("Strasse", "tide")],
      ["checked", "unchecked", "contradicted"],
    );
  });

  it("trusts an empty result", () => {
    assert.equal(
      verifyRowsMatchCriteria(tracker, [{ kind: "contains", field: "effort", text: "3" }], []),
      "checked",
    );
  });
});
