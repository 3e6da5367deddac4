// Writes screenshots as a PNG with a palette; several as an animated PNG, which contains only what changes from frame to frame.
import { deflateSync } from "node:zlib";
import { decode } from "fast-png";
import { type Color, createPalette } from "./palette.ts";
import { createPngChunk, pngSignature } from "./pngChunk.ts";

interface Size {
  readonly width: number;
  readonly height: number;
}

interface Frame extends Size {
  readonly left: number;
  readonly top: number;
  /** The colors of its pixels, or `unchanged`. */
  readonly pixels: Int32Array;
  durationMs: number;
}

/** A pixel of a frame that shows the one before. */
const unchanged = -1;

/** The index of the palette that stands for an unchanged pixel. */
const transparentIndex = 0;

// Plain loops, because there are a million pixels in each of a hundred frames.

function decodePixels(png: Uint8Array): Size & { readonly pixels: Int32Array } {
  const { data, width, height, channels, depth } = decode(png);
  if (depth !== 8 || channels < 3) throw new Error(`A screenshot has ${channels} channels of ${depth} bits.`);
  const pixels = new Int32Array(width * height);
  for (let index = 0, start = 0; index < pixels.length; index++, start += channels) {
    pixels[index] = ((data[start] ?? 0) << 16) | ((data[start + 1] ?? 0) << 8) | (data[start + 2] ?? 0);
  }
  return { width, height, pixels };
}

/** The smallest rectangle with all changed pixels; `undefined` if there are none. */
function findChanges(
  before: Int32Array,
  after: Int32Array,
  fullWidth: number,
): Omit<Frame, "durationMs"> | undefined {
  let [left, top, right, bottom] = [Infinity, Infinity, -1, -1];
  for (let index = 0; index < after.length; index++) {
    if (after[index] === before[index]) continue;
    const x = index % fullWidth;
    const y = (index - x) / fullWidth;
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = y;
  }
  if (right === -1) return undefined;
  const [width, height] = [right - left + 1, bottom - top + 1];
  const pixels = new Int32Array(width * height);
  for (let y = 0; y < height; y++) {
    const start = (top + y) * fullWidth + left;
    for (let x = 0; x < width; x++) {
      const color = after[start + x] ?? unchanged;
      pixels[y * width + x] = color === before[start + x] ? unchanged : color;
    }
  }
  return { left, top, width, height, pixels };
}

function toBytes(...numbers: readonly number[]): Buffer {
  const bytes = Buffer.alloc(4 * numbers.length);
  for (const [index, number] of numbers.entries()) bytes.writeUInt32BE(number, 4 * index);
  return bytes;
}

/** Collects screenshots for one file. */
export class PngWriter {
  readonly #frames: Frame[] = [];
  #size: Size | undefined;
  #last: Int32Array = new Int32Array();
  #still: Int32Array | undefined;

  /** Adds a screenshot; one that looks like the last only makes that one last longer. */
  add(png: Uint8Array, durationMs = 0): void {
    const { width, height, pixels } = decodePixels(png);
    this.#size ??= { width, height };
    if (width !== this.#size.width || height !== this.#size.height) {
      throw new Error("The window was resized while it was recorded.");
    }
    const last = this.#frames.at(-1);
    const changes =
      last === undefined
        ? { left: 0, top: 0, width, height, pixels }
        : findChanges(this.#last, pixels, width);
    if (changes !== undefined) this.#frames.push({ ...changes, durationMs });
    else if (last !== undefined) last.durationMs += durationMs;
    this.#last = pixels;
  }

  /** Programs that show no animations show the screenshot that was added last, instead of the first one. */
  useAsStill(): void {
    this.#still = this.#last;
  }

  get durationMs(): number {
    return this.#frames.reduce((sum, { durationMs }) => sum + durationMs, 0);
  }

  /** With at most this many colors. */
  encode(maxColors = 255): Buffer {
    if (this.#size === undefined) throw new Error("There is no frame.");
    const { width, height } = this.#size;
    const palette = createPalette(this.#countColors(), maxColors);
    const compress = (pixels: Int32Array, width: number): Buffer => {
      const lines: Buffer[] = [];
      for (let start = 0; start < pixels.length; start += width) {
        const line = Buffer.alloc(width + 1);
        for (const [x, color] of pixels.subarray(start, start + width).entries()) {
          line[x + 1] = color === unchanged ? transparentIndex : palette.getIndex(color) + 1;
        }
        lines.push(line);
      }
      return deflateSync(Buffer.concat(lines), { level: 9, memLevel: 9 });
    };
    const colors = [0, ...palette.colors].flatMap((color) => [color >> 16, (color >> 8) & 255, color & 255]);
    const chunks = [
      // 8 bits per pixel, with a palette.
      createPngChunk("IHDR", Buffer.concat([toBytes(width, height), Buffer.from([8, 3, 0, 0, 0])])),
      createPngChunk("PLTE", Buffer.from(colors)),
      createPngChunk("tRNS", Buffer.from([0])),
    ];
    const isMoving = this.#frames.length > 1;
    if (isMoving) chunks.splice(1, 0, createPngChunk("acTL", toBytes(this.#frames.length, 0)));
    const still = isMoving ? this.#still : undefined;
    // Without a frame header it isn't part of the animation.
    if (still !== undefined) chunks.push(createPngChunk("IDAT", compress(still, width)));
    let sequence = 0;
    for (const [index, frame] of this.#frames.entries()) {
      const { left, top, durationMs } = frame;
      if (isMoving) {
        const delay = Buffer.alloc(4);
        delay.writeUInt16BE(durationMs, 0);
        delay.writeUInt16BE(1000, 2);
        // The frame stays, and is drawn over the one before.
        const operations = Buffer.from([0, 1]);
        const place = toBytes(sequence++, frame.width, frame.height, left, top);
        chunks.push(createPngChunk("fcTL", Buffer.concat([place, delay, operations])));
      }
      const data = compress(frame.pixels, frame.width);
      chunks.push(
        index === 0 && still === undefined
          ? createPngChunk("IDAT", data)
          : createPngChunk("fdAT", Buffer.concat([toBytes(sequence++), data])),
      );
    }
    return Buffer.concat([pngSignature, ...chunks, createPngChunk("IEND", Buffer.alloc(0))]);
  }

  #countColors(): ReadonlyMap<Color, number> {
    const counts = new Map<Color, number>();
    for (const { pixels } of this.#frames) {
      for (const color of pixels) if (color !== unchanged) counts.set(color, (counts.get(color) ?? 0) + 1);
    }
    return counts;
  }
}
