import assert from "node:assert/strict";
import { existsSync, mkdirSync, renameSync, utimesSync, writeFileSync } from "node:fs";
import { AttachmentWriter } from "../../../../src/store/attachments/attachmentServices.ts";
import { createContent, chunkSize, sha256 } from "../../api/uploadFixture.ts";
import { requireFileId, AttachFixture, createOffsetClock } from "./attachFixture.ts";
import { createMemento } from "./downloadFixture.ts";

const artifactPath = /\/artifacts\/\d+$/;

describe("attaching a file", () => {
  let fixture: AttachFixture;
  beforeEach(async () => {
    fixture = await AttachFixture.open();
  });
  afterEach(() => fixture.close());

  for (const size of [0, 1, chunkSize, chunkSize + 1]) {
    it(`adds ${size} bytes to the existing files and changes no other field`, async () => {
      const existingId = fixture.attachAsOther();
      const before = await fixture.loadArtifact();
      await fixture.writeFile(createContent(size));
      const progress: (readonly [number, number])[] = [];
      const id = requireFileId(await fixture.attach({ onProgress: (...args) => progress.push(args) }));
      assert.deepEqual(await fixture.loadFileIds(), [existingId, id]);
      assert.equal(fixture.server.getFileSha256(id), sha256(createContent(size)));
      const getOtherValues = ({ values }: typeof before): unknown =>
        values.filter((each) => each.kind === "entry" && !["file", "lud", "luby"].includes(each.type));
      assert.deepEqual(getOtherValues(await fixture.loadArtifact()), getOtherValues(before));
      assert.deepEqual(progress.at(-1), size === 0 ? undefined : [size, size]);
      assert.equal(fixture.storedState.size, 0);
    });
  }

  it("keeps a file that another user attaches at the same time", async () => {
    await fixture.writeFile(createContent(10));
    let otherFileId = 0;
    const act = (): void => void (otherFileId = fixture.attachAsOther());
    fixture.server.faults.add({
      method: "PUT",
      path: artifactPath,
      times: 1,
      fault: { kind: "concurrentChange", act },
    });
    const id = requireFileId(await fixture.attach());
    assert.deepEqual(await fixture.loadFileIds(), [otherFileId, id]);
  });

  it("keeps the files of two users who attach concurrently", async () => {
    await fixture.writeFile(createContent(10), "one");
    await fixture.writeFile(createContent(11), "two");
    const uploads = ["one", "two"].map((name) =>
      fixture.attach(
        {
          name,
          attachments: new AttachmentWriter(createMemento(new Map()), createOffsetClock(fixture.server)),
        },
        { client: fixture.uploads.createClient() },
      ),
    );
    const ids = (await Promise.all(uploads)).map(requireFileId);
    assert.deepEqual(new Set(await fixture.loadFileIds()), new Set(ids));
  });

  it("keeps all files that are attached concurrently in one window", async () => {
    const names = Array.from({ length: 6 }, (_, index) => `${index}.txt`);
    for (const name of names) await fixture.writeFile(createContent(7), name);
    const attachments = fixture.createAttachments();
    const outcomes = await Promise.all(names.map((name) => fixture.attach({ name, attachments })));
    assert.deepEqual(new Set(await fixture.loadFileIds()), new Set(outcomes.map(requireFileId)));
    assert.ok(fixture.countRequests("PUT", artifactPath) <= names.length);
  });

  it("stops after three conflicts, and sends no bytes again on retry", async () => {
    await fixture.writeFile(createContent(10));
    const act = (): void => void fixture.attachAsOther();
    const removeFault = fixture.server.faults.add({
      method: "PUT",
      path: artifactPath,
      fault: { kind: "concurrentChange", act },
    });
    assert.deepEqual(await fixture.attach(), { kind: "conflict" });
    assert.equal(fixture.countRequests("PUT", artifactPath), 3);
    removeFault();
    const patchCount = fixture.countRequests("PATCH", /uploads/);
    const id = requireFileId(await fixture.attach());
    assert.deepEqual(
      [fixture.countRequests("PATCH", /uploads/), (await fixture.loadFileIds()).at(-1)],
      [patchCount, id],
    );
    assert.deepEqual([(await fixture.loadFileIds()).length, fixture.storedState.size], [4, 0]);
  });

  it("attaches once if the response was lost, whether the change was applied or not", async () => {
    await fixture.writeFile(createContent(10));
    for (const [when, expectedPuts] of [["after", 1] as const, ["before", 2] as const]) {
      const before = await fixture.loadFileIds();
      const putCount = fixture.countRequests("PUT", artifactPath);
      fixture.server.clock.advance(2000);
      fixture.server.faults.add({
        method: "PUT",
        path: artifactPath,
        times: 1,
        fault: { kind: "drop", when },
      });
      const id = requireFileId(await fixture.attach());
      assert.deepEqual(await fixture.loadFileIds(), [...before, id]);
      assert.equal(fixture.countRequests("PUT", artifactPath) - putCount, expectedPuts);
    }
  });

  it("fails if responses are lost repeatedly, and keeps the upload", async () => {
    await fixture.writeFile(createContent(10));
    const removeFault = fixture.server.faults.add({
      method: "PUT",
      path: artifactPath,
      fault: { kind: "drop" },
    });
    const outcome = await fixture.attach();
    assert.ok(outcome.kind === "failed" && outcome.failure.kind === "outcomeUnknown");
    assert.deepEqual([fixture.countRequests("PUT", artifactPath), await fixture.loadFileIds()], [3, []]);
    removeFault();
    const patchCount = fixture.countRequests("PATCH", /uploads/);
    const id = requireFileId(await fixture.attach());
    assert.deepEqual(
      [await fixture.loadFileIds(), fixture.countRequests("PATCH", /uploads/)],
      [[id], patchCount],
    );
  });

  it("doesn't send a file larger than the field's limit", async () => {
    await fixture.writeFile(createContent(11));
    const before = fixture.server.requests.length;
    const field = { ...fixture.target.field, maxUploadBytes: 10 };
    assert.deepEqual(await fixture.attach({}, { field }), { kind: "tooLarge", size: 11, limit: 10 });
    assert.equal(fixture.server.requests.length, before);
    assert.equal((await fixture.attach({}, { field: { ...field, maxUploadBytes: 11 } })).kind, "attached");
  });

  it("fails if the file doesn't exist", async () => {
    const path = fixture.getPath("nowhere");
    const diskFailure = { kind: "disk", path, code: "ENOENT" };
    assert.deepEqual(await fixture.attach({ name: "nowhere" }), { kind: "disk", diskFailure });
    assert.ok(!fixture.uploads.uploadRequests.includes("POST tracker_fields"));
  });

  it("fails for folders, devices and virtual files", async () => {
    mkdirSync(fixture.getPath("folder"));
    const virtualFiles = ["/dev/null", "/dev/zero", "/proc/cpuinfo"].filter((path) => existsSync(path));
    for (const path of [fixture.getPath("folder"), ...virtualFiles]) {
      const attachment = { path, name: "a", type: "text/plain", description: "" };
      const outcome = await fixture.createAttachments().attach(fixture.target, attachment, {
        signal: AbortSignal.timeout(2000),
      });
      assert.deepEqual(outcome, { kind: "disk", diskFailure: { kind: "notAFile", path } });
    }
    assert.ok(!fixture.uploads.uploadRequests.includes("POST tracker_fields"));
  });

  const changes: readonly (readonly [string, (path: string) => void])[] = [
    ["grows", (path) => writeFileSync(path, "x", { flag: "a" })],
    ["shrinks", (path) => writeFileSync(path, "x")],
    ["is written to", (path) => utimesSync(path, 1, 1)],
    [
      "is written anew",
      (path) => {
        writeFileSync(`${path}.new`, createContent(2 * chunkSize));
        renameSync(`${path}.new`, path);
      },
    ],
  ];
  for (const [action, change] of changes) {
    it(`doesn't attach a file that ${action} during the upload, and cancels the upload`, async () => {
      await fixture.writeFile(createContent(2 * chunkSize));
      let isChanged = false;
      const onProgress = (bytes: number): void => {
        if (bytes === 0 || isChanged) return;
        isChanged = true;
        change(fixture.getPath());
      };
      assert.deepEqual(await fixture.attach({ onProgress }), { kind: "changed" });
      assert.deepEqual([await fixture.loadFileIds(), fixture.storedState.size], [[], 0]);
      assert.equal(fixture.countRequests("DELETE", /uploads/), 1);
    });
  }

  it("cancels the upload on abort", async () => {
    await fixture.writeFile(createContent(3 * chunkSize));
    const abort = new AbortController();
    const onProgress = (bytes: number): void => {
      if (bytes > 0) abort.abort();
    };
    assert.deepEqual(await fixture.attach({ signal: abort.signal, onProgress }), { kind: "canceled" });
    assert.deepEqual(
      [fixture.countRequests("DELETE", /uploads/), fixture.storedState.size, await fixture.loadFileIds()],
      [1, 0, []],
    );
  });

  it("cancels the upload on abort between upload and attaching", async () => {
    await fixture.writeFile(createContent(10));
    const abort = new AbortController();
    const act = (): void => abort.abort();
    fixture.server.faults.add({
      method: "GET",
      path: artifactPath,
      fault: { kind: "concurrentChange", act },
    });
    assert.deepEqual(await fixture.attach({ signal: abort.signal }), { kind: "canceled" });
    assert.deepEqual(
      [fixture.countRequests("DELETE", /uploads/), fixture.storedState.size, await fixture.loadFileIds()],
      [1, 0, []],
    );
  });

  it("cancels the upload if the artifact was deleted", async () => {
    await fixture.writeFile(createContent(10));
    fixture.server.deleteArtifact(fixture.target.artifactId);
    assert.deepEqual(await fixture.attach(), { kind: "gone" });
    assert.deepEqual([fixture.countRequests("DELETE", /uploads/), fixture.storedState.size], [1, 0]);
  });

  it("reports a missing permission", async () => {
    await fixture.writeFile(createContent(10));
    fixture.server.faults.add({ method: "PUT", path: artifactPath, fault: { kind: "status", status: 403 } });
    const outcome = await fixture.attach();
    assert.ok(outcome.kind === "failed" && outcome.failure.kind === "forbidden");
  });
});

