import type { User } from "../state/user.ts";
import type { ArtifactSeed } from "../state/artifactSeed.ts";
import { noneValueId } from "../state/value.ts";
import type { FieldValue, FileDescription } from "../state/value.ts";

const day = 24 * 60 * 60 * 1000;

/** One of the users, or nobody in about one of five artifacts. */
export function generateAssignee(group: readonly [User, ...User[]]) {
  return ({ random }: ArtifactSeed): FieldValue => ({
    kind: "choices",
    ids: [random.chance("unassigned", 0.2) ? noneValueId : random.pick("assignee", group).id],
  });
}

export function generateInteger(purpose: string, low: number, high: number) {
  return ({ random }: ArtifactSeed): FieldValue => ({
    kind: "number",
    number: random.integer(purpose, low, high),
  });
}

/** A date some days after the submission for some artifacts; the others never had one, or had it cleared. */
export function generateLaterDate(purpose: string, low: number, high: number, share = 1) {
  return ({ id, random, submittedOn }: ArtifactSeed): FieldValue | undefined => {
    if (random.chance(`${purpose} set`, share)) {
      return { kind: "date", at: submittedOn + random.integer(purpose, low, high) * day };
    }
    return id % 2 === 0 ? undefined : { kind: "date", at: null };
  };
}

/** Most texts are Markdown, because it is the product's default. */
const formats = ["commonmark", "commonmark", "html", "text"] as const;

export function generateText(purpose: string, paragraphs: readonly [string, ...string[]]) {
  return ({ random }: ArtifactSeed): FieldValue => {
    const format = random.pick(`${purpose} format`, formats);
    const source = random.pick(purpose, paragraphs);
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

/** Files of about a fifth of the artifacts. The artifact id can be computed from the file id. */
export function generateFiles({ id, random, submittedBy }: ArtifactSeed): FieldValue {
  const count = random.chance("has files", 0.22) ? random.integer("files", 1, 3) : 0;
  const files = Array.from({ length: count }, (_, place): FileDescription => {
    const [name, mimeType, description] = random.pick(`file ${place}`, attachments);
    const size = random.integer(`file size ${place}`, 400, 3_000_000);
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

/** A custom link type. */
export const customLink = { shortname: "custom", forwardLabel: "Custom", reverseLabel: "Custom of" };
