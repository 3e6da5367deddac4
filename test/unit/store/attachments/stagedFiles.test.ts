import assert from "node:assert/strict";
import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { StagedFiles } from "../../../../src/store/attachments/stagedFiles.ts";

const day = 24 * 60 * 60 * 1000;

describe("a staged file", () => {
  let top: string;
  let folder: string;
  beforeEach(async () => {
    top = await mkdtemp(join(tmpdir(), "staging-"));
    folder = join(top, "not", "there yet");
  });
  afterEach(() => rm(top, { recursive: true }));

  async function permissions(path: string): Promise<number> {
    return (await stat(path)).mode & 0o777;
  }

  it("contains the appended bytes in order, with access for the owner only", async () => {
    const file = await new StagedFiles(folder).create("picture.png");
    assert.equal(basename(file.path), "picture.png");
    const chunks = Array.from({ length: 50 }, (_, index) => Buffer.alloc(index * 100, index));
    await Promise.all(chunks.map((chunk) => file.append(chunk)));
    await file.finish();
    const content = Buffer.concat(chunks);
    assert.deepEqual([await readFile(file.path), file.size], [content, content.length]);
    assert.deepEqual(
      [await permissions(file.path), await permissions(dirname(file.path)), await permissions(folder)],
      [0o600, 0o700, 0o700],
    );
    await assert.rejects(file.append(chunks[1] ?? Buffer.alloc(1)), /finished/);
    await file.finish();
    assert.deepEqual(await readFile(file.path), content);
  });

  it("has a safe name and its own folder", async () => {
    const stagedFiles = new StagedFiles(folder);
    const names = ["../../evil", "/etc/evil", "same.txt", "same.txt", "", ".."];
    const files = await Promise.all(names.map((name) => stagedFiles.create(name)));
    assert.deepEqual(
      files.map(({ path }) => basename(path)),
      ["__.._evil", "_etc_evil", "same.txt", "same.txt", "file", "file"],
    );
    assert.ok(files.every(({ path }) => dirname(dirname(path)) === folder));
    assert.equal((await readdir(folder)).length, names.length);
    await Promise.all(files.map((file) => file.remove()));
    assert.deepEqual(await readdir(folder), []);
  });

  it("is removed with its folder, also before it is finished, and more than once", async () => {
    const stagedFiles = new StagedFiles(folder);
    const [content, unfinished] = [await stagedFiles.create("a"), await stagedFiles.create("b")];
    await content.finish();
    const appending = unfinished.append(Buffer.alloc(1_000_000));
    await Promise.all([content.remove(), unfinished.remove(), unfinished.remove()]);
    await appending;
    assert.deepEqual(await readdir(folder), []);
    await content.remove();
  });

  it("reports failed writes when it is finished", async () => {
    const file = await new StagedFiles(folder).create("a");
    await file.append(Buffer.alloc(10));
    // Invalid bytes fail like a full disk.
    const failing = file.append({ length: 5 } as unknown as Uint8Array);
    const next = file.append(Buffer.alloc(10));
    await assert.rejects(failing);
    await assert.rejects(next);
    await assert.rejects(file.finish());
    assert.equal(file.size, 10);
    await file.remove();
    assert.deepEqual(await readdir(folder), []);
  });

  /** Creates a folder and file as a crash leaves them, with modification times. */
  async function createLeftover(name: string, folderTime: number, fileTime: number): Promise<void> {
    await mkdir(join(folder, name), { recursive: true });
    const file = join(folder, name, "a.txt");
    await writeFile(file, "a");
    await utimes(file, fileTime / 1000, fileTime / 1000);
    await utimes(join(folder, name), folderTime / 1000, folderTime / 1000);
  }

  it("left by a crash is removed after a day, and nothing else", async () => {
    const now = Date.now();
    const stagedFiles = new StagedFiles(folder, () => now);
    await stagedFiles.removeAbandoned([]);
    await createLeftover("staged-old", now - 2 * day, now - 1.5 * day);
    await createLeftover("staged-recent", now - 2 * day, now - 0.9 * day);
    await createLeftover("staged-tomorrow", now + day, now + day);
    await createLeftover("theirs", now - 2 * day, now - 2 * day);
    await mkdir(join(top, "elsewhere"));
    await symlink(join(top, "elsewhere"), join(folder, "staged-link"));
    await writeFile(join(folder, "staged-file"), "");
    await stagedFiles.removeAbandoned([]);
    assert.deepEqual(
      new Set(await readdir(folder)),
      new Set(["staged-recent", "staged-tomorrow", "theirs", "staged-link", "staged-file"]),
    );
    assert.deepEqual(await readdir(join(top, "elsewhere")), []);
  });

  it("in use isn't removed, whatever its age", async () => {
    let now = Date.now();
    const stagedFiles = new StagedFiles(folder, () => now);
    const [inUse, removed] = [await stagedFiles.create("a"), await stagedFiles.create("b")];
    await inUse.finish();
    await removed.remove();
    now += 10 * day;
    await stagedFiles.removeAbandoned([]);
    assert.deepEqual(await readdir(folder), [basename(dirname(inUse.path))]);
    await new StagedFiles(folder, () => now).removeAbandoned([]);
    assert.deepEqual(await readdir(folder), []);
  });

  it("of a draft stays as long as the draft, whatever its age and the draft's key", async () => {
    let now = Date.now();
    const keys = ["one", "../../evil"];
    const paths = await Promise.all(
      keys.map(async (key) => {
        const stagedFiles = new StagedFiles(folder);
        const file = await stagedFiles.create("picture.png");
        await file.append(Buffer.from(key));
        await file.finish();
        const path = await stagedFiles.moveToDraft(file.path, key);
        await file.remove();
        return path;
      }),
    );
    now += 10 * day;
    const stagedFiles = new StagedFiles(folder, () => now);
    await stagedFiles.removeAbandoned(keys);
    assert.deepEqual(await Promise.all(paths.map((path) => readFile(path, "utf8"))), keys);
    assert.ok(paths.every((path) => basename(path) === "picture.png" && path.startsWith(folder)));
    await stagedFiles.removeDraftFolder("../../evil");
    assert.deepEqual((await readdir(folder)).length, 1);
    await stagedFiles.removeAbandoned(["another"]);
    assert.deepEqual(await readdir(folder), []);
  });

  it("can't be created if the storage isn't writable", async () => {
    await writeFile(join(top, "file"), "");
    await assert.rejects(new StagedFiles(join(top, "file")).create("a"), { code: /EEXIST|ENOTDIR/ });
  });
});
