// Which paths of a folder are excluded by globs as in `files.exclude` and `search.exclude`. A workspace can contain any
// globs, so they are matched without regular expressions: the time is at most the product of both lengths.

/** A glob with more characters or alternatives is ignored. */
const maxLength = 1000;
const maxAlternatives = 256;
/** Of all globs together; further globs are ignored. */
const maxPatterns = 500;

interface ExcludingGlob {
  readonly glob: string;
  /** It excludes only what has a sibling of this name, such as `$(basename).ts`. */
  readonly condition: string | undefined;
}

/** Reads the value of a setting: globs with `true`, or with a condition as `{ "when": "$(basename).ts" }`. */
export function parseExcludingGlobs(value: unknown): readonly ExcludingGlob[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([glob, exclusion]: [string, unknown]) => {
    if (exclusion === true) return { glob, condition: undefined };
    const condition = getCondition(exclusion);
    return condition === undefined ? [] : { glob, condition };
  });
}

function getCondition(value: unknown): string | undefined {
  if (typeof value !== "object" || value === null || !("when" in value)) return undefined;
  return typeof value.when === "string" ? value.when : undefined;
}

/** Where the brace at `open` is closed, or -1. */
function findClosingBrace(glob: string, open: number): number {
  let depth = 0;
  for (let at = open; at < glob.length; at += 1) {
    const character = glob.charAt(at);
    if (character === "{") depth += 1;
    if (character === "}") depth -= 1;
    if (depth === 0) return at;
  }
  return -1;
}

/** Splits at commas that are not in inner braces. */
function splitAlternatives(text: string): readonly string[] {
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (character === "{") depth += 1;
    if (character === "}") depth -= 1;
    if (character === "," && depth === 0) {
      parts.push(text.slice(start, at));
      start = at + 1;
    }
  }
  return [...parts, text.slice(start)];
}

function* generateAlternatives(glob: string): Generator<string, void> {
  const open = glob.indexOf("{");
  const close = open === -1 ? -1 : findClosingBrace(glob, open);
  if (close === -1) {
    yield glob;
    return;
  }
  const [before, after] = [glob.slice(0, open), glob.slice(close + 1)];
  for (const part of splitAlternatives(glob.slice(open + 1, close))) {
    yield* generateAlternatives(before + part + after);
  }
}

/** `{a,b}/c` as `a/c` and `b/c`; nothing if there would be too many. */
export function expandBraces(glob: string): readonly string[] {
  if (glob.length > maxLength) return [];
  const expanded = new Set<string>();
  let count = 0;
  for (const each of generateAlternatives(glob)) {
    count += 1;
    if (count > maxAlternatives) return [];
    expanded.add(each);
  }
  return [...expanded];
}

/** The globs without braces, up to a maximum. */
function expandGlobs(globs: readonly ExcludingGlob[]): readonly ExcludingGlob[] {
  const expanded: ExcludingGlob[] = [];
  for (const { glob, condition } of globs) {
    expanded.push(...expandBraces(glob).map((each) => ({ glob: each, condition })));
    if (expanded.length >= maxPatterns) break;
  }
  return expanded.slice(0, maxPatterns);
}

/** `[a-z]` or `[!a-z]`; `inner` is without the brackets. */
function matchesClass(inner: string, character: string): boolean {
  const isNegated = /^[!^]/.test(inner);
  const members = isNegated ? inner.slice(1) : inner;
  let isMember = false;
  for (let at = 0; at < members.length; at += 1) {
    const first = members.charAt(at);
    const isRange = members.charAt(at + 1) === "-" && at + 2 < members.length;
    const last = isRange ? members.charAt(at + 2) : first;
    if (first <= character && character <= last) isMember = true;
    if (isRange) at += 2;
  }
  return isMember !== isNegated;
}

/** Returns the position in the pattern after what matches the character, or -1. */
function matchCharacter(pattern: string, at: number, character: string): number {
  const expected = pattern.charAt(at);
  if (expected === "?") return at + 1;
  const close = expected === "[" ? pattern.indexOf("]", at + 2) : -1;
  if (close !== -1) return matchesClass(pattern.slice(at + 1, close), character) ? close + 1 : -1;
  return expected !== "" && expected === character ? at + 1 : -1;
}

interface WildcardMatch {
  readonly patternLength: number;
  readonly textLength: number;
  readonly isWildcard: (at: number) => boolean;
  /** The position in the pattern after what matches the text at the position, or -1. */
  readonly matchAt: (at: number, position: number) => number;
}

