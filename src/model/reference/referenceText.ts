// How a commit message of ours refers to an artifact: by a template, as a mention or so that the platform closes it.
import { cleanLine } from "../displayText.ts";
import { closingVerbs } from "./closing.ts";
import { findReferences } from "./find.ts";
import type { Grammar } from "./grammar.ts";
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
