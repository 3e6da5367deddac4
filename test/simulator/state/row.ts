import type { Draws } from "./random.ts";

/** The place of a demo artifact in its tracker: all that its content is made from. */
export interface Row {
  readonly id: number;
  readonly index: number;
  readonly submittedBy: number;
  readonly submittedOn: number;
  readonly updatedOn: number;
  readonly draws: Draws;
  /** Id of the artifact at an index of a tracker, for links; undefined past its end. */
  artifactAt(tracker: string, index: number): number | undefined;
  sizeOf(tracker: string): number;
}
