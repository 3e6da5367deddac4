/** Somebody who has an account on the server. */
export interface Person {
  readonly id: number;
  /** The real name, where there is one. */
  readonly label: string;
  readonly username: string | undefined;
}
