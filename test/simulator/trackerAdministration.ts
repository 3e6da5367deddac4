// Changes of trackers while tests have forms open, and trackers with unusual fields.
import type { FieldDefinition } from "./demo/fieldDefinition.ts";
import { createTracker } from "./demo/trackerDefinition.ts";
import type { TrackerDefinition } from "./demo/trackerDefinition.ts";
import { flattenFields } from "./state/field.ts";
import type { Field, StaticChoice } from "./state/field.ts";
import { createSeededRandom } from "./state/seededRandom.ts";
import type { ArtifactSeed } from "./state/artifactSeed.ts";
import type { CardSettings, Semantics, Tracker, Workflow } from "./state/tracker.ts";
import type { FieldValue } from "./state/value.ts";
import type { ServerState } from "./state/serverState.ts";
import { getDefaultValue } from "./write/defaultValue.ts";

export interface NewTracker {
  readonly projectId: number;
  readonly label: string;
  /** Created with the functions of `demo/fieldDefinition.ts`, or with `generateFields`. */
  readonly fields: readonly FieldDefinition[];
  readonly itemName?: string;
  readonly description?: string;
  /** Fields by their names. */
  readonly semantics?: TrackerDefinition["semantics"];
  readonly card?: TrackerDefinition["card"];
  readonly workflow?: TrackerDefinition["workflow"];
  /** Number of initial artifacts with generated values; none by default. */
  readonly artifacts?: number;
}

export interface TrackerHandle {
  readonly id: number;
  readonly artifactIds: readonly number[];
  /** By name. */
  fieldId(name: string): number;
  choiceId(name: string, label: string): number;
}

/** Above the ids of the demo data, with room for hundreds of fields and choices. */
const firstAddedId = 201;
const idsPerAddedTracker = 100_000;

export function addTracker(server: ServerState, newTracker: NewTracker): TrackerHandle {
  const project = server.projects.get(newTracker.projectId);
  if (project === undefined) throw new Error(`There is no project ${newTracker.projectId}`);
  const id = Math.max(firstAddedId, ...[...server.trackers.keys()].map((each) => each + 1));
  const { label, itemName = `added_${id}`, description = "", semantics = {}, card, workflow } = newTracker;
  const definition: TrackerDefinition = {
    id,
    project,
    label,
    itemName,
    description,
    color: "inca-silver",
    artifactCount: 0,
    fields: newTracker.fields,
    semantics,
    ...(card && { card }),
    ...(workflow && { workflow }),
  };
  const tracker = createTracker(definition, 0, idsPerAddedTracker);
  server.trackers.set(id, tracker);
  const artifactIds = Array.from({ length: newTracker.artifacts ?? 0 }, (_, index) =>
    createSampleArtifact(server, tracker, index),
  );
  return createHandle(tracker, artifactIds);
}

function createSampleArtifact(server: ServerState, tracker: Tracker, index: number): number {
  const by = server.accounts.admin.id;
  const at = server.clock.now();
  const artifactSeed: ArtifactSeed = {
    id: index + 1,
    index,
    submittedBy: by,
    submittedOn: at,
    updatedOn: at,
    random: createSeededRandom(tracker.id, index),
    getArtifactId: () => undefined,
    getTrackerSize: () => 0,
  };
  const values = new Map<Field, FieldValue>();
  for (const field of tracker.fields) {
    const value = field.generate(artifactSeed, field) ?? getDefaultValue(field);
    if (value !== undefined) values.set(field, value);
  }
  return server.artifacts.create(tracker, { by, values }).id;
}

function createHandle(tracker: Tracker, artifactIds: readonly number[]): TrackerHandle {
  const getField = (name: string): Field => {
    const field = tracker.fields.find((each) => each.name === name);
    if (field === undefined) throw new Error(`Tracker ${tracker.id} has no field ${name}`);
    return field;
  };
  return {
    id: tracker.id,
    artifactIds,
    fieldId: (name) => getField(name).id,
    choiceId: (name, label) => {
      const field = getField(name);
      const choices = "binding" in field && field.binding.kind === "static" ? field.binding.choices : [];
      const choice = choices.find((each) => each.label === label);
      if (choice === undefined) throw new Error(`Field ${name} has no value ${label}`);
      return choice.id;
    },
  };
}

function requireTracker(server: ServerState, trackerId: number): Tracker {
  const tracker = server.trackers.get(trackerId);
  if (tracker === undefined) throw new Error(`There is no tracker ${trackerId}`);
  return tracker;
}

