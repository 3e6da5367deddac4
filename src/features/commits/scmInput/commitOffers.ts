// Chooses the artifact of an offer after a commit, and limits how often offers are shown.
import { findReferences, type ReferenceGrammar } from "../../../model/reference/findReferences.ts";

/** The active artifact if the message mentions it, else the first mentioned one. */
export function chooseOfferedArtifactId(
  message: string,
  grammar: ReferenceGrammar,
  activeId: number | undefined,
): number | undefined {
  const mentioned = findReferences(message, grammar).map(({ artifactId }) => artifactId);
  return activeId !== undefined && mentioned.includes(activeId) ? activeId : mentioned[0];
}

/** How long a notification is visible before VS Code moves it to the notification center. */
const visibleMs = 30_000;

/** Shows one offer at a time. */
export class OneOfferAtATime {
  readonly #now: () => number;
  #open: { readonly since: number } | undefined;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Does nothing while another offer is visible. */
  async run(offer: () => Promise<void>): Promise<void> {
    if (this.#open !== undefined && this.#now() - this.#open.since < visibleMs) return;
    const open = { since: this.#now() };
    this.#open = open;
    try {
      await offer();
    } finally {
      if (this.#open === open) this.#open = undefined;
    }
  }
}
