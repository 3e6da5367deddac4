import assert from "node:assert/strict";
import { readTracker } from "../../../src/api/format/trackerStructure.ts";
import type { ArtifactRow } from "../../../src/model/artifact.ts";
import { isDay } from "../../../src/model/localTime.ts";
import { credibility, type Criterion, criterionProblem } from "../../../src/model/query/query.ts";

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
  readTracker({
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
  uri: "artifacts/12",
  title: "Map zoom flickers",
  status: "Open",
  isOpen: true,
  page: undefined,
  assignees: [{ id: 101, label: "Ada" }],
  submittedBy: { id: 101, label: "Ada" },
  submittedOn: "2026-03-01T10:00:00+01:00",
  modifiedOn: "2026-03-01T10:00:00+01:00",
  revision: undefined,
};

describe("a criterion that a server would pass over in silence", () => {
  const refused: readonly (readonly [Criterion, string])[] = [
    [{ kind: "contains", field: "gone", text: "x" }, "unknownField"],
    [{ kind: "contains", field: "sum", text: "3" }, "notSearchable"],
    [{ kind: "anyOf", field: "box", ids: [1] }, "notSearchable"],
    [{ kind: "contains", field: "status", text: "Open" }, "badOperator"],
    [{ kind: "anyOf", field: "title", ids: [1] }, "badOperator"],
    [{ kind: "contains", field: "title", text: "  " }, "badValue"],
    [{ kind: "contains", field: "effort", text: "many" }, "badValue"],
    [{ kind: "anyOf", field: "status", ids: [] }, "badValue"],
    [{ kind: "anyOf", field: "status", ids: [100] }, "noneAlone"],
    [{ kind: "date", field: "due", operator: "=", days: ["tomorrow"] }, "badValue"],
    [{ kind: "date", field: "due", operator: "=", days: ["2026-02-30"] }, "badValue"],
    [{ kind: "date", field: "due", operator: "between", days: ["2026-02-01"] }, "badValue"],
  ];
  for (const [criterion, problem] of refused) {
    it(`${JSON.stringify(criterion)} is refused: ${problem}`, () => {
      assert.equal(criterionProblem(tracker, criterion), problem);
    });
  }

  it("is told apart from those that are heeded", () => {
    const good: readonly Criterion[] = [
      { kind: "contains", field: "title", text: "zoom map" },
      { kind: "contains", field: "effort", text: ">= 3.5" },
      { kind: "contains", field: "effort", text: "2-7" },
      { kind: "anyOf", field: "status", ids: [10, 100] },
      { kind: "date", field: "due", operator: "between", days: ["2026-02-01", "2026-02-28"] },
    ];
    assert.deepEqual(
      good.map((criterion) => criterionProblem(tracker, criterion)),
      good.map(() => undefined),
    );
    assert.deepEqual(["2024-02-29", "2023-02-29", "2026-1-1", "2026-12-31"].map(isDay), [
      true,
      false,
      false,
      true,
    ]);
  });
});

describe("the answer to a query", () => {
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
    [[{ kind: "date", field: "due", operator: "=", days: ["2026-02-01"] }], "unchecked"],
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
    it(`is ${expected} for ${JSON.stringify(criteria)}`, () => {
      assert.equal(credibility(tracker, criteria, [row]), expected);
    });
  }

  it("is not doubted for letters that a database takes for the same", () => {
    const found = (title: string, text: string): string =>
      credibility(tracker, [{ kind: "contains", field: "title", text }], [{ ...row, title }]);
    assert.deepEqual(
      [found("Café fermé", "CAFE ferme"), found("Straße", "strasse"), found("Strasse", "tide")],
      ["checked", "unchecked", "contradicted"],
    );
  });

  it("is believed when it is empty", () => {
    assert.equal(credibility(tracker, [{ kind: "contains", field: "effort", text: "3" }], []), "checked");
  });
});
