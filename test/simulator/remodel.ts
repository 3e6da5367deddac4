// What administrators do to trackers while people have their forms open; and trackers that no demo would have.
import type { DraftField } from "./demo/draftField.ts";
import { buildTracker } from "./demo/draftTracker.ts";
import type { DraftTracker } from "./demo/draftTracker.ts";
import { flatten } from "./state/field.ts";
import type { Field } from "./state/field.ts";
import { drawsFor } from "./state/random.ts";
import type { Row } from "./state/row.ts";
import type { Semantics, Tracker, Workflow } from "./state/tracker.ts";
import type { FieldValue } from "./state/value.ts";
import type { World } from "./state/world.ts";
import { defaultValue } from "./writing/defaults.ts";

export interface AddedTracker {
  readonly projectId: number;
  readonly label: string;
  /** Made with the functions of `demo/draftField.ts`, or all at once by `bulkForm`. */
  readonly fields: readonly DraftField[];
  readonly itemName?: string;
  readonly description?: string;
  /** Fields by their names. */
  readonly semantics?: DraftTracker["semantics"];
  readonly workflow?: DraftTracker["workflow"];
  /** How many artifacts it starts with, filled as its fields say; none unless told otherwise. */
  readonly artifacts?: number;
}

export interface TrackerHandle {
  readonly id: number;
  readonly artifactIds: readonly number[];
  /** By name. */
  fieldId(name: string): number;
  choiceId(name: string, label: string): number;
}

/** Above those of the demo, with room for hundreds of fields and their values below each. */
const firstAdded = 201;
const idsPerAdded = 100_000;

export function addTracker(world: World, added: AddedTracker): TrackerHandle {
  const project = world.projects.get(added.projectId);
  if (project === undefined) throw new Error(`There is no project ${added.projectId}`);
  const id = Math.max(firstAdded, ...[...world.trackers.keys()].map((each) => each + 1));
  const { label, itemName = `added_${id}`, description = "", semantics = {}, workflow } = added;
  const draft: DraftTracker = {
    id,
    project,
    label,
    itemName,
    description,
    color: "inca-silver",
    size: 0,
    form: added.fields,
    semantics,
    ...(workflow && { workflow }),
  };
  const tracker = buildTracker(draft, 0, idsPerAdded);
  world.trackers.set(id, tracker);
  const artifactIds = Array.from({ length: added.artifacts ?? 0 }, (_, index) => fill(world, tracker, index));
  return handleOf(tracker, artifactIds);
}

function fill(world: World, tracker: Tracker, index: number): number {
  const by = world.accounts.admin.id;
  const at = world.clock.now();
  const row: Row = {
    id: index + 1,
    index,
    submittedBy: by,
    submittedOn: at,
    updatedOn: at,
    draws: drawsFor(tracker.id, index),
    artifactAt: () => undefined,
    sizeOf: () => 0,
  };
  const values = new Map<Field, FieldValue>();
  for (const field of tracker.fields) {
    const value = field.generate(row, field) ?? defaultValue(field);
    if (value !== undefined) values.set(field, value);
  }
  return world.artifacts.create(tracker, { by, values }).id;
}

function handleOf(tracker: Tracker, artifactIds: readonly number[]): TrackerHandle {
  const named = (name: string): Field => {
    const field = tracker.fields.find((each) => each.name === name);
    if (field === undefined) throw new Error(`Tracker ${tracker.id} has no field ${name}`);
    return field;
  };
  return {
    id: tracker.id,
    artifactIds,
    fieldId: (name) => named(name).id,
    choiceId: (name, label) => {
      const field = named(name);
      const choices = "binding" in field && field.binding.kind === "static" ? field.binding.choices : [];
      const choice = choices.find((each) => each.label === label);
      if (choice === undefined) throw new Error(`Field ${name} has no value ${label}`);
      return choice.id;
    },
  };
}

function requiredTracker(world: World, trackerId: number): Tracker {
  const tracker = world.trackers.get(trackerId);
  if (tracker === undefined) throw new Error(`There is no tracker ${trackerId}`);
  return tracker;
}

function requiredField(tracker: Tracker, fieldId: number): Field {
  const field = tracker.fields.find((each) => each.id === fieldId);
  if (field === undefined) throw new Error(`Tracker ${tracker.id} has no field ${fieldId}`);
  return field;
}

/** With everything in it where it is a container, and without its meaning and its part in the workflow. */
export function removeField(world: World, trackerId: number, fieldId: number): void {
  const tracker = requiredTracker(world, trackerId);
  const gone = new Set(flatten([requiredField(tracker, fieldId)]).map(({ id }) => id));
  const structure = without(tracker.structure, gone);
  // In place: its artifacts know the tracker as it is, not by its number.
  Object.assign(tracker, {
    structure,
    fields: flatten(structure),
    semantics: remainingSemantics(tracker.semantics, gone),
    workflow: remainingWorkflow(tracker.workflow, gone),
  });
}

function without(fields: readonly Field[], gone: ReadonlySet<number>): readonly Field[] {
  return fields
    .filter(({ id }) => !gone.has(id))
    .map((field) =>
      field.kind === "container" ? { ...field, content: without(field.content, gone) } : field,
    );
}

function remainingSemantics(semantics: Semantics, gone: ReadonlySet<number>): Semantics {
  const { title, description, status, contributor, timeframe } = semantics;
  const isThere = (field: Field | undefined): field is Field => field !== undefined && !gone.has(field.id);
  return {
    ...(isThere(title) && { title }),
    ...(isThere(description) && { description }),
    ...(status && isThere(status.field) && { status }),
    ...(isThere(contributor) && { contributor }),
    ...(timeframe && isThere(timeframe.start) && isThere(timeframe.end) && { timeframe }),
  };
}

function remainingWorkflow(workflow: Workflow | undefined, gone: ReadonlySet<number>): Workflow | undefined {
  if (workflow === undefined || gone.has(workflow.field.id)) return undefined;
  const dateRules = workflow.dateRules.filter(
    ({ source, target }) => !gone.has(source.id) && !gone.has(target.id),
  );
  return { ...workflow, dateRules };
}

/** Gone from the list; artifacts that have it keep it. */
export function removeChoice(world: World, trackerId: number, fieldId: number, choiceId: number): void {
  const field = requiredField(requiredTracker(world, trackerId), fieldId);
  const choices = "binding" in field && field.binding.kind === "static" ? field.binding.choices : [];
  const choice = choices.find(({ id }) => id === choiceId);
  if (choice === undefined) throw new Error(`Field ${fieldId} has no value ${choiceId}`);
  Object.assign(choice, { isRemoved: true });
}
