// Access to the disk, and its failures.
import { type FileHandle, link, lstat, mkdir, open, readdir, realpath, rename, rm } from "node:fs/promises";

/** All of these bytes; fewer only where the file ends. */
export async function readFully(handle: FileHandle, offset: number, length: number): Promise<Uint8Array> {
  const bytes = new Uint8Array(length);
  let filled = 0;
  while (filled < length) {
    const { bytesRead } = await handle.read(bytes, filled, length - filled, offset + filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return bytes.subarray(0, filled);
}

// What is asked of a disk, and what can go wrong there.

/** A part of Node's own functions, so that a test can have a disk that fills up. */
export interface Disk {
  readonly link: typeof link;
  readonly lstat: typeof lstat;
  readonly mkdir: typeof mkdir;
  readonly open: typeof open;
  readonly readdir: typeof readdir;
  readonly realpath: typeof realpath;
  readonly rename: typeof rename;
  readonly rm: typeof rm;
}

export const realDisk: Disk = { link, lstat, mkdir, open, readdir, realpath, rename, rm };

export type DiskTrouble =
  | { readonly kind: "noSpace" | "noPermission"; readonly path: string }
  /** A link, or something that is no folder, where a folder was to be: what is written there would land elsewhere. */
  | { readonly kind: "outside"; readonly path: string }
  /** A folder, a device, or what a system makes up while it is read: nothing that has bytes to be sent. */
  | { readonly kind: "notAFile"; readonly path: string }
  /** Anything else, as the system calls it. */
  | { readonly kind: "disk"; readonly path: string; readonly code: string };

export class OutsideFolder extends Error {
  readonly path: string;

  constructor(path: string) {
    super(`${path} leads out of its folder.`);
    this.path = path;
  }
}

export class NotAFile extends Error {
  readonly path: string;

  constructor(path: string) {
    super(`${path} is no file.`);
    this.path = path;
  }
}

/** Every name was refused, though none of them is listed. */
export class NoFreeName extends Error {
  readonly path: string;

  constructor(path: string) {
    super(`There is no free name for ${path}.`);
    this.path = path;
  }
}

/** The system's name of what went wrong; undefined for errors that are not the system's. */
export function codeOf(error: unknown): string | undefined {
  const isOfSystem = error instanceof Error && "syscall" in error && "code" in error;
  return isOfSystem && typeof error.code === "string" ? error.code : undefined;
}

const kinds: Readonly<Record<string, "noSpace" | "noPermission" | "outside">> = {
  ENOSPC: "noSpace",
  EDQUOT: "noSpace",
  EACCES: "noPermission",
  EPERM: "noPermission",
  EROFS: "noPermission",
  ELOOP: "outside",
};

/** Mistakes of ours are thrown on. */
export function troubleOf(error: unknown, path: string): DiskTrouble {
  if (error instanceof OutsideFolder) return { kind: "outside", path: error.path };
  if (error instanceof NotAFile) return { kind: "notAFile", path: error.path };
  if (error instanceof NoFreeName) return { kind: "disk", path: error.path, code: "EEXIST" };
  const code = codeOf(error);
  if (code === undefined) throw error;
  const kind = kinds[code];
  return kind === undefined ? { kind: "disk", path, code } : { kind, path };
}
