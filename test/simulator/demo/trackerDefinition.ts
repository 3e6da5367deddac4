import { flattenFields } from "../state/field.ts";
import type { Field } from "../state/field.ts";
import type { Group } from "../state/group.ts";
import type { Project } from "../state/project.ts";
import type { ArtifactSeed } from "../state/artifactSeed.ts";
import type { CardSettings, Semantics, Tracker, Workflow } from "../state/tracker.ts";
import type { FieldDefinition } from "./fieldDefinition.ts";

/** A tracker definition with fields and choices by name; only the tracker itself has an id. */
export interface TrackerDefinition {
  readonly id: number;
  readonly project: Project;
  readonly label: string;
  readonly itemName: string;
  readonly description: string;
  readonly color: string;
  readonly status?: "deleted";
  readonly readers?: Group;
  readonly parentId?: number;
  readonly artifactCount: number;
  readonly fields: readonly FieldDefinition[];
  readonly semantics: {
    readonly title?: string;
    readonly description?: string;
    readonly status?: { readonly field: string; readonly open: readonly string[] };
    readonly contributor?: string;
    readonly timeframe?: { readonly start: string; readonly end: string };
  };
  /** Fields on the cards of boards. */
  readonly card?: {
    readonly fields: readonly string[];
    readonly initialEffort?: string;
    readonly remainingEffort?: string;
  };
  readonly workflow?: {
    readonly field: string;
    readonly isAdvanced: boolean;
    readonly transitions: readonly (readonly [from: string | null, to: string])[];
    /** Fields that are read-only and fieldsets that are hidden while an artifact is in a state. */
    readonly states?: readonly {
      readonly value: string;
      readonly frozen?: readonly string[];
      readonly hidden?: readonly string[];
    }[];
    readonly dateRules?: readonly {
      readonly source: string;
      readonly target: string;
      readonly comparator: string;
    }[];
  };
  readonly getReaders?: (artifactSeed: ArtifactSeed) => Group | undefined;
}

/** Each tracker reserves this many field ids, starting from its own id. */
const fieldIdsPerTracker = 100;

export function createTracker(
  definition: TrackerDefinition,
  generatedCount = definition.artifactCount,
  idsPerTracker = fieldIdsPerTracker,
): Tracker {
  let lastId = definition.id * idsPerTracker;
  const source = { next: () => ++lastId };
  const structure = definition.fields.map((each, rank) => each(source, rank));
  const fields = flattenFields(structure);
  const getField = (name: string): Field => {
    const field = fields.find((each) => each.name === name);
    if (field === undefined) throw new Error(`Tracker ${definition.itemName} has no field ${name}`);
    return field;
  };
  return {
    id: definition.id,
    project: definition.project,
    label: definition.label,
    itemName: definition.itemName,
    description: definition.description,
    color: definition.color,
    status: definition.status ?? "active",
    readers: definition.readers ?? "everyone",
    parentId: definition.parentId,
    structure,
    fields,
    semantics: createSemantics(definition, getField),
    card: createCardSettings(definition, getField),
    workflow: createWorkflow(definition, getField),
    generatedCount,
    getReaders: definition.getReaders ?? (() => undefined),
  };
}

function createSemantics({ semantics }: TrackerDefinition, getField: (name: string) => Field): Semantics {
  const { title, description, status, contributor, timeframe } = semantics;
  return {
    ...(title !== undefined && { title: getField(title) }),
    ...(description !== undefined && { description: getField(description) }),
    ...(status && {
      status: {
        field: getField(status.field),
        open: status.open.map((label) => findChoiceId(getField(status.field), label)),
      },
    }),
    ...(contributor !== undefined && { contributor: getField(contributor) }),
    ...(timeframe && { timeframe: { start: getField(timeframe.start), end: getField(timeframe.end) } }),
  };
}

function createCardSettings({ card }: TrackerDefinition, getField: (name: string) => Field): CardSettings {
  const { fields = [], initialEffort, remainingEffort } = card ?? {};
  return {
    fields: fields.map(getField),
    ...(initialEffort !== undefined && { initialEffort: getField(initialEffort) }),
    ...(remainingEffort !== undefined && { remainingEffort: getField(remainingEffort) }),
  };
}

function createWorkflow(
  definition: TrackerDefinition,
  getField: (name: string) => Field,
): Workflow | undefined {
  const { workflow } = definition;
  if (workflow === undefined) return undefined;
  const field = getField(workflow.field);
  return {
    field,
    isAdvanced: workflow.isAdvanced,
    transitions: workflow.transitions.map(([from, to], index) => ({
      id: definition.id * 100 + index,
      from: from === null ? null : findChoiceId(field, from),
      to: findChoiceId(field, to),
    })),
    states: (workflow.states ?? []).map(({ value, frozen = [], hidden = [] }) => ({
      value: findChoiceId(field, value),
      frozen: frozen.map((name) => getField(name).id),
      hidden: hidden.map((name) => getField(name).id),
    })),
    dateRules: (workflow.dateRules ?? []).map(({ source, target, comparator }) => ({
      source: getField(source),
      target: getField(target),
      comparator,
    })),
  };
}

function findChoiceId(field: Field, label: string): number {
  const choices = field.kind === "list" && field.binding.kind === "static" ? field.binding.choices : [];
  const choice = choices.find((each) => each.label === label);
  if (choice === undefined) throw new Error(`Field ${field.name} has no value ${label}`);
  return choice.id;
}
