import assert from "node:assert/strict";
import { formatResultCountPreview } from "../../src/features/queries/pickBuilderAction.ts";
import { createDateRows } from "../../src/features/queries/promptConditionValues.ts";
import { InvalidCriterion, NotFound } from "../../src/model/failure.ts";
import type { SavedValue } from "../../src/model/query/savedQuery.ts";
import type { Site } from "../../src/model/site.ts";
import type { Field, Tracker } from "../../src/model/tracker.ts";
import type { RowCountResult, QueryCountResult } from "../../src/store/queries/queryCount.ts";
import { conditionText } from "../../src/vscode/conditionText.ts";

function createField(id: number, name: string, type: string, labels: readonly string[] = []): Field {
  return {
    kind: "field",
    id,
    name,
    label: name.charAt(0).toUpperCase() + name.slice(1).replaceAll("_", " "),
    description: undefined,
    type,
    isRequired: false,
    permissions: new Set(["read"]),
    binding: type === "sb" ? "users" : undefined,
    choices: labels.map((label, index) => ({ id: index + 1, label, isHidden: false, color: undefined })),
    withTime: false,
    maxLength: undefined,
    maxUploadBytes: undefined,
    linkTypes: [],
    isHidden: false,
    staticText: undefined,
    isRestrictedByDefault: false,
    defaultValue: undefined,
  };
}

const tracker: Tracker = {
  kind: "tracker",
  id: 1,
  uri: "trackers/1",
  label: "Bugs",
  color: undefined,
  artifactsUri: "trackers/1/artifacts",
  itemName: "bug",
  description: undefined,
  fields: [
    createField(1, "status", "sb", ["New", "Assigned", "Fixed", "Closed", "Reopened", "Lost"]),
    createField(2, "submitted_on", "subon"),
    createField(3, "title", "string"),
    createField(4, "effort", "float"),
    createField(5, "links", "art_link"),
  ],
  unreadableFieldIds: [],
  structure: [],
  semantics: {
    titleFieldId: 3,
    descriptionFieldId: undefined,
    assigneeFieldId: undefined,
    status: undefined,
  },
  workflow: undefined,
  isAdministrator: undefined,
};

const site: Site = {
  api: "https://a.example/api",
  web: "https://a.example",
  label: "Demo",
  format: "json",
  caFile: undefined,
};

describe("conditionText", () => {
  const rows: readonly (readonly [string, string, readonly SavedValue[], string])[] = [
    ["status", "is", ["New"], "Status is New"],
    ["status", "is", ["New", 2], "Status is New or Assigned"],
    ["status", "is", ["${me}", { id: 100, label: "None" }], "Status is me or no value"],
    [
      "status",
      "is",
      ["New", "Assigned", "Fixed", "Closed", "Reopened", "Lost"],
      "Status is New, Assigned, Fixed, Closed, or 2 others",
    ],
    ["submitted_on", "<", ["${today-7}"], "Submitted on is before today − 7 days"],
    ["submitted_on", "=", ["${today}"], "Submitted on is today"],
    ["submitted_on", ">", ["${today-1}"], "Submitted on is after yesterday"],
    [
      "submitted_on",
      "between",
      ["2026-01-31", "${today+1}"],
      "Submitted on is between 2026-01-31 and tomorrow",
    ],
    ["title", "contains", ["tide\n  table"], "Title contains “tide table”"],
    ["effort", "<", [2.5], "Effort is less than 2.5"],
    ["effort", ">=", [3], "Effort is at least 3"],
    ["effort", "between", [1, 3], "Effort is between 1 and 3"],
    ["links", "=", [12], "Links refers to #12"],
    ["gone", "is", ["x"], "gone is x"],
    ["status", "resembles", ["x"], "Status resembles x"],
  ];

  for (const [name, operator, values, expected] of rows) {
    it(`returns “${expected}”`, () => {
      assert.equal(conditionText(tracker, { field: name, operator, values }), expected);
    });
  }
});

describe("formatQueryPreview", () => {
  const createPreview = (count: RowCountResult, isOpenStateUnknown = false): QueryCountResult => ({
    kind: "counted",
    count,
    isOpenStateUnknown,
  });
  const request = { method: "GET", url: site.api };

  it("returns the maximum number of results, or why it is unknown", () => {
    const previews: readonly QueryCountResult[] = [
      createPreview({ kind: "atMost", size: 0 }),
      createPreview({ kind: "atMost", size: 1 }),
      createPreview({ kind: "atMost", size: 10_000 }),
      createPreview({ kind: "atMost", size: 3 }, true),
      createPreview({ kind: "contradicted" }),
      createPreview({ kind: "notReported" }),
      { kind: "failed", site, failure: new NotFound(request) },
      { kind: "failed", site, failure: new InvalidCriterion(request, "status", "tooLong") },
    ];
    assert.deepEqual(
      previews.map((preview) => formatResultCountPreview(preview, site)),
      [
        "No artifacts",
        "Up to 1 artifact",
        "Up to 10,000 artifacts",
        "Up to 3 artifacts, including closed ones because Demo doesn't report which are open",
        "Demo ignored these conditions and returned artifacts that don't match. Edit the conditions.",
        "Demo doesn't report the number of results.",
        "This item wasn't found on Demo. It was deleted or moved, or you don't have access to it.",
        "The query is too long for Demo. Use fewer or shorter values.",
      ],
    );
  });
});

describe("createDateRows", () => {
  const cases: readonly (readonly [text: string, values: readonly (string | undefined)[]])[] = [
    ["2026-01-31", ["2026-01-31"]],
    ["7", ["${today-7}", "${today+7}"]],
    ["-7", ["${today-7}"]],
    ["+7", ["${today+7}"]],
    ["today-7", ["${today-7}"]],
    ["Today + 7", ["${today+7}"]],
    ["${today-7}", ["${today-7}"]],
    ["today", ["${today}"]],
    ["0", ["${today}"]],
    ["-123456", [undefined]],
    ["2026-02-30", [undefined]],
    ["soon", [undefined]],
  ];
  for (const [text, values] of cases) {
    it(`parses ${text} as ${values.join(" or ") || "nothing"}`, () => {
      const options = { title: "", prompt: "", today: "2026-03-02", value: undefined, earliest: undefined };
      const rows = createDateRows(text, options);
      // Matching suggestions follow the typed date.
      assert.deepEqual(
        rows.slice(0, values.length).map(({ value }) => value),
        values,
      );
      const isRejected = /Enter a date \(YYYY-MM-DD\), or a number/.test(rows[0]?.label ?? "");
      assert.equal(isRejected, values[0] === undefined);
    });
  }
});
