import assert from "node:assert/strict";
import { type Planned, carryOut, planCreation } from "../../../../src/store/assist/plans.ts";
import type { FieldRequest } from "../../../../src/model/assist/request.ts";
import { bugs, signal, TriageStage } from "../triage/triageStage.ts";
import { asked, thePlan, told } from "./assistStage.ts";

for (const dialect of ["product", "documented"] as const) {
  describe(`an artifact that an assistant makes, on the ${dialect} dialect`, () => {
    let stage: TriageStage;
    beforeEach(async () => {
      stage = await TriageStage.open({ dialect });
    });
    afterEach(() => stage.close());

    const wishes = [asked("Title", "A buoy is missing"), asked("Status", "New")];

    function planned(...fields: readonly FieldRequest[]): Promise<Planned> {
      return planCreation(stage.states, { site: undefined, tracker: bugs, fields }, signal);
    }

    it("is shown whole, made once, and others hear of it", async () => {
      const written: number[] = [];
      stage.store.catalog.written.listen(({ artifactId }) => written.push(artifactId));
      const plan = thePlan(await planned(...wishes));
      assert.deepEqual(told(plan), [
        ["Title", "", "A buoy is missing"],
        ["Status", "", "New"],
      ]);
      assert.equal(stage.asked("POST"), 0);
      const carried = await carryOut(plan);
      assert.ok(carried.kind === "done");
      assert.equal(stage.asked("POST"), 1);
      const held = await stage.held(carried.artifactId);
      assert.deepEqual(held["Title"], { kind: "string", text: "A buoy is missing" });
      assert.deepEqual(written, [carried.artifactId]);
    });

    it("is not made without what its tracker asks for, or with what it doesn't have", async () => {
      assert.deepEqual(told(await planned(asked("Status", "New"))), ["objection", "problem"]);
      assert.deepEqual(told(await planned(...wishes, asked("Colour", "red"))), ["objection", "noField"]);
      assert.equal(stage.asked("POST"), 0);
    });

    it("may have been made where its answer is lost: it is looked for, and never made again", async () => {
      const plan = thePlan(await planned(...wishes));
      stage.server.clock.advance(Date.now() - stage.server.clock.now());
      const fault = { kind: "drop", when: "after" } as const;
      stage.server.faults.add({ method: "POST", path: "/artifacts", fault });
      const carried = await carryOut(plan);
      assert.ok(carried.kind === "unknown");
      assert.deepEqual(
        carried.candidates.map(({ title }) => title),
        ["A buoy is missing"],
      );
      assert.equal(stage.asked("POST", /\/artifacts/), 1);
    });

    it("fails where there is no such tracker", async () => {
      const none = planCreation(stage.states, { site: undefined, tracker: 99_999, fields: wishes }, signal);
      await assert.rejects(none, { kind: "notFound" });
    });
  });
}
