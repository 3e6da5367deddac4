// Downloads an attachment to disk. The file gets its final name only when it is complete and verified.
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import { type Failure, isFailure, UnexpectedResponse } from "../../model/failure.ts";
import { toSafeFileName } from "../../model/fileName.ts";
import type { DiskFailure } from "../../model/attachment.ts";
import type { FileDescription } from "../../model/valueTypes.ts";
import type { MonotonicClock } from "../monotonicClock.ts";
import type { Memento } from "../mementos.ts";
import { getSystemErrorCode, type FileSystem, OutsideFolderError, toDiskFailure } from "./fileSystem.ts";
import type { UniqueFileNames } from "./attachmentFolder.ts";
import { type TransferOptions, type DownloadSource, downloadToPartFile, PartFile } from "./partFile.ts";

// Interrupted downloads, which are resumed when the same file is downloaded to the same folder, in any session.

interface ResumableDownload {
  readonly siteApi: string;
  /** `undefined` without an account. */
  readonly accountId: string | undefined;
  readonly file: FileDescription;
}

/**
 * A file never changes on the server, so site, ID and size identify it. Access is checked for each account, so the
 * account is part of the key.
 */
function getMementoKey({ siteApi, accountId, file: { id, size } }: ResumableDownload): string {
  return `begunDownload ${siteApi} ${accountId ?? "anonymous"} ${id} ${size}`;
}

export class ResumableDownloads {
  readonly #memento: Memento;
  /** Part files in use: two downloads must not write to the same one. */
  readonly #inUse = new Set<string>();

  constructor(memento: Memento) {
    this.#memento = memento;
  }

  /** Reserves an unused part file in the folder, if there is one. */
  acquire(download: ResumableDownload, folder: string): string | undefined {
    const path = this.#getPaths(download).find((each) => dirname(each) === folder && !this.#inUse.has(each));
    if (path !== undefined) this.#inUse.add(path);
    return path;
  }

  async add(download: ResumableDownload, path: string): Promise<void> {
    this.#inUse.add(path);
    // Files of unknown size can't be told apart.
    if (download.file.size === 0) return;
    const otherPaths = this.#getPaths(download).filter((each) => each !== path);
    await this.#memento.update(getMementoKey(download), [...otherPaths, path]);
  }

  /** The part file can be resumed from now on. */
  release(path: string): void {
    this.#inUse.delete(path);
  }

  /** The part file is gone, or no longer valid. */
  async remove(download: ResumableDownload, path: string): Promise<void> {
    this.#inUse.delete(path);
    const paths = this.#getPaths(download);
    const otherPaths = paths.filter((each) => each !== path);
    if (otherPaths.length === paths.length) return;
    await this.#memento.update(getMementoKey(download), otherPaths.length === 0 ? undefined : otherPaths);
  }

  #getPaths(download: ResumableDownload): readonly string[] {
    const stored = this.#memento.get(getMementoKey(download));
    return Array.isArray(stored) ? stored.filter((path) => typeof path === "string") : [];
  }
}

// Folders are created without following links that lead elsewhere.

/** Path segments from `root` down to `folder`; `undefined` if it isn't below. */
function splitPathBelow(root: string, folder: string): readonly string[] | undefined {
  const relativePath = relative(resolve(root), resolve(folder));
  if (relativePath === "") return [];
  const segments = relativePath.split(sep);
  return segments.includes("..") || isAbsolute(relativePath) ? undefined : segments;
}

/** One level at a time: a recursive `mkdir` would follow links. */
async function createFolderStep(fileSystem: FileSystem, path: string): Promise<void> {
  try {
    await fileSystem.mkdir(path);
  } catch (error) {
    if (getSystemErrorCode(error) !== "EEXIST") throw error;
    const stats = await fileSystem.lstat(path);
    if (!stats.isDirectory()) throw new OutsideFolderError(path);
  }
}

/** The user's folder may not exist yet, or be a link. */
async function resolveRoot(fileSystem: FileSystem, root: string): Promise<string> {
  try {
    return await fileSystem.realpath(root);
  } catch (error) {
    if (getSystemErrorCode(error) !== "ENOENT") throw error;
    await fileSystem.mkdir(root, { recursive: true });
    return fileSystem.realpath(root);
  }
}

