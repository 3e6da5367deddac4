// Describes artifacts and trackers as JSON for chat tools and wraps server data so that it can't be taken for
// our text.
import type { Artifact, ArtifactRow } from "../artifact.ts";
import type { JsonValue, AssistantValueContext, JsonObject } from "../fields/fieldType.ts";
import { createControl, hostTypeOfControl, hostTypeOfValue } from "../fields/hostRegistry.ts";
import { type Control, toFieldText, type FieldValue } from "../fields/registry.ts";
import type { Form, FormField } from "../form/form.ts";
import { isLayoutElement } from "../form/layout.ts";
import type { HistoryEntry } from "../history.ts";
import { isoToLocalOffset } from "../localTime.ts";
import { toSearchableField } from "../query/criteria.ts";
import type { Field, Tracker } from "../tracker.ts";

// Server data is placed between two lines with a random boundary that doesn't occur in the data, so that it
// can't fake the end of the frame or a message of the extension.

export interface ToolResponse {
  /** The extension's own text. */
  readonly message: string;
  /** Untrusted: anyone who can write on the server may address the assistant with it. */
  readonly serverData?: string | undefined;
}

interface ResponseLimits {
  /** In characters, including everything. */
  readonly maxLength: number;
  /** Text that marks omitted content. */
  readonly truncationMark: string;
  /** Returns an unpredictable text, a new one each time. */
  readonly createBoundary: () => string;
}

/** At most `maxLength` characters including the mark; never splits a surrogate pair. */
export function truncateText(text: string, maxLength: number, mark: string): string {
  if (text.length <= maxLength) return text;
  if (mark.length >= maxLength) return mark.slice(0, Math.max(0, maxLength));
  const start = text.slice(0, maxLength - mark.length);
  return `${/[\ud800-\udbff]$/.test(start) ? start.slice(0, -1) : start}${mark}`;
}

function wrapServerData(text: string, boundary: string): string {
  return `<data ${boundary}>\n${text}\n</data ${boundary}>`;
}

