// Which control a field gets, by the type that the server gives it.
import type { Choice, Field, LinkType } from "../tracker.ts";
import type { TextFormat } from "../value.ts";

export type Control =
  | {
      readonly kind: "line";
      readonly maxLength: number | undefined;
      /** A name has rules of its own. */
      readonly isRepositoryName?: boolean;
    }
  /** With a format where it is always the same one. */
  | { readonly kind: "text"; readonly format?: TextFormat }
  | { readonly kind: "number"; readonly isWhole: boolean }
  /** The time may be left out where the server doesn't say which dates have one. */
  | { readonly kind: "date"; readonly withTime: boolean; readonly isTimeOptional?: boolean }
  | {
      readonly kind: "choice";
      readonly look: "select" | "radio" | "multiSelect" | "checkboxes";
      readonly choices: readonly Choice[];
      readonly of?: "groups";
    }
  /** Any user of the server: they are searched, not listed. */
  | { readonly kind: "people"; readonly takes: "one" | "many" }
  /** Values to choose from, where there are some; anything else can be typed, or found among the people. */
  | {
      readonly kind: "openList";
      readonly choices: readonly Choice[];
      /** Of paths, small and capital letters count. */
      readonly of: "texts" | "paths" | "people" | "groups";
    }
  | { readonly kind: "links"; readonly types: readonly LinkType[] }
  | { readonly kind: "permissions"; readonly groups: readonly Choice[] }
  | { readonly kind: "computed" }
  | { readonly kind: "steps" }
  /** Who is told of changes below which path. */
  | { readonly kind: "notifications"; readonly groups: readonly Choice[] }
  /** Attaching and removing are acts of their own: they don't wait for the form to be saved. */
  | {
      readonly kind: "files";
      /** Whether files can be attached and removed. Who does not see those that are there would erase them. */
      readonly isOpen: boolean;
      readonly maxBytes: number | undefined;
    }
  /** Shown as it is. */
  | { readonly kind: "shown" }
  /** Described, or filled, in a way that makes no sense. */
  | { readonly kind: "broken" };

function choice(field: Field, look: Extract<Control, { kind: "choice" }>["look"]): Control {
  if (field.choices !== undefined) {
    const list = { kind: "choice", look, choices: field.choices } as const;
    return field.binding === "ugroups" ? { ...list, of: "groups" } : list;
  }
  // Without a list of values it is open to everybody, or there is nothing to choose.
  if (field.binding !== "users") return { kind: "choice", look, choices: [] };
  return { kind: "people", takes: look === "select" || look === "radio" ? "one" : "many" };
}

function openList({ binding, choices }: Field): Control {
  const offered: readonly Choice[] = choices ?? [];
  switch (binding) {
    case "users":
      return { kind: "openList", choices: offered, of: "people" };
    case "ugroups":
      return { kind: "openList", choices: offered, of: "groups" };
    case "static":
    case undefined:
      return { kind: "openList", choices: offered, of: "texts" };
  }
}

const controls: Readonly<Record<string, (field: Field) => Control>> = {
  string: ({ maxLength }) => ({ kind: "line", maxLength }),
  text: () => ({ kind: "text" }),
  int: () => ({ kind: "number", isWhole: true }),
  float: () => ({ kind: "number", isWhole: false }),
  date: ({ withTime }) => ({ kind: "date", withTime }),
  sb: (field) => choice(field, "select"),
  rb: (field) => choice(field, "radio"),
  msb: (field) => choice(field, "multiSelect"),
  cb: (field) => choice(field, "checkboxes"),
  tbl: openList,
  art_link: ({ linkTypes }) => ({ kind: "links", types: linkTypes }),
  perm: ({ choices }) => ({ kind: "permissions", groups: choices ?? [] }),
  computed: () => ({ kind: "computed" }),
  ttmstepdef: () => ({ kind: "steps" }),
  file: ({ permissions, maxUploadBytes }) => ({
    kind: "files",
    isOpen: permissions.has("read") && permissions.has("update"),
    maxBytes: maxUploadBytes,
  }),
};

export function controlOf(field: Field): Control {
  const make = Object.hasOwn(controls, field.type) ? controls[field.type] : undefined;
  return make?.(field) ?? { kind: "shown" };
}
