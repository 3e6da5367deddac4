// Formats references for commit messages from a template, as a mention or with a closing keyword.
import { normalizeLine } from "../displayText.ts";
import type { Form } from "../form/form.ts";
import {
  closingVerbs,
  findReferences,
  type ReferenceGrammar,
  findObjectReferences,
} from "./findReferences.ts";
import type { ArtifactReference, ClosingVerb } from "./artifactReference.ts";
import { fillTemplate, type Template, type TemplateArtifact } from "./template.ts";

export const defaultReferenceTemplate = "art #${id}";

const maxValueLength = 100;

/** Server text must not contain references: a title could be "closes art #5". */
function removeReferences(value: string): string {
  return normalizeLine(value, maxValueLength)
    .replaceAll(/(^|\s)#+/g, "$1")
    .replaceAll(/(tuleap)-(?=\d)/gi, "$1 ");
}

function addTrackerName(grammar: ReferenceGrammar, tracker: string | undefined): ReferenceGrammar {
  return tracker === undefined ? grammar : { ...grammar, trackerNames: [...grammar.trackerNames, tracker] };
}

const sampleValue = "x";

/** References in the template filled with sample values. */
function findSampleReferences(template: Template, grammar: ReferenceGrammar): readonly ArtifactReference[] {
  const artifact = { title: "", status: "", tracker: "", project: "", fields: new Map() };
  const { text } = fillTemplate(template, { id: 1, ...artifact }, () => sampleValue);
  return findReferences(text, addTrackerName(grammar, sampleValue));
}

export type ReferenceTemplateProblem =
  /** Contains no reference that Tuleap or a pattern recognizes. */
  | "noReference"
  /** Git would treat the line as a comment. */
  | "comment"
  /** Every commit would close its artifact. */
  | "closes";

export function findReferenceTemplateProblem(
  template: Template,
  grammar: ReferenceGrammar,
): ReferenceTemplateProblem | undefined {
  const references = findSampleReferences(template, grammar);
  if (references.length === 0) return "noReference";
  if (/^\s*#/.test(template.source)) return "comment";
  return references.some(({ closing }) => closing !== undefined) ? "closes" : undefined;
}

/** Falls back to the default form if the values would add references or close artifacts. */
export function formatReference(
  template: Template,
  artifact: TemplateArtifact,
  grammar: ReferenceGrammar,
): string {
  const text = fillTemplate(template, artifact, removeReferences).text.trim();
  const references = findReferences(text, addTrackerName(grammar, artifact.tracker));
  const mayClose = findSampleReferences(template, grammar).some(({ closing }) => closing !== undefined);
  const isUnambiguous =
    references.length > 0 &&
    !text.startsWith("#") &&
    references.every(({ artifactId, closing }) => artifactId === artifact.id && (mayClose || !closing));
  return isUnambiguous ? text : `art #${artifact.id}`;
}

export interface ReferenceVariants {
  /** Never closes the artifact. */
  readonly mention: string;
  readonly closing: readonly { readonly verb: ClosingVerb; readonly text: string }[];
}

function capitalize(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

export function createReferenceVariants(
  template: Template,
  artifact: TemplateArtifact,
  grammar: ReferenceGrammar,
): ReferenceVariants {
  const text = formatReference(template, artifact, grammar);
  const references = findReferences(text, addTrackerName(grammar, artifact.tracker));
  // Tuleap closes artifacts only for its built-in forms.
  const builtIn = references.find(({ form }) => form !== "pattern");
  const isPlain = references.every(({ closing }) => closing === undefined);
  const mention = isPlain ? text : `art #${artifact.id}`;
  const [before, after] =
    isPlain && builtIn !== undefined
      ? [text.slice(0, builtIn.start), text.slice(builtIn.start)]
      : ["", `art #${artifact.id}`];
  const closing = closingVerbs.map((verb) => ({ verb, text: `${before}${capitalize(verb)} ${after}` }));
  return { mention, closing };
}

/** Limits untrusted server data. */
const maxKeywords = 1000;
const maxKeywordLength = 64;

/** Keywords of an artifact's references, which include trackers that haven't been opened. */
export function collectReferenceKeywords({ fields }: Form): readonly string[] {
  const keywords = fields.flatMap(({ value }) =>
    value?.kind === "references"
      ? value.references.flatMap(({ text }) => findObjectReferences(text).map(({ keyword }) => keyword))
      : [],
  );
  const short = keywords.filter(({ length }) => length <= maxKeywordLength);
  return [...new Set(short)].slice(0, maxKeywords);
}
