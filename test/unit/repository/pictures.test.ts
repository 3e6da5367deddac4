import assert from "node:assert/strict";
import { glob, readFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import { decode } from "fast-png";
import { createPng } from "../../support/fixtures/createPng.ts";
import { picturesFolder } from "../../support/pictures/documentPictures.ts";
import { PngWriter } from "../../support/pictures/pngWriter.ts";
import { repositoryRoot } from "../../support/repositoryRoot.ts";

/** Larger ones keep a reader of the README waiting. */
const maxBytes = 600_000;
const maxSeconds = 15;

interface Chunk {
  readonly type: string;
  readonly data: Buffer;
}

function* listChunks(png: Buffer): Generator<Chunk> {
  for (let at = 8; at < png.length;) {
    const length = png.readUInt32BE(at);
    yield { type: png.toString("latin1", at + 4, at + 8), data: png.subarray(at + 8, at + 8 + length) };
    at += 12 + length;
  }
}

/** The headers of the frames of a moving picture. */
function listFrames(png: Buffer): readonly Buffer[] {
  return [...listChunks(png)].flatMap(({ type, data }) => (type === "fcTL" ? [data] : []));
}

describe("the pictures of the documents", () => {
  interface Picture {
    readonly name: string;
    readonly content: Buffer;
  }
  let pictures: readonly Picture[];
  let readme: string;

  before(async () => {
    const names = await readdir(picturesFolder);
    pictures = await Promise.all(
      names.map(async (name) => ({ name, content: await readFile(join(picturesFolder, name)) })),
    );
    readme = await readFile(join(repositoryRoot, "README.md"), "utf8");
  });

  it("are smaller than 600 kB", () => {
    assert.deepEqual(
      pictures.flatMap(({ name, content }) =>
        content.length < maxBytes ? [] : [`${name}: ${content.length}`],
      ),
      [],
    );
  });

  it("include three moving ones, all in the README, of at most 15 seconds", () => {
    const moving = pictures.filter(({ content }) => listFrames(content).length > 0);
    assert.equal(moving.length, 3);
    for (const { name, content } of moving) {
      assert.ok(readme.includes(`](docs/pictures/${name})`), `The README doesn't show ${name}.`);
      const seconds = listFrames(content).reduce(
        (sum, frame) => sum + frame.readUInt16BE(20) / frame.readUInt16BE(22),
        0,
      );
      assert.ok(seconds <= maxSeconds, `${name} takes ${seconds} s.`);
    }
  });

  it("are all shown somewhere", async () => {
    const documents: string[] = [];
    for await (const path of glob("{README.md,docs/guide/*.md}", { cwd: repositoryRoot })) {
      documents.push(await readFile(join(repositoryRoot, path), "utf8"));
    }
    const text = documents.join("\n");
    assert.deepEqual(
      pictures.flatMap(({ name }) => (text.includes(`pictures/${name}`) ? [] : [name])),
      [],
    );
  });
});

describe("the README", () => {
  it("has at most 120 lines and 20 features", async () => {
    const readme = await readFile(join(repositoryRoot, "README.md"), "utf8");
    const lines = readme.trimEnd().split("\n");
    assert.ok(lines.length <= 120, `${lines.length} lines`);
    const [, features = ""] = /^## Features\n([^]*?)\n## /m.exec(readme) ?? [];
    const count = features.match(/^- /gm)?.length ?? 0;
    assert.ok(count > 0 && count <= 20, `${count} features`);
  });
});

describe("the writer of pictures", () => {
  type Rgb = readonly [number, number, number];
  const gray: Rgb = [30, 30, 30];
  const blue: Rgb = [0, 120, 212];

  /** Gray, with a blue rectangle. */
  const draw = (left: number, size: number): Buffer =>
    createPng(40, 20, (x, y) => (x >= left && x < left + size && y >= 5 && y < 5 + size ? blue : gray));

  it("writes a single screenshot with its exact colors", () => {
    const writer = new PngWriter();
    writer.add(draw(10, 4));
    const { palette, data, width, height } = decode(writer.encode());
    assert.deepEqual([width, height], [40, 20]);
    const getColor = (x: number, y: number): readonly number[] =>
      palette?.[data[y * 40 + x] ?? 0]?.slice(0, 3) ?? [];
    assert.deepEqual(getColor(10, 5), blue);
    assert.deepEqual(getColor(9, 5), gray);
  });

  it("writes only what changes from frame to frame", () => {
    const writer = new PngWriter();
    writer.add(draw(10, 4), 100);
    writer.add(draw(10, 4), 200);
    writer.add(draw(12, 4), 500);
    assert.equal(writer.durationMs, 800);
    const sizes = listFrames(writer.encode()).map((frame) => ({
      width: frame.readUInt32BE(4),
      height: frame.readUInt32BE(8),
      left: frame.readUInt32BE(12),
      top: frame.readUInt32BE(16),
      delay: frame.readUInt16BE(20),
    }));
    assert.deepEqual(sizes, [
      { width: 40, height: 20, left: 0, top: 0, delay: 300 },
      { width: 6, height: 4, left: 10, top: 5, delay: 500 },
    ]);
  });

  it("writes a still for programs that show no animations", () => {
    const writer = new PngWriter();
    writer.add(draw(10, 4), 100);
    writer.add(draw(12, 4), 100);
    writer.useAsStill();
    writer.add(draw(14, 4), 100);
    const png = writer.encode();
    const { palette, data } = decode(png);
    assert.deepEqual(palette?.[data[5 * 40 + 12] ?? 0]?.slice(0, 3), blue);
    assert.deepEqual(palette[data[5 * 40 + 10] ?? 0]?.slice(0, 3), gray);
    const types = [...listChunks(png)].map(({ type }) => type);
    const frames = ["fcTL", "fdAT", "fcTL", "fdAT", "fcTL", "fdAT"];
    assert.deepEqual(types, ["IHDR", "acTL", "PLTE", "tRNS", "IDAT", ...frames, "IEND"]);
    assert.equal(listFrames(png)[0]?.readUInt32BE(4), 40);
  });

  it("keeps the colors of large areas if there are too many", () => {
    const writer = new PngWriter();
    writer.add(createPng(100, 100, (x, y) => (y < 90 ? gray : [x * 2, y * 2, (x * y) % 256])));
    const { palette = [], data } = decode(writer.encode());
    assert.ok(palette.length <= 256);
    assert.deepEqual(palette[data[0] ?? 0]?.slice(0, 3), gray);
  });
});
