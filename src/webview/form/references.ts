// References to artifacts in texts, as links that open them: in the form that the platform reads in its own texts.
import { html, type TemplateResult } from "lit";
import { hashReferencesIn } from "../../model/reference/find.ts";
import { trackerKeywords } from "../../model/reference/keyword.ts";
import type { ArtifactReference } from "../../model/reference/reference.ts";
import type { Page } from "./context.ts";

/** A text that has more is a list for machines. */
export const mostLinks = 500;

/** Made once for all texts of a form. */
const keywords = new WeakMap<readonly string[], ReadonlySet<string>>();

function keywordsOf(trackers: readonly string[]): ReadonlySet<string> {
  const made = keywords.get(trackers) ?? trackerKeywords(trackers);
  keywords.set(trackers, made);
  return made;
}

function referencesIn(text: string, trackers: readonly string[]): readonly ArtifactReference[] {
  return text.includes("#") ? hashReferencesIn(text, keywordsOf(trackers)).slice(0, mostLinks) : [];
}

/** What a text is made of: what stands between references, and the references. */
function partsOf(text: string, references: readonly ArtifactReference[]) {
  const ends = [0, ...references.map(({ end }) => end)];
  return {
    parts: references.map(({ start, end, artifactId }, index) => ({
      before: text.slice(ends[index], start),
      reference: text.slice(start, end),
      artifactId,
    })),
    rest: text.slice(ends.at(-1)),
  };
}

function textNodesIn(root: Node): readonly Text[] {
  const nodes: Text[] = [];
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const isLinked = node.parentElement?.closest("a, code, pre") ?? null;
    if (node instanceof Text && isLinked === null) nodes.push(node);
  }
  return nodes;
}

/** Makes links of them in what is about to be shown; what is a link already, or code, stays as it is. */
export function linkReferences(fragment: DocumentFragment, trackers: readonly string[]): void {
  let left = mostLinks;
  for (const node of textNodesIn(fragment)) {
    const references = referencesIn(node.data, trackers).slice(0, left);
    if (references.length === 0) continue;
    left -= references.length;
    const { parts, rest } = partsOf(node.data, references);
    const nodes = parts.flatMap(({ before, reference, artifactId }) => {
      const link = document.createElement("a");
      link.dataset["artifact"] = String(artifactId);
      link.textContent = reference;
      return [before, link];
    });
    node.replaceWith(...nodes, rest);
  }
}

/** A line of text with its references as links. */
export function linkedLine(page: Page, text: string, trackers: readonly string[]): TemplateResult {
  const { parts, rest } = partsOf(text, referencesIn(text, trackers));
  return html`${parts.map(
    ({ before, reference, artifactId }) =>
      html`${before}<button
          type="button"
          class="link"
          @click=${() => void page.call("openArtifact", { artifactId })}
        >
          ${reference}
        </button>`,
  )}${rest}`;
}
