import assert from "node:assert/strict";
import { FileContent } from "../../simulator/state/fileContent.ts";
import { until } from "../../support/wait.ts";
import { contentOf, newFile, piece, sha256, sourceOf, UploadStage } from "./uploadStage.ts";

const hour = 60 * 60 * 1000;

describe("uploads", () => {
  let stage: UploadStage;
  beforeEach(async () => {
    stage = await UploadStage.open();
  });
  afterEach(() => stage.close());

  for (const size of [0, 1, piece - 1, piece, piece + 1, 3 * piece]) {
    it(`bring all of a file of ${size}`, async () => {
      const content = contentOf(size);
      const { outcome, begun, progress } = await stage.send(content);
      assert.deepEqual(await stage.attached(outcome), [sha256(content)]);
      const steps = Array.from({ length: Math.ceil(size / piece) + 1 }, (_, at) =>
        Math.min(at * piece, size),
      );
      assert.deepEqual(progress, size === 0 ? [] : steps);
      const id = outcome.kind === "uploaded" ? outcome.id : 0;
      const href = size === 0 ? undefined : `/uploads/tracker/file/${id}`;
      assert.deepEqual(begun, [{ id, size, href }]);
    });
  }

  it("of 64 MiB hold no more than a piece of it, and one request, at a time", async () => {
    const content = new FileContent(7, 7, 64 * piece);
    let lent = 0;
    let mostLent = 0;
    const source = {
      read: async (offset: number, length: number) => {
        lent += length;
        mostLent = Math.max(mostLent, lent);
        await Promise.resolve();
        lent -= length;
        return content.slice(offset, offset + length);
      },
    };
    const outcome = await stage.client().upload(stage.field, newFile(content.size), source);
    assert.deepEqual([mostLent, stage.server.mostInFlight], [piece, 1]);
    assert.ok(Math.max(...stage.server.requests.map(({ size }) => size)) <= piece);
    assert.deepEqual(await stage.attached(outcome), [content.sha256()]);
  });

  it("give name, type and description as they are", async () => {
    const name = 'é "q" #1 50%.txt';
    const file = { name, size: 2, type: "text/plain", description: "a <b> & ü" };
    const outcome = await stage.client().upload(stage.field, file, sourceOf(Buffer.from("hi")));
    const [described] = await stage.attach(outcome);
    const { id: _id, page: _page, ...rest } = described ?? assert.fail("no file");
    assert.deepEqual(rest, file);
  });

  it("go on side by side, and leave the tree its connections", async () => {
    const client = stage.client();
    const contents = [1, 2, 3, 4, 5, 6].map((seed) => contentOf(2 * piece + seed, seed));
    const uploads = contents.map((content, at) => stage.send(content, { client, name: `${at}.bin` }));
    const outcomes = (await Promise.all(uploads)).map(({ outcome }) => outcome);
    assert.deepEqual(await stage.attached(...outcomes), contents.map(sha256));
    assert.ok(stage.server.mostInFlight <= 6);
    const heal = stage.server.faults.add({ path: /uploads/, fault: { kind: "hang" } });
    const abort = new AbortController();
    const stuck = contents.map((content, at) =>
      stage.send(content, { client, name: `stuck ${at}`, signal: abort.signal }),
    );
    assert.equal((await client.artifact(1)).id, 1);
    abort.abort();
    const ends = await Promise.allSettled(stuck);
    assert.ok(ends.every((end) => end.status === "rejected" && end.reason.kind === "cancelled"));
    heal();
    assert.equal((await stage.send(contentOf(3), { client, name: "after" })).outcome.kind, "uploaded");
  });

  it("are gone on with later, by another client, from what was kept as text", async () => {
    const content = contentOf(3 * piece + 5);
    const abort = new AbortController();
    let kept = "";
    const cut = stage.send(content, {
      signal: abort.signal,
      onBegun: (upload) => {
        kept = JSON.stringify(upload);
      },
      onProgress: (bytes) => {
        if (bytes === 2 * piece) abort.abort();
      },
    });
    await assert.rejects(cut, { kind: "cancelled" });
    const before = stage.asked.length;
    const { outcome, progress } = await stage.send(content, { resume: JSON.parse(kept) });
    assert.deepEqual(progress, [2 * piece, 3 * piece, content.length]);
    assert.deepEqual(stage.asked.slice(before), ["HEAD uploads", "PATCH uploads", "PATCH uploads"]);
    const again = await stage.send(content, { resume: JSON.parse(kept) });
    assert.deepEqual(again.outcome, outcome);
    assert.deepEqual(await stage.attached(outcome), [sha256(content)]);
    await assert.rejects(stage.send(content, { resume: JSON.parse(kept) }), { kind: "notFound" });
  });

  it("say so when the place for them is gone", async () => {
    const { begun } = await stage.send(contentOf(9));
    stage.server.clock.advance(4 * hour);
    await assert.rejects(stage.send(contentOf(9), { resume: begun[0] }), { kind: "notFound" });
    stage.server.faults.add({
      method: "PATCH",
      path: /uploads/,
      times: 1,
      fault: { kind: "meanwhile", act: () => stage.server.clock.advance(4 * hour) },
    });
    await assert.rejects(stage.send(contentOf(9)), { kind: "notFound" });
  });

  it("of an empty file are begun anew rather than gone on with, since nothing tells whether it is still there", async () => {
    const { outcome, begun } = await stage.send(contentOf(0));
    assert.equal((await stage.attached(outcome)).length, 1);
    const again = await stage.send(contentOf(0), { resume: begun[0] });
    assert.notDeepEqual(again.outcome, outcome);
    assert.deepEqual(await stage.attached(again.outcome), [sha256(contentOf(0))]);
  });

  it("are given up, and no harm is done by doing so twice", async () => {
    const client = stage.client();
    const { begun } = await stage.send(contentOf(9), { client });
    const [upload] = begun;
    assert.ok(upload);
    await client.abandonUpload(upload);
    await client.abandonUpload(upload);
    await assert.rejects(stage.send(contentOf(9), { client, resume: upload }), { kind: "notFound" });
    assert.deepEqual(stage.asked.slice(-3), ["DELETE uploads", "DELETE uploads", "HEAD uploads"]);
    const empty = await stage.send(contentOf(0), { client });
    assert.ok(empty.begun[0]);
    await client.abandonUpload(empty.begun[0]);
  });

  for (const [what, size, content] of [
    ["shorter", 2 * piece, contentOf(2 * piece - 1)],
    ["shorter by a piece", 3 * piece, contentOf(piece)],
    ["longer", 2 * piece, contentOf(2 * piece + 1)],
    ["longer than nothing", 0, contentOf(1)],
    ["nothing at all", 3, contentOf(0)],
  ] as const) {
    it(`never become a broken file when the source is ${what}`, async () => {
      const { outcome, begun } = await stage.send(content, { size });
      assert.deepEqual(outcome, { kind: "sourceChanged" });
      const [upload] = begun;
      if (upload !== undefined) {
        await assert.rejects(stage.attached({ kind: "uploaded", id: upload.id }), { kind: "notFound" });
        await assert.rejects(stage.send(contentOf(size), { resume: upload }), { kind: "notFound" });
      }
    });
  }

  it("are given up when the file has another size than it had", async () => {
    const { begun } = await stage.send(contentOf(9));
    const { outcome } = await stage.send(contentOf(10), { resume: begun[0] });
    assert.deepEqual(outcome, { kind: "sourceChanged" });
    await assert.rejects(stage.send(contentOf(9), { resume: begun[0] }), { kind: "notFound" });
  });

  it("end in what the source says when it can't be read", async () => {
    const source = { read: () => Promise.reject(new Error("ENOENT")) };
    await assert.rejects(stage.client().upload(stage.field, newFile(5), source), { message: "ENOENT" });
  });

  it("are refused in the server's words", async () => {
    const other = await UploadStage.open({ uploadLimit: 10 });
    try {
      const refused: { request?: { status?: number; said?: string } } = await other
        .send(contentOf(11))
        .then(() => ({}))
        .catch((failure: object) => failure);
      assert.deepEqual([refused.request?.status, /10 bytes/.test(refused.request?.said ?? "")], [400, true]);
      const { outsider } = other.server.accounts;
      const stranger = other.client({ credential: { kind: "accessKey", key: outsider.accessKey } });
      await assert.rejects(other.send(contentOf(3), { client: stranger }), { kind: "forbidden" });
      await assert.rejects(stage.client().upload(987_654, newFile(1), sourceOf(contentOf(1))), {
        kind: "notFound",
      });
    } finally {
      await other.close();
    }
  });

  it("are called off before, while and after they wait for an answer", async () => {
    const aborted = AbortSignal.abort();
    await assert.rejects(stage.send(contentOf(5), { signal: aborted }), { kind: "cancelled" });
    for (const method of ["POST", "HEAD", "PATCH"]) {
      const abort = new AbortController();
      const heal = stage.server.faults.add({ method, path: /uploads|files/, fault: { kind: "hang" } });
      const hanging = stage.send(contentOf(5), { signal: abort.signal });
      const seen = stage.server.requests.length;
      await until(method, () => stage.server.requests.slice(seen).some((each) => each.method === method));
      abort.abort();
      await assert.rejects(hanging, { kind: "cancelled" });
      heal();
    }
    const { outcome } = await stage.send(contentOf(5));
    assert.deepEqual(await stage.attached(outcome), [sha256(contentOf(5))]);
  });
});
