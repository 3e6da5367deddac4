import assert from "node:assert/strict";
import { open, readFile } from "node:fs/promises";
import type { FileSystem } from "../../../../src/store/attachments/fileSystem.ts";
import { DownloadFixture, createSystemError } from "./downloadFixture.ts";

const stream = ":Zone.Identifier";

describe("the mark of the web", () => {
  let fixture: DownloadFixture;
  let marks: (readonly [path: string, text: string, filesThen: readonly string[]])[];

  beforeEach(async () => {
    fixture = await DownloadFixture.open();
    marks = [];
  });
  afterEach(() => fixture.close());

  /** A file system with streams, which are stored as separate files. */
  const fileSystem: Partial<FileSystem> = {
    open: async (path, ...rest) => {
      const handle = await open(path, ...rest);
      if (!String(path).endsWith(stream)) return handle;
      const close = handle.close.bind(handle);
      handle.close = async () => {
        const names = Object.keys(await fixture.hashDownloadedFiles()).filter(
          (name) => !name.endsWith(stream),
        );
        marks.push([String(path), await readFile(path, "utf8"), names]);
        await close();
      };
      return handle;
    },
  };

  it("is written on Windows before the file has its final name, and contains no URL", async () => {
    const downloads = fixture.createDownloads(fileSystem, "win32");
    const outcome = await fixture.save(fixture.addFile(100, "setup.exe"), { downloads });
    assert.deepEqual(outcome, { kind: "saved", path: fixture.getPath("setup.exe"), size: 100 });
    const path = fixture.getPath(`setup.exe.part${stream}`);
    assert.deepEqual(marks, [[path, "[ZoneTransfer]\r\nZoneId=3\r\n", ["setup.exe.part"]]]);
  });

  it("is written on Windows if another file is replaced", async () => {
    const target = { kind: "file", path: fixture.getPath("mine.exe") } as const;
    await fixture.save(fixture.addFile(100, "setup.exe"), {
      downloads: fixture.createDownloads(fileSystem, "win32"),
      target,
    });
    assert.deepEqual(
      marks.map(([path]) => path),
      [fixture.getPath(`setup.exe.part${stream}`)],
    );
  });

  for (const platform of ["linux", "darwin"] as const) {
    it(`isn't written on ${platform}`, async () => {
      const added = fixture.addFile(100, "setup.exe");
      await fixture.save(added, { downloads: fixture.createDownloads(fileSystem, platform) });
      assert.deepEqual([marks, await fixture.hashDownloadedFiles()], [[], { "setup.exe": added.sha256 }]);
    });
  }

  for (const code of ["ENOENT", "EINVAL", "UNKNOWN"]) {
    it(`is skipped if the file system has no streams (${code})`, async () => {
      const added = fixture.addFile(100, "setup.exe");
      const noStreams: Partial<FileSystem> = {
        open: (path, ...rest) =>
          String(path).endsWith(stream) ? Promise.reject(createSystemError(code)) : open(path, ...rest),
      };
      const outcome = await fixture.save(added, { downloads: fixture.createDownloads(noStreams, "win32") });
      assert.equal(outcome.kind, "saved");
      assert.deepEqual(await fixture.hashDownloadedFiles(), { "setup.exe": added.sha256 });
    });
  }
});
