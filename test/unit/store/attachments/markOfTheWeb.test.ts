import assert from "node:assert/strict";
import { open, readFile } from "node:fs/promises";
import type { Disk } from "../../../../src/store/attachments/fileSystem.ts";
import { DownloadStage, systemError } from "./downloadStage.ts";

const stream = ":Zone.Identifier";

describe("the mark of the web on a download", () => {
  let stage: DownloadStage;
  let written: (readonly [path: string, text: string, filesThen: readonly string[]])[];

  beforeEach(async () => {
    stage = await DownloadStage.open();
    written = [];
  });
  afterEach(() => stage.close());

  /** A disk with streams, which it puts into files of their own. */
  const disk: Partial<Disk> = {
    open: async (path, ...rest) => {
      const handle = await open(path, ...rest);
      if (!String(path).endsWith(stream)) return handle;
      const close = handle.close.bind(handle);
      handle.close = async () => {
        const names = Object.keys(await stage.added()).filter((name) => !name.endsWith(stream));
        written.push([String(path), await readFile(path, "utf8"), names]);
        await close();
      };
      return handle;
    },
  };

  it("is written on Windows, before the file has its name, and says no more than that it came from the internet", async () => {
    const downloads = stage.downloads(disk, "win32");
    const outcome = await stage.save(stage.add(100, "setup.exe"), { downloads });
    assert.deepEqual(outcome, { kind: "saved", path: stage.path("setup.exe"), size: 100 });
    const path = stage.path(`setup.exe.part${stream}`);
    assert.deepEqual(written, [[path, "[ZoneTransfer]\r\nZoneId=3\r\n", ["setup.exe.part"]]]);
  });

  it("is written on Windows also for a file that takes the place of another", async () => {
    const target = { kind: "file", path: stage.path("mine.exe") } as const;
    await stage.save(stage.add(100, "setup.exe"), { downloads: stage.downloads(disk, "win32"), target });
    assert.deepEqual(
      written.map(([path]) => path),
      [stage.path(`setup.exe.part${stream}`)],
    );
  });

  for (const platform of ["linux", "darwin"] as const) {
    it(`is not written on ${platform}`, async () => {
      const added = stage.add(100, "setup.exe");
      await stage.save(added, { downloads: stage.downloads(disk, platform) });
      assert.deepEqual([written, await stage.added()], [[], { "setup.exe": added.sha256 }]);
    });
  }

  for (const code of ["ENOENT", "EINVAL", "UNKNOWN"]) {
    it(`is left out where the disk has no streams (${code}), and the file is saved`, async () => {
      const added = stage.add(100, "setup.exe");
      const noStreams: Partial<Disk> = {
        open: (path, ...rest) =>
          String(path).endsWith(stream) ? Promise.reject(systemError(code)) : open(path, ...rest),
      };
      const outcome = await stage.save(added, { downloads: stage.downloads(noStreams, "win32") });
      assert.equal(outcome.kind, "saved");
      assert.deepEqual(await stage.added(), { "setup.exe": added.sha256 });
    });
  }
});
