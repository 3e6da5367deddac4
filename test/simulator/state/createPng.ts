// Generates PNG images without a library.
import { crc32, deflateSync } from "node:zlib";

type Color = readonly [red: number, green: number, blue: number];

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const trueColor = 2;
/** Length, type and checksum of a chunk. */
const chunkOverhead = 12;

function createChunk(name: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const body = Buffer.concat([Buffer.from(name, "latin1"), data]);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, checksum]);
}

function createHeaderChunk(width: number, height: number): Buffer {
  const data = Buffer.alloc(13);
  data.writeUInt32BE(width, 0);
  data.writeUInt32BE(height, 4);
  data.writeUInt8(8, 8);
  data.writeUInt8(trueColor, 9);
  return createChunk("IHDR", data);
}

/** Stripes of the color, each a little darker, so that the image is recognizable. */
function createStripes(width: number, height: number, color: Color): Buffer {
  const lines = Array.from({ length: height }, (_, y) => {
    const shade = 1 - (Math.floor((y * 8) / height) / 8) * 0.6;
    const pixel = Buffer.from(color.map((part) => Math.round(part * shade)));
    return Buffer.concat(Array.from({ length: width }, () => pixel));
  });
  return Buffer.concat(lines);
}

const end = createChunk("IEND", Buffer.alloc(0));

/** From the red, green and blue of each pixel, line by line. */
export function createPngFromPixels(width: number, height: number, pixels: Buffer): Buffer {
  // Each line starts with its filter: none.
  const lines = Array.from({ length: height }, (_, y) =>
    Buffer.concat([Buffer.from([0]), pixels.subarray(y * width * 3, (y + 1) * width * 3)]),
  );
  const data = createChunk("IDAT", deflateSync(Buffer.concat(lines)));
  return Buffer.concat([signature, createHeaderChunk(width, height), data, end]);
}

export function createPng(width: number, height: number, color: Color): Buffer {
  return createPngFromPixels(width, height, createStripes(width, height, color));
}

/** An image of exactly this many bytes, padded with an ancillary chunk; `undefined` if the size is too small. */
export function createPngOfSize(size: number, color: Color): Buffer | undefined {
  const bare = createPng(64, 48, color);
  const missing = size - bare.length - chunkOverhead;
  if (missing < 0) return undefined;
  const filling = createChunk("fiLl", Buffer.alloc(missing));
  return Buffer.concat([bare.subarray(0, -end.length), filling, end]);
}
