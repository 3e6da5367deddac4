import type { ChoiceId } from "./valueTypes.ts";

/** A tracker in lists; its fields are loaded on demand. */
export interface TrackerSummary {
  readonly kind: "tracker";
  readonly id: number;
  readonly uri: string;
  readonly label: string;
  /** Tuleap's color name, such as "fiesta-red". */
  readonly color: string | undefined;
  readonly artifactsUri: string;
}

export interface Choice {
  /** Id to write. */
  readonly id: ChoiceId;
  readonly label: string;
  /** Not offered any more, but may still be an artifact's value. */
  readonly isHidden: boolean;
  readonly color: string | undefined;
  /** Of a user, if reported. */
  readonly username?: string;
}

export type Permission = "read" | "create" | "update";

export interface Field {
  readonly kind: "field";
  readonly id: number;
  /** Name in queries. */
  readonly name: string;
  readonly label: string;
  readonly description: string | undefined;
  readonly type: string;
  readonly isRequired: boolean;
  readonly permissions: ReadonlySet<Permission>;
  /** Source of a list's values. */
  readonly binding: "static" | "users" | "ugroups" | undefined;
  /** Undefined for lists of all users and for other fields. */
  readonly choices: readonly Choice[] | undefined;
  /** Whether a date has a time. */
  readonly withTime: boolean;
  readonly maxLength: number | undefined;
  readonly maxUploadBytes: number | undefined;
  readonly linkTypes: readonly LinkType[];
  /** Whether the workflow hides the fieldset in the artifact's current state. */
  readonly isHidden: boolean;
  /** HTML of a static element; otherwise undefined. */
  readonly staticText: string | undefined;
  /** For permission fields: whether new artifacts are restricted to groups by default. */
  readonly isRestrictedByDefault: boolean;
  /** Raw value; the shape depends on the type. */
  readonly defaultValue: unknown;
}

export interface LinkType {
  readonly name: string;
  readonly forwardLabel: string;
  readonly reverseLabel: string;
}

/** A node of the layout tree, by field id. */
export interface StructureNode {
  readonly fieldId: number;
  readonly content: readonly StructureNode[];
}

interface Semantics {
  readonly titleFieldId: number | undefined;
  readonly descriptionFieldId: number | undefined;
  readonly assigneeFieldId: number | undefined;
  readonly status: { readonly fieldId: number; readonly openIds: readonly ChoiceId[] } | undefined;
}

interface Transition {
  /** Undefined for a new artifact. */
  readonly from: number | undefined;
  readonly to: number;
}

export interface Workflow {
  readonly fieldId: number;
  readonly transitions: readonly Transition[];
  readonly dateRules: readonly {
    readonly sourceId: number;
    readonly targetId: number;
    readonly comparator: string;
  }[];
  readonly listRules: readonly {
    readonly sourceId: number;
    readonly sourceValue: number;
    readonly targetId: number;
    readonly targetValue: number;
  }[];
}

/** The colors of the values of its status, by label. Old trackers have RGB values, which suit no theme. */
export function getStatusColors({
  fields,
  semantics,
}: Pick<Tracker, "fields" | "semantics">): ReadonlyMap<string, string> {
  const choices = fields.find(({ id }) => id === semantics.status?.fieldId)?.choices ?? [];
  return new Map(
    choices.flatMap(({ label, color = "" }) =>
      color === "" || color.startsWith("#") ? [] : [[label, color] as const],
    ),
  );
}

/** A tracker with its fields. */
export interface Tracker extends TrackerSummary {
  /** Keyword for references to its artifacts, and its short name in TQL. */
  readonly itemName: string | undefined;
  /** Undefined if the server doesn't report it. */
  readonly projectId?: number | undefined;
  readonly description: string | undefined;
  /** Fields the user can read. */
  readonly fields: readonly Field[];
  /** Ids of fields that couldn't be parsed, to show a placeholder. */
  readonly unreadableFieldIds: readonly number[];
  readonly structure: readonly StructureNode[];
  readonly semantics: Semantics;
  /** Undefined if there is none or it is disabled. */
  readonly workflow: Workflow | undefined;
  /** Undefined if the server doesn't report it. */
  readonly isAdministrator: boolean | undefined;
  /** When the cached copy was loaded, in milliseconds; set only if the server is offline. */
  readonly asOf?: number | undefined;
}
