import assert from "node:assert/strict";
import type { Revision } from "../../../../src/model/revision.ts";
import { Attachments } from "../../../../src/store/attachments/attachments.ts";
import { Sightings } from "../../../../src/store/attachments/fileField.ts";
import type { OwnTime } from "../../../../src/store/clock.ts";
import { AttachStage, timeBeside } from "./attachStage.ts";
import { memoryOf } from "./downloadStage.ts";

const artifactPath = /\/artifacts\/\d+$/;
const { signal } = new AbortController();

describe("the name of a state", () => {
  const second = { kind: "tag", tag: "1772438400" } as const;
  const waits: readonly (readonly [string, Revision, number])[] = [
    ["a number of seconds", second, 1100],
    ["a number in quotation marks", { kind: "tag", tag: '"1772438400"' }, 1100],
    ["a date", { kind: "date", lastModified: "Mon, 02 Mar 2026 08:00:00 GMT" }, 1100],
    ["a hash", { kind: "tag", tag: '"da39a3ee5e6b4b0d3255bfef95601890afd80709"' }, 0],
  ];
  for (const [what, revision, wait] of waits) {
    it(`that is ${what} is ${wait === 0 ? "sure at once" : "sure when it was seen a second before"}`, () => {
      const sightings = new Sightings({ now: () => 5000 });
      assert.equal(sightings.doubtAbout("a", revision, 4990), wait);
    });
  }

  it("is sure when the look at it began a good second after it was first seen, whenever it ended", () => {
    let now = 5000;
    const sightings = new Sightings({ now: () => now });
    sightings.note("a", second);
    now = 6500;
    assert.equal(sightings.doubtAbout("a", second, 6099), 1);
    assert.equal(sightings.doubtAbout("a", second, 6100), 0);
    assert.equal(sightings.doubtAbout("b", second, 6100), 1100);
    const next = { kind: "tag", tag: "1772438401" } as const;
    assert.equal(sightings.doubtAbout("a", next, 6400), 1100);
    now = 7000;
    sightings.note("a", next);
    assert.equal(sightings.doubtAbout("a", next, 6900), 600);
  });
});

for (const dialect of ["product", "documented"] as const) {
  describe(`people who attach within the same second, on the ${dialect} dialect`, () => {
    let stage: AttachStage;
    beforeEach(async () => {
      stage = await AttachStage.open({ dialect });
    });
    afterEach(() => stage.close());

    /** A file that was uploaded and hangs nowhere, or that somebody has hung on the artifact just now. */
    function added(artifactId?: number): number {
      const place = artifactId === undefined ? {} : { artifactId };
      return stage.server.addFile({ name: "a.txt", type: "text/plain", size: 3, ...place }).id;
    }

    /** A person's session, and the pauses that it made; before each of them something may happen. */
    function session(act: () => void = () => undefined): {
      readonly attachments: Attachments;
      readonly pauses: number[];
    } {
      const time = timeBeside(stage.server);
      const pauses: number[] = [];
      const pause: OwnTime["pause"] = (milliseconds, ...rest) => {
        pauses.push(milliseconds);
        act();
        return time.pause(milliseconds, ...rest);
      };
      return { attachments: new Attachments(memoryOf(new Map()), { ...time, pause }), pauses };
    }

    const isOfSeconds = dialect === "product";

    it("keep all files, though the state has the same name before and after", async () => {
      const { artifactId } = stage.place;
      const first = added(artifactId);
      let theirs: number | undefined;
      const once = (): void => void (theirs ??= added(artifactId));
      const { attachments, pauses } = session(once);
      // Where no pause is needed, they are faster all the same.
      if (!isOfSeconds) {
        stage.server.faults.add({
          method: "PUT",
          path: artifactPath,
          times: 1,
          fault: { kind: "meanwhile", act: once },
        });
      }
      assert.deepEqual(await attachments.remove(stage.place, first, signal), { kind: "removed" });
      assert.deepEqual(await stage.ids(), [theirs]);
      assert.deepEqual(pauses, isOfSeconds ? [1100] : []);
    });

    async function lookAhead(attachments: Attachments): Promise<void> {
      const { client, artifactId } = stage.place;
      attachments.seen(stage.place, (await client.artifact(artifactId, signal)).revision);
    }

    it("wait for nothing where the state was seen before, by a look ahead or by a change of their own", async () => {
      const [first, second, third] = [1, 2, 3].map(() => stage.someoneAttaches());
      const { attachments, pauses } = session();
      await lookAhead(attachments);
      for (const id of [first, second, third]) {
        stage.server.clock.advance(1100);
        assert.deepEqual(await attachments.remove(stage.place, id ?? 0, signal), { kind: "removed" });
      }
      assert.deepEqual([await stage.ids(), pauses], [[], []]);
    });

    it("wait after a look ahead for what is left of the second", async () => {
      const first = stage.someoneAttaches();
      const { attachments, pauses } = session();
      await lookAhead(attachments);
      stage.server.clock.advance(400);
      await attachments.remove(stage.place, first, signal);
      assert.deepEqual(pauses, isOfSeconds ? [700] : []);
    });
  });
}

describe("an artifact that others write to all the time", () => {
  let stage: AttachStage;
  beforeEach(async () => {
    stage = await AttachStage.open();
  });
  afterEach(() => stage.close());

  it("is left alone after some looks, and nothing was sent", async () => {
    const first = stage.someoneAttaches();
    const time = timeBeside(stage.server);
    const pause: OwnTime["pause"] = (...args) => {
      stage.someoneAttaches();
      return time.pause(...args);
    };
    const attachments = new Attachments(memoryOf(new Map()), { ...time, pause });
    assert.deepEqual(await attachments.remove(stage.place, first, signal), { kind: "conflict" });
    assert.equal(stage.asked("PUT", artifactPath), 0);
    assert.equal((await stage.ids()).length, 5);
  });

  it("is not waited for by one who is called off", async () => {
    const first = stage.someoneAttaches();
    const abort = new AbortController();
    const time = timeBeside(stage.server);
    const pause: OwnTime["pause"] = (...args) => {
      abort.abort();
      return time.pause(...args);
    };
    const attachments = new Attachments(memoryOf(new Map()), { ...time, pause });
    assert.deepEqual(await attachments.remove(stage.place, first, abort.signal), { kind: "cancelled" });
    assert.deepEqual([stage.asked("PUT", artifactPath), await stage.ids()], [0, [first]]);
  });
});
