// An artifact as plain facts for an assistant: what a form would show, without what only a page needs.
import type { Artifact, ArtifactRow } from "../artifact.ts";
import { fieldText } from "../fieldText.ts";
import type { Form, FormField } from "../form/form.ts";
import type { HistoryEntry } from "../history.ts";
import { localIso } from "../localTime.ts";
import type { FieldValue } from "../value.ts";
import { cutTo } from "./frame.ts";

type Fact =
  string | number | boolean | null | readonly Fact[] | { readonly [name: string]: Fact | undefined };
export type Facts = Readonly<Record<string, Fact | undefined>>;

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

function linkFacts(artifactId: number, type: string, rows: LinkedRows): Facts {
  const row = rows.get(artifactId);
  return {
    artifact: artifactId,
    type: type === "" ? undefined : type,
    title: row?.title,
    status: row?.status,
  };
}

function valueFact(value: FieldValue | undefined, rows: LinkedRows): Fact {
  switch (value?.kind) {
    case undefined:
      return null;
    case "int":
    case "float":
      return value.number ?? null;
    case "date":
      return value.date === undefined ? null : localIso(value.date);
    case "choices":
      return value.chosen.map(({ label }) => label);
    case "openList":
      return value.entries.map(({ label }) => label);
    case "permissions":
      return value.groups.map(({ label }) => label);
    case "files":
      return value.files.map(({ name, size }) => ({ name, bytes: size }));
    case "links":
      return {
        forward: value.forward
          .slice(0, mostLinked)
          .map((link) => linkFacts(link.artifactId, link.type, rows)),
        reverse: value.reverse
          .slice(0, mostLinked)
          .map((link) => linkFacts(link.artifactId, link.type, rows)),
        ...(value.forward.length + value.reverse.length > mostLinked && {
          all: value.forward.length + value.reverse.length,
        }),
      };
    case "steps":
      return value.steps.map(({ description, expected }) => ({
        description: brief(description),
        expected: brief(expected),
      }));
    case "string":
    case "text":
    case "computed":
    case "user":
    case "references":
    case "other":
      return brief(fieldText(value));
  }
}

function fieldFacts({ label, value, access }: FormField, rows: LinkedRows): Facts {
  const format = value?.kind === "text" && value.source !== "" ? value.format : undefined;
  return {
    field: label,
    value: valueFact(value, rows),
    format,
    canChange: access === "edit" ? undefined : false,
  };
}

/** Links that others have to it are no text of its own, but something to tell. */
function isBlank({ value }: FormField): boolean {
  if (value === undefined) return true;
  return fieldText(value) === "" && (value.kind !== "links" || value.reverse.length === 0);
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
  const ids = fields.flatMap(({ value }) =>
    value?.kind === "links" ? [...value.forward, ...value.reverse].map(({ artifactId }) => artifactId) : [],
  );
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
