import assert from "node:assert/strict";
import { mkdir, open, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import { type FileSystem, toDiskFailure } from "../../../../src/store/attachments/fileSystem.ts";
import { chunkSize, DownloadFixture, sha256, createSystemError } from "./downloadFixture.ts";

/** A file system that writes at most `getRoom` bytes at a time, which may also throw. */
function createLimited(getRoom: (position: number) => number): Partial<FileSystem> {
  return {
    open: async (...args) => {
      const handle = await open(...args);
      const write = handle.write.bind(handle);
      handle.write = ((bytes: Uint8Array, offset: number, length: number, position: number) =>
        write(bytes, offset, Math.min(length, getRoom(position)), position)) as typeof handle.write;
      return handle;
    },
  };
}

/** A file system that fails once a file has so many bytes. */
function createFailing(bytes: number, code: string): Partial<FileSystem> {
  return createLimited((position) => {
    if (position >= bytes) throw createSystemError(code);
    return bytes - position;
  });
}

describe("downloading to a file system", () => {
  let fixture: DownloadFixture;
  beforeEach(async () => {
    fixture = await DownloadFixture.open();
  });
  afterEach(() => fixture.close());

  it("that fills up fails and frees the space", async () => {
    const added = fixture.addFile(5 * chunkSize, "a.bin");
    const downloads = fixture.createDownloads(createFailing(2 * chunkSize + 5, "ENOSPC"));
    const path = fixture.getPath("a.bin.part");
    assert.deepEqual(await fixture.save(added, { downloads }), {
      kind: "disk",
      diskFailure: { kind: "noSpace", path },
    });
    assert.deepEqual([await fixture.hashDownloadedFiles(), fixture.storedState.size], [{}, 0]);
  });

  it("that fills up with the last bytes fails", async () => {
    const added = fixture.addFile(100, "a.bin");
    const downloads = fixture.createDownloads(createFailing(99, "EDQUOT"));
    const outcome = await fixture.save(added, { downloads });
    assert.ok(outcome.kind === "disk" && outcome.diskFailure.kind === "noSpace");
    assert.deepEqual(await fixture.hashDownloadedFiles(), {});
  });

  it("with partial writes saves all bytes", async () => {
    const added = fixture.addFile(2 * chunkSize + 9, "a.bin", "stream");
    const limited = createLimited(() => 100_001);
    assert.equal((await fixture.save(added, { downloads: fixture.createDownloads(limited) })).kind, "saved");
    assert.deepEqual(await fixture.hashDownloadedFiles(), { "a.bin": added.sha256 });
  });

  it("without write permission fails immediately", async () => {
    const added = fixture.addFile(chunkSize, "a.bin");
    for (const code of ["EACCES", "EPERM", "EROFS"]) {
      const downloads = fixture.createDownloads({ open: () => Promise.reject(createSystemError(code)) });
      assert.deepEqual(await fixture.save(added, { downloads }), {
        kind: "disk",
        diskFailure: { kind: "noPermission", path: fixture.folder },
      });
    }
    assert.deepEqual([await fixture.hashDownloadedFiles(), fixture.storedState.size], [{}, 0]);
    assert.ok(!fixture.server.requests.some(({ path }) => path.includes("artifact_files")));
  });

  it("with an I/O error keeps the bytes to resume", async () => {
    const added = fixture.addFile(4 * chunkSize, "a.bin");
    const outcome = await fixture.save(added, {
      downloads: fixture.createDownloads(createFailing(2 * chunkSize, "EIO")),
    });
    const path = fixture.getPath("a.bin.part");
    assert.deepEqual(outcome, { kind: "disk", diskFailure: { kind: "disk", path, code: "EIO" } });
    assert.deepEqual(Object.keys(await fixture.hashDownloadedFiles()), ["a.bin.part"]);
    assert.equal((await fixture.save(added)).kind, "saved");
    assert.deepEqual(await fixture.hashDownloadedFiles(), { "a.bin": added.sha256 });
  });

  it("without hard links uses an unused name and overwrites nothing", async () => {
    const added = fixture.addFile(chunkSize, "a.bin");
    const downloads = fixture.createDownloads({ link: () => Promise.reject(createSystemError("EPERM")) });
    await writeFile(fixture.getPath("a.bin"), "there before");
    assert.deepEqual(await fixture.save(added, { downloads }), {
      kind: "saved",
      path: fixture.getPath("a (2).bin"),
      size: chunkSize,
    });
    assert.deepEqual(await fixture.hashDownloadedFiles(), {
      "a.bin": sha256("there before"),
      "a (2).bin": added.sha256,
    });
  });

  it("overwrites nothing if another program takes the name at the last moment", async () => {
    const added = fixture.addFile(chunkSize, "a.bin");
    for (const link of [undefined, () => Promise.reject(createSystemError("ENOTSUP"))]) {
      let listed = 0;
      const downloads = fixture.createDownloads({
        ...(link === undefined ? {} : { link }),
        readdir: (async (path: string) => {
          listed += 1;
          const names = await fixture.listNames(path);
          if (listed === 1 && !names.includes("a.bin")) await writeFile(join(path, "a.bin"), "faster");
          return names;
        }) as unknown as FileSystem["readdir"],
      });
      assert.equal((await fixture.save(added, { downloads })).kind, "saved");
    }
    assert.deepEqual(await fixture.hashDownloadedFiles(), {
      "a.bin": sha256("faster"),
      "a (2).bin": added.sha256,
      "a (3).bin": added.sha256,
    });
  });

  it("creates nested folders", async () => {
    const added = fixture.addFile(3, "a.bin");
    await mkdir(fixture.getPath("one"));
    assert.equal(
      (await fixture.save(added, { target: fixture.createTarget("one", "two", "three") })).kind,
      "saved",
    );
    assert.deepEqual(await fixture.hashDownloadedFiles(), {
      [join("one", "two", "three", "a.bin")]: added.sha256,
    });
  });

  it("never writes outside of the selected folder, neither by path nor through a link", async () => {
    const added = fixture.addFile(3, "a.bin");
    await mkdir(fixture.getSiblingPath("elsewhere"));
    await symlink(fixture.getSiblingPath("elsewhere"), fixture.getPath("link"));
    await symlink(fixture.getSiblingPath("nowhere"), fixture.getPath("dangling"));
    await writeFile(fixture.getPath("file"), "no folder");
    const targets = [
      ["link"],
      ["link", "below"],
      ["dangling"],
      ["file"],
      ["file", "below"],
      [".."],
      ["..", "elsewhere"],
    ];
    for (const below of targets) {
      const outcome = await fixture.save(added, { target: fixture.createTarget(...below) });
      assert.ok(outcome.kind === "disk" && outcome.diskFailure.kind === "outside", below.join("/"));
    }
    assert.deepEqual(await fixture.hashDownloadedFiles(), { file: sha256("no folder") });
  });

  it("creates the selected folder, and nothing if a path leads out of it", async () => {
    const added = fixture.addFile(3, "a.bin");
    const root = fixture.getPath(join("new", "root"));
    const target = (...below: readonly string[]) =>
      ({ kind: "folder", root, path: join(root, ...below) }) as const;
    const outcome = await fixture.save(added, { target: target("..", "beside") });
    assert.ok(outcome.kind === "disk" && outcome.diskFailure.kind === "outside");
    assert.deepEqual(await fixture.listNames(fixture.folder), []);
    assert.equal((await fixture.save(added, { target: target("below") })).kind, "saved");
    assert.deepEqual(await fixture.hashDownloadedFiles(), {
      [join("new", "root", "below", "a.bin")]: added.sha256,
    });
  });

  it("accepts a link as the selected folder, and reports that path", async () => {
    const added = fixture.addFile(3, "a.bin");
    await symlink(fixture.folder, fixture.getSiblingPath("workspace"));
    const root = fixture.getSiblingPath("workspace");
    const target = { kind: "folder", root, path: join(root, "files") } as const;
    const path = join(root, "files", "a.bin");
    assert.deepEqual(await fixture.save(added, { target }), { kind: "saved", path, size: 3 });
    assert.deepEqual(await fixture.hashDownloadedFiles(), { [join("files", "a.bin")]: added.sha256 });
  });

  it("fails if a folder was replaced by a link meanwhile", async () => {
    const added = fixture.addFile(2 * chunkSize, "a.bin");
    await mkdir(fixture.getSiblingPath("elsewhere"));
    await writeFile(join(fixture.getSiblingPath("elsewhere"), "a.bin.part"), "somebody's");
    const client: typeof fixture.client = {
      ...fixture.client,
      download: async (...args) => {
        const download = await fixture.client.download(...args);
        await fixture.replaceWithSymlink("files", "elsewhere");
        return download;
      },
    };
    const outcome = await fixture.save(added, { target: fixture.createTarget("files"), client });
    assert.ok(outcome.kind === "disk" && outcome.diskFailure.kind === "outside");
    const { [join("files before", "a.bin.part")]: _part, ...otherFiles } =
      await fixture.hashDownloadedFiles();
    assert.deepEqual(otherFiles, { [join("..", "elsewhere", "a.bin.part")]: sha256("somebody's") });
  });

  it("sanitizes hostile names and touches no other file", async () => {
    const names = [
      "..\\..\\evil",
      "../../EVIL.TXT",
      "/etc/evil",
      "x".repeat(300),
      ".git",
      "CON",
      "a\u0000b",
      "",
    ];
    const added = names.map((name) => fixture.addFile(3, name));
    const outcomes = await fixture.saveAll(added);
    assert.deepEqual(
      outcomes.map(({ kind }) => kind),
      names.map(() => "saved"),
    );
    assert.deepEqual(
      Object.keys(await fixture.hashDownloadedFiles()).toSorted(),
      ["_CON", "__.._evil", "__.._EVIL.TXT", "_etc_evil", "_git", "a_b", "file", "x".repeat(128)].toSorted(),
    );
  });

  it("saves files with any names under unique names", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.string({ unit: "binary", maxLength: 300 }), { minLength: 1, maxLength: 3 }),
        fc.uuid(),
        async (names, below) => {
          const added = names.map((name) => ({ ...fixture.addFile(1), name }));
          const files = added.map(({ file, name }) => ({ file: { ...file, name } }));
          await fixture.saveAll(files, { target: fixture.createTarget(below) });
          assert.equal((await fixture.listNames(fixture.getPath(below))).length, names.length);
          assert.ok(
            Object.keys(await fixture.hashDownloadedFiles()).every((path) =>
              /^[0-9a-f-]{36}.[^/\\]+$/.test(path),
            ),
          );
        },
      ),
      { numRuns: 20 },
    );
  });
});

describe("toDiskFailure", () => {
  it("maps system errors to kinds and rethrows others", () => {
    const kinds = ["ENOSPC", "EDQUOT", "EACCES", "EPERM", "EROFS", "ELOOP", "EIO"].map(
      (code) => toDiskFailure(createSystemError(code), "/a").kind,
    );
    assert.deepEqual(kinds, [
      "noSpace",
      "noSpace",
      "noPermission",
      "noPermission",
      "noPermission",
      "outside",
      "disk",
    ]);
    assert.throws(() => toDiskFailure(new TypeError("a mistake"), "/a"), TypeError);
  });
});
