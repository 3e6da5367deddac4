import type { Artifact } from "../state/artifact.ts";
import type { Field } from "../state/field.ts";
import type { Json } from "../http/json.ts";

type ArtifactFilter = (artifact: Artifact) => boolean;

/** Every word must occur, in any order and case; `/…/` is a regular expression and `!/…/` its negation. */
export function parseTextCriterion(field: Field, value: Json): ArtifactFilter | undefined {
  if (typeof value !== "string" && typeof value !== "number") return undefined;
  const text = String(value);
  const pattern = /^(!?)\/(.*)\/$/.exec(text);
  if (pattern !== null) {
    const expression = new RegExp(pattern[2] ?? "", "i");
    const negated = pattern[1] === "!";
    return (artifact) => expression.test(getText(artifact, field)) !== negated;
  }
  const words = foldCaseAndAccents(text)
    .split(/\s+/)
    .filter((word) => word !== "");
  return (artifact) => {
    const content = foldCaseAndAccents(getText(artifact, field));
    return words.every((word) => content.includes(word));
  };
}

/** The database ignores case and accents. */
export function foldCaseAndAccents(text: string): string {
  return text
    .normalize("NFD")
    .replaceAll(/[\u0300-\u036f]/g, "")
    .toLowerCase();
}

function getText(artifact: Artifact, field: Field): string {
  const value = artifact.getValue(field);
  switch (value?.kind) {
    case "string":
      return value.text;
    case "text":
      return value.source;
    case "files":
      return value.files.map((file) => `${file.name} ${file.description}`).join(" ");
    default:
      return "";
  }
}

/** A number, or a text such as `>5`, `<=5` or `2-7`; any other text is no criterion. */
export function parseNumberCriterion(field: Field, value: Json): ArtifactFilter | undefined {
  const text = typeof value === "string" || typeof value === "number" ? String(value).trim() : "";
  const matches = parseComparison(text);
  return matches && ((artifact) => getNumbers(artifact, field).some(matches));
}

function parseComparison(text: string): ((number: number) => boolean) | undefined {
  const range = /^(\d+(?:\.\d+)?)-(\d+(?:\.\d+)?)$/.exec(text);
  if (range !== null) return (number) => number >= Number(range[1]) && number <= Number(range[2]);
  const match = /^(>=|<=|>|<|)\s*(-?\d+(?:\.\d+)?)$/.exec(text);
  if (match === null) return undefined;
  const bound = Number(match[2]);
  switch (match[1]) {
    case ">=":
      return (number) => number >= bound;
    case "<=":
      return (number) => number <= bound;
    case ">":
      return (number) => number > bound;
    case "<":
      return (number) => number < bound;
    default:
      return (number) => number === bound;
  }
}

/** The ids of linked artifacts for a link field; at most one number for other fields. */
function getNumbers(artifact: Artifact, field: Field): readonly number[] {
  if (field.kind === "automatic") return [artifact.id];
  const value = artifact.getValue(field);
  if (value?.kind === "links") return value.forward.map(({ artifactId }) => artifactId);
  return value?.kind === "number" && value.number !== null ? [value.number] : [];
}
