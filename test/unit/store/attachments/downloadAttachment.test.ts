import assert from "node:assert/strict";
import { readFile, stat, symlink, truncate, writeFile } from "node:fs/promises";
import type { Client } from "../../../../src/api/client.ts";
import { waitUntil } from "../../../support/wait.ts";
import type { Fault } from "../../../simulator/faults.ts";
import { chunkSize, DownloadFixture, sha256 } from "./downloadFixture.ts";

for (const dialect of ["product", "documented"] as const) {
  describe(`downloads to a folder on the ${dialect} dialect`, () => {
    let fixture: DownloadFixture;
    beforeEach(async () => {
      fixture = await DownloadFixture.open(dialect);
    });
    afterEach(() => fixture.close());

    for (const size of [0, 1, chunkSize, chunkSize + 1, 20 * chunkSize]) {
      it(`save ${size} bytes under the file's name only`, async () => {
        const chunks = fixture.addFile(size, "chunks.bin", "chunks");
        const stream = fixture.addFile(size, "stream.bin", "stream");
        const outcomes = await fixture.saveAll([chunks, stream]);
        assert.deepEqual(outcomes, [
          { kind: "saved", path: fixture.getPath("chunks.bin"), size },
          { kind: "saved", path: fixture.getPath("stream.bin"), size },
        ]);
        const expected = { "chunks.bin": chunks.sha256, "stream.bin": stream.sha256 };
        assert.deepEqual([await fixture.hashDownloadedFiles(), fixture.storedState.size], [expected, 0]);
      });
    }
  });
}

