// The references in the files of a workspace, by artifact: built once, updated file by file, and limited. Files are named
// by their URIs, and the caller reads them, so it needs no VS Code.
import { readFile, stat } from "node:fs/promises";
import { isDeepStrictEqual } from "node:util";
import { binaryDetectionBytes, isBinaryContent } from "../../model/fileType.ts";
import type { ArtifactReference } from "../../model/reference/artifactReference.ts";
import { mapConcurrent } from "../concurrency.ts";

/** Positions are those of an editor: from zero, in UTF-16 units. */
export interface FileReference {
  /** The URI of the file. */
  readonly file: string;
  readonly artifactId: number;
  readonly line: number;
  readonly character: number;
  readonly endLine: number;
  readonly endCharacter: number;
  /** The text of the line, or the part of a long one around the reference. */
  readonly lineText: string;
}

/** The references to one artifact, by file and line. */
export interface ArtifactFileReferences {
  readonly siteApi: string;
  readonly artifactId: number;
  readonly references: readonly FileReference[];
}

/** Finds the references in a text from left to right. */
export type FileReferenceFinder = (
  text: string,
) => readonly Pick<ArtifactReference, "artifactId" | "start" | "end">[];

// References in a text.

/** A file with more references is usually generated. */
export const maxReferencesPerFile = 500;
const maxLineTextLength = 200;
/** How much of a long line is kept before the reference. */
const maxTextBefore = 60;

/** As in editors, where a carriage return alone breaks a line, too. */
function findLineStarts(text: string): readonly number[] {
  const starts = [0];
  for (const { index, 0: lineBreak } of text.matchAll(/\r\n?|\n/g)) starts.push(index + lineBreak.length);
  return starts;
}

