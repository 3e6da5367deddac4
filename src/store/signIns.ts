// Where somebody has signed in on this machine and not out. What they signed in with may be gone all the same: without
// a keyring VS Code keeps secrets in memory only.
import type { Memory } from "./memory.ts";

const prefix = "signedIn";

export class SignIns {
  readonly #memory: Memory;

  constructor(memory: Memory) {
    this.#memory = memory;
  }

  has(api: string): boolean {
    return this.#memory.get(`${prefix} ${api}`) === true;
  }

  async note(api: string): Promise<void> {
    await this.#memory.update(`${prefix} ${api}`, true);
  }

  async clear(api: string): Promise<void> {
    await this.#memory.update(`${prefix} ${api}`, undefined);
  }
}
