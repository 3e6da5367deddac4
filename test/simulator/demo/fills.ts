import type { Person } from "../state/people.ts";
import type { Row } from "../state/row.ts";
import { none } from "../state/value.ts";
import type { FieldValue, FileDescription } from "../state/value.ts";

const day = 24 * 60 * 60 * 1000;

/** One of them, or nobody in about one case out of five. */
export function assignee(group: readonly [Person, ...Person[]]) {
  return ({ draws }: Row): FieldValue => ({
    kind: "choices",
    ids: [draws.chance("unassigned", 0.2) ? none : draws.pick("assignee", group).id],
  });
}

export function whole(purpose: string, low: number, high: number) {
  return ({ draws }: Row): FieldValue => ({ kind: "number", number: draws.integer(purpose, low, high) });
}

/** Some days after the submission, for part of the artifacts; the others were never given one, or had it cleared. */
export function daysLater(purpose: string, low: number, high: number, share = 1) {
  return ({ id, draws, submittedOn }: Row): FieldValue | undefined => {
    if (draws.chance(`${purpose} set`, share)) {
      return { kind: "date", at: submittedOn + draws.integer(purpose, low, high) * day };
    }
    return id % 2 === 0 ? undefined : { kind: "date", at: null };
  };
}

/** Markdown is what the product offers first, so most texts are. */
const formats = ["commonmark", "commonmark", "html", "text"] as const;

export function prose(purpose: string, paragraphs: readonly [string, ...string[]]) {
  return ({ draws }: Row): FieldValue => {
    const format = draws.pick(`${purpose} format`, formats);
    const source = draws.pick(purpose, paragraphs);
    return { kind: "text", format, source: format === "html" ? `<p>${source}</p>` : source };
  };
}

const attachments: readonly [readonly [string, string, string], ...(readonly [string, string, string])[]] = [
  ["screenshot.png", "image/png", "What the operator saw"],
  ["console.log", "text/plain", "Client log of the session"],
  ["trace.har", "application/json", "Network trace"],
  ["relevé de marée.csv", "text/csv", "Readings around the event"],
  ["before & after.pdf", "application/pdf", "Comparison"],
  ["crash-dump.bin", "application/octet-stream", ""],
];

/** Files of about a fifth of the artifacts. The id of a file tells its artifact, so that neither needs a register. */
export function attachedFiles({ id, draws, submittedBy }: Row): FieldValue {
  const count = draws.chance("has files", 0.22) ? draws.integer("files", 1, 3) : 0;
  const files = Array.from({ length: count }, (_, place): FileDescription => {
    const [name, mimeType, description] = draws.pick(`file ${place}`, attachments);
    const size = draws.integer(`file size ${place}`, 400, 3_000_000);
    return { id: id * 10 + place, name, description, mimeType, size, submittedBy };
  });
  return { kind: "files", files };
}

export const childLink = { shortname: "_is_child", forwardLabel: "Child", reverseLabel: "Parent" };
export const relatedLink = {
  shortname: "relates_to",
  forwardLabel: "Relates to",
  reverseLabel: "Related from",
};

/** A type that somebody defined for their own use. */
export const customLink = { shortname: "custom", forwardLabel: "Custom", reverseLabel: "Custom of" };
