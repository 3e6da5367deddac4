// For any sequence of events before, during and after a bulk edit and its undo, the results match the server and no
// change of others is lost.
import assert from "node:assert/strict";
import fc from "fast-check";
import type { FieldEditRequest } from "../../../../src/model/triage/fieldEditRequest.ts";
import {
  listRetryable,
  previewBulkEdit,
  runBulkEdit,
  type BulkResultItem,
  undoBulkEdit,
} from "../../../../src/store/triage/bulkEdit.ts";
import type { SelectedArtifact } from "../../../../src/store/triage/artifactLoader.ts";
import type { Changeset } from "../../../simulator/state/changeset.ts";
import { bugsTrackerId, neverAborted, TriageStoreFixture } from "./triageStoreFixture.ts";

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
  /** Events for each artifact before or during the edit, and before or during the undo. */
  readonly first: readonly Event[];
  readonly second: readonly Event[];
  /** Whether time passes between changes of others and our own. */
  readonly isSlow: boolean;
}

const count = 8;
const some = fc.array(fc.constantFrom(...events), { minLength: count, maxLength: count });
const anyCourse: fc.Arbitrary<Course> = fc.record({ first: some, second: some, isSlow: fc.boolean() });

for (const dialect of ["product", "documented"] as const) {
  describe(`any sequence of events during a bulk edit on the ${dialect} dialect`, () => {
    let fixture: TriageStoreFixture;
    let request: FieldEditRequest & { readonly kind: "choices" };
    let ids: readonly number[];
    let severity: number;
    let title: number;
    let major: unknown;

    async function open(): Promise<readonly SelectedArtifact[]> {
      fixture = await TriageStoreFixture.open({ dialect });
      request = await fixture.createChoiceEdit(bugsTrackerId, "severity", "Critical");
      major = (await fixture.createChoiceEdit(bugsTrackerId, "severity", "Major")).values[0]?.id;
      [severity, title] = [
        await fixture.getFieldId(bugsTrackerId, "severity"),
        await fixture.getFieldId(bugsTrackerId, "title"),
      ];
      const items = await previewBulkEdit(
        fixture.artifactLoader,
        await fixture.loadRows(bugsTrackerId, 40),
        request,
        neverAborted,
      );
      const chosen = items.filter(({ kind }) => kind === "change").map(({ selected }) => selected);
      ids = chosen.slice(0, count).map(({ row }) => row.id);
      return chosen.slice(0, count);
    }

    let writes = 0;
    /** Number of changesets before the preview. */
    let start: ReadonlyMap<number, number> = new Map();

    function since(id: number): readonly Changeset[] {
      return fixture.server.getChangesets(id).slice(start.get(id));
    }

    function changeAsOther(id: number, what: "it" | "elsewhere"): void {
      writes += 1;
      if (what === "elsewhere") fixture.changeAsOther(id, { field_id: title, value: `Theirs ${writes}` });
      else fixture.changeAsOther(id, { field_id: severity, bind_value_ids: [major] });
    }

    function applyEvent(id: number, event: Event, isSlow: boolean): void {
      const path = `/artifacts/${id}`;
      const later = (what: "it" | "elsewhere") => (): void => {
        // Requests are sent for a version whose second is over.
        fixture.advanceTime(1000);
        changeAsOther(id, what);
      };
      const fault = {
        theySetItMeanwhile: { kind: "concurrentChange", act: later("it") },
        theyWriteElsewhereMeanwhile: { kind: "concurrentChange", act: later("elsewhere") },
        lostBefore: { kind: "drop", when: "before" },
        lostAfter: { kind: "drop", when: "after" },
        refused: { kind: "status", status: 400 },
      } as const;
      if (Object.hasOwn(fault, event)) {
        fixture.server.faults.add({
          method: "PUT",
          path,
          times: 1,
          fault: fault[event as keyof typeof fault],
        });
      }
      if (event === "gone") fixture.server.deleteArtifact(id);
      if (event === "theySetIt") changeAsOther(id, "it");
      if (event === "theyWriteElsewhere") changeAsOther(id, "elsewhere");
      if (isSlow) fixture.advanceTime(2000);
    }

    function applyEvents(there: readonly number[], course: readonly Event[], isSlow: boolean): void {
      for (const [place, id] of ids.entries()) {
        if (there.includes(id)) applyEvent(id, course[place] ?? "nothing", isSlow);
      }
    }

    async function getSeverity(id: number): Promise<unknown> {
      const value = (await fixture.loadValues(id))["Severity"] as {
        readonly chosen: readonly { label: string }[];
      };
      return value.chosen.map(({ label }) => label).join();
    }

    function ours(id: number): number {
      return since(id).filter(({ submittedBy }) => submittedBy === fixture.server.accounts.admin.id).length;
    }

    function of(items: readonly BulkResultItem[], id: number): BulkResultItem["kind"] | undefined {
      return items.find(({ selected }) => selected.row.id === id)?.kind;
    }

    /** The field that others changed last. */
    function findLastOtherChange(id: number): "severity" | "title" | undefined {
      const theirs = since(id).findLast(
        ({ submittedBy }) => submittedBy !== fixture.server.accounts.admin.id,
      );
      if (theirs === undefined) return undefined;
      return [...theirs.changes.keys()].some((field) => field.id === severity) ? "severity" : "title";
    }

    async function check({ first, second, isSlow }: Course): Promise<void> {
      const chosen = await open();
      // Otherwise the previewed versions are those of this second.
      if (!isSlow) for (const id of ids) changeAsOther(id, "elsewhere");
      start = new Map(ids.map((id) => [id, fixture.server.getChangesets(id).length]));
      const before = new Map<number, unknown>();
      for (const id of ids) before.set(id, await getSeverity(id));
      const shown = await previewBulkEdit(fixture.artifactLoader, chosen, request, neverAborted);
      applyEvents(ids, first, isSlow);
      const ran = await runBulkEdit(fixture.artifactLoader, shown, neverAborted);
      fixture.server.faults.clear();
      for (const id of ids) {
        const kind = of(ran, id);
        if (kind === "gone") continue;
        assert.equal(ours(id), kind === "done" ? 1 : 0, `${ours(id)} writes of ours, told as ${kind}`);
        const expected =
          kind === "done" ? "Critical" : findLastOtherChange(id) === "severity" ? "Major" : before.get(id);
        assert.equal(await getSeverity(id), expected, `told as ${kind}`);
        assert.ok(kind !== "done" || findLastOtherChange(id) === undefined, "it went over theirs");
      }

      const there = ids.filter((id) => of(ran, id) !== "gone");
      applyEvents(there, second, isSlow);
      const undone = await undoBulkEdit(fixture.artifactLoader, ran, neverAborted);
      fixture.server.faults.clear();
      for (const id of ids) {
        const kind = of(undone, id);
        if (kind === undefined || kind === "gone") continue;
        assert.equal(ours(id), kind === "done" ? 2 : 1, `${ours(id)} writes of ours, undone as ${kind}`);
        const isTheirs = findLastOtherChange(id) === "severity";
        const expected = kind === "done" ? before.get(id) : isTheirs ? "Major" : "Critical";
        assert.equal(await getSeverity(id), expected, `undone as ${kind}`);
      }

      fixture.advanceTime(2000);
      const left = listRetryable(ran, request).filter(
        ({ row: { id } }) => !(second[ids.indexOf(id)] === "gone"),
      );
      const again = await runBulkEdit(
        fixture.artifactLoader,
        await previewBulkEdit(fixture.artifactLoader, left, request, neverAborted),
        neverAborted,
      );
      assert.deepEqual(again.filter(({ kind }) => kind !== "done").length, 0);
    }

    it("is reported correctly", async () => {
      await fc.assert(
        fc.asyncProperty(anyCourse, async (course) => {
          try {
            await check(course);
          } finally {
            await fixture.close();
          }
        }),
        { numRuns: 12, endOnFailure: true },
      );
    });
  });
}
