import assert from "node:assert/strict";
import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { Staging } from "../../../../src/store/attachments/staging.ts";

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

  it("holds what was appended, in order, and is for its owner alone", async () => {
    const file = await new Staging(folder).begin("picture.png");
    assert.equal(basename(file.path), "picture.png");
    const pieces = Array.from({ length: 50 }, (_, index) => Buffer.alloc(index * 100, index));
    await Promise.all(pieces.map((piece) => file.append(piece)));
    await file.finish();
    const whole = Buffer.concat(pieces);
    assert.deepEqual([await readFile(file.path), file.size], [whole, whole.length]);
    assert.deepEqual(
      [await permissions(file.path), await permissions(dirname(file.path)), await permissions(folder)],
      [0o600, 0o700, 0o700],
    );
    await assert.rejects(file.append(pieces[1] ?? Buffer.alloc(1)), /finished/);
    await file.finish();
    assert.deepEqual(await readFile(file.path), whole);
  });

  it("has a name that stays in its folder, and a folder of its own", async () => {
    const staging = new Staging(folder);
    const names = ["../../evil", "/etc/evil", "same.txt", "same.txt", "", ".."];
    const files = await Promise.all(names.map((name) => staging.begin(name)));
    assert.deepEqual(
      files.map(({ path }) => basename(path)),
      ["__.._evil", "_etc_evil", "same.txt", "same.txt", "file", "file"],
    );
    assert.ok(files.every(({ path }) => dirname(dirname(path)) === folder));
    assert.equal((await readdir(folder)).length, names.length);
    await Promise.all(files.map((file) => file.remove()));
    assert.deepEqual(await readdir(folder), []);
  });

  it("goes with its folder, before its end too, and a second time does no harm", async () => {
    const staging = new Staging(folder);
    const [whole, begun] = [await staging.begin("a"), await staging.begin("b")];
    await whole.finish();
    const appending = begun.append(Buffer.alloc(1_000_000));
    await Promise.all([whole.remove(), begun.remove(), begun.remove()]);
    await appending;
    assert.deepEqual(await readdir(folder), []);
    await whole.remove();
  });

  it("tells whoever finishes it that something could not be written", async () => {
    const file = await new Staging(folder).begin("a");
    await file.append(Buffer.alloc(10));
    // What is no bytes is refused, as a full disk would.
    const failing = file.append({ length: 5 } as unknown as Uint8Array);
    const next = file.append(Buffer.alloc(10));
    await assert.rejects(failing);
    await assert.rejects(next);
    await assert.rejects(file.finish());
    assert.equal(file.size, 10);
    await file.remove();
    assert.deepEqual(await readdir(folder), []);
  });

  /** What a crash has left: a folder, a file in it, and when each was last written. */
  async function left(name: string, ofFolder: number, ofFile: number): Promise<void> {
    await mkdir(join(folder, name), { recursive: true });
    const file = join(folder, name, "a.txt");
    await writeFile(file, "a");
    await utimes(file, ofFile / 1000, ofFile / 1000);
    await utimes(join(folder, name), ofFolder / 1000, ofFolder / 1000);
  }

  it("that a crash has left goes after a day, and nothing else", async () => {
    const now = Date.now();
    const staging = new Staging(folder, () => now);
    await staging.sweep();
    await left("staged-old", now - 2 * day, now - 1.5 * day);
    await left("staged-recent", now - 2 * day, now - 0.9 * day);
    await left("staged-tomorrow", now + day, now + day);
    await left("theirs", now - 2 * day, now - 2 * day);
    await mkdir(join(top, "elsewhere"));
    await symlink(join(top, "elsewhere"), join(folder, "staged-link"));
    await writeFile(join(folder, "staged-file"), "");
    await staging.sweep();
    assert.deepEqual(
      new Set(await readdir(folder)),
      new Set(["staged-recent", "staged-tomorrow", "theirs", "staged-link", "staged-file"]),
    );
    assert.deepEqual(await readdir(join(top, "elsewhere")), []);
  });

  it("that is held here is not swept, however old it is", async () => {
    let now = Date.now();
    const staging = new Staging(folder, () => now);
    const [held, removed] = [await staging.begin("a"), await staging.begin("b")];
    await held.finish();
    await removed.remove();
    now += 10 * day;
    await staging.sweep();
    assert.deepEqual(await readdir(folder), [basename(dirname(held.path))]);
    await new Staging(folder, () => now).sweep();
    assert.deepEqual(await readdir(folder), []);
  });

  it("is not begun where the storage can't be written to", async () => {
    await writeFile(join(top, "file"), "");
    await assert.rejects(new Staging(join(top, "file")).begin("a"), { code: /EEXIST|ENOTDIR/ });
  });
});
