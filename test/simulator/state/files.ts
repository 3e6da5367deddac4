import type { Artifact } from "./artifact.ts";
import type { Artifacts } from "./artifacts.ts";
import type { Field } from "./field.ts";
import { GeneratedFileContent } from "./generatedFileContent.ts";
import type { FileContent } from "./generatedFileContent.ts";
import { BufferFileContent } from "./bufferFileContent.ts";
import { createPngOfSize } from "./createPng.ts";
import type { FileDescription } from "./value.ts";

export interface NewFile {
  readonly name: string;
  readonly mimeType: string;
  readonly size: number;
  readonly description: string;
  readonly submittedBy: number;
  /** Listed by the server, but missing on its disk. */
  readonly isMissingOnDisk: boolean;
  /** The bytes; generated if undefined. */
  readonly content: Uint8Array | undefined;
}

export interface AttachedFile {
  readonly description: FileDescription;
  readonly artifact: Artifact;
  readonly field: Field;
}

interface AddedFile {
  readonly description: FileDescription;
  readonly isMissingOnDisk: boolean;
  readonly content: BufferFileContent | undefined;
  /** The artifact it is attached to; `undefined` while it is unattached. */
  artifactId: number | undefined;
}

/** All files. The artifact id can be computed from the id of a generated file; the others are stored here. */
export class Files {
  readonly #artifacts: Artifacts;
  readonly #seed: number;
  readonly #added = new Map<number, AddedFile>();
  #nextId: number;

  constructor(artifacts: Artifacts, seed: number, lastArtifactId: number) {
    this.#artifacts = artifacts;
    this.#seed = seed;
    this.#nextId = (lastArtifactId + 1) * 10;
  }

  /** Reserves the id of a file that is uploaded later. */
  reserveId(): number {
    const id = this.#nextId;
    this.#nextId += 1;
    return id;
  }

  /** Adds an uploaded file that is now attached. */
  addUploaded(description: FileDescription, content: Uint8Array, artifactId: number): void {
    const fileContent = new BufferFileContent(content);
    this.#added.set(description.id, {
      description,
      isMissingOnDisk: false,
      content: fileContent,
      artifactId,
    });
  }

  /** Adds an unattached file. */
  add({
    name,
    mimeType,
    size,
    description,
    submittedBy,
    isMissingOnDisk,
    content,
  }: NewFile): FileDescription {
    const id = this.reserveId();
    const added: FileDescription = { id, name, mimeType, size, description, submittedBy };
    const fileContent = content && new BufferFileContent(content);
    this.#added.set(id, { description: added, isMissingOnDisk, content: fileContent, artifactId: undefined });
    return added;
  }

  findUnattached(id: number): FileDescription | undefined {
    const added = this.#added.get(id);
    return added?.artifactId === undefined ? added?.description : undefined;
  }

  attach(id: number, artifactId: number): void {
    const added = this.#added.get(id);
    if (added !== undefined) added.artifactId = artifactId;
  }

  /** Detached files are deleted permanently. */
  findAttached(id: number): AttachedFile | undefined {
    const ownerId = this.#added.get(id)?.artifactId ?? Math.floor(id / 10);
    const artifact = this.#artifacts.find(ownerId);
    for (const field of artifact?.tracker.fields ?? []) {
      const value = field.kind === "file" ? artifact?.getValue(field) : undefined;
      const description = value?.kind === "files" ? value.files.find((file) => file.id === id) : undefined;
      if (artifact !== undefined && description !== undefined) return { description, artifact, field };
    }
    return undefined;
  }

  /** `undefined` if the file is missing on disk. */
  getContent(file: FileDescription): FileContent | undefined {
    const added = this.#added.get(file.id);
    if (added?.isMissingOnDisk === true) return undefined;
    return added?.content ?? this.#generateContent(file);
  }

  #generateContent({ id, size, mimeType }: FileDescription): FileContent {
    const image =
      mimeType === "image/png" && size <= maxImageBytes
        ? createPngOfSize(size, colors[id % colors.length] ?? colors[0])
        : undefined;
    return image === undefined
      ? new GeneratedFileContent(this.#seed, id, size)
      : new BufferFileContent(image);
  }
}

/** Larger images would need too much memory, because images are generated as a whole. */
const maxImageBytes = 4 * 1024 * 1024;

const colors = [
  [38, 110, 160],
  [200, 120, 40],
  [70, 150, 90],
] as const;
