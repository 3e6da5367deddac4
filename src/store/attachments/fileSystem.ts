// File system access and its failures.
import { type FileHandle, link, lstat, mkdir, open, readdir, realpath, rename, rm } from "node:fs/promises";
import type { DiskFailure } from "../../model/attachment.ts";

/** Reads `length` bytes, or fewer at the end of the file. */
export async function readFileRange(handle: FileHandle, offset: number, length: number): Promise<Uint8Array> {
  const bytes = new Uint8Array(length);
  let filled = 0;
  while (filled < length) {
    const { bytesRead } = await handle.read(bytes, filled, length - filled, offset + filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return bytes.subarray(0, filled);
}

/** The functions of Node that are used, replaceable in tests. */
export interface FileSystem {
  readonly link: typeof link;
  readonly lstat: typeof lstat;
  readonly mkdir: typeof mkdir;
  readonly open: typeof open;
  readonly readdir: typeof readdir;
  readonly realpath: typeof realpath;
  readonly rename: typeof rename;
  readonly rm: typeof rm;
}

export const nodeFileSystem: FileSystem = { link, lstat, mkdir, open, readdir, realpath, rename, rm };

export class OutsideFolderError extends Error {
  readonly path: string;

  constructor(path: string) {
    super(`${path} leads out of its folder.`);
    this.path = path;
  }
}

export class NotAFileError extends Error {
  readonly path: string;

  constructor(path: string) {
    super(`${path} is not a file.`);
    this.path = path;
  }
}

/** Every name was rejected, although none of them is listed. */
export class NoFreeNameError extends Error {
  readonly path: string;

  constructor(path: string) {
    super(`There is no free name for ${path}.`);
    this.path = path;
  }
}

/** The system's error code; `undefined` for other errors. */
export function getSystemErrorCode(error: unknown): string | undefined {
  const isSystemError = error instanceof Error && "syscall" in error && "code" in error;
  return isSystemError && typeof error.code === "string" ? error.code : undefined;
}

const diskFailureKinds: Readonly<Record<string, "noSpace" | "noPermission" | "outside">> = {
  ENOSPC: "noSpace",
  EDQUOT: "noSpace",
  EACCES: "noPermission",
  EPERM: "noPermission",
  EROFS: "noPermission",
  ELOOP: "outside",
};

/** Rethrows errors that don't come from the system. */
export function toDiskFailure(error: unknown, path: string): DiskFailure {
  if (error instanceof OutsideFolderError) return { kind: "outside", path: error.path };
  if (error instanceof NotAFileError) return { kind: "notAFile", path: error.path };
  if (error instanceof NoFreeNameError) return { kind: "disk", path: error.path, code: "EEXIST" };
  const code = getSystemErrorCode(error);
  if (code === undefined) throw error;
  const kind = diskFailureKinds[code];
  return kind === undefined ? { kind: "disk", path, code } : { kind, path };
}
