// An attachment on its way to the disk. It has its name when it is whole and right, and not before.
import { basename, dirname, join } from "node:path";
import { type Failure, isFailure, NotUnderstood } from "../../model/failure.ts";
import { safeFileName } from "../../model/fileName.ts";
import type { OwnTime } from "../ownTime.ts";
import type { BegunDownload, BegunDownloads } from "./begunDownloads.ts";
import { codeOf, type Disk, type DiskTrouble, troubleOf } from "./disk.ts";
import { type DownloadWatch, fillPart, type Filling } from "./fillPart.ts";
import type { FolderNames } from "./folderNames.ts";
import { PartFile } from "./partFile.ts";
import { makeFolderBelow, refuseMoved } from "./safeFolder.ts";

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

export interface DownloadWorld {
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
  { begun, disk }: DownloadWorld,
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
  world: DownloadWorld,
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
  { begun, names }: DownloadWorld,
  wanted: Wanted,
  { part, folder, name }: Started,
): Promise<void> {
  await begun.forget(wanted, part.path);
  await names.release(folder, partName(name), basename(part.path));
}

/** Windows asks before it runs a file with this mark, and Office opens it in protected view. It names no address. */
const markOfTheWeb = "[ZoneTransfer]\r\nZoneId=3\r\n";

/** The mark is a stream of the file, so that it stays with the file when that gets its name. */
async function markAsDownloaded({ disk, platform }: DownloadWorld, path: string): Promise<void> {
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
  world: DownloadWorld,
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
  world: DownloadWorld,
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
  world: DownloadWorld,
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
  world: DownloadWorld,
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
