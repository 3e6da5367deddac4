import type { Group } from "./group.ts";
import type { Field } from "./field.ts";
import type { Project } from "./project.ts";
import type { ArtifactSeed } from "./artifactSeed.ts";

interface Transition {
  readonly id: number;
  /** `null` for the creation of an artifact. */
  readonly from: number | null;
  readonly to: number;
}

/** Read-only fields and hidden fieldsets of a state, by id. */
interface WorkflowState {
  readonly value: number;
  readonly frozen: readonly number[];
  readonly hidden: readonly number[];
}

export interface Workflow {
  readonly field: Field;
  readonly isAdvanced: boolean;
  readonly transitions: readonly Transition[];
  readonly states: readonly WorkflowState[];
  readonly dateRules: readonly {
    readonly source: Field;
    readonly target: Field;
    readonly comparator: string;
  }[];
}

export interface Semantics {
  readonly title?: Field;
  readonly description?: Field;
  readonly status?: { readonly field: Field; readonly open: readonly number[] };
  readonly contributor?: Field;
  readonly timeframe?: { readonly start: Field; readonly end: Field };
}

/** What boards and backlogs show of an artifact. */
export interface CardSettings {
  readonly fields: readonly Field[];
  readonly initialEffort?: Field;
  readonly remainingEffort?: Field;
}

export interface Tracker {
  readonly id: number;
  readonly project: Project;
  readonly label: string;
  /** The keyword of references: `bug` in `bug #12`. */
  readonly itemName: string;
  readonly description: string;
  readonly color: string;
  readonly status: "active" | "deleted";
  readonly readers: Group;
  readonly parentId: number | undefined;
  /** The fields as a tree, and the same as a flat list. */
  readonly structure: readonly Field[];
  readonly fields: readonly Field[];
  readonly semantics: Semantics;
  readonly card: CardSettings;
  readonly workflow: Workflow | undefined;
  /** Number of initial artifacts, readable or not. */
  readonly generatedCount: number;
  /** The only group that can read an artifact; `undefined` for everyone who can read the tracker. */
  readonly getReaders: (artifactSeed: ArtifactSeed) => Group | undefined;
}
