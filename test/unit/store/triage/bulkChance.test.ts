// Whatever happens to any of many artifacts, before they are changed, while they are and when that is taken back: what is told of
// each is what the server has, and no write of others is ever lost.
import assert from "node:assert/strict";
import fc from "fast-check";
import type { Wish } from "../../../../src/model/triage/wish.ts";
import { leftOf, preview, run, type RunItem, undo } from "../../../../src/store/triage/bulk.ts";
import type { Selected } from "../../../../src/store/triage/states.ts";
import type { Changeset } from "../../../simulator/state/changeset.ts";
import { bugs, signal, TriageStage } from "./triageStage.ts";

const events = [
  "nothing",
  "theySetIt",
  "theyWriteElsewhere",
  "theySetItMeanwhile",
  "theyWriteElsewhereMeanwhile",
  "lostBefore",
  "lostAfter",
  "refused",
  "gone",
] as const;
type Event = (typeof events)[number];

interface Course {
  /** What happens to each artifact before or in the first run, and then before or in the undo. */
  readonly first: readonly Event[];
  readonly second: readonly Event[];
  /** Whether time passes between what others do and what we do. */
  readonly isSlow: boolean;
}

const count = 8;
const some = fc.array(fc.constantFrom(...events), { minLength: count, maxLength: count });
const anyCourse: fc.Arbitrary<Course> = fc.record({ first: some, second: some, isSlow: fc.boolean() });

for (const dialect of ["product", "documented"] as const) {
  describe(`any course of a change of many artifacts, on the ${dialect} dialect`, () => {
    let stage: TriageStage;
    let wish: Wish & { readonly kind: "choices" };
    let ids: readonly number[];
    let severity: number;
    let title: number;
    let major: unknown;

    async function open(): Promise<readonly Selected[]> {
      stage = await TriageStage.open({ dialect });
      wish = await stage.choosing(bugs, "severity", "Critical");
      major = (await stage.choosing(bugs, "severity", "Major")).values[0]?.id;
      [severity, title] = [await stage.field(bugs, "severity"), await stage.field(bugs, "title")];
      const items = await preview(stage.states, await stage.rows(bugs, 40), wish, signal);
      const chosen = items.filter(({ kind }) => kind === "change").map(({ selected }) => selected);
      ids = chosen.slice(0, count).map(({ row }) => row.id);
      return chosen.slice(0, count);
    }

    let writes = 0;
    /** How many writes there were before anything was shown. */
    let start: ReadonlyMap<number, number> = new Map();

    function since(id: number): readonly Changeset[] {
      return stage.server.changesets(id).slice(start.get(id));
    }

    function theyWrite(id: number, what: "it" | "elsewhere"): void {
      writes += 1;
      if (what === "elsewhere") stage.theyWrite(id, { field_id: title, value: `Theirs ${writes}` });
      else stage.theyWrite(id, { field_id: severity, bind_value_ids: [major] });
    }

    function happen(id: number, event: Event, isSlow: boolean): void {
      const path = `/artifacts/${id}`;
      const later = (what: "it" | "elsewhere") => (): void => {
        // What is sent is sent for a state whose second is over.
        stage.pass(1000);
        theyWrite(id, what);
      };
      const fault = {
        theySetItMeanwhile: { kind: "meanwhile", act: later("it") },
        theyWriteElsewhereMeanwhile: { kind: "meanwhile", act: later("elsewhere") },
        lostBefore: { kind: "drop", when: "before" },
        lostAfter: { kind: "drop", when: "after" },
        refused: { kind: "status", status: 400 },
      } as const;
      if (Object.hasOwn(fault, event)) {
        stage.server.faults.add({
          method: "PUT",
          path,
          times: 1,
          fault: fault[event as keyof typeof fault],
        });
      }
      if (event === "gone") stage.server.removeArtifact(id);
      if (event === "theySetIt") theyWrite(id, "it");
      if (event === "theyWriteElsewhere") theyWrite(id, "elsewhere");
      if (isSlow) stage.pass(2000);
    }

    function happenTo(there: readonly number[], course: readonly Event[], isSlow: boolean): void {
      for (const [place, id] of ids.entries()) {
        if (there.includes(id)) happen(id, course[place] ?? "nothing", isSlow);
      }
    }

    async function severityOf(id: number): Promise<unknown> {
      const value = (await stage.held(id))["Severity"] as { readonly chosen: readonly { label: string }[] };
      return value.chosen.map(({ label }) => label).join();
    }

    function ours(id: number): number {
      return since(id).filter(({ submittedBy }) => submittedBy === stage.server.accounts.admin.id).length;
    }

    function of(items: readonly RunItem[], id: number): RunItem["kind"] | undefined {
      return items.find(({ selected }) => selected.row.id === id)?.kind;
    }

    /** Others have the last word, wherever they wrote. */
    function lastOfTheirs(id: number): "severity" | "title" | undefined {
      const theirs = since(id).findLast(({ submittedBy }) => submittedBy !== stage.server.accounts.admin.id);
      if (theirs === undefined) return undefined;
      return [...theirs.changes.keys()].some((field) => field.id === severity) ? "severity" : "title";
    }

    async function check({ first, second, isSlow }: Course): Promise<void> {
      const chosen = await open();
      // Else the states that are shown bear the name of this very second.
      if (!isSlow) for (const id of ids) theyWrite(id, "elsewhere");
      start = new Map(ids.map((id) => [id, stage.server.changesets(id).length]));
      const before = new Map<number, unknown>();
      for (const id of ids) before.set(id, await severityOf(id));
      const shown = await preview(stage.states, chosen, wish, signal);
      happenTo(ids, first, isSlow);
      const ran = await run(stage.states, shown, signal);
      stage.server.faults.clear();
      for (const id of ids) {
        const kind = of(ran, id);
        if (kind === "gone") continue;
        assert.equal(ours(id), kind === "done" ? 1 : 0, `${ours(id)} writes of ours, told as ${kind}`);
        const expected =
          kind === "done" ? "Critical" : lastOfTheirs(id) === "severity" ? "Major" : before.get(id);
        assert.equal(await severityOf(id), expected, `told as ${kind}`);
        assert.ok(kind !== "done" || lastOfTheirs(id) === undefined, "it went over theirs");
      }

      const there = ids.filter((id) => of(ran, id) !== "gone");
      happenTo(there, second, isSlow);
      const undone = await undo(stage.states, ran, signal);
      stage.server.faults.clear();
      for (const id of ids) {
        const kind = of(undone, id);
        if (kind === undefined || kind === "gone") continue;
        assert.equal(ours(id), kind === "done" ? 2 : 1, `${ours(id)} writes of ours, undone as ${kind}`);
        const isTheirs = lastOfTheirs(id) === "severity";
        const expected = kind === "done" ? before.get(id) : isTheirs ? "Major" : "Critical";
        assert.equal(await severityOf(id), expected, `undone as ${kind}`);
      }

      stage.pass(2000);
      const left = leftOf(ran, wish).filter(({ row: { id } }) => !(second[ids.indexOf(id)] === "gone"));
      const again = await run(stage.states, await preview(stage.states, left, wish, signal), signal);
      assert.deepEqual(again.filter(({ kind }) => kind !== "done").length, 0);
    }

    it("is told as it was", async () => {
      await fc.assert(
        fc.asyncProperty(anyCourse, async (course) => {
          try {
            await check(course);
          } finally {
            await stage.close();
          }
        }),
        { numRuns: 12, endOnFailure: true },
      );
    });
  });
}
