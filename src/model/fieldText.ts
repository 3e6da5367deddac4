/** The value of one field of an artifact, as a line to read. */
export interface FieldText {
  readonly kind: "field";
  readonly fieldId: number;
  readonly label: string;
  readonly text: string;
}
