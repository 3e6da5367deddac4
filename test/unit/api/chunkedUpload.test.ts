import assert from "node:assert/strict";
import type { ResumableUpload } from "../../../src/model/attachment.ts";
import type { Fault, FaultRule } from "../../simulator/faults.ts";
import {
  createContent,
  createNewFile,
  chunkSize,
  sha256,
  createSource,
  UploadFixture,
} from "./uploadFixture.ts";

const notFoundFault: Fault = {
  kind: "status",
  status: 404,
  body: '{"error":{"code":404,"message":"Not Found"}}',
};

describe("uploads to a server with temporary files only", () => {
  let fixture: UploadFixture;
  beforeEach(async () => {
    fixture = await UploadFixture.open();
    fixture.server.faults.add({ path: /tracker_fields|uploads/, fault: notFoundFault });
  });
  afterEach(() => fixture.close());

  function addFault(fault: Fault, rule: Partial<FaultRule> = {}): void {
    fixture.server.faults.add({ method: "PUT", path: /temporary/, times: 1, ...rule, fault });
  }

  for (const size of [0, 1, chunkSize, chunkSize + 1, 3 * chunkSize]) {
    it(`send a whole file of ${size} bytes`, async () => {
      const content = createContent(size);
      const { outcome, created, progress } = await fixture.send(content);
      assert.deepEqual(await fixture.attachAndHash(outcome), [sha256(content)]);
      const id = outcome.kind === "uploaded" ? outcome.id : 0;
      assert.deepEqual(created, [{ id, size, href: undefined }]);
      assert.equal(progress.at(-1), size === 0 ? undefined : size);
    });
  }

  it("check the available routes before they send content", async () => {
    await fixture.send(createContent(chunkSize + 1));
    assert.deepEqual(fixture.uploadRequests, [
      "POST tracker_fields",
      "OPTIONS tracker_fields",
      "OPTIONS temporary",
      "POST temporary",
      "PUT temporary",
    ]);
  });

  const interruptions: readonly (readonly [string, Fault, Partial<FaultRule>?])[] = [
    ["before it is received", { kind: "drop", when: "before" }],
    ["during the response", { kind: "drop", when: "during" }],
    ["after it was received", { kind: "drop", when: "after" }],
    ["at the end of the file", { kind: "drop", when: "after" }, { skip: 1 }],
    ["at the start of the file", { kind: "drop", when: "after" }, { method: "POST" }],
    ["by a gateway", { kind: "badGateway" }],
  ];
  for (const [what, fault, rule] of interruptions) {
    it(`complete when the connection of a chunk is lost ${what}`, async () => {
      const content = createContent(2 * chunkSize + 9);
      addFault(fault, rule);
      const { outcome } = await fixture.send(content);
      assert.deepEqual(await fixture.attachAndHash(outcome), [sha256(content)]);
    });
  }

  it("are resumed later by another client", async () => {
    const content = createContent(2 * chunkSize + 9);
    let saved: ResumableUpload | undefined;
    addFault({ kind: "status", status: 500 }, { skip: 1 });
    const interrupted = fixture.send(content, {
      onCreated: (upload) => {
        saved = upload;
      },
    });
    await assert.rejects(interrupted, { kind: "serverError" });
    const resume = JSON.parse(JSON.stringify(saved)) as ResumableUpload;
    const { outcome, progress } = await fixture.send(content, { resume });
    assert.deepEqual(progress, [2 * chunkSize, content.length]);
    assert.deepEqual(await fixture.attachAndHash(outcome), [sha256(content)]);
    await assert.rejects(fixture.send(content, { resume }), { kind: "notFound" });
  });

  for (const size of [chunkSize - 1, chunkSize + 1, 2 * chunkSize]) {
    it(`never store an incomplete file when the source doesn't have the announced ${size} bytes`, async () => {
      for (const content of [createContent(size - 1), createContent(size + 1)]) {
        const { outcome, created } = await fixture.send(content, { size });
        assert.deepEqual(outcome, { kind: "sourceChanged" });
        for (const { id } of created) {
          await assert.rejects(fixture.attachAndHash({ kind: "uploaded", id }), { kind: "notFound" });
        }
      }
    });
  }

  it("are rejected with the server's message, and can be canceled", async () => {
    const smallFixture = await UploadFixture.open({ uploadLimit: chunkSize });
    smallFixture.server.faults.add({ path: /tracker_fields/, fault: notFoundFault });
    try {
      const client = smallFixture.createClient();
      const created: ResumableUpload[] = [];
      const onCreated = (upload: ResumableUpload): void => void created.push(upload);
      const rejected = smallFixture.send(createContent(chunkSize + 1), { client, onCreated });
      await assert.rejects(rejected, { kind: "invalidRequest", message: /more waiting than you may/ });
      await assert.rejects(smallFixture.send(createContent(chunkSize), { client }), {
        kind: "invalidRequest",
      });
      assert.ok(created[0]);
      await client.cancelUpload(created[0]);
      await client.cancelUpload(created[0]);
      assert.equal((await smallFixture.send(createContent(chunkSize), { client })).outcome.kind, "uploaded");
    } finally {
      await smallFixture.close();
    }
  });

  const invalidResponses: readonly (readonly [string, Fault, Partial<FaultRule>?])[] = [
    ["no file", { kind: "status", status: 200, body: "{}" }],
    ["another size", { kind: "status", status: 200, body: '{"id":1,"size":7}' }],
    ["no file after creation", { kind: "status", status: 201, body: "{}" }, { method: "POST" }],
  ];
  for (const [what, fault, rule] of invalidResponses) {
    it(`fail without a retry if the response has ${what}`, async () => {
      addFault(fault, rule);
      await assert.rejects(fixture.send(createContent(chunkSize + 9)), { kind: "unexpectedResponse" });
    });
  }
});

