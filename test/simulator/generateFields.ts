// Generates large or hostile forms.
import {
  computedField,
  containerField,
  dateField,
  decorationField,
  fileField,
  linksField,
  listField,
  numberField,
  openListField,
  permissionsField,
  stringField,
  textField,
} from "./demo/fieldDefinition.ts";
import type { FieldDefinition } from "./demo/fieldDefinition.ts";
import { childLink } from "./demo/valueGenerators.ts";

const fieldFactories = {
  string: (name: string, label: string, transform: TextTransform) =>
    stringField(name, label, {
      description: transform(`About ${label}`),
      generateValue: ({ index }) => ({ kind: "string", text: transform(`${label} of ${index + 1}`) }),
    }),
  text: (name: string, label: string, transform: TextTransform) =>
    textField(name, label, {
      description: transform(`About ${label}`),
      generateValue: ({ index }) => ({
        kind: "text",
        format: "html",
        source: `<p>${transform(`${label} of ${index + 1}`)}</p>`,
      }),
    }),
  int: (name: string, label: string, transform: TextTransform) =>
    numberField("int", name, label, {
      description: transform(`About ${label}`),
      generateValue: ({ index }) => ({ kind: "number", number: index + 1 }),
    }),
  float: (name: string, label: string, transform: TextTransform) =>
    numberField("float", name, label, {
      description: transform(`About ${label}`),
      generateValue: ({ index }) => ({ kind: "number", number: index + 0.5 }),
    }),
  date: (name: string, label: string, transform: TextTransform) =>
    dateField(name, label, {
      description: transform(`About ${label}`),
      generateValue: ({ submittedOn }) => ({ kind: "date", at: submittedOn }),
    }),
  dateTime: (name: string, label: string, transform: TextTransform) =>
    dateField(name, label, {
      withTime: true,
      description: transform(`About ${label}`),
      generateValue: ({ submittedOn }) => ({ kind: "date", at: submittedOn }),
    }),
  sb: (name: string, label: string, transform: TextTransform) =>
    createListField("sb", name, label, transform),
  rb: (name: string, label: string, transform: TextTransform) =>
    createListField("rb", name, label, transform),
  msb: (name: string, label: string, transform: TextTransform) =>
    createListField("msb", name, label, transform),
  cb: (name: string, label: string, transform: TextTransform) =>
    createListField("cb", name, label, transform),
  users: (name: string, label: string) =>
    listField("sb", name, label, "members", {
      generateValue: ({ submittedBy }) => ({ kind: "choices", ids: [submittedBy] }),
    }),
  groups: (name: string, label: string) => listField("msb", name, label, "groups"),
  tbl: (name: string, label: string, transform: TextTransform) =>
    openListField(name, label, createChoices(transform), {
      hint: transform("Type something"),
      generateValue: () => ({ kind: "openChoices", items: [{ id: `o${name}`, label: transform("Typed") }] }),
    }),
  file: (name: string, label: string, transform: TextTransform) =>
    fileField(name, label, { description: transform(`About ${label}`) }),
  art_link: (name: string, label: string, transform: TextTransform) =>
    linksField(name, label, {
      types: [
        childLink,
        { shortname: "near", forwardLabel: transform("Near"), reverseLabel: transform("Near to") },
      ],
    }),
  perm: (name: string, label: string) => permissionsField(name, label),
  computed: (name: string, label: string) => computedField(name, label, {}),
  staticrichtext: (name: string, _label: string, transform: TextTransform) =>
    decorationField("staticrichtext", name, `<p>${transform("To be read first")}</p>`),
} as const satisfies Record<
  string,
  (name: string, label: string, transform: TextTransform) => FieldDefinition
>;

type GeneratedFieldType = keyof typeof fieldFactories;

/** Transforms every text of a form: labels, descriptions, choices, values. */
export type TextTransform = (text: string) => string;

const keepText: TextTransform = (text) => text;

/** Adds markup that runs a script if any of these contexts renders it as HTML. */
export const addHostileMarkup: TextTransform = (text) =>
  `${text}<script>globalThis.stung="${text.length}"</script><img src=x onerror="globalThis.stung=1">"'\`\${stung}-->`;

const allFieldTypes = Object.keys(fieldFactories) as GeneratedFieldType[];

/** Choices of a list field. */
function createChoices(transform: TextTransform) {
  return ["First", "Second", "Third"].map((label) => ({ label: transform(label) }));
}

function createListField(
  type: "sb" | "rb" | "msb" | "cb",
  name: string,
  label: string,
  transform: TextTransform,
): FieldDefinition {
  return listField(type, name, label, createChoices(transform), { description: transform(`About ${label}`) });
}

export interface GenerateFieldsOptions {
  readonly count: number;
  /** Used in turn; all types by default. */
  readonly types?: readonly GeneratedFieldType[];
  readonly transformText?: TextTransform;
}

const fieldsPerFieldset = 25;

/** Generates fields named `field_1`, `field_2` and so on, in fieldsets named `set_1`, `set_2` and so on. */
export function generateFields({
  count,
  types = allFieldTypes,
  transformText = keepText,
}: GenerateFieldsOptions): readonly FieldDefinition[] {
  const fields = Array.from({ length: count }, (_, index) => {
    const type = types[index % types.length] ?? "string";
    return fieldFactories[type](
      `field_${index + 1}`,
      transformText(`Field ${index + 1} (${type})`),
      transformText,
    );
  });
  const fieldsets = Array.from({ length: Math.ceil(count / fieldsPerFieldset) }, (_, index) => index);
  return fieldsets.map((index) =>
    containerField(
      "fieldset",
      `set_${index + 1}`,
      transformText(`Part ${index + 1}`),
      fields.slice(index * fieldsPerFieldset, (index + 1) * fieldsPerFieldset),
    ),
  );
}
