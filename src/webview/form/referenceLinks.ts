// Turns references to artifacts in texts into links, in the format that Tuleap itself recognizes.
import { html, type TemplateResult } from "lit";
import { findHashReferences } from "../../model/reference/findReferences.ts";
import { toTrackerKeywords } from "../../model/reference/referenceKeywords.ts";
import type { ArtifactReference } from "../../model/reference/artifactReference.ts";
import type { FormPageContext } from "./formPageContext.ts";

/** Longer lists are only rendered as text beyond this number. */
export const maxLinks = 500;

/** Computed once for all texts of a form. */
const keywordCache = new WeakMap<readonly string[], ReadonlySet<string>>();

function getKeywords(trackers: readonly string[]): ReadonlySet<string> {
  const keywords = keywordCache.get(trackers) ?? toTrackerKeywords(trackers);
  keywordCache.set(trackers, keywords);
  return keywords;
}

function findReferences(text: string, trackers: readonly string[]): readonly ArtifactReference[] {
  return text.includes("#") ? findHashReferences(text, getKeywords(trackers)).slice(0, maxLinks) : [];
}

function splitAtReferences(text: string, references: readonly ArtifactReference[]) {
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

function findTextNodes(root: Node): readonly Text[] {
  const nodes: Text[] = [];
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const excluded = node.parentElement?.closest("a, code, pre") ?? null;
    if (node instanceof Text && excluded === null) nodes.push(node);
  }
  return nodes;
}

/** Replaces references by links in a fragment, except in links and code. */
export function replaceReferencesByLinks(fragment: DocumentFragment, trackers: readonly string[]): void {
  let remaining = maxLinks;
  for (const node of findTextNodes(fragment)) {
    const references = findReferences(node.data, trackers).slice(0, remaining);
    if (references.length === 0) continue;
    remaining -= references.length;
    const { parts, rest } = splitAtReferences(node.data, references);
    const nodes = parts.flatMap(({ before, reference, artifactId }) => {
      const link = document.createElement("a");
      link.dataset["artifact"] = String(artifactId);
      link.textContent = reference;
      return [before, link];
    });
    node.replaceWith(...nodes, rest);
  }
}

export function renderLinkedText(
  page: FormPageContext,
  text: string,
  trackers: readonly string[],
): TemplateResult {
  const { parts, rest } = splitAtReferences(text, findReferences(text, trackers));
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
