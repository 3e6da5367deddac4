import assert from "node:assert/strict";
import {
  changedFields,
  type Intent,
  intentOf,
  namesSought,
  shownInput,
} from "../../../../src/model/assist/intent.ts";
import type { FieldRequest } from "../../../../src/model/assist/request.ts";
import type { FieldValue } from "../../../../src/model/fields/registry.ts";
import { changesOf } from "../../../../src/model/form/changes.ts";
import type { Form } from "../../../../src/model/form/form.ts";
import {
  choice,
  chosen,
  entry,
  type FieldParts,
  formWith,
  rules,
} from "../../../support/fixtures/formParts.ts";

const states = ["New", "Under way", "Done"].map((label, index) => choice(11 + index, { label }));
const fields: readonly FieldParts[] = [
  { id: 1, type: "sb", name: "status", label: "Status", binding: "static", choices: states },
  {
    id: 2,
    type: "msb",
    name: "owners",
    label: "Owners",
    binding: "users",
    choices: [choice(101, { label: "Mara Lindqvist" }), choice(102, { label: "Tom Okafor (tokafor)" })],
  },
  { id: 3, type: "string", name: "title", label: "Title", isRequired: true },
  { id: 4, type: "int", name: "points", label: "Points" },
  { id: 5, type: "date", name: "due", label: "Due" },
  { id: 7, type: "text", name: "details", label: "Détails" },
  {
    id: 8,
    type: "art_link",
    name: "links",
    label: "Links",
    linkTypes: [{ name: "_is_child", forwardLabel: "", reverseLabel: "" }],
  },
  { id: 9, type: "sb", name: "reader", label: "Fixed", choices: states, permissions: new Set(["read"]) },
  { id: 10, type: "sb", name: "reviewer", label: "Reviewer", binding: "users", choices: undefined },
  {
    id: 11,
    type: "tbl",
    name: "tags",
    label: "Tags",
    binding: "static",
    choices: [choice(21, { label: "red" })],
  },
  { id: 12, type: "string", name: "note_1", label: "Note" },
  { id: 13, type: "string", name: "note_2", label: "Note" },
  { id: 14, type: "file", name: "files", label: "Files" },
  {
    id: 15,
    type: "sb",
    name: "twice",
    label: "Twice",
    choices: [
      choice(31, { label: "Same" }),
      choice(32, { label: "Same" }),
      choice(33, { isHidden: true, label: "Old" }),
    ],
  },
];
const values: readonly (readonly [number, FieldValue])[] = [
  [1, { kind: "choices", chosen: [{ id: 11, label: "New" }] }],
  [2, { kind: "choices", chosen: [{ id: 101, label: "Mara Lindqvist" }] }],
  [3, { kind: "string", text: "Leak" }],
  [8, { kind: "links", forward: [{ artifactId: 7, type: "_is_child" }], reverse: [] }],
  [11, { kind: "openList", entries: [{ id: 21, label: "red" }] }],
];
const workflow = rules({ fieldId: 1, transitions: [{ from: 11, to: 12 }] });
const held = (all = values): Form => ({
  ...formWith(fields, { values: all.map(([id, value]) => entry(id, value)), workflow }),
  takesComment: true,
});
const form = held();
const tom = { id: 102, label: "Tom Okafor", username: "tokafor" };
const people = new Map([
  ["tokafor", [tom]],
  ["Tom Okafor (tokafor)", [tom]],
  ["Tom Okafor", [tom, { ...tom, id: 202, username: "tokafor2" }]],
  ["Nobody", []],
  ["ab", undefined],
]);

function asked(field: string, given: readonly string[], more: Partial<FieldRequest> = {}): FieldRequest {
  return { field, how: "set", values: given, linkType: undefined, ...more };
}

function told(intent: Intent): unknown {
  if (intent.kind === "intent") {
    return intent.changes.map(({ label, before, after }) => [label, shownInput(before), shownInput(after)]);
  }
  const { objection } = intent;
  switch (objection.code) {
    case "problem":
      return objection.problem.kind;
    case "refused":
      return objection.why.code;
    default:
      return objection.code;
  }
}

function intended(...requests: readonly FieldRequest[]): unknown {
  return told(intentOf(form, { fields: requests, comment: undefined }, people));
}

