import assert from "node:assert/strict";
import { loadArtifactsByValue } from "../../../../src/store/boardValues.ts";
import { bugsTrackerId, neverAborted, TriageStoreFixture } from "../triage/triageStoreFixture.ts";

for (const dialect of ["product", "documented"] as const) {
  describe(`values of cards on the ${dialect} dialect`, () => {
    let fixture: TriageStoreFixture;
    beforeEach(async () => {
      fixture = await TriageStoreFixture.open({ dialect });
    });
    afterEach(() => fixture.close());

    async function load(openOnly: boolean, signal = neverAborted): ReturnType<typeof loadArtifactsByValue> {
      const tracker = await fixture.artifactLoader.loadTracker(bugsTrackerId);
      const field = tracker.fields.find(({ name }) => name === "severity");
      assert.ok(field);
      const loaders = { connect: () => fixture.artifactLoader.connect() };
      return loadArtifactsByValue(loaders, tracker, field, { openOnly, signal });
    }

    it("are those of the complete artifacts", async () => {
      const byValue = await load(false);
      assert.ok(byValue);
      const keyById = new Map(byValue.flatMap(({ key, ids }) => ids.map((id) => [id, key] as const)));
      const severityId = await fixture.getFieldId(bugsTrackerId, "severity");
      const rows = await fixture.loadRows(bugsTrackerId, 30);
      const results = await fixture.artifactLoader.loadMany(rows, neverAborted);
      let count = 0;
      for (const result of results) {
        if (result.kind !== "loaded") continue;
        const { id, values } = result.loaded.artifact;
        const entry = values.find((value) => value.kind === "entry" && value.fieldId === severityId);
        const value =
          entry?.kind === "entry" && entry.value.kind === "choices" ? entry.value.chosen[0] : undefined;
        assert.equal(keyById.get(id), value === undefined ? undefined : String(value.id));
        count += 1;
      }
      assert.equal(count, rows.length);
    });

    it("are only loaded for open artifacts if only these are shown", async () => {
      const countIds = async (openOnly: boolean): Promise<number> =>
        ((await load(openOnly)) ?? []).reduce((sum, { ids }) => sum + ids.length, 0);
      const [open, all] = [await countIds(true), await countIds(false)];
      // The documented dialect doesn't report which artifacts are open.
      assert.equal(open < all, dialect === "product", `${open} of ${all}`);
    });

    it("aren't known if the server ignores the condition, and a failure is reported", async () => {
      fixture.server.faults.add({
        path: /trackers\/\d+\/artifacts/,
        fault: { kind: "status", status: 500 },
      });
      await assert.rejects(load(false), { kind: "serverError" });
      fixture.server.faults.clear();
      await assert.rejects(load(false, AbortSignal.abort()), { kind: "canceled" });
    });
  });
}
