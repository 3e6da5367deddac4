import assert from "node:assert/strict";
import { toInputText } from "../../../../src/model/form/input.ts";
import type { FieldEditRequest } from "../../../../src/model/triage/fieldEditRequest.ts";
import {
  listRetryable,
  previewBulkEdit,
  runBulkEdit,
  type BulkResultItem,
  undoBulkEdit,
} from "../../../../src/store/triage/bulkEdit.ts";
import type { SelectedArtifact } from "../../../../src/store/triage/artifactLoader.ts";
import { bugsTrackerId, getIds, countKinds, neverAborted, TriageStoreFixture } from "./triageStoreFixture.ts";

const artifactPath = /\/artifacts\/\d+$/;

function sorted(ids: readonly number[]): readonly number[] {
  return ids.toSorted((one, other) => one - other);
}

function only(items: readonly BulkResultItem[], kind: BulkResultItem["kind"]): readonly number[] {
  return getIds(items.filter((item) => item.kind === kind));
}

const wontDo = {
  kind: "status",
  status: 400,
  body: '{"error":{"code":400,"message":"Bad Request: Not in this state.\\n"}}',
} as const;

for (const dialect of ["product", "documented"] as const) {
  describe(`a bulk edit on the ${dialect} dialect`, () => {
    let fixture: TriageStoreFixture;
    let request: FieldEditRequest;
    let title: number;
    beforeEach(async () => {
      fixture = await TriageStoreFixture.open({ dialect });
      request = await fixture.createChoiceEdit(bugsTrackerId, "severity", "Critical");
      title = await fixture.getFieldId(bugsTrackerId, "title");
    });
    afterEach(() => fixture.close());

    /** Bugs that aren't critical yet. */
    async function bugsToChange(count: number): Promise<readonly SelectedArtifact[]> {
      const items = await previewBulkEdit(
        fixture.artifactLoader,
        await fixture.loadRows(bugsTrackerId, count + 20),
        request,
        neverAborted,
      );
      fixture.advanceTime(60_000);
      return items
        .filter(({ kind }) => kind === "change")
        .slice(0, count)
        .map(({ selected }) => selected);
    }

    async function loadAll(
      ids: readonly number[],
    ): Promise<ReadonlyMap<number, Readonly<Record<string, unknown>>>> {
      const currentValue = new Map<number, Readonly<Record<string, unknown>>>();
      for (const id of ids) currentValue.set(id, await fixture.loadValues(id));
      return currentValue;
    }

    function getSeverity(currentValue: Readonly<Record<string, unknown>> | undefined): string | undefined {
      const value = currentValue?.["Severity"] as
        { readonly chosen: readonly { readonly label: string }[] } | undefined;
      return value?.chosen.map(({ label }) => label).join();
    }

    it("of 50 artifacts has correct results with conflicts, rejections, a cancellation, a retry and undo", async () => {
      const chosen = await bugsToChange(50);
      const ids = chosen.map(({ row }) => row.id);
      const atFirst = await loadAll(ids);
      const shown = await previewBulkEdit(fixture.artifactLoader, chosen, request, neverAborted);
      assert.deepEqual(countKinds(shown), { change: 50 });
      fixture.advanceTime(5000);

      const conflicting = ids.slice(2, 7);
      const getTheirs = (id: number): void =>
        fixture.changeAsOther(id, { field_id: title, value: `Theirs ${id}` });
      for (const id of conflicting.slice(0, 3)) getTheirs(id);
      for (const id of conflicting.slice(3)) {
        const act = (): void => {
          fixture.advanceTime(2000);
          getTheirs(id);
        };
        fixture.server.faults.add({
          method: "PUT",
          path: `/artifacts/${id}`,
          times: 1,
          fault: { kind: "concurrentChange", act },
        });
      }
      const rejected = ids.slice(10, 13);
      for (const id of rejected) {
        fixture.server.faults.add({ method: "PUT", path: `/artifacts/${id}`, times: 1, fault: wontDo });
      }
      fixture.advanceTime(5000);
      const controller = new AbortController();
      const ran = await runBulkEdit(fixture.artifactLoader, shown, controller.signal, (done) => {
        if (done === 30) controller.abort();
      });
      const notTried = only(ran, "notTried");
      assert.ok(notTried.length >= 16 && notTried.length <= 20, `${notTried.length} not tried`);
      assert.deepEqual(
        [only(ran, "conflict"), only(ran, "rejected"), only(ran, "done").length],
        [conflicting, rejected, 42 - notTried.length],
      );
      const message = ran.flatMap((item) =>
        item.kind === "rejected" ? [item.failure.request.serverMessage?.trim()] : [],
      );
      assert.deepEqual(
        message,
        Array.from({ length: 3 }, () => "Not in this state."),
      );
      const isDone = new Set(only(ran, "done"));
      for (const [id, currentValue] of await loadAll(ids)) {
        const before = atFirst.get(id);
        const foreign = conflicting.includes(id) ? { Title: { kind: "string", text: `Theirs ${id}` } } : {};
        const mine = isDone.has(id) ? { Severity: currentValue["Severity"] } : {};
        assert.deepEqual(currentValue, { ...before, ...foreign, ...mine });
        assert.equal(getSeverity(currentValue), isDone.has(id) ? "Critical" : getSeverity(before));
      }

      const again = await previewBulkEdit(
        fixture.artifactLoader,
        listRetryable(ran, request),
        request,
        neverAborted,
      );
      assert.deepEqual(countKinds(again), { change: 8 + notTried.length });
      const ranAgain = await runBulkEdit(fixture.artifactLoader, again, neverAborted);
      assert.deepEqual(countKinds(ranAgain), { done: 8 + notTried.length });
      for (const currentValue of (await loadAll(ids)).values()) {
        assert.equal(getSeverity(currentValue), "Critical");
      }

      const touched = ids[20] ?? 0;
      fixture.advanceTime(3000);
      fixture.changeAsOther(touched, { field_id: title, value: "Since then" });
      const undone = await undoBulkEdit(fixture.artifactLoader, [...ran, ...ranAgain], neverAborted);
      assert.deepEqual(
        [countKinds(undone), only(undone, "conflict")],
        [{ done: 49, conflict: 1 }, [touched]],
      );
      for (const [id, currentValue] of await loadAll(ids)) {
        const before = atFirst.get(id);
        const foreign = conflicting.includes(id) ? { Title: { kind: "string", text: `Theirs ${id}` } } : {};
        const since =
          id === touched
            ? { Title: { kind: "string", text: "Since then" }, Severity: currentValue["Severity"] }
            : {};
        assert.deepEqual(currentValue, { ...before, ...foreign, ...since });
        assert.equal(getSeverity(currentValue), id === touched ? "Critical" : getSeverity(before));
      }
      // Only our changes, their undo and changes by others; nothing twice.
      for (const id of ids) {
        const count = fixture.server.getChangesets(id).length;
        assert.equal(count, conflicting.includes(id) ? 3 : 2, `${count} writes to ${id}`);
      }
    });

    it("has at most four requests in flight", async () => {
      const chosen = await bugsToChange(24);
      fixture.server.faults.add({ path: artifactPath, fault: { kind: "delay", ms: 3 } });
      const before = fixture.server.maxRequestsInFlight;
      const shown = await previewBulkEdit(fixture.artifactLoader, chosen, request, neverAborted);
      fixture.server.faults.add({
        method: "PUT",
        path: artifactPath,
        skip: 3,
        times: 4,
        fault: { kind: "drop", when: "after" },
      });
      const ran = await runBulkEdit(fixture.artifactLoader, shown, neverAborted);
      await undoBulkEdit(fixture.artifactLoader, ran, neverAborted);
      assert.ok(
        before <= 4 && fixture.server.maxRequestsInFlight === 4,
        `${fixture.server.maxRequestsInFlight} at once`,
      );
    });

    it("previews unchanged artifacts, and reports progress", async () => {
      const chosen = await bugsToChange(6);
      const reported: string[] = [];
      const onProgress = (done: number, of: number): void => void reported.push(`${done}/${of}`);
      const shown = await previewBulkEdit(
        fixture.artifactLoader,
        chosen.slice(0, 3),
        request,
        neverAborted,
        onProgress,
      );
      assert.deepEqual(reported.at(-1), "3/3");
      await runBulkEdit(fixture.artifactLoader, shown, neverAborted, onProgress);
      assert.deepEqual(reported.slice(-3), ["1/3", "2/3", "3/3"]);
      const after = await previewBulkEdit(fixture.artifactLoader, chosen, request, neverAborted);
      assert.deepEqual(
        after.map(({ kind }) => kind),
        ["unchanged", "unchanged", "unchanged", "change", "change", "change"],
      );
      const [, , , fourth] = after;
      assert.ok(fourth?.kind === "change" && toInputText(fourth.change.after) === "Critical");
      assert.notEqual(fourth.change.before && toInputText(fourth.change.before), "Critical");
    });

    it("gives the same result in any order, without duplicates", async () => {
      const chosen = await bugsToChange(12);
      const backwards = [...chosen.toReversed(), ...chosen.slice(0, 2)];
      const shown = await previewBulkEdit(fixture.artifactLoader, backwards, request, neverAborted);
      assert.deepEqual(sorted(getIds(shown)), sorted(chosen.map(({ row }) => row.id)));
      assert.deepEqual(countKinds(await runBulkEdit(fixture.artifactLoader, shown, neverAborted)), {
        done: 12,
      });
      for (const { row } of chosen) assert.equal(getSeverity(await fixture.loadValues(row.id)), "Critical");
    });

    it("does nothing twice if responses are lost", async () => {
      const chosen = await bugsToChange(8);
      const ids = chosen.map(({ row }) => row.id);
      const shown = await previewBulkEdit(fixture.artifactLoader, chosen, request, neverAborted);
      fixture.advanceTime(5000);
      for (const [place, when] of ["after", "during", "before", "after"].entries()) {
        fixture.server.faults.add({
          method: "PUT",
          path: `/artifacts/${ids[place] ?? 0}`,
          times: 1,
          fault: { kind: "drop", when: when as "after" | "during" | "before" },
        });
      }
      const ran = await runBulkEdit(fixture.artifactLoader, shown, neverAborted);
      assert.deepEqual([countKinds(ran), only(ran, "failed")], [{ done: 7, failed: 1 }, [ids[2]]]);
      assert.deepEqual(
        ids.map((id) => fixture.server.getChangesets(id).length),
        [1, 1, 0, 1, 1, 1, 1, 1],
      );
      const again = await previewBulkEdit(
        fixture.artifactLoader,
        listRetryable(ran, request),
        request,
        neverAborted,
      );
      assert.deepEqual(countKinds(await runBulkEdit(fixture.artifactLoader, again, neverAborted)), {
        done: 1,
      });
      const undone = await undoBulkEdit(fixture.artifactLoader, ran, neverAborted);
      assert.deepEqual(countKinds(undone), { done: 7 });
      assert.deepEqual(
        ids.map((id) => fixture.server.getChangesets(id).length),
        [2, 2, 1, 2, 2, 2, 2, 2],
      );
    });

    it("reports author and fields of a conflict, also for undo", async () => {
      const { member } = fixture.server.accounts;
      const chosen = await bugsToChange(2);
      const [first = 0, second = 0] = chosen.map(({ row }) => row.id);
      const shown = await previewBulkEdit(fixture.artifactLoader, chosen, request, neverAborted);
      fixture.advanceTime(60_000);
      fixture.changeAsOther(first, { field_id: title, value: "Theirs" }, member);
      fixture.advanceTime(60_000);
      const ran = await runBulkEdit(fixture.artifactLoader, shown, neverAborted);
      const getTheirs = (items: readonly BulkResultItem[], id: number): unknown =>
        items.flatMap((item) =>
          item.kind === "conflict" && item.selected.row.id === id ? [item.theirs] : [],
        );
      const by = dialect === "product" ? [member.realName] : [];
      assert.deepEqual(getTheirs(ran, first), [{ by, fields: ["Title"] }]);
      fixture.advanceTime(60_000);
      fixture.changeAsOther(second, { field_id: title, value: "Theirs, too" }, member);
      fixture.advanceTime(60_000);
      const undone = await undoBulkEdit(fixture.artifactLoader, ran, neverAborted);
      // Only a history shows changes after our own.
      assert.deepEqual(getTheirs(undone, second), [{ by, fields: dialect === "product" ? ["Title"] : [] }]);
    });

    it("doesn't overwrite changes made in the second of the preview", async () => {
      const chosen = await bugsToChange(3);
      const [first = 0, second = 0] = chosen.map(({ row }) => row.id);
      const severity = await fixture.getFieldId(bugsTrackerId, "severity");
      const minor = await fixture.createChoiceEdit(bugsTrackerId, "severity", "Major");
      const other = minor.values[0]?.id ?? 0;
      // Changed within this second, so that the versions are those of this second.
      for (const id of [first, second]) fixture.changeAsOther(id, { field_id: title, value: "Just now" });
      const shown = await previewBulkEdit(fixture.artifactLoader, chosen, request, neverAborted);
      fixture.changeAsOther(first, { field_id: severity, bind_value_ids: [other] });
      fixture.changeAsOther(second, { field_id: title, value: "And again" });
      const ran = await runBulkEdit(fixture.artifactLoader, shown, neverAborted);
      assert.deepEqual(
        ran.map(({ kind }) => kind),
        ["conflict", "conflict", "done"],
      );
      assert.deepEqual(
        [getSeverity(await fixture.loadValues(first)), fixture.countRequests("PUT", artifactPath) <= 3],
        ["Major", true],
      );
    });

    it("is undone immediately, without overwriting changes made in the same second", async () => {
      const chosen = await bugsToChange(4);
      const ids = chosen.map(({ row }) => row.id);
      const severity = await fixture.getFieldId(bugsTrackerId, "severity");
      const before = await loadAll(ids);
      const shown = await previewBulkEdit(fixture.artifactLoader, chosen, request, neverAborted);
      const ran = await runBulkEdit(fixture.artifactLoader, shown, neverAborted);
      assert.deepEqual(countKinds(ran), { done: 4 });
      const other = (await fixture.createChoiceEdit(bugsTrackerId, "severity", "Major")).values[0]?.id ?? 0;
      fixture.changeAsOther(ids[0] ?? 0, { field_id: severity, bind_value_ids: [other] });
      const undone = await undoBulkEdit(fixture.artifactLoader, ran, neverAborted);
      assert.deepEqual(
        undone.map(({ kind }) => kind),
        ["conflict", "done", "done", "done"],
      );
      for (const [place, id] of ids.entries()) {
        const expected = place === 0 ? "Major" : getSeverity(before.get(id));
        assert.equal(getSeverity(await fixture.loadValues(id)), expected);
      }
      // An undo is a change like any other.
      const redone = await undoBulkEdit(fixture.artifactLoader, undone, neverAborted);
      assert.deepEqual(countKinds(redone), { done: 3 });
      for (const id of ids.slice(1)) assert.equal(getSeverity(await fixture.loadValues(id)), "Critical");
    });

    it("reports deleted and unreadable artifacts, and those not tried", async () => {
      const chosen = await bugsToChange(5);
      const ids = chosen.map(({ row }) => row.id);
      fixture.server.deleteArtifact(ids[0] ?? 0);
      fixture.server.faults.add({
        path: new RegExp(`/artifacts/${ids[1]}(\\?|$)`),
        fault: { kind: "status", status: 403 },
      });
      const shown = await previewBulkEdit(fixture.artifactLoader, chosen, request, neverAborted);
      assert.deepEqual(shown[0]?.kind === "unreadable" && shown[0].failure.kind, "notFound");
      fixture.server.deleteArtifact(ids[2] ?? 0);
      const ran = await runBulkEdit(fixture.artifactLoader, shown, neverAborted);
      assert.deepEqual(only(ran, "gone"), [ids[2]]);
      const puts = fixture.countRequests("PUT");
      const none = await runBulkEdit(fixture.artifactLoader, shown, AbortSignal.abort());
      assert.deepEqual([Object.keys(countKinds(none)), fixture.countRequests("PUT")], [["notTried"], puts]);
    });
  });
}
