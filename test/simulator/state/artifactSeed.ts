import type { SeededRandom } from "./seededRandom.ts";

/** The position of a generated artifact in its tracker, from which its content is generated. */
export interface ArtifactSeed {
  readonly id: number;
  readonly index: number;
  readonly submittedBy: number;
  readonly submittedOn: number;
  readonly updatedOn: number;
  readonly random: SeededRandom;
  /** Id of the artifact at an index of a tracker, for links; `undefined` past its end. */
  getArtifactId(tracker: string, index: number): number | undefined;
  getTrackerSize(tracker: string): number;
}