describe("a download", () => {
  let fixture: DownloadFixture;
  beforeEach(async () => {
    fixture = await DownloadFixture.open();
  });
  afterEach(() => fixture.close());

  it("doesn't have its final name before it is complete", async () => {
    const added = fixture.addFile(3 * chunkSize);
    const removeFault = fixture.addFault({ kind: "hang" }, { path: /offset=2097152/ });
    const abort = new AbortController();
    const download = fixture.save(added, { signal: abort.signal });
    await waitUntil("two chunks are written", async () => {
      const stats = await stat(fixture.getPath("soundings.bin.part")).catch(() => undefined);
      return stats?.size === 2 * chunkSize;
    });
    assert.deepEqual(Object.keys(await fixture.hashDownloadedFiles()), ["soundings.bin.part"]);
    abort.abort();
    removeFault();
    assert.deepEqual(await download, { kind: "canceled" });
    assert.deepEqual([await fixture.hashDownloadedFiles(), fixture.storedState.size], [{}, 0]);
  });

  const failures: readonly (readonly [string, Fault, string])[] = [
    ["is lost on the server", { kind: "status", status: 200, body: '{"data":null}' }, "notFound"],
    ["has a chunk that is too short", { kind: "chunkLength", by: -1 }, "unexpectedResponse"],
    ["has a chunk that is too long", { kind: "chunkLength", by: 1 }, "unexpectedResponse"],
    ["has a chunk that is no base64", { kind: "corruptBase64" }, "unexpectedResponse"],
  ];
  for (const [problem, fault, kind] of failures) {
    it(`fails and leaves no file if it ${problem}`, async () => {
      const added = fixture.addFile(4 * chunkSize);
      fixture.addFault(fault, { path: /offset=2097152/ });
      const outcome = await fixture.save(added);
      assert.ok(outcome.kind === "failed" && !outcome.isResumable);
      assert.equal(outcome.failure.kind, kind);
      assert.deepEqual([await fixture.hashDownloadedFiles(), fixture.storedState.size], [{}, 0]);
    });
  }

  it("fails if the server's size differs, or the file is missing", async () => {
    const { file } = fixture.addFile(2 * chunkSize);
    const missingFile = fixture.server.addFile({
      name: "x",
      type: "text/plain",
      size: 5,
      artifactId: 1,
      isMissingOnDisk: true,
    });
    const files = [
      { ...file, size: 2 * chunkSize + 1 },
      { ...file, size: chunkSize },
      { ...file, id: missingFile.id, size: 5 },
      { ...file, id: 987_654 },
    ];
    const outcomes = await fixture.saveAll(files.map((file) => ({ file })));
    assert.deepEqual(
      outcomes.map((outcome) => outcome.kind === "failed" && [outcome.failure.kind, outcome.isResumable]),
      [
        ["unexpectedResponse", false],
        ["unexpectedResponse", false],
        ["notFound", false],
        ["notFound", false],
      ],
    );
    assert.deepEqual([await fixture.hashDownloadedFiles(), fixture.storedState.size], [{}, 0]);
  });

  it("fails if the size changes during the download", async () => {
    const added = fixture.addFile(4 * chunkSize);
    const headers = { "X-Pagination-Size": String(5 * chunkSize), "X-Pagination-Limit": String(chunkSize) };
    const body = JSON.stringify({ data: Buffer.alloc(chunkSize).toString("base64") });
    fixture.addFault({ kind: "status", status: 200, body, headers }, { path: /offset=2097152/ });
    const outcome = await fixture.save(added);
    assert.ok(outcome.kind === "failed" && outcome.failure.kind === "unexpectedResponse");
    assert.deepEqual([await fixture.hashDownloadedFiles(), fixture.storedState.size], [{}, 0]);
  });

  it("is complete if the server doesn't report the size before", async () => {
    const { file, sha256 } = fixture.addFile(chunkSize + 3, "a.bin");
    assert.deepEqual(await fixture.save({ file: { ...file, size: 0 } }), {
      kind: "saved",
      path: fixture.getPath("a.bin"),
      size: chunkSize + 3,
    });
    assert.deepEqual(await fixture.hashDownloadedFiles(), { "a.bin": sha256 });
  });

  it("keeps received bytes after a sign-out, and leaves no file without any", async () => {
    const added = fixture.addFile(3 * chunkSize, "a.bin");
    const removeFault = fixture.addFault({ kind: "status", status: 401 }, { path: /offset=1048576/ });
    const outcome = await fixture.save(added);
    assert.ok(outcome.kind === "failed" && outcome.failure.kind === "signedOut" && outcome.isResumable);
    assert.deepEqual(Object.keys(await fixture.hashDownloadedFiles()), ["a.bin.part"]);
    removeFault();
    fixture.addFault({ kind: "status", status: 401 });
    const other = await fixture.save(fixture.addFile(chunkSize, "b.bin"));
    assert.ok(other.kind === "failed" && !other.isResumable);
    assert.deepEqual(Object.keys(await fixture.hashDownloadedFiles()), ["a.bin.part"]);
  });

  it("doesn't touch part files, links and files of others with its name", async () => {
    const added = fixture.addFile(chunkSize, "a.bin");
    await writeFile(fixture.getPath("a.bin.part"), "somebody's");
    await writeFile(fixture.getPath("A.BIN"), "somebody's");
    await symlink(fixture.getSiblingPath("theirs.txt"), fixture.getPath("a (2).bin.part"));
    await symlink(fixture.getSiblingPath("nowhere"), fixture.getPath("a (2).bin"));
    assert.deepEqual(await fixture.save(added), {
      kind: "saved",
      path: fixture.getPath("a (3).bin"),
      size: chunkSize,
    });
    assert.deepEqual(await fixture.hashDownloadedFiles(), {
      "A.BIN": sha256("somebody's"),
      "a.bin.part": sha256("somebody's"),
      "a (3).bin": added.sha256,
    });
  });

  it("replaces a selected file only when it is complete", async () => {
    const added = fixture.addFile(2 * chunkSize, "a.bin");
    const path = fixture.getPath("chosen.txt");
    const target = { kind: "file", path } as const;
    await writeFile(path, "before");
    const removeFault = fixture.addFault({ kind: "status", status: 500 }, { path: /offset=1048576/ });
    assert.equal((await fixture.save(added, { target })).kind, "failed");
    assert.equal(await readFile(path, "utf8"), "before");
    removeFault();
    assert.deepEqual(await fixture.save(added, { target }), { kind: "saved", path, size: 2 * chunkSize });
    assert.deepEqual(await fixture.hashDownloadedFiles(), { "chosen.txt": added.sha256 });
  });

  it("replaces a selected link, not its target", async () => {
    const added = fixture.addFile(chunkSize, "a.bin");
    const path = fixture.getPath("link.txt");
    await symlink(fixture.getSiblingPath("theirs.txt"), path);
    await fixture.save(added, { target: { kind: "file", path } });
    assert.deepEqual(await fixture.hashDownloadedFiles(), { "link.txt": added.sha256 });
  });

  it("never gets its final name if bytes are missing, or others have changed the part file", async () => {
    const added = fixture.addFile(chunkSize, "a.bin");
    const createSpoilingClient = (
      change: (bytes: Uint8Array) => Promise<Uint8Array>,
    ): Pick<Client, "download"> => ({
      download: async (...args) => {
        const download = await fixture.client.download(...args);
        return { ...download, bytes: mapChunks(download.bytes, change) };
      },
    });
    const truncating = createSpoilingClient((bytes) => Promise.resolve(bytes.subarray(1)));
    const extending = createSpoilingClient(async (bytes) => {
      await truncate(fixture.getPath("a.bin.part"), chunkSize + 1);
      return bytes;
    });
    for (const client of [truncating, extending]) {
      const outcome = await fixture.save(added, { client });
      assert.ok(outcome.kind === "failed" && outcome.failure.kind === "unexpectedResponse");
      assert.deepEqual([await fixture.hashDownloadedFiles(), fixture.storedState.size], [{}, 0]);
    }
  });
});

async function* mapChunks(
  bytes: AsyncIterable<Uint8Array>,
  change: (piece: Uint8Array) => Promise<Uint8Array>,
): AsyncGenerator<Uint8Array, void, undefined> {
  for await (const piece of bytes) yield await change(piece);
}
