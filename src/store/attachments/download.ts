// An attachment on its way to the disk. It has its name when it is whole and right, and not before.
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import { type Failure, isFailure, NotUnderstood } from "../../model/failure.ts";
import { safeFileName } from "../../model/fileName.ts";
import type { FileDescription } from "../../model/value.ts";
import type { OwnTime } from "../clock.ts";
import type { Memory } from "../mementos.ts";
import { codeOf, type Disk, type DiskTrouble, OutsideFolder, troubleOf } from "./fileSystem.ts";
import type { FolderNames } from "./folders.ts";
import { type DownloadWatch, type Filling, fillPart, PartFile } from "./partFile.ts";

// Downloads that were cut off, to be gone on with: by whoever asks for the same file in the same folder, in any session.

interface BegunDownload {
  readonly siteApi: string;
  /** Undefined for one who is nobody to the server. */
  readonly accountId: string | undefined;
  readonly file: FileDescription;
}

/**
 * A file never changes on a server: one of the same site, id and size is the same. Who may have it is the server's to say, for
 * each account anew.
 */
function memoryKey({ siteApi, accountId, file: { id, size } }: BegunDownload): string {
  return `begunDownload ${siteApi} ${accountId ?? "anonymous"} ${id} ${size}`;
}

export class BegunDownloads {
  readonly #memory: Memory;
  /** Two must not fill the same part. */
  readonly #held = new Set<string>();

  constructor(memory: Memory) {
    this.#memory = memory;
  }

  /** The part that nobody here is at now, if there is one in the folder. It is held from now on. */
  hold(download: BegunDownload, folder: string): string | undefined {
    const path = this.#paths(download).find((each) => dirname(each) === folder && !this.#held.has(each));
    if (path !== undefined) this.#held.add(path);
    return path;
  }

  async note(download: BegunDownload, path: string): Promise<void> {
    this.#held.add(path);
    // Nothing tells whether two files of an unknown size are the same.
    if (download.file.size === 0) return;
    const others = this.#paths(download).filter((each) => each !== path);
    await this.#memory.update(memoryKey(download), [...others, path]);
  }

  /** Somebody may go on with it. */
  release(path: string): void {
    this.#held.delete(path);
  }

  /** It is no longer there, or not what it was. */
  async forget(download: BegunDownload, path: string): Promise<void> {
    this.#held.delete(path);
    const paths = this.#paths(download);
    const others = paths.filter((each) => each !== path);
    if (others.length === paths.length) return;
    await this.#memory.update(memoryKey(download), others.length === 0 ? undefined : others);
  }

  #paths(download: BegunDownload): readonly string[] {
    const kept = this.#memory.get(memoryKey(download));
    return Array.isArray(kept) ? kept.filter((each) => typeof each === "string") : [];
  }
}

// Folders that stay where they are said to be, whatever links somebody has put there.

/** The steps from a folder down to another one; undefined where that is not below it. */
function stepsTo(root: string, folder: string): readonly string[] | undefined {
  const way = relative(resolve(root), resolve(folder));
  if (way === "") return [];
  const steps = way.split(sep);
  return steps.includes("..") || isAbsolute(way) ? undefined : steps;
}

/** One step at a time: making all of them at once would follow a link that leads elsewhere. */
async function makeStep(disk: Disk, path: string): Promise<void> {
  try {
    await disk.mkdir(path);
  } catch (error) {
    if (codeOf(error) !== "EEXIST") throw error;
    const there = await disk.lstat(path);
    if (!there.isDirectory()) throw new OutsideFolder(path);
  }
}

/** Where the person has said; that may be a folder that is not there yet, or a link to another one. */
async function realRoot(disk: Disk, root: string): Promise<string> {
  try {
    return await disk.realpath(root);
  } catch (error) {
    if (codeOf(error) !== "ENOENT") throw error;
    await disk.mkdir(root, { recursive: true });
    return disk.realpath(root);
  }
}

