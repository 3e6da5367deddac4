import assert from "node:assert/strict";
import type { AttachmentWriter } from "../../../../src/store/attachments/attachmentServices.ts";
import { createContent, chunkSize, sha256 } from "../../api/uploadFixture.ts";
import { createBug } from "../../specification/specificationContext.ts";
import { requireFileId, AttachFixture } from "./attachFixture.ts";

const artifactPath = /\/artifacts\/\d+$/;
const { signal } = new AbortController();

let fixture: AttachFixture;
beforeEach(async () => {
  fixture = await AttachFixture.open();
});
afterEach(() => fixture.close());

describe("a stored upload of a file that is already attached", () => {
  /** The file is attached, but the response is lost, and so is the check after it. */
  async function attachWithLostResponse(): Promise<void> {
    fixture.server.faults.add({
      method: "PUT",
      path: artifactPath,
      times: 1,
      fault: { kind: "drop", when: "after" },
    });
    const fault = { kind: "status", status: 403 } as const;
    const removeFault = fixture.server.faults.add({ method: "GET", path: artifactPath, skip: 2, fault });
    assert.equal((await fixture.attach()).kind, "failed");
    removeFault();
    assert.equal((await fixture.loadFileIds()).length, 1);
    fixture.server.clock.advance(5000);
  }

  for (const size of [0, 10]) {
    it(`doesn't affect attaching ${size} bytes to another artifact`, async () => {
      await fixture.writeFile(createContent(size));
      await attachWithLostResponse();
      const { id } = await createBug(fixture.target.client);
      requireFileId(await fixture.attach({}, { artifactId: id }));
      assert.equal((await fixture.loadFileIds()).length, 1);
    });
  }

  it("is found, and not attached again", async () => {
    await fixture.writeFile(createContent(10));
    await attachWithLostResponse();
    const fileIds = await fixture.loadFileIds();
    assert.deepEqual(
      [requireFileId(await fixture.attach()), await fixture.loadFileIds()],
      [fileIds[0], fileIds],
    );
    assert.equal(fixture.storedState.size, 0);
  });
});

describe("an upload that the server rejects", () => {
  /** An attempt that uploads all bytes and then fails. */
  async function failAfterUpload(): Promise<void> {
    await fixture.writeFile(createContent(10));
    const fault = { kind: "status", status: 503 } as const;
    const removeFault = fixture.server.faults.add({ method: "PUT", path: artifactPath, fault });
    assert.equal((await fixture.attach()).kind, "failed");
    removeFault();
    assert.equal(fixture.storedState.size, 1);
  }

  const otherArtifactError = JSON.stringify({ error: { code: 500, message: "File belongs to artifact #1" } });
  for (const [status, body] of [
    [400, '{"error":{"code":400,"message":"No such file"}}'],
    [404, '{"error":{"code":404,"message":"There is no file"}}'],
    [500, otherArtifactError],
  ] as const) {
    it(`permanently with ${status} is sent once more`, async () => {
      await failAfterUpload();
      const fault = { kind: "status", status, body } as const;
      fixture.server.faults.add({ method: "PUT", path: artifactPath, times: 1, fault });
      const id = requireFileId(await fixture.attach());
      assert.deepEqual([await fixture.loadFileIds(), fixture.storedState.size], [[id], 0]);
      assert.equal(fixture.server.getFileSha256(id), sha256(createContent(10)));
      assert.equal(fixture.countRequests("POST", /tracker_fields/), 2);
    });
  }

  it("repeatedly is sent once more only", async () => {
    await failAfterUpload();
    const [status, body] = [400, '{"error":{"code":400,"message":"No"}}'];
    fixture.server.faults.add({ method: "PUT", path: artifactPath, fault: { kind: "status", status, body } });
    const outcome = await fixture.attach();
    assert.ok(outcome.kind === "failed" && outcome.failure.kind === "invalidRequest");
    assert.equal(fixture.countRequests("POST", /tracker_fields/), 2);
  });

  it("because the artifact was deleted isn't sent again", async () => {
    await failAfterUpload();
    fixture.server.deleteArtifact(fixture.target.artifactId);
    assert.deepEqual(await fixture.attach(), { kind: "gone" });
    assert.deepEqual([fixture.countRequests("POST", /tracker_fields/), fixture.storedState.size], [1, 0]);
  });

  it("because of a temporary failure is kept, and no bytes are sent again", async () => {
    await failAfterUpload();
    const patchCount = fixture.countRequests("PATCH", /uploads/);
    requireFileId(await fixture.attach());
    assert.equal(fixture.countRequests("PATCH", /uploads/), patchCount);
  });
});

describe("an upload of a temporary file", () => {
  interface TemporaryAttachOptions {
    readonly name?: string;
    readonly attachments?: AttachmentWriter;
    readonly onProgress?: (bytes: number) => void;
  }

  function attach({
    name = "pasted.png",
    attachments = fixture.createAttachments(),
    ...options
  }: TemporaryAttachOptions = {}) {
    const details = { name, type: "image/png", description: "" };
    const attachment = { ...details, path: fixture.getPath(), isTemporary: true };
    return attachments.attach(fixture.target, attachment, { signal, ...options });
  }

  function failChunks(status: number): () => void {
    const fault = { kind: "status", status } as const;
    return fixture.server.faults.add({ method: "PATCH", path: /uploads/, skip: 1, fault });
  }

  beforeEach(() => fixture.writeFile(createContent(3 * chunkSize)));

  it("isn't stored beyond the session, whatever the failure", async () => {
    for (const status of [401, 403, 503]) {
      const removeFault = failChunks(status);
      assert.equal((await attach({ name: `${status}.png` })).kind, "failed");
      assert.equal(fixture.storedState.size, 0);
      removeFault();
    }
  });

  it("is resumed within the session after a temporary failure", async () => {
    const attachments = fixture.createAttachments();
    const removeFault = failChunks(503);
    assert.equal((await attach({ attachments })).kind, "failed");
    removeFault();
    const progress: number[] = [];
    const id = requireFileId(await attach({ attachments, onProgress: (bytes) => progress.push(bytes) }));
    assert.deepEqual(
      [progress[0], await fixture.loadFileIds(), fixture.storedState.size],
      [chunkSize, [id], 0],
    );
    assert.equal(fixture.countRequests("DELETE", /uploads/), 0);
  });

  it("is canceled after a permanent failure", async () => {
    const removeFault = failChunks(403);
    assert.equal((await attach()).kind, "failed");
    removeFault();
    assert.equal(fixture.countRequests("DELETE", /uploads/), 1);
    const fault = { kind: "status", status: 403 } as const;
    fixture.server.faults.add({ method: "PUT", path: artifactPath, fault });
    assert.equal((await attach()).kind, "failed");
    assert.equal(fixture.countRequests("DELETE", /uploads/), 2);
  });
});
