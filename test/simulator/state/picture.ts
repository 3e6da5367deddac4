// Pictures that any viewer shows, without a library to draw them.
import { crc32, deflateSync } from "node:zlib";

type Color = readonly [red: number, green: number, blue: number];

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const trueColor = 2;
/** Length, name and checksum around what a chunk holds. */
const chunkOverhead = 12;

function chunk(name: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const body = Buffer.concat([Buffer.from(name, "latin1"), data]);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, checksum]);
}

function header(width: number, height: number): Buffer {
  const data = Buffer.alloc(13);
  data.writeUInt32BE(width, 0);
  data.writeUInt32BE(height, 4);
  data.writeUInt8(8, 8);
  data.writeUInt8(trueColor, 9);
  return chunk("IHDR", data);
}

/** Bands of the colour, each a little darker: a picture that one recognises. */
function rows(width: number, height: number, color: Color): Buffer {
  const lines = Array.from({ length: height }, (_, y) => {
    const shade = 1 - (Math.floor((y * 8) / height) / 8) * 0.6;
    const pixel = Buffer.from(color.map((part) => Math.round(part * shade)));
    return Buffer.concat([Buffer.from([0]), ...Array.from({ length: width }, () => pixel)]);
  });
  return chunk("IDAT", deflateSync(Buffer.concat(lines)));
}

const end = chunk("IEND", Buffer.alloc(0));

export function png(width: number, height: number, color: Color): Buffer {
  return Buffer.concat([signature, header(width, height), rows(width, height, color), end]);
}

/** One of exactly that many bytes, filled up with a chunk that viewers pass over; undefined where it would not fit. */
export function pngOfSize(size: number, color: Color): Buffer | undefined {
  const bare = png(64, 48, color);
  const missing = size - bare.length - chunkOverhead;
  if (missing < 0) return undefined;
  const filling = chunk("fiLl", Buffer.alloc(missing));
  return Buffer.concat([bare.subarray(0, -end.length), filling, end]);
}