/** Makes a folder below another one, which the person has chosen, and says where it really is. */
async function makeFolderBelow(disk: Disk, root: string, folder: string): Promise<string> {
  const steps = stepsTo(root, folder);
  if (steps === undefined) throw new OutsideFolder(folder);
  let path = await realRoot(disk, root);
  for (const step of steps) {
    path = join(path, step);
    await makeStep(disk, path);
  }
  // By its own name: a disk that tells no case apart may have it in another one.
  return disk.realpath(path);
}

/** A folder may have become a link since it was made. */
async function refuseMoved(disk: Disk, folder: string): Promise<void> {
  if ((await disk.realpath(folder)) !== folder) throw new OutsideFolder(folder);
}

export type Target =
  /** A free name in a folder, which is made where it is not there, but never outside of one that is. */
  | { readonly kind: "folder"; readonly root: string; readonly path: string }
  /** A file that the person has chosen; what is there is replaced. */
  | { readonly kind: "file"; readonly path: string };

/** The site is called by the root of the API that the client speaks to. */
export interface Wanted extends BegunDownload, Filling {
  readonly target: Target;
}

export type DownloadOutcome =
  | { readonly kind: "saved"; readonly path: string; readonly size: number }
  /** What arrived is kept where it is right, and another try goes on with it. */
  | { readonly kind: "failed"; readonly failure: Failure; readonly isKept: boolean }
  | { readonly kind: "disk"; readonly trouble: DiskTrouble }
  | { readonly kind: "cancelled" };

export interface DownloadContext {
  readonly begun: BegunDownloads;
  readonly disk: Disk;
  readonly platform: NodeJS.Platform;
  readonly pause: OwnTime["pause"];
  /** Shared by all: two names may differ in nothing that some other disk would tell apart. */
  readonly names: FolderNames;
}

/** Where a file goes until it is whole. */
interface Started {
  readonly part: PartFile;
  /** Where it really is, behind whatever links. */
  readonly folder: string;
  /** What the file is to be called, where that is free. */
  readonly name: string;
}

/** Of one file in one folder; more than a few are left alone. */
const mostParts = 10;

/** A part of our own that was begun before. */
async function earlierPart(
  { begun, disk }: DownloadContext,
  wanted: Wanted,
  folder: string,
): Promise<PartFile | undefined> {
  for (let parts = 0; parts < mostParts; parts += 1) {
    const known = begun.hold(wanted, folder);
    if (known === undefined) return undefined;
    const earlier = await PartFile.goOn(disk, known, wanted.file.size);
    if (earlier !== undefined) return earlier;
    await begun.forget(wanted, known);
  }
  return undefined;
}

function partName(name: string): string {
  return `${name}.part`;
}

/** A part of our own to go on with, else a new one; what others have called so is left alone. */
async function partIn(
  world: DownloadContext,
  wanted: Wanted,
  folder: string,
  name: string,
  signal: AbortSignal,
): Promise<PartFile> {
  const earlier = await earlierPart(world, wanted, folder);
  if (earlier !== undefined) return earlier;
  const { begun, disk, names } = world;
  const part = await names.give(folder, partName(name), signal, (path) => PartFile.begin(disk, path));
  await begun.note(wanted, part.path);
  return part;
}

/** There is no part any more. */
async function partEnded(
  { begun, names }: DownloadContext,
  wanted: Wanted,
  { part, folder, name }: Started,
): Promise<void> {
  await begun.forget(wanted, part.path);
  await names.release(folder, partName(name), basename(part.path));
}

/** Windows asks before it runs a file with this mark, and Office opens it in protected view. It names no address. */
const markOfTheWeb = "[ZoneTransfer]\r\nZoneId=3\r\n";

