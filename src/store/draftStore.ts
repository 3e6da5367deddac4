// Drafts on disk, one file per subject and window. The file name contains the owner, so two windows never write the
// same file. To take over a draft, a window writes a copy and then removes the original.
import { type FSWatcher, readFileSync, watch } from "node:fs";
import { access, mkdir, open, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type FormSubject, subjectKey } from "../model/form/formSubject.ts";
import { Emitter } from "./emitter.ts";
import { type DraftWindow, type StoredDraft, hasUnsavedEdits, parseStoredDraft } from "./storedDraft.ts";

export async function createPrivateFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
}

let writeCount = 0;

/** Atomic: readers see the old or the new content, also after a crash. */
export async function writePrivateFile(path: string, text: string): Promise<void> {
  writeCount += 1;
  const partPath = `${path}.${process.pid}.${writeCount}.part`;
  try {
    const file = await open(partPath, "wx", 0o600);
    try {
      await file.writeFile(text);
      await file.datasync();
    } finally {
      await file.close();
    }
    await rename(partPath, path);
  } catch (error) {
    await rm(partPath, { force: true });
    throw error;
  }
  await syncFolder(dirname(path));
}

/** Makes the rename durable; not supported by every system. */
async function syncFolder(folder: string): Promise<void> {
  try {
    const handle = await open(folder, "r");
    await handle.datasync().finally(() => handle.close());
  } catch {
    return;
  }
}

// Records which extension host shut down cleanly. A file, because mementos can't be written while a window closes.

export class CleanShutdownMarker {
  readonly #folder: string;

  /** A folder of the workspace, which the next extension host reads. */
  constructor(folder: string) {
    this.#folder = folder;
  }

