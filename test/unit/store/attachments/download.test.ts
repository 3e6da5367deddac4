import assert from "node:assert/strict";
import { readFile, stat, symlink, truncate, writeFile } from "node:fs/promises";
import type { Client } from "../../../../src/api/client.ts";
import { until } from "../../../support/wait.ts";
import type { Fault } from "../../../simulator/faults.ts";
import { chunk, DownloadStage, sha256 } from "./downloadStage.ts";

for (const dialect of ["product", "documented"] as const) {
  describe(`attachments brought to a folder, on the ${dialect} dialect`, () => {
    let stage: DownloadStage;
    beforeEach(async () => {
      stage = await DownloadStage.open(dialect);
    });
    afterEach(() => stage.close());

    for (const size of [0, 1, chunk, chunk + 1, 64 * chunk]) {
      it(`are the same ${size} bytes there, under their name alone`, async () => {
        const chunks = stage.add(size, "chunks.bin", "chunks");
        const stream = stage.add(size, "stream.bin", "stream");
        const outcomes = await stage.saveAll([chunks, stream]);
        assert.deepEqual(outcomes, [
          { kind: "saved", path: stage.path("chunks.bin"), size },
          { kind: "saved", path: stage.path("stream.bin"), size },
        ]);
        const expected = { "chunks.bin": chunks.sha256, "stream.bin": stream.sha256 };
        assert.deepEqual([await stage.added(), stage.kept.size], [expected, 0]);
      });
    }
  });
}

