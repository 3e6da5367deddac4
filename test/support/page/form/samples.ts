// Sample forms.
import type { FieldWithValue } from "../../../../src/model/artifact.ts";
import type { FieldValue } from "../../../../src/model/fields/registry.ts";
import { createForm, createNewForm } from "../../../../src/model/form/createForm.ts";
import type { Form } from "../../../../src/model/form/form.ts";
import type { Tracker } from "../../../../src/model/tracker.ts";
import type { LinkableArtifactView, FormPageHistory } from "../../../../src/protocol/formProtocol.ts";
import { createChoice, createEntry, type FieldParts, createTracker } from "../../fixtures/formBuilders.ts";

const readOnly = { permissions: new Set(["read"] as const) };

const bugFields: readonly FieldParts[] = [
  { id: 1, type: "string", name: "title", label: "Title", isRequired: true },
  {
    id: 2,
    type: "sb",
    label: "Status",
    isRequired: true,
    choices: [
      createChoice(21, { label: "New", color: "chrome-silver" }),
      createChoice(22, { label: "In progress", color: "lemon-yellow" }),
      createChoice(23, { label: "Verified", color: "army-green" }),
    ],
  },
  {
    id: 3,
    type: "sb",
    label: "Assigned to",
    binding: "users",
    choices: [createChoice(31, { label: "Ana Lopes" }), createChoice(32, { label: "Kim Park" })],
  },
  { id: 10, type: "fieldset", label: "Details" },
  {
    id: 11,
    type: "sb",
    label: "Severity",
    choices: [
      createChoice(111, { label: "Minor", color: "lake-placid-blue" }),
      createChoice(112, { label: "Major impact", color: "fiesta-red" }),
      createChoice(113, { label: "Critical", color: "red-wine" }),
    ],
  },
  { id: 12, type: "float", label: "Effort", description: "In days, as far as anybody can tell." },
  {
    id: 13,
    type: "msb",
    label: "Found in version",
    choices: ["4.2.0", "4.2.1", "4.3.0"].map((label, index) => createChoice(131 + index, { label })),
  },
  { id: 14, type: "date", label: "Due date" },
  {
    id: 15,
    type: "cb",
    label: "Platforms",
    choices: ["Linux", "macOS", "Windows"].map((label, index) => createChoice(151 + index, { label })),
  },
  { id: 16, type: "subon", label: "Submitted on", ...readOnly },
  { id: 17, type: "text", label: "Description", isRequired: true },
  { id: 20, type: "fieldset", label: "Planning" },
  {
    id: 24,
    type: "tbl",
    label: "Keywords",
    binding: "static",
    choices: [createChoice(241, { label: "refund" })],
  },
  { id: 25, type: "computed", label: "Remaining effort" },
  { id: 26, type: "sb", label: "Reviewer", binding: "users" },
  {
    id: 27,
    type: "rb",
    label: "Release",
    choices: [createChoice(271, { label: "Next" }), createChoice(272, { label: "Later" })],
  },
  {
    id: 30,
    type: "art_link",
    label: "Links",
    linkTypes: [{ name: "_is_child", forwardLabel: "Child of", reverseLabel: "Parent of" }],
  },
  { id: 40, type: "file", label: "Attachments" },
];

function toStructure(...ids: readonly number[]): Tracker["structure"] {
  return ids.map((fieldId) => ({ fieldId, content: [] }));
}

const bugTracker = createTracker(bugFields, {
  label: "Bugs",
  color: "fiesta-red",
  itemName: "bug",
  semantics: { titleFieldId: 1, assigneeFieldId: 3, status: { fieldId: 2, openIds: [21, 22] } },
  structure: [
    { fieldId: 10, content: toStructure(11, 12, 13, 14, 15, 16, 17) },
    { fieldId: 20, content: toStructure(24, 25, 26, 27) },
    ...toStructure(30, 40),
  ],
});

const description = `Steps:
1. Refund an order in **JPY**
2. The gateway answers \`400 amount.precision\`

See art #1198.`;

