import { flatten } from "../state/field.ts";
import type { Field } from "../state/field.ts";
import type { Group } from "../state/group.ts";
import type { Project } from "../state/project.ts";
import type { Row } from "../state/row.ts";
import type { Semantics, Tracker, Workflow } from "../state/tracker.ts";
import type { DraftField } from "./draftField.ts";

/** A tracker as one writes it: fields and values by name, no ids but its own. */
export interface DraftTracker {
  readonly id: number;
  readonly project: Project;
  readonly label: string;
  readonly itemName: string;
  readonly description: string;
  readonly color: string;
  readonly status?: "deleted";
  readonly readers?: Group;
  readonly parentId?: number;
  readonly size: number;
  readonly form: readonly DraftField[];
  readonly semantics: {
    readonly title?: string;
    readonly description?: string;
    readonly status?: { readonly field: string; readonly open: readonly string[] };
    readonly contributor?: string;
    readonly timeframe?: { readonly start: string; readonly end: string };
  };
  readonly workflow?: {
    readonly field: string;
    readonly isAdvanced: boolean;
    readonly transitions: readonly (readonly [from: string | null, to: string])[];
    /** What is taken away in a state: fields that are frozen, fieldsets that are hidden. */
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
  readonly restriction?: (row: Row) => Group | undefined;
}

/** Ids of fields follow from that of the tracker: there are so many for each. */
const idsEach = 100;

export function buildTracker(draft: DraftTracker, size = draft.size, idsPerTracker = idsEach): Tracker {
  let lastId = draft.id * idsPerTracker;
  const source = { next: () => ++lastId };
  const structure = draft.form.map((each, rank) => each(source, rank));
  const fields = flatten(structure);
  const named = (name: string): Field => {
    const field = fields.find((each) => each.name === name);
    if (field === undefined) throw new Error(`Tracker ${draft.itemName} has no field ${name}`);
    return field;
  };
  return {
    id: draft.id,
    project: draft.project,
    label: draft.label,
    itemName: draft.itemName,
    description: draft.description,
    color: draft.color,
    status: draft.status ?? "active",
    readers: draft.readers ?? "everyone",
    parentId: draft.parentId,
    structure,
    fields,
    semantics: semanticsOf(draft, named),
    workflow: workflowOf(draft, named),
    size,
    restriction: draft.restriction ?? (() => undefined),
  };
}

function semanticsOf({ semantics }: DraftTracker, named: (name: string) => Field): Semantics {
  const { title, description, status, contributor, timeframe } = semantics;
  return {
    ...(title !== undefined && { title: named(title) }),
    ...(description !== undefined && { description: named(description) }),
    ...(status && {
      status: {
        field: named(status.field),
        open: status.open.map((label) => choiceId(named(status.field), label)),
      },
    }),
    ...(contributor !== undefined && { contributor: named(contributor) }),
    ...(timeframe && { timeframe: { start: named(timeframe.start), end: named(timeframe.end) } }),
  };
}

function workflowOf(draft: DraftTracker, named: (name: string) => Field): Workflow | undefined {
  const { workflow } = draft;
  if (workflow === undefined) return undefined;
  const field = named(workflow.field);
  return {
    field,
    isAdvanced: workflow.isAdvanced,
    transitions: workflow.transitions.map(([from, to], index) => ({
      id: draft.id * 100 + index,
      from: from === null ? null : choiceId(field, from),
      to: choiceId(field, to),
    })),
    states: (workflow.states ?? []).map(({ value, frozen = [], hidden = [] }) => ({
      value: choiceId(field, value),
      frozen: frozen.map((name) => named(name).id),
      hidden: hidden.map((name) => named(name).id),
    })),
    dateRules: (workflow.dateRules ?? []).map(({ source, target, comparator }) => ({
      source: named(source),
      target: named(target),
      comparator,
    })),
  };
}

function choiceId(field: Field, label: string): number {
  const choices = field.kind === "list" && field.binding.kind === "static" ? field.binding.choices : [];
  const choice = choices.find((each) => each.label === label);
  if (choice === undefined) throw new Error(`Field ${field.name} has no value ${label}`);
  return choice.id;
}
