import { crc32, deflateSync } from "node:zlib";

type Color = readonly [red: number, green: number, blue: number];

function chunk(type: string, data: Uint8Array): Buffer {
  const named = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}

/** A picture as a file, point by point. */
export function pngOf(width: number, height: number, colorAt: (x: number, y: number) => Color): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  // Eight bits for each of red, green and blue.
  head.set([8, 2, 0, 0, 0], 8);
  const lines = Array.from({ length: height }, (_, y) => [
    0,
    ...Array.from({ length: width }, (__, x) => colorAt(x, y)).flat(),
  ]);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk("IHDR", head),
    chunk("IDAT", deflateSync(Buffer.from(lines.flat()))),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}
