// How a commit message of ours refers to an artifact: by a template, as a mention or so that the platform closes it.
import { cleanLine } from "../displayText.ts";
import type { Form } from "../form/form.ts";
import { closingVerbs, findReferences, type Grammar, mentionsIn } from "./find.ts";
import type { ArtifactReference, ClosingVerb } from "./reference.ts";
import { fillTemplate, type Template, type TemplateArtifact } from "./template.ts";

export const defaultReferenceTemplate = "art #${id}";

const longestValue = 100;

/** Server text that is part of a message refers to nothing: titles can hold "closes art #5". */
function withoutReferences(value: string): string {
  return cleanLine(value, longestValue)
    .replaceAll(/(^|\s)#+/g, "$1")
    .replaceAll(/(tuleap)-(?=\d)/gi, "$1 ");
}

function grammarFor(grammar: Grammar, tracker: string | undefined): Grammar {
  return tracker === undefined ? grammar : { ...grammar, trackers: [...grammar.trackers, tracker] };
}

const anyValue = "x";

/** What the template makes of an artifact, whatever its values. */
function sample(template: Template, grammar: Grammar): readonly ArtifactReference[] {
  const artifact = { title: "", status: "", tracker: "", project: "", fields: new Map() };
  const { text } = fillTemplate(template, { id: 1, ...artifact }, () => anyValue);
  return findReferences(text, grammarFor(grammar, anyValue));
}

export type ReferenceTemplateProblem =
  /** It names no artifact that the platform or a pattern would find. */
  | "noReference"
  /** Git takes such a line for a comment. */
  | "comment"
  /** Each commit would close its artifact. */
  | "closes";

export function referenceTemplateProblem(
  template: Template,
  grammar: Grammar,
): ReferenceTemplateProblem | undefined {
  const references = sample(template, grammar);
  if (references.length === 0) return "noReference";
  if (/^\s*#/.test(template.source)) return "comment";
  return references.some(({ closing }) => closing !== undefined) ? "closes" : undefined;
}

/** The plain form where values would have the template name other artifacts, or close what it doesn't close by itself. */
export function referenceText(template: Template, artifact: TemplateArtifact, grammar: Grammar): string {
  const text = fillTemplate(template, artifact, withoutReferences).text.trim();
  const references = findReferences(text, grammarFor(grammar, artifact.tracker));
  const mayClose = sample(template, grammar).some(({ closing }) => closing !== undefined);
  const isAsMeant =
    references.length > 0 &&
    !text.startsWith("#") &&
    references.every(({ artifactId, closing }) => artifactId === artifact.id && (mayClose || !closing));
  return isAsMeant ? text : `art #${artifact.id}`;
}

export interface ReferenceForms {
  /** Never closes. */
  readonly mention: string;
  readonly closing: readonly { readonly verb: ClosingVerb; readonly text: string }[];
}

function capitalised(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

export function referenceForms(
  template: Template,
  artifact: TemplateArtifact,
  grammar: Grammar,
): ReferenceForms {
  const text = referenceText(template, artifact, grammar);
  const references = findReferences(text, grammarFor(grammar, artifact.tracker));
  // The platform closes by its own forms only.
  const own = references.find(({ form }) => form !== "pattern");
  const isPlain = references.every(({ closing }) => closing === undefined);
  const mention = isPlain ? text : `art #${artifact.id}`;
  const [before, after] =
    isPlain && own !== undefined
      ? [text.slice(0, own.start), text.slice(own.start)]
      : ["", `art #${artifact.id}`];
  const closing = closingVerbs.map((verb) => ({ verb, text: `${before}${capitalised(verb)} ${after}` }));
  return { mention, closing };
}

// What a server has read as references in the texts of an artifact.

/** More than any artifact has; a server could make up any number of them. */
const mostKeywords = 1000;
const longestKeyword = 64;

/** The keywords of them: a tracker that nobody has opened here is known by them, too. */
export function keywordsIn({ fields }: Form): readonly string[] {
  const keywords = fields.flatMap(({ value }) =>
    value?.kind === "references"
      ? value.references.flatMap(({ text }) => mentionsIn(text).map(({ keyword }) => keyword))
      : [],
  );
  const short = keywords.filter(({ length }) => length <= longestKeyword);
  return [...new Set(short)].slice(0, mostKeywords);
}
