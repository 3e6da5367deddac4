// A comment for many is a draft too: from its first letter until all of them have it, whatever becomes of its table meanwhile.
import type { Memory } from "../../store/mementos.ts";

const prefix = "comment for many";

/** Who typed it, and where it is to be said. */
export interface CommentOwner {
  readonly siteApi: string;
  readonly accountId: string | undefined;
}

function memoryKey({ siteApi, accountId = "anonymous" }: CommentOwner): string {
  return `${prefix} ${siteApi} ${accountId}`;
}

export class ManyComments {
  readonly #memory: Memory;

  constructor(memory: Memory) {
    this.#memory = memory;
  }

  text(owner: CommentOwner): string {
    const kept = this.#memory.get(memoryKey(owner));
    return typeof kept === "string" ? kept : "";
  }

  async keep(owner: CommentOwner, text: string): Promise<void> {
    await this.#memory.update(memoryKey(owner), text === "" ? undefined : text);
  }

  /** All have it. What was typed since then is something else and stays. */
  async said(owner: CommentOwner, text: string): Promise<void> {
    if (this.text(owner) === text) await this.keep(owner, "");
  }
}
