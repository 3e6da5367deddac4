// Files that only a page has, pasted or dropped, on their way to a place where they can be sent from. A page is believed
// nothing: what it sends is no more than it has announced.
import * as vscode from "vscode";
import type { LocalFile } from "../protocol/commands.ts";
import { CallFailed } from "../protocol/rpc.ts";
import type { AttachmentTools } from "../store/attachments/createAttachments.ts";
import { type DiskTrouble, troubleOf } from "../store/attachments/disk.ts";
import type { StagedFile } from "../store/attachments/staging.ts";

/** So many files of a page may wait at a time, and so many bytes in all. */
const mostFiles = 100;
const mostBytes = 4 * 1024 * 1024 * 1024;

interface Incoming {
  readonly file: LocalFile;
  readonly size: number;
  readonly staged: Promise<StagedFile>;
  /** Bytes that have come, on the disk or on their way there. */
  arrived: number;
}

function troubleText({ kind }: DiskTrouble, name: string): string {
  return kind === "noSpace"
    ? vscode.l10n.t("{0} was not taken, because the disk is full: make room and try again.", name)
    : vscode.l10n.t("{0} was not taken, because VS Code can't write to its own storage: see the log.", name);
}

export class IncomingFiles {
  readonly #tools: () => Promise<AttachmentTools>;
  readonly #note: (error: unknown) => void;
  readonly #files = new Map<number, Incoming>();
  #next = 1;

  /** `note` takes what people are told in other words. */
  constructor(tools: () => Promise<AttachmentTools>, note: (error: unknown) => void) {
    this.#tools = tools;
    this.#note = note;
  }

  async begin(name: string, type: string, size: number): Promise<number> {
    const expected = [...this.#files.values()].reduce((sum, each) => sum + each.size, size);
    if (this.#files.size >= mostFiles || expected > mostBytes) {
      throw new CallFailed(vscode.l10n.t("This is too much at once."));
    }
    const key = this.#next;
    this.#next += 1;
    const staged = this.#tools().then(({ staging }) => staging.begin(name));
    const file = { path: "", name, type: type === "" ? undefined : type, origin: name };
    this.#files.set(key, { file, size, staged, arrived: 0 });
    await this.#explained(name, () => staged).catch((error: unknown) => {
      this.#files.delete(key);
      throw error;
    });
    return key;
  }

  async append(key: number, data: string): Promise<void> {
    const incoming = this.#files.get(key);
    if (incoming === undefined) throw new CallFailed(vscode.l10n.t("This file is not expected any more."));
    const { name } = incoming.file;
    const bytes = Buffer.from(data, "base64");
    incoming.arrived += bytes.length;
    if (incoming.arrived > incoming.size) {
      throw new CallFailed(vscode.l10n.t("{0} is larger than it was said to be.", name));
    }
    await this.#explained(name, async () => (await incoming.staged).append(bytes));
  }

  /** Whole files, for as long as they are used: whatever becomes of the page meanwhile. */
  async use(keys: readonly number[], use: (files: readonly LocalFile[]) => Promise<void>): Promise<void> {
    const taken = this.#take(keys);
    try {
      const files: LocalFile[] = [];
      for (const { file, size, staged } of taken) {
        const { path, size: arrived } = await this.#explained(file.name, async () => {
          const ready = await staged;
          await ready.finish();
          return ready;
        });
        if (arrived !== size) {
          throw new CallFailed(vscode.l10n.t("{0} did not arrive whole: try again.", file.name));
        }
        files.push({ ...file, path });
      }
      if (files.length > 0) await use(files);
    } finally {
      await removeAll(taken);
    }
  }

  async drop(keys: readonly number[]): Promise<void> {
    await removeAll(this.#take(keys));
  }

  /** The page that was sending them is gone. Their names. */
  async dropAll(): Promise<readonly string[]> {
    const taken = this.#take([...this.#files.keys()]);
    await removeAll(taken);
    return taken.map(({ file }) => file.name);
  }

  #take(keys: readonly number[]): readonly Incoming[] {
    const taken = keys.flatMap((key) => this.#files.get(key) ?? []);
    for (const key of keys) this.#files.delete(key);
    return taken;
  }

  /** What a disk has against it is told in words; the details go to the log. */
  async #explained<T>(name: string, act: () => Promise<T>): Promise<T> {
    try {
      return await act();
    } catch (error) {
      const trouble = troubleOf(error, name);
      this.#note(error);
      throw new CallFailed(troubleText(trouble, name));
    }
  }
}

async function removeAll(files: readonly Incoming[]): Promise<void> {
  for (const { staged } of files) await (await staged.catch(() => undefined))?.remove();
}
