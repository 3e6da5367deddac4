// Servers may call a state by the second of its last write. A write within that second leaves the name as it is, so that a
// change made for the state before it is accepted, and what it replaces is lost. Such a name is sure once its second is over
// at the server. When that is, only the server's clock tells, which we don't see; but a name that was seen a good second
// before a look is of a second that has passed, whatever any clock shows: what is read then is all that will ever have that
// name, and a change made for it is refused after any further write.
import { isSameRevision, type Revision } from "../model/revision.ts";

/** A second, and what two clocks may differ in pace. In milliseconds. */
const goodSecond = 1_100;

/** Smaller numbers are no times that anybody would write. */
const earliestSecond = 1_000_000_000;

function numberIn(tag: string): number | undefined {
  const digits = /^\W*(\d+)\W*$/.exec(tag)?.[1];
  return digits === undefined ? undefined : Number(digits);
}

function secondOf(revision: Revision): number | undefined {
  const second =
    revision.kind === "tag" ? numberIn(revision.tag) : Math.floor(Date.parse(revision.lastModified) / 1000);
  return second === undefined || Number.isNaN(second) || second < earliestSecond ? undefined : second;
}

/** A list calls a state by its time, an artifact by its tag, which may say the same; undefined where that can't be told. */
export function isSameState(one: Revision | undefined, other: Revision | undefined): boolean | undefined {
  if (one === undefined || other === undefined) return undefined;
  if (one.kind === other.kind) return isSameRevision(one, other);
  const [a, b] = [secondOf(one), secondOf(other)];
  return a === undefined || b === undefined ? undefined : a === b;
}

/** From when on a look at a state is sure, whose name was seen at a time. Tags that are no number always are. */
export function sureFrom(revision: Revision, seenAt: number): number {
  const isOfSecond = revision.kind === "date" || numberIn(revision.tag) !== undefined;
  return isOfSecond ? seenAt + goodSecond : Number.NEGATIVE_INFINITY;
}
