// Loads the states of the artifacts that a commit message refers to.
import { findReferences } from "../../../model/reference/findReferences.ts";
import type { MessageSyntax } from "../../../model/reference/insertReference.ts";
import { getCommittedText } from "../../../model/reference/commitMessage.ts";
import type { ReferencedArtifactState } from "../../../model/reference/messageProblems.ts";
import type { Site } from "../../../model/site.ts";
import type { ReferenceCache, ResolvedReference } from "../../../store/references/referenceCache.ts";
import { ReferenceResolver } from "../references/referenceResolver.ts";

/** Limits requests for pasted lists. */
const maxLookups = 20;

export function toArtifactState(reference: ResolvedReference | undefined): ReferencedArtifactState {
  switch (reference?.kind) {
    case "missing":
    case "unreadable":
      return reference.kind;
    case "artifact":
      if (reference.isOpen === undefined) return "unknown";
      return reference.isOpen ? "open" : "closed";
    case "unknown":
    case undefined:
      return "unknown";
  }
}

export class MessageArtifactStateLoader {
  readonly #resolver: ReferenceResolver;

  constructor(referenceCache: ReferenceCache, now: () => number) {
    this.#resolver = new ReferenceResolver(referenceCache, now);
  }

  async load(
    message: string,
    site: Site,
    { commentPrefix, grammar }: MessageSyntax,
    signal: AbortSignal,
  ): Promise<(artifactId: number) => ReferencedArtifactState> {
    const { text } = getCommittedText(message, commentPrefix);
    const mentionedIds = new Set(findReferences(text, grammar).map(({ artifactId }) => artifactId));
    const references = await this.#resolver.resolve(site, [...mentionedIds].slice(0, maxLookups), signal);
    return (artifactId) => toArtifactState(references.get(artifactId));
  }

  dispose(): void {
    this.#resolver.dispose();
  }
}