describe("an attachment on its way to the disk", () => {
  let stage: DownloadStage;
  beforeEach(async () => {
    stage = await DownloadStage.open();
  });
  afterEach(() => stage.close());

  it("is not under its name before it is whole", async () => {
    const added = stage.add(3 * chunk);
    const heal = stage.spoil({ kind: "hang" }, { path: /offset=2097152/ });
    const abort = new AbortController();
    const saving = stage.save(added, { signal: abort.signal });
    await until("two chunks are written", async () => {
      const found = await stat(stage.path("soundings.bin.part")).catch(() => undefined);
      return found?.size === 2 * chunk;
    });
    assert.deepEqual(Object.keys(await stage.added()), ["soundings.bin.part"]);
    abort.abort();
    heal();
    assert.deepEqual(await saving, { kind: "cancelled" });
    assert.deepEqual([await stage.added(), stage.kept.size], [{}, 0]);
  });

  const wrong: readonly (readonly [string, Fault, string])[] = [
    ["is lost on the server", { kind: "status", status: 200, body: '{"data":null}' }, "notFound"],
    ["has a chunk that is too short", { kind: "chunkLength", by: -1 }, "notUnderstood"],
    ["has a chunk that is too long", { kind: "chunkLength", by: 1 }, "notUnderstood"],
    ["has a chunk that is no base64", { kind: "corruptBase64" }, "notUnderstood"],
  ];
  for (const [what, fault, kind] of wrong) {
    it(`ends in an error, and leaves nothing, when it ${what}`, async () => {
      const added = stage.add(4 * chunk);
      stage.spoil(fault, { path: /offset=2097152/ });
      const outcome = await stage.save(added);
      assert.ok(outcome.kind === "failed" && !outcome.isKept);
      assert.equal(outcome.failure.kind, kind);
      assert.deepEqual([await stage.added(), stage.kept.size], [{}, 0]);
    });
  }

  it("ends in an error when the server has another size than it told, or none of it", async () => {
    const { file } = stage.add(2 * chunk);
    const lost = stage.server.addFile({
      name: "x",
      type: "text/plain",
      size: 5,
      artifactId: 1,
      isLost: true,
    });
    const cases = [
      { ...file, size: 2 * chunk + 1 },
      { ...file, size: chunk },
      { ...file, id: lost.id, size: 5 },
      { ...file, id: 987_654 },
    ];
    const outcomes = await stage.saveAll(cases.map((each) => ({ file: each })));
    assert.deepEqual(
      outcomes.map((outcome) => outcome.kind === "failed" && [outcome.failure.kind, outcome.isKept]),
      [
        ["notUnderstood", false],
        ["notUnderstood", false],
        ["notFound", false],
        ["notFound", false],
      ],
    );
    assert.deepEqual([await stage.added(), stage.kept.size], [{}, 0]);
  });

  it("ends in an error when its size changes in between", async () => {
    const added = stage.add(4 * chunk);
    const headers = { "X-Pagination-Size": String(5 * chunk), "X-Pagination-Limit": String(chunk) };
    const body = JSON.stringify({ data: Buffer.alloc(chunk).toString("base64") });
    stage.spoil({ kind: "status", status: 200, body, headers }, { path: /offset=2097152/ });
    const outcome = await stage.save(added);
    assert.ok(outcome.kind === "failed" && outcome.failure.kind === "notUnderstood");
    assert.deepEqual([await stage.added(), stage.kept.size], [{}, 0]);
  });

  it("is whole where the server does not tell its size beforehand", async () => {
    const { file, sha256 } = stage.add(chunk + 3, "a.bin");
    assert.deepEqual(await stage.save({ file: { ...file, size: 0 } }), {
      kind: "saved",
      path: stage.path("a.bin"),
      size: chunk + 3,
    });
    assert.deepEqual(await stage.added(), { "a.bin": sha256 });
  });

  it("keeps what came when the account is signed out meanwhile, and leaves nothing where nothing came", async () => {
    const added = stage.add(3 * chunk, "a.bin");
    const heal = stage.spoil({ kind: "status", status: 401 }, { path: /offset=1048576/ });
    const outcome = await stage.save(added);
    assert.ok(outcome.kind === "failed" && outcome.failure.kind === "signedOut" && outcome.isKept);
    assert.deepEqual(Object.keys(await stage.added()), ["a.bin.part"]);
    heal();
    stage.spoil({ kind: "status", status: 401 });
    const other = await stage.save(stage.add(chunk, "b.bin"));
    assert.ok(other.kind === "failed" && !other.isKept);
    assert.deepEqual(Object.keys(await stage.added()), ["a.bin.part"]);
  });

  it("leaves alone a part that is not ours, a link of its name, and files of its name", async () => {
    const added = stage.add(chunk, "a.bin");
    await writeFile(stage.path("a.bin.part"), "somebody's");
    await writeFile(stage.path("A.BIN"), "somebody's");
    await symlink(stage.beside("theirs.txt"), stage.path("a (2).bin.part"));
    await symlink(stage.beside("nowhere"), stage.path("a (2).bin"));
    assert.deepEqual(await stage.save(added), { kind: "saved", path: stage.path("a (3).bin"), size: chunk });
    assert.deepEqual(await stage.added(), {
      "A.BIN": sha256("somebody's"),
      "a.bin.part": sha256("somebody's"),
      "a (3).bin": added.sha256,
    });
  });

  it("takes the place of a file that the person has chosen, and only when it is whole", async () => {
    const added = stage.add(2 * chunk, "a.bin");
    const path = stage.path("chosen.txt");
    const target = { kind: "file", path } as const;
    await writeFile(path, "before");
    const heal = stage.spoil({ kind: "status", status: 500 }, { path: /offset=1048576/ });
    assert.equal((await stage.save(added, { target })).kind, "failed");
    assert.equal(await readFile(path, "utf8"), "before");
    heal();
    assert.deepEqual(await stage.save(added, { target }), { kind: "saved", path, size: 2 * chunk });
    assert.deepEqual(await stage.added(), { "chosen.txt": added.sha256 });
  });

  it("takes the place of a chosen link, and not of what it points at", async () => {
    const added = stage.add(chunk, "a.bin");
    const path = stage.path("link.txt");
    await symlink(stage.beside("theirs.txt"), path);
    await stage.save(added, { target: { kind: "file", path } });
    assert.deepEqual(await stage.added(), { "link.txt": added.sha256 });
  });

  it("never gets its name where it has fewer bytes than were told, or others have written to it", async () => {
    const added = stage.add(chunk, "a.bin");
    const spoiledBy = (spoil: (bytes: Uint8Array) => Promise<Uint8Array>): Pick<Client, "download"> => ({
      download: async (...args) => {
        const download = await stage.client.download(...args);
        return { ...download, bytes: each(download.bytes, spoil) };
      },
    });
    const shorter = spoiledBy((bytes) => Promise.resolve(bytes.subarray(1)));
    const written = spoiledBy(async (bytes) => {
      await truncate(stage.path("a.bin.part"), chunk + 1);
      return bytes;
    });
    for (const client of [shorter, written]) {
      const outcome = await stage.save(added, { client });
      assert.ok(outcome.kind === "failed" && outcome.failure.kind === "notUnderstood");
      assert.deepEqual([await stage.added(), stage.kept.size], [{}, 0]);
    }
  });
});

async function* each(
  bytes: AsyncIterable<Uint8Array>,
  change: (piece: Uint8Array) => Promise<Uint8Array>,
): AsyncGenerator<Uint8Array, void, undefined> {
  for await (const piece of bytes) yield await change(piece);
}
