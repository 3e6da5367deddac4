import type { Artifact } from "./artifact.ts";
import type { Artifacts } from "./artifacts.ts";
import type { Field } from "./field.ts";
import { FileContent } from "./fileContent.ts";
import type { StoredContent } from "./fileContent.ts";
import { GivenContent } from "./givenContent.ts";
import { pngOfSize } from "./picture.ts";
import type { FileDescription } from "./value.ts";

export interface NewFile {
  readonly name: string;
  readonly mimeType: string;
  readonly size: number;
  readonly description: string;
  readonly submittedBy: number;
  /** Known to the platform, but gone from its disk. */
  readonly isLost: boolean;
  /** Its bytes; made up where none are given. */
  readonly content: Uint8Array | undefined;
}

/** A file and where it is attached. */
export interface AttachedFile {
  readonly description: FileDescription;
  readonly artifact: Artifact;
  readonly field: Field;
}

interface Added {
  readonly description: FileDescription;
  readonly isLost: boolean;
  readonly content: GivenContent | undefined;
  /** The artifact it is attached to; undefined while it waits for one. */
  owner: number | undefined;
}

/** The files of the platform. The id of a generated one tells its artifact; the others are kept here. */
export class Files {
  readonly #artifacts: Artifacts;
  readonly #seed: number;
  readonly #added = new Map<number, Added>();
  #nextId: number;

  constructor(artifacts: Artifacts, seed: number, lastArtifactId: number) {
    this.#artifacts = artifacts;
    this.#seed = seed;
    this.#nextId = (lastArtifactId + 1) * 10;
  }

  /** Of a file that is still to come. */
  reserveId(): number {
    const id = this.#nextId;
    this.#nextId += 1;
    return id;
  }

  /** One that was uploaded, now that it is attached. */
  keep(description: FileDescription, content: Uint8Array, artifactId: number): void {
    const given = new GivenContent(content);
    this.#added.set(description.id, { description, isLost: false, content: given, owner: artifactId });
  }

  /** A file that belongs to no artifact yet. */
  add({ name, mimeType, size, description, submittedBy, isLost, content }: NewFile): FileDescription {
    const id = this.reserveId();
    const added: FileDescription = { id, name, mimeType, size, description, submittedBy };
    const given = content && new GivenContent(content);
    this.#added.set(id, { description: added, isLost, content: given, owner: undefined });
    return added;
  }

  /** One that waits for its artifact. */
  waiting(id: number): FileDescription | undefined {
    const added = this.#added.get(id);
    return added?.owner === undefined ? added?.description : undefined;
  }

  attach(id: number, artifactId: number): void {
    const added = this.#added.get(id);
    if (added !== undefined) added.owner = artifactId;
  }

  /** What is detached is erased: nobody gets it back. */
  attached(id: number): AttachedFile | undefined {
    const owner = this.#added.get(id)?.owner ?? Math.floor(id / 10);
    const artifact = this.#artifacts.byId(owner);
    for (const field of artifact?.tracker.fields ?? []) {
      const value = field.kind === "file" ? artifact?.valueOf(field) : undefined;
      const description = value?.kind === "files" ? value.files.find((file) => file.id === id) : undefined;
      if (artifact !== undefined && description !== undefined) return { description, artifact, field };
    }
    return undefined;
  }

  /** Undefined when the file is missing on disk. */
  contentOf(file: FileDescription): StoredContent | undefined {
    const added = this.#added.get(file.id);
    if (added?.isLost === true) return undefined;
    return added?.content ?? this.#madeUp(file);
  }

  #madeUp({ id, size, mimeType }: FileDescription): StoredContent {
    const picture =
      mimeType === "image/png" && size <= largestPicture
        ? pngOfSize(size, colors[id % colors.length] ?? colors[0])
        : undefined;
    return picture === undefined ? new FileContent(this.#seed, id, size) : new GivenContent(picture);
  }
}

/** Pictures are made whole; a larger one would cost memory, and nobody looks at it. */
const largestPicture = 4 * 1024 * 1024;

const colors = [
  [38, 110, 160],
  [200, 120, 40],
  [70, 150, 90],
] as const;
