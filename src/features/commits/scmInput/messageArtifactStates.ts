// Loads the states of the artifacts that a commit message refers to.
import { findReferences } from "../../../model/reference/findReferences.ts";
import type { MessageSyntax } from "../../../model/reference/insertReference.ts";
import { getCommittedText } from "../../../model/reference/commitMessage.ts";
import type { ReferencedArtifactState } from "../../../model/reference/messageProblems.ts";
import type { Site } from "../../../model/site.ts";
import type { ReferenceCache, ResolvedReference } from "../../../store/references/referenceCache.ts";

/** Limits requests for pasted lists. */
const maxLookups = 20;
/** A failed request is not repeated with each keystroke. */
const retryDelayMs = 60_000;

function toArtifactState(reference: ResolvedReference | undefined): ReferencedArtifactState {
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
  readonly #referenceCache: ReferenceCache;
  readonly #now: () => number;
  readonly #failedAt = new Map<string, number>();
  readonly #listener: { dispose(): void };

  constructor(referenceCache: ReferenceCache, now: () => number) {
    this.#referenceCache = referenceCache;
    this.#now = now;
    this.#listener = referenceCache.onDidChange.event(() => this.#failedAt.clear());
  }

  async load(
    message: string,
    site: Site,
    { commentPrefix, grammar }: MessageSyntax,
    signal: AbortSignal,
  ): Promise<(artifactId: number) => ReferencedArtifactState> {
    const { text } = getCommittedText(message, commentPrefix);
    const mentionedIds = new Set(findReferences(text, grammar).map(({ artifactId }) => artifactId));
    const requestedIds = [...mentionedIds]
      .slice(0, maxLookups)
      .filter((id) => this.#isDue(`${site.api} ${id}`));
    const references = await this.#referenceCache.resolve(site, requestedIds, signal);
    for (const [id, { kind }] of references) {
      if (kind === "unknown") this.#failedAt.set(`${site.api} ${id}`, this.#now());
    }
    return (artifactId) => toArtifactState(references.get(artifactId));
  }

  dispose(): void {
    this.#listener.dispose();
  }

  #isDue(key: string): boolean {
    return this.#now() - (this.#failedAt.get(key) ?? Number.NEGATIVE_INFINITY) > retryDelayMs;
  }
}
