// Drafts of comments for several artifacts, stored until all of them have it, even if the table is closed.
import type { Memento } from "../../store/mementos.ts";

const prefix = "comment for many";

export interface BulkCommentDraftKey {
  readonly siteApi: string;
  readonly accountId: string | undefined;
}

function mementoKey({ siteApi, accountId = "anonymous" }: BulkCommentDraftKey): string {
  return `${prefix} ${siteApi} ${accountId}`;
}

export class BulkCommentDrafts {
  readonly #memento: Memento;

  constructor(memento: Memento) {
    this.#memento = memento;
  }

  load(owner: BulkCommentDraftKey): string {
    const stored = this.#memento.get(mementoKey(owner));
    return typeof stored === "string" ? stored : "";
  }

  async save(owner: BulkCommentDraftKey, text: string): Promise<void> {
    await this.#memento.update(mementoKey(owner), text === "" ? undefined : text);
  }

  /** Keeps text that was typed after the comment was sent. */
  async clearIfUnchanged(owner: BulkCommentDraftKey, text: string): Promise<void> {
    if (this.load(owner) === text) await this.save(owner, "");
  }
}
