import assert from "node:assert/strict";
import { FileFieldWriter } from "../../../../src/store/attachments/attachmentServices.ts";
import {
  type FileFieldOutcome,
  VersionSeenTimes,
  type FileIdsUpdate,
} from "../../../../src/store/attachments/fileField.ts";
import type { MonotonicClock } from "../../../../src/store/monotonicClock.ts";
import { AttachFixture, createOffsetClock } from "./attachFixture.ts";

const artifactPath = /\/artifacts\/\d+$/;

function createAddition(id: number): FileIdsUpdate {
  return (ids) => (ids.includes(id) ? ids : [...ids, id]);
}

function createRemoval(id: number): FileIdsUpdate {
  return (ids) => ids.filter((each) => each !== id);
}

for (const dialect of ["product", "documented"] as const) {
  describe(`FileFieldWriter on the ${dialect} dialect`, () => {
    let fixture: AttachFixture;
    let writer: FileFieldWriter;
    beforeEach(async () => {
      fixture = await AttachFixture.open({ dialect });
      writer = createWriter(createOffsetClock(fixture.server));
    });
    afterEach(() => fixture.close());

    function createWriter(clock: MonotonicClock): FileFieldWriter {
      return new FileFieldWriter({ clock, versionSeenTimes: new VersionSeenTimes(clock) });
    }

    function addFile(): number {
      return fixture.server.addFile({ name: "a.txt", type: "text/plain", size: 3 }).id;
    }

    async function write(
      update: FileIdsUpdate,
      { signal = new AbortController().signal, accountId = "1" } = {},
    ): Promise<string> {
      const { siteApi, client, artifactId } = fixture.target;
      const field = { siteApi, client, artifactId, fieldId: fixture.target.field.id };
      const outcome: FileFieldOutcome = await writer.write(field, accountId, update, signal);
      return outcome.kind === "failed" ? outcome.failure.kind : outcome.kind;
    }

    it("merges queued updates into one request", async () => {
      const existingId = fixture.attachAsOther();
      const [first, second] = [addFile(), addFile()];
      // As many files are added as removed, which is still a change.
      const all = [
        write(createAddition(first)),
        write(createRemoval(existingId)),
        write(createAddition(second)),
        write(createRemoval(second)),
      ];
      assert.deepEqual(await Promise.all(all), ["changed", "changed", "changed", "changed"]);
      assert.deepEqual(
        [await fixture.loadFileIds(), fixture.countRequests("PUT", artifactPath)],
        [[first], 1],
      );
    });

    it("sends updates that arrive during a request with the next one", async () => {
      const [first, second, third] = [addFile(), addFile(), addFile()];
      const laterWrites: Promise<string>[] = [];
      const act = (): void =>
        void laterWrites.push(write(createAddition(second)), write(createAddition(third)));
      fixture.server.faults.add({
        method: "PUT",
        path: artifactPath,
        times: 1,
        fault: { kind: "concurrentChange", act },
      });
      assert.equal(await write(createAddition(first)), "changed");
      assert.deepEqual(await Promise.all(laterWrites), ["changed", "changed"]);
      assert.deepEqual(
        [await fixture.loadFileIds(), fixture.countRequests("PUT", artifactPath)],
        [[first, second, third], 2],
      );
    });

    it("doesn't merge updates of two accounts", async () => {
      const [first, second] = [addFile(), addFile()];
      await Promise.all([write(createAddition(first)), write(createAddition(second), { accountId: "2" })]);
      assert.deepEqual(
        [await fixture.loadFileIds(), fixture.countRequests("PUT", artifactPath)],
        [[first, second], 2],
      );
    });

    it("applies the other updates if the server rejects one", async () => {
      const [first, second] = [addFile(), addFile()];
      const all = [
        write(createAddition(first)),
        write(createAddition(987_654)),
        write(createAddition(second)),
      ];
      assert.deepEqual(await Promise.all(all), ["changed", "gone", "changed"]);
      assert.deepEqual(await fixture.loadFileIds(), [first, second]);
    });

    it("leaves out canceled updates", async () => {
      const [first, second] = [addFile(), addFile()];
      const abort = new AbortController();
      const act = (): void => abort.abort();
      fixture.server.faults.add({
        method: "GET",
        path: artifactPath,
        times: 1,
        fault: { kind: "concurrentChange", act },
      });
      const all = [write(createAddition(first), { signal: abort.signal }), write(createAddition(second))];
      assert.deepEqual(await Promise.all(all), ["canceled", "changed"]);
      assert.deepEqual(await fixture.loadFileIds(), [second]);
    });

    it("sends nothing if all updates are canceled", async () => {
      const abort = new AbortController();
      const all = [addFile(), addFile()].map((id) => write(createAddition(id), { signal: abort.signal }));
      abort.abort();
      assert.deepEqual(await Promise.all(all), ["canceled", "canceled"]);
      assert.deepEqual([await fixture.loadFileIds(), fixture.countRequests("PUT", artifactPath)], [[], 0]);
    });

    it("reports a thrown error to all merged updates, and continues with later ones", async () => {
      const first = addFile();
      const throwing: FileIdsUpdate = () => {
        throw new TypeError("a mistake");
      };
      const all = await Promise.allSettled([write(throwing), write(createAddition(first))]);
      assert.deepEqual(
        all.map(({ status }) => status),
        ["rejected", "rejected"],
      );
      assert.equal(await write(createAddition(first)), "changed");
    });
  });
}
