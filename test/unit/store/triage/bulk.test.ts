import assert from "node:assert/strict";
import { inputText } from "../../../../src/model/form/input.ts";
import type { Wish } from "../../../../src/model/triage/wish.ts";
import { leftOf, preview, run, type RunItem, undo } from "../../../../src/store/triage/bulk.ts";
import type { Selected } from "../../../../src/store/triage/states.ts";
import { bugs, idsOf, kinds, signal, TriageStage } from "./triageStage.ts";

const artifactPath = /\/artifacts\/\d+$/;

function sorted(ids: readonly number[]): readonly number[] {
  return ids.toSorted((one, other) => one - other);
}

function only(items: readonly RunItem[], kind: RunItem["kind"]): readonly number[] {
  return idsOf(items.filter((item) => item.kind === kind));
}

const wontDo = {
  kind: "status",
  status: 400,
  body: '{"error":{"code":400,"message":"Bad Request: Not in this state.\\n"}}',
} as const;

for (const dialect of ["product", "documented"] as const) {
  describe(`a change of many artifacts, on the ${dialect} dialect`, () => {
    let stage: TriageStage;
    let wish: Wish;
    let title: number;
    beforeEach(async () => {
      stage = await TriageStage.open({ dialect });
      wish = await stage.choosing(bugs, "severity", "Critical");
      title = await stage.field(bugs, "title");
    });
    afterEach(() => stage.close());

    /** Those that are not critical yet, so many of them. */
    async function bugsToChange(count: number): Promise<readonly Selected[]> {
      const items = await preview(stage.states, await stage.rows(bugs, count + 20), wish, signal);
      stage.pass(60_000);
      return items
        .filter(({ kind }) => kind === "change")
        .slice(0, count)
        .map(({ selected }) => selected);
    }

    async function allHeld(
      ids: readonly number[],
    ): Promise<ReadonlyMap<number, Readonly<Record<string, unknown>>>> {
      const held = new Map<number, Readonly<Record<string, unknown>>>();
      for (const id of ids) held.set(id, await stage.held(id));
      return held;
    }

    function severityOf(held: Readonly<Record<string, unknown>> | undefined): string | undefined {
      const value = held?.["Severity"] as
        { readonly chosen: readonly { readonly label: string }[] } | undefined;
      return value?.chosen.map(({ label }) => label).join();
    }

    it("of 50 with conflicts, refusals and a cancel, then another try, then undone, leaves what it should", async () => {
      const chosen = await bugsToChange(50);
      const ids = chosen.map(({ row }) => row.id);
      const atFirst = await allHeld(ids);
      const shown = await preview(stage.states, chosen, wish, signal);
      assert.deepEqual(kinds(shown), { change: 50 });
      stage.pass(5000);

      const conflicting = ids.slice(2, 7);
      const theirs = (id: number): void => stage.theyWrite(id, { field_id: title, value: `Theirs ${id}` });
      for (const id of conflicting.slice(0, 3)) theirs(id);
      for (const id of conflicting.slice(3)) {
        const act = (): void => {
          stage.pass(2000);
          theirs(id);
        };
        stage.server.faults.add({
          method: "PUT",
          path: `/artifacts/${id}`,
          times: 1,
          fault: { kind: "meanwhile", act },
        });
      }
      const rejected = ids.slice(10, 13);
      for (const id of rejected) {
        stage.server.faults.add({ method: "PUT", path: `/artifacts/${id}`, times: 1, fault: wontDo });
      }
      stage.pass(5000);
      const calledOff = new AbortController();
      const ran = await run(stage.states, shown, calledOff.signal, (done) => {
        if (done === 30) calledOff.abort();
      });
      const notTried = only(ran, "notTried");
      assert.ok(notTried.length >= 16 && notTried.length <= 20, `${notTried.length} not tried`);
      assert.deepEqual(
        [only(ran, "conflict"), only(ran, "rejected"), only(ran, "done").length],
        [conflicting, rejected, 42 - notTried.length],
      );
      const said = ran.flatMap((item) =>
        item.kind === "rejected" ? [item.failure.request.said?.trim()] : [],
      );
      assert.deepEqual(
        said,
        Array.from({ length: 3 }, () => "Not in this state."),
      );
      const isDone = new Set(only(ran, "done"));
      for (const [id, held] of await allHeld(ids)) {
        const before = atFirst.get(id);
        const foreign = conflicting.includes(id) ? { Title: { kind: "string", text: `Theirs ${id}` } } : {};
        const mine = isDone.has(id) ? { Severity: held["Severity"] } : {};
        assert.deepEqual(held, { ...before, ...foreign, ...mine });
        assert.equal(severityOf(held), isDone.has(id) ? "Critical" : severityOf(before));
      }

      const again = await preview(stage.states, leftOf(ran, wish), wish, signal);
      assert.deepEqual(kinds(again), { change: 8 + notTried.length });
      const ranAgain = await run(stage.states, again, signal);
      assert.deepEqual(kinds(ranAgain), { done: 8 + notTried.length });
      for (const held of (await allHeld(ids)).values()) assert.equal(severityOf(held), "Critical");

      const touched = ids[20] ?? 0;
      stage.pass(3000);
      stage.theyWrite(touched, { field_id: title, value: "Since then" });
      const undone = await undo(stage.states, [...ran, ...ranAgain], signal);
      assert.deepEqual([kinds(undone), only(undone, "conflict")], [{ done: 49, conflict: 1 }, [touched]]);
      for (const [id, held] of await allHeld(ids)) {
        const before = atFirst.get(id);
        const foreign = conflicting.includes(id) ? { Title: { kind: "string", text: `Theirs ${id}` } } : {};
        const since =
          id === touched ? { Title: { kind: "string", text: "Since then" }, Severity: held["Severity"] } : {};
        assert.deepEqual(held, { ...before, ...foreign, ...since });
        assert.equal(severityOf(held), id === touched ? "Critical" : severityOf(before));
      }
      // What was made and taken back, and what others have written; nothing else, and nothing twice.
      for (const id of ids) {
        const count = stage.server.changesets(id).length;
        assert.equal(count, conflicting.includes(id) ? 3 : 2, `${count} writes to ${id}`);
      }
    });

    it("has never more than four requests on their way", async () => {
      const chosen = await bugsToChange(24);
      stage.server.faults.add({ path: artifactPath, fault: { kind: "delay", ms: 3 } });
      const before = stage.server.mostInFlight;
      const shown = await preview(stage.states, chosen, wish, signal);
      stage.server.faults.add({
        method: "PUT",
        path: artifactPath,
        skip: 3,
        times: 4,
        fault: { kind: "drop", when: "after" },
      });
      const ran = await run(stage.states, shown, signal);
      await undo(stage.states, ran, signal);
      assert.ok(before <= 4 && stage.server.mostInFlight === 4, `${stage.server.mostInFlight} at once`);
    });

    it("shows what is so already, and is told by progress", async () => {
      const chosen = await bugsToChange(6);
      const told: string[] = [];
      const onProgress = (done: number, of: number): void => void told.push(`${done}/${of}`);
      const shown = await preview(stage.states, chosen.slice(0, 3), wish, signal, onProgress);
      assert.deepEqual(told.at(-1), "3/3");
      await run(stage.states, shown, signal, onProgress);
      assert.deepEqual(told.slice(-3), ["1/3", "2/3", "3/3"]);
      const after = await preview(stage.states, chosen, wish, signal);
      assert.deepEqual(
        after.map(({ kind }) => kind),
        ["alreadySo", "alreadySo", "alreadySo", "change", "change", "change"],
      );
      const [, , , fourth] = after;
      assert.ok(fourth?.kind === "change" && inputText(fourth.change.after) === "Critical");
      assert.notEqual(fourth.change.before && inputText(fourth.change.before), "Critical");
    });

    it("comes to the same in whichever order, and takes the same artifact twice for one", async () => {
      const chosen = await bugsToChange(12);
      const backwards = [...chosen.toReversed(), ...chosen.slice(0, 2)];
      const shown = await preview(stage.states, backwards, wish, signal);
      assert.deepEqual(sorted(idsOf(shown)), sorted(chosen.map(({ row }) => row.id)));
      assert.deepEqual(kinds(await run(stage.states, shown, signal)), { done: 12 });
      for (const { row } of chosen) assert.equal(severityOf(await stage.held(row.id)), "Critical");
    });

    it("does nothing twice where answers are lost, and tells what became of it", async () => {
      const chosen = await bugsToChange(8);
      const ids = chosen.map(({ row }) => row.id);
      const shown = await preview(stage.states, chosen, wish, signal);
      stage.pass(5000);
      for (const [place, when] of ["after", "during", "before", "after"].entries()) {
        stage.server.faults.add({
          method: "PUT",
          path: `/artifacts/${ids[place] ?? 0}`,
          times: 1,
          fault: { kind: "drop", when: when as "after" | "during" | "before" },
        });
      }
      const ran = await run(stage.states, shown, signal);
      assert.deepEqual([kinds(ran), only(ran, "failed")], [{ done: 7, failed: 1 }, [ids[2]]]);
      assert.deepEqual(
        ids.map((id) => stage.server.changesets(id).length),
        [1, 1, 0, 1, 1, 1, 1, 1],
      );
      const again = await preview(stage.states, leftOf(ran, wish), wish, signal);
      assert.deepEqual(kinds(await run(stage.states, again, signal)), { done: 1 });
      const undone = await undo(stage.states, ran, signal);
      assert.deepEqual(kinds(undone), { done: 7 });
      assert.deepEqual(
        ids.map((id) => stage.server.changesets(id).length),
        [2, 2, 1, 2, 2, 2, 2, 2],
      );
    });

    it("tells of a conflict who has changed what, also where it is to be undone", async () => {
      const { member } = stage.server.accounts;
      const chosen = await bugsToChange(2);
      const [first = 0, second = 0] = chosen.map(({ row }) => row.id);
      const shown = await preview(stage.states, chosen, wish, signal);
      stage.pass(60_000);
      stage.theyWrite(first, { field_id: title, value: "Theirs" }, member);
      stage.pass(60_000);
      const ran = await run(stage.states, shown, signal);
      const theirs = (items: readonly RunItem[], id: number): unknown =>
        items.flatMap((item) =>
          item.kind === "conflict" && item.selected.row.id === id ? [item.theirs] : [],
        );
      const by = dialect === "product" ? [member.realName] : [];
      assert.deepEqual(theirs(ran, first), [{ by, fields: ["Title"] }]);
      stage.pass(60_000);
      stage.theyWrite(second, { field_id: title, value: "Theirs, too" }, member);
      stage.pass(60_000);
      const undone = await undo(stage.states, ran, signal);
      // Only a history tells what came after our own change.
      assert.deepEqual(theirs(undone, second), [{ by, fields: dialect === "product" ? ["Title"] : [] }]);
    });

    it("is not sent over what others write in the second that it was shown in", async () => {
      const chosen = await bugsToChange(3);
      const [first = 0, second = 0] = chosen.map(({ row }) => row.id);
      const severity = await stage.field(bugs, "severity");
      const minor = await stage.choosing(bugs, "severity", "Major");
      const other = minor.values[0]?.id ?? 0;
      // Written in this very second, so that the states bear its name.
      for (const id of [first, second]) stage.theyWrite(id, { field_id: title, value: "Just now" });
      const shown = await preview(stage.states, chosen, wish, signal);
      stage.theyWrite(first, { field_id: severity, bind_value_ids: [other] });
      stage.theyWrite(second, { field_id: title, value: "And again" });
      const ran = await run(stage.states, shown, signal);
      assert.deepEqual(
        ran.map(({ kind }) => kind),
        ["conflict", "conflict", "done"],
      );
      assert.deepEqual(
        [severityOf(await stage.held(first)), stage.asked("PUT", artifactPath) <= 3],
        ["Major", true],
      );
    });

    it("is undone at once, and not over what others write in the second of the change", async () => {
      const chosen = await bugsToChange(4);
      const ids = chosen.map(({ row }) => row.id);
      const severity = await stage.field(bugs, "severity");
      const before = await allHeld(ids);
      const shown = await preview(stage.states, chosen, wish, signal);
      const ran = await run(stage.states, shown, signal);
      assert.deepEqual(kinds(ran), { done: 4 });
      const other = (await stage.choosing(bugs, "severity", "Major")).values[0]?.id ?? 0;
      stage.theyWrite(ids[0] ?? 0, { field_id: severity, bind_value_ids: [other] });
      const undone = await undo(stage.states, ran, signal);
      assert.deepEqual(
        undone.map(({ kind }) => kind),
        ["conflict", "done", "done", "done"],
      );
      for (const [place, id] of ids.entries()) {
        const expected = place === 0 ? "Major" : severityOf(before.get(id));
        assert.equal(severityOf(await stage.held(id)), expected);
      }
      // Taking it back is a change like any other.
      const redone = await undo(stage.states, undone, signal);
      assert.deepEqual(kinds(redone), { done: 3 });
      for (const id of ids.slice(1)) assert.equal(severityOf(await stage.held(id)), "Critical");
    });

    it("tells of those that are gone or can't be read, and of none that were called off before", async () => {
      const chosen = await bugsToChange(5);
      const ids = chosen.map(({ row }) => row.id);
      stage.server.removeArtifact(ids[0] ?? 0);
      stage.server.faults.add({
        path: new RegExp(`/artifacts/${ids[1]}(\\?|$)`),
        fault: { kind: "status", status: 403 },
      });
      const shown = await preview(stage.states, chosen, wish, signal);
      assert.deepEqual(shown[0]?.kind === "unreadable" && shown[0].failure.kind, "notFound");
      stage.server.removeArtifact(ids[2] ?? 0);
      const ran = await run(stage.states, shown, signal);
      assert.deepEqual(only(ran, "gone"), [ids[2]]);
      const puts = stage.asked("PUT");
      const none = await run(stage.states, shown, AbortSignal.abort());
      assert.deepEqual([Object.keys(kinds(none)), stage.asked("PUT")], [["notTried"], puts]);
    });
  });
}
