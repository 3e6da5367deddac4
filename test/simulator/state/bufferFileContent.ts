import { createHash } from "node:crypto";
import type { FileContent } from "./generatedFileContent.ts";

/** File content from a buffer. */
export class BufferFileContent implements FileContent {
  readonly #bytes: Buffer;

  constructor(bytes: Uint8Array) {
    this.#bytes = Buffer.from(bytes);
  }

  get size(): number {
    return this.#bytes.length;
  }

  slice(from: number, to: number): Buffer {
    return this.#bytes.subarray(from, to);
  }

  *chunks(): Generator<Buffer> {
    yield this.#bytes;
  }

  sha256(): string {
    return createHash("sha256").update(this.#bytes).digest("hex");
  }
}
