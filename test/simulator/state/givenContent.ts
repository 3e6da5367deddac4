import { createHash } from "node:crypto";
import type { StoredContent } from "./fileContent.ts";

/** The bytes of a file as somebody gave them. */
export class GivenContent implements StoredContent {
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

  *pieces(): Generator<Buffer> {
    yield this.#bytes;
  }

  sha256(): string {
    return createHash("sha256").update(this.#bytes).digest("hex");
  }
}
