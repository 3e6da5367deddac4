// What a server said last to one account, on disk and bounded.
import { createHash } from "node:crypto";
import { readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { AnswerMemory, KeptAnswer } from "../api/network/memory.ts";
import { makePrivateFolder } from "./drafts.ts";

// Where on disk it stands what servers said last: a folder for each site, in which each file says whose it is.

export interface LastSeenPlace {
  /** Of the site. */
  readonly folder: string;
  /** What the names of the account's files begin with. */
  readonly prefix: string;
}

function digest(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 32);
}

function prefixOf(accountId: string | undefined): string {
  return `${accountId === undefined ? "nobody" : digest(accountId)}-`;
}

/** Names neither the site nor the account: a folder's name may be seen by others. */
export function lastSeenPlace(root: string, api: string, accountId: string | undefined): LastSeenPlace {
  return { folder: join(root, digest(api)), prefix: prefixOf(accountId) };
}

export function fileOf({ folder, prefix }: LastSeenPlace, question: string): string {
  return join(folder, `${prefix}${digest(question)}.json`);
}

/** Forgets what was seen of a site by whoever is not among those who are signed in. What needs no account to be seen stays. */
export async function forgetSeenByOthers(
  root: string,
  api: string,
  signedIn: readonly string[],
): Promise<void> {
  const { folder } = lastSeenPlace(root, api, undefined);
  const prefixes = [undefined, ...signedIn].map(prefixOf);
  const names = await readdir(folder).catch(() => []);
  const others = names.filter((name) => !prefixes.some((own) => name.startsWith(own)));
  await Promise.all(others.map((name) => rm(join(folder, name), { force: true })));
}

/** Forgets all that was seen of a site. */
export async function forgetSeenSite(root: string, api: string): Promise<void> {
  await rm(lastSeenPlace(root, api, undefined).folder, { recursive: true, force: true });
}

const megabyte = 1024 * 1024;

/** In bytes. */
export interface LastSeenLimits {
  /** Of a site, whoever has seen it. */
  readonly most: number;
  /** Where it was too much, so much stays: not every answer shall have to make room. */
  readonly afterwards: number;
  /** What is larger would push out too much else. */
  readonly largestAnswer: number;
}

const usualLimits: LastSeenLimits = {
  most: 50 * megabyte,
  afterwards: 40 * megabyte,
  largestAnswer: 4 * megabyte,
};

interface KeptFile {
  readonly path: string;
  readonly bytes: number;
  readonly writtenAt: number;
}

function isKept(value: unknown): value is KeptAnswer {
  if (typeof value !== "object" || value === null) return false;
  const { at, headers } = value as Readonly<Record<string, unknown>>;
  return typeof at === "number" && typeof headers === "object" && headers !== null;
}

export class LastSeen implements AnswerMemory {
  readonly #place: LastSeenPlace;
  readonly #limits: LastSeenLimits;
  readonly #onTrouble: (error: unknown) => void;
  /** What the folder holds, as far as this window knows; undefined until somebody has looked. */
  #bytes: number | undefined;
  /** One after the other: what is asked twice is kept as it was answered last. */
  #work: Promise<void>;
  #written = 0;
  #isClosed = false;

  constructor(place: LastSeenPlace, onTrouble: (error: unknown) => void, limits = usualLimits) {
    this.#place = place;
    this.#limits = limits;
    this.#onTrouble = onTrouble;
    // Once, and not before each file: after a sign-out nothing shall come to be there again.
    this.#work = makePrivateFolder(place.folder).catch(onTrouble);
  }

  keep(question: string, answer: KeptAnswer): void {
    const text = JSON.stringify(answer);
    // An older one would pass for the last.
    if (Buffer.byteLength(text) > this.#limits.largestAnswer) this.forget(question);
    else this.#then(() => this.#write(fileOf(this.#place, question), text));
  }

  async recall(question: string): Promise<KeptAnswer | undefined> {
    await this.#work;
    try {
      const kept: unknown = JSON.parse(await readFile(fileOf(this.#place, question), "utf8"));
      return isKept(kept) ? kept : undefined;
    } catch {
      return undefined;
    }
  }

  forget(question: string): void {
    this.#then(() => rm(fileOf(this.#place, question), { force: true }));
  }

  close(): Promise<void> {
    this.#isClosed = true;
    return this.#work;
  }

  #then(work: () => Promise<void>): void {
    if (this.#isClosed) return;
    this.#work = this.#work.then(work).catch(this.#onTrouble);
  }

  async #write(path: string, text: string): Promise<void> {
    this.#bytes ??= sum(await this.#files());
    this.#written += 1;
    const unfinished = `${path}.${process.pid}.${this.#written}.part`;
    const before = await stat(path).then(
      ({ size }) => size,
      () => 0,
    );
    try {
      await writeFile(unfinished, text, { mode: 0o600 });
      await rename(unfinished, path);
    } catch (error) {
      await rm(unfinished, { force: true });
      // The folder went with a sign-out.
      if (error instanceof Error && "code" in error && error.code === "ENOENT") return;
      throw error;
    }
    this.#bytes += Buffer.byteLength(text) - before;
    if (this.#bytes > this.#limits.most) await this.#makeRoom();
  }

  /** What was read longest ago goes first, whoever has read it. */
  async #makeRoom(): Promise<void> {
    const files = (await this.#files()).toSorted((one, other) => one.writtenAt - other.writtenAt);
    let bytes = sum(files);
    // Other windows may have made room already.
    for (const file of bytes > this.#limits.most ? files : []) {
      if (bytes <= this.#limits.afterwards) break;
      await rm(file.path, { force: true });
      bytes -= file.bytes;
    }
    this.#bytes = bytes;
  }

  async #files(): Promise<readonly KeptFile[]> {
    const { folder } = this.#place;
    const names = await readdir(folder).catch(() => []);
    const files = await Promise.all(
      names.map(async (name) => {
        const path = join(folder, name);
        // It may go while we look.
        const found = await stat(path).catch(() => undefined);
        return found === undefined ? [] : [{ path, bytes: found.size, writtenAt: found.mtimeMs }];
      }),
    );
    return files.flat();
  }
}

/** Where it is kept what a server says, and who is told when that is not possible. */
export interface Remembering {
  readonly root: string;
  readonly api: string;
  readonly accountId: string | undefined;
  readonly onTrouble: (error: unknown) => void;
}

export function openLastSeen({ root, api, accountId, onTrouble }: Remembering): AnswerMemory {
  return new LastSeen(lastSeenPlace(root, api, accountId), onTrouble);
}

function sum(files: readonly KeptFile[]): number {
  return files.reduce((all, { bytes }) => all + bytes, 0);
}
