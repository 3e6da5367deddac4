import assert from "node:assert/strict";
import { type ChangePlanResult, executePlan, planCreation } from "../../../../src/store/assist/changePlan.ts";
import type { ToolFieldInput } from "../../../../src/model/assist/toolInput.ts";
import { bugsTrackerId, neverAborted, TriageStoreFixture } from "../triage/triageStoreFixture.ts";
import { createFieldRequest, requirePlan, summarizeResult } from "./assistFixture.ts";

for (const dialect of ["product", "documented"] as const) {
  describe(`an artifact created by an assistant on the ${dialect} dialect`, () => {
    let fixture: TriageStoreFixture;
    beforeEach(async () => {
      fixture = await TriageStoreFixture.open({ dialect });
    });
    afterEach(() => fixture.close());

    const requests = [createFieldRequest("Title", "A buoy is missing"), createFieldRequest("Status", "New")];

    function planFields(...fields: readonly ToolFieldInput[]): Promise<ChangePlanResult> {
      return planCreation(
        fixture.artifactLoader,
        { site: undefined, tracker: bugsTrackerId, fields },
        neverAborted,
      );
    }

    it("is described completely, created once, and reported to the catalog", async () => {
      const writes: number[] = [];
      fixture.store.catalog.onDidWriteArtifact.event(({ artifactId }) => writes.push(artifactId));
      const creation = requirePlan(await planFields(...requests));
      assert.deepEqual(summarizeResult(creation), [
        ["Title", "", "A buoy is missing"],
        ["Status", "", "New"],
      ]);
      assert.equal(fixture.countRequests("POST"), 0);
      const outcome = await executePlan(creation);
      assert.ok(outcome.kind === "done");
      assert.equal(fixture.countRequests("POST"), 1);
      const values = await fixture.loadValues(outcome.artifactId);
      assert.deepEqual(values["Title"], { kind: "string", text: "A buoy is missing" });
      assert.deepEqual(writes, [outcome.artifactId]);
    });

    it("isn't created without required fields, or with unknown ones", async () => {
      assert.deepEqual(summarizeResult(await planFields(createFieldRequest("Status", "New"))), [
        "problem",
        "problem",
      ]);
      assert.deepEqual(summarizeResult(await planFields(...requests, createFieldRequest("Colour", "red"))), [
        "problem",
        "noField",
      ]);
      assert.equal(fixture.countRequests("POST"), 0);
    });

    it("has an unknown outcome if the response is lost, and isn't created again", async () => {
      const creation = requirePlan(await planFields(...requests));
      fixture.server.clock.advance(Date.now() - fixture.server.clock.now());
      const fault = { kind: "drop", when: "after" } as const;
      fixture.server.faults.add({ method: "POST", path: "/artifacts", fault });
      const outcome = await executePlan(creation);
      assert.ok(outcome.kind === "unknown");
      assert.deepEqual(
        outcome.candidates.map(({ title }) => title),
        ["A buoy is missing"],
      );
      assert.equal(fixture.countRequests("POST", /\/artifacts/), 1);
    });

    it("fails for an unknown tracker", async () => {
      const creation = planCreation(
        fixture.artifactLoader,
        { site: undefined, tracker: 99_999, fields: requests },
        neverAborted,
      );
      await assert.rejects(creation, { kind: "notFound" });
    });
  });
}
