// Creates branch names from a template, fast enough to run on every keystroke.
import { type ReferencePattern, findPatternReferences } from "./findReferences.ts";
import { parseArtifactId, isDateOrVersion } from "./artifactReference.ts";
import { type FilledTemplate, fillTemplate, type Template, type TemplateArtifact } from "./template.ts";

// Finds the artifact id in a branch name: Tuleap's form is `tuleap-12-title` after any prefix.

const tuleapBranchPattern = /(?<![\p{L}\p{N}])tuleap-(\d+)(?![\p{L}\p{N}])/giu;

function parseTuleapBranch(name: string): number | undefined {
  for (const { index, 0: match, 1: digits = "" } of name.matchAll(tuleapBranchPattern)) {
    const end = index + match.length;
    const artifactId = parseArtifactId(digits);
    if (artifactId !== undefined && !isDateOrVersion(name, end - digits.length, end)) return artifactId;
  }
  return undefined;
}

/** Patterns from the settings have precedence, in their order. */
export function parseBranchArtifactId(
  name: string,
  patterns: readonly ReferencePattern[],
): number | undefined {
  for (const pattern of patterns) {
    const [reference] = findPatternReferences(name, pattern);
    if (reference !== undefined) return reference.artifactId;
  }
  return parseTuleapBranch(name);
}

// Sanitizes branch names to be valid for git (git check-ref-format) and file systems, without characters that
// shells or terminals interpret.

/** File systems allow 255 bytes per path segment, and git appends ".lock". */
const maxBytes = 200;

const forbiddenCharacters = /[^\p{L}\p{M}\p{N}\-_./@#+=,]+/gu;
const deviceName = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;
/** Names with a special meaning in git. */
const reservedRefName = /^(?:@|HEAD|FETCH_HEAD|ORIG_HEAD|MERGE_HEAD|refs\/.*)$/i;

function countUtf8Bytes(text: string): number {
  let bytes = 0;
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    if (code < 0x80) bytes += 1;
    else if (code < 0x800) bytes += 2;
    else bytes += code < 0x10000 ? 3 : 4;
  }
  return bytes;
}

function truncateToMaxBytes(text: string): string {
  const characters = Array.from(text);
  let bytes = countUtf8Bytes(text);
  while (bytes > maxBytes) bytes -= countUtf8Bytes(characters.pop() ?? "");
  return characters.join("");
}

/** Not a regular expression, which is slow for many dashes in the middle. */
function trimDotsAndDashes(part: string): string {
  let start = 0;
  let end = part.length;
  const isDotOrDash = (at: number): boolean => ".-".includes(part.charAt(at));
  while (start < end && isDotOrDash(start)) start += 1;
  while (end > start && isDotOrDash(end - 1)) end -= 1;
  return part.slice(start, end);
}

function sanitizePathPart(part: string): string {
  let safe = trimDotsAndDashes(part);
  while (safe.toLowerCase().endsWith(".lock")) safe = trimDotsAndDashes(safe.slice(0, -".lock".length));
  return deviceName.test(safe) ? `_${safe}` : safe;
}

function sanitizeBranchName(text: string): string {
  const plain = text
    .replaceAll(forbiddenCharacters, "-")
    .replaceAll(/-{2,}/g, "-")
    .replaceAll(/\.{2,}/g, ".");
  return plain
    .split("/")
    .map(sanitizePathPart)
    .filter((part) => part !== "")
    .join("/");
}

/** Server values must not add path segments. */
function toNamePart(value: string): string {
  return trimDotsAndDashes(value.normalize("NFC").replaceAll("/", "-").replaceAll(forbiddenCharacters, "-"));
}

function fitsMaxBytes(name: string): boolean {
  return countUtf8Bytes(name) <= maxBytes;
}

/** The closest valid name; undefined if nothing is left. */
function toValidBranchName(text: string): string | undefined {
  const name = sanitizeBranchName(truncateToMaxBytes(sanitizeBranchName(text.normalize("NFC"))));
  return name === "" || reservedRefName.test(name) ? undefined : name;
}

/** Tuleap's own form. */
export const defaultBranchTemplate = "tuleap-${id}-${slug}";

interface BranchName {
  /** Always valid for git. */
  readonly name: string;
  /** Placeholders without a value. */
  readonly missingNames: readonly string[];
  /** Whether `parseBranchArtifactId` finds the artifact in the name. */
  readonly isRecognized: boolean;
}

/** Values are shortened step by step before the end of the name, which may contain the id, is cut. */
const valueLengths: readonly number[] = [100, 60, 40, 25, 15, 8, 4, 1];

function fillWithMaxLength(
  template: Template,
  artifact: TemplateArtifact,
  maxLength: number,
): FilledTemplate {
  return fillTemplate(template, artifact, (value) => {
    const part = toNamePart(value);
    return toNamePart(Array.from(part).slice(0, maxLength).join(""));
  });
}

export function createBranchName(
  template: Template,
  artifact: TemplateArtifact,
  patterns: readonly ReferencePattern[],
): BranchName {
  let filled = fillWithMaxLength(template, artifact, Infinity);
  for (const maxLength of valueLengths) {
    if (fitsMaxBytes(filled.text)) break;
    filled = fillWithMaxLength(template, artifact, maxLength);
  }
  const { text, missingNames } = filled;
  const name = toValidBranchName(text) ?? `tuleap-${artifact.id}`;
  return { name, missingNames, isRecognized: parseBranchArtifactId(name, patterns) === artifact.id };
}
