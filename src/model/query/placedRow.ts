import type { ArtifactRow } from "../artifact.ts";

/** The tracker that an artifact is of, as far as a list tells. */
export interface Place {
  readonly id: number;
  readonly label: string;
  readonly color: string | undefined;
}

/** A row of a list that goes across trackers. */
export interface PlacedRow extends ArtifactRow {
  /** Undefined where the server does not tell. */
  readonly tracker: Place | undefined;
}

export function placed(row: ArtifactRow, { id, label, color }: Place): PlacedRow {
  return { ...row, tracker: { id, label, color } };
}
