import type { AutomaticType, Binding, Field, FieldBase, FieldShape, LinkType } from "../state/field.ts";
import type { Group } from "../state/group.ts";
import type { FieldValue } from "../state/value.ts";
import type { Row } from "../state/row.ts";
import { fillChoices } from "./fillChoices.ts";

/** A field whose ids are given when its tracker is built. */
export type DraftField = (ids: IdSource, rank: number) => Field;

interface IdSource {
  next(): number;
}

type Fill = (row: Row) => FieldValue | undefined;

interface Options {
  readonly description?: string;
  readonly required?: boolean;
  readonly readers?: Group;
  readonly isSubmittable?: boolean;
  readonly fill?: Fill;
}

interface DraftChoice {
  readonly label: string;
  readonly color?: string;
  readonly hidden?: boolean;
  /** 0 for a value that is offered but never used. */
  readonly weight?: number;
}

const nothing: Fill = () => undefined;

function base(
  id: number,
  name: string,
  label: string,
  rank: number,
  options: Options,
): Omit<FieldBase, "generate"> {
  const { description = "", required = false, readers = "everyone", isSubmittable = true } = options;
  return { id, name, label, description, required, rank, readers, isSubmittable };
}

function draft(name: string, label: string, options: Options, shape: FieldShape): DraftField {
  return (ids, rank) => ({
    ...base(ids.next(), name, label, rank, options),
    generate: options.fill ?? nothing,
    ...shape,
  });
}

export function string(
  name: string,
  label: string,
  options: Options & { readonly maxchars?: number },
): DraftField {
  return draft(name, label, options, { kind: "string", maxchars: options.maxchars ?? 0, size: 60 });
}

export function text(name: string, label: string, options: Options): DraftField {
  return draft(name, label, options, { kind: "text", rows: 8, cols: 80 });
}

export function number(type: "int" | "float", name: string, label: string, options: Options): DraftField {
  return draft(name, label, options, { kind: "number", type });
}

export function date(
  name: string,
  label: string,
  options: Options & { readonly withTime?: boolean },
): DraftField {
  return draft(name, label, options, { kind: "date", withTime: options.withTime ?? false });
}

type ListType = "sb" | "rb" | "msb" | "cb";

function staticBinding(ids: IdSource, choices: readonly DraftChoice[]): Binding {
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

function bound(ids: IdSource, choices: DraftBinding): Binding {
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
      return staticBinding(ids, choices);
  }
}

export type DraftBinding = readonly DraftChoice[] | "members" | "registered" | "groups";

export function list(
  type: ListType,
  name: string,
  label: string,
  choices: DraftBinding,
  options: Options = {},
): DraftField {
  return (ids, rank) => ({
    ...base(ids.next(), name, label, rank, options),
    kind: "list",
    type,
    binding: bound(ids, choices),
    generate: options.fill ?? fillChoices,
  });
}

export function openList(
  name: string,
  label: string,
  choices: DraftBinding,
  options: Options & { readonly hint: string },
): DraftField {
  return (ids, rank) => ({
    ...base(ids.next(), name, label, rank, options),
    kind: "openList",
    binding: bound(ids, choices),
    hint: options.hint,
    generate: options.fill ?? nothing,
  });
}

export function file(name: string, label: string, options: Options): DraftField {
  return draft(name, label, options, { kind: "file" });
}

export function links(
  name: string,
  label: string,
  options: Options & { readonly types: readonly LinkType[] },
): DraftField {
  return draft(name, label, options, { kind: "links", types: options.types });
}

export function permissions(name: string, label: string): DraftField {
  return draft(name, label, {}, { kind: "permissions" });
}

export function computed(name: string, label: string, options: Options): DraftField {
  return draft(name, label, options, { kind: "computed", target: name });
}

export function steps(name: string, label: string, options: Options): DraftField {
  return draft(name, label, options, { kind: "steps" });
}

export function automatic(type: AutomaticType, name: string, label: string): DraftField {
  return draft(name, label, {}, { kind: "automatic", type });
}

export function plugin(type: string, name: string, label: string, options: Options): DraftField {
  return draft(name, label, options, { kind: "plugin", type });
}

export function decoration(
  type: "linebreak" | "separator" | "staticrichtext",
  name: string,
  text = "",
): DraftField {
  return draft(name, name, {}, { kind: "decoration", type, text });
}

export function container(
  type: "fieldset" | "column",
  name: string,
  label: string,
  content: readonly DraftField[],
): DraftField {
  return (ids, rank) => ({
    ...base(ids.next(), name, label, rank, {}),
    generate: nothing,
    kind: "container",
    type,
    content: content.map((each, index) => each(ids, index)),
  });
}