/** At most `maxLength` characters. */
export function formatToolResponse(
  { message, serverData }: ToolResponse,
  { maxLength, truncationMark, createBoundary }: ResponseLimits,
): string {
  if (serverData === undefined) return truncateText(message, maxLength, truncationMark);
  for (;;) {
    const boundary = createBoundary();
    const around = `${message}\n\n${wrapServerData("", boundary)}`.length;
    // Without room for server data there is nothing to wrap.
    if (around > maxLength) return truncateText(message, maxLength, truncationMark);
    const text = truncateText(serverData, maxLength - around, truncationMark);
    if (!text.includes(boundary)) return `${message}\n\n${wrapServerData(text, boundary)}`;
  }
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

function toCompactJson(value: unknown): string {
  if (!Array.isArray(value) || !value.some(isObject)) return JSON.stringify(value);
  return `[\n${value.map((each) => JSON.stringify(each)).join(",\n")}\n]`;
}

/** One line per member, so that truncated output loses only its last lines. */
export function formatJsonMemberPerLine(value: object): string {
  if (Array.isArray(value)) return toCompactJson(value);
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return `{\n${members.map(([name, member]) => `${JSON.stringify(name)}: ${toCompactJson(member)}`).join(",\n")}\n}`;
}

// Artifacts: the values of a form without its layout.

/** In characters; leaves room for the other fields. */
const maxTextLength = 4000;
const maxComments = 20;
/** Maximum number of linked artifacts with titles. */
const maxLinkedArtifacts = 30;

/** Undefined for linked artifacts that couldn't be loaded. */
type LinkedRowsById = ReadonlyMap<number, ArtifactRow | undefined>;

function shortenText(text: string): string {
  return truncateText(text, maxTextLength, "…");
}

/** Null if there is no value. */
function toValueJson(value: FieldValue | undefined, rows: LinkedRowsById): JsonValue {
  if (value === undefined) return null;
  const context: AssistantValueContext = {
    truncate: shortenText,
    getLinkedArtifact: (artifactId) => rows.get(artifactId),
    maxLinked: maxLinkedArtifacts,
  };
  return hostTypeOfValue(value)?.toAssistantValue?.(value, context) ?? shortenText(toFieldText(value));
}

function toFieldJson({ label, value, access }: FormField, rows: LinkedRowsById): JsonObject {
  return {
    field: label,
    value: toValueJson(value, rows),
    format: value && hostTypeOfValue(value)?.getFormat?.(value),
    canChange: access === "edit" ? undefined : false,
  };
}

function hasNoValue({ value }: FormField): boolean {
  return value === undefined || (hostTypeOfValue(value)?.isBlank?.(value) ?? toFieldText(value) === "");
}

/** In the local zone with its offset, whatever zone the server used. */
function toLocalTime(iso: string | undefined): string | undefined {
  return iso === undefined ? undefined : isoToLocalOffset(iso);
}

function toCommentsJson({ changeset: { by, on, comment } }: HistoryEntry): readonly JsonObject[] {
  if (comment === undefined || comment.source.trim() === "") return [];
  return [
    { by: by?.label, on: toLocalTime(on), text: shortenText(comment.source), onlyFor: comment.onlyFor },
  ];
}

/** Ids of the linked artifacts that are described with titles. */
export function collectLinkedArtifactIds({ fields }: Form): readonly number[] {
  const ids = fields.flatMap(({ value }) => (value && hostTypeOfValue(value)?.getLinkedIds?.(value)) ?? []);
  return [...new Set(ids)].slice(0, maxLinkedArtifacts);
}

interface ArtifactDetails {
  readonly artifact: Artifact;
  readonly form: Form;
  /** Newest first; undefined if the server has no history. */
  readonly history: readonly HistoryEntry[] | undefined;
  readonly hasOlder: boolean;
  readonly linked: LinkedRowsById;
}

export function toArtifactJson({ artifact, form, history, hasOlder, linked }: ArtifactDetails): JsonObject {
  const comments = history?.flatMap(toCommentsJson);
  return {
    artifact: artifact.id,
    title: artifact.title,
    tracker: { ...artifact.tracker },
    submittedBy: artifact.submittedBy?.label,
    submittedOn: toLocalTime(artifact.submittedOn),
    modifiedOn: toLocalTime(artifact.modifiedOn),
    fields: form.fields.filter((field) => !hasNoValue(field)).map((field) => toFieldJson(field, linked)),
    emptyFields: form.fields.filter(hasNoValue).map(({ label }) => label),
    comments: comments?.slice(0, maxComments),
    olderCommentsLeftOut: hasOlder || (comments?.length ?? 0) > maxComments ? true : undefined,
  };
}

export function toArtifactRowJson(
  row: ArtifactRow,
  tracker: { readonly id: number | undefined; readonly label: string } | undefined,
): JsonObject {
  return {
    artifact: row.id,
    title: row.title === undefined ? undefined : shortenText(row.title),
    status: row.status,
    assignedTo: row.assignees.length === 0 ? undefined : row.assignees.map(({ label }) => label),
    modifiedOn: toLocalTime(row.modifiedOn),
    tracker: tracker && { id: tracker.id, label: tracker.label },
  };
}

// Trackers: labels, accepted input, required fields and workflow.

/** What a field accepts from an assistant; undefined if it can only be edited in the form. */
export function toAcceptedInputJson(control: Control): JsonObject | undefined {
  return hostTypeOfControl(control)?.describeInput?.(control);
}

/** Fields that the tools can't edit are reported without permissions to set them. */
function toTrackerFieldJson(field: Field): JsonObject {
  const { label, name, type, description, isRequired, permissions } = field;
  const acceptedInput = toAcceptedInputJson(createControl(field));
  const isEditable = acceptedInput !== undefined;
  return {
    field: label,
    name: name === "" ? undefined : name,
    type,
    description: description === "" ? undefined : description,
    ...acceptedInput,
    isRequired: isRequired ? true : undefined,
    canCreate: isEditable && permissions.has("create"),
    canUpdate: isEditable && permissions.has("update"),
    searchedBy: toSearchableField(field)?.operators,
  };
}

function toWorkflowJson({ fields, workflow }: Tracker): JsonObject | undefined {
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

function toDateRulesJson({ fields, workflow }: Tracker): readonly string[] | undefined {
  const labelOf = (id: number): string | undefined => fields.find((field) => field.id === id)?.label;
  const rules = workflow?.dateRules.flatMap(({ sourceId, comparator, targetId }) => {
    const [source, target] = [labelOf(sourceId), labelOf(targetId)];
    return source === undefined || target === undefined ? [] : [`${source} ${comparator} ${target}`];
  });
  return rules === undefined || rules.length === 0 ? undefined : rules;
}

function findFieldLabel({ fields }: Tracker, fieldId: number | undefined): string | undefined {
  return fields.find(({ id }) => id === fieldId)?.label;
}

export function toTrackerJson(tracker: Tracker): JsonObject {
  const { semantics, workflow } = tracker;
  const open = semantics.status;
  const statusField = tracker.fields.find(({ id }) => id === open?.fieldId);
  return {
    tracker: tracker.id,
    label: tracker.label,
    shortName: tracker.itemName,
    description: tracker.description,
    titleField: findFieldLabel(tracker, semantics.titleFieldId),
    statusField: statusField?.label,
    openStates: statusField?.choices
      ?.filter((choice) => open?.openIds.some((id) => String(id) === String(choice.id)))
      .map(({ label }) => label),
    assigneeField: findFieldLabel(tracker, semantics.assigneeFieldId),
    fields: tracker.fields.filter((field) => !isLayoutElement(field)).map(toTrackerFieldJson),
    workflow: toWorkflowJson(tracker),
    dateRules: toDateRulesJson(tracker),
    listsDependOnEachOther: workflow !== undefined && workflow.listRules.length > 0 ? true : undefined,
  };
}
