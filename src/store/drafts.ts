// Drafts on disk: one file per subject and window. The name of a file carries the window that writes it, so two
// windows never write the same one; a draft changes hands by a copy, whose maker takes the original away.
import { type FSWatcher, readFileSync, watch } from "node:fs";
import { access, mkdir, open, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type Subject, subjectKey } from "../model/subject.ts";
import { Emitter } from "./emitter.ts";
import { type Holder, type KeptDraft, parseKept } from "./keptDraft.ts";

// Files that only their owner may read, and that are whole or not there at all.

export async function makePrivateFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
}

let written = 0;

/** Whoever reads meanwhile sees the old content or the new one, and so does who comes after a crash. */
async function writePrivately(path: string, text: string): Promise<void> {
  written += 1;
  const unfinished = `${path}.${process.pid}.${written}.part`;
  try {
    const file = await open(unfinished, "wx", 0o600);
    try {
      await file.writeFile(text);
      await file.datasync();
    } finally {
      await file.close();
    }
    await rename(unfinished, path);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
  await syncFolder(dirname(path));
}

/** A renamed file is sure to be found again once its folder is on disk too; not every system can do that. */
async function syncFolder(folder: string): Promise<void> {
  try {
    const handle = await open(folder, "r");
    await handle.datasync().finally(() => handle.close());
  } catch {
    return;
  }
}

// Which extension host has ended in good order, on disk: what VS Code keeps for us is out of reach when a window goes.

export class LastEnd {
  readonly #folder: string;

  /** A folder of the workspace's own: the next host there is the one that asks. */
  constructor(folder: string) {
    this.#folder = folder;
  }

  async note(process: number): Promise<void> {
    await mkdir(this.#folder, { recursive: true });
    await writeFile(this.#file, String(process));
  }

  wasOf(process: number): boolean {
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

/** Whether a window still has a process; one that we may not ask is there all the same. */
function isRunning(id: number): boolean {
  try {
    process.kill(id, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

export const thisProcess = { process: process.pid, isRunning };

export interface DraftsOptions {
  /** A folder of our own; made when it is first needed. */
  readonly folder: string;
  /** The one that this window runs in; no other window does. */
  readonly process: number;
  readonly isRunning: (process: number) => boolean;
}

interface Found {
  readonly name: string;
  readonly kept: KeptDraft;
}

/** What there is of a subject when someone wants to type. */
export type Claim =
  /** Ours to write, with what was typed before, if anything. */
  | { readonly kind: "ours"; readonly file: DraftFile; readonly kept: KeptDraft | undefined }
  /** Another window is at it. */
  | { readonly kind: "elsewhere"; readonly kept: KeptDraft };

const ending = ".json";

/** The global crypto, since loading the module would cost more than everything else at activation. */
async function prefixOf(subject: Subject): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(subjectKey(subject)));
  return Buffer.from(digest).toString("hex").slice(0, 40);
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}

export class Drafts {
  /** Says which draft was thrown away in this window, to whoever still shows it. */
  readonly discarded = new Emitter<Subject>();
  /** Something about the drafts has changed, here or in another window. */
  readonly changed = new Emitter<void>();
  readonly #options: DraftsOptions;
  #watcher: FSWatcher | undefined;
  #isReady: Promise<void> | undefined;

  constructor(options: DraftsOptions) {
    this.#options = options;
  }

  /** All drafts that can be read, the one typed in last first; of several for one subject the newest. */
  async list(): Promise<readonly KeptDraft[]> {
    const newest = new Map<string, KeptDraft>();
    for (const { kept } of await this.#read("")) {
      const key = subjectKey(kept.subject);
      if ((newest.get(key)?.changedAt ?? 0) < kept.changedAt) newest.set(key, kept);
    }
    return [...newest.values()].toSorted((a, b) => b.changedAt - a.changedAt);
  }

  /**
   * Takes what there is of a subject into our hands, unless another window is at it. `holder` is the one that a
   * tab remembers from before a reload: whoever that was, it was this tab.
   */
  async claim(subject: Subject, holder?: string): Promise<Claim> {
    const found = await this.#of(subject);
    const own = found.filter(({ kept }) => this.#isOwn(kept.holder, holder));
    const held = found.find(({ kept }) => !this.#isFree(kept.holder, holder));
    if (own.length === 0 && held !== undefined) return { kind: "elsewhere", kept: held.kept };
    return (await this.#take(subject, own.length > 0 ? own : found)) ?? this.claim(subject, holder);
  }

  /** A file to begin with where the folder can't be looked into: what is typed may be kept there later. */
  async begin(subject: Subject): Promise<Claim> {
    return { kind: "ours", file: await this.#file(subject), kept: undefined };
  }

  /** Takes a draft from the window that is at it. */
  async takeOver(subject: Subject): Promise<Claim> {
    const found = await this.#of(subject);
    const held = found.filter(({ kept }) => !this.#isFree(kept.holder, undefined));
    return (await this.#take(subject, held.length > 0 ? held : found)) ?? this.takeOver(subject);
  }

  /** Whether another window has begun to type about a subject. */
  async isElsewhere(subject: Subject): Promise<boolean> {
    const found = await this.#of(subject);
    return found.some(({ kept }) => !this.#isFree(kept.holder, undefined));
  }

  /** A draft with the mark of this window on it. */
  keptBy(holder: string, kept: Omit<KeptDraft, "holder">): KeptDraft {
    return { ...kept, holder: { id: holder, process: this.#options.process } };
  }

  /** Forgets a draft, wherever it is being written. */
  async discard(subject: Subject): Promise<void> {
    for (const { name } of await this.#of(subject)) {
      await rm(join(this.#options.folder, name), { force: true });
    }
    this.discarded.announce(subject);
    this.changed.announce();
  }

  dispose(): void {
    this.#watcher?.close();
  }

  #isOwn(holder: Holder | undefined, remembered: string | undefined): boolean {
    return holder !== undefined && (holder.id === remembered || holder.process === this.#options.process);
  }

  #isFree(holder: Holder | undefined, remembered: string | undefined): boolean {
    return (
      holder === undefined || this.#isOwn(holder, remembered) || !this.#options.isRunning(holder.process)
    );
  }

  /**
   * Undefined if another window was faster. Our copy is there before the original goes, so that there is one at
   * any time, and nobody who comes meanwhile takes it for free.
   */
  async #take(subject: Subject, [found]: readonly Found[]): Promise<Claim | undefined> {
    const file = await this.#file(subject);
    if (found === undefined) return { kind: "ours", file, kept: undefined };
    await file.write({ ...found.kept, holder: file.holder });
    const original = `${file.path}.taken.part`;
    try {
      await rename(join(this.#options.folder, found.name), original);
    } catch (error) {
      await file.remove();
      if (isMissing(error)) return undefined;
      throw error;
    }
    // It may have been written to until it went.
    const kept = parseKept(await readFile(original, "utf8")) ?? found.kept;
    await file.write({ ...kept, holder: file.holder });
    await rm(original, { force: true });
    return { kind: "ours", file, kept };
  }

  async #file(subject: Subject): Promise<DraftFile> {
    const { folder, process } = this.#options;
    const holder = { id: crypto.randomUUID(), process };
    const path = join(folder, `${await prefixOf(subject)}.${holder.id}${ending}`);
    return new DraftFile(path, holder, {
      ready: () => this.#ready(),
      isLeft: async () => (await this.#of(subject)).length > 0,
      changed: () => this.changed.announce(),
    });
  }

  async #of(subject: Subject): Promise<readonly Found[]> {
    const found = await this.#read(await prefixOf(subject));
    return found.toSorted((a, b) => b.kept.changedAt - a.kept.changedAt);
  }

  async #read(prefix: string): Promise<readonly Found[]> {
    const { folder } = this.#options;
    await this.#ready();
    const all = await readdir(folder).catch((error: unknown) => {
      // Gone since: it is made again for the next draft.
      if (isMissing(error)) return [];
      throw error;
    });
    const names = all.filter((name) => name.startsWith(prefix) && name.endsWith(ending));
    const found = await Promise.all(
      names.map(async (name) => {
        // Between listing and reading, a file may have changed hands; and anything may be called like one.
        const text = await readFile(join(folder, name), "utf8").catch(() => "");
        const kept = parseKept(text);
        return kept === undefined ? [] : [{ name, kept }];
      }),
    );
    return found.flat();
  }

  #ready(): Promise<void> {
    this.#isReady ??= this.#prepare().catch((error: unknown) => {
      this.#isReady = undefined;
      throw error;
    });
    return this.#isReady;
  }

  async #prepare(): Promise<void> {
    const { folder } = this.#options;
    await makePrivateFolder(folder);
    this.#watcher = watch(folder, { persistent: false }, (_event, name) => {
      if (name === null || name.endsWith(ending)) this.changed.announce();
    });
    // Without news from other windows the drafts are still there: they show at the next look.
    this.#watcher.on("error", () => this.#watcher?.close());
  }
}

interface DraftFileOptions {
  /** Makes sure of the folder. */
  readonly ready: () => Promise<void>;
  /** Whether there is any draft of the subject. */
  readonly isLeft: () => Promise<boolean>;
  /** Told when the file has come or gone: not every file system tells by itself. */
  readonly changed: () => void;
}

/** The file that one window writes about one subject. */
export class DraftFile {
  readonly path: string;
  readonly holder: Holder;
  readonly #options: DraftFileOptions;
  #wasWritten = false;

  constructor(path: string, holder: Holder, options: DraftFileOptions) {
    this.path = path;
    this.holder = holder;
    this.#options = options;
  }

  async write(kept: KeptDraft): Promise<void> {
    await this.#options.ready();
    const text = JSON.stringify(kept);
    await writePrivately(this.path, text).catch(async (error: unknown) => {
      if (!isMissing(error)) throw error;
      await makePrivateFolder(dirname(this.path));
      await writePrivately(this.path, text);
    });
    const isNew = !this.#wasWritten;
    this.#wasWritten = true;
    if (isNew) this.#options.changed();
  }

  /** What became of what we wrote: another window may have taken it over, or something else has removed it. */
  async whereabouts(): Promise<"there" | "taken" | "lost"> {
    if (!this.#wasWritten || !(await this.#isMissing())) return "there";
    const isLeft = await this.#options.isLeft();
    // We may have removed or written it ourselves while this looked.
    if (this.#isUnwritten() || !(await this.#isMissing())) return "there";
    return isLeft ? "taken" : "lost";
  }

  #isUnwritten(): boolean {
    return !this.#wasWritten;
  }

  #isMissing(): Promise<boolean> {
    return access(this.path).then(() => false, isMissing);
  }

  async remove(): Promise<void> {
    const wasThere = this.#wasWritten;
    this.#wasWritten = false;
    await rm(this.path, { force: true });
    if (wasThere) this.#options.changed();
  }
}
