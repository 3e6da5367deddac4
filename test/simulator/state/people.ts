export interface Person {
  readonly id: number;
  readonly username: string;
  readonly realName: string;
  readonly status: "active" | "suspended";
}

/** A person whose credentials are known to the tests. */
export interface SimulatedAccount {
  readonly id: number;
  readonly username: string;
  readonly realName: string;
  readonly password: string;
  readonly accessKey: string;
}

/** Who asks; undefined is an anonymous caller. */
export type Viewer = Person | undefined;
