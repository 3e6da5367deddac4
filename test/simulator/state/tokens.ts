import { createHash } from "node:crypto";
import type { SimulatedClock } from "../clock.ts";

const tokenLifetimeMs = 24 * 60 * 60 * 1000;

export type TokenState =
  { readonly kind: "valid"; readonly userId: number } | { readonly kind: "expired" | "unknown" };

/** Tokens created with POST /tokens. Each is valid for 24 hours of simulated time. */
export class Tokens {
  readonly #clock: SimulatedClock;
  readonly #seed: number;
  readonly #issued = new Map<string, { readonly userId: number; readonly at: number }>();
  #count = 0;

  constructor(clock: SimulatedClock, seed: number) {
    this.#clock = clock;
    this.#seed = seed;
  }

  issue(userId: number): string {
    this.#count += 1;
    const token = createHash("md5").update(`token ${this.#seed} ${userId} ${this.#count}`).digest("hex");
    this.#issued.set(token, { userId, at: this.#clock.now() });
    return token;
  }

  check(token: string, userId: number): TokenState {
    const issued = this.#issued.get(token);
    if (issued?.userId !== userId) return { kind: "unknown" };
    return this.#clock.now() - issued.at < tokenLifetimeMs ? { kind: "valid", userId } : { kind: "expired" };
  }

  /** True if the token belonged to the user. */
  revoke(token: string, userId: number): boolean {
    return this.#issued.get(token)?.userId === userId && this.#issued.delete(token);
  }
}
