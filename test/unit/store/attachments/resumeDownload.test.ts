import assert from "node:assert/strict";
import { constants } from "node:fs";
import { link, open, rm, stat, symlink, truncate } from "node:fs/promises";
import { join } from "node:path";
import type { DownloadProgress } from "../../../../src/store/attachments/downloads.ts";
import type { FileSystem } from "../../../../src/store/attachments/fileSystem.ts";
import { type AddedFile, chunkSize, DownloadFixture, createSystemError } from "./downloadFixture.ts";

describe("an interrupted download", () => {
  let fixture: DownloadFixture;
  beforeEach(async () => {
    fixture = await DownloadFixture.open();
  });
  afterEach(() => fixture.close());

  for (const mode of ["chunks", "stream"] as const) {
    it(`continues after an interruption of ${mode}`, async () => {
      const added = fixture.addFile(5 * chunkSize + 7, "a.bin", mode);
      const rule = mode === "stream" ? { path: /plugins/ } : { path: /offset=3145728/ };
      fixture.addFault(mode === "stream" ? { kind: "truncatedResponse" } : { kind: "drop" }, {
        ...rule,
        times: mode === "stream" ? 1 : 4,
      });
      assert.equal((await fixture.save(added)).kind, "saved");
      assert.deepEqual(await fixture.hashDownloadedFiles(), { "a.bin": added.sha256 });
    });
  }

  it("fails after several attempts, and is resumed in another session", async () => {
    const added = fixture.addFile(4 * chunkSize, "a.bin");
    const removeFault = fixture.addFault({ kind: "drop" }, { path: /offset=2097152/ });
    const outcome = await fixture.save(added);
    assert.ok(outcome.kind === "failed" && outcome.failure.kind === "unreachable" && outcome.isResumable);
    assert.deepEqual(fixture.pauses, [1000, 4000]);
    assert.deepEqual(Object.keys(await fixture.hashDownloadedFiles()), ["a.bin.part"]);
    assert.equal((await stat(fixture.getPath("a.bin.part"))).size, 2 * chunkSize);
    removeFault();
    const before = fixture.server.requests.length;
    assert.equal((await fixture.save(added)).kind, "saved");
    const offsets = fixture.server.requests.slice(before).map(({ path }) => /offset=(\d+)/.exec(path)?.[1]);
    assert.deepEqual(new Set(offsets), new Set([String(2 * chunkSize), String(3 * chunkSize)]));
    assert.deepEqual(
      [await fixture.hashDownloadedFiles(), fixture.storedState.size],
      [{ "a.bin": added.sha256 }, 0],
    );
  });

  /** A file that was downloaded completely but couldn't be renamed. */
  async function createUnnamed(size: number): Promise<AddedFile> {
    const added = fixture.addFile(size, "a.bin");
    const downloadsWithoutRename = fixture.createDownloads({
      link: () => Promise.reject(createSystemError("EIO")),
    });
    const path = fixture.getPath("a.bin.part");
    assert.deepEqual(await fixture.save(added, { downloads: downloadsWithoutRename }), {
      kind: "disk",
      diskFailure: { kind: "disk", path, code: "EIO" },
    });
    return added;
  }

  function getOffsetsSince(before: number): readonly unknown[] {
    return fixture.server.requests.slice(before).map(({ path }) => /offset=(\d+)/.exec(path)?.[1]);
  }

  for (const [size, tail] of [
    [10, 0],
    [2 * chunkSize, chunkSize],
    [2 * chunkSize + 1, 2 * chunkSize],
  ] as const) {
    it(`of ${size} bytes that is complete but not renamed requests only its end`, async () => {
      const added = await createUnnamed(size);
      const before = fixture.server.requests.length;
      assert.equal((await fixture.save(added)).kind, "saved");
      assert.deepEqual(getOffsetsSince(before), [String(tail)]);
      assert.deepEqual(
        [await fixture.hashDownloadedFiles(), fixture.storedState.size],
        [{ "a.bin": added.sha256 }, 0],
      );
    });
  }

  it("that seems complete but has another end restarts", async () => {
    const added = await fixture.createPartialDownload();
    await truncate(fixture.getPath("a.bin.part"), 3 * chunkSize);
    const before = fixture.server.requests.length;
    const reports: DownloadProgress[] = [];
    const onProgress = (progress: DownloadProgress): void => void reports.push(progress);
    assert.equal((await fixture.save(added, { onProgress })).kind, "saved");
    const [tail, ...restarted] = getOffsetsSince(before);
    const all = [0, 1, 2].map((number) => String(number * chunkSize));
    assert.deepEqual([tail, restarted.length, new Set(restarted)], [String(2 * chunkSize), 3, new Set(all)]);
    assert.deepEqual(await fixture.hashDownloadedFiles(), { "a.bin": added.sha256 });
    assert.ok(reports.every(({ pace }) => (pace?.bytesPerSecond ?? 0) >= 0));
  });

  it("that seems complete fails if the server no longer returns the file", async () => {
    const added = await createUnnamed(2 * chunkSize);
    const removeFault = fixture.addFault({ kind: "status", status: 403 });
    const outcome = await fixture.save(added);
    assert.ok(outcome.kind === "failed" && outcome.failure.kind === "forbidden");
    removeFault();
    fixture.addFault({ kind: "status", status: 404 });
    const notFound = await fixture.save(added);
    assert.ok(notFound.kind === "failed" && notFound.failure.kind === "notFound" && !notFound.isResumable);
    assert.deepEqual([await fixture.hashDownloadedFiles(), fixture.storedState.size], [{}, 0]);
  });

  it("isn't resumed for another account", async () => {
    const added = await fixture.createPartialDownload();
    const part = await fixture.hashDownloadedFiles();
    const before = fixture.server.requests.length;
    assert.equal((await fixture.save(added, { accountId: "someone else" })).kind, "saved");
    assert.ok(getOffsetsSince(before).includes("0"));
    assert.deepEqual(await fixture.hashDownloadedFiles(), { ...part, "a.bin": added.sha256 });
  });

  const changes: readonly (readonly [string, (part: string, sibling: string) => Promise<void>])[] = [
    ["longer than the file", (part) => truncate(part, 4 * chunkSize)],
    ["another name of something else", (part, sibling) => link(part, sibling)],
  ];
  for (const [description, changePart] of changes) {
    it(`restarts if the part file is ${description} by now, and doesn't touch that`, async () => {
      const added = await fixture.createPartialDownload();
      await changePart(fixture.getPath("a.bin.part"), fixture.getPath("second.txt"));
      const before = await fixture.hashDownloadedFiles();
      assert.equal((await fixture.save(added)).kind, "saved");
      assert.deepEqual(await fixture.hashDownloadedFiles(), { ...before, "a.bin": added.sha256 });
    });
  }

  it("restarts if the part file is gone", async () => {
    const added = await fixture.createPartialDownload();
    await rm(fixture.getPath("a.bin.part"));
    assert.equal((await fixture.save(added)).kind, "saved");
    assert.deepEqual(
      [await fixture.hashDownloadedFiles(), fixture.storedState.size],
      [{ "a.bin": added.sha256 }, 0],
    );
  });

  /** Windows has no O_NOFOLLOW. */
  const openWithoutFlag: FileSystem["open"] = (path, flags, mode) =>
    open(path, Number(flags) & ~constants.O_NOFOLLOW, mode);
  for (const [system, overrides] of [
    ["here", {}] as const,
    ["on Windows", { open: openWithoutFlag }] as const,
  ]) {
    it(`doesn't follow a link in place of its part file, ${system}`, async () => {
      const added = await fixture.createPartialDownload();
      await rm(fixture.getPath("a.bin.part"));
      await symlink(fixture.getSiblingPath("theirs.txt"), fixture.getPath("a.bin.part"));
      assert.equal(
        (await fixture.save(added, { downloads: fixture.createDownloads(overrides) })).kind,
        "saved",
      );
      assert.deepEqual(await fixture.hashDownloadedFiles(), { "a.bin": added.sha256 });
    });
  }

  it("that is requested twice is saved twice, although only one part file can be resumed", async () => {
    const added = await fixture.createPartialDownload();
    const downloads = fixture.createDownloads();
    const before = fixture.server.requests.length;
    const both = [fixture.save(added, { downloads }), fixture.save(added, { downloads })];
    assert.deepEqual(
      (await Promise.all(both)).map(({ kind }) => kind),
      ["saved", "saved"],
    );
    assert.deepEqual(await fixture.hashDownloadedFiles(), {
      "a.bin": added.sha256,
      "a (2).bin": added.sha256,
    });
    const requests = fixture.server.requests.slice(before);
    assert.equal(
      requests.filter(({ path }) => path.includes("offset=0&")).length,
      1,
      "one starts from the beginning",
    );
  });

  it("in one folder isn't touched by a download to another", async () => {
    const added = await fixture.createPartialDownload();
    const before = await fixture.hashDownloadedFiles();
    assert.equal((await fixture.save(added, { target: fixture.createTarget("other") })).kind, "saved");
    assert.deepEqual(await fixture.hashDownloadedFiles(), {
      ...before,
      [join("other", "a.bin")]: added.sha256,
    });
  });
});
