// Forms to look at and to type into.
import type { FieldEntry } from "../../../../src/model/artifact.ts";
import type { FieldValue } from "../../../../src/model/fields/registry.ts";
import { formOf, newForm } from "../../../../src/model/form/build.ts";
import type { Form } from "../../../../src/model/form/form.ts";
import type { Tracker } from "../../../../src/model/tracker.ts";
import type { LinkTarget, PageHistory } from "../../../../src/protocol/page.ts";
import { choice, entry, type FieldParts, tracker } from "../../fixtures/formParts.ts";

const readOnly = { permissions: new Set(["read"] as const) };

const bugFields: readonly FieldParts[] = [
  { id: 1, type: "string", name: "title", label: "Title", isRequired: true },
  {
    id: 2,
    type: "sb",
    label: "Status",
    isRequired: true,
    choices: [
      choice(21, { label: "New", color: "chrome-silver" }),
      choice(22, { label: "In progress", color: "lemon-yellow" }),
      choice(23, { label: "Verified", color: "army-green" }),
    ],
  },
  {
    id: 3,
    type: "sb",
    label: "Assigned to",
    binding: "users",
    choices: [choice(31, { label: "Ana Lopes" }), choice(32, { label: "Kim Park" })],
  },
  { id: 10, type: "fieldset", label: "Details" },
  {
    id: 11,
    type: "sb",
    label: "Severity",
    choices: [
      choice(111, { label: "Minor", color: "lake-placid-blue" }),
      choice(112, { label: "Major impact", color: "fiesta-red" }),
      choice(113, { label: "Critical", color: "red-wine" }),
    ],
  },
  { id: 12, type: "float", label: "Effort", description: "In days, as far as anybody can tell." },
  {
    id: 13,
    type: "msb",
    label: "Found in version",
    choices: ["4.2.0", "4.2.1", "4.3.0"].map((label, index) => choice(131 + index, { label })),
  },
  { id: 14, type: "date", label: "Due date" },
  {
    id: 15,
    type: "cb",
    label: "Platforms",
    choices: ["Linux", "macOS", "Windows"].map((label, index) => choice(151 + index, { label })),
  },
  { id: 16, type: "subon", label: "Submitted on", ...readOnly },
  { id: 17, type: "text", label: "Description", isRequired: true },
  { id: 20, type: "fieldset", label: "Planning" },
  { id: 24, type: "tbl", label: "Keywords", binding: "static", choices: [choice(241, { label: "refund" })] },
  { id: 25, type: "computed", label: "Remaining effort" },
  { id: 26, type: "sb", label: "Reviewer", binding: "users" },
  {
    id: 27,
    type: "rb",
    label: "Release",
    choices: [choice(271, { label: "Next" }), choice(272, { label: "Later" })],
  },
  {
    id: 30,
    type: "art_link",
    label: "Links",
    linkTypes: [{ name: "_is_child", forwardLabel: "Child of", reverseLabel: "Parent of" }],
  },
  { id: 40, type: "file", label: "Attachments" },
];

function placed(...ids: readonly number[]): Tracker["structure"] {
  return ids.map((fieldId) => ({ fieldId, content: [] }));
}

const bugTracker = tracker(bugFields, {
  label: "Bugs",
  color: "fiesta-red",
  itemName: "bug",
  semantics: { titleFieldId: 1, assigneeFieldId: 3, status: { fieldId: 2, openIds: [21, 22] } },
  structure: [
    { fieldId: 10, content: placed(11, 12, 13, 14, 15, 16, 17) },
    { fieldId: 20, content: placed(24, 25, 26, 27) },
    ...placed(30, 40),
  ],
});

const description = `Steps:
1. Refund an order in **JPY**
2. The gateway answers \`400 amount.precision\`

See art #1198.`;

