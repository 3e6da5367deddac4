import assert from "node:assert/strict";
import { typedIn } from "../../../../src/model/form/draft.ts";
import { carryOut } from "../../../../src/store/assist/plans.ts";
import { readArtifact } from "../../../../src/store/assist/readings.ts";
import { States } from "../../../../src/store/triage/states.ts";
import { Desk, fieldNamed, line, save, signal, type } from "../../../support/fixtures/formFixture.ts";
import { bugs } from "../triage/triageStage.ts";
import { asked, planned, thePlan } from "./assistStage.ts";

for (const dialect of ["product", "documented"] as const) {
  describe(`a form that is open while an assistant writes, on the ${dialect} dialect`, () => {
    let desk: Desk;
    beforeEach(async () => {
      desk = await Desk.open(dialect);
    });
    afterEach(() => desk.close());

    it("keeps what was typed, is told of the write, and saves both", async () => {
      const { store, site, server } = desk;
      let at = 0;
      const pass = (milliseconds: number): Promise<void> => {
        at += milliseconds;
        server.clock.advance(milliseconds);
        return Promise.resolve();
      };
      const states = new States({ site, catalog: store.catalog, time: { now: () => at, pause: pass } });
      const id = await desk.anArtifactOf(bugs);
      const editing = await desk.open(desk.subject(id), bugs);
      type(editing, "title", line("Typed by a person"));
      const told: unknown[] = [];
      store.catalog.written.listen(({ artifactId, fieldIds }) => told.push([artifactId, fieldIds]));
      const { state } = await readArtifact(states, { row: { id }, trackerId: bugs }, signal);
      await pass(5000);
      const { id: details, label } = fieldNamed(editing, "details");
      const plan = thePlan(await planned({ site, states, state }, [asked(label, "By an assistant")]));
      assert.equal((await carryOut(plan)).kind, "done");
      assert.deepEqual(told, [[id, [details]]]);
      assert.deepEqual(typedIn(editing.draft, fieldNamed(editing, "title").id), line("Typed by a person"));
      await pass(5000);
      assert.equal((await save(editing)).kind, "saved");
      const held = await desk.held(id, bugs);
      const [title, text] = [fieldNamed(held, "title").base, fieldNamed(held, "details").base];
      assert.deepEqual(title, line("Typed by a person"));
      assert.equal(text?.kind === "text" && text.source, "By an assistant");
    });
  });
}
