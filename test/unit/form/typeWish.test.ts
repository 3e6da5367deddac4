import assert from "node:assert/strict";
import type { FormPanel } from "../../../src/features/form/formPanel.ts";
import { typeWish } from "../../../src/features/form/typeWish.ts";
import type { Target } from "../../../src/model/form/draft.ts";
import type { Wish } from "../../../src/model/triage/wish.ts";
import type { Editing } from "../../../src/store/editing.ts";
import type { TrackerHandle } from "../../simulator/remodel.ts";
import { Desk, fieldNamed, line, oneOf, save, type } from "../../support/fixtures/formFixture.ts";
import { addLamps } from "../../support/fixtures/lamps.ts";

const { signal } = new AbortController();

for (const dialect of ["product", "documented"] as const) {
  describe(`a decision that goes on in the form, on the ${dialect} dialect`, () => {
    let desk: Desk;
    let lamps: TrackerHandle;
    let id: number;
    let editing: Editing;
    const focused: Target[] = [];

    beforeEach(async () => {
      desk = await Desk.open(dialect);
      lamps = addLamps(desk.server);
      desk.server.clock.advance(60_000);
      [id] = lamps.artifactIds as [number];
      editing = await desk.open(desk.subject(id), lamps.id);
      focused.length = 0;
    });
    afterEach(() => desk.close());

    /** As the form does it that was opened for a wish: the status was "Lit" when that was chosen. */
    async function wishFor(label: string): Promise<void> {
      const before = oneOf(editing, "status", "Lit");
      await editing.look(signal);
      const panel = { editing, focus: (target: Target) => focused.push(target) } as unknown as FormPanel;
      const wish: Wish = {
        kind: "choices",
        field: { by: "role", role: "status" },
        how: "set",
        values: oneOf(editing, "status", label).chosen,
      };
      typeWish(panel, wish, before);
    }

    function theyWrite(value: Readonly<Record<string, unknown>>): void {
      desk.server.clock.advance(60_000);
      desk.server.write(id, { values: [value as never], by: desk.server.accounts.member });
      desk.server.clock.advance(60_000);
    }

    async function heldStatus(): Promise<unknown> {
      return fieldNamed(await desk.held(id, lamps.id), "status").base;
    }

    it("asks where they have changed the same, and sends nothing before", async () => {
      const flickering = [lamps.choiceId("status", "Flickering")];
      theyWrite({ field_id: lamps.fieldId("status"), bind_value_ids: flickering });
      await wishFor("Broken");
      assert.deepEqual(
        [editing.working.isResolving, editing.collisions.map(({ label }) => label), focused],
        [true, ["Status"], [lamps.fieldId("status")]],
      );
      assert.equal((await save(editing)).kind, "collision");
      assert.equal(desk.asked("PUT"), 0);
      editing.choose(lamps.fieldId("status"), "mine");
      assert.equal((await save(editing)).kind, "saved");
      assert.deepEqual(await heldStatus(), oneOf(editing, "status", "Broken"));
    });

    it("needs no choice where they have changed something else", async () => {
      theyWrite({ field_id: lamps.fieldId("place"), value: "Harbour" });
      await wishFor("Broken");
      assert.deepEqual(
        [editing.working.isResolving, editing.collisions, fieldNamed(editing, "place").base],
        [false, [], line("Harbour")],
      );
      assert.deepEqual(
        editing.draft.inputs.map(({ target }) => target),
        [lamps.fieldId("status")],
      );
      assert.equal((await save(editing)).kind, "saved");
      assert.deepEqual(await heldStatus(), oneOf(editing, "status", "Broken"));
    });

    it("leaves what was typed before where it is, and shows it", async () => {
      type(editing, "status", oneOf(editing, "status", "Flickering"));
      await wishFor("Broken");
      assert.deepEqual(
        editing.draft.inputs.map(({ input }) => input),
        [oneOf(editing, "status", "Flickering")],
      );
      assert.deepEqual(focused, [lamps.fieldId("status")]);
    });
  });
}
