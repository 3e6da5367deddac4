// What is known about the artifacts that a commit message refers to, asked for where nobody has yet.
import { findReferences } from "../../../model/reference/find.ts";
import type { MessageRules } from "../../../model/reference/insertion.ts";
import { committedText } from "../../../model/reference/message.ts";
import type { ArtifactState } from "../../../model/reference/messageProblems.ts";
import type { Site } from "../../../model/site.ts";
import type { Lookups, Told } from "../../../store/references/lookups.ts";

/** More than a message has; a list that was pasted is not looked up. */
const mostLookedUp = 20;
/** What failed is not asked for again with each letter. */
const patienceMs = 60_000;

function stateOf(told: Told | undefined): ArtifactState {
  switch (told?.kind) {
    case "missing":
    case "unreadable":
      return told.kind;
    case "artifact":
      if (told.isOpen === undefined) return "unknown";
      return told.isOpen ? "open" : "closed";
    case "unknown":
    case undefined:
      return "unknown";
  }
}

export class MessageKnowledge {
  readonly #lookups: Lookups;
  readonly #now: () => number;
  readonly #failedAt = new Map<string, number>();
  readonly #listening: { dispose(): void };

  constructor(lookups: Lookups, now: () => number) {
    this.#lookups = lookups;
    this.#now = now;
    this.#listening = lookups.changed.listen(() => this.#failedAt.clear());
  }

  async of(
    message: string,
    site: Site,
    { comment, grammar }: MessageRules,
    signal: AbortSignal,
  ): Promise<(artifactId: number) => ArtifactState> {
    const { text } = committedText(message, comment);
    const named = new Set(findReferences(text, grammar).map(({ artifactId }) => artifactId));
    const asked = [...named].slice(0, mostLookedUp).filter((id) => this.#isDue(`${site.api} ${id}`));
    const told = await this.#lookups.lookUp(site, asked, signal);
    for (const [id, { kind }] of told) {
      if (kind === "unknown") this.#failedAt.set(`${site.api} ${id}`, this.#now());
    }
    return (artifactId) => stateOf(told.get(artifactId));
  }

  dispose(): void {
    this.#listening.dispose();
  }

  #isDue(key: string): boolean {
    return this.#now() - (this.#failedAt.get(key) ?? Number.NEGATIVE_INFINITY) > patienceMs;
  }
}
