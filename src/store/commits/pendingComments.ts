// Comments of source code that get a reference when an artifact is created from its draft. They are stored in the workspace, because
// the draft is still there after a reload of the window.
import type { TextRange } from "../../model/reference/artifactReference.ts";
import type { CommentAnchor } from "../../model/todoComments.ts";
import type { Memento } from "../mementos.ts";

export interface PendingComment {
  /** Of the subject of the new artifact. */
  readonly key: string;
  readonly siteApi: string;
  /** Of the file. */
  readonly uri: string;
  /** Without the start of the line, because the file may be edited while no window is open. */
  readonly anchor: CommentAnchor;
  /** In the line: the reference that is replaced; undefined for a TODO. */
  readonly replaced?: TextRange | undefined;
}

/** A file or folder. */
interface Rename {
  readonly from: string;
  readonly to: string;
}

const mementoKey = "pendingComments";
/** The user may never create an artifact, so the oldest ones are removed. */
const maxPending = 100;

/** `undefined` if the file isn't affected. */
export function findRenamedUri(uri: string, renames: readonly Rename[]): string | undefined {
  const rename = renames.find(({ from }) => uri === from || uri.startsWith(`${from}/`));
  return rename && `${rename.to}${uri.slice(rename.from.length)}`;
}

export class PendingComments {
  readonly #memento: Memento;

  constructor(memento: Memento) {
    this.#memento = memento;
  }

  get(key: string): PendingComment | undefined {
    return this.#list().find((comment) => comment.key === key);
  }

  async add(comment: PendingComment): Promise<void> {
    const { anchor } = comment;
    const stored = { ...comment, anchor: { ...anchor, start: undefined } };
    await this.#update([...this.#list(), stored].slice(-maxPending));
  }

  async remove(key: string): Promise<void> {
    if (this.get(key) === undefined) return;
    await this.#update(this.#list().filter((comment) => comment.key !== key));
  }

  async renameFiles(renames: readonly Rename[]): Promise<void> {
    const comments = this.#list();
    const isAffected = comments.some(({ uri }) => findRenamedUri(uri, renames) !== undefined);
    if (!isAffected) return;
    await this.#update(
      comments.map((comment) => ({ ...comment, uri: findRenamedUri(comment.uri, renames) ?? comment.uri })),
    );
  }

  #list(): readonly PendingComment[] {
    const stored = this.#memento.get(mementoKey);
    return Array.isArray(stored) ? (stored as readonly PendingComment[]) : [];
  }

  async #update(comments: readonly PendingComment[]): Promise<void> {
    await this.#memento.update(mementoKey, comments.length === 0 ? undefined : comments);
  }
}
