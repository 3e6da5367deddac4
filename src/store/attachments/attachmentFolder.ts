// Resolves the attachment folder of the setting, and picks unused file names in it.
import { join, type PlatformPath, posix } from "node:path";
import * as native from "node:path";
import { toUniqueFileName } from "../../model/fileName.ts";
import { type FileSystem, NoFreeNameError } from "./fileSystem.ts";

// A folder is listed once for all files that are saved together; names assigned since then are tracked in memory.

/** Attempts per file. More rejected names than this aren't a coincidence. */
const maxAttempts = 20;

/** Maps names that some file system considers equal to the same key. */
function normalizeName(name: string): string {
  return name.normalize("NFC").toUpperCase().toLowerCase();
}

/** Returns a function that adds a number to the name, where `toUniqueFileName` puts it. */
function createNameNumberer(name: string): (number: number) => string {
  const [numbered, suffix] = [toUniqueFileName(name, [name]), " (2)"];
  // File extensions have no spaces, so the last match is the added number.
  const index = numbered.lastIndexOf(suffix);
  const [before, after] = [numbered.slice(0, index), numbered.slice(index + suffix.length)];
  return (number) => (number === 1 ? name : `${before} (${number})${after}`);
}

class TakenNames {
  readonly #taken = new Set<string>();
  /** Next number to try for a name; all lower ones are taken. */
  readonly #next = new Map<string, number>();

  add(names: readonly string[]): void {
    for (const name of names) this.#taken.add(normalizeName(name));
  }

  /** Reserves the name, or the first free one with a number. */
  take(name: string): string {
    const toNumbered = createNameNumberer(name);
    const key = normalizeName(name);
    let number = this.#next.get(key) ?? 1;
    while (this.#taken.has(normalizeName(toNumbered(number)))) number += 1;
    this.#next.set(key, number + 1);
    const free = toNumbered(number);
    this.#taken.add(normalizeName(free));
    return free;
  }

  release(name: string, taken: string): void {
    this.#taken.delete(normalizeName(taken));
    this.#next.delete(normalizeName(name));
  }
}

export class UniqueFileNames {
  readonly #fileSystem: FileSystem;
  readonly #folders = new Map<string, Promise<TakenNames>>();
  #activeWork = 0;

  constructor(fileSystem: FileSystem) {
    this.#fileSystem = fileSystem;
  }

  /** Listings are cached until all work is done, because other programs may change the folder too. */
  async keepListingsDuring<T>(work: () => Promise<T>): Promise<T> {
    this.#activeWork += 1;
    try {
      return await work();
    } finally {
      this.#activeWork -= 1;
      if (this.#activeWork === 0) this.#folders.clear();
    }
  }

  /**
   * Calls `make` with unused paths until it doesn't return `undefined`, which means that the path turned out to be
   * taken.
   */
  async claimName<T>(
    folder: string,
    name: string,
    signal: AbortSignal,
    make: (path: string) => Promise<T | undefined>,
  ): Promise<T> {
    const names = await this.#getNames(folder);
    for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
      signal.throwIfAborted();
      const free = names.take(name);
      const made = await make(join(folder, free)).catch((error: unknown) => {
        names.release(name, free);
        throw error;
      });
      if (made !== undefined) return made;
      // Another program created it, or it is the short name (8.3) of another file, which isn't listed.
      names.add(await this.#fileSystem.readdir(folder));
    }
    throw new NoFreeNameError(join(folder, name));
  }

  /** Call when the file of a reserved name no longer exists. */
  async release(folder: string, name: string, taken: string): Promise<void> {
    (await this.#folders.get(folder))?.release(name, taken);
  }

  #getNames(folder: string): Promise<TakenNames> {
    const known = this.#folders.get(folder);
    if (known !== undefined) return known;
    const names = this.#listNames(folder);
    this.#folders.set(folder, names);
    names.catch(() => this.#folders.delete(folder));
    return names;
  }

  async #listNames(folder: string): Promise<TakenNames> {
    const names = new TakenNames();
    names.add(await this.#fileSystem.readdir(folder));
    return names;
  }
}

export interface AttachmentFolderSettings {
  /** From workspace settings, which are not trusted. */
  readonly workspace: string | undefined;
  /** From user settings, or the default. */
  readonly user: string;
}

interface FolderVariables {
  /** Path of the workspace folder, if one is open. */
  readonly workspaceFolder: string | undefined;
  readonly artifactId: number;
  /** Path functions of the system that the paths belong to. */
  readonly paths: PlatformPath;
}

interface AttachmentFolder {
  readonly path: string;
  /** The part that is the same for all artifacts. */
  readonly sharedPath: string;
  readonly isInWorkspace: boolean;
}

/** Virtual workspaces use paths with slashes. */
export function getPathModule(scheme: string): PlatformPath {
  return scheme === "file" ? native : posix;
}

const idVariable = "${id}";
const folderVariable = "${workspaceFolder}";

/** Programs run files in such folders, or use them as their settings. A short name (8.3) can stand for any of them. */
function isSensitiveFolder(segment: string): boolean {
  const name = segment
    .normalize("NFKC")
    .replaceAll(/\p{Cf}/gu, "")
    .toLowerCase();
  return (name.startsWith(".") && name !== ".artifacts") || name === "node_modules" || /~\d/.test(name);
}

/** Path segments from `root` down to `path`; `undefined` if it isn't below. */
function splitPathBelow(paths: PlatformPath, root: string, path: string): readonly string[] | undefined {
  const relativePath = paths.relative(root, path);
  const segments = relativePath.split(paths.sep);
  return segments[0] === ".." || paths.isAbsolute(relativePath) ? undefined : segments;
}

/** `undefined` if a workspace folder is required and none is open. */
function resolveFolder(value: string, variables: FolderVariables): AttachmentFolder | undefined {
  const { workspaceFolder, artifactId, paths } = variables;
  const isInFolder = !paths.isAbsolute(value) || value.includes(folderVariable);
  if (isInFolder && workspaceFolder === undefined) return undefined;
  const text = value.replaceAll(folderVariable, () => workspaceFolder ?? "");
  const toAbsolutePath = (part: string): string =>
    paths.isAbsolute(part) ? paths.resolve(part) : paths.resolve(workspaceFolder ?? "", part);
  const path = toAbsolutePath(text.replaceAll(idVariable, String(artifactId)));
  // The path segment that contains the ID differs for each artifact.
  const before = text.includes(idVariable)
    ? text.slice(0, text.indexOf(idVariable)).replace(/[^\\/]*$/, "")
    : text;
  const segments = workspaceFolder === undefined ? undefined : splitPathBelow(paths, workspaceFolder, path);
  return { path, sharedPath: toAbsolutePath(before), isInWorkspace: segments !== undefined };
}

function isSafeFolder(
  { path, isInWorkspace }: AttachmentFolder,
  { workspaceFolder, paths }: FolderVariables,
): boolean {
  const segments = splitPathBelow(paths, workspaceFolder ?? "", path) ?? [];
  return isInWorkspace && !segments.some(isSensitiveFolder);
}

/** The workspace's value is used only if it stays within the workspace. `undefined` if the user has to be asked. */
export function resolveAttachmentFolder(
  values: AttachmentFolderSettings,
  variables: FolderVariables,
): AttachmentFolder | undefined {
  const suggested = values.workspace === undefined ? undefined : resolveFolder(values.workspace, variables);
  const isAccepted = suggested !== undefined && isSafeFolder(suggested, variables);
  return isAccepted ? suggested : resolveFolder(values.user, variables);
}