  async write(process: number): Promise<void> {
    await mkdir(this.#folder, { recursive: true });
    await writeFile(this.#file, String(process));
  }

  wasWrittenBy(process: number): boolean {
    try {
      return readFileSync(this.#file, "utf8") === String(process);
    } catch {
      return false;
    }
  }

  get #file(): string {
    return join(this.#folder, "last-end");
  }
}

/** EPERM means that the process exists but belongs to another user. */
function isRunning(id: number): boolean {
  try {
    process.kill(id, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

export const currentProcess = { process: process.pid, isRunning };

export interface DraftStoreOptions {
  /** Created on first use. */
  readonly folder: string;
  /** Process ID of this window's extension host. */
  readonly process: number;
  readonly isRunning: (process: number) => boolean;
}

interface FoundDraft {
  readonly name: string;
  readonly stored: StoredDraft;
}

interface ClaimedDraft {
  readonly kind: "ours";
  readonly file: DraftFile;
  /** The existing draft, if any, and the name that its file had. */
  readonly stored: StoredDraft | undefined;
  readonly name?: string;
}

export type DraftClaimResult =
  /** This window may write. */
  | ClaimedDraft
  /** Another window edits the draft. */
  | { readonly kind: "otherWindow"; readonly stored: StoredDraft };

export interface DiscardedDraft {
  readonly subject: FormSubject;
  /** Of all windows. */
  readonly stored: readonly StoredDraft[];
}

const fileExtension = ".json";

/** Uses the global `crypto`, because importing the module would dominate activation time. */
async function getFilePrefix(subject: FormSubject): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(subjectKey(subject)));
  return Buffer.from(digest).toString("hex").slice(0, 40);
}

function isFileMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}

export class DraftStore {
  /** Fires when a draft was discarded in this window outside of its form. */
  readonly onDidDiscard = new Emitter<DiscardedDraft>();
  /** Fires when drafts have changed, in this or another window. */
  readonly onDidChange = new Emitter<void>();
  /** Fires with drafts whose last save no window has checked for changes by others at the same time. */
  readonly onDidFindUncheckedSaves = new Emitter<readonly StoredDraft[]>();
  readonly #options: DraftStoreOptions;
  #watcher: FSWatcher | undefined;
  #isReady: Promise<void> | undefined;

  constructor(options: DraftStoreOptions) {
    this.#options = options;
  }

  /** All readable drafts, most recently edited first; the newest one per subject. */
  async list(): Promise<readonly StoredDraft[]> {
    const newest = new Map<string, StoredDraft>();
    const found = (await this.#readDrafts("")).map(({ stored }) => stored);
    const unchecked = found.filter(
      ({ uncheckedSave, window }) => uncheckedSave !== undefined && !this.#isInUse(window),
    );
    if (unchecked.length > 0) this.onDidFindUncheckedSaves.fire(unchecked);
    for (const stored of found.filter(hasUnsavedEdits)) {
      const key = subjectKey(stored.subject);
      if ((newest.get(key)?.changedAt ?? 0) < stored.changedAt) newest.set(key, stored);
    }
    return [...newest.values()].toSorted((a, b) => b.changedAt - a.changedAt);
  }

  /**
   * Claims the draft of a subject unless another window edits it. `holder` is the owner ID that a tab remembers from
   * before a reload.
   */
  async claim(subject: FormSubject, holder?: string): Promise<DraftClaimResult> {
    const found = await this.#findClaimable(subject, holder);
    const ownDrafts = found.filter(({ stored }) => this.#isOwn(stored.window, holder));
    const heldElsewhere = found.find(({ stored }) => !this.#isFree(stored.window, holder));
    const hasOwnEdits = ownDrafts.some(({ stored }) => hasUnsavedEdits(stored));
    if (!hasOwnEdits && heldElsewhere !== undefined) {
      return { kind: "otherWindow", stored: heldElsewhere.stored };
    }
    const taken = await this.#takeFile(subject, ownDrafts.length > 0 ? ownDrafts : found);
    return taken === undefined ? this.claim(subject, holder) : this.#addUncheckedSave(taken, found);
  }

  /** A claim without reading the folder, for when that fails: writing may succeed later. */
  async createUnread(subject: FormSubject): Promise<DraftClaimResult> {
    return { kind: "ours", file: await this.#createFile(subject), stored: undefined };
  }

  /** Takes a draft over from another window. */
  async takeOver(subject: FormSubject): Promise<DraftClaimResult> {
    const found = await this.#findClaimable(subject, undefined);
    const heldElsewhere = found.filter(({ stored }) => !this.#isFree(stored.window, undefined));
    return (
      (await this.#takeFile(subject, heldElsewhere.length > 0 ? heldElsewhere : found)) ??
      this.takeOver(subject)
    );
  }

  async isInOtherWindow(subject: FormSubject): Promise<boolean> {
    const found = await this.#findClaimable(subject, undefined);
    return found.some(({ stored }) => !this.#isFree(stored.window, undefined));
  }

  /** Adds this window as owner. */
  toStoredDraft(windowId: string, content: Omit<StoredDraft, "window">): StoredDraft {
    return { ...content, window: { id: windowId, process: this.#options.process } };
  }

  /** Removes what is stored only to check the last saves of an account, or of all accounts of a site. */
  async removeUncheckedSaves(siteApi: string, accountId?: string): Promise<void> {
    for (const { name, stored } of await this.#readDrafts("")) {
      const { subject } = stored;
      const isSelected =
        subject.siteApi === siteApi && (accountId === undefined || subject.accountId === accountId);
      if (isSelected && !hasUnsavedEdits(stored)) await rm(join(this.#options.folder, name), { force: true });
    }
  }

  /** Removes a draft, also if another window edits it. */
  async discard(subject: FormSubject): Promise<void> {
    const found = await this.#findDrafts(subject);
    for (const { name } of found) await rm(join(this.#options.folder, name), { force: true });
    this.onDidDiscard.fire({ subject, stored: found.map(({ stored }) => stored) });
    this.onDidChange.fire();
  }

  dispose(): void {
    this.#watcher?.close();
  }

  #isOwn(holder: DraftWindow | undefined, rememberedId: string | undefined): boolean {
    return holder !== undefined && (holder.id === rememberedId || holder.process === this.#options.process);
  }

  #isFree(holder: DraftWindow | undefined, rememberedId: string | undefined): boolean {
    return (
      holder === undefined || this.#isOwn(holder, rememberedId) || !this.#options.isRunning(holder.process)
    );
  }

  #isInUse(window: DraftWindow | undefined): boolean {
    return window !== undefined && this.#options.isRunning(window.process);
  }

  /** Drafts with edits first. Another window that only checks its last save doesn't edit the draft. */
  async #findClaimable(subject: FormSubject, holder: string | undefined): Promise<readonly FoundDraft[]> {
    const found = await this.#findDrafts(subject);
    const edited = found.filter(({ stored }) => hasUnsavedEdits(stored));
    const unchecked = found.filter(
      ({ stored }) => !hasUnsavedEdits(stored) && this.#isFree(stored.window, holder),
    );
    return [...edited, ...unchecked];
  }

  /**
   * `undefined` if another window took it first. The copy is written before the original is removed, so that the draft
   * always exists and is never considered free.
   */
  async #takeFile(subject: FormSubject, [found]: readonly FoundDraft[]): Promise<ClaimedDraft | undefined> {
    const file = await this.#createFile(subject);
    if (found === undefined) return { kind: "ours", file, stored: undefined };
    await file.write({ ...found.stored, window: file.holder });
    const original = `${file.path}.taken.part`;
    try {
      await rename(join(this.#options.folder, found.name), original);
    } catch (error) {
      await file.remove();
      if (isFileMissing(error)) return undefined;
      throw error;
    }
    // The owner may have written to it until the rename.
    const stored = parseStoredDraft(await readFile(original, "utf8")) ?? found.stored;
    await file.write({ ...stored, window: file.holder });
    await rm(original, { force: true });
    return { kind: "ours", file, stored, name: found.name };
  }

  /** Another file of the subject may be there only for the check of an earlier save. */
  async #addUncheckedSave(taken: ClaimedDraft, found: readonly FoundDraft[]): Promise<ClaimedDraft> {
    const { file, stored } = taken;
    const others = found.filter((each) => !hasUnsavedEdits(each.stored) && each.name !== taken.name);
    const uncheckedSave = others[0]?.stored.uncheckedSave;
    const hasOne = stored?.uncheckedSave !== undefined;
    if (stored === undefined || hasOne || uncheckedSave === undefined) return taken;
    const completed = { ...stored, uncheckedSave };
    await file.write({ ...completed, window: file.holder });
    for (const { name } of others) await rm(join(this.#options.folder, name), { force: true });
    return { ...taken, stored: completed };
  }

  async #createFile(subject: FormSubject): Promise<DraftFile> {
    const { folder, process } = this.#options;
    const holder = { id: crypto.randomUUID(), process };
    const path = join(folder, `${await getFilePrefix(subject)}.${holder.id}${fileExtension}`);
    return new DraftFile(path, holder, {
      ensureFolder: () => this.#ensureReady(),
      hasAnyDraft: async () => (await this.#findDrafts(subject)).length > 0,
      onDidChange: () => this.onDidChange.fire(),
    });
  }

  async #findDrafts(subject: FormSubject): Promise<readonly FoundDraft[]> {
    const found = await this.#readDrafts(await getFilePrefix(subject));
    return found.toSorted((a, b) => b.stored.changedAt - a.stored.changedAt);
  }

  async #readDrafts(prefix: string): Promise<readonly FoundDraft[]> {
    const { folder } = this.#options;
    await this.#ensureReady();
    const all = await readdir(folder).catch((error: unknown) => {
      // The folder was removed; it is created again for the next draft.
      if (isFileMissing(error)) return [];
      throw error;
    });
    const names = all.filter((name) => name.startsWith(prefix) && name.endsWith(fileExtension));
    const found = await Promise.all(
      names.map(async (name) => {
        // The file may have been removed since, or not be a draft.
        const text = await readFile(join(folder, name), "utf8").catch(() => "");
        const stored = parseStoredDraft(text);
        return stored === undefined ? [] : [{ name, stored }];
      }),
    );
    return found.flat();
  }

  #ensureReady(): Promise<void> {
    this.#isReady ??= this.#prepare().catch((error: unknown) => {
      this.#isReady = undefined;
      throw error;
    });
    return this.#isReady;
  }

  async #prepare(): Promise<void> {
    const { folder } = this.#options;
    await createPrivateFolder(folder);
    this.#watcher = watch(folder, { persistent: false }, (_event, name) => {
      if (name === null || name.endsWith(fileExtension)) this.onDidChange.fire();
    });
    // Without the watcher, changes by other windows show at the next reload.
    this.#watcher.on("error", () => this.#watcher?.close());
  }
}

interface DraftFileOptions {
  readonly ensureFolder: () => Promise<void>;
  readonly hasAnyDraft: () => Promise<boolean>;
  /** Called when the file was created or removed, because not every file system reports it. */
  readonly onDidChange: () => void;
}

export class DraftFile {
  readonly path: string;
  readonly holder: DraftWindow;
  readonly #options: DraftFileOptions;
  #wasWritten = false;

  constructor(path: string, holder: DraftWindow, options: DraftFileOptions) {
    this.path = path;
    this.holder = holder;
    this.#options = options;
  }

  async write(stored: StoredDraft): Promise<void> {
    await this.#options.ensureFolder();
    const text = JSON.stringify(stored);
    await writePrivateFile(this.path, text).catch(async (error: unknown) => {
      if (!isFileMissing(error)) throw error;
      await createPrivateFolder(dirname(this.path));
      await writePrivateFile(this.path, text);
    });
    const isNew = !this.#wasWritten;
    this.#wasWritten = true;
    if (isNew) this.#options.onDidChange();
  }

  /** Whether the file is still there, was taken over by another window, or was removed otherwise. */
  async checkFile(): Promise<"present" | "takenOver" | "missing"> {
    if (!this.#wasWritten || !(await this.#isMissing())) return "present";
    const hasOtherDraft = await this.#options.hasAnyDraft();
    // This window may have removed or written it meanwhile.
    if (this.#isRemoved() || !(await this.#isMissing())) return "present";
    return hasOtherDraft ? "takenOver" : "missing";
  }

  #isRemoved(): boolean {
    return !this.#wasWritten;
  }

  #isMissing(): Promise<boolean> {
    return access(this.path).then(() => false, isFileMissing);
  }

  async remove(): Promise<void> {
    const existed = this.#wasWritten;
    this.#wasWritten = false;
    await rm(this.path, { force: true });
    if (existed) this.#options.onDidChange();
  }
}
