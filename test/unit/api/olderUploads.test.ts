import assert from "node:assert/strict";
import type { BegunUpload } from "../../../src/model/attachment.ts";
import type { Fault, FaultRule } from "../../simulator/faults.ts";
import { contentOf, newFile, piece, sha256, sourceOf, UploadStage } from "./uploadStage.ts";

const absent: Fault = {
  kind: "status",
  status: 404,
  body: '{"error":{"code":404,"message":"Not Found"}}',
};

describe("uploads to a server that has only the older way", () => {
  let stage: UploadStage;
  beforeEach(async () => {
    stage = await UploadStage.open();
    stage.server.faults.add({ path: /tracker_fields|uploads/, fault: absent });
  });
  afterEach(() => stage.close());

  function spoil(fault: Fault, rule: Partial<FaultRule> = {}): void {
    stage.server.faults.add({ method: "PUT", path: /temporary/, times: 1, ...rule, fault });
  }

  for (const size of [0, 1, piece, piece + 1, 3 * piece]) {
    it(`bring all of a file of ${size}`, async () => {
      const content = contentOf(size);
      const { outcome, begun, progress } = await stage.send(content);
      assert.deepEqual(await stage.attached(outcome), [sha256(content)]);
      const id = outcome.kind === "uploaded" ? outcome.id : 0;
      assert.deepEqual(begun, [{ id, size, href: undefined }]);
      assert.equal(progress.at(-1), size === 0 ? undefined : size);
    });
  }

  it("ask what there is before they send anything", async () => {
    await stage.send(contentOf(piece + 1));
    assert.deepEqual(stage.asked, [
      "POST tracker_fields",
      "OPTIONS tracker_fields",
      "OPTIONS temporary",
      "POST temporary",
      "PUT temporary",
    ]);
  });

  const cuts: readonly (readonly [string, Fault, Partial<FaultRule>?])[] = [
    ["before it arrives", { kind: "drop", when: "before" }],
    ["while it is answered", { kind: "drop", when: "during" }],
    ["after it arrived", { kind: "drop", when: "after" }],
    ["at its end", { kind: "drop", when: "after" }, { skip: 1 }],
    ["at its beginning", { kind: "drop", when: "after" }, { method: "POST" }],
    ["by a gateway", { kind: "badGateway" }],
  ];
  for (const [what, fault, rule] of cuts) {
    it(`arrive whole when a chunk is cut ${what}`, async () => {
      const content = contentOf(2 * piece + 9);
      spoil(fault, rule);
      const { outcome } = await stage.send(content);
      assert.deepEqual(await stage.attached(outcome), [sha256(content)]);
    });
  }

  it("are gone on with later, by another client", async () => {
    const content = contentOf(2 * piece + 9);
    let kept: BegunUpload | undefined;
    spoil({ kind: "status", status: 500 }, { skip: 1 });
    const cut = stage.send(content, {
      onBegun: (upload) => {
        kept = upload;
      },
    });
    await assert.rejects(cut, { kind: "serverTrouble" });
    const resume = JSON.parse(JSON.stringify(kept)) as BegunUpload;
    const { outcome, progress } = await stage.send(content, { resume });
    assert.deepEqual(progress, [2 * piece, content.length]);
    assert.deepEqual(await stage.attached(outcome), [sha256(content)]);
    await assert.rejects(stage.send(content, { resume }), { kind: "notFound" });
  });

  for (const size of [piece - 1, piece + 1, 2 * piece]) {
    it(`never become a broken file when the source is not as large as ${size}`, async () => {
      for (const content of [contentOf(size - 1), contentOf(size + 1)]) {
        const { outcome, begun } = await stage.send(content, { size });
        assert.deepEqual(outcome, { kind: "sourceChanged" });
        for (const { id } of begun) {
          await assert.rejects(stage.attached({ kind: "uploaded", id }), { kind: "notFound" });
        }
      }
    });
  }

  it("are refused in the server's words, and given up", async () => {
    const small = await UploadStage.open({ uploadLimit: piece });
    small.server.faults.add({ path: /tracker_fields/, fault: absent });
    try {
      const client = small.client();
      const begun: BegunUpload[] = [];
      const onBegun = (upload: BegunUpload): void => void begun.push(upload);
      const refused = small.send(contentOf(piece + 1), { client, onBegun });
      await assert.rejects(refused, { kind: "invalid", message: /more waiting than you may/ });
      await assert.rejects(small.send(contentOf(piece), { client }), { kind: "invalid" });
      assert.ok(begun[0]);
      await client.abandonUpload(begun[0]);
      await client.abandonUpload(begun[0]);
      assert.equal((await small.send(contentOf(piece), { client })).outcome.kind, "uploaded");
    } finally {
      await small.close();
    }
  });

  const wrong: readonly (readonly [string, Fault, Partial<FaultRule>?])[] = [
    ["no file", { kind: "status", status: 200, body: "{}" }],
    ["another size", { kind: "status", status: 200, body: '{"id":1,"size":7}' }],
    ["no file at its beginning", { kind: "status", status: 201, body: "{}" }, { method: "POST" }],
  ];
  for (const [what, fault, rule] of wrong) {
    it(`end at once with ${what} in the answer`, async () => {
      spoil(fault, rule);
      await assert.rejects(stage.send(contentOf(piece + 9)), { kind: "notUnderstood" });
    });
  }
});

