// Folders of attachments: the one that the setting names, and safe names of files in it.
import { join, type PlatformPath, posix } from "node:path";
import * as native from "node:path";
import { freeName } from "../../model/fileName.ts";
import { type Disk, NoFreeName } from "./fileSystem.ts";

// Names for what comes into folders. A folder is listed once for all that comes there together, however many files that are:
// from then on it is known which names were given.

/** Of one file. There is more than bad luck behind so many names that are refused. */
const mostRefusals = 20;

/** What is the same for two names that some disk does not tell apart. */
function keyOf(name: string): string {
  return name.normalize("NFC").toUpperCase().toLowerCase();
}

/** The name with a number in it, at the place where names get theirs. */
function numbered(name: string): (number: number) => string {
  const [second, mark] = [freeName(name, [name]), " (2)"];
  // An ending has no blanks, so what was put in is the last one.
  const at = second.lastIndexOf(mark);
  const [before, after] = [second.slice(0, at), second.slice(at + mark.length)];
  return (number) => (number === 1 ? name : `${before} (${number})${after}`);
}

class Names {
  readonly #taken = new Set<string>();
  /** Where to begin for a name: all numbers before are taken. */
  readonly #next = new Map<string, number>();

  add(names: readonly string[]): void {
    for (const name of names) this.#taken.add(keyOf(name));
  }

  /** The name itself, or the first with a number that is free. It is taken from now on. */
  take(name: string): string {
    const withNumber = numbered(name);
    const key = keyOf(name);
    let number = this.#next.get(key) ?? 1;
    while (this.#taken.has(keyOf(withNumber(number)))) number += 1;
    this.#next.set(key, number + 1);
    const free = withNumber(number);
    this.#taken.add(keyOf(free));
    return free;
  }

  /** What was taken for a name is free again. */
  release(name: string, taken: string): void {
    this.#taken.delete(keyOf(taken));
    this.#next.delete(keyOf(name));
  }
}

export class FolderNames {
  readonly #disk: Disk;
  readonly #folders = new Map<string, Promise<Names>>();
  #underWay = 0;

  constructor(disk: Disk) {
    this.#disk = disk;
  }

  /** Listings are kept until nobody is at work any more: others come and go in folders too. */
  async during<T>(work: () => Promise<T>): Promise<T> {
    this.#underWay += 1;
    try {
      return await work();
    } finally {
      this.#underWay -= 1;
      if (this.#underWay === 0) this.#folders.clear();
    }
  }

  /** What is made of the first free path, or of a further one where it turns out to be taken, which is undefined. */
  async give<T>(
    folder: string,
    name: string,
    signal: AbortSignal,
    make: (path: string) => Promise<T | undefined>,
  ): Promise<T> {
    const names = await this.#in(folder);
    for (let refusals = 0; refusals < mostRefusals; refusals += 1) {
      signal.throwIfAborted();
      const free = names.take(name);
      const made = await make(join(folder, free)).catch((error: unknown) => {
        names.release(name, free);
        throw error;
      });
      if (made !== undefined) return made;
      // Somebody else was faster; or a disk has it as the short name of another one, and does not list it.
      names.add(await this.#disk.readdir(folder));
    }
    throw new NoFreeName(join(folder, name));
  }

  /** There is no file any more of what was taken for a name. */
  async release(folder: string, name: string, taken: string): Promise<void> {
    (await this.#folders.get(folder))?.release(name, taken);
  }

  #in(folder: string): Promise<Names> {
    const known = this.#folders.get(folder);
    if (known !== undefined) return known;
    const names = this.#list(folder);
    this.#folders.set(folder, names);
    names.catch(() => this.#folders.delete(folder));
    return names;
  }

  async #list(folder: string): Promise<Names> {
    const names = new Names();
    names.add(await this.#disk.readdir(folder));
    return names;
  }
}

// The folder that a setting means for the attachments of an artifact.

export interface FolderValues {
  /** What the workspace says; anybody may have written that. */
  readonly workspace: string | undefined;
  /** What the person says, or what is usual. */
  readonly person: string;
}

interface Surroundings {
  /** Path of the folder that is open; undefined without one. */
  readonly workspaceFolder: string | undefined;
  readonly artifactId: number;
  /** Of the system that the paths belong to. */
  readonly paths: PlatformPath;
}

interface AttachmentFolder {
  readonly path: string;
  /** Up to where it is the same for every artifact. */
  readonly shared: string;
  readonly isInWorkspace: boolean;
}

/** Of a workspace that is no folder of this machine paths are written as in addresses. */
export function pathsOf(scheme: string): PlatformPath {
  return scheme === "file" ? native : posix;
}

const idMark = "${id}";
const folderMark = "${workspaceFolder}";

/** What lies there is run, or obeyed, by programs; a short name of old systems can stand for any of them. */
function isPowerful(step: string): boolean {
  const name = step
    .normalize("NFKC")
    .replaceAll(/\p{Cf}/gu, "")
    .toLowerCase();
  return (name.startsWith(".") && name !== ".artifacts") || name === "node_modules" || /~\d/.test(name);
}

/** The steps from one folder down to another; undefined where it is not below. */
function stepsTo(paths: PlatformPath, root: string, path: string): readonly string[] | undefined {
  const way = paths.relative(root, path);
  const steps = way.split(paths.sep);
  return steps[0] === ".." || paths.isAbsolute(way) ? undefined : steps;
}

/** Undefined where it takes a workspace, and there is none. */
function resolved(value: string, around: Surroundings): AttachmentFolder | undefined {
  const { workspaceFolder, artifactId, paths } = around;
  const isInFolder = !paths.isAbsolute(value) || value.includes(folderMark);
  if (isInFolder && workspaceFolder === undefined) return undefined;
  const text = value.replaceAll(folderMark, () => workspaceFolder ?? "");
  const whole = (part: string): string =>
    paths.isAbsolute(part) ? paths.resolve(part) : paths.resolve(workspaceFolder ?? "", part);
  const path = whole(text.replaceAll(idMark, String(artifactId)));
  // What the number is a part of is another one for each.
  const before = text.includes(idMark) ? text.slice(0, text.indexOf(idMark)).replace(/[^\\/]*$/, "") : text;
  const steps = workspaceFolder === undefined ? undefined : stepsTo(paths, workspaceFolder, path);
  return { path, shared: whole(before), isInWorkspace: steps !== undefined };
}

function isHarmless(
  { path, isInWorkspace }: AttachmentFolder,
  { workspaceFolder, paths }: Surroundings,
): boolean {
  const steps = stepsTo(paths, workspaceFolder ?? "", path) ?? [];
  return isInWorkspace && !steps.some(isPowerful);
}

/**
 * A workspace comes from anywhere: what it says counts only where it stays inside. Undefined where the person has to be
 * asked.
 */
export function attachmentFolder(values: FolderValues, around: Surroundings): AttachmentFolder | undefined {
  const suggested = values.workspace === undefined ? undefined : resolved(values.workspace, around);
  const isTaken = suggested !== undefined && isHarmless(suggested, around);
  return isTaken ? suggested : resolved(values.person, around);
}
