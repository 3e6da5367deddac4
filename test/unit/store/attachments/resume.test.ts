import assert from "node:assert/strict";
import { constants } from "node:fs";
import { link, open, rm, stat, symlink, truncate } from "node:fs/promises";
import { join } from "node:path";
import type { DownloadsProgress } from "../../../../src/store/attachments/downloads.ts";
import type { Disk } from "../../../../src/store/attachments/fileSystem.ts";
import { type Added, chunk, DownloadStage, systemError } from "./downloadStage.ts";

describe("a download that was cut off", () => {
  let stage: DownloadStage;
  beforeEach(async () => {
    stage = await DownloadStage.open();
  });
  afterEach(() => stage.close());

  for (const way of ["chunks", "stream"] as const) {
    it(`goes on after a cut in the middle, that came as ${way}`, async () => {
      const added = stage.add(5 * chunk + 7, "a.bin", way);
      const rule = way === "stream" ? { path: /plugins/ } : { path: /offset=3145728/ };
      stage.spoil(way === "stream" ? { kind: "truncated" } : { kind: "drop" }, {
        ...rule,
        times: way === "stream" ? 1 : 4,
      });
      assert.equal((await stage.save(added)).kind, "saved");
      assert.deepEqual(await stage.added(), { "a.bin": added.sha256 });
    });
  }

  it("is given up after some tries in vain, and gone on with in another session", async () => {
    const added = stage.add(4 * chunk, "a.bin");
    const heal = stage.spoil({ kind: "drop" }, { path: /offset=2097152/ });
    const outcome = await stage.save(added);
    assert.ok(outcome.kind === "failed" && outcome.failure.kind === "unreachable" && outcome.isKept);
    assert.deepEqual(stage.pauses, [1000, 4000]);
    assert.deepEqual(Object.keys(await stage.added()), ["a.bin.part"]);
    assert.equal((await stat(stage.path("a.bin.part"))).size, 2 * chunk);
    heal();
    const before = stage.server.requests.length;
    assert.equal((await stage.save(added)).kind, "saved");
    const offsets = stage.server.requests.slice(before).map(({ path }) => /offset=(\d+)/.exec(path)?.[1]);
    assert.deepEqual(offsets, [String(2 * chunk), String(3 * chunk)]);
    assert.deepEqual([await stage.added(), stage.kept.size], [{ "a.bin": added.sha256 }, 0]);
  });

  /** A file all of which has come, and which could not get its name. */
  async function nameless(size: number): Promise<Added> {
    const added = stage.add(size, "a.bin");
    const noName = stage.downloads({ link: () => Promise.reject(systemError("EIO")) });
    const path = stage.path("a.bin.part");
    assert.deepEqual(await stage.save(added, { downloads: noName }), {
      kind: "disk",
      trouble: { kind: "disk", path, code: "EIO" },
    });
    return added;
  }

  function offsetsSince(before: number): readonly unknown[] {
    return stage.server.requests.slice(before).map(({ path }) => /offset=(\d+)/.exec(path)?.[1]);
  }

  for (const [size, tail] of [
    [10, 0],
    [2 * chunk, chunk],
    [2 * chunk + 1, 2 * chunk],
  ] as const) {
    it(`that was whole with ${size} bytes, and had no name yet, asks for its end alone`, async () => {
      const added = await nameless(size);
      const before = stage.server.requests.length;
      assert.equal((await stage.save(added)).kind, "saved");
      assert.deepEqual(offsetsSince(before), [String(tail)]);
      assert.deepEqual([await stage.added(), stage.kept.size], [{ "a.bin": added.sha256 }, 0]);
    });
  }

  it("that seems to be whole, and has another end than the file, begins anew", async () => {
    const added = await stage.begun();
    await truncate(stage.path("a.bin.part"), 3 * chunk);
    const before = stage.server.requests.length;
    const told: DownloadsProgress[] = [];
    const onProgress = (progress: DownloadsProgress): void => void told.push(progress);
    assert.equal((await stage.save(added, { onProgress })).kind, "saved");
    const [tail, ...anew] = offsetsSince(before);
    const all = [0, 1, 2].map((number) => String(number * chunk));
    assert.deepEqual([tail, anew.length, new Set(anew)], [String(2 * chunk), 3, new Set(all)]);
    assert.deepEqual(await stage.added(), { "a.bin": added.sha256 });
    assert.ok(told.every(({ pace }) => (pace?.rate ?? 0) >= 0));
  });

  it("that seems to be whole is no file where the server does not give it out any more", async () => {
    const added = await nameless(2 * chunk);
    const heal = stage.spoil({ kind: "status", status: 403 });
    const outcome = await stage.save(added);
    assert.ok(outcome.kind === "failed" && outcome.failure.kind === "forbidden");
    heal();
    stage.spoil({ kind: "status", status: 404 });
    const gone = await stage.save(added);
    assert.ok(gone.kind === "failed" && gone.failure.kind === "notFound" && !gone.isKept);
    assert.deepEqual([await stage.added(), stage.kept.size], [{}, 0]);
  });

  it("is not for another account", async () => {
    const added = await stage.begun();
    const part = await stage.added();
    const before = stage.server.requests.length;
    assert.equal((await stage.save(added, { accountId: "someone else" })).kind, "saved");
    assert.equal(offsetsSince(before)[0], "0");
    assert.deepEqual(await stage.added(), { ...part, "a.bin": added.sha256 });
  });

  const spoilings: readonly (readonly [string, (part: string, beside: string) => Promise<void>])[] = [
    ["longer than the file", (part) => truncate(part, 4 * chunk)],
    ["another name of something else", (part, beside) => link(part, beside)],
  ];
  for (const [what, spoilPart] of spoilings) {
    it(`begins anew where what was begun is ${what} by now, and leaves that alone`, async () => {
      const added = await stage.begun();
      await spoilPart(stage.path("a.bin.part"), stage.path("second.txt"));
      const before = await stage.added();
      assert.equal((await stage.save(added)).kind, "saved");
      assert.deepEqual(await stage.added(), { ...before, "a.bin": added.sha256 });
    });
  }

  it("begins anew where what was begun is gone", async () => {
    const added = await stage.begun();
    await rm(stage.path("a.bin.part"));
    assert.equal((await stage.save(added)).kind, "saved");
    assert.deepEqual([await stage.added(), stage.kept.size], [{ "a.bin": added.sha256 }, 0]);
  });

  /** Windows has no flag that forbids to follow a link. */
  const withoutFlag: Disk["open"] = (path, flags, mode) =>
    open(path, Number(flags) & ~constants.O_NOFOLLOW, mode);
  for (const [system, disk] of [["here", {}] as const, ["on Windows", { open: withoutFlag }] as const]) {
    it(`does not go on through a link that was put in the place of its part, ${system}`, async () => {
      const added = await stage.begun();
      await rm(stage.path("a.bin.part"));
      await symlink(stage.beside("theirs.txt"), stage.path("a.bin.part"));
      assert.equal((await stage.save(added, { downloads: stage.downloads(disk) })).kind, "saved");
      assert.deepEqual(await stage.added(), { "a.bin": added.sha256 });
    });
  }

  it("that is asked for twice at once comes twice, though there is one part to go on with", async () => {
    const added = await stage.begun();
    const downloads = stage.downloads();
    const before = stage.server.requests.length;
    const both = [stage.save(added, { downloads }), stage.save(added, { downloads })];
    assert.deepEqual(
      (await Promise.all(both)).map(({ kind }) => kind),
      ["saved", "saved"],
    );
    assert.deepEqual(await stage.added(), { "a.bin": added.sha256, "a (2).bin": added.sha256 });
    const asked = stage.server.requests.slice(before);
    assert.equal(asked.filter(({ path }) => path.includes("offset=0&")).length, 1, "one begins anew");
  });

  it("that was begun in one folder is left there when it is asked for in another", async () => {
    const added = await stage.begun();
    const before = await stage.added();
    assert.equal((await stage.save(added, { target: stage.inFolder("other") })).kind, "saved");
    assert.deepEqual(await stage.added(), { ...before, [join("other", "a.bin")]: added.sha256 });
  });
});
