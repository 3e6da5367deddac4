import assert from "node:assert/strict";
import type { Attachments } from "../../../../src/store/attachments/attachments.ts";
import { contentOf, piece, sha256 } from "../../api/uploadStage.ts";
import { newBug } from "../../specification/world.ts";
import { attachedId, AttachStage } from "./attachStage.ts";

const artifactPath = /\/artifacts\/\d+$/;
const { signal } = new AbortController();

let stage: AttachStage;
beforeEach(async () => {
  stage = await AttachStage.open();
});
afterEach(() => stage.close());

describe("an upload that is kept, of a file that hangs somewhere already", () => {
  /** It hangs there, and nobody has heard of it: the answer is lost, and so is the look after it. */
  async function attachUnheard(): Promise<void> {
    stage.server.faults.add({
      method: "PUT",
      path: artifactPath,
      times: 1,
      fault: { kind: "drop", when: "after" },
    });
    const fault = { kind: "status", status: 403 } as const;
    const heal = stage.server.faults.add({ method: "GET", path: artifactPath, skip: 2, fault });
    assert.equal((await stage.attach()).kind, "failed");
    heal();
    assert.equal((await stage.ids()).length, 1);
    stage.server.clock.advance(5000);
  }

  for (const size of [0, 10]) {
    it(`is in nobody's way when it has ${size} bytes and is attached to another artifact`, async () => {
      await stage.write(contentOf(size));
      await attachUnheard();
      const { id } = await newBug(stage.place.client);
      attachedId(await stage.attach({}, { artifactId: id }));
      assert.equal((await stage.ids()).length, 1);
    });
  }

  it("is found there, and not attached once more", async () => {
    await stage.write(contentOf(10));
    await attachUnheard();
    const held = await stage.ids();
    assert.deepEqual([attachedId(await stage.attach()), await stage.ids()], [held[0], held]);
    assert.equal(stage.kept.size, 0);
  });
});

describe("an upload that the server refuses to hang there", () => {
  /** An attempt that brings all the bytes, and fails then. */
  async function begin(): Promise<void> {
    await stage.write(contentOf(10));
    const fault = { kind: "status", status: 503 } as const;
    const heal = stage.server.faults.add({ method: "PUT", path: artifactPath, fault });
    assert.equal((await stage.attach()).kind, "failed");
    heal();
    assert.equal(stage.kept.size, 1);
  }

  const belongsElsewhere = JSON.stringify({ error: { code: 500, message: "File belongs to artifact #1" } });
  for (const [status, body] of [
    [400, '{"error":{"code":400,"message":"No such file"}}'],
    [404, '{"error":{"code":404,"message":"There is no file"}}'],
    [500, belongsElsewhere],
  ] as const) {
    it(`for good, with ${status}, is sent once anew`, async () => {
      await begin();
      const fault = { kind: "status", status, body } as const;
      stage.server.faults.add({ method: "PUT", path: artifactPath, times: 1, fault });
      const id = attachedId(await stage.attach());
      assert.deepEqual([await stage.ids(), stage.kept.size], [[id], 0]);
      assert.equal(stage.server.sha256(id), sha256(contentOf(10)));
      assert.equal(stage.asked("POST", /tracker_fields/), 2);
    });
  }

  it("again and again is sent anew no more than once", async () => {
    await begin();
    const [status, body] = [400, '{"error":{"code":400,"message":"No"}}'];
    stage.server.faults.add({ method: "PUT", path: artifactPath, fault: { kind: "status", status, body } });
    const outcome = await stage.attach();
    assert.ok(outcome.kind === "failed" && outcome.failure.kind === "invalid");
    assert.equal(stage.asked("POST", /tracker_fields/), 2);
  });

  it("because the artifact is gone is not sent anew", async () => {
    await begin();
    stage.server.removeArtifact(stage.place.artifactId);
    assert.deepEqual(await stage.attach(), { kind: "gone" });
    assert.deepEqual([stage.asked("POST", /tracker_fields/), stage.kept.size], [1, 0]);
  });

  it("because it is in trouble is kept, and needs no bytes when it is tried again", async () => {
    await begin();
    const sent = stage.asked("PATCH", /uploads/);
    attachedId(await stage.attach());
    assert.equal(stage.asked("PATCH", /uploads/), sent);
  });
});

describe("an upload of a file that will be gone soon", () => {
  interface Told {
    readonly name?: string;
    readonly attachments?: Attachments;
    readonly onProgress?: (bytes: number) => void;
  }

  function attach({ name = "pasted.png", attachments = stage.session(), ...told }: Told = {}) {
    const described = { name, type: "image/png", description: "" };
    const attachment = { ...described, path: stage.path(), isTemporary: true };
    return attachments.attach(stage.place, attachment, { signal, ...told });
  }

  function failPieces(status: number): () => void {
    const fault = { kind: "status", status } as const;
    return stage.server.faults.add({ method: "PATCH", path: /uploads/, skip: 1, fault });
  }

  beforeEach(() => stage.write(contentOf(3 * piece)));

  it("is not remembered beyond the session, whatever it fails with", async () => {
    for (const status of [401, 403, 503]) {
      const heal = failPieces(status);
      assert.equal((await attach({ name: `${status}.png` })).kind, "failed");
      assert.equal(stage.kept.size, 0);
      heal();
    }
  });

  it("is gone on with in its session, where the failure may pass", async () => {
    const attachments = stage.session();
    const heal = failPieces(503);
    assert.equal((await attach({ attachments })).kind, "failed");
    heal();
    const progress: number[] = [];
    const id = attachedId(await attach({ attachments, onProgress: (bytes) => progress.push(bytes) }));
    assert.deepEqual([progress[0], await stage.ids(), stage.kept.size], [piece, [id], 0]);
    assert.equal(stage.asked("DELETE", /uploads/), 0);
  });

  it("stays on no server where it fails for good", async () => {
    const heal = failPieces(403);
    assert.equal((await attach()).kind, "failed");
    heal();
    assert.equal(stage.asked("DELETE", /uploads/), 1);
    const fault = { kind: "status", status: 403 } as const;
    stage.server.faults.add({ method: "PUT", path: artifactPath, fault });
    assert.equal((await attach()).kind, "failed");
    assert.equal(stage.asked("DELETE", /uploads/), 2);
  });
});
