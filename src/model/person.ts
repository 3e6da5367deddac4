/** How many letters of a name a search of people takes at least: servers refuse shorter ones. */
export const shortestPersonQuery = 3;

/** Somebody who has an account on the server. */
export interface Person {
  readonly id: number;
  /** The real name, where there is one. */
  readonly label: string;
  readonly username: string | undefined;
}
