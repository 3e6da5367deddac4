// Changes of artifacts that were saved from this machine, so that they can be undone later. One file per change, so that
// several windows don't lose each other's changes.
import { readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { type ArtifactVersion, isSameVersionByTime } from "../../model/artifactVersion.ts";
import type { Input } from "../../model/fields/registry.ts";
import { createPrivateFolder, writePrivateFile } from "../draftStore.ts";
import { getOfflineCachePaths, removeSiteCache } from "../offlineCache.ts";

/** A field of a saved change. Both values are `undefined` if the change was too large to store them. */
export interface ChangedField {
  readonly fieldId: number;
  readonly label: string;
  readonly before: Input | undefined;
  /** As the server stored it. */
  readonly after: Input | undefined;
}

export interface ChangedArtifact {
  readonly id: number;
  readonly title: string | undefined;
  /** Its tracker, for servers that don't report it. */
  readonly trackerId: number | undefined;
  readonly fields: readonly ChangedField[];
  readonly hasComment: boolean;
  /** The version that the change was based on, and the one that it made, if the server reports them. */
  readonly base: ArtifactVersion | undefined;
  readonly revision: ArtifactVersion | undefined;
  /** The ID of the change that this one undoes. */
  readonly undoes?: string | undefined;
}

export interface SavedChange {
  readonly format: 1;
  /** Sorts by time. */
  readonly id: string;
  readonly siteApi: string;
  readonly accountId: string | undefined;
  /** When it was saved, in milliseconds. */
  readonly at: number;
  readonly artifacts: readonly ChangedArtifact[];
  /** The number of artifacts if there were too many values to store, so that the change can't be undone. */
  readonly tooLargeFor?: number | undefined;
}

/** In characters. A form with long texts has less than a tenth of it. */
const maxSize = 500_000;
const maxListed = 20;
/** More than are listed: those that were undone aren't, and show which versions the user has made. */
const maxStored = 60;

export function createSavedChange(
  siteApi: string,
  accountId: string | undefined,
  artifacts: readonly ChangedArtifact[],
): SavedChange {
  const at = Date.now();
  const id = `${String(at).padStart(15, "0")}-${crypto.randomUUID()}`;
  return { format: 1, id, siteApi, accountId, at, artifacts };
}

/** Whether all changes of the artifact from one version to another are among these, oldest first. */
export function isOwnVersion(
  changes: readonly SavedChange[],
  artifactId: number,
  from: ArtifactVersion | undefined,
  to: ArtifactVersion | undefined,
): boolean {
  let version = from;
  for (const { artifacts } of changes) {
    const artifact = artifacts.find(({ id }) => id === artifactId);
    if (artifact !== undefined && isSameVersionByTime(artifact.base, version) === true) {
      version = artifact.revision;
    }
  }
  return isSameVersionByTime(version, to) === true;
}

/** Long labels come from the server, too. */
const maxLabelLength = 200;

function removeValues(change: SavedChange): SavedChange {
  const artifacts = change.artifacts.slice(0, 1).map((artifact) => ({
    ...artifact,
    title: artifact.title?.slice(0, maxLabelLength),
    fields: artifact.fields.slice(0, maxListed).map(({ fieldId, label }) => ({
      fieldId,
      label: label.slice(0, maxLabelLength),
      before: undefined,
      after: undefined,
    })),
  }));
  return { ...change, artifacts, tooLargeFor: change.artifacts.length };
}

function toFileText(change: SavedChange): string {
  const text = JSON.stringify(change);
  return text.length <= maxSize ? text : JSON.stringify(removeValues(change));
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}

function isOptionalInput(value: unknown): boolean {
  return value === undefined || (isObject(value) && typeof value["kind"] === "string");
}

function isChangedField(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { fieldId, label, before, after } = value;
  const hasInputs = isOptionalInput(before) && isOptionalInput(after);
  return typeof fieldId === "number" && typeof label === "string" && hasInputs;
}

function isChangedArtifact(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { id, fields } = value;
  return typeof id === "number" && Array.isArray(fields) && fields.every(isChangedField);
}

function isSavedChange(value: unknown): value is SavedChange {
  if (!isObject(value)) return false;
  const { format, id, siteApi, at, artifacts } = value;
  const hasOrigin = format === 1 && typeof id === "string" && typeof siteApi === "string";
  return (
    hasOrigin && typeof at === "number" && Array.isArray(artifacts) && artifacts.every(isChangedArtifact)
  );
}

/** `undefined` for invalid files and those of later formats. */
function parseSavedChange(text: string): SavedChange | undefined {
  try {
    const stored: unknown = JSON.parse(text);
    return isSavedChange(stored) ? stored : undefined;
  } catch {
    return undefined;
  }
}

/** Without artifacts that are undone, and without changes that are undone completely. */
function listNotUndone(changes: readonly SavedChange[]): readonly SavedChange[] {
  const undone = new Set(
    changes.flatMap(({ artifacts }) =>
      artifacts.flatMap(({ id, undoes }) => (undoes === undefined ? [] : [`${undoes} ${id}`])),
    ),
  );
  return changes.flatMap((change) => {
    const artifacts = change.artifacts.filter(
      ({ id, fields, hasComment }) => !undone.has(`${change.id} ${id}`) && (fields.length > 0 || hasComment),
    );
    return artifacts.length === 0 ? [] : [{ ...change, artifacts }];
  });
}

interface SavedChangesOptions {
  /** Created on first use. */
  readonly folder: string;
  /** A change of an account that has signed out meanwhile isn't stored. */
  readonly isSignedIn: (siteApi: string, accountId: string) => Promise<boolean>;
}

export class SavedChanges {
  readonly #options: SavedChangesOptions;
  /** Changes to write; a later state of a change replaces an earlier one. */
  readonly #pending = new Map<string, SavedChange>();
  /** Runs one operation at a time, so that nothing is written after a removal. */
  #work: Promise<unknown> = Promise.resolve();

  constructor(options: SavedChangesOptions) {
    this.#options = options;
  }

  /** Stores a change, or more details of one. */
  put(change: SavedChange): Promise<void> {
    this.#pending.set(change.id, change);
    return this.#enqueue(() => this.#write(change.id));
  }

  /** All stored changes of an account, oldest first, with those that are undone. */
  async loadAll(siteApi: string, accountId: string | undefined): Promise<readonly SavedChange[]> {
    await this.#work;
    const { folder, names } = await this.#listFiles(siteApi, accountId);
    const changes = await Promise.all(
      names.map(async (name) => {
        // Another window may have removed it.
        const text = await readFile(join(folder, name), "utf8").catch(() => "");
        return parseSavedChange(text) ?? [];
      }),
    );
    return changes.flat().filter((change) => change.siteApi === siteApi && change.accountId === accountId);
  }

  /** Changes of an account that aren't undone, newest first. */
  async list(siteApi: string, accountId: string | undefined): Promise<readonly SavedChange[]> {
    const changes = listNotUndone(await this.loadAll(siteApi, accountId));
    return changes.toReversed().slice(0, maxListed);
  }

  /** Removes the changes of one account, or of all accounts of a site. */
  clear(siteApi: string, accountId?: string): Promise<void> {
    return this.#enqueue(async () => {
      if (accountId === undefined) return removeSiteCache(this.#options.folder, siteApi);
      const { folder, names } = await this.#listFiles(siteApi, accountId);
      for (const name of names) await rm(join(folder, name), { force: true });
    });
  }

  #enqueue(work: () => Promise<void>): Promise<void> {
    const result = this.#work.then(work);
    this.#work = result.catch(() => undefined);
    return result;
  }

  async #write(id: string): Promise<void> {
    const change = this.#pending.get(id);
    this.#pending.delete(id);
    if (change === undefined) return;
    const { siteApi, accountId } = change;
    if (accountId !== undefined && !(await this.#options.isSignedIn(siteApi, accountId))) return;
    const { folder, prefix } = this.#getPaths(siteApi, accountId);
    await createPrivateFolder(folder);
    await writePrivateFile(join(folder, `${prefix}${id}.json`), toFileText(change));
    const { names } = await this.#listFiles(siteApi, accountId);
    for (const name of names.slice(0, -maxStored)) await rm(join(folder, name), { force: true });
  }

  #getPaths(siteApi: string, accountId: string | undefined): { folder: string; prefix: string } {
    return getOfflineCachePaths(this.#options.folder, siteApi, accountId);
  }

  /** Oldest first. */
  async #listFiles(
    siteApi: string,
    accountId: string | undefined,
  ): Promise<{ readonly folder: string; readonly names: readonly string[] }> {
    const { folder, prefix } = this.#getPaths(siteApi, accountId);
    const names = await readdir(folder).catch(() => []);
    const own = names.filter((name) => name.startsWith(prefix) && name.endsWith(".json"));
    return { folder, names: own.toSorted() };
  }
}
