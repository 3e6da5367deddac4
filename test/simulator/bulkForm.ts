// Forms as large, or as hostile, as a test wants them.
import {
  computed,
  container,
  date,
  decoration,
  file,
  links,
  list,
  number,
  openList,
  permissions,
  string,
  text,
} from "./demo/draftField.ts";
import type { DraftField } from "./demo/draftField.ts";
import { childLink } from "./demo/fills.ts";

const makers = {
  string: (name: string, label: string, say: Wording) =>
    string(name, label, {
      description: say(`About ${label}`),
      fill: ({ index }) => ({ kind: "string", text: say(`${label} of ${index + 1}`) }),
    }),
  text: (name: string, label: string, say: Wording) =>
    text(name, label, {
      description: say(`About ${label}`),
      fill: ({ index }) => ({
        kind: "text",
        format: "html",
        source: `<p>${say(`${label} of ${index + 1}`)}</p>`,
      }),
    }),
  int: (name: string, label: string, say: Wording) =>
    number("int", name, label, {
      description: say(`About ${label}`),
      fill: ({ index }) => ({ kind: "number", number: index + 1 }),
    }),
  float: (name: string, label: string, say: Wording) =>
    number("float", name, label, {
      description: say(`About ${label}`),
      fill: ({ index }) => ({ kind: "number", number: index + 0.5 }),
    }),
  date: (name: string, label: string, say: Wording) =>
    date(name, label, {
      description: say(`About ${label}`),
      fill: ({ submittedOn }) => ({ kind: "date", at: submittedOn }),
    }),
  dateTime: (name: string, label: string, say: Wording) =>
    date(name, label, {
      withTime: true,
      description: say(`About ${label}`),
      fill: ({ submittedOn }) => ({ kind: "date", at: submittedOn }),
    }),
  sb: (name: string, label: string, say: Wording) => listed("sb", name, label, say),
  rb: (name: string, label: string, say: Wording) => listed("rb", name, label, say),
  msb: (name: string, label: string, say: Wording) => listed("msb", name, label, say),
  cb: (name: string, label: string, say: Wording) => listed("cb", name, label, say),
  users: (name: string, label: string) =>
    list("sb", name, label, "members", {
      fill: ({ submittedBy }) => ({ kind: "choices", ids: [submittedBy] }),
    }),
  groups: (name: string, label: string) => list("msb", name, label, "groups"),
  tbl: (name: string, label: string, say: Wording) =>
    openList(name, label, choices(say), {
      hint: say("Type something"),
      fill: () => ({ kind: "openChoices", items: [{ id: `o${name}`, label: say("Typed") }] }),
    }),
  file: (name: string, label: string, say: Wording) =>
    file(name, label, { description: say(`About ${label}`) }),
  art_link: (name: string, label: string, say: Wording) =>
    links(name, label, {
      types: [childLink, { shortname: "near", forwardLabel: say("Near"), reverseLabel: say("Near to") }],
    }),
  perm: (name: string, label: string) => permissions(name, label),
  computed: (name: string, label: string) => computed(name, label, {}),
  staticrichtext: (name: string, _label: string, say: Wording) =>
    decoration("staticrichtext", name, `<p>${say("To be read first")}</p>`),
} as const satisfies Record<string, (name: string, label: string, say: Wording) => DraftField>;

type BulkType = keyof typeof makers;

/** How every text of a form is made: labels, descriptions, choices, values. */
export type Wording = (text: string) => string;

const plainWording: Wording = (text) => text;

/** Markup that runs if it is ever taken for markup, in every place it could be put into. */
export const hostileWording: Wording = (text) =>
  `${text}<script>globalThis.stung="${text.length}"</script><img src=x onerror="globalThis.stung=1">"'\`\${stung}-->`;

const everyType = Object.keys(makers) as BulkType[];

/** What fields of one type can be chosen from. */
function choices(say: Wording) {
  return ["First", "Second", "Third"].map((label) => ({ label: say(label) }));
}

function listed(type: "sb" | "rb" | "msb" | "cb", name: string, label: string, say: Wording): DraftField {
  return list(type, name, label, choices(say), { description: say(`About ${label}`) });
}

export interface BulkOptions {
  readonly count: number;
  /** Taken in turn; all that there are unless told otherwise. */
  readonly types?: readonly BulkType[];
  readonly wording?: Wording;
}

const perFieldset = 25;

/** So many fields, named `field_1` and so on, in fieldsets named `set_1` and so on. */
export function bulkForm({
  count,
  types = everyType,
  wording = plainWording,
}: BulkOptions): readonly DraftField[] {
  const fields = Array.from({ length: count }, (_, index) => {
    const type = types[index % types.length] ?? "string";
    return makers[type](`field_${index + 1}`, wording(`Field ${index + 1} (${type})`), wording);
  });
  const sets = Array.from({ length: Math.ceil(count / perFieldset) }, (_, index) => index);
  return sets.map((index) =>
    container(
      "fieldset",
      `set_${index + 1}`,
      wording(`Part ${index + 1}`),
      fields.slice(index * perFieldset, (index + 1) * perFieldset),
    ),
  );
}
