export interface User {
  readonly id: number;
  readonly username: string;
  readonly realName: string;
  readonly status: "active" | "suspended";
}

/** A user whose credentials are available to tests. */
export interface SimulatedAccount {
  readonly id: number;
  readonly username: string;
  readonly realName: string;
  readonly password: string;
  readonly accessKey: string;
}

/** The authenticated user; `undefined` for an anonymous caller. */
export type Viewer = User | undefined;