function requireField(tracker: Tracker, fieldId: number): Field {
  const field = tracker.fields.find((each) => each.id === fieldId);
  if (field === undefined) throw new Error(`Tracker ${tracker.id} has no field ${fieldId}`);
  return field;
}

/** Removes a field with its descendants, and from semantics and workflow. */
export function removeField(server: ServerState, trackerId: number, fieldId: number): void {
  const tracker = requireTracker(server, trackerId);
  const removedIds = new Set(flattenFields([requireField(tracker, fieldId)]).map(({ id }) => id));
  const structure = withoutFields(tracker.structure, removedIds);
  // Modified in place, because its artifacts reference the tracker object.
  Object.assign(tracker, {
    structure,
    fields: flattenFields(structure),
    semantics: removeFromSemantics(tracker.semantics, removedIds),
    card: removeFromCard(tracker.card, removedIds),
    workflow: removeFromWorkflow(tracker.workflow, removedIds),
  });
}

function withoutFields(fields: readonly Field[], removedIds: ReadonlySet<number>): readonly Field[] {
  return fields
    .filter(({ id }) => !removedIds.has(id))
    .map((field) =>
      field.kind === "container" ? { ...field, content: withoutFields(field.content, removedIds) } : field,
    );
}

function removeFromSemantics(semantics: Semantics, removedIds: ReadonlySet<number>): Semantics {
  const { title, description, status, contributor, timeframe } = semantics;
  const isKept = (field: Field | undefined): field is Field =>
    field !== undefined && !removedIds.has(field.id);
  return {
    ...(isKept(title) && { title }),
    ...(isKept(description) && { description }),
    ...(status && isKept(status.field) && { status }),
    ...(isKept(contributor) && { contributor }),
    ...(timeframe && isKept(timeframe.start) && isKept(timeframe.end) && { timeframe }),
  };
}

function removeFromCard(card: CardSettings, removedIds: ReadonlySet<number>): CardSettings {
  const { fields, initialEffort, remainingEffort } = card;
  const isKept = (field: Field | undefined): field is Field =>
    field !== undefined && !removedIds.has(field.id);
  return {
    fields: fields.filter(isKept),
    ...(isKept(initialEffort) && { initialEffort }),
    ...(isKept(remainingEffort) && { remainingEffort }),
  };
}

function removeFromWorkflow(
  workflow: Workflow | undefined,
  removedIds: ReadonlySet<number>,
): Workflow | undefined {
  if (workflow === undefined || removedIds.has(workflow.field.id)) return undefined;
  const dateRules = workflow.dateRules.filter(
    ({ source, target }) => !removedIds.has(source.id) && !removedIds.has(target.id),
  );
  return { ...workflow, dateRules };
}

/** Adds a value to the status field that counts as open. */
export function addStatusChoice(tracker: Tracker, label: string): StaticChoice {
  const { status } = tracker.semantics;
  if (status?.field.kind !== "list" || status.field.binding.kind !== "static") {
    throw new Error(`Tracker ${tracker.id} has no status`);
  }
  const { binding } = status.field;
  const usedIds = tracker.fields.flatMap((field) => [field.id, ...getValueIds(field)]);
  const choice: StaticChoice = { id: Math.max(...usedIds) + 1, label, color: "", hidden: false, weight: 0 };
  // Modified in place, because artifacts reference the field.
  Object.assign(binding, { choices: [...binding.choices, choice] });
  Object.assign(status, { open: [...status.open, choice.id] });
  return choice;
}

function getValueIds(field: Field): readonly number[] {
  const binding = "binding" in field ? field.binding : undefined;
  if (binding?.kind === "static") return binding.choices.map(({ id }) => id);
  return binding?.kind === "groups" ? binding.groups.map(({ id }) => id) : [];
}

/** Artifacts that have the choice keep it. */
export function removeChoice(
  server: ServerState,
  trackerId: number,
  fieldId: number,
  choiceId: number,
): void {
  const field = requireField(requireTracker(server, trackerId), fieldId);
  const choices = "binding" in field && field.binding.kind === "static" ? field.binding.choices : [];
  const choice = choices.find(({ id }) => id === choiceId);
  if (choice === undefined) throw new Error(`Field ${fieldId} has no value ${choiceId}`);
  Object.assign(choice, { isRemoved: true });
}
