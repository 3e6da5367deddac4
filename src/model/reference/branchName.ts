// The name of a new branch for an artifact, by a template. Cheap enough to be asked for with each key stroke.
import { type Pattern, patternReferencesIn } from "./find.ts";
import { artifactIdIn, isDateOrVersion } from "./reference.ts";
import { type Filled, fillTemplate, type Template, type TemplateArtifact } from "./template.ts";

// The artifact that a branch is about, by its name: `tuleap-12-title` is the platform's own form, with anything before it.

const platformForm = /(?<![\p{L}\p{N}])tuleap-(\d+)(?![\p{L}\p{N}])/giu;

function byPlatformForm(name: string): number | undefined {
  for (const { index, 0: whole, 1: digits = "" } of name.matchAll(platformForm)) {
    const end = index + whole.length;
    const artifactId = artifactIdIn(digits);
    if (artifactId !== undefined && !isDateOrVersion(name, end - digits.length, end)) return artifactId;
  }
  return undefined;
}

/** Patterns of settings go first, in their order: who writes one knows the branches better than we do. */
export function artifactOfBranch(name: string, patterns: readonly Pattern[]): number | undefined {
  for (const pattern of patterns) {
    const [found] = patternReferencesIn(name, pattern);
    if (found !== undefined) return found.artifactId;
  }
  return byPlatformForm(name);
}

// Names that git takes for a branch (git check-ref-format), that every disk takes for a file, and that hold nothing a shell
// or a terminal would act on.

/** A disk takes 255 bytes for the last part of a path; git adds ".lock" to it while it writes. */
const mostBytes = 200;

const forbidden = /[^\p{L}\p{M}\p{N}\-_./@#+=,]+/gu;
const device = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;
/** Names that git gives a meaning of its own. */
const special = /^(?:@|HEAD|FETCH_HEAD|ORIG_HEAD|MERGE_HEAD|refs\/.*)$/i;

function bytesIn(text: string): number {
  let bytes = 0;
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    if (code < 0x80) bytes += 1;
    else if (code < 0x800) bytes += 2;
    else bytes += code < 0x10000 ? 3 : 4;
  }
  return bytes;
}

function shortened(text: string): string {
  const characters = Array.from(text);
  let bytes = bytesIn(text);
  while (bytes > mostBytes) bytes -= bytesIn(characters.pop() ?? "");
  return characters.join("");
}

/** By hand: a pattern takes its time over many dashes in the middle. */
function withoutEnds(part: string): string {
  let start = 0;
  let end = part.length;
  const isLoose = (at: number): boolean => ".-".includes(part.charAt(at));
  while (start < end && isLoose(start)) start += 1;
  while (end > start && isLoose(end - 1)) end -= 1;
  return part.slice(start, end);
}

function safePart(part: string): string {
  let safe = withoutEnds(part);
  while (safe.toLowerCase().endsWith(".lock")) safe = withoutEnds(safe.slice(0, -".lock".length));
  return device.test(safe) ? `_${safe}` : safe;
}

function tidied(text: string): string {
  const plain = text
    .replaceAll(forbidden, "-")
    .replaceAll(/-{2,}/g, "-")
    .replaceAll(/\.{2,}/g, ".");
  return plain
    .split("/")
    .map(safePart)
    .filter((part) => part !== "")
    .join("/");
}

/** A value of the server as a part of a name: it never makes a folder. */
function namePart(value: string): string {
  return withoutEnds(value.normalize("NFC").replaceAll("/", "-").replaceAll(forbidden, "-"));
}

function fits(name: string): boolean {
  return bytesIn(name) <= mostBytes;
}

/** The name nearest to a text, if there is one. */
function branchNameNear(text: string): string | undefined {
  const name = tidied(shortened(tidied(text.normalize("NFC"))));
  return name === "" || special.test(name) ? undefined : name;
}

/** The platform's own form. */
export const defaultBranchTemplate = "tuleap-${id}-${slug}";

interface BranchName {
  /** Always one that git takes. */
  readonly name: string;
  /** Names in the template that the artifact has no value for. */
  readonly missing: readonly string[];
  /** Whether the artifact is found again from the name. */
  readonly isRecognised: boolean;
}

/** Long values give way before the name is cut at its end, where the id may be. */
const lengths: readonly number[] = [100, 60, 40, 25, 15, 8, 4, 1];

function filledWith(template: Template, artifact: TemplateArtifact, longest: number): Filled {
  return fillTemplate(template, artifact, (value) => {
    const part = namePart(value);
    return namePart(Array.from(part).slice(0, longest).join(""));
  });
}

export function branchName(
  template: Template,
  artifact: TemplateArtifact,
  patterns: readonly Pattern[],
): BranchName {
  let filled = filledWith(template, artifact, Infinity);
  for (const longest of lengths) {
    if (fits(filled.text)) break;
    filled = filledWith(template, artifact, longest);
  }
  const { text, missing } = filled;
  const name = branchNameNear(text) ?? `tuleap-${artifact.id}`;
  return { name, missing, isRecognised: artifactOfBranch(name, patterns) === artifact.id };
}
