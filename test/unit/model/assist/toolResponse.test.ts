import assert from "node:assert/strict";
import type { Artifact, ArtifactRow } from "../../../../src/model/artifact.ts";
import {
  toArtifactJson,
  formatJsonMemberPerLine,
  toArtifactRowJson,
  toTrackerJson,
} from "../../../../src/model/assist/toolResponse.ts";
import { toolSearchToConditions } from "../../../../src/model/assist/changeProposal.ts";
import { createForm } from "../../../../src/model/form/createForm.ts";
import type { HistoryEntry } from "../../../../src/model/history.ts";
import { isoToLocalOffset } from "../../../../src/model/localTime.ts";
import {
  createChoice,
  createEntry,
  createWorkflow,
  createTracker,
} from "../../../support/fixtures/formBuilders.ts";

const row: ArtifactRow = {
  kind: "artifact",
  id: 12,
  title: "Leak",
  status: "New",
  isOpen: true,
  page: undefined,
  assignees: [{ id: 102, label: "Tom" }],
  submittedBy: { id: 101, label: "Mara" },
  submittedOn: "2026-03-01T10:00:00+01:00",
  modifiedOn: "2026-03-02T10:00:00+01:00",
};

const states = [
  createChoice(11, { label: "New" }),
  createChoice(12, { label: "Done" }),
  createChoice(13, { label: "Old", isHidden: true }),
];
const tracker = createTracker(
  [
    {
      id: 1,
      type: "sb",
      name: "status",
      label: "Status",
      binding: "static",
      choices: states,
      isRequired: true,
    },
    { id: 2, type: "text", name: "details", label: "Details" },
    {
      id: 3,
      type: "art_link",
      name: "links",
      label: "Links",
      linkTypes: [{ name: "_is_child", forwardLabel: "", reverseLabel: "" }],
    },
    { id: 4, type: "date", name: "start", label: "Start" },
    { id: 5, type: "date", name: "end", label: "End", withTime: true },
    { id: 6, type: "file", name: "files", label: "Files" },
    { id: 7, type: "int", name: "depth", label: "Depth", permissions: new Set(["read"]) },
    { id: 8, type: "fieldset", name: "box", label: "Details" },
    { id: 9, type: "string", name: "title", label: "Title" },
  ],
  {
    semantics: { titleFieldId: 9, status: { fieldId: 1, openIds: [11] } },
    workflow: createWorkflow({
      fieldId: 1,
      transitions: [
        { from: undefined, to: 11 },
        { from: 11, to: 12 },
      ],
      dateRules: [{ sourceId: 4, targetId: 5, comparator: "<" }],
    }),
  },
);

function createCommentEntry(id: number, source: string): HistoryEntry {
  return {
    changeset: {
      kind: "changeset",
      id,
      by: { id: 101, label: "Mara" },
      on: "2026-03-02",
      comment: { source, format: "text", onlyFor: undefined },
      values: [],
    },
    isCreation: false,
    changes: [],
  };
}

describe("describeArtifact", () => {
  const values = [
    createEntry(1, { kind: "choices", chosen: [{ id: 11, label: "New" }] }),
    createEntry(2, { kind: "text", source: `<p>${"x".repeat(5000)}</p>`, format: "html" }),
    createEntry(3, { kind: "links", forward: [], reverse: [{ artifactId: 7, type: "_is_child" }] }),
    createEntry(6, {
      kind: "files",
      files: [{ id: 1, name: "a.txt", size: 4, type: "", description: "", page: undefined }],
    }),
    createEntry(7, { kind: "int", number: 0 }),
  ];
  const artifact: Artifact = {
    ...row,
    version: undefined,
    tracker: { id: 1, label: "Buoys" },
    projectId: undefined,
    structure: undefined,
    changesetsUri: undefined,
    values,
  };
  const history = [
    createCommentEntry(3, "Third"),
    createCommentEntry(2, " "),
    ...Array.from({ length: 30 }, (_, at) => createCommentEntry(at + 10, `${at}`)),
  ];
  const linked = new Map([[7, { ...row, id: 7, title: "Chain" }]]);
  const description = toArtifactJson({
    artifact,
    form: createForm(tracker, values),
    history,
    hasOlder: false,
    linked,
  });

  it("includes fields with a value, and the labels of empty fields", () => {
    const fields = description["fields"] as readonly { readonly field: string; readonly value: unknown }[];
    const [, details] = fields;
    assert.deepEqual(
      fields.filter((field) => field !== details),
      [
        { field: "Status", value: ["New"], format: undefined, canChange: undefined },
        {
          field: "Links",
          value: {
            forward: [],
            reverse: [{ artifact: 7, type: "_is_child", title: "Chain", status: "New" }],
          },
          format: undefined,
          canChange: undefined,
        },
        { field: "Files", value: [{ name: "a.txt", bytes: 4 }], format: undefined, canChange: false },
        { field: "Depth", value: 0, format: undefined, canChange: false },
      ],
    );
    assert.equal(String(details?.value).length, 4000);
    assert.ok(String(details?.value).endsWith("…"));
    assert.deepEqual(description["emptyFields"], ["Start", "End", "Title"]);
  });

  it("includes the newest comments and tells if there are more", () => {
    const comments = description["comments"] as readonly { readonly text: string }[];
    assert.deepEqual([comments.length, comments[0]?.text, comments[1]?.text], [20, "Third", "0"]);
    assert.equal(description["olderCommentsLeftOut"], true);
  });

  it("describes a row of a list", () => {
    assert.deepEqual(toArtifactRowJson(row, { id: 1, label: "Buoys" }), {
      artifact: 12,
      title: "Leak",
      status: "New",
      assignedTo: ["Tom"],
      modifiedOn: isoToLocalOffset("2026-03-02T10:00:00+01:00"),
      tracker: { id: 1, label: "Buoys" },
    });
  });
});