/** The mark is a stream of the file, so that it stays with the file when that gets its name. */
async function markAsDownloaded({ disk, platform }: DownloadContext, path: string): Promise<void> {
  if (platform !== "win32") return;
  try {
    const stream = await disk.open(`${path}:Zone.Identifier`, "w");
    try {
      await stream.writeFile(markOfTheWeb);
    } finally {
      await stream.close();
    }
  } catch (error) {
    // File systems such as FAT have no streams, and browsers save there without the mark, too.
    if (codeOf(error) === undefined) throw error;
  }
}

/** Says where it is then, by the path that the person knows: that may lead there through a link. */
async function giveName(
  world: DownloadContext,
  target: Target,
  { part, folder, name }: Started,
  signal: AbortSignal,
): Promise<string> {
  const { disk, names } = world;
  await refuseMoved(disk, folder);
  await markAsDownloaded(world, part.path);
  if (target.kind === "file") {
    await part.replace(target.path);
    return target.path;
  }
  const given = await names.give(folder, name, signal, async (path) =>
    (await part.takeName(path)) ? basename(path) : undefined,
  );
  return join(target.path, given);
}

/** What else a server may say makes the bytes doubtful, or says that there are none. */
function mayGoOn(failure: Failure): boolean {
  return failure.kind !== "notFound" && failure.kind !== "notUnderstood";
}

/** Whether the part stays is decided by why it is not whole. */
async function stop(
  world: DownloadContext,
  wanted: Wanted,
  started: Started,
  outcome: Exclude<DownloadOutcome, { kind: "saved" }>,
): Promise<DownloadOutcome> {
  const { begun } = world;
  const { part } = started;
  const hasSomething = part.length > 0 && wanted.file.size > 0;
  const isOfUse =
    (outcome.kind === "failed" && mayGoOn(outcome.failure)) ||
    // A full disk is in the way of everything; a part on it would stay there.
    (outcome.kind === "disk" && ["noPermission", "disk"].includes(outcome.trouble.kind));
  try {
    if (hasSomething && isOfUse) {
      await part.leave();
      begun.release(part.path);
      return outcome.kind === "failed" ? { ...outcome, isKept: true } : outcome;
    }
    await part.remove();
    await partEnded(world, wanted, started);
    return outcome;
  } catch (error) {
    begun.release(part.path);
    return { kind: "disk", trouble: troubleOf(error, part.path) };
  }
}

async function bring(
  world: DownloadContext,
  wanted: Wanted,
  watch: DownloadWatch,
  started: Started,
): Promise<DownloadOutcome> {
  const { part } = started;
  try {
    const size = await fillPart(wanted, part, watch, world.pause);
    if ((await part.complete()) !== size) {
      throw new NotUnderstood({ method: "GET", url: `artifact_files/${wanted.file.id}` }, "length");
    }
    const path = await giveName(world, wanted.target, started, watch.signal);
    await partEnded(world, wanted, started);
    return { kind: "saved", path, size };
  } catch (thrown) {
    if (watch.signal.aborted) return stop(world, wanted, started, { kind: "cancelled" });
    const outcome = isFailure(thrown)
      ? ({ kind: "failed", failure: thrown, isKept: false } as const)
      : ({ kind: "disk", trouble: troubleOf(thrown, part.path) } as const);
    return stop(world, wanted, started, outcome);
  }
}

/** Whatever comes of it is a value; only mistakes of ours are thrown. */
export async function download(
  world: DownloadContext,
  wanted: Wanted,
  watch: DownloadWatch,
): Promise<DownloadOutcome> {
  const { disk } = world;
  const { target, file } = wanted;
  const { signal } = watch;
  if (signal.aborted) return { kind: "cancelled" };
  const name = safeFileName(file.name);
  let started: Started;
  try {
    const folder =
      target.kind === "folder"
        ? await makeFolderBelow(disk, target.root, target.path)
        : await disk.realpath(dirname(target.path));
    started = { part: await partIn(world, wanted, folder, name, signal), folder, name };
  } catch (error) {
    if (error === signal.reason) return { kind: "cancelled" };
    return { kind: "disk", trouble: troubleOf(error, target.path) };
  }
  return bring(world, wanted, watch, started);
}
