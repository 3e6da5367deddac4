import type { Group } from "./group.ts";
import type { ArtifactSeed } from "./artifactSeed.ts";
import type { FieldValue } from "./value.ts";

export interface StaticChoice {
  readonly id: number;
  readonly label: string;
  readonly color: string;
  readonly hidden: boolean;
  /** Removed from the list, although artifacts may still have it. */
  readonly isRemoved?: boolean;
  /** How often the demo data picks the choice, relative to the others. */
  readonly weight: number;
}

export interface LinkType {
  readonly shortname: string;
  readonly forwardLabel: string;
  readonly reverseLabel: string;
}

/** Where the choices of a list come from. `registered` means all users; such a list has no choices of its own. */
export type Binding =
  | { readonly kind: "static"; readonly choices: readonly StaticChoice[] }
  | { readonly kind: "users"; readonly from: "members" | "registered" }
  | { readonly kind: "groups"; readonly groups: readonly { readonly id: number; readonly group: Group }[] };

export type AutomaticType =
  "aid" | "atid" | "subby" | "luby" | "subon" | "lud" | "cross" | "priority" | "burndown";

export type FieldShape =
  | { readonly kind: "string"; readonly maxchars: number; readonly size: number }
  | { readonly kind: "text"; readonly rows: number; readonly cols: number }
  | { readonly kind: "number"; readonly type: "int" | "float" }
  | { readonly kind: "date"; readonly withTime: boolean }
  | { readonly kind: "list"; readonly type: "sb" | "rb" | "msb" | "cb"; readonly binding: Binding }
  | { readonly kind: "openList"; readonly binding: Binding; readonly hint: string }
  | { readonly kind: "file" }
  | { readonly kind: "links"; readonly types: readonly LinkType[] }
  | { readonly kind: "permissions" }
  | { readonly kind: "computed"; readonly target: string }
  | { readonly kind: "steps" }
  | { readonly kind: "automatic"; readonly type: AutomaticType }
  | { readonly kind: "plugin"; readonly type: string }
  | { readonly kind: "container"; readonly type: "fieldset" | "column"; readonly content: readonly Field[] }
  | {
      readonly kind: "decoration";
      readonly type: "linebreak" | "separator" | "staticrichtext";
      readonly text: string;
    };

export interface FieldBase {
  readonly id: number;
  readonly name: string;
  readonly label: string;
  readonly description: string;
  readonly required: boolean;
  /** Its position among its siblings. */
  readonly rank: number;
  readonly readers: Group;
  /** Whether it can be set on a new artifact, if the dialect has such permissions; otherwise it gets its default. */
  readonly isSubmittable: boolean;
  /** Generates the value of a demo artifact; `undefined` if nothing is stored. */
  readonly generate: (artifactSeed: ArtifactSeed, field: Field) => FieldValue | undefined;
}

export type Field = FieldBase & FieldShape;

/** The type name in the API. */
export function getWireType(field: Field): string {
  switch (field.kind) {
    case "string":
    case "text":
    case "date":
    case "file":
    case "computed":
      return field.kind;
    case "openList":
      return "tbl";
    case "links":
      return "art_link";
    case "permissions":
      return "perm";
    case "steps":
      return "ttmstepdef";
    case "number":
    case "list":
    case "automatic":
    case "plugin":
    case "container":
    case "decoration":
      return field.type;
  }
}

export function isWritable(field: Field): boolean {
  switch (field.kind) {
    case "automatic":
    case "plugin":
    case "container":
    case "decoration":
      return false;
    default:
      return true;
  }
}

/** The choices that can still be selected. */
export function getAvailableChoices(binding: Binding): readonly StaticChoice[] {
  return binding.kind === "static" ? binding.choices.filter((choice) => choice.isRemoved !== true) : [];
}

/** Fields with all their descendants. */
export function flattenFields(fields: readonly Field[]): readonly Field[] {
  return fields.flatMap((field) =>
    field.kind === "container" ? [field, ...flattenFields(field.content)] : [field],
  );
}
