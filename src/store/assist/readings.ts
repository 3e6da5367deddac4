// What assistants have read: each state of an artifact under a name that they give back with a change. So no assistant changes
// what it has not seen, and what has become of it since can be told field by field.
import { randomUUID } from "node:crypto";
import type { Site } from "../../model/site.ts";
import type { State, States } from "../triage/states.ts";

export interface Reading {
  readonly site: Site;
  /** Those of the account that has read it: nobody else changes anything on its strength. */
  readonly states: States;
  readonly state: State;
}

/** A conversation has no more at hand. */
const mostKept = 200;

export class Readings {
  readonly #kept = new Map<string, Reading>();

  keep(reading: Reading): string {
    const [oldest] = this.#kept.keys();
    if (oldest !== undefined && this.#kept.size >= mostKept) this.#kept.delete(oldest);
    const name = randomUUID();
    this.#kept.set(name, reading);
    return name;
  }

  find(name: string): Reading | undefined {
    return this.#kept.get(name);
  }

  /** Whoever looks next at a site may be someone else. */
  forget(api: string): void {
    for (const [name, { site }] of this.#kept) if (site.api === api) this.#kept.delete(name);
  }
}