describe("what an assistant wants of an artifact", () => {
  it("is told for each field, as it is and as it shall be", () => {
    assert.deepEqual(
      intended(
        asked("Status", ["under WAY"]),
        asked("Owners", ["Tom Okafor"], { how: "add" }),
        asked("Title", ["Leak below"]),
        asked("points", ["5"]),
        asked("Due", ["2026-03-02"]),
        asked("details", ["Two\nlines"]),
        asked("Reviewer", ["tokafor"]),
        asked("Tags", ["blue", "red"]),
        asked("note_2", ["x"]),
      ),
      [
        ["Status", "New", "Under way"],
        ["Owners", "Mara Lindqvist", "Mara Lindqvist, Tom Okafor (tokafor)"],
        ["Title", "Leak", "Leak below"],
        ["Points", "", "5"],
        ["Due", "", "2026-03-02"],
        ["Détails", "", "Two\nlines"],
        ["Reviewer", "", "Tom Okafor"],
        ["Tags", "red", "blue, red"],
        ["Note", "", "x"],
      ],
    );
  });

  it("adds links, takes them away and replaces them, each with its type", () => {
    assert.deepEqual(intended(asked("Links", ["#9"], { how: "add" })), [
      ["Links", "#7 (_is_child)", "#7 (_is_child), #9"],
    ]);
    assert.deepEqual(intended(asked("Links", ["bug #7", "12"], { linkType: "_is_child" })), [
      ["Links", "#7 (_is_child)", "#7 (_is_child), #12 (_is_child)"],
    ]);
    assert.deepEqual(intended(asked("Links", ["7"], { how: "remove" })), [["Links", "#7 (_is_child)", ""]]);
    assert.deepEqual(intended(asked("Links", ["7"], { linkType: "parent" })), "noLinkType");
    assert.deepEqual(intended(asked("Links", ["the other one"])), "notAnArtifact");
  });

  const objections: readonly (readonly [string, readonly FieldRequest[]])[] = [
    ["noField", [asked("Nothing", ["x"])]],
    ["severalFields", [asked("Note", ["x"])]],
    ["repeatedField", [asked("Status", ["Under way"]), asked("status", ["Under way"])]],
    ["notHere", [asked("Files", ["a.txt"])]],
    ["readOnly", [asked("Fixed", ["Done"])]],
    ["onlySet", [asked("Title", ["x"], { how: "add" })]],
    ["oneValue", [asked("Title", ["x", "y"])]],
    ["noValue", [asked("Status", ["Closed"])]],
    ["noValue", [asked("Twice", ["Old"])]],
    ["severalValues", [asked("Twice", ["Same"])]],
    ["takesOne", [asked("Status", ["Under way", "Done"])]],
    ["notReachable", [asked("Status", ["Done"])]],
    ["required", [asked("Title", [])]],
    ["notANumber", [asked("Points", ["many"])]],
    ["noSuchDay", [asked("Due", ["2026-02-30"])]],
    ["nobody", [asked("Reviewer", ["Nobody"])]],
    ["severalPeople", [asked("Reviewer", ["Tom Okafor"])]],
    ["notSearched", [asked("Reviewer", ["ab"])]],
    ["alreadySo", [asked("Status", ["New"]), asked("Title", ["Leak"])]],
  ];
  for (const [expected, requests] of objections) {
    it(`is refused as ${expected}: ${requests.map(({ field, values: given }) => `${field}=${given.join()}`).join("; ")}`, () => {
      assert.equal(intended(...requests), expected);
    });
  }

  it("finds people on a list by either of their names", () => {
    const added = [["Owners", "Mara Lindqvist", "Mara Lindqvist, Tom Okafor (tokafor)"]];
    for (const name of ["Tom Okafor (tokafor)", "tom okafor", "tokafor"]) {
      assert.deepEqual(intended(asked("Owners", [name], { how: "add" })), added);
    }
  });

  it("names those who have to be searched for", () => {
    assert.deepEqual(
      namesSought(form, [
        asked("Reviewer", ["tokafor"]),
        asked("Owners", ["Tom Okafor"]),
        asked("None", ["x"]),
      ]),
      ["tokafor"],
    );
    assert.deepEqual(intended(asked("Reviewer", ["Tom Okafor (tokafor)"])), [["Reviewer", "", "Tom Okafor"]]);
  });

  it("may be a comment, where those are taken", () => {
    const intent = intentOf(form, { fields: [], comment: "Seen." }, new Map());
    assert.deepEqual(told(intent), [["", "", "Seen."]]);
    const silent = { ...form, takesComment: false };
    assert.equal(told(intentOf(silent, { fields: [], comment: "Seen." }, new Map())), "noComments");
  });

  it("tells all that is sent of something new, with what the tracker sets", () => {
    const fresh = formWith([
      { id: 1, type: "sb", label: "Status", choices: states, defaultValue: [11] },
      { id: 3, type: "string", label: "Title", isRequired: true },
      { id: 4, type: "int", label: "Points" },
    ]);
    const intent = intentOf(fresh, { fields: [asked("Title", ["Leak"])], comment: undefined }, new Map());
    assert.ok(intent.kind === "intent");
    assert.deepEqual(
      intent.changes.map(({ label, after, isDefault }) => [label, shownInput(after), isDefault]),
      [
        ["Status", "New", true],
        ["Title", "Leak", false],
      ],
    );
    assert.deepEqual(
      changesOf(fresh, intent.draft).map(({ fieldId }) => fieldId),
      intent.changes.map(({ target }) => target),
    );
    const nothing = intentOf(fresh, { fields: [asked("Points", ["1"])], comment: undefined }, new Map());
    assert.equal(told(nothing), "required");
  });
});

describe("what has become of an artifact since", () => {
  it("is nothing where nobody wrote", () => {
    assert.deepEqual(changedFields(form, held()), []);
  });

  it("is each field that holds something else", () => {
    const file = { id: 1, name: "a.txt", size: 1, type: "", description: "", page: undefined };
    const now = held([
      [1, chosen(12)],
      [3, { kind: "string", text: "Leak" }],
      [8, { kind: "links", forward: [{ artifactId: 7, type: "" }], reverse: [] }],
      [11, { kind: "openList", entries: [{ id: 21, label: "red" }] }],
      [14, { kind: "files", files: [file] }],
    ]);
    assert.deepEqual(
      changedFields(form, now).map(({ label, before, after }) => [
        label,
        shownInput(before),
        shownInput(after),
      ]),
      [
        ["Status", "New", "Value 12"],
        ["Owners", "Mara Lindqvist", ""],
        ["Links", "#7 (_is_child)", "#7"],
        ["Files", "", ""],
      ],
    );
  });

  it("names fields that are gone", () => {
    const fewer = { ...form, fields: form.fields.filter(({ id }) => id !== 3) };
    assert.deepEqual(
      changedFields(form, fewer).map(({ label }) => label),
      ["Title"],
    );
  });
});
