// Stored inbox of each account. Changes are facts and have a file each, and so have the user's choices about an artifact,
// so that several windows don't lose each other's.
import { randomUUID } from "node:crypto";
import { link, readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import {
  type ArtifactInboxChange,
  type InboxAction,
  type InboxChoice,
  updateChoice,
} from "../../model/inbox.ts";
import { mapConcurrent } from "../concurrency.ts";
import { createPrivateFolder, writePrivateFile } from "../draftStore.ts";
import { getOfflineCachePaths, type OfflineCachePaths, removeSiteCache } from "../offlineCache.ts";

/** Rows of a query for changes since a time, in milliseconds, from an offset on. */
export interface InboxGap {
  readonly since: number;
  readonly offset: number;
}

/** How far changes have been loaded, in milliseconds of the server's clock. */
export interface InboxProgress {
  /** Artifacts that changed before this time have been found. */
  readonly loadedUntil: number;
  /**
   * Their changes before this time are stored. Earlier than `loadedUntil` while an artifact may have been missed, because it
   * was changed again while pages were loaded.
   */
  readonly changesSince: number;
  /** Artifacts that have not been loaded yet, because too many have changed. */
  readonly gap?: InboxGap | undefined;
}

export interface InboxAccount {
  readonly siteApi: string;
  readonly accountId: string;
}

interface StoredInbox {
  readonly changes: readonly ArtifactInboxChange[];
  readonly choices: ReadonlyMap<number, InboxChoice>;
}

interface InboxFilesOptions {
  /** Created on first use. */
  readonly folder: string;
  /** Nothing is stored for an account that has signed out meanwhile. */
  readonly isSignedIn: (siteApi: string, accountId: string) => Promise<boolean>;
  readonly now?: () => number;
}

export const maxInboxAgeMs = 14 * 86_400_000;
export const maxInboxChanges = 500;
/** Server text in a file. */
const maxTextLength = 300;
const maxFields = 20;
const maxConcurrentWrites = 8;

type Members = Readonly<Record<string, unknown>>;

function isObject(value: unknown): value is Members {
  return typeof value === "object" && value !== null;
}

function isOptional(value: unknown, type: "string" | "number"): boolean {
  return value === undefined || typeof value === type;
}

function isGap(value: unknown): boolean {
  return isObject(value) && typeof value["since"] === "number" && typeof value["offset"] === "number";
}

function isProgress(value: unknown): value is InboxProgress {
  if (!isObject(value)) return false;
  const { loadedUntil, changesSince, gap } = value;
  const hasTimes = typeof loadedUntil === "number" && typeof changesSince === "number";
  return hasTimes && (gap === undefined || isGap(gap));
}

function isChoice(value: unknown): value is InboxChoice {
  if (!isObject(value)) return false;
  const { seenChangesetId, seenUntil, follow, snoozedUntil } = value;
  const hasNumbers = [seenChangesetId, seenUntil, snoozedUntil].every((each) => isOptional(each, "number"));
  return hasNumbers && [undefined, "following", "stopped"].includes(follow as undefined);
}

function isAction(value: unknown): value is InboxAction {
  if (!isObject(value)) return false;
  const { kind, status, count, fields } = value;
  switch (kind) {
    case "created":
    case "assigned":
    case "commented":
    case "mentioned":
      return true;
    case "moved":
      return typeof status === "string";
    case "attached":
      return typeof count === "number";
    case "changed":
      return Array.isArray(fields) && fields.every((field) => typeof field === "string");
    default:
      return false;
  }
}

function isChange(value: unknown): value is ArtifactInboxChange {
  if (!isObject(value)) return false;
  const { artifactId, changesetId, at, author, title, tracker, actions } = value;
  const hasNumbers = [artifactId, changesetId, at].every((each) => typeof each === "number");
  const hasTexts = [author, title, tracker].every((each) => isOptional(each, "string"));
  return hasNumbers && hasTexts && Array.isArray(actions) && actions.every(isAction);
}

/** `undefined` for a missing file, and for one that another version wrote. */
async function readJson<T>(path: string, isValid: (value: unknown) => value is T): Promise<T | undefined> {
  try {
    const stored: unknown = JSON.parse(await readFile(path, "utf8"));
    return isValid(stored) ? stored : undefined;
  } catch {
    return undefined;
  }
}

/** Resolves to whether this window has created the file: only one does, and others see the whole content. */
async function createPrivateFile(path: string, text: string): Promise<boolean> {
  const newPath = `${path}.${randomUUID()}`;
  await writePrivateFile(newPath, text);
  try {
    await link(newPath, path);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return false;
    // Not every file system has links.
    await writePrivateFile(path, text);
  } finally {
    await rm(newPath, { force: true });
  }
  return true;
}

function truncate(text: string): string {
  return text.slice(0, maxTextLength);
}

function limitAction(action: InboxAction): InboxAction {
  if (action.kind === "moved") return { ...action, status: truncate(action.status) };
  if (action.kind !== "changed") return action;
  return { ...action, fields: action.fields.slice(0, maxFields).map(truncate) };
}

function limitTexts(change: ArtifactInboxChange): ArtifactInboxChange {
  const { author, title, tracker, actions } = change;
  return {
    ...change,
    author: author && truncate(author),
    title: title && truncate(title),
    tracker: tracker && truncate(tracker),
    actions: actions.map(limitAction),
  };
}

const progressFile = "progress.json";
const choiceFile = /^artifact-(\d+)\.json$/;
const changeFile = /^change-\d+-\d+\.json$/;

export class InboxFiles {
  readonly #options: InboxFilesOptions;
  /** By path: a stored change never changes. */
  readonly #changes = new Map<string, ArtifactInboxChange>();
  /** Runs one operation at a time, so that nothing is written after a removal. */
  #work: Promise<unknown> = Promise.resolve();

  constructor(options: InboxFilesOptions) {
    this.#options = options;
  }

  async load(account: InboxAccount): Promise<StoredInbox> {
    await this.#work;
    return this.#load(account);
  }

  /** `undefined` before the first use. */
  async loadProgress(account: InboxAccount): Promise<InboxProgress | undefined> {
    await this.#work;
    const { folder, prefix } = this.#getPaths(account);
    return readJson(join(folder, prefix + progressFile), isProgress);
  }

  /**
   * Resolves to the changes that no window has stored before. Changes are stored before the progress, so that none is lost in
   * between.
   */
  async addChanges(
    account: InboxAccount,
    changes: readonly ArtifactInboxChange[],
    progress: InboxProgress,
  ): Promise<readonly ArtifactInboxChange[]> {
    const added = await this.#enqueue(account, async ({ folder, prefix }) => {
      const stored = new Set(await this.#listNames(account));
      const results = await mapConcurrent(changes, maxConcurrentWrites, async (change) => {
        const name = `change-${change.artifactId}-${change.changesetId}.json`;
        const isNew =
          !stored.has(name) &&
          (await createPrivateFile(join(folder, prefix + name), JSON.stringify(limitTexts(change))));
        return isNew ? [change] : [];
      });
      await writePrivateFile(join(folder, prefix + progressFile), JSON.stringify(progress));
      return results.flat();
    });
    return added ?? [];
  }

  /** Changes some members of the user's choices about artifacts. Resolves to whether any of them was different. */
  async updateChoices(account: InboxAccount, updates: ReadonlyMap<number, InboxChoice>): Promise<boolean> {
    const changed = await this.#enqueue(account, ({ folder, prefix }) =>
      mapConcurrent([...updates], maxConcurrentWrites, async ([artifactId, update]) => {
        const path = join(folder, `${prefix}artifact-${artifactId}.json`);
        const stored = await readJson(path, isChoice);
        const choice = updateChoice(stored ?? {}, update);
        const isChanged = !isDeepStrictEqual(updateChoice(stored ?? {}, {}), choice);
        if (isChanged) await writePrivateFile(path, JSON.stringify(choice));
        return isChanged;
      }),
    );
    return changed?.includes(true) === true;
  }

  /**
   * Removes old changes, and choices about artifacts that aren't followed and have no change left. A change that the user has
   * seen in the form may be loaded later.
   */
  removeOld(account: InboxAccount): Promise<void> {
    return this.#enqueue(account, async ({ folder, prefix }) => {
      const { changes, choices } = await this.#load(account);
      const oldestAt = (this.#options.now ?? Date.now)() - maxInboxAgeMs;
      const newestFirst = changes.toSorted((one, other) => other.at - one.at);
      const kept = new Set(newestFirst.slice(0, maxInboxChanges).filter(({ at }) => at >= oldestAt));
      for (const change of changes.filter((each) => !kept.has(each))) {
        const path = join(folder, `${prefix}change-${change.artifactId}-${change.changesetId}.json`);
        await rm(path, { force: true });
        this.#changes.delete(path);
      }
      const keptIds = new Set([...kept].map(({ artifactId }) => artifactId));
      for (const [artifactId, { follow, seenUntil = 0 }] of choices) {
        if (follow !== undefined || keptIds.has(artifactId) || seenUntil >= oldestAt) continue;
        await rm(join(folder, `${prefix}artifact-${artifactId}.json`), { force: true });
      }
    });
  }

  /** Removes the inbox of one account, or of all accounts of a site. */
  clear(siteApi: string, accountId?: string): Promise<void> {
    const result = this.#work.then(async () => {
      this.#changes.clear();
      if (accountId === undefined) await removeSiteCache(this.#options.folder, siteApi);
      else await this.#removeFiles({ siteApi, accountId });
    });
    this.#work = result.catch(() => undefined);
    return result;
  }

  /** `undefined` if the account isn't signed in, or has signed out meanwhile. */
  #enqueue<T>(account: InboxAccount, work: (paths: OfflineCachePaths) => Promise<T>): Promise<T | undefined> {
    const isSignedIn = (): Promise<boolean> => this.#options.isSignedIn(account.siteApi, account.accountId);
    const result = this.#work.then(async () => {
      if (!(await isSignedIn())) return undefined;
      const paths = this.#getPaths(account);
      const [outcome] = await Promise.allSettled([createPrivateFolder(paths.folder).then(() => work(paths))]);
      // Another window may have removed the files before all of these were written.
      if (!(await isSignedIn())) {
        await this.#removeFiles(account);
        return undefined;
      }
      if (outcome.status === "rejected") throw outcome.reason;
      return outcome.value;
    });
    this.#work = result.catch(() => undefined);
    return result;
  }

  async #removeFiles(account: InboxAccount): Promise<void> {
    const { folder, prefix } = this.#getPaths(account);
    const names = await readdir(folder).catch(() => []);
    for (const name of names) if (name.startsWith(prefix)) await rm(join(folder, name), { force: true });
  }

  #getPaths({ siteApi, accountId }: InboxAccount): OfflineCachePaths {
    return getOfflineCachePaths(this.#options.folder, siteApi, accountId);
  }

  async #load(account: InboxAccount): Promise<StoredInbox> {
    const { folder, prefix } = this.#getPaths(account);
    const changes: ArtifactInboxChange[] = [];
    const choices = new Map<number, InboxChoice>();
    const loadFile = async (name: string): Promise<void> => {
      const path = join(folder, prefix + name);
      const artifactId = choiceFile.exec(name)?.[1];
      const choice = artifactId === undefined ? undefined : await readJson(path, isChoice);
      if (choice !== undefined) choices.set(Number(artifactId), choice);
      const change = changeFile.test(name) ? await this.#readChange(path) : undefined;
      if (change !== undefined) changes.push(change);
    };
    await Promise.all((await this.#listNames(account)).map(loadFile));
    return { changes, choices };
  }

  async #readChange(path: string): Promise<ArtifactInboxChange | undefined> {
    const known = this.#changes.get(path);
    if (known !== undefined) return known;
    const change = await readJson(path, isChange);
    if (change !== undefined) this.#changes.set(path, change);
    return change;
  }

  /** Without the account's prefix. */
  async #listNames(account: InboxAccount): Promise<readonly string[]> {
    const { folder, prefix } = this.#getPaths(account);
    const names = await readdir(folder).catch(() => []);
    return names.filter((name) => name.startsWith(prefix)).map((name) => name.slice(prefix.length));
  }
}
