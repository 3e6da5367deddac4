import assert from "node:assert/strict";
import { existsSync, mkdirSync, renameSync, utimesSync, writeFileSync } from "node:fs";
import { Attachments } from "../../../../src/store/attachments/attachments.ts";
import { contentOf, piece, sha256 } from "../../api/uploadStage.ts";
import { attachedId, AttachStage, timeBeside } from "./attachStage.ts";
import { memoryOf } from "./downloadStage.ts";

const artifactPath = /\/artifacts\/\d+$/;

describe("a file attached to an artifact", () => {
  let stage: AttachStage;
  beforeEach(async () => {
    stage = await AttachStage.open();
  });
  afterEach(() => stage.close());

  for (const size of [0, 1, piece, piece + 1]) {
    it(`of ${size} bytes hangs there beside the others, and nothing else is changed`, async () => {
      const earlier = stage.someoneAttaches();
      const before = await stage.artifact();
      await stage.write(contentOf(size));
      const progress: (readonly [number, number])[] = [];
      const id = attachedId(await stage.attach({ onProgress: (...told) => progress.push(told) }));
      assert.deepEqual(await stage.ids(), [earlier, id]);
      assert.equal(stage.server.sha256(id), sha256(contentOf(size)));
      const others = ({ values }: typeof before): unknown =>
        values.filter((each) => each.kind === "entry" && !["file", "lud", "luby"].includes(each.type));
      assert.deepEqual(others(await stage.artifact()), others(before));
      assert.deepEqual(progress.at(-1), size === 0 ? undefined : [size, size]);
      assert.equal(stage.kept.size, 0);
    });
  }

  it("keeps what somebody else attaches in the same moment", async () => {
    await stage.write(contentOf(10));
    let theirs = 0;
    const act = (): void => void (theirs = stage.someoneAttaches());
    stage.server.faults.add({
      method: "PUT",
      path: artifactPath,
      times: 1,
      fault: { kind: "meanwhile", act },
    });
    const id = attachedId(await stage.attach());
    assert.deepEqual(await stage.ids(), [theirs, id]);
  });

  it("keeps those of two people who attach at once", async () => {
    await stage.write(contentOf(10), "one");
    await stage.write(contentOf(11), "two");
    const both = ["one", "two"].map((name) =>
      stage.attach(
        { name, attachments: new Attachments(memoryOf(new Map()), timeBeside(stage.server)) },
        { client: stage.uploads.client() },
      ),
    );
    const ids = (await Promise.all(both)).map(attachedId);
    assert.deepEqual(new Set(await stage.ids()), new Set(ids));
  });

  it("keeps all of several that are attached at once from here", async () => {
    const names = Array.from({ length: 6 }, (_, index) => `${index}.txt`);
    for (const name of names) await stage.write(contentOf(7), name);
    const attachments = stage.session();
    const outcomes = await Promise.all(names.map((name) => stage.attach({ name, attachments })));
    assert.deepEqual(new Set(await stage.ids()), new Set(outcomes.map(attachedId)));
    assert.ok(stage.asked("PUT", artifactPath) <= names.length);
  });

  it("is given up where others are faster three times, and needs no bytes when it is tried again", async () => {
    await stage.write(contentOf(10));
    const act = (): void => void stage.someoneAttaches();
    const heal = stage.server.faults.add({
      method: "PUT",
      path: artifactPath,
      fault: { kind: "meanwhile", act },
    });
    assert.deepEqual(await stage.attach(), { kind: "conflict" });
    assert.equal(stage.asked("PUT", artifactPath), 3);
    heal();
    const sent = stage.asked("PATCH", /uploads/);
    const id = attachedId(await stage.attach());
    assert.deepEqual([stage.asked("PATCH", /uploads/), (await stage.ids()).at(-1)], [sent, id]);
    assert.deepEqual([(await stage.ids()).length, stage.kept.size], [4, 0]);
  });

  it("hangs there once where the answer to the change was lost, whether that was carried out or not", async () => {
    await stage.write(contentOf(10));
    for (const [when, puts] of [["after", 1] as const, ["before", 2] as const]) {
      const before = await stage.ids();
      const asked = stage.asked("PUT", artifactPath);
      stage.server.clock.advance(2000);
      stage.server.faults.add({ method: "PUT", path: artifactPath, times: 1, fault: { kind: "drop", when } });
      const id = attachedId(await stage.attach());
      assert.deepEqual(await stage.ids(), [...before, id]);
      assert.equal(stage.asked("PUT", artifactPath) - asked, puts);
    }
  });

  it("fails where the answer is lost again and again, and is kept", async () => {
    await stage.write(contentOf(10));
    const heal = stage.server.faults.add({ method: "PUT", path: artifactPath, fault: { kind: "drop" } });
    const outcome = await stage.attach();
    assert.ok(outcome.kind === "failed" && outcome.failure.kind === "outcomeUnknown");
    assert.deepEqual([stage.asked("PUT", artifactPath), await stage.ids()], [3, []]);
    heal();
    const sent = stage.asked("PATCH", /uploads/);
    const id = attachedId(await stage.attach());
    assert.deepEqual([await stage.ids(), stage.asked("PATCH", /uploads/)], [[id], sent]);
  });

  it("that is larger than the field takes is not sent", async () => {
    await stage.write(contentOf(11));
    const before = stage.server.requests.length;
    const field = { ...stage.place.field, maxUploadBytes: 10 };
    assert.deepEqual(await stage.attach({}, { field }), { kind: "tooLarge", size: 11, limit: 10 });
    assert.equal(stage.server.requests.length, before);
    assert.equal((await stage.attach({}, { field: { ...field, maxUploadBytes: 11 } })).kind, "attached");
  });

  it("is an error where the disk has no such file", async () => {
    const path = stage.path("nowhere");
    const trouble = { kind: "disk", path, code: "ENOENT" };
    assert.deepEqual(await stage.attach({ name: "nowhere" }), { kind: "disk", trouble });
    assert.ok(!stage.uploads.asked.includes("POST tracker_fields"));
  });

  it("is an error where it is no file: a folder, a device, or what a system makes up while it is read", async () => {
    mkdirSync(stage.path("folder"));
    const systems = ["/dev/null", "/dev/zero", "/proc/cpuinfo"].filter((path) => existsSync(path));
    for (const path of [stage.path("folder"), ...systems]) {
      const attachment = { path, name: "a", type: "text/plain", description: "" };
      const outcome = await stage.session().attach(stage.place, attachment, {
        signal: AbortSignal.timeout(2000),
      });
      assert.deepEqual(outcome, { kind: "disk", trouble: { kind: "notAFile", path } });
    }
    assert.ok(!stage.uploads.asked.includes("POST tracker_fields"));
  });

  const changes: readonly (readonly [string, (path: string) => void])[] = [
    ["grows", (path) => writeFileSync(path, "x", { flag: "a" })],
    ["shrinks", (path) => writeFileSync(path, "x")],
    ["is written to", (path) => utimesSync(path, 1, 1)],
    [
      "is written anew",
      (path) => {
        writeFileSync(`${path}.new`, contentOf(2 * piece));
        renameSync(`${path}.new`, path);
      },
    ],
  ];
  for (const [what, change] of changes) {
    it(`does not hang there when it ${what} while it is sent, and stays on no server`, async () => {
      await stage.write(contentOf(2 * piece));
      let isChanged = false;
      const onProgress = (bytes: number): void => {
        if (bytes === 0 || isChanged) return;
        isChanged = true;
        change(stage.path());
      };
      assert.deepEqual(await stage.attach({ onProgress }), { kind: "changed" });
      assert.deepEqual([await stage.ids(), stage.kept.size], [[], 0]);
      assert.equal(stage.asked("DELETE", /uploads/), 1);
    });
  }

  it("that is called off stays on no server", async () => {
    await stage.write(contentOf(3 * piece));
    const abort = new AbortController();
    const onProgress = (bytes: number): void => {
      if (bytes > 0) abort.abort();
    };
    assert.deepEqual(await stage.attach({ signal: abort.signal, onProgress }), { kind: "cancelled" });
    assert.deepEqual([stage.asked("DELETE", /uploads/), stage.kept.size, await stage.ids()], [1, 0, []]);
  });

  it("that is called off after it was sent, and before it hangs there, stays on no server", async () => {
    await stage.write(contentOf(10));
    const abort = new AbortController();
    const act = (): void => abort.abort();
    stage.server.faults.add({ method: "GET", path: artifactPath, fault: { kind: "meanwhile", act } });
    assert.deepEqual(await stage.attach({ signal: abort.signal }), { kind: "cancelled" });
    assert.deepEqual([stage.asked("DELETE", /uploads/), stage.kept.size, await stage.ids()], [1, 0, []]);
  });

  it("stays on no server where the artifact is gone", async () => {
    await stage.write(contentOf(10));
    stage.server.removeArtifact(stage.place.artifactId);
    assert.deepEqual(await stage.attach(), { kind: "gone" });
    assert.deepEqual([stage.asked("DELETE", /uploads/), stage.kept.size], [1, 0]);
  });

  it("tells of a refusal", async () => {
    await stage.write(contentOf(10));
    stage.server.faults.add({ method: "PUT", path: artifactPath, fault: { kind: "status", status: 403 } });
    const outcome = await stage.attach();
    assert.ok(outcome.kind === "failed" && outcome.failure.kind === "forbidden");
  });
});

