import assert from "node:assert/strict";
import type { ArtifactVersion } from "../../../../src/model/artifactVersion.ts";
import { AttachmentWriter } from "../../../../src/store/attachments/attachmentServices.ts";
import { VersionSeenTimes } from "../../../../src/store/attachments/fileField.ts";
import type { MonotonicClock } from "../../../../src/store/monotonicClock.ts";
import { AttachFixture, createOffsetClock } from "./attachFixture.ts";
import { createMemento } from "./downloadFixture.ts";

const artifactPath = /\/artifacts\/\d+$/;
const { signal } = new AbortController();

describe("a version", () => {
  const second = { kind: "tag", tag: "1772438400" } as const;
  const waits: readonly (readonly [string, ArtifactVersion, number])[] = [
    ["a number of seconds", second, 1100],
    ["a number in quotation marks", { kind: "tag", tag: '"1772438400"' }, 1100],
    ["a date", { kind: "date", lastModified: "Mon, 02 Mar 2026 08:00:00 GMT" }, 1100],
    ["a hash", { kind: "tag", tag: '"da39a3ee5e6b4b0d3255bfef95601890afd80709"' }, 0],
  ];
  for (const [description, revision, wait] of waits) {
    it(`that is ${description} is reliable ${wait === 0 ? "immediately" : "a second after it was first seen"}`, () => {
      const seenTimes = new VersionSeenTimes({ now: () => 5000 });
      assert.equal(seenTimes.getWaitMs("a", revision, 4990), wait);
    });
  }

  it("is reliable if the load started a second after the version was first seen", () => {
    let now = 5000;
    const seenTimes = new VersionSeenTimes({ now: () => now });
    seenTimes.record("a", second);
    now = 6500;
    assert.equal(seenTimes.getWaitMs("a", second, 6099), 1);
    assert.equal(seenTimes.getWaitMs("a", second, 6100), 0);
    assert.equal(seenTimes.getWaitMs("b", second, 6100), 1100);
    const next = { kind: "tag", tag: "1772438401" } as const;
    assert.equal(seenTimes.getWaitMs("a", next, 6400), 1100);
    now = 7000;
    seenTimes.record("a", next);
    assert.equal(seenTimes.getWaitMs("a", next, 6900), 600);
  });
});

for (const dialect of ["product", "documented"] as const) {
  describe(`attaching within the same second on the ${dialect} dialect`, () => {
    let fixture: AttachFixture;
    beforeEach(async () => {
      fixture = await AttachFixture.open({ dialect });
    });
    afterEach(() => fixture.close());

    /** Adds an uploaded file, attached to the artifact if an ID is given. */
    function addFile(artifactId?: number): number {
      const fileTarget = artifactId === undefined ? {} : { artifactId };
      return fixture.server.addFile({ name: "a.txt", type: "text/plain", size: 3, ...fileTarget }).id;
    }

    /** A session that records its pauses; `act` is called before each of them. */
    function createSession(act: () => void = () => undefined): {
      readonly attachments: AttachmentWriter;
      readonly pauses: number[];
    } {
      const clock = createOffsetClock(fixture.server);
      const pauses: number[] = [];
      const pause: MonotonicClock["pause"] = (milliseconds, ...rest) => {
        pauses.push(milliseconds);
        act();
        return clock.pause(milliseconds, ...rest);
      };
      return { attachments: new AttachmentWriter(createMemento(new Map()), { ...clock, pause }), pauses };
    }

    const hasSecondVersions = dialect === "product";

    it("keeps all files although the version doesn't change", async () => {
      const { artifactId } = fixture.target;
      const first = addFile(artifactId);
      let otherFileId: number | undefined;
      const attachOnce = (): void => void (otherFileId ??= addFile(artifactId));
      const { attachments, pauses } = createSession(attachOnce);
      // If no pause is needed, the other user's change comes first by a fault.
      if (!hasSecondVersions) {
        fixture.server.faults.add({
          method: "PUT",
          path: artifactPath,
          times: 1,
          fault: { kind: "concurrentChange", act: attachOnce },
        });
      }
      assert.deepEqual(await attachments.remove(fixture.target, first, signal), { kind: "removed" });
      assert.deepEqual(await fixture.loadFileIds(), [otherFileId]);
      assert.deepEqual(pauses, hasSecondVersions ? [1100] : []);
    });

    async function noteCurrentVersion(attachments: AttachmentWriter): Promise<void> {
      const { client, artifactId } = fixture.target;
      attachments.noteVersion(fixture.target, (await client.artifact(artifactId, signal)).version);
    }

    it("doesn't wait if the version was seen before, by a load or by the user's own change", async () => {
      const [first, second, third] = [1, 2, 3].map(() => fixture.attachAsOther());
      const { attachments, pauses } = createSession();
      await noteCurrentVersion(attachments);
      for (const id of [first, second, third]) {
        fixture.server.clock.advance(1100);
        assert.deepEqual(await attachments.remove(fixture.target, id ?? 0, signal), { kind: "removed" });
      }
      assert.deepEqual([await fixture.loadFileIds(), pauses], [[], []]);
    });

    it("waits for the rest of the second after an earlier load", async () => {
      const first = fixture.attachAsOther();
      const { attachments, pauses } = createSession();
      await noteCurrentVersion(attachments);
      fixture.server.clock.advance(400);
      await attachments.remove(fixture.target, first, signal);
      assert.deepEqual(pauses, hasSecondVersions ? [700] : []);
    });
  });
}

describe("an artifact that others change continuously", () => {
  let fixture: AttachFixture;
  beforeEach(async () => {
    fixture = await AttachFixture.open();
  });
  afterEach(() => fixture.close());

  it("causes a conflict after several loads, without a request to change it", async () => {
    const first = fixture.attachAsOther();
    const clock = createOffsetClock(fixture.server);
    const pause: MonotonicClock["pause"] = (...args) => {
      fixture.attachAsOther();
      return clock.pause(...args);
    };
    const attachments = new AttachmentWriter(createMemento(new Map()), { ...clock, pause });
    assert.deepEqual(await attachments.remove(fixture.target, first, signal), { kind: "conflict" });
    assert.equal(fixture.countRequests("PUT", artifactPath), 0);
    assert.equal((await fixture.loadFileIds()).length, 5);
  });

  it("isn't waited for after a cancellation", async () => {
    const first = fixture.attachAsOther();
    const abort = new AbortController();
    const clock = createOffsetClock(fixture.server);
    const pause: MonotonicClock["pause"] = (...args) => {
      abort.abort();
      return clock.pause(...args);
    };
    const attachments = new AttachmentWriter(createMemento(new Map()), { ...clock, pause });
    assert.deepEqual(await attachments.remove(fixture.target, first, abort.signal), { kind: "canceled" });
    assert.deepEqual([fixture.countRequests("PUT", artifactPath), await fixture.loadFileIds()], [0, [first]]);
  });
});
