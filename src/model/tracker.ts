import type { ChoiceId } from "./value.ts";

/** What a list of trackers tells about one of them; its fields are read when a form needs them. */
export interface TrackerSummary {
  readonly kind: "tracker";
  readonly id: number;
  readonly uri: string;
  readonly label: string;
  /** The server's name of a colour, such as "fiesta-red". */
  readonly color: string | undefined;
  readonly artifactsUri: string;
}

export interface Choice {
  /** What is written to choose it. */
  readonly id: ChoiceId;
  readonly label: string;
  /** Not offered any more, but may still be the value of an artifact. */
  readonly isHidden: boolean;
  readonly color: string | undefined;
}

export type Permission = "read" | "create" | "update";

export interface Field {
  readonly kind: "field";
  readonly id: number;
  /** Its name in queries. */
  readonly name: string;
  readonly label: string;
  readonly description: string | undefined;
  readonly type: string;
  readonly isRequired: boolean;
  readonly permissions: ReadonlySet<Permission>;
  /** What a list is made of. */
  readonly binding: "static" | "users" | "ugroups" | undefined;
  /** The values of a list; undefined where it is open to all users, or no list. */
  readonly choices: readonly Choice[] | undefined;
  /** Dates with a time of day. */
  readonly withTime: boolean;
  readonly maxLength: number | undefined;
  readonly maxUploadBytes: number | undefined;
  readonly linkTypes: readonly LinkType[];
  /** A fieldset that the workflow hides while the artifact is in its present state. */
  readonly isHidden: boolean;
  /** The HTML that a piece of decoration shows; undefined for everything else. */
  readonly staticText: string | undefined;
  /** Whether new artifacts are kept to some groups unless told otherwise, for the field that decides it. */
  readonly isRestrictedByDefault: boolean;
  /** As the server writes it; its shape depends on the type. */
  readonly defaultValue: unknown;
}

export interface LinkType {
  readonly name: string;
  readonly forwardLabel: string;
  readonly reverseLabel: string;
}

/** The arrangement of the fields: containers with what they hold, by id. */
export interface Placement {
  readonly fieldId: number;
  readonly content: readonly Placement[];
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

/** A tracker with its fields. */
export interface Tracker extends TrackerSummary {
  /** Keyword of references to its artifacts. */
  readonly itemName: string | undefined;
  readonly description: string | undefined;
  /** Those that we may see. */
  readonly fields: readonly Field[];
  /** Ids of those that make no sense to us, so that something can be said in their place. */
  readonly brokenFields: readonly number[];
  readonly structure: readonly Placement[];
  readonly semantics: Semantics;
  /** Undefined where there is none, or none in use. */
  readonly workflow: Workflow | undefined;
  /** Whether we administrate it; undefined where the server does not tell. */
  readonly isAdministrator: boolean | undefined;
  /** When it was read, in milliseconds, where the server could not be asked now. */
  readonly asOf?: number | undefined;
}
