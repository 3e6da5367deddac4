// The status of artifacts as columns of boards.
import type { Artifact } from "../state/artifact.ts";
import { getAvailableChoices } from "../state/field.ts";
import type { Field, StaticChoice } from "../state/field.ts";
import type { Tracker } from "../state/tracker.ts";
import { noneValueId } from "../state/value.ts";
import type { KanbanColumnId } from "./kanban.ts";

type StatusField = Extract<Field, { kind: "list" }>;

export function getStatusField({ semantics }: Tracker): StatusField | undefined {
  const field = semantics.status?.field;
  return field?.kind === "list" && field.binding.kind === "static" ? field : undefined;
}

export function getStatusChoices(tracker: Tracker): readonly StaticChoice[] {
  const field = getStatusField(tracker);
  return field === undefined ? [] : getAvailableChoices(field.binding);
}

function isOpenChoice({ semantics }: Tracker, id: number): boolean {
  return semantics.status?.open.includes(id) ?? false;
}

/** The open values of the status field, in its order. */
export function getColumnChoices(tracker: Tracker): readonly StaticChoice[] {
  return getStatusChoices(tracker).filter(({ id, hidden }) => !hidden && isOpenChoice(tracker, id));
}

/** `undefined` for no value and for "None". */
export function getStatusId(artifact: Artifact): number | undefined {
  const field = getStatusField(artifact.tracker);
  const value = field && artifact.getValue(field);
  const id = value?.kind === "choices" ? value.ids[0] : undefined;
  return id === noneValueId ? undefined : id;
}

/** Artifacts without a status are in the backlog, those with a closed one in the archive. */
export function getColumnId(artifact: Artifact): KanbanColumnId {
  const id = getStatusId(artifact);
  if (id === undefined) return "backlog";
  return isOpenChoice(artifact.tracker, id) ? id : "archive";
}

/**
 * The first closed value that the workflow allows, whatever closed value the artifact has; the first one at all if it
 * allows none, which then fails.
 */
export function getArchiveChoiceId(artifact: Artifact): number {
  const { tracker } = artifact;
  const { workflow } = tracker;
  const current = getStatusId(artifact);
  const closed = getStatusChoices(tracker).filter(({ id, hidden }) => !hidden && !isOpenChoice(tracker, id));
  const isAllowed = ({ id }: StaticChoice): boolean =>
    workflow?.field !== getStatusField(tracker) ||
    id === current ||
    workflow?.transitions.some(({ from, to }) => from === (current ?? null) && to === id) === true;
  return (closed.find(isAllowed) ?? closed[0])?.id ?? noneValueId;
}