/** Only the last wildcard is ever extended, because earlier ones need not match more. */
function matchWildcards({ patternLength, textLength, isWildcard, matchAt }: WildcardMatch): boolean {
  let [at, position] = [0, 0];
  let wildcard: { readonly at: number; readonly position: number } | undefined;
  while (position < textLength) {
    if (at < patternLength && isWildcard(at)) {
      wildcard = { at, position };
      at += 1;
      continue;
    }
    const next = at < patternLength ? matchAt(at, position) : -1;
    if (next !== -1) {
      at = next;
      position += 1;
      continue;
    }
    if (wildcard === undefined) return false;
    wildcard = { at: wildcard.at, position: wildcard.position + 1 };
    at = wildcard.at + 1;
    position = wildcard.position;
  }
  while (at < patternLength && isWildcard(at)) at += 1;
  return at === patternLength;
}

/** `*` matches any characters within one segment. */
function matchesSegment(pattern: string, name: string): boolean {
  if (pattern === "*" || pattern === name) return true;
  return matchWildcards({
    patternLength: pattern.length,
    textLength: name.length,
    isWildcard: (at) => pattern.charAt(at) === "*",
    matchAt: (at, position) => matchCharacter(pattern, at, name.charAt(position)),
  });
}

/** `**` matches any number of segments. */
function matchesPath(pattern: readonly string[], path: readonly string[]): boolean {
  return matchWildcards({
    patternLength: pattern.length,
    textLength: path.length,
    isWildcard: (at) => pattern[at] === "**",
    matchAt: (at, position) => (matchesSegment(pattern[at] ?? "", path[position] ?? "") ? at + 1 : -1),
  });
}

function toSegments(glob: string): readonly string[] {
  return glob
    .replace(/^(?:\.?\/)+/, "")
    .replace(/\/+$/, "")
    .split("/");
}

export interface SiblingPath {
  /** The path of the folder; empty for the top folder. */
  readonly folder: string;
  readonly name: string;
}

function getParentPath(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}

/** As VS Code does it: a name that starts with its only dot has no ending. */
function resolveCondition(condition: string, name: string): string {
  const dot = name.lastIndexOf(".");
  return condition.replace("$(basename)", () => (dot > 0 ? name.slice(0, dot) : name));
}

/** Paths are relative to the folder, with slashes. What is in an excluded folder is excluded, too. */
export class PathExclusions {
  /** Globs without condition and braces. */
  readonly patterns: readonly string[];
  readonly #unconditional: readonly (readonly string[])[];
  readonly #conditional: readonly { readonly segments: readonly string[]; readonly condition: string }[];
  readonly #excludedFolders = new Map<string, boolean>();

  constructor(globs: readonly ExcludingGlob[]) {
    const expanded = expandGlobs(globs);
    this.patterns = expanded.flatMap(({ glob, condition }) => (condition === undefined ? glob : []));
    this.#unconditional = this.patterns.map(toSegments);
    this.#conditional = expanded.flatMap(({ glob, condition }) =>
      condition === undefined ? [] : { segments: toSegments(glob), condition },
    );
  }

  get hasConditions(): boolean {
    return this.#conditional.length > 0;
  }

  /** By a glob without condition. */
  has(path: string): boolean {
    return this.#isInExcludedFolder(path) || this.#matches(path);
  }

  /** The path is also excluded if one of these exists. */
  listExcludingSiblings(path: string): readonly SiblingPath[] {
    if (!this.hasConditions) return [];
    const names = path.split("/");
    return names.flatMap((name, at) => {
      const matching = this.#conditional.filter(({ segments }) =>
        matchesPath(segments, names.slice(0, at + 1)),
      );
      const folder = names.slice(0, at).join("/");
      return matching.map(({ condition }) => ({ folder, name: resolveCondition(condition, name) }));
    });
  }

  #matches(path: string): boolean {
    const segments = path.split("/");
    return this.#unconditional.some((pattern) => matchesPath(pattern, segments));
  }

  #isInExcludedFolder(path: string): boolean {
    const folder = getParentPath(path);
    if (folder === "") return false;
    const known = this.#excludedFolders.get(folder);
    if (known !== undefined) return known;
    const isExcluded = this.#isInExcludedFolder(folder) || this.#matches(folder);
    this.#excludedFolders.set(folder, isExcluded);
    return isExcluded;
  }
}
