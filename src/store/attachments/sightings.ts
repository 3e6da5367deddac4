// When the names of states were first seen, so that a change of files is made only for one that hides no other write: what
// such a change would erase is gone for good.
import { isSameRevision, type Revision } from "../../model/revision.ts";
import { sureFrom } from "../certainty.ts";
import type { OwnTime } from "../ownTime.ts";

/** When the present names of states were first seen. */
export class Sightings {
  readonly #now: OwnTime["now"];
  readonly #seen = new Map<string, { readonly revision: Revision; readonly at: number }>();

  constructor({ now }: Pick<OwnTime, "now">) {
    this.#now = now;
  }

  /** A name that has just come; what has it is called by a key. */
  note(key: string, revision: Revision | undefined): void {
    if (revision === undefined || isSameRevision(this.#seen.get(key)?.revision, revision)) return;
    this.#seen.set(key, { revision, at: this.#now() });
  }

  /** How long to wait before the next look, where the one that began at a time can't be relied on; 0 where it can. */
  doubtAbout(key: string, revision: Revision, askedAt: number): number {
    this.note(key, revision);
    const sureAt = sureFrom(revision, this.#seen.get(key)?.at ?? askedAt);
    return askedAt >= sureAt ? 0 : Math.max(1, sureAt - this.#now());
  }
}
