import assert from "node:assert/strict";
import { mkdir, open, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import { type Disk, troubleOf } from "../../../../src/store/attachments/fileSystem.ts";
import { chunk, DownloadStage, sha256, systemError } from "./downloadStage.ts";

/** A disk that takes of each write what it has room for, given where it is to begin; it may also say that there is none. */
function taking(room: (position: number) => number): Partial<Disk> {
  return {
    open: async (...args) => {
      const handle = await open(...args);
      const write = handle.write.bind(handle);
      handle.write = ((bytes: Uint8Array, offset: number, length: number, position: number) =>
        write(bytes, offset, Math.min(length, room(position)), position)) as typeof handle.write;
      return handle;
    },
  };
}

/** A disk that says so once a file has so many bytes. */
function failingAfter(bytes: number, code: string): Partial<Disk> {
  return taking((position) => {
    if (position >= bytes) throw systemError(code);
    return bytes - position;
  });
}

describe("a disk that attachments are brought to", () => {
  let stage: DownloadStage;
  beforeEach(async () => {
    stage = await DownloadStage.open();
  });
  afterEach(() => stage.close());

  it("that fills up ends it, and gets back the room that was taken", async () => {
    const added = stage.add(5 * chunk, "a.bin");
    const downloads = stage.downloads(failingAfter(2 * chunk + 5, "ENOSPC"));
    const path = stage.path("a.bin.part");
    assert.deepEqual(await stage.save(added, { downloads }), {
      kind: "disk",
      trouble: { kind: "noSpace", path },
    });
    assert.deepEqual([await stage.added(), stage.kept.size], [{}, 0]);
  });

  it("that fills up with the last bytes ends it too", async () => {
    const added = stage.add(100, "a.bin");
    const downloads = stage.downloads(failingAfter(99, "EDQUOT"));
    const outcome = await stage.save(added, { downloads });
    assert.ok(outcome.kind === "disk" && outcome.trouble.kind === "noSpace");
    assert.deepEqual(await stage.added(), {});
  });

  it("that takes only a part of what it is given at a time gets all of it", async () => {
    const added = stage.add(2 * chunk + 9, "a.bin", "stream");
    const slow = taking(() => 100_001);
    assert.equal((await stage.save(added, { downloads: stage.downloads(slow) })).kind, "saved");
    assert.deepEqual(await stage.added(), { "a.bin": added.sha256 });
  });

  it("that lets nobody write ends it at once", async () => {
    const added = stage.add(chunk, "a.bin");
    for (const code of ["EACCES", "EPERM", "EROFS"]) {
      const downloads = stage.downloads({ open: () => Promise.reject(systemError(code)) });
      assert.deepEqual(await stage.save(added, { downloads }), {
        kind: "disk",
        trouble: { kind: "noPermission", path: stage.folder },
      });
    }
    assert.deepEqual([await stage.added(), stage.kept.size], [{}, 0]);
    assert.ok(!stage.server.requests.some(({ path }) => path.includes("artifact_files")));
  });

  it("that breaks in the middle keeps what it has, to be gone on with", async () => {
    const added = stage.add(4 * chunk, "a.bin");
    const outcome = await stage.save(added, { downloads: stage.downloads(failingAfter(2 * chunk, "EIO")) });
    const path = stage.path("a.bin.part");
    assert.deepEqual(outcome, { kind: "disk", trouble: { kind: "disk", path, code: "EIO" } });
    assert.deepEqual(Object.keys(await stage.added()), ["a.bin.part"]);
    assert.equal((await stage.save(added)).kind, "saved");
    assert.deepEqual(await stage.added(), { "a.bin": added.sha256 });
  });

  it("that knows no second names gives the free one all the same, and overwrites nothing", async () => {
    const added = stage.add(chunk, "a.bin");
    const downloads = stage.downloads({ link: () => Promise.reject(systemError("EPERM")) });
    await writeFile(stage.path("a.bin"), "there before");
    assert.deepEqual(await stage.save(added, { downloads }), {
      kind: "saved",
      path: stage.path("a (2).bin"),
      size: chunk,
    });
    assert.deepEqual(await stage.added(), { "a.bin": sha256("there before"), "a (2).bin": added.sha256 });
  });

  it("on which someone takes the free name in the last moment overwrites nothing", async () => {
    const added = stage.add(chunk, "a.bin");
    for (const link of [undefined, () => Promise.reject(systemError("ENOTSUP"))]) {
      let listed = 0;
      const downloads = stage.downloads({
        ...(link === undefined ? {} : { link }),
        readdir: (async (path: string) => {
          listed += 1;
          const names = await stage.namesIn(path);
          if (listed === 1 && !names.includes("a.bin")) await writeFile(join(path, "a.bin"), "faster");
          return names;
        }) as unknown as Disk["readdir"],
      });
      assert.equal((await stage.save(added, { downloads })).kind, "saved");
    }
    assert.deepEqual(await stage.added(), {
      "a.bin": sha256("faster"),
      "a (2).bin": added.sha256,
      "a (3).bin": added.sha256,
    });
  });

  it("gets its folders made, one below the other", async () => {
    const added = stage.add(3, "a.bin");
    await mkdir(stage.path("one"));
    assert.equal((await stage.save(added, { target: stage.inFolder("one", "two", "three") })).kind, "saved");
    assert.deepEqual(await stage.added(), { [join("one", "two", "three", "a.bin")]: added.sha256 });
  });

  it("is never written to outside of the chosen folder, neither by a path nor through a link", async () => {
    const added = stage.add(3, "a.bin");
    await mkdir(stage.beside("elsewhere"));
    await symlink(stage.beside("elsewhere"), stage.path("link"));
    await symlink(stage.beside("nowhere"), stage.path("dangling"));
    await writeFile(stage.path("file"), "no folder");
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
      const outcome = await stage.save(added, { target: stage.inFolder(...below) });
      assert.ok(outcome.kind === "disk" && outcome.trouble.kind === "outside", below.join("/"));
    }
    assert.deepEqual(await stage.added(), { file: sha256("no folder") });
  });

  it("gets the chosen folder itself made where it is not there yet, and nothing where a path leads out of it", async () => {
    const added = stage.add(3, "a.bin");
    const root = stage.path(join("new", "root"));
    const target = (...below: readonly string[]) =>
      ({ kind: "folder", root, path: join(root, ...below) }) as const;
    const outside = await stage.save(added, { target: target("..", "beside") });
    assert.ok(outside.kind === "disk" && outside.trouble.kind === "outside");
    assert.deepEqual(await stage.namesIn(stage.folder), []);
    assert.equal((await stage.save(added, { target: target("below") })).kind, "saved");
    assert.deepEqual(await stage.added(), { [join("new", "root", "below", "a.bin")]: added.sha256 });
  });

  it("may have the chosen folder itself behind a link: that is where the person said, and is told", async () => {
    const added = stage.add(3, "a.bin");
    await symlink(stage.folder, stage.beside("workspace"));
    const root = stage.beside("workspace");
    const target = { kind: "folder", root, path: join(root, "files") } as const;
    const path = join(root, "files", "a.bin");
    assert.deepEqual(await stage.save(added, { target }), { kind: "saved", path, size: 3 });
    assert.deepEqual(await stage.added(), { [join("files", "a.bin")]: added.sha256 });
  });

  it("is not written to where a folder has become a link meanwhile", async () => {
    const added = stage.add(2 * chunk, "a.bin");
    await mkdir(stage.beside("elsewhere"));
    await writeFile(join(stage.beside("elsewhere"), "a.bin.part"), "somebody's");
    const client: typeof stage.client = {
      ...stage.client,
      download: async (...args) => {
        const download = await stage.client.download(...args);
        await stage.swapForLink("files", "elsewhere");
        return download;
      },
    };
    const outcome = await stage.save(added, { target: stage.inFolder("files"), client });
    assert.ok(outcome.kind === "disk" && outcome.trouble.kind === "outside");
    const { [join("files before", "a.bin.part")]: _part, ...others } = await stage.added();
    assert.deepEqual(others, { [join("..", "elsewhere", "a.bin.part")]: sha256("somebody's") });
  });

  it("holds evil names in the folder, and nothing else is touched", async () => {
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
    const added = names.map((name) => stage.add(3, name));
    const outcomes = await stage.saveAll(added);
    assert.deepEqual(
      outcomes.map(({ kind }) => kind),
      names.map(() => "saved"),
    );
    assert.deepEqual(
      Object.keys(await stage.added()).toSorted(),
      ["_CON", "__.._evil", "__.._EVIL.TXT", "_etc_evil", "_git", "a_b", "file", "x".repeat(128)].toSorted(),
    );
  });

  it("holds files of any names, each of its own, whatever they are called", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.string({ unit: "binary", maxLength: 300 }), { minLength: 1, maxLength: 3 }),
        fc.uuid(),
        async (names, below) => {
          const added = names.map((name) => ({ ...stage.add(1), name }));
          const wanted = added.map(({ file, name }) => ({ file: { ...file, name } }));
          await stage.saveAll(wanted, { target: stage.inFolder(below) });
          assert.equal((await stage.namesIn(stage.path(below))).length, names.length);
          assert.ok(Object.keys(await stage.added()).every((path) => /^[0-9a-f-]{36}.[^/\\]+$/.test(path)));
        },
      ),
      { numRuns: 20 },
    );
  });
});

describe("what went wrong on a disk", () => {
  it("is told by a kind, and a mistake of ours is thrown on", () => {
    const kinds = ["ENOSPC", "EDQUOT", "EACCES", "EPERM", "EROFS", "ELOOP", "EIO"].map(
      (code) => troubleOf(systemError(code), "/a").kind,
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
    assert.throws(() => troubleOf(new TypeError("a mistake"), "/a"), TypeError);
  });
});
