// An attachment on its way to the disk. It has its name when it is whole and right, and not before.
import { dirname, join } from "node:path";
import type { Client } from "../../api/client.ts";
import { type Failure, isFailure, NotUnderstood } from "../../model/failure.ts";
import { freeName, safeFileName } from "../../model/fileName.ts";
import type { FileDescription } from "../../model/value.ts";
import type { BegunDownloads } from "./begunDownloads.ts";
import { type Disk, type DiskTrouble, troubleOf } from "./disk.ts";
import type { OwnTime } from "./ownTime.ts";
import { PartFile } from "./partFile.ts";
import { makeFolderBelow, refuseMoved } from "./safeFolder.ts";
import type { Turns } from "./turns.ts";

export type Target =
  /** A free name in a folder, which is made where it is not there, but never outside of one that is. */
  | { readonly kind: "folder"; readonly root: string; readonly path: string }
  /** A file that the person has chosen; what is there is replaced. */
  | { readonly kind: "file"; readonly path: string };

export interface Wanted {
  /** Root of the API that the client speaks to. */
  readonly siteApi: string;
  readonly client: Pick<Client, "download">;
  readonly file: FileDescription;
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
  readonly pause: OwnTime["pause"];
  /** One name is given at a time in a folder: two may differ in nothing that some other disk would tell apart. */
  readonly naming: Turns;
}

export interface DownloadWatch {
  readonly signal: AbortSignal;
  /** Bytes of the file that are there, and how many of them came in this call. */
  readonly onProgress: (there: number, arrived: number) => void;
}

/** Before each further try after one in vain. The client has already tried several times by then. */
const pauses = [1_000, 4_000];

const passingReasons = new Set(["closed", "network", "name", "refused"]);
const passingStatus = new Set([429, 502, 503, 504]);

/** Whether the rest may come by another try. */
function isCut(failure: Failure): boolean {
  if (failure.kind === "unreachable") return passingReasons.has(failure.reason);
  return failure.kind === "timedOut" || passingStatus.has(failure.request.status ?? 0);
}

/** Goes on where a connection was cut, until some tries in a row have brought nothing. The size that the server tells. */
async function fill(
  { pause }: DownloadWorld,
  { client, file }: Wanted,
  { signal, onProgress }: DownloadWatch,
  part: PartFile,
): Promise<number> {
  const start = part.length;
  for (let inVain = 0; ;) {
    const before = part.length;
    onProgress(before, before - start);
    if (file.size > 0 && before === file.size) return file.size;
    try {
      const { bytes, size } = await client.download(file, { from: before, signal });
      for await (const piece of bytes) {
        await part.append(piece);
        onProgress(part.length, part.length - start);
      }
      return size;
    } catch (thrown) {
      if (!isFailure(thrown) || !isCut(thrown) || signal.aborted) throw thrown;
      inVain = part.length > before ? 0 : inVain + 1;
      const wait = inVain === 0 ? 0 : pauses[inVain - 1];
      if (wait === undefined) throw thrown;
      if (wait > 0) await pause(wait, signal);
    }
  }
}

/** A part of our own to go on with, else a new one; what others have called so is left alone. */
async function partIn(
  { begun, disk }: DownloadWorld,
  { siteApi, file }: Wanted,
  folder: string,
  name: string,
): Promise<PartFile> {
  for (;;) {
    const known = begun.hold(siteApi, file, folder);
    if (known === undefined) break;
    const earlier = await PartFile.goOn(disk, known, file.size);
    if (earlier !== undefined) return earlier;
    await begun.forget(siteApi, file, known);
  }
  for (;;) {
    const path = join(folder, freeName(`${name}.part`, await disk.readdir(folder)));
    const part = await PartFile.begin(disk, path);
    if (part === undefined) continue;
    await begun.note(siteApi, file, path);
    return part;
  }
}

async function giveName(
  disk: Disk,
  part: PartFile,
  target: Target,
  folder: string,
  name: string,
): Promise<string> {
  await refuseMoved(disk, folder);
  if (target.kind === "file") {
    await part.replace(target.path);
    return target.path;
  }
  for (;;) {
    const path = join(folder, freeName(name, await disk.readdir(folder)));
    if (await part.takeName(path)) return path;
  }
}

/** What else a server may say makes the bytes doubtful, or says that there are none. */
function mayGoOn(failure: Failure): boolean {
  return failure.kind !== "notFound" && failure.kind !== "notUnderstood";
}

/** Whether the part stays is decided by why it is not whole. */
async function stop(
  { begun }: DownloadWorld,
  { siteApi, file }: Wanted,
  part: PartFile,
  outcome: Exclude<DownloadOutcome, { kind: "saved" }>,
): Promise<DownloadOutcome> {
  const hasSomething = part.length > 0 && file.size > 0;
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
    await begun.forget(siteApi, file, part.path);
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
  { part, folder, name }: { readonly part: PartFile; readonly folder: string; readonly name: string },
): Promise<DownloadOutcome> {
  const { begun, disk, naming } = world;
  const { siteApi, file, target } = wanted;
  try {
    const size = await fill(world, wanted, watch, part);
    if ((await part.complete()) !== size) {
      throw new NotUnderstood({ method: "GET", url: `artifact_files/${file.id}` }, "length");
    }
    const path = await naming.take(folder, () => giveName(disk, part, target, folder, name));
    await begun.forget(siteApi, file, part.path);
    return { kind: "saved", path, size };
  } catch (thrown) {
    if (watch.signal.aborted) return stop(world, wanted, part, { kind: "cancelled" });
    const outcome = isFailure(thrown)
      ? ({ kind: "failed", failure: thrown, isKept: false } as const)
      : ({ kind: "disk", trouble: troubleOf(thrown, part.path) } as const);
    return stop(world, wanted, part, outcome);
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
  if (watch.signal.aborted) return { kind: "cancelled" };
  const name = safeFileName(file.name);
  let started: Parameters<typeof bring>[3];
  try {
    const folder =
      target.kind === "folder"
        ? await makeFolderBelow(disk, target.root, target.path)
        : await disk.realpath(dirname(target.path));
    started = { part: await partIn(world, wanted, folder, name), folder, name };
  } catch (error) {
    return { kind: "disk", trouble: troubleOf(error, target.path) };
  }
  return bring(world, wanted, watch, started);
}
