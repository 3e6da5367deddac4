/** The value of one field of an artifact, as a line to read. */
export interface FieldText {
  readonly kind: "field";
  readonly fieldId: number;
  readonly label: string;
  /** The server's name of the field's type. */
  readonly type: string;
  readonly text: string;
}

/** One artifact as it can be read; editing needs more than this. */
export interface ArtifactDetails {
  readonly id: number;
  readonly title: string | undefined;
  readonly status: string | undefined;
  readonly isOpen: boolean | undefined;
  /** Name of its tracker, where the server tells it. */
  readonly trackerLabel: string | undefined;
  /** Those that have a value and that we may see. */
  readonly fields: readonly FieldText[];
}
