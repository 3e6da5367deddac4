import type { AutomaticType, Binding, Field, FieldBase, FieldShape, LinkType } from "../state/field.ts";
import type { Group } from "../state/group.ts";
import type { FieldValue } from "../state/value.ts";
import type { ArtifactSeed } from "../state/artifactSeed.ts";
import { generateChoices } from "./generateChoices.ts";

/** A field without ids; they are assigned when its tracker is built. */
export type FieldDefinition = (ids: IdSource, rank: number) => Field;

interface IdSource {
  next(): number;
}

type ValueGenerator = (artifactSeed: ArtifactSeed) => FieldValue | undefined;

interface FieldOptions {
  readonly description?: string;
  readonly required?: boolean;
  readonly readers?: Group;
  readonly isSubmittable?: boolean;
  readonly generateValue?: ValueGenerator;
}

interface ChoiceDefinition {
  readonly label: string;
  readonly color?: string;
  readonly hidden?: boolean;
  /** 0 for a choice that is offered but never used. */
  readonly weight?: number;
}

const noValue: ValueGenerator = () => undefined;

function createBaseProperties(
  id: number,
  name: string,
  label: string,
  rank: number,
  options: FieldOptions,
): Omit<FieldBase, "generate"> {
  const { description = "", required = false, readers = "everyone", isSubmittable = true } = options;
  return { id, name, label, description, required, rank, readers, isSubmittable };
}

function defineField(name: string, label: string, options: FieldOptions, shape: FieldShape): FieldDefinition {
  return (ids, rank) => ({
    ...createBaseProperties(ids.next(), name, label, rank, options),
    generate: options.generateValue ?? noValue,
    ...shape,
  });
}

export function stringField(
  name: string,
  label: string,
  options: FieldOptions & { readonly maxchars?: number },
): FieldDefinition {
  return defineField(name, label, options, { kind: "string", maxchars: options.maxchars ?? 0, size: 60 });
}

export function textField(name: string, label: string, options: FieldOptions): FieldDefinition {
  return defineField(name, label, options, { kind: "text", rows: 8, cols: 80 });
}

export function numberField(
  type: "int" | "float",
  name: string,
  label: string,
  options: FieldOptions,
): FieldDefinition {
  return defineField(name, label, options, { kind: "number", type });
}

export function dateField(
  name: string,
  label: string,
  options: FieldOptions & { readonly withTime?: boolean },
): FieldDefinition {
  return defineField(name, label, options, { kind: "date", withTime: options.withTime ?? false });
}

type ListType = "sb" | "rb" | "msb" | "cb";

function createStaticBinding(ids: IdSource, choices: readonly ChoiceDefinition[]): Binding {
  return {
    kind: "static",
    choices: choices.map(({ label, color = "", hidden = false, weight = 1 }) => ({
      id: ids.next(),
      label,
      color,
      hidden,
      weight,
    })),
  };
}

function createBinding(ids: IdSource, choices: BindingDefinition): Binding {
  switch (choices) {
    case "members":
    case "registered":
      return { kind: "users", from: choices };
    case "groups":
      return {
        kind: "groups",
        groups: [
          { id: ids.next(), group: "members" },
          { id: ids.next(), group: "administrators" },
          { id: ids.next(), group: "registered" },
          { id: ids.next(), group: "wikiAdministrators" },
        ],
      };
    default:
      return createStaticBinding(ids, choices);
  }
}

export type BindingDefinition = readonly ChoiceDefinition[] | "members" | "registered" | "groups";

export function listField(
  type: ListType,
  name: string,
  label: string,
  choices: BindingDefinition,
  options: FieldOptions = {},
): FieldDefinition {
  return (ids, rank) => ({
    ...createBaseProperties(ids.next(), name, label, rank, options),
    kind: "list",
    type,
    binding: createBinding(ids, choices),
    generate: options.generateValue ?? generateChoices,
  });
}

export function openListField(
  name: string,
  label: string,
  choices: BindingDefinition,
  options: FieldOptions & { readonly hint: string },
): FieldDefinition {
  return (ids, rank) => ({
    ...createBaseProperties(ids.next(), name, label, rank, options),
    kind: "openList",
    binding: createBinding(ids, choices),
    hint: options.hint,
    generate: options.generateValue ?? noValue,
  });
}

export function fileField(name: string, label: string, options: FieldOptions): FieldDefinition {
  return defineField(name, label, options, { kind: "file" });
}

export function linksField(
  name: string,
  label: string,
  options: FieldOptions & { readonly types: readonly LinkType[] },
): FieldDefinition {
  return defineField(name, label, options, { kind: "links", types: options.types });
}

export function permissionsField(name: string, label: string): FieldDefinition {
  return defineField(name, label, {}, { kind: "permissions" });
}

export function computedField(name: string, label: string, options: FieldOptions): FieldDefinition {
  return defineField(name, label, options, { kind: "computed", target: name });
}

export function stepsField(name: string, label: string, options: FieldOptions): FieldDefinition {
  return defineField(name, label, options, { kind: "steps" });
}

export function automaticField(type: AutomaticType, name: string, label: string): FieldDefinition {
  return defineField(name, label, {}, { kind: "automatic", type });
}

export function pluginField(
  type: string,
  name: string,
  label: string,
  options: FieldOptions,
): FieldDefinition {
  return defineField(name, label, options, { kind: "plugin", type });
}

export function decorationField(
  type: "linebreak" | "separator" | "staticrichtext",
  name: string,
  text = "",
): FieldDefinition {
  return defineField(name, name, {}, { kind: "decoration", type, text });
}

export function containerField(
  type: "fieldset" | "column",
  name: string,
  label: string,
  content: readonly FieldDefinition[],
): FieldDefinition {
  return (ids, rank) => ({
    ...createBaseProperties(ids.next(), name, label, rank, {}),
    generate: noValue,
    kind: "container",
    type,
    content: content.map((each, index) => each(ids, index)),
  });
}
