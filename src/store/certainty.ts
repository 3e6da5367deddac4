// Servers may call a state by the second of its last write. A write within that second leaves the name as it is, so that a
// change made for the state before it is accepted, and what it replaces is lost. Such a name is sure once its second is over
// at the server. When that is, only the server's clock tells, which we don't see; but a name that was seen a good second
// before a look is of a second that has passed, whatever any clock shows: what is read then is all that will ever have that
// name, and a change made for it is refused after any further write.
import { isOfSecond, type Revision } from "../model/revision.ts";

/** A second, and what two clocks may differ in pace. In milliseconds. */
const goodSecond = 1_100;

/** From when on a look at a state is sure, whose name was seen at a time. Tags that are no number always are. */
export function sureFrom(revision: Revision, seenAt: number): number {
  return isOfSecond(revision) ? seenAt + goodSecond : Number.NEGATIVE_INFINITY;
}