describe("uploads with an occupied slot", () => {
  let fixture: UploadFixture;
  beforeEach(async () => {
    fixture = await UploadFixture.open();
  });
  afterEach(() => fixture.close());

  it("of the same name and size store separate files, from one or two clients, concurrently or sequentially", async () => {
    const [client, otherClient] = [fixture.createClient(), fixture.createClient()];
    const contents = [1, 2, 3, 4, 5].map((seed) => createContent(2 * chunkSize, seed));
    const [one, two, three, four, five] = contents;
    assert.ok(one && two && three && four && five);
    const concurrent = await Promise.all([fixture.send(one, { client }), fixture.send(two, { client })]);
    const sequential = [
      await fixture.send(three, { client }),
      await fixture.send(four, { client: otherClient }),
    ];
    fixture.server.clock.advance(4 * 60 * 60 * 1000);
    const later = await fixture.send(five, { client: otherClient });
    const outcomes = [...concurrent, ...sequential].map(({ outcome }) => outcome);
    assert.equal(new Set(outcomes.map((each) => (each.kind === "uploaded" ? each.id : 0))).size, 4);
    assert.equal(later.outcome.kind, "uploaded");
    // The first upload has expired after four hours.
    const [expired] = outcomes.splice(0, 1);
    assert.ok(expired);
    await assert.rejects(fixture.attachAndHash(expired), { kind: "notFound" });
    assert.deepEqual(await fixture.attachAndHash(...outcomes, later.outcome), contents.slice(1).map(sha256));
  });

  it("of empty files store separate files", async () => {
    const client = fixture.createClient();
    const one = await fixture.send(createContent(0), { client });
    const two = await fixture.send(createContent(0), { client });
    const emptyHash = sha256(createContent(0));
    assert.deepEqual(await fixture.attachAndHash(one.outcome, two.outcome), [emptyHash, emptyHash]);
  });

  it("don't write to a slot that another client fills concurrently", async () => {
    const [ownContent, otherContent] = [createContent(2 * chunkSize, 1), createContent(2 * chunkSize, 2)];
    const otherClient = fixture.createClient();
    let otherUpload: ReturnType<typeof fixture.send> | undefined;
    const source = {
      // The other upload fills the slot before the first chunk is sent.
      read: async (offset: number, length: number) => {
        otherUpload ??= fixture.send(otherContent, { client: otherClient });
        await otherUpload;
        return ownContent.subarray(offset, offset + length);
      },
    };
    const outcome = await fixture
      .createClient()
      .upload(fixture.fieldId, createNewFile(ownContent.length), source);
    const otherResult = await otherUpload;
    assert.ok(otherResult);
    assert.deepEqual(
      await fixture.attachAndHash(outcome, otherResult.outcome),
      [ownContent, otherContent].map(sha256),
    );
    assert.deepEqual(fixture.uploadRequests.slice(-5), [
      "PATCH uploads",
      "HEAD uploads",
      "OPTIONS temporary",
      "POST temporary",
      "PUT temporary",
    ]);
  });

  it("use a temporary file if another user has the slot", async () => {
    const { member } = fixture.server.accounts;
    const otherUser = fixture.createClient({ credential: { kind: "accessKey", key: member.accessKey } });
    await fixture.send(createContent(9, 2), { client: otherUser });
    const { outcome } = await fixture.send(createContent(9));
    assert.deepEqual(await fixture.attachAndHash(outcome), [sha256(createContent(9))]);
    assert.equal(fixture.uploadRequests.at(-1), "POST temporary");
    fixture.server.faults.add({ path: /temporary/, fault: notFoundFault });
    await assert.rejects(fixture.send(createContent(9)), { kind: "invalidRequest", message: /right now/ });
  });
});

describe("uploads to a server without upload routes", () => {
  it("are reported as not supported without reading the file", async () => {
    const fixture = await UploadFixture.open({ dialect: "documented" });
    try {
      const source = { read: () => assert.fail("the source was read") };
      const outcome = await fixture.createClient().upload(fixture.fieldId, createNewFile(9), source);
      assert.deepEqual(outcome, { kind: "notSupported" });
      assert.deepEqual(fixture.uploadRequests, [
        "POST tracker_fields",
        "OPTIONS tracker_fields",
        "OPTIONS temporary",
      ]);
      const created = { id: 1, size: 9, href: "/uploads/tracker/file/1" };
      const resuming = fixture
        .createClient()
        .upload(fixture.fieldId, createNewFile(9), createSource(createContent(9)), { resume: created });
      await assert.rejects(resuming, { kind: "notFound" });
      await fixture.createClient().cancelUpload(created);
    } finally {
      await fixture.close();
    }
  });
});