/** Creates a folder below the user's folder and returns its real path. */
async function createFolderBelow(fileSystem: FileSystem, root: string, folder: string): Promise<string> {
  const segments = splitPathBelow(root, folder);
  if (segments === undefined) throw new OutsideFolderError(folder);
  let path = await resolveRoot(fileSystem, root);
  for (const segment of segments) {
    path = join(path, segment);
    await createFolderStep(fileSystem, path);
  }
  // On a case-insensitive file system, the real name may differ in case.
  return fileSystem.realpath(path);
}

/** The folder may have been replaced by a link since it was created. */
async function assertNotMoved(fileSystem: FileSystem, folder: string): Promise<void> {
  if ((await fileSystem.realpath(folder)) !== folder) throw new OutsideFolderError(folder);
}

export type DownloadTarget =
  /** An unused name in a folder below `root`, which is created if needed. */
  | { readonly kind: "folder"; readonly root: string; readonly path: string }
  /** A file the user selected; an existing one is replaced. */
  | { readonly kind: "file"; readonly path: string };

/** `siteApi` is the API root the client uses. */
export interface DownloadRequest extends ResumableDownload, DownloadSource {
  readonly target: DownloadTarget;
}

export type DownloadOutcome =
  | { readonly kind: "saved"; readonly path: string; readonly size: number }
  /** Valid bytes are kept if `isResumable`. */
  | { readonly kind: "failed"; readonly failure: Failure; readonly isResumable: boolean }
  | { readonly kind: "disk"; readonly diskFailure: DiskFailure }
  | { readonly kind: "canceled" };

export interface DownloadContext {
  readonly resumableDownloads: ResumableDownloads;
  readonly fileSystem: FileSystem;
  readonly platform: NodeJS.Platform;
  readonly pause: MonotonicClock["pause"];
  /** Shared by all downloads, so that names are unique on every file system. */
  readonly fileNames: UniqueFileNames;
}

interface StartedDownload {
  readonly part: PartFile;
  /** Real path. */
  readonly folder: string;
  /** Requested file name. */
  readonly name: string;
}

/** Part files of one attachment in one folder that are tried. */
const maxParts = 10;

async function findResumablePart(
  { resumableDownloads, fileSystem }: DownloadContext,
  request: DownloadRequest,
  folder: string,
): Promise<PartFile | undefined> {
  for (let attempt = 0; attempt < maxParts; attempt += 1) {
    const partPath = resumableDownloads.acquire(request, folder);
    if (partPath === undefined) return undefined;
    const resumed = await PartFile.resume(fileSystem, partPath, request.file.size);
    if (resumed !== undefined) return resumed;
    await resumableDownloads.remove(request, partPath);
  }
  return undefined;
}

function getPartName(name: string): string {
  return `${name}.part`;
}

/** Resumes our own part file or creates a new one. Files of others with that name aren't touched. */
async function openPart(
  context: DownloadContext,
  request: DownloadRequest,
  folder: string,
  name: string,
  signal: AbortSignal,
): Promise<PartFile> {
  const resumed = await findResumablePart(context, request, folder);
  if (resumed !== undefined) return resumed;
  const { resumableDownloads, fileSystem, fileNames } = context;
  const part = await fileNames.claimName(folder, getPartName(name), signal, (path) =>
    PartFile.create(fileSystem, path),
  );
  await resumableDownloads.add(request, part.path);
  return part;
}

/** Call when the part file no longer exists. */
async function releasePart(
  { resumableDownloads, fileNames }: DownloadContext,
  request: DownloadRequest,
  { part, folder, name }: StartedDownload,
): Promise<void> {
  await resumableDownloads.remove(request, part.path);
  await fileNames.release(folder, getPartName(name), basename(part.path));
}

/** Windows asks before running a file with this mark, and Office opens it in protected view. It contains no URL. */
const markOfTheWeb = "[ZoneTransfer]\r\nZoneId=3\r\n";

