// When the access keys end that somebody has signed in with, as the servers told it last.
import type { KeyExpiry } from "../model/keyExpiry.ts";
import type { Memory } from "./memory.ts";

interface KeptDate {
  readonly expiry: KeyExpiry | undefined;
  /** When the server was asked. */
  readonly askedAt: number;
}

const prefix = "keyDate";

function memoryKey(api: string, accountId: string): string {
  return `${prefix} ${api} ${accountId}`;
}

function isKept(value: unknown): value is KeptDate {
  return typeof value === "object" && value !== null && "askedAt" in value;
}

export class KeyDates {
  readonly #memory: Memory;

  constructor(memory: Memory) {
    this.#memory = memory;
  }

  of(api: string, accountId: string): KeptDate | undefined {
    const kept = this.#memory.get(memoryKey(api, accountId));
    return isKept(kept) ? kept : undefined;
  }

  async note(api: string, accountId: string, date: KeptDate): Promise<void> {
    await this.#memory.update(memoryKey(api, accountId), date);
  }

  /** Whoever signs in again may do so with another key. */
  async forget(api: string, accountId: string): Promise<void> {
    await this.#memory.update(memoryKey(api, accountId), undefined);
  }

  async clear(api: string): Promise<void> {
    const keys = this.#memory.keys().filter((key) => key.startsWith(`${prefix} ${api} `));
    for (const key of keys) await this.#memory.update(key, undefined);
  }
}
