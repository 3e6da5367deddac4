import type { Group } from "./group.ts";
import type { Field } from "./field.ts";
import type { Project } from "./project.ts";
import type { Row } from "./row.ts";

interface Transition {
  readonly id: number;
  /** null is the creation of an artifact. */
  readonly from: number | null;
  readonly to: number;
}

/** What holds while an artifact is in a state: fields that can't be changed, fieldsets that are not shown. By id. */
interface State {
  readonly value: number;
  readonly frozen: readonly number[];
  readonly hidden: readonly number[];
}

export interface Workflow {
  readonly field: Field;
  readonly isAdvanced: boolean;
  readonly transitions: readonly Transition[];
  readonly states: readonly State[];
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

export interface Tracker {
  readonly id: number;
  readonly project: Project;
  readonly label: string;
  /** The word of references: `bug` in `bug #12`. */
  readonly itemName: string;
  readonly description: string;
  readonly color: string;
  readonly status: "active" | "deleted";
  readonly readers: Group;
  readonly parentId: number | undefined;
  /** The form as a tree, and the same flat. */
  readonly structure: readonly Field[];
  readonly fields: readonly Field[];
  readonly semantics: Semantics;
  readonly workflow: Workflow | undefined;
  /** How many artifacts it starts with, readable or not. */
  readonly size: number;
  /** Who alone may read the artifact of that row, if not everyone who reads the tracker. */
  readonly restriction: (row: Row) => Group | undefined;
}