describe("an upload that was cut off", () => {
  let stage: AttachStage;
  beforeEach(async () => {
    stage = await AttachStage.open();
    await stage.write(contentOf(3 * piece));
    const cut = { kind: "drop" } as const;
    const heal = stage.server.faults.add({ method: "PATCH", path: /uploads/, skip: 1, fault: cut });
    const outcome = await stage.attach();
    assert.ok(outcome.kind === "failed" && outcome.failure.kind === "unreachable");
    assert.equal(stage.kept.size, 1);
    heal();
  });
  afterEach(() => stage.close());

  /** The least that the server had when the upload went on, and how it ended. */
  async function again(name?: string): Promise<readonly [least: number, hash: string]> {
    const progress: number[] = [];
    const id = attachedId(
      await stage.attach({
        ...(name === undefined ? {} : { name }),
        onProgress: (bytes) => progress.push(bytes),
      }),
    );
    assert.deepEqual([await stage.ids(), stage.kept.size], [[id], 0]);
    return [Math.min(...progress), stage.server.sha256(id)];
  }

  it("goes on in another session where the file is the same", async () => {
    assert.deepEqual(await again(), [piece, sha256(contentOf(3 * piece))]);
    assert.equal(stage.asked("POST", /tracker_fields/), 1);
  });

  it("is abandoned where the file was changed, which is sent as it is now", async () => {
    await stage.write(contentOf(3 * piece, 5));
    utimesSync(stage.path(), 1, 1);
    assert.deepEqual(await again(), [0, sha256(contentOf(3 * piece, 5))]);
    assert.equal(stage.asked("DELETE", /uploads/), 1);
  });

  it("begins anew where the server has forgotten it", async () => {
    const fault = { kind: "status", status: 404 } as const;
    stage.server.faults.add({ method: "HEAD", path: /uploads/, times: 1, fault });
    const [, hash] = await again();
    assert.equal(hash, sha256(contentOf(3 * piece)));
    assert.equal(stage.asked("POST", /tracker_fields/), 2);
  });

  it("is not for another account, or another field", async () => {
    const { signal } = new AbortController();
    const attachment = {
      path: stage.path(),
      name: "soundings.bin",
      type: "text/plain",
      description: "Off the reef",
    };
    const place = { ...stage.place, accountId: "someone else" };
    attachedId(await stage.session().attach(place, attachment, { signal }));
    assert.ok(stage.asked("POST", /tracker_fields/) > 1);
    assert.equal(stage.kept.size, 1);
  });
});
