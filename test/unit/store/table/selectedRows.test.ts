import assert from "node:assert/strict";
import type { PlacedRow } from "../../../../src/model/query/rows.ts";
import { RowList } from "../../../../src/store/queries/rowList.ts";
import { FieldValues, selectedRows } from "../../../../src/store/table.ts";
import { bugs, requests, signal, TriageStage } from "../triage/triageStage.ts";

const batch = /\/artifacts\?/;

for (const dialect of ["product", "documented"] as const) {
  describe(`rows that were chosen one by one, on the ${dialect} dialect`, () => {
    let stage: TriageStage;
    beforeEach(async () => {
      stage = await TriageStage.open({ dialect });
    });
    afterEach(() => stage.close());

    async function chosenOf(trackerId: number, count: number): Promise<readonly PlacedRow[]> {
      const { label, color } = await stage.tracker(trackerId);
      return (await stage.rows(trackerId, count)).map(({ row }) => ({
        ...row,
        tracker: { id: trackerId, label, color },
      }));
    }

    it("come newest first, each once, with their trackers", async () => {
      const rows = [...(await chosenOf(bugs, 5)), ...(await chosenOf(requests, 5))];
      const chosen = rows.map(({ id, tracker }) => ({ artifactId: id, trackerId: tracker?.id }));
      const found = new RowList(selectedRows(stage.states, [...chosen, ...chosen].toReversed()));
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

    it("tell no values, and no failure, once that is called off", async () => {
      const chosen = await stage.rows(bugs, 30);
      const values = new FieldValues(stage.states);
      const calledOff = new AbortController();
      const act = (): void => calledOff.abort();
      stage.server.faults.add({ path: /\/artifacts/, times: 1, fault: { kind: "meanwhile", act } });
      const read = await values.read(chosen, calledOff.signal);
      assert.deepEqual([calledOff.signal.aborted, read.size < 30], [true, true]);
    });

    it("leave a gap where one is gone, and none for the others", async () => {
      const [first, second] = await chosenOf(bugs, 2);
      const chosen = [first?.id ?? 0, 99_999, second?.id ?? 0].map((artifactId) => ({
        artifactId,
        trackerId: bugs,
      }));
      const found = new RowList(selectedRows(stage.states, chosen));
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

    it("are not there while the server can't be asked, which is told", async () => {
      const [first] = await chosenOf(bugs, 1);
      const chosen = [{ artifactId: first?.id ?? 0, trackerId: bugs }];
      const found = new RowList(selectedRows(stage.states, chosen));
      stage.server.faults.add({ path: /artifacts/, fault: { kind: "status", status: 401, body: "{}" } });
      await found.loadUntil(() => false);
      assert.equal(found.trouble?.failure.kind, "signedOut");
    });

    it("have their values read together where the server can, at a pace that is measured", async () => {
      const chosen = await stage.rows(bugs, 60);
      const values = new FieldValues(stage.states);
      assert.equal(values.secondsFor(1000), 12);
      const before = [stage.asked("GET", batch), stage.asked("GET")];
      const read = await values.read(chosen, signal);
      assert.deepEqual(
        [...read.keys()].toSorted((one, other) => one - other),
        chosen.map(({ row }) => row.id).toSorted((one, other) => one - other),
      );
      const [first] = chosen;
      const held = read.get(first?.row.id ?? 0)?.values ?? [];
      assert.ok(held.some((each) => each.kind === "entry" && each.label === "Severity"));
      if (dialect === "product") {
        assert.equal(stage.asked("GET") - (before[1] ?? 0), 1);
      } else {
        assert.ok(stage.asked("GET") - (before[1] ?? 0) >= 60);
      }
      // Time passes only where the test says so: these took none.
      assert.equal(values.secondsFor(1000), 0);
      stage.server.faults.add({
        path: /artifacts/,
        times: 1,
        fault: { kind: "meanwhile", act: () => stage.pass(600) },
      });
      await values.read(chosen, signal);
      assert.equal(values.secondsFor(1000), 5);
    });
  });
}