const bugValues: readonly FieldWithValue[] = [
  createEntry(1, { kind: "string", text: "Refund fails when the currency has no minor unit" }),
  createEntry(2, { kind: "choices", chosen: [{ id: 22, label: "In progress" }] }),
  createEntry(3, { kind: "choices", chosen: [{ id: 31, label: "Ana Lopes" }] }),
  createEntry(11, { kind: "choices", chosen: [{ id: 112, label: "Major impact" }] }),
  createEntry(12, { kind: "float", number: 2.5 }),
  createEntry(13, {
    kind: "choices",
    chosen: [
      { id: 131, label: "4.2.0" },
      { id: 132, label: "4.2.1" },
    ],
  }),
  createEntry(14, { kind: "date", date: "2026-02-28", withTime: false }),
  createEntry(15, { kind: "choices", chosen: [{ id: 151, label: "Linux" }] }),
  createEntry(16, { kind: "date", date: "2026-02-01T10:30:00+00:00", withTime: true }),
  createEntry(17, { kind: "text", source: description, format: "commonmark" }),
  createEntry(24, { kind: "openList", entries: [{ id: 241, label: "refund" }] }),
  createEntry(25, { kind: "computed", computed: 3, manual: undefined, isAutomatic: true }),
  createEntry(26, { kind: "choices", chosen: [{ id: 261, label: "Kim Park" }] }),
  createEntry(27, { kind: "choices", chosen: [] }),
  createEntry(30, {
    kind: "links",
    forward: [
      { artifactId: 1101, type: "_is_child" },
      { artifactId: 1198, type: "" },
    ],
    reverse: [{ artifactId: 1300, type: "_is_child" }],
  }),
  createEntry(40, {
    kind: "files",
    files: [
      {
        id: 1,
        name: "gateway.log",
        size: 2_600_000,
        type: "text/plain",
        description: "of the second try",
        page: undefined,
      },
      { id: 2, name: "screen.png", size: 84_300, type: "image/png", description: "", page: undefined },
    ],
  }),
];

export function createBugForm(): Form {
  return { ...createForm(bugTracker, bugValues), takesComment: true };
}

export function createNewBugForm(): Form {
  return createNewForm(bugTracker);
}

export const linkTargets: readonly LinkableArtifactView[] = [
  {
    artifactId: 1101,
    reference: "story #1101",
    title: "Refunds for all currencies",
    status: "Open",
    isOpen: true,
  },
  {
    artifactId: 1198,
    reference: "bug #1198",
    title: "Rounding of partial refunds",
    status: "Closed",
    isOpen: false,
  },
  { artifactId: 1300, reference: "#1300", title: undefined, status: undefined, isOpen: undefined },
  { artifactId: 1400, reference: "task #1400", title: "Ask the bank", status: "New", isOpen: true },
];

export const sampleHistory: FormPageHistory = {
  kind: "entries",
  hasOlder: true,
  entries: [
    {
      id: 3,
      author: "Ana Lopes",
      relativeTime: "a minute ago",
      exactTime: "Feb 3, 2026, 12:03:00 PM",
      isCreation: false,
      isOwn: false,
      changes: [
        {
          kind: "value",
          label: "Severity",
          before: "Minor",
          after: "Major impact",
          serverTimes: { before: undefined, after: undefined },
        },
        { kind: "files", label: "Attachments", removed: "old trace.log", added: "receipt.pdf, trace.log" },
      ],
      comment: {
        source: "Seen at **two customers** since this morning.",
        format: "commonmark",
        visibleTo: undefined,
      },
    },
    {
      id: 2,
      author: "Kim Park",
      relativeTime: "yesterday",
      exactTime: "Feb 2, 2026, 9:00:00 AM",
      isCreation: false,
      isOwn: true,
      changes: [],
      comment: { source: "<p>The bank says <i>maybe</i>.</p>", format: "html", visibleTo: "Developers" },
    },
    {
      id: 1,
      author: "Kim Park",
      relativeTime: "3 days ago",
      exactTime: "Feb 1, 2026, 10:30:00 AM",
      isCreation: true,
      isOwn: true,
      changes: [],
      comment: undefined,
    },
  ],
};

/** Creates a form with one field with ID 7. */
export function createFormWithField(
  parts: Partial<FieldParts> & Pick<FieldParts, "type">,
  value?: FieldValue,
): Form {
  const fields: readonly FieldParts[] = [{ label: "Field", ...parts, id: 7 }];
  return createForm(createTracker(fields), value === undefined ? [] : [createEntry(7, value)]);
}

/** Creates a form as large as they get, with all kinds of fields in turn. */
export function createLargeForm(count = 300): Form {
  const kinds: readonly ((id: number) => readonly [FieldParts, FieldValue])[] = [
    (id) => [
      { id, type: "string" },
      { kind: "string", text: `Text ${id}` },
    ],
    (id) => [
      { id, type: "int" },
      { kind: "int", number: id },
    ],
    (id) => [
      { id, type: "date" },
      { kind: "date", date: "2026-02-03", withTime: false },
    ],
    (id) => [
      { id, type: "sb", choices: Array.from({ length: 10 }, (_, index) => createChoice(id * 100 + index)) },
      { kind: "choices", chosen: [{ id: id * 100, label: `Value ${id * 100}` }] },
    ],
    (id) => [
      { id, type: "msb", choices: Array.from({ length: 20 }, (_, index) => createChoice(id * 100 + index)) },
      { kind: "choices", chosen: [] },
    ],
    (id) => [
      { id, type: "text" },
      { kind: "text", source: description, format: "commonmark" },
    ],
  ];
  const fields = Array.from({ length: count }, (_, index) => {
    const createField = kinds[index % kinds.length];
    if (createField === undefined) throw new Error("No field kind.");
    return createField(index + 1);
  });
  return createForm(
    createTracker(fields.map(([field]) => field)),
    fields.map(([{ id }, value]) => createEntry(id, value)),
  );
}
