import type { Group } from "./group.ts";
import type { Field } from "./field.ts";
import type { Tracker } from "./tracker.ts";
import { noneValueId } from "./value.ts";
import type { FieldValue } from "./value.ts";

export interface Artifact {
  readonly id: number;
  readonly tracker: Tracker;
  /** Counted from 1 within its tracker. */
  readonly numberInTracker: number;
  readonly submittedBy: number;
  readonly submittedOn: number;
  readonly updatedBy: number;
  readonly updatedOn: number;
  /** Groups that can read the artifact; empty for everyone who can read the tracker. */
  readonly readableBy: readonly Group[];
  /** Number of changes; the version hash is computed from it. */
  readonly version: number;
  getValue(field: Field): FieldValue | undefined;
}

export function getTitle(artifact: Artifact): string | null {
  const field = artifact.tracker.semantics.title;
  const value = field && artifact.getValue(field);
  return value?.kind === "string" ? value.text : value?.kind === "text" ? value.source : null;
}

export interface Status {
  readonly label: string;
  readonly color: string;
  readonly isOpen: boolean;
}

export function getStatus(artifact: Artifact): Status | undefined {
  const status = artifact.tracker.semantics.status;
  if (status?.field.kind !== "list" || status.field.binding.kind !== "static") return undefined;
  const value = artifact.getValue(status.field);
  const id = value?.kind === "choices" ? value.ids[0] : undefined;
  const choice = status.field.binding.choices.find((each) => each.id === id);
  return choice && { label: choice.label, color: choice.color, isOpen: status.open.includes(choice.id) };
}

export function getAssignees(artifact: Artifact): readonly number[] {
  const field = artifact.tracker.semantics.contributor;
  const value = field && artifact.getValue(field);
  return value?.kind === "choices" ? value.ids.filter((id) => id !== noneValueId) : [];
}
