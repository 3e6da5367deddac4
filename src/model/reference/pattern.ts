// Patterns from settings: text with holes, `PROJ-${id}` or `${project}/issues/${id}`, and `^` for the beginning of a line or a
// branch's name.
//
// Settings come with a workspace too, and a RegExp of JavaScript can't be stopped once it runs: a bad one hangs the window.
// So nobody writes a RegExp here. What people write is taken letter by letter; the only repetitions are ours, each has
// an upper bound, none is inside another, and what follows one can't begin with what it repeats. From each place of a
// text a pattern can thus be followed for some two hundred steps at most.
import { isDateOrVersion } from "./dateOrVersion.ts";
import { artifactIdIn, type ArtifactReference } from "./reference.ts";

export interface Pattern {
  readonly kind: "pattern";
  readonly source: string;
  readonly expression: RegExp;
}

export interface PatternProblem {
  readonly kind: "patternProblem";
  readonly code:
    | "tooLong"
    | "badCharacter"
    /** A hole that nothing can fill. */
    | "unknownName"
    | "noId"
    /** A hole that is there twice. */
    | "twice"
    /** Without a letter or a mark before the id, every number would be one. */
    | "nothingBeforeId"
    /** A hole whose end could not be told. */
    | "openEnd";
  readonly pattern: string;
  /** What of the pattern is meant, where it is a part. */
  readonly part: string | undefined;
}

const longestPattern = 64;
const mostPatterns = 8;
/** Texts that are longer are looked at so far: with the bounds above, a fraction of a second at worst. */
const longestText = 200_000;

const parts = /\$\{([^{}]*)\}|[^$]+|\$/g;
const holes: ReadonlyMap<string, string> = new Map([
  ["id", "(?<id>\\d{1,10})(?!\\d)"],
  ["project", "(?<project>[A-Za-z0-9_-]{1,64})(?![A-Za-z0-9_-])"],
]);

function literally(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
}

function problemIn(body: string, isAtStart: boolean): Pick<PatternProblem, "code" | "part"> | undefined {
  const problem = (code: PatternProblem["code"], part?: string): Pick<PatternProblem, "code" | "part"> => ({
    code,
    part,
  });
  if (/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u.test(body)) return problem("badCharacter");
  const names = [...body.matchAll(parts)].flatMap(([, name]) => name ?? []);
  const unknown = names.find((name) => !holes.has(name));
  if (unknown !== undefined) return problem("unknownName", unknown);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) return problem("twice", twice);
  if (!names.includes("id")) return problem("noId");
  const open = /(?:\d|\$\{project\})(?=\$\{id\})|\$\{id\}(?=\d|\$\{)|\$\{project\}[\w-]/.exec(body)?.[0];
  if (open !== undefined) return problem("openEnd", open);
  const [before = "", after = ""] = body.split("${id}");
  const isTold = /[^\s\d]/.test(before.replace("${project}", "")) || (isAtStart && /[^\s\d]/.test(after));
  return isTold ? undefined : problem("nothingBeforeId");
}

export function parsePattern(source: string): Pattern | PatternProblem {
  if (source.length > longestPattern) {
    return { kind: "patternProblem", code: "tooLong", pattern: source, part: undefined };
  }
  const isAtStart = source.startsWith("^");
  const body = isAtStart ? source.slice(1) : source;
  const problem = problemIn(body, isAtStart);
  if (problem !== undefined) return { kind: "patternProblem", pattern: source, ...problem };
  const middle = [...body.matchAll(parts)].map(([text, name]) => holes.get(name ?? "") ?? literally(text));
  // A project's name begins where it can't have begun before: else it would be tried from each of its letters.
  const edge = body.startsWith("${")
    ? String.raw`(?<![\p{L}\p{N}_-])`
    : /^[\p{L}\p{N}_]/u.test(body)
      ? String.raw`(?<![\p{L}\p{N}_])`
      : "";
  const end = body.endsWith("${id}") ? String.raw`(?![\p{L}_])` : "";
  const expression = new RegExp(`${isAtStart ? "^" : edge}${middle.join("")}${end}`, "dgimu");
  return { kind: "pattern", source, expression };
}

/** Those of a setting that can be used. */
export function usablePatterns(sources: readonly string[]): readonly Pattern[] {
  return sources
    .slice(0, mostPatterns)
    .map(parsePattern)
    .filter((each) => each.kind === "pattern");
}

export function patternReferencesIn(text: string, pattern: Pattern): readonly ArtifactReference[] {
  const found: ArtifactReference[] = [];
  for (const { indices, groups } of text.slice(0, longestText).matchAll(pattern.expression)) {
    const [start, end] = indices?.[0] ?? [0, 0];
    const [idStart, idEnd] = indices?.groups?.["id"] ?? [0, 0];
    const artifactId = artifactIdIn(text.slice(idStart, idEnd));
    if (artifactId === undefined || isDateOrVersion(text, idStart, idEnd)) continue;
    const keyword = text.slice(start, idStart);
    const project = groups?.["project"];
    found.push({ start, end, artifactId, form: "pattern", keyword, project, closing: undefined });
  }
  return found;
}
