import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { findLinkableReferences } from "../../../../src/features/commits/references/linkableReferences.ts";
import { mayContainReference } from "../../../../src/features/commits/references/mayContainReference.ts";
import { builtInGrammar } from "../../../../src/model/reference/findReferences.ts";
import {
  areSameReferences,
  decodeText,
  type FileReferenceFinder,
  type FileToIndex,
  indexFiles,
  locateReferences,
  maxReferencesPerFile,
  readIndexedFile,
  ReferenceIndex,
} from "../../../../src/store/references/referenceIndex.ts";
import { measureLiveMemory } from "../../../bench/measureLiveMemory.ts";

const siteApi = "https://a.example/api";

/** As in editors. */
const find: FileReferenceFinder = (text) =>
  mayContainReference(text) ? findLinkableReferences(text, builtInGrammar) : [];

function locate(text: string): readonly (readonly unknown[])[] {
  return locateReferences("file:///a", text, find).map(
    ({ artifactId, line, character, endLine, endCharacter, lineText }) => [
      artifactId,
      `${line}:${character}-${endLine}:${endCharacter}`,
      lineText,
    ],
  );
}

describe("locateReferences", () => {
  it("has the lines and characters of an editor, with any line break", () => {
    const expected = [
      [12, "1:3-1:10", "// art #12"],
      [13, "3:2-3:11", "x TULEAP-13"],
    ];
    for (const lineBreak of ["\n", "\r\n", "\r"]) {
      assert.deepEqual(locate(["one", "// art #12", "", "x TULEAP-13"].join(lineBreak)), expected);
    }
  });

  it("spans lines if the reference does, and has the text of the first one", () => {
    assert.deepEqual(locate("😀 see art\n#12 now"), [[12, "0:7-1:3", "😀 see art"]]);
  });

  it("keeps only the part of a long line around the reference", () => {
    const [[, position, text] = []] = locate(`${"x ".repeat(5_000)}art #12${" y".repeat(5_000)}`);
    assert.equal(position, "0:10000-0:10007");
    assert.equal(String(text).length, 200);
    assert.match(String(text), /art #12/);
  });

  it("finds nothing in dates, versions and other references", () => {
    assert.deepEqual(locate("art #2026-11-15, tuleap-17.4, #6, rev #7"), []);
  });
});

describe("decodeText", () => {
  it("reads UTF-8 and UTF-16 without their marks, and no binary content", () => {
    assert.equal(decodeText(Buffer.from("\ufeffart #1 é")), "art #1 é");
    assert.equal(decodeText(Buffer.from("\ufeffart #1 é", "utf16le")), "art #1 é");
    assert.equal(decodeText(Buffer.from("\ufeffart #1 é", "utf16le").swap16()), "art #1 é");
    assert.equal(decodeText(Buffer.from([0x61, 0xe9, 0x62])), "a\ufffdb");
    assert.equal(decodeText(Buffer.from("\0\0art #1")), undefined);
    assert.equal(decodeText(Buffer.alloc(0)), "");
  });
});

describe("ReferenceIndex", () => {
  let index: ReferenceIndex;

  beforeEach(() => {
    index = new ReferenceIndex();
  });

  function set(file: string, text: string, site = siteApi): boolean {
    return index.set(file, site, locateReferences(file, text, find));
  }

  function list(): readonly string[] {
    return index
      .listArtifacts()
      .map(
        ({ artifactId, references }) =>
          `#${artifactId} ${references.map(({ file, line }) => `${file}:${line}`).join(" ")}`,
      );
  }

  it("groups references by artifact, newest first, sorted by file and line", () => {
    set("file:///b", "art #12\nart #13 art #12");
    set("file:///a", "\nart #12");
    assert.deepEqual(list(), ["#13 file:///b:1", "#12 file:///a:1 file:///b:0 file:///b:1"]);
    assert.equal(index.size, 4);
    assert.equal(index.getReferences(siteApi, 12).length, 3);
    assert.deepEqual(index.getReferences(siteApi, 99), []);
  });

  it("keeps artifacts of several sites apart", () => {
    set("file:///a", "art #12");
    set("file:///b", "art #12", "https://b.example/api");
    assert.deepEqual(list(), ["#12 file:///a:0", "#12 file:///b:0"]);
    assert.equal(index.getReferences("https://b.example/api", 12).length, 1);
  });

  it("replaces the references of a file, and says whether anything changed", () => {
    assert.equal(set("file:///a", "art #12"), true);
    assert.equal(set("file:///a", "art #12"), false);
    assert.equal(set("file:///a", "\nart #12"), true);
    assert.deepEqual(list(), ["#12 file:///a:1"]);
    assert.equal(set("file:///a", "art #13"), true);
    assert.deepEqual(list(), ["#13 file:///a:0"]);
    assert.equal(set("file:///a", ""), true);
    assert.equal(set("file:///b", ""), false);
    assert.deepEqual([list(), index.size], [[], 0]);
  });

  it("removes a file or a folder, but not files with a longer name", () => {
    for (const file of ["file:///src/a", "file:///src/b/c", "file:///src2/a", "file:///src"]) {
      set(file, "art #12");
    }
    assert.equal(index.delete("file:///nothing"), false);
    assert.equal(index.delete("file:///src/b"), true);
    assert.deepEqual(list(), ["#12 file:///src:0 file:///src/a:0 file:///src2/a:0"]);
    assert.equal(index.delete("file:///src"), true);
    assert.deepEqual([list(), index.size], [["#12 file:///src2/a:0"], 1]);
  });

  it("moves references with a renamed file, which is removed and read again", () => {
    set("file:///before", "art #12");
    index.delete("file:///before");
    set("file:///after", "art #12");
    assert.deepEqual(list(), ["#12 file:///after:0"]);
  });

  it("takes no more than its maximum, also after updates", () => {
    index = new ReferenceIndex(3);
    set("file:///a", "art #1 art #2");
    assert.equal(index.isTruncated, false);
    set("file:///b", "art #3 art #4");
    assert.deepEqual([index.size, index.isTruncated], [3, true]);
    assert.deepEqual(list(), ["#3 file:///b:0", "#2 file:///a:0", "#1 file:///a:0"]);
    set("file:///a", "art #5 art #6");
    assert.deepEqual(list(), ["#6 file:///a:0", "#5 file:///a:0", "#3 file:///b:0"]);
    set("file:///c", "art #7");
    assert.equal(index.size, 3);
  });

  it("takes only the first references of a file, so that others have room", () => {
    const text = "art #1\n".repeat(maxReferencesPerFile + 1);
    set("file:///a", text);
    assert.deepEqual([index.size, index.hasTruncatedFile, index.isTruncated], [500, true, false]);
    set("file:///b", "art #2");
    assert.equal(index.getReferences(siteApi, 2).length, 1);
    set("file:///a", text.slice(7));
    assert.deepEqual([index.size, index.hasTruncatedFile], [501, false]);
    set("file:///a", text);
    index.delete("file:///a");
    assert.equal(index.hasTruncatedFile, false);
  });

  it("names the files to read again when there is room", () => {
    index = new ReferenceIndex(3);
    set("file:///a", "art #1 art #2");
    set("file:///dir/b", "art #3 art #4");
    set("file:///dir/c", "art #5");
    assert.deepEqual([index.isFull, index.omittedFiles], [true, ["file:///dir/b", "file:///dir/c"]]);
    index.delete("file:///a");
    assert.equal(index.isFull, false);
    set("file:///dir/b", "art #3 art #4");
    set("file:///dir/c", "art #5");
    assert.deepEqual([index.size, index.isTruncated, index.omittedFiles], [3, false, []]);
    set("file:///dir/d", "art #6");
    assert.equal(index.isTruncated, true);
    index.delete("file:///dir");
    assert.deepEqual([index.size, index.isTruncated], [0, false]);
  });

  it("remembers a limited number of files without room", () => {
    index = new ReferenceIndex(1);
    for (let file = 0; file < 2_000; file += 1) set(`file:///${file}`, "art #1");
    assert.equal(index.omittedFiles.length, 1_000);
    for (const file of index.omittedFiles) index.delete(file);
    assert.deepEqual([index.omittedFiles.length, index.isTruncated], [0, true]);
  });

  it("tells whether references are the same after other files have changed", () => {
    set("file:///a", "art #1");
    const before = index.getReferences(siteApi, 1);
    set("file:///b", "art #2");
    assert.equal(areSameReferences(before, index.getReferences(siteApi, 1)), true);
    set("file:///a", " art #1");
    assert.equal(areSameReferences(before, index.getReferences(siteApi, 1)), false);
  });

  it("doesn't keep the text of files in memory", () => {
    const before = measureLiveMemory();
    for (let file = 0; file < 200; file += 1) {
      set(`file:///${file}`, `${"x ".repeat(125_000)}art #12 in a long line${" y".repeat(100)}`);
    }
    assert.equal(index.size, 200);
    // The texts have 50 MB.
    const growth = measureLiveMemory() - before;
    assert.ok(growth < 10_000_000, `${growth} bytes`);
  });
});

describe("indexFiles", () => {
  let folder: string;
  let index: ReferenceIndex;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "artifacts-index-"));
    index = new ReferenceIndex();
  });
  afterEach(() => rm(folder, { recursive: true }));

  const toFile = (name: string): FileToIndex => {
    const path = join(folder, name);
    return { file: pathToFileURL(path).href, siteApi, find, read: () => readIndexedFile(path) };
  };

  async function indexNames(...names: readonly string[]): Promise<boolean> {
    return indexFiles(index, names.map(toFile), new AbortController().signal);
  }

  it("reads files with hostile names", async () => {
    const names = ["--output=x", "a\nart #99\n.ts", "$(touch x)", "%2e%2e", "é#?.md", " "];
    for (const name of names) await writeFile(join(folder, name), `art #12`);
    assert.equal(await indexNames(...names), true);
    assert.deepEqual(
      index.listArtifacts().map(({ artifactId, references }) => [artifactId, references.length]),
      [[12, names.length]],
    );
    assert.deepEqual(
      new Set(index.getReferences(siteApi, 12).map(({ file }) => file)),
      new Set(names.map((name) => toFile(name).file)),
    );
  });

  it("skips binary and large files, folders, and what can't be read", async () => {
    await writeFile(join(folder, "binary"), "art #1\0");
    await writeFile(join(folder, "large"), "art #2\n".repeat(200_000));
    await mkdir(join(folder, "folder"));
    // Reading a pipe would never end.
    if (process.platform !== "win32") execFileSync("/bin/sh", ["-c", 'mkfifo "$0"', join(folder, "pipe")]);
    await writeFile(join(folder, "text"), "art #3\r\n");
    await indexNames("binary", "large", "folder", "pipe", "missing", "text");
    assert.deepEqual(
      index.listArtifacts().map(({ artifactId }) => artifactId),
      [3],
    );
  });

  it("removes the references of a file that was deleted, or became binary", async () => {
    for (const name of ["a", "b"]) await writeFile(join(folder, name), "art #1");
    await indexNames("a", "b");
    await rm(join(folder, "a"));
    await writeFile(join(folder, "b"), "art #1\0");
    assert.equal(await indexNames("a", "b"), true);
    assert.equal(index.size, 0);
    assert.equal(await indexNames("a", "b"), false);
  });

  it("stops when it is canceled, and reads a limited number of files at once", async () => {
    const controller = new AbortController();
    let [running, most, count] = [0, 0, 0];
    const files = Array.from({ length: 500 }, (_, at) => ({
      ...toFile(`${at}`),
      read: async () => {
        running += 1;
        most = Math.max(most, running);
        await Promise.resolve();
        running -= 1;
        count += 1;
        if (count === 100) controller.abort();
        return Buffer.from("art #1");
      },
    }));
    await indexFiles(index, files, controller.signal);
    assert.ok(most > 1 && most <= 16, `${most} at once`);
    assert.ok(count >= 100 && count < 130, `${count} files`);
  });
});
