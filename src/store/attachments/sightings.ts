// Servers may call a state by the second of its last write. A write within that second leaves the name as it is, so that a
// change made for the state before it is accepted, and what it erases is gone for good. Such a name is sure once its second
// is over at the server. When that is, only the server's clock tells, which we don't see; but a name that was seen a good
// second before the look is of a second that has passed, whatever any clock shows.
import { isSameRevision, type Revision } from "../../model/revision.ts";
import type { OwnTime } from "./ownTime.ts";

/** A second, and what two clocks may differ in pace. In milliseconds. */
const goodSecond = 1_100;

/** Tags that are no number are made anew for every write. */
function isOfSecond(revision: Revision): boolean {
  return revision.kind === "date" || /^\W*\d+\W*$/.test(revision.tag);
}

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
    if (!isOfSecond(revision)) return 0;
    this.note(key, revision);
    const sureAt = (this.#seen.get(key)?.at ?? askedAt) + goodSecond;
    return askedAt >= sureAt ? 0 : Math.max(1, sureAt - this.#now());
  }
}
