import assert from "node:assert/strict";
import { previewText } from "../../src/features/queries/askAct.ts";
import { dayRows } from "../../src/features/queries/askValues.ts";
import { CriterionRefused, NotFound } from "../../src/model/failure.ts";
import type { SavedValue } from "../../src/model/query/savedQuery.ts";
import type { Site } from "../../src/model/site.ts";
import type { Field, Tracker } from "../../src/model/tracker.ts";
import type { Count, Preview } from "../../src/store/queries/preview.ts";
import { conditionText } from "../../src/vscode/conditionText.ts";

function field(id: number, name: string, type: string, labels: readonly string[] = []): Field {
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
    choices: labels.map((label, at) => ({ id: at + 1, label, isHidden: false, color: undefined })),
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
    field(1, "status", "sb", ["New", "Assigned", "Fixed", "Closed", "Reopened", "Lost"]),
    field(2, "submitted_on", "subon"),
    field(3, "title", "string"),
    field(4, "effort", "float"),
    field(5, "links", "art_link"),
  ],
  brokenFields: [],
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

describe("a condition in words", () => {
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
    ["submitted_on", "<", ["${today-7}"], "Submitted on before today − 7 days"],
    ["submitted_on", "=", ["${today}"], "Submitted on is today"],
    ["submitted_on", ">", ["${today-1}"], "Submitted on after yesterday"],
    ["submitted_on", "between", ["2026-01-31", "${today+1}"], "Submitted on between 2026-01-31 and tomorrow"],
    ["title", "contains", ["tide\n  table"], "Title contains “tide table”"],
    ["effort", "<", [2.5], "Effort is less than 2.5"],
    ["effort", ">=", [3], "Effort is at least 3"],
    ["effort", "between", [1, 3], "Effort between 1 and 3"],
    ["links", "=", [12], "Links names #12"],
    ["gone", "is", ["x"], "gone is x"],
    ["status", "resembles", ["x"], "Status resembles x"],
  ];

  for (const [name, operator, values, expected] of rows) {
    it(`reads “${expected}”`, () => {
      assert.equal(conditionText(tracker, { field: name, operator, values }), expected);
    });
  }
});

describe("what a query would find, in words", () => {
  const counted = (count: Count, isOpenUntold = false): Preview => ({ kind: "counted", count, isOpenUntold });
  const request = { method: "GET", url: site.api };

  it("is a bound, and says where it can't be believed", () => {
    const previews: readonly Preview[] = [
      counted({ kind: "atMost", size: 0 }),
      counted({ kind: "atMost", size: 1 }),
      counted({ kind: "atMost", size: 10_000 }),
      counted({ kind: "atMost", size: 3 }, true),
      counted({ kind: "contradicted" }),
      counted({ kind: "untold" }),
      { kind: "failed", site, failure: new NotFound(request) },
      { kind: "failed", site, failure: new CriterionRefused(request, "status", "tooLong") },
    ];
    assert.deepEqual(
      previews.map((preview) => previewText(preview, site)),
      [
        "No artifacts",
        "At most 1 artifact",
        "At most 10,000 artifacts",
        "At most 3 artifacts, closed ones too: Demo does not say which are open.",
        "Demo does not heed these conditions: it lists artifacts that don't meet them.",
        "Demo does not say how many there are.",
        "Demo has nothing here that you may see: it was deleted, moved or is hidden from you.",
        "This is more than Demo can be asked at once: choose fewer or shorter values.",
      ],
    );
  });
});

describe("the date box of a query", () => {
  const typed: readonly (readonly [text: string, values: readonly (string | undefined)[]])[] = [
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
  for (const [text, values] of typed) {
    it(`takes ${text} as ${values.join(" or ") || "nothing"}`, () => {
      const step = { title: "", prompt: "", today: "2026-03-02", value: undefined, earliest: undefined };
      const rows = dayRows(text, step);
      // Rows of usual days stay below what was typed, where their names have it too.
      assert.deepEqual(
        rows.slice(0, values.length).map(({ value }) => value),
        values,
      );
      const isRefused = /Enter a date \(YYYY-MM-DD\), or a number/.test(rows[0]?.label ?? "");
      assert.equal(isRefused, values[0] === undefined);
    });
  }
});
