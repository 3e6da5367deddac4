/** A query that the server keeps itself, over one tracker. */
export interface Report {
  readonly kind: "report";
  readonly id: number;
  readonly label: string;
  /** Whether it is everybody's, or one's own. */
  readonly isPublic: boolean;
  /** Whether the server's pages show it first. */
  readonly isDefault: boolean;
}