describe("describeTracker", () => {
  const description = toTrackerJson(tracker);
  const fields = description["fields"] as readonly Readonly<Record<string, unknown>>[];

  it("includes accepted input, required fields and search operators", () => {
    assert.deepEqual(
      fields.map(({ field, takes, choices, isRequired, canUpdate }) => [
        field,
        takes,
        choices,
        isRequired,
        canUpdate,
      ]),
      [
        ["Status", "one choice", ["New", "Done"], true, true],
        ["Details", "Markdown", undefined, undefined, true],
        ["Links", "artifact numbers", undefined, undefined, true],
        ["Start", "YYYY-MM-DD", undefined, undefined, true],
        ["End", "YYYY-MM-DD HH:MM in the user's time zone", undefined, undefined, true],
        ["Files", undefined, undefined, undefined, false],
        ["Depth", "integer", undefined, undefined, false],
        ["Title", "line", undefined, undefined, true],
      ],
    );
    assert.deepEqual(fields.find(({ field }) => field === "Depth")?.["searchedBy"], [
      "=",
      "<",
      "<=",
      ">",
      ">=",
      "between",
    ]);
  });

  it("includes transitions and date rules", () => {
    assert.deepEqual(description["workflow"], {
      field: "Status",
      transitions: [
        { from: null, to: ["New"] },
        { from: "New", to: ["Done"] },
      ],
    });
    assert.deepEqual(
      [description["dateRules"], description["openStates"], description["titleField"]],
      [["Start < End"], ["New"], "Title"],
    );
  });

  it("truncates long lists", () => {
    const choices = Array.from({ length: 130 }, (_, at) => createChoice(at + 1));
    const [list] = toTrackerJson(createTracker([{ id: 1, type: "msb", choices }]))["fields"] as typeof fields;
    assert.deepEqual(
      list?.["choices"],
      choices.slice(0, 100).map(({ label }) => label),
    );
    assert.equal(list["choicesLeftOut"], 30);
  });
});

describe("formatJsonLines", () => {
  it("returns JSON without undefined members", () => {
    const description = { a: 1, b: [{ c: "x\ny" }, { c: null }], d: ["e"], f: undefined, g: { h: [] } };
    const text = formatJsonMemberPerLine(description);
    assert.deepEqual(JSON.parse(text), JSON.parse(JSON.stringify(description)));
    assert.equal(text.split("\n").length, 9);
    assert.deepEqual(JSON.parse(formatJsonMemberPerLine([{ a: 1 }, 2])), [{ a: 1 }, 2]);
  });
});

describe("toSavedConditions", () => {
  it("uses field names and searches words in the title", () => {
    const where = [{ field: "depth", operator: ">", values: ["3"] }];
    assert.deepEqual(
      toolSearchToConditions(tracker, {
        words: "leak",
        where: [...where, { operator: ">", values: ["3"], field: "Details" }],
      }),
      [
        { field: "depth", operator: ">", values: ["3"] },
        { field: "details", operator: ">", values: ["3"] },
        { field: "title", operator: "contains", values: ["leak"] },
      ],
    );
    const unknown = toolSearchToConditions(tracker, {
      words: undefined,
      where: [{ operator: ">", values: ["3"], field: "Colour" }],
    });
    assert.ok("code" in unknown && unknown.code === "noField");
  });
});