const bugValues: readonly FieldEntry[] = [
  entry(1, { kind: "string", text: "Refund fails when the currency has no minor unit" }),
  entry(2, { kind: "choices", chosen: [{ id: 22, label: "In progress" }] }),
  entry(3, { kind: "choices", chosen: [{ id: 31, label: "Ana Lopes" }] }),
  entry(11, { kind: "choices", chosen: [{ id: 112, label: "Major impact" }] }),
  entry(12, { kind: "float", number: 2.5 }),
  entry(13, {
    kind: "choices",
    chosen: [
      { id: 131, label: "4.2.0" },
      { id: 132, label: "4.2.1" },
    ],
  }),
  entry(14, { kind: "date", date: "2026-02-28", withTime: false }),
  entry(15, { kind: "choices", chosen: [{ id: 151, label: "Linux" }] }),
  entry(16, { kind: "date", date: "2026-02-01T10:30:00+00:00", withTime: true }),
  entry(17, { kind: "text", source: description, format: "commonmark" }),
  entry(24, { kind: "openList", entries: [{ id: 241, label: "refund" }] }),
  entry(25, { kind: "computed", computed: 3, manual: undefined, isAutomatic: true }),
  entry(26, { kind: "choices", chosen: [{ id: 261, label: "Kim Park" }] }),
  entry(27, { kind: "choices", chosen: [] }),
  entry(30, {
    kind: "links",
    forward: [
      { artifactId: 1101, type: "_is_child" },
      { artifactId: 1198, type: "" },
    ],
    reverse: [{ artifactId: 1300, type: "_is_child" }],
  }),
  entry(40, {
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

export function bugForm(): Form {
  return { ...formOf(bugTracker, bugValues), takesComment: true };
}

export function newBugForm(): Form {
  return newForm(bugTracker);
}

export const linked: readonly LinkTarget[] = [
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

export const history: PageHistory = {
  kind: "entries",
  hasOlder: true,
  trackers: ["bug"],
  entries: [
    {
      id: 3,
      by: "Ana Lopes",
      when: "a minute ago",
      exactly: "Feb 3, 2026, 12:03:00 PM",
      isCreation: false,
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
        onlyFor: undefined,
      },
    },
    {
      id: 2,
      by: "Kim Park",
      when: "yesterday",
      exactly: "Feb 2, 2026, 9:00:00 AM",
      isCreation: false,
      changes: [],
      comment: { source: "<p>The bank says <i>maybe</i>.</p>", format: "html", onlyFor: "Developers" },
    },
    {
      id: 1,
      by: "Kim Park",
      when: "3 days ago",
      exactly: "Feb 1, 2026, 10:30:00 AM",
      isCreation: true,
      changes: [],
      comment: undefined,
    },
  ],
};

/** One field, with a value where there is one. */
export function formWithField(
  parts: Partial<FieldParts> & Pick<FieldParts, "type">,
  value?: FieldValue,
): Form {
  const fields: readonly FieldParts[] = [{ label: "Field", ...parts, id: 7 }];
  return formOf(tracker(fields), value === undefined ? [] : [entry(7, value)]);
}

/** As large as forms get: every kind of field in turn. */
export function largeForm(count = 300): Form {
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
      { id, type: "sb", choices: Array.from({ length: 10 }, (_, index) => choice(id * 100 + index)) },
      { kind: "choices", chosen: [{ id: id * 100, label: `Value ${id * 100}` }] },
    ],
    (id) => [
      { id, type: "msb", choices: Array.from({ length: 20 }, (_, index) => choice(id * 100 + index)) },
      { kind: "choices", chosen: [] },
    ],
    (id) => [
      { id, type: "text" },
      { kind: "text", source: description, format: "commonmark" },
    ],
  ];
  const fields = Array.from({ length: count }, (_, index) => {
    const make = kinds[index % kinds.length];
    if (make === undefined) throw new Error("There is a kind for each.");
    return make(index + 1);
  });
  return formOf(
    tracker(fields.map(([field]) => field)),
    fields.map(([{ id }, value]) => entry(id, value)),
  );
}
