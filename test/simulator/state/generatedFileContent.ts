import { createCipheriv, createHash } from "node:crypto";

const block = 16;
const chunkSize = 256 * 1024;
/** The plaintext; never written to. */
const zeros = Buffer.alloc(1024 * 1024 + block);

export interface FileContent {
  readonly size: number;
  /** The bytes between two offsets, as far as they exist. */
  slice(from: number, to: number): Buffer;
  chunks(): Iterable<Buffer>;
  sha256(): string;
}

/**
 * File content generated from (seed, file id) on demand: any part of a file of any size, with random access and without
 * storing it. A block cipher in counter mode does that fast.
 */
export class GeneratedFileContent implements FileContent {
  readonly #key: Buffer;
  readonly size: number;

  constructor(seed: number, fileId: number, size: number) {
    this.#key = createHash("sha256").update(`file ${seed} ${fileId}`).digest().subarray(0, block);
    this.size = size;
  }

  slice(from: number, to: number): Buffer {
    const end = Math.min(to, this.size);
    if (from >= end) return Buffer.alloc(0);
    const first = Math.floor(from / block);
    const counter = Buffer.alloc(block);
    counter.writeBigUInt64BE(BigInt(first), block - 8);
    const cipher = createCipheriv("aes-128-ctr", this.#key, counter);
    const start = first * block;
    const length = end - start;
    const source = length <= zeros.length ? zeros.subarray(0, length) : Buffer.alloc(length);
    return cipher.update(source).subarray(from - start);
  }

  *chunks(): Generator<Buffer> {
    for (let at = 0; at < this.size; at += chunkSize) yield this.slice(at, at + chunkSize);
  }

  sha256(): string {
    const hash = createHash("sha256");
    for (const each of this.chunks()) hash.update(each);
    return hash.digest("hex");
  }
}
