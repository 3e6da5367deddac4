import assert from "node:assert/strict";
import { GeneratedFileContent } from "../../simulator/state/generatedFileContent.ts";
import { waitUntil } from "../../support/wait.ts";
import {
  createContent,
  createNewFile,
  chunkSize,
  sha256,
  createSource,
  UploadFixture,
} from "./uploadFixture.ts";

const hour = 60 * 60 * 1000;

describe("uploads", () => {
  let fixture: UploadFixture;
  beforeEach(async () => {
    fixture = await UploadFixture.open();
  });
  afterEach(() => fixture.close());

  for (const size of [0, 1, chunkSize - 1, chunkSize, chunkSize + 1, 3 * chunkSize]) {
    it(`send a whole file of ${size} bytes`, async () => {
      const content = createContent(size);
      const { outcome, created, progress } = await fixture.send(content);
      assert.deepEqual(await fixture.attachAndHash(outcome), [sha256(content)]);
      const steps = Array.from({ length: Math.ceil(size / chunkSize) + 1 }, (_, at) =>
        Math.min(at * chunkSize, size),
      );
      assert.deepEqual(progress, size === 0 ? [] : steps);
      const id = outcome.kind === "uploaded" ? outcome.id : 0;
      const href = size === 0 ? undefined : `/uploads/tracker/file/${id}`;
      assert.deepEqual(created, [{ id, size, href }]);
    });
  }

  it("of 64 MiB read one chunk and send one request at a time", async () => {
    const content = new GeneratedFileContent(7, 7, 64 * chunkSize);
    let reading = 0;
    let maxReading = 0;
    const source = {
      read: async (offset: number, length: number) => {
        reading += length;
        maxReading = Math.max(maxReading, reading);
        await Promise.resolve();
        reading -= length;
        return content.slice(offset, offset + length);
      },
    };
    const outcome = await fixture.createClient().upload(fixture.fieldId, createNewFile(content.size), source);
    assert.deepEqual([maxReading, fixture.server.maxRequestsInFlight], [chunkSize, 1]);
    assert.ok(Math.max(...fixture.server.requests.map(({ size }) => size)) <= chunkSize);
    assert.deepEqual(await fixture.attachAndHash(outcome), [content.sha256()]);
  });

  it("preserve name, type and description", async () => {
    const name = 'é "q" #1 50%.txt';
    const file = { name, size: 2, type: "text/plain", description: "a <b> & ü" };
    const outcome = await fixture
      .createClient()
      .upload(fixture.fieldId, file, createSource(Buffer.from("hi")));
    const [description] = await fixture.attach(outcome);
    const { id: _id, page: _page, ...rest } = description ?? assert.fail("no file");
    assert.deepEqual(rest, file);
  });

  it("run concurrently, and leave connections for the tree", async () => {
    const client = fixture.createClient();
    const contents = [1, 2, 3, 4, 5, 6].map((seed) => createContent(2 * chunkSize + seed, seed));
    const uploads = contents.map((content, at) => fixture.send(content, { client, name: `${at}.bin` }));
    const outcomes = (await Promise.all(uploads)).map(({ outcome }) => outcome);
    assert.deepEqual(await fixture.attachAndHash(...outcomes), contents.map(sha256));
    assert.ok(fixture.server.maxRequestsInFlight <= 6);
    const removeFault = fixture.server.faults.add({ path: /uploads/, fault: { kind: "hang" } });
    const abort = new AbortController();
    const hanging = contents.map((content, at) =>
      fixture.send(content, { client, name: `stuck ${at}`, signal: abort.signal }),
    );
    assert.equal((await client.artifact(1)).id, 1);
    abort.abort();
    const results = await Promise.allSettled(hanging);
    assert.ok(results.every((end) => end.status === "rejected" && end.reason.kind === "canceled"));
    removeFault();
    assert.equal((await fixture.send(createContent(3), { client, name: "after" })).outcome.kind, "uploaded");
  });

  it("are resumed later by another client from serialized data", async () => {
    const content = createContent(3 * chunkSize + 5);
    const abort = new AbortController();
    let saved = "";
    const interrupted = fixture.send(content, {
      signal: abort.signal,
      onCreated: (upload) => {
        saved = JSON.stringify(upload);
      },
      onProgress: (bytes) => {
        if (bytes === 2 * chunkSize) abort.abort();
      },
    });
    await assert.rejects(interrupted, { kind: "canceled" });
    const before = fixture.uploadRequests.length;
    const { outcome, progress } = await fixture.send(content, { resume: JSON.parse(saved) });
    assert.deepEqual(progress, [2 * chunkSize, 3 * chunkSize, content.length]);
    assert.deepEqual(fixture.uploadRequests.slice(before), [
      "HEAD uploads",
      "PATCH uploads",
      "PATCH uploads",
    ]);
    const resumed = await fixture.send(content, { resume: JSON.parse(saved) });
    assert.deepEqual(resumed.outcome, outcome);
    assert.deepEqual(await fixture.attachAndHash(outcome), [sha256(content)]);
    await assert.rejects(fixture.send(content, { resume: JSON.parse(saved) }), { kind: "notFound" });
  });

  it("fail if the server has deleted the upload", async () => {
    const { created } = await fixture.send(createContent(9));
    fixture.server.clock.advance(4 * hour);
    await assert.rejects(fixture.send(createContent(9), { resume: created[0] }), { kind: "notFound" });
    fixture.server.faults.add({
      method: "PATCH",
      path: /uploads/,
      times: 1,
      fault: { kind: "concurrentChange", act: () => fixture.server.clock.advance(4 * hour) },
    });
    await assert.rejects(fixture.send(createContent(9)), { kind: "notFound" });
  });

  it("of an empty file are restarted instead of resumed", async () => {
    const { outcome, created } = await fixture.send(createContent(0));
    assert.equal((await fixture.attachAndHash(outcome)).length, 1);
    const resumed = await fixture.send(createContent(0), { resume: created[0] });
    assert.notDeepEqual(resumed.outcome, outcome);
    assert.deepEqual(await fixture.attachAndHash(resumed.outcome), [sha256(createContent(0))]);
  });

  it("can be canceled twice", async () => {
    const client = fixture.createClient();
    const { created } = await fixture.send(createContent(9), { client });
    const [upload] = created;
    assert.ok(upload);
    await client.cancelUpload(upload);
    await client.cancelUpload(upload);
    await assert.rejects(fixture.send(createContent(9), { client, resume: upload }), { kind: "notFound" });
    assert.deepEqual(fixture.uploadRequests.slice(-3), ["DELETE uploads", "DELETE uploads", "HEAD uploads"]);
    const empty = await fixture.send(createContent(0), { client });
    assert.ok(empty.created[0]);
    await client.cancelUpload(empty.created[0]);
  });

  for (const [what, size, content] of [
    ["shorter", 2 * chunkSize, createContent(2 * chunkSize - 1)],
    ["shorter by a chunk", 3 * chunkSize, createContent(chunkSize)],
    ["longer", 2 * chunkSize, createContent(2 * chunkSize + 1)],
    ["longer than an empty file", 0, createContent(1)],
    ["empty", 3, createContent(0)],
  ] as const) {
    it(`never store an incomplete file if the source is ${what}`, async () => {
      const { outcome, created } = await fixture.send(content, { size });
      assert.deepEqual(outcome, { kind: "sourceChanged" });
      const [upload] = created;
      if (upload !== undefined) {
        await assert.rejects(fixture.attachAndHash({ kind: "uploaded", id: upload.id }), {
          kind: "notFound",
        });
        await assert.rejects(fixture.send(createContent(size), { resume: upload }), { kind: "notFound" });
      }
    });
  }

  it("are deleted if the size of the file has changed", async () => {
    const { created } = await fixture.send(createContent(9));
    const { outcome } = await fixture.send(createContent(10), { resume: created[0] });
    assert.deepEqual(outcome, { kind: "sourceChanged" });
    await assert.rejects(fixture.send(createContent(9), { resume: created[0] }), { kind: "notFound" });
  });

  it("fail with the error of the source", async () => {
    const source = { read: () => Promise.reject(new Error("ENOENT")) };
    await assert.rejects(fixture.createClient().upload(fixture.fieldId, createNewFile(5), source), {
      message: "ENOENT",
    });
  });

  it("are rejected with the server's message", async () => {
    const limitedFixture = await UploadFixture.open({ uploadLimit: 10 });
    try {
      const rejected: { request?: { status?: number; serverMessage?: string } } = await limitedFixture
        .send(createContent(11))
        .then(() => ({}))
        .catch((failure: object) => failure);
      assert.deepEqual(
        [rejected.request?.status, /10 bytes/.test(rejected.request?.serverMessage ?? "")],
        [400, true],
      );
      const { outsider } = limitedFixture.server.accounts;
      const outsiderClient = limitedFixture.createClient({
        credential: { kind: "accessKey", key: outsider.accessKey },
      });
      await assert.rejects(limitedFixture.send(createContent(3), { client: outsiderClient }), {
        kind: "forbidden",
      });
      await assert.rejects(
        fixture.createClient().upload(987_654, createNewFile(1), createSource(createContent(1))),
        {
          kind: "notFound",
        },
      );
    } finally {
      await limitedFixture.close();
    }
  });

  it("can be canceled before and during requests", async () => {
    const aborted = AbortSignal.abort();
    await assert.rejects(fixture.send(createContent(5), { signal: aborted }), { kind: "canceled" });
    for (const method of ["POST", "HEAD", "PATCH"]) {
      const abort = new AbortController();
      const removeFault = fixture.server.faults.add({
        method,
        path: /uploads|files/,
        fault: { kind: "hang" },
      });
      const pending = fixture.send(createContent(5), { signal: abort.signal });
      const requestCount = fixture.server.requests.length;
      await waitUntil(method, () =>
        fixture.server.requests.slice(requestCount).some((each) => each.method === method),
      );
      abort.abort();
      await assert.rejects(pending, { kind: "canceled" });
      removeFault();
    }
    const { outcome } = await fixture.send(createContent(5));
    assert.deepEqual(await fixture.attachAndHash(outcome), [sha256(createContent(5))]);
  });
});
