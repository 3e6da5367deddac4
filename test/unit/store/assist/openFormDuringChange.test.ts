import assert from "node:assert/strict";
import { getDraftInput } from "../../../../src/model/form/draft.ts";
import { executePlan } from "../../../../src/store/assist/changePlan.ts";
import { loadArtifactDetails } from "../../../../src/store/assist/artifactSnapshots.ts";
import { ArtifactLoader } from "../../../../src/store/triage/artifactLoader.ts";
import {
  FormFixture,
  getField,
  createLineInput,
  saveForm,
  neverAborted,
  editField,
} from "../../../support/fixtures/formFixture.ts";
import { bugsTrackerId } from "../triage/triageStoreFixture.ts";
import { createFieldRequest, planChange, requirePlan } from "./assistFixture.ts";

for (const dialect of ["product", "documented"] as const) {
  describe(`a form that is open during an assistant's change on the ${dialect} dialect`, () => {
    let fixture: FormFixture;
    beforeEach(async () => {
      fixture = await FormFixture.open(dialect);
    });
    afterEach(() => fixture.close());

    it("keeps its edits, gets the change, and saves both", async () => {
      const { store, site, server } = fixture;
      let now = 0;
      const advance = (milliseconds: number): Promise<void> => {
        now += milliseconds;
        server.clock.advance(milliseconds);
        return Promise.resolve();
      };
      const loader = new ArtifactLoader({
        site,
        catalog: store.catalog,
        clock: { now: () => now, pause: advance },
      });
      const id = await fixture.getFirstArtifactId(bugsTrackerId);
      const session = await fixture.open(fixture.createSubject(id), bugsTrackerId);
      editField(session, "title", createLineInput("Typed by a person"));
      const writes: unknown[] = [];
      store.catalog.onDidWriteArtifact.event(({ artifactId, fieldIds }) =>
        writes.push([artifactId, fieldIds]),
      );
      const { loaded } = await loadArtifactDetails(
        loader,
        { row: { id }, trackerId: bugsTrackerId },
        neverAborted,
      );
      await advance(5000);
      const { id: details, label } = getField(session, "details");
      const plan = requirePlan(
        await planChange({ site, loader, loaded }, [createFieldRequest(label, "By an assistant")]),
      );
      assert.equal((await executePlan(plan)).kind, "done");
      assert.deepEqual(writes, [[id, [details]]]);
      assert.deepEqual(
        getDraftInput(session.draft, getField(session, "title").id),
        createLineInput("Typed by a person"),
      );
      await advance(5000);
      assert.equal((await saveForm(session)).kind, "saved");
      const reader = await fixture.openAsReader(id, bugsTrackerId);
      const [title, text] = [getField(reader, "title").base, getField(reader, "details").base];
      assert.deepEqual(title, createLineInput("Typed by a person"));
      assert.equal(text?.kind === "text" && text.source, "By an assistant");
    });
  });
}
