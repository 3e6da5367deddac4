import { createCipheriv, createHash } from "node:crypto";

const block = 16;
const piece = 256 * 1024;
/** What is encrypted; never written to. */
const zeros = Buffer.alloc(1024 * 1024 + block);

/** The bytes of a file, whatever they are made from. */
export interface StoredContent {
  readonly size: number;
  /** As much of it as there is between two offsets. */
  slice(from: number, to: number): Buffer;
  pieces(): Iterable<Buffer>;
  sha256(): string;
}

/**
 * The bytes of a file, made from (seed, file id) when asked for: any part of a file of any size, without the parts before it and
 * without keeping one. A block cipher that counts blocks is just that, and fast.
 */
export class FileContent implements StoredContent {
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

  *pieces(): Generator<Buffer> {
    for (let at = 0; at < this.size; at += piece) yield this.slice(at, at + piece);
  }

  sha256(): string {
    const hash = createHash("sha256");
    for (const each of this.pieces()) hash.update(each);
    return hash.digest("hex");
  }
}
