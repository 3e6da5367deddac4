import assert from "node:assert/strict";
import type { RowWithTracker } from "../../../../src/model/query/sortAndGroup.ts";
import { RowList } from "../../../../src/store/queries/rowList.ts";
import { FieldValueLoader, createSelectionSource } from "../../../../src/store/tableRows.ts";
import {
  bugsTrackerId,
  requestsTrackerId,
  neverAborted,
  TriageStoreFixture,
} from "../triage/triageStoreFixture.ts";

const batch = /\/artifacts\?/;

for (const dialect of ["product", "documented"] as const) {
  describe(`rows of selected artifacts on the ${dialect} dialect`, () => {
    let fixture: TriageStoreFixture;
    beforeEach(async () => {
      fixture = await TriageStoreFixture.open({ dialect });
    });
    afterEach(() => fixture.close());

    async function chosenOf(trackerId: number, count: number): Promise<readonly RowWithTracker[]> {
      const { label, color } = await fixture.loadTracker(trackerId);
      return (await fixture.loadRows(trackerId, count)).map(({ row }) => ({
        ...row,
        tracker: { id: trackerId, label, color },
      }));
    }

    it("come newest first, without duplicates, with their trackers", async () => {
      const rows = [...(await chosenOf(bugsTrackerId, 5)), ...(await chosenOf(requestsTrackerId, 5))];
      const chosen = rows.map(({ id, tracker }) => ({ artifactId: id, trackerId: tracker?.id }));
      const found = new RowList(
        createSelectionSource(fixture.artifactLoader, [...chosen, ...chosen].toReversed()),
      );
      await found.loadUntil(() => false);
      const expected = rows.toSorted((one, other) => other.id - one.id);
      assert.deepEqual(
        found.items.map(
          (item) => item.kind === "artifact" && [item.id, item.title, item.status, item.tracker],
        ),
        expected.map(({ id, title, status, tracker }) => [id, title, status, tracker]),
      );
      assert.deepEqual([found.hasMore, found.size], [false, 10]);
    });

    it("return no values and no failure after a cancellation", async () => {
      const chosen = await fixture.loadRows(bugsTrackerId, 30);
      const values = new FieldValueLoader(fixture.artifactLoader);
      const controller = new AbortController();
      const act = (): void => controller.abort();
      fixture.server.faults.add({ path: /\/artifacts/, times: 1, fault: { kind: "concurrentChange", act } });
      const read = await values.load(chosen, controller.signal);
      assert.deepEqual([controller.signal.aborted, read.size < 30], [true, true]);
    });

    it("leave a gap for a deleted artifact", async () => {
      const [first, second] = await chosenOf(bugsTrackerId, 2);
      const chosen = [first?.id ?? 0, 99_999, second?.id ?? 0].map((artifactId) => ({
        artifactId,
        trackerId: bugsTrackerId,
      }));
      const found = new RowList(createSelectionSource(fixture.artifactLoader, chosen));
      await found.loadUntil(() => false);
      assert.deepEqual(
        found.items.map(({ kind, id }) => [kind, id]),
        [
          ["unreadable", 99_999],
          ["artifact", Math.max(first?.id ?? 0, second?.id ?? 0)],
          ["artifact", Math.min(first?.id ?? 0, second?.id ?? 0)],
        ],
      );
    });

    it("report a failure while the site is offline", async () => {
      const [first] = await chosenOf(bugsTrackerId, 1);
      const chosen = [{ artifactId: first?.id ?? 0, trackerId: bugsTrackerId }];
      const found = new RowList(createSelectionSource(fixture.artifactLoader, chosen));
      fixture.server.faults.add({ path: /artifacts/, fault: { kind: "status", status: 401, body: "{}" } });
      await found.loadUntil(() => false);
      assert.equal(found.lastFailure?.failure.kind, "signedOut");
    });

    it("load values in batches if supported, and measure the time", async () => {
      const chosen = await fixture.loadRows(bugsTrackerId, 60);
      const values = new FieldValueLoader(fixture.artifactLoader);
      assert.equal(values.estimateSeconds(1000), 12);
      const before = [fixture.countRequests("GET", batch), fixture.countRequests("GET")];
      const read = await values.load(chosen, neverAborted);
      assert.deepEqual(
        [...read.keys()].toSorted((one, other) => one - other),
        chosen.map(({ row }) => row.id).toSorted((one, other) => one - other),
      );
      const [first] = chosen;
      const currentValue = read.get(first?.row.id ?? 0)?.values ?? [];
      assert.ok(currentValue.some((each) => each.kind === "entry" && each.label === "Severity"));
      if (dialect === "product") {
        assert.equal(fixture.countRequests("GET") - (before[1] ?? 0), 1);
      } else {
        assert.ok(fixture.countRequests("GET") - (before[1] ?? 0) >= 60);
      }
      // Time only passes if the test advances it, so these took none.
      assert.equal(values.estimateSeconds(1000), 0);
      fixture.server.faults.add({
        path: /artifacts/,
        times: 1,
        fault: { kind: "concurrentChange", act: () => fixture.advanceTime(600) },
      });
      await values.load(chosen, neverAborted);
      assert.equal(values.estimateSeconds(1000), 5);
    });
  });
}
