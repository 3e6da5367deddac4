import assert from "node:assert/strict";
import {
  findChangedFormFields,
  type ChangeProposalResult,
  createChangeProposal,
  findUserNamesToSearch,
  formatInputForConfirmation,
} from "../../../../src/model/assist/changeProposal.ts";
import type { ToolFieldInput } from "../../../../src/model/assist/toolInput.ts";
import type { FieldValue } from "../../../../src/model/fields/registry.ts";
import { toFieldUpdates } from "../../../../src/model/form/fieldChanges.ts";
import type { Form } from "../../../../src/model/form/form.ts";
import {
  createChoice,
  createChoicesValue,
  createEntry,
  type FieldParts,
  createTestForm,
  createWorkflow,
} from "../../../support/fixtures/formBuilders.ts";

const states = ["New", "Under way", "Done"].map((label, index) => createChoice(11 + index, { label }));
const fields: readonly FieldParts[] = [
  { id: 1, type: "sb", name: "status", label: "Status", binding: "static", choices: states },
  {
    id: 2,
    type: "msb",
    name: "owners",
    label: "Owners",
    binding: "users",
    choices: [
      createChoice(101, { label: "Mara Lindqvist" }),
      createChoice(102, { label: "Tom Okafor (tokafor)" }),
    ],
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
    choices: [createChoice(21, { label: "red" })],
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
      createChoice(31, { label: "Same" }),
      createChoice(32, { label: "Same" }),
      createChoice(33, { isHidden: true, label: "Old" }),
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
const workflow = createWorkflow({ fieldId: 1, transitions: [{ from: 11, to: 12 }] });
const createTestFormWith = (all = values): Form => ({
  ...createTestForm(fields, { values: all.map(([id, value]) => createEntry(id, value)), workflow }),
  takesComment: true,
});
const form = createTestFormWith();
const tom = { id: 102, label: "Tom Okafor", username: "tokafor" };
const people = new Map([
  ["tokafor", [tom]],
  ["Tom Okafor (tokafor)", [tom]],
  ["Tom Okafor", [tom, { ...tom, id: 202, username: "tokafor2" }]],
  ["Nobody", []],
  ["ab", undefined],
]);

function createFieldInput(
  field: string,
  values: readonly string[],
  options: Partial<ToolFieldInput> = {},
): ToolFieldInput {
  return { field, operation: "set", values, linkType: undefined, ...options };
}

function describeProposal(proposal: ChangeProposalResult): unknown {
  if (proposal.kind === "proposal") {
    return proposal.changes.map(({ label, before, after }) => [
      label,
      formatInputForConfirmation(before),
      formatInputForConfirmation(after),
    ]);
  }
  const { problem } = proposal;
  switch (problem.code) {
    case "problem":
      return problem.problem.kind;
    case "refused":
      return problem.why.code;
    default:
      return problem.code;
  }
}

function propose(...requests: readonly ToolFieldInput[]): unknown {
  return describeProposal(createChangeProposal(form, { fields: requests, comment: undefined }, people));
}

describe("createChangeProposal", () => {
  it("lists each field with its value before and after", () => {
    assert.deepEqual(
      propose(
        createFieldInput("Status", ["under WAY"]),
        createFieldInput("Owners", ["Tom Okafor"], { operation: "add" }),
        createFieldInput("Title", ["Leak below"]),
        createFieldInput("points", ["5"]),
        createFieldInput("Due", ["2026-03-02"]),
        createFieldInput("details", ["Two\nlines"]),
        createFieldInput("Reviewer", ["tokafor"]),
        createFieldInput("Tags", ["blue", "red"]),
        createFieldInput("note_2", ["x"]),
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

  it("adds, removes and replaces links with their types", () => {
    assert.deepEqual(propose(createFieldInput("Links", ["#9"], { operation: "add" })), [
      ["Links", "#7 (_is_child)", "#7 (_is_child), #9"],
    ]);
    assert.deepEqual(propose(createFieldInput("Links", ["bug #7", "12"], { linkType: "_is_child" })), [
      ["Links", "#7 (_is_child)", "#7 (_is_child), #12 (_is_child)"],
    ]);
    assert.deepEqual(propose(createFieldInput("Links", ["7"], { operation: "remove" })), [
      ["Links", "#7 (_is_child)", ""],
    ]);
    assert.deepEqual(propose(createFieldInput("Links", ["7"], { linkType: "parent" })), "noLinkType");
    assert.deepEqual(propose(createFieldInput("Links", ["the other one"])), "notAnArtifact");
  });

  const refusals: readonly (readonly [string, readonly ToolFieldInput[]])[] = [
    ["noField", [createFieldInput("Nothing", ["x"])]],
    ["ambiguousField", [createFieldInput("Note", ["x"])]],
    [
      "duplicateField",
      [createFieldInput("Status", ["Under way"]), createFieldInput("status", ["Under way"])],
    ],
    ["notEditable", [createFieldInput("Files", ["a.txt"])]],
    ["readOnly", [createFieldInput("Fixed", ["Done"])]],
    ["onlySet", [createFieldInput("Title", ["x"], { operation: "add" })]],
    ["singleValue", [createFieldInput("Title", ["x", "y"])]],
    ["unknownValue", [createFieldInput("Status", ["Closed"])]],
    ["unknownValue", [createFieldInput("Twice", ["Old"])]],
    ["ambiguousValue", [createFieldInput("Twice", ["Same"])]],
    ["singleValue", [createFieldInput("Status", ["Under way", "Done"])]],
    ["noTransition", [createFieldInput("Status", ["Done"])]],
    ["required", [createFieldInput("Title", [])]],
    ["notANumber", [createFieldInput("Points", ["many"])]],
    ["noSuchDate", [createFieldInput("Due", ["2026-02-30"])]],
    ["unknownPerson", [createFieldInput("Reviewer", ["Nobody"])]],
    ["ambiguousPerson", [createFieldInput("Reviewer", ["Tom Okafor"])]],
    ["searchUnavailable", [createFieldInput("Reviewer", ["ab"])]],
    ["unchanged", [createFieldInput("Status", ["New"]), createFieldInput("Title", ["Leak"])]],
  ];
  for (const [expected, requests] of refusals) {
    it(`refuses as ${expected}: ${requests.map(({ field, values }) => `${field}=${values.join()}`).join("; ")}`, () => {
      assert.equal(propose(...requests), expected);
    });
  }

  it("finds people in a list by real name or user name", () => {
    const added = [["Owners", "Mara Lindqvist", "Mara Lindqvist, Tom Okafor (tokafor)"]];
    for (const name of ["Tom Okafor (tokafor)", "tom okafor", "tokafor"]) {
      assert.deepEqual(propose(createFieldInput("Owners", [name], { operation: "add" })), added);
    }
  });

  it("collects the names to search on the server", () => {
    assert.deepEqual(
      findUserNamesToSearch(form, [
        createFieldInput("Reviewer", ["tokafor"]),
        createFieldInput("Owners", ["Tom Okafor"]),
        createFieldInput("None", ["x"]),
      ]),
      ["tokafor"],
    );
    assert.deepEqual(propose(createFieldInput("Reviewer", ["Tom Okafor (tokafor)"])), [
      ["Reviewer", "", "Tom Okafor"],
    ]);
  });

  it("accepts a comment only if the artifact supports comments", () => {
    const proposal = createChangeProposal(form, { fields: [], comment: "Seen." }, new Map());
    assert.deepEqual(describeProposal(proposal), [["", "", "Seen."]]);
    const formWithoutComments = { ...form, takesComment: false };
    assert.equal(
      describeProposal(
        createChangeProposal(formWithoutComments, { fields: [], comment: "Seen." }, new Map()),
      ),
      "noComments",
    );
  });

  it("lists everything sent for a new artifact, including defaults", () => {
    const fresh = createTestForm([
      { id: 1, type: "sb", label: "Status", choices: states, defaultValue: [11] },
      { id: 3, type: "string", label: "Title", isRequired: true },
      { id: 4, type: "int", label: "Points" },
    ]);
    const proposal = createChangeProposal(
      fresh,
      { fields: [createFieldInput("Title", ["Leak"])], comment: undefined },
      new Map(),
    );
    assert.ok(proposal.kind === "proposal");
    assert.deepEqual(
      proposal.changes.map(({ label, after, isDefault }) => [
        label,
        formatInputForConfirmation(after),
        isDefault,
      ]),
      [
        ["Status", "New", true],
        ["Title", "Leak", false],
      ],
    );
    assert.deepEqual(
      toFieldUpdates(fresh, proposal.draft).map(({ fieldId }) => fieldId),
      proposal.changes.map(({ target }) => target),
    );
    const nothing = createChangeProposal(
      fresh,
      { fields: [createFieldInput("Points", ["1"])], comment: undefined },
      new Map(),
    );
    assert.equal(describeProposal(nothing), "required");
  });
});

describe("findChangedFormFields", () => {
  it("returns nothing if the artifact is unchanged", () => {
    assert.deepEqual(findChangedFormFields(form, createTestFormWith()), []);
  });

  it("returns each field with another value", () => {
    const file = { id: 1, name: "a.txt", size: 1, type: "", description: "", page: undefined };
    const newer = createTestFormWith([
      [1, createChoicesValue(12)],
      [3, { kind: "string", text: "Leak" }],
      [8, { kind: "links", forward: [{ artifactId: 7, type: "" }], reverse: [] }],
      [11, { kind: "openList", entries: [{ id: 21, label: "red" }] }],
      [14, { kind: "files", files: [file] }],
    ]);
    assert.deepEqual(
      findChangedFormFields(form, newer).map(({ label, before, after }) => [
        label,
        formatInputForConfirmation(before),
        formatInputForConfirmation(after),
      ]),
      [
        ["Status", "New", "Value 12"],
        ["Owners", "Mara Lindqvist", ""],
        ["Links", "#7 (_is_child)", "#7"],
        ["Files", "", ""],
      ],
    );
  });

  it("includes removed fields", () => {
    const fewer = { ...form, fields: form.fields.filter(({ id }) => id !== 3) };
    assert.deepEqual(
      findChangedFormFields(form, fewer).map(({ label }) => label),
      ["Title"],
    );
  });
});