describe("uploads that the usual way has no place for", () => {
  let stage: UploadStage;
  beforeEach(async () => {
    stage = await UploadStage.open();
  });
  afterEach(() => stage.close());

  it("of the same name and size get a file each, from one window or two, at once or one after the other", async () => {
    const [client, other] = [stage.client(), stage.client()];
    const contents = [1, 2, 3, 4, 5].map((seed) => contentOf(2 * piece, seed));
    const [one, two, three, four, five] = contents;
    assert.ok(one && two && three && four && five);
    const first = await Promise.all([stage.send(one, { client }), stage.send(two, { client })]);
    const then = [await stage.send(three, { client }), await stage.send(four, { client: other })];
    stage.server.clock.advance(4 * 60 * 60 * 1000);
    const later = await stage.send(five, { client: other });
    const outcomes = [...first, ...then].map(({ outcome }) => outcome);
    assert.equal(new Set(outcomes.map((each) => (each.kind === "uploaded" ? each.id : 0))).size, 4);
    assert.equal(later.outcome.kind, "uploaded");
    // What was begun first had its four hours.
    const [gone] = outcomes.splice(0, 1);
    assert.ok(gone);
    await assert.rejects(stage.attached(gone), { kind: "notFound" });
    assert.deepEqual(await stage.attached(...outcomes, later.outcome), contents.slice(1).map(sha256));
  });

  it("of empty files get a file each", async () => {
    const client = stage.client();
    const one = await stage.send(contentOf(0), { client });
    const two = await stage.send(contentOf(0), { client });
    const nothing = sha256(contentOf(0));
    assert.deepEqual(await stage.attached(one.outcome, two.outcome), [nothing, nothing]);
  });

  it("leave a slot alone that another window fills meanwhile", async () => {
    const [ours, theirs] = [contentOf(2 * piece, 1), contentOf(2 * piece, 2)];
    const other = stage.client();
    let their: ReturnType<typeof stage.send> | undefined;
    const source = {
      // Theirs is in the slot before our first piece leaves.
      read: async (offset: number, length: number) => {
        their ??= stage.send(theirs, { client: other });
        await their;
        return ours.subarray(offset, offset + length);
      },
    };
    const outcome = await stage.client().upload(stage.field, newFile(ours.length), source);
    const second = await their;
    assert.ok(second);
    assert.deepEqual(await stage.attached(outcome, second.outcome), [ours, theirs].map(sha256));
    assert.deepEqual(stage.asked.slice(-5), [
      "PATCH uploads",
      "HEAD uploads",
      "OPTIONS temporary",
      "POST temporary",
      "PUT temporary",
    ]);
  });

  it("go the older way beside a slot of somebody else", async () => {
    const { member } = stage.server.accounts;
    const colleague = stage.client({ credential: { kind: "accessKey", key: member.accessKey } });
    await stage.send(contentOf(9, 2), { client: colleague });
    const { outcome } = await stage.send(contentOf(9));
    assert.deepEqual(await stage.attached(outcome), [sha256(contentOf(9))]);
    assert.equal(stage.asked.at(-1), "POST temporary");
    stage.server.faults.add({ path: /temporary/, fault: absent });
    await assert.rejects(stage.send(contentOf(9)), { kind: "invalid", message: /right now/ });
  });
});

describe("uploads to a server that takes none", () => {
  it("say so, and send nothing of the file", async () => {
    const stage = await UploadStage.open({ dialect: "documented" });
    try {
      const source = { read: () => assert.fail("it was read") };
      const outcome = await stage.client().upload(stage.field, newFile(9), source);
      assert.deepEqual(outcome, { kind: "noUploads" });
      assert.deepEqual(stage.asked, ["POST tracker_fields", "OPTIONS tracker_fields", "OPTIONS temporary"]);
      const begun = { id: 1, size: 9, href: "/uploads/tracker/file/1" };
      const resumed = stage
        .client()
        .upload(stage.field, newFile(9), sourceOf(contentOf(9)), { resume: begun });
      await assert.rejects(resumed, { kind: "notFound" });
      await stage.client().abandonUpload(begun);
    } finally {
      await stage.close();
    }
  });
});
