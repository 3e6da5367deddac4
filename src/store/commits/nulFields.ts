const nul = 0;

/**
 * Cuts a stream of bytes at its NULs, piece by piece as they come. A field that is longer than allowed loses its end, so
 * that no message of a commit fills the memory.
 */
export class NulFields {
  readonly #longest: number;
  #pieces: Buffer[] = [];
  #length = 0;

  constructor(longest: number) {
    this.#longest = longest;
  }

  /** The fields that are whole with this piece. */
  take(chunk: Buffer): readonly Buffer[] {
    const fields: Buffer[] = [];
    let start = 0;
    for (;;) {
      const end = chunk.indexOf(nul, start);
      if (end === -1) break;
      this.#add(chunk.subarray(start, end));
      fields.push(this.#take());
      start = end + 1;
    }
    this.#add(chunk.subarray(start));
    return fields;
  }

  #add(piece: Buffer): void {
    const room = this.#longest - this.#length;
    if (room <= 0 || piece.length === 0) return;
    this.#pieces.push(piece.subarray(0, room));
    this.#length += Math.min(piece.length, room);
  }

  #take(): Buffer {
    const [first] = this.#pieces;
    const field = first !== undefined && this.#pieces.length === 1 ? first : Buffer.concat(this.#pieces);
    this.#pieces = [];
    this.#length = 0;
    return field;
  }
}
