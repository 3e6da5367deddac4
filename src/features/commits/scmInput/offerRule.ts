// When something is offered after a commit, and about which artifact.
import { findReferences, type Grammar } from "../../../model/reference/find.ts";

/** Of the artifacts that a message mentions: the one that somebody is on, else the first. */
export function offeredArtifact(
  message: string,
  grammar: Grammar,
  activeId: number | undefined,
): number | undefined {
  const mentioned = findReferences(message, grammar).map(({ artifactId }) => artifactId);
  return activeId !== undefined && mentioned.includes(activeId) ? activeId : mentioned[0];
}

/** So long an offer is in sight; afterwards it waits among the notifications, where nobody has to close it. */
const inSightMs = 30_000;

/** One offer at a time, however many commits are made at once. */
export class OneAtATime {
  readonly #now: () => number;
  #open: { readonly since: number } | undefined;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Does nothing while another one is in sight. */
  async run(offer: () => Promise<void>): Promise<void> {
    if (this.#open !== undefined && this.#now() - this.#open.since < inSightMs) return;
    const open = { since: this.#now() };
    this.#open = open;
    try {
      await offer();
    } finally {
      if (this.#open === open) this.#open = undefined;
    }
  }
}
