// Hosts to which the user lets requests go unencrypted.
import { Emitter } from "./emitter.ts";
import type { Memory } from "./memory.ts";
import { isPlainHttp } from "./siteAddress.ts";

function memoryKey(address: string): string {
  return `plainHttp ${new URL(address).origin}`;
}

export class PlainHttpConsents {
  /** Fires with an address of the host that the user has just consented to. */
  readonly changed = new Emitter<string>();
  readonly #memory: Memory;

  constructor(memory: Memory) {
    this.#memory = memory;
  }

  /** Whether requests to an address need no question: they're encrypted, stay on this machine, or the user has consented. */
  allows(address: string): boolean {
    return !isPlainHttp(address) || this.#memory.get(memoryKey(address)) === true;
  }

  async add(address: string): Promise<void> {
    await this.#memory.update(memoryKey(address), true);
    this.changed.announce(address);
  }

  async clear(address: string): Promise<void> {
    await this.#memory.update(memoryKey(address), undefined);
  }
}