describe("an interrupted upload", () => {
  let fixture: AttachFixture;
  beforeEach(async () => {
    fixture = await AttachFixture.open();
    await fixture.writeFile(createContent(3 * chunkSize));
    const fault = { kind: "drop" } as const;
    const removeFault = fixture.server.faults.add({ method: "PATCH", path: /uploads/, skip: 1, fault });
    const outcome = await fixture.attach();
    assert.ok(outcome.kind === "failed" && outcome.failure.kind === "unreachable");
    assert.equal(fixture.storedState.size, 1);
    removeFault();
  });
  afterEach(() => fixture.close());

  /** Returns the lowest progress of the resumed upload, and the hash of the file. */
  async function resumeUpload(name?: string): Promise<readonly [least: number, hash: string]> {
    const progress: number[] = [];
    const id = requireFileId(
      await fixture.attach({
        ...(name === undefined ? {} : { name }),
        onProgress: (bytes) => progress.push(bytes),
      }),
    );
    assert.deepEqual([await fixture.loadFileIds(), fixture.storedState.size], [[id], 0]);
    return [Math.min(...progress), fixture.server.getFileSha256(id)];
  }

  it("is resumed in another session if the file is the same", async () => {
    assert.deepEqual(await resumeUpload(), [chunkSize, sha256(createContent(3 * chunkSize))]);
    assert.equal(fixture.countRequests("POST", /tracker_fields/), 1);
  });

  it("is canceled if the file has changed, which is then uploaded again", async () => {
    await fixture.writeFile(createContent(3 * chunkSize, 5));
    utimesSync(fixture.getPath(), 1, 1);
    assert.deepEqual(await resumeUpload(), [0, sha256(createContent(3 * chunkSize, 5))]);
    assert.equal(fixture.countRequests("DELETE", /uploads/), 1);
  });

  it("is restarted if the server no longer has it", async () => {
    const fault = { kind: "status", status: 404 } as const;
    fixture.server.faults.add({ method: "HEAD", path: /uploads/, times: 1, fault });
    const [, hash] = await resumeUpload();
    assert.equal(hash, sha256(createContent(3 * chunkSize)));
    assert.equal(fixture.countRequests("POST", /tracker_fields/), 2);
  });

  it("isn't resumed for another account", async () => {
    const { signal } = new AbortController();
    const attachment = {
      path: fixture.getPath(),
      name: "soundings.bin",
      type: "text/plain",
      description: "Off the reef",
    };
    const target = { ...fixture.target, accountId: "someone else" };
    requireFileId(await fixture.createAttachments().attach(target, attachment, { signal }));
    assert.ok(fixture.countRequests("POST", /tracker_fields/) > 1);
    assert.equal(fixture.storedState.size, 1);
  });
});