/** The last line that starts at or before the offset. */
function findLine(starts: readonly number[], offset: number): number {
  let [low, high] = [0, starts.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** A part of a string keeps the whole one in memory, a copy doesn't. */
function copyText(text: string): string {
  return Buffer.from(text).toString();
}

/** Empty for most files, which `find` should recognize quickly. */
export function locateReferences(
  file: string,
  text: string,
  find: FileReferenceFinder,
): readonly FileReference[] {
  // One more tells the index that there are more.
  const found = find(text).slice(0, maxReferencesPerFile + 1);
  if (found.length === 0) return [];
  const starts = findLineStarts(text);
  return found.map(({ artifactId, start, end }) => {
    const [line, endLine] = [findLine(starts, start), findLine(starts, end)];
    const [lineStart = 0, lineEnd = text.length] = [starts[line], starts[line + 1]];
    const textStart = Math.max(lineStart, start - maxTextBefore);
    const lineText = text.slice(textStart, Math.min(lineEnd, textStart + maxLineTextLength));
    return {
      file,
      artifactId,
      line,
      character: start - lineStart,
      endLine,
      endCharacter: end - (starts[endLine] ?? 0),
      lineText: copyText(lineText.replace(/[\r\n]+$/, "")),
    };
  });
}

// The index.

interface ReferencesOfFile {
  readonly siteApi: string;
  readonly references: readonly FileReference[];
}

const defaultMaxReferences = 20_000;
/** How many files are remembered that have no room in the index. */
const maxOmittedFiles = 1_000;

function compareArtifacts(one: ArtifactFileReferences, other: ArtifactFileReferences): number {
  if (one.siteApi !== other.siteApi) return one.siteApi < other.siteApi ? -1 : 1;
  return other.artifactId - one.artifactId;
}

function getArtifactKey(siteApi: string, artifactId: number): string {
  return `${artifactId} ${siteApi}`;
}

export class ReferenceIndex {
  readonly #maxReferences: number;
  /** Only files with references. */
  readonly #files = new Map<string, ReferencesOfFile>();
  #count = 0;
  /** Files with as many references as a file may have, and more that are left out. */
  readonly #truncatedFiles = new Set<string>();
  /** Files for some of whose references there was no room. */
  readonly #omittedFiles = new Set<string>();
  #hasMoreOmittedFiles = false;
  #byArtifact: ReadonlyMap<string, ArtifactFileReferences> | undefined;

  constructor(maxReferences = defaultMaxReferences) {
    this.#maxReferences = maxReferences;
  }

  /** The number of references. */
  get size(): number {
    return this.#count;
  }

  /** Whether there are more references than the index takes. */
  get isTruncated(): boolean {
    return this.#omittedFiles.size > 0 || this.#hasMoreOmittedFiles;
  }

  get hasTruncatedFile(): boolean {
    return this.#truncatedFiles.size > 0;
  }

  get isFull(): boolean {
    return this.#count >= this.#maxReferences;
  }

  /** Files to read again when the index isn't full. */
  get omittedFiles(): readonly string[] {
    return [...this.#omittedFiles];
  }

  /** Replaces the references of a file; returns whether they were different. */
  set(file: string, siteApi: string, references: readonly FileReference[]): boolean {
    const before = this.#files.get(file);
    const room = this.#maxReferences - this.#count + (before?.references.length ?? 0);
    const allowed = references.slice(0, maxReferencesPerFile);
    const kept = allowed.slice(0, room);
    this.#markTruncated(
      file,
      kept.length === maxReferencesPerFile && references.length > kept.length,
      kept.length < allowed.length,
    );
    if (kept.length === 0) return this.#removeReferences(file);
    const after = { siteApi, references: kept };
    if (isDeepStrictEqual(before, after)) return false;
    this.#removeReferences(file);
    this.#files.set(file, after);
    this.#count += kept.length;
    this.#byArtifact = undefined;
    return true;
  }

  /** Removes a file, or all files of a folder; returns whether there were any references. */
  delete(fileOrFolder: string): boolean {
    const known = [...this.#files.keys(), ...this.#omittedFiles];
    const inFolder = known.filter((file) => file.startsWith(`${fileOrFolder}/`));
    let hasChanged = false;
    for (const file of [fileOrFolder, ...inFolder]) {
      this.#markTruncated(file, false, false);
      hasChanged = this.#removeReferences(file) || hasChanged;
    }
    return hasChanged;
  }

  /** Newest artifact first. */
  listArtifacts(): readonly ArtifactFileReferences[] {
    return [...this.#group().values()];
  }

  getReferences(siteApi: string, artifactId: number): readonly FileReference[] {
    return this.#group().get(getArtifactKey(siteApi, artifactId))?.references ?? [];
  }

  #markTruncated(file: string, isTruncated: boolean, isOmitted: boolean): void {
    this.#truncatedFiles.delete(file);
    this.#omittedFiles.delete(file);
    if (isTruncated) this.#truncatedFiles.add(file);
    if (!isOmitted) return;
    if (this.#omittedFiles.size < maxOmittedFiles) this.#omittedFiles.add(file);
    else this.#hasMoreOmittedFiles = true;
  }

  #removeReferences(file: string): boolean {
    const before = this.#files.get(file);
    if (before === undefined) return false;
    this.#files.delete(file);
    this.#count -= before.references.length;
    this.#byArtifact = undefined;
    return true;
  }

  #group(): ReadonlyMap<string, ArtifactFileReferences> {
    if (this.#byArtifact !== undefined) return this.#byArtifact;
    const groups = new Map<string, { siteApi: string; artifactId: number; references: FileReference[] }>();
    const files = [...this.#files].sort(([one], [other]) => (one < other ? -1 : 1));
    for (const [, { siteApi, references }] of files) {
      for (const reference of references) {
        const { artifactId } = reference;
        const key = getArtifactKey(siteApi, artifactId);
        const group = groups.get(key);
        if (group === undefined) groups.set(key, { siteApi, artifactId, references: [reference] });
        else group.references.push(reference);
      }
    }
    const sorted = [...groups].sort(([, one], [, other]) => compareArtifacts(one, other));
    this.#byArtifact = new Map(sorted);
    return this.#byArtifact;
  }
}

/** Of an artifact: whether nothing about them has changed. */
export function areSameReferences(one: readonly FileReference[], other: readonly FileReference[]): boolean {
  return isDeepStrictEqual(one, other);
}

// Reading files into the index.

/** In bytes. Larger files are usually generated. */
export const maxIndexedFileSize = 1024 * 1024;
const maxConcurrentReads = 16;

const utf8 = new TextDecoder();
const utf16LittleEndian = new TextDecoder("utf-16le");
const utf16BigEndian = new TextDecoder("utf-16be");

/** Undefined for binary content. Without the byte order mark, like the text in an editor. */
export function decodeText(bytes: Uint8Array): string | undefined {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return utf16LittleEndian.decode(bytes);
  if (first === 0xfe && second === 0xff) return utf16BigEndian.decode(bytes);
  return isBinaryContent(bytes.subarray(0, binaryDetectionBytes)) ? undefined : utf8.decode(bytes);
}

/** Undefined if it isn't a file, is too large, or can't be read. */
export async function readIndexedFile(path: string): Promise<Uint8Array | undefined> {
  try {
    const stats = await stat(path);
    // Reading a pipe would never end.
    return stats.isFile() && stats.size <= maxIndexedFileSize ? await readFile(path) : undefined;
  } catch {
    return undefined;
  }
}

export interface FileToIndex {
  /** Its URI. */
  readonly file: string;
  /** The site that its references belong to. */
  readonly siteApi: string;
  readonly find: FileReferenceFinder;
  /** Undefined if the file has no text to search, or can't be read. */
  readonly read: () => Promise<Uint8Array | undefined>;
}

/** Stops when the signal is aborted. Resolves to whether the index has changed. */
export async function indexFiles(
  index: ReferenceIndex,
  files: readonly FileToIndex[],
  signal: AbortSignal,
): Promise<boolean> {
  let hasChanged = false;
  await mapConcurrent(files, maxConcurrentReads, async ({ file, siteApi, find, read }) => {
    if (signal.aborted) return;
    const bytes = await read();
    const text = bytes === undefined ? undefined : decodeText(bytes);
    const references = text === undefined ? [] : locateReferences(file, text, find);
    if (index.set(file, siteApi, references)) hasChanged = true;
  });
  return hasChanged;
}
