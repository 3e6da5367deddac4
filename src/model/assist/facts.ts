// Artifacts and trackers as plain facts for an assistant, in a frame that nothing in them can close.
import type { Artifact, ArtifactRow } from "../artifact.ts";
import type { Fact, FactContext, Facts } from "../fields/fieldType.ts";
import { controlOf, hostTypeOfControl, hostTypeOfValue } from "../fields/hostRegistry.ts";
import { type Control, fieldText, type FieldValue } from "../fields/registry.ts";
import type { Form, FormField } from "../form/form.ts";
import { isArrangement } from "../form/layout.ts";
import type { HistoryEntry } from "../history.ts";
import { localIso } from "../localTime.ts";
import { searchable } from "../query/query.ts";
import type { Field, Tracker } from "../tracker.ts";

// Answers for assistants: what we say ourselves, and what servers hold. The latter stands between two lines that name a boundary
// which is made for this answer and does not occur in it, so that nothing in it can pass for an end of it, or for ours.

export interface Answer {
  /** In our own words. */
  readonly own: string;
  /** What a server holds; whoever wrote it there may mean an assistant by it. */
  readonly data?: string | undefined;
}

interface Bounds {
  /** What an answer may have, all in all. In characters. */
  readonly most: number;
  /** What tells that something is missing, in words. */
  readonly cutMark: string;
  /** A text that nobody can guess, another one each time. */
  readonly nextBoundary: () => string;
}

/** Never longer than asked for; what is cut ends with the mark, and not in the middle of a character. */
export function cutTo(text: string, most: number, mark: string): string {
  if (text.length <= most) return text;
  if (mark.length >= most) return mark.slice(0, Math.max(0, most));
  const kept = text.slice(0, most - mark.length);
  return `${/[\ud800-\udbff]$/.test(kept) ? kept.slice(0, -1) : kept}${mark}`;
}

function framed(text: string, boundary: string): string {
  return `<data ${boundary}>\n${text}\n</data ${boundary}>`;
}