/** The mark is an alternate data stream, so it stays with the file when that is renamed. */
async function markAsDownloaded({ fileSystem, platform }: DownloadContext, path: string): Promise<void> {
  if (platform !== "win32") return;
  try {
    const stream = await fileSystem.open(`${path}:Zone.Identifier`, "w");
    try {
      await stream.writeFile(markOfTheWeb);
    } finally {
      await stream.close();
    }
  } catch (error) {
    // File systems such as FAT have no streams; browsers save there without the mark, too.
    if (getSystemErrorCode(error) === undefined) throw error;
  }
}

/** Returns the path as the user knows it, which may lead through a link. */
async function moveToTarget(
  context: DownloadContext,
  target: DownloadTarget,
  { part, folder, name }: StartedDownload,
  signal: AbortSignal,
): Promise<string> {
  const { fileSystem, fileNames } = context;
  await assertNotMoved(fileSystem, folder);
  await markAsDownloaded(context, part.path);
  if (target.kind === "file") {
    await part.replaceFile(target.path);
    return target.path;
  }
  const savedName = await fileNames.claimName(folder, name, signal, async (path) =>
    (await part.tryRename(path)) ? basename(path) : undefined,
  );
  return join(target.path, savedName);
}

/** After the other failures, the bytes are doubtful or the file is gone. */
function isResumableFailure(failure: Failure): boolean {
  return failure.kind !== "notFound" && failure.kind !== "unexpectedResponse";
}

/** Keeps or removes the part file depending on the outcome. */
async function stopDownload(
  context: DownloadContext,
  request: DownloadRequest,
  started: StartedDownload,
  outcome: Exclude<DownloadOutcome, { kind: "saved" }>,
): Promise<DownloadOutcome> {
  const { resumableDownloads } = context;
  const { part } = started;
  const hasBytes = part.length > 0 && request.file.size > 0;
  const isWorthKeeping =
    (outcome.kind === "failed" && isResumableFailure(outcome.failure)) ||
    // On a full disk the part file is removed to free space.
    (outcome.kind === "disk" && ["noPermission", "disk"].includes(outcome.diskFailure.kind));
  try {
    if (hasBytes && isWorthKeeping) {
      await part.suspend();
      resumableDownloads.release(part.path);
      return outcome.kind === "failed" ? { ...outcome, isResumable: true } : outcome;
    }
    await part.remove();
    await releasePart(context, request, started);
    return outcome;
  } catch (error) {
    resumableDownloads.release(part.path);
    return { kind: "disk", diskFailure: toDiskFailure(error, part.path) };
  }
}

async function runDownload(
  context: DownloadContext,
  request: DownloadRequest,
  options: TransferOptions,
  started: StartedDownload,
): Promise<DownloadOutcome> {
  const { part } = started;
  try {
    const size = await downloadToPartFile(request, part, options, context.pause);
    if ((await part.finish()) !== size) {
      throw new UnexpectedResponse({ method: "GET", url: `artifact_files/${request.file.id}` }, "length");
    }
    const path = await moveToTarget(context, request.target, started, options.signal);
    await releasePart(context, request, started);
    return { kind: "saved", path, size };
  } catch (thrown) {
    if (options.signal.aborted) return stopDownload(context, request, started, { kind: "canceled" });
    const outcome = isFailure(thrown)
      ? ({ kind: "failed", failure: thrown, isResumable: false } as const)
      : ({ kind: "disk", diskFailure: toDiskFailure(thrown, part.path) } as const);
    return stopDownload(context, request, started, outcome);
  }
}

/** Failures are returned; only bugs are thrown. */
export async function downloadAttachment(
  context: DownloadContext,
  request: DownloadRequest,
  options: TransferOptions,
): Promise<DownloadOutcome> {
  const { fileSystem } = context;
  const { target, file } = request;
  const { signal } = options;
  if (signal.aborted) return { kind: "canceled" };
  const name = toSafeFileName(file.name);
  let started: StartedDownload;
  try {
    const folder =
      target.kind === "folder"
        ? await createFolderBelow(fileSystem, target.root, target.path)
        : await fileSystem.realpath(dirname(target.path));
    started = { part: await openPart(context, request, folder, name, signal), folder, name };
  } catch (error) {
    if (error === signal.reason) return { kind: "canceled" };
    return { kind: "disk", diskFailure: toDiskFailure(error, target.path) };
  }
  return runDownload(context, request, options, started);
}
