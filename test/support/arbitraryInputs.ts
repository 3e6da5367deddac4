// Anything that can stand in a field, by the control that it stands in.
import fc from "fast-check";
import type { Control } from "../../src/model/form/control.ts";
import type { Input } from "../../src/model/form/input.ts";
import type { FieldValue, TextFormat } from "../../src/model/value.ts";

const text = fc.string({ unit: "grapheme", maxLength: 6 });
const id = fc.oneof(fc.integer({ min: 1, max: 5 }), fc.constantFrom("102_3", "o1", "1"));
const chosen = fc.array(fc.record({ id, label: text }), { maxLength: 3 });
const format = fc.constantFrom<TextFormat[]>("text", "html", "commonmark");
const link = fc.record({
  artifactId: fc.integer({ min: 1, max: 4 }),
  type: fc.constantFrom("", "_is_child"),
});
const step = fc.record({
  description: text,
  descriptionFormat: format,
  expected: text,
  expectedFormat: format,
});

const notified = fc.record({
  path: fc.constantFrom("", "/trunk", "/tags"),
  emails: fc.uniqueArray(fc.constantFrom("a@b.example", "c@d.example"), { maxLength: 2 }),
  users: chosen,
  groups: chosen,
});

export const inputs: Readonly<Record<Input["kind"], fc.Arbitrary<Input>>> = {
  line: fc.record({ kind: fc.constant("line"), text }),
  text: fc.record({ kind: fc.constant("text"), source: text, format }),
  number: fc.record({ kind: fc.constant("number"), text }),
  date: fc.record({ kind: fc.constant("date"), text }),
  choices: fc.record({ kind: fc.constant("choices"), chosen }),
  openList: fc.record({
    kind: fc.constant("openList"),
    entries: fc.array(fc.record({ id: fc.option(id, { nil: undefined }), label: text }), { maxLength: 3 }),
  }),
  links: fc.record({ kind: fc.constant("links"), forward: fc.array(link, { maxLength: 3 }) }),
  permissions: fc.record({ kind: fc.constant("permissions"), groups: chosen }),
  computed: fc.record({ kind: fc.constant("computed"), isAutomatic: fc.boolean(), text }),
  steps: fc.record({ kind: fc.constant("steps"), steps: fc.array(step, { maxLength: 2 }) }),
  notifications: fc.record({
    kind: fc.constant("notifications"),
    rows: fc.array(notified, { maxLength: 3 }),
  }),
};

export const anyInput: fc.Arbitrary<Input> = fc.oneof(...Object.values(inputs));

const number = fc.option(fc.double({ noNaN: true, noDefaultInfinity: true }), { nil: undefined });

export const anyValue: fc.Arbitrary<FieldValue> = fc.oneof(
  fc.record({ kind: fc.constant("string"), text }),
  fc.record({ kind: fc.constant("text"), source: text, format }),
  fc.record({ kind: fc.constantFrom("int", "float"), number }),
  fc.record({
    kind: fc.constant("date"),
    date: fc.option(fc.oneof(text, fc.constant("2026-03-02T09:00:00+01:00")), { nil: undefined }),
    withTime: fc.boolean(),
  }),
  fc.record({ kind: fc.constant("choices"), chosen }),
  fc.record({
    kind: fc.constant("openList"),
    entries: fc.array(fc.record({ id: fc.option(id, { nil: undefined }), label: text })),
  }),
  fc.record({ kind: fc.constant("files"), files: fc.constant([]) }),
  fc.record({ kind: fc.constant("links"), forward: fc.array(link), reverse: fc.array(link) }),
  fc.record({ kind: fc.constant("permissions"), groups: chosen }),
  fc.record({ kind: fc.constant("computed"), computed: number, manual: number, isAutomatic: fc.boolean() }),
  fc.record({ kind: fc.constant("steps"), steps: fc.array(step) }),
  fc.record({ kind: fc.constant("user"), user: fc.constant(undefined) }),
  fc.record({ kind: fc.constant("other"), text }),
);

export const everyControl: readonly Control[] = [
  { kind: "line", maxLength: undefined },
  { kind: "text" },
  { kind: "number", isWhole: true },
  { kind: "number", isWhole: false },
  { kind: "date", withTime: false },
  { kind: "date", withTime: true },
  { kind: "choice", look: "select", choices: [] },
  { kind: "people", takes: "many" },
  { kind: "openList", choices: [], of: "texts" },
  { kind: "links", types: [] },
  { kind: "permissions", groups: [] },
  { kind: "computed" },
  { kind: "steps" },
  { kind: "notifications", groups: [] },
  { kind: "files", isOpen: true, maxBytes: undefined },
  { kind: "shown" },
  { kind: "broken" },
];