/** Never longer than its bounds. */
export function answerText({ own, data }: Answer, { most, cutMark, nextBoundary }: Bounds): string {
  if (data === undefined) return cutTo(own, most, cutMark);
  for (;;) {
    const boundary = nextBoundary();
    const around = `${own}\n\n${framed("", boundary)}`.length;
    // What we say is short; without room for anything beside it there is nothing to frame.
    if (around > most) return cutTo(own, most, cutMark);
    const text = cutTo(data, most - around, cutMark);
    if (!text.includes(boundary)) return `${own}\n\n${framed(text, boundary)}`;
  }
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

function compact(value: unknown): string {
  if (!Array.isArray(value) || !value.some(isObject)) return JSON.stringify(value);
  return `[\n${value.map((each) => JSON.stringify(each)).join(",\n")}\n]`;
}

/** Facts as JSON, with a line for each: an answer that is cut loses its end, and none of what is left its shape. */
export function factLines(facts: object): string {
  if (Array.isArray(facts)) return compact(facts);
  const told = Object.entries(facts).filter(([, value]) => value !== undefined);
  return `{\n${told.map(([name, value]) => `${JSON.stringify(name)}: ${compact(value)}`).join(",\n")}\n}`;
}

// An artifact as plain facts for an assistant: what a form would show, without what only a page needs.

/** One long text leaves room for the others. In characters. */
const longestText = 4000;
const mostComments = 20;
/** So many of the linked artifacts are told with their titles. */
const mostLinked = 30;

/** What is known of those at the other end of links. */
type LinkedRows = ReadonlyMap<number, ArtifactRow | undefined>;

function brief(text: string): string {
  return cutTo(text, longestText, "…");
}

/** What a value is for an assistant: null where there is none. */
function valueFact(value: FieldValue | undefined, rows: LinkedRows): Fact {
  if (value === undefined) return null;
  const context: FactContext = { brief, linked: (artifactId) => rows.get(artifactId), mostLinked };
  return hostTypeOfValue(value)?.valueFact?.(value, context) ?? brief(fieldText(value));
}

function fieldFacts({ label, value, access }: FormField, rows: LinkedRows): Facts {
  return {
    field: label,
    value: valueFact(value, rows),
    format: value && hostTypeOfValue(value)?.formatOf?.(value),
    canChange: access === "edit" ? undefined : false,
  };
}

function isBlank({ value }: FormField): boolean {
  return value === undefined || (hostTypeOfValue(value)?.isBlank?.(value) ?? fieldText(value) === "");
}

/** In one zone, with its offset, whatever zone an answer was printed in. */
function moment(iso: string | undefined): string | undefined {
  return iso === undefined ? undefined : localIso(iso);
}

function commentFacts({ changeset: { by, on, comment } }: HistoryEntry): readonly Facts[] {
  if (comment === undefined || comment.source.trim() === "") return [];
  return [{ by: by?.label, on: moment(on), text: brief(comment.source), onlyFor: comment.onlyFor }];
}

/** The artifacts that an artifact's values lead to, as many as are told with their titles. */
export function linkedIds({ fields }: Form): readonly number[] {
  const ids = fields.flatMap(({ value }) => (value && hostTypeOfValue(value)?.linkedIds?.(value)) ?? []);
  return [...new Set(ids)].slice(0, mostLinked);
}

interface Told {
  readonly artifact: Artifact;
  readonly form: Form;
  /** Newest first; undefined where the server has none. */
  readonly history: readonly HistoryEntry[] | undefined;
  readonly hasOlder: boolean;
  readonly linked: LinkedRows;
}

export function artifactFacts({ artifact, form, history, hasOlder, linked }: Told): Facts {
  const comments = history?.flatMap(commentFacts);
  return {
    artifact: artifact.id,
    title: artifact.title,
    tracker: { ...artifact.tracker },
    submittedBy: artifact.submittedBy?.label,
    submittedOn: moment(artifact.submittedOn),
    modifiedOn: moment(artifact.modifiedOn),
    fields: form.fields.filter((field) => !isBlank(field)).map((field) => fieldFacts(field, linked)),
    emptyFields: form.fields.filter(isBlank).map(({ label }) => label),
    comments: comments?.slice(0, mostComments),
    olderCommentsLeftOut: hasOlder || (comments?.length ?? 0) > mostComments ? true : undefined,
  };
}

export function rowFacts(
  row: ArtifactRow,
  tracker: { readonly id: number; readonly label: string } | undefined,
): Facts {
  return {
    artifact: row.id,
    title: row.title === undefined ? undefined : brief(row.title),
    status: row.status,
    assignedTo: row.assignees.length === 0 ? undefined : row.assignees.map(({ label }) => label),
    modifiedOn: moment(row.modifiedOn),
    tracker: tracker && { id: tracker.id, label: tracker.label },
  };
}

// A tracker as plain facts for an assistant: what its fields are called, take and demand, and how its workflow moves.

/** What a field takes from an assistant; undefined where it is left to the form. */
export function takenFacts(control: Control): Facts | undefined {
  return hostTypeOfControl(control)?.takenFacts?.(control);
}

/** Who may set a field: what these tools can't change, they say nobody may. */
function trackerFieldFacts(field: Field): Facts {
  const { label, name, type, description, isRequired, permissions } = field;
  const taken = takenFacts(controlOf(field));
  const isTaken = taken !== undefined;
  return {
    field: label,
    name: name === "" ? undefined : name,
    type,
    description: description === "" ? undefined : description,
    ...taken,
    isRequired: isRequired ? true : undefined,
    canCreate: isTaken && permissions.has("create"),
    canUpdate: isTaken && permissions.has("update"),
    searchedBy: searchable(field)?.operators,
  };
}

function workflowFacts({ fields, workflow }: Tracker): Facts | undefined {
  const field = fields.find(({ id }) => id === workflow?.fieldId);
  if (workflow === undefined || field === undefined) return undefined;
  const labelOf = (id: number): string =>
    field.choices?.find((choice) => String(choice.id) === String(id))?.label ?? String(id);
  const sources = [...new Set(workflow.transitions.map(({ from }) => from))];
  return {
    field: field.label,
    transitions: sources.map((source) => ({
      from: source === undefined ? null : labelOf(source),
      to: workflow.transitions.filter(({ from }) => from === source).map(({ to }) => labelOf(to)),
    })),
  };
}

function dateRules({ fields, workflow }: Tracker): readonly string[] | undefined {
  const labelOf = (id: number): string | undefined => fields.find((field) => field.id === id)?.label;
  const rules = workflow?.dateRules.flatMap(({ sourceId, comparator, targetId }) => {
    const [one, other] = [labelOf(sourceId), labelOf(targetId)];
    return one === undefined || other === undefined ? [] : [`${one} ${comparator} ${other}`];
  });
  return rules === undefined || rules.length === 0 ? undefined : rules;
}

function labelled({ fields }: Tracker, fieldId: number | undefined): string | undefined {
  return fields.find(({ id }) => id === fieldId)?.label;
}

export function trackerFacts(tracker: Tracker): Facts {
  const { semantics, workflow } = tracker;
  const open = semantics.status;
  const statusField = tracker.fields.find(({ id }) => id === open?.fieldId);
  return {
    tracker: tracker.id,
    label: tracker.label,
    shortName: tracker.itemName,
    description: tracker.description,
    titleField: labelled(tracker, semantics.titleFieldId),
    statusField: statusField?.label,
    openStates: statusField?.choices
      ?.filter((choice) => open?.openIds.some((id) => String(id) === String(choice.id)))
      .map(({ label }) => label),
    assigneeField: labelled(tracker, semantics.assigneeFieldId),
    fields: tracker.fields.filter((field) => !isArrangement(field)).map(trackerFieldFacts),
    workflow: workflowFacts(tracker),
    dateRules: dateRules(tracker),
    listsDependOnEachOther: workflow !== undefined && workflow.listRules.length > 0 ? true : undefined,
  };
}
