import type { Artifact } from "../state/artifact.ts";
import type { Field } from "../state/field.ts";
import type { Json } from "./json.ts";

type Fits = (artifact: Artifact) => boolean;

/** Every word must occur somewhere, in any order and case; `/…/` is a regular expression and `!/…/` its opposite. */
export function textCriterion(field: Field, value: Json): Fits | undefined {
  if (typeof value !== "string" && typeof value !== "number") return undefined;
  const wanted = String(value);
  const pattern = /^(!?)\/(.*)\/$/.exec(wanted);
  if (pattern !== null) {
    const expression = new RegExp(pattern[2] ?? "", "i");
    const negated = pattern[1] === "!";
    return (artifact) => expression.test(textOf(artifact, field)) !== negated;
  }
  const words = fold(wanted)
    .split(/\s+/)
    .filter((word) => word !== "");
  return (artifact) => {
    const text = fold(textOf(artifact, field));
    return words.every((word) => text.includes(word));
  };
}

/** The database compares without case and without accents. */
function fold(text: string): string {
  return text
    .normalize("NFD")
    .replaceAll(/[\u0300-\u036f]/g, "")
    .toLowerCase();
}

function textOf(artifact: Artifact, field: Field): string {
  const value = artifact.valueOf(field);
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
export function numberCriterion(field: Field, value: Json): Fits | undefined {
  const text = typeof value === "string" || typeof value === "number" ? String(value).trim() : "";
  const holds = comparison(text);
  return holds && ((artifact) => numbersOf(artifact, field).some(holds));
}

function comparison(text: string): ((number: number) => boolean) | undefined {
  const range = /^(\d+(?:\.\d+)?)-(\d+(?:\.\d+)?)$/.exec(text);
  if (range !== null) return (number) => number >= Number(range[1]) && number <= Number(range[2]);
  const compared = /^(>=|<=|>|<|)\s*(-?\d+(?:\.\d+)?)$/.exec(text);
  if (compared === null) return undefined;
  const bound = Number(compared[2]);
  switch (compared[1]) {
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

/** Of links, the artifacts at their other end; of everything else, one at most. */
function numbersOf(artifact: Artifact, field: Field): readonly number[] {
  if (field.kind === "automatic") return [artifact.id];
  const value = artifact.valueOf(field);
  if (value?.kind === "links") return value.forward.map(({ artifactId }) => artifactId);
  return value?.kind === "number" && value.number !== null ? [value.number] : [];
}
