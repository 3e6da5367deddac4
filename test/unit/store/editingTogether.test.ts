import assert from "node:assert/strict";
import { isUntouched } from "../../../src/model/form/draft.ts";
import { list, string } from "../../simulator/demo/draftField.ts";
import type { Dialect } from "../../simulator/simulator.ts";
import { said } from "../../support/fixtures/draftFolder.ts";
import {
  Desk,
  fieldNamed,
  line,
  oneOf,
  save,
  signal,
  told,
  type,
} from "../../support/fixtures/formFixture.ts";
import { until } from "../../support/wait.ts";

const bugs = 11;

for (const dialect of ["product", "documented"] as const satisfies readonly Dialect[]) {
  describe(`a form and other people on the ${dialect} dialect`, () => {
    let desk: Desk;
    let id: number;

    beforeEach(async () => {
      desk = await Desk.open(dialect);
      id = await desk.anArtifactOf(bugs);
    });
    afterEach(() => desk.close());

    function open(window?: string) {
      return desk.open(desk.subject(id), bugs, window);
    }

    /** Somebody else writes a line of text. */
    function theyWrite(fieldId: number, text: string): void {
      desk.server.clock.advance(5000);
      desk.server.write(id, { values: [{ field_id: fieldId, value: text }] });
      desk.server.clock.advance(5000);
    }

    it("that says what they have said meanwhile has nothing left to send", async () => {
      const editing = await open();
      type(editing, "title", line("The same"));
      theyWrite(fieldNamed(editing, "title").id, "The same");
      await editing.refresh(signal);
      assert.deepEqual([isUntouched(editing.draft), await save(editing)], [true, { kind: "nothing" }]);
      await until("the draft's file is gone", async () => (await desk.folder.names()).length === 0);
    });

    it("is told to be gone where they have deleted it, and keeps what was typed", async () => {
      const editing = await open();
      type(editing, "title", line("Mine"));
      desk.server.removeArtifact(id);
      assert.deepEqual(await save(editing), { kind: "notSaved" });
      assert.deepEqual([told(editing), (await desk.folder.kept()).map(said)], [["gone"], ["Mine"]]);
      await editing.refresh(signal);
      assert.deepEqual([told(editing), isUntouched(editing.draft)], [["gone"], false]);
      const again = await open("later");
      assert.ok(!isUntouched(again.draft));
    });

    it("in another window shows what is typed, changes nothing, and can take it over", async () => {
      const here = await open();
      type(here, "title", line("Mine"));
      await until("it is kept", () => here.working.keep.kind === "kept");
      const there = await open("there");
      const { id: target } = fieldNamed(there, "title");
      const edit = { target, input: line("Theirs"), step: "begin" } as const;
      assert.deepEqual(
        [there.working.standing, said(there), there.edit(edit, 1), await save(there), told(there)],
        ["elsewhere", "Mine", "refused", { kind: "notSaved" }, []],
      );
      await there.takeOver();
      await here.lookAround();
      assert.deepEqual(
        [
          here.working.standing,
          here.edit(edit, 1),
          await save(here),
          there.working.standing,
          there.edit(edit, 1),
        ],
        ["taken", "refused", { kind: "notSaved" }, "ours", "taken"],
      );
      assert.equal((await save(there)).kind, "saved");
      await here.takeOver();
      assert.deepEqual([here.working.standing, isUntouched(here.draft)], ["ours", true]);
    });

    for (const more of ["", "Mine, and more"]) {
      it(`whose draft was taken before this window knew sends nothing${more === "" ? "" : ", whatever was typed since"}`, async () => {
        const here = await open();
        type(here, "title", line("Mine"));
        await until("it is kept", () => here.working.keep.kind === "kept");
        const there = await open("there");
        await there.takeOver();
        if (more !== "") type(here, "title", line(more));
        assert.deepEqual(
          [await save(here), here.working.standing, desk.asked("PUT")],
          [{ kind: "notSaved" }, "taken", 0],
        );
      });
    }

    it("knows a field that went away, and a value that its list has lost", async () => {
      const tracker = desk.server.addTracker({
        projectId: 102,
        label: "Buoys",
        fields: [
          string("name", "Name", { fill: () => ({ kind: "string", text: "Red" }) }),
          string("place", "Place", { fill: () => ({ kind: "string", text: "Bay" }) }),
          list("msb", "marks", "Marks", [{ label: "Light" }, { label: "Bell" }, { label: "Horn" }], {
            fill: (_row, ...rest) => {
              const [field] = rest as readonly { binding?: { choices?: readonly { id: number }[] } }[];
              return { kind: "choices", ids: [field?.binding?.choices?.[0]?.id ?? 0] };
            },
          }),
        ],
        artifacts: 1,
      });
      [id] = tracker.artifactIds as [number];
      const editing = await desk.open(desk.subject(id), tracker.id);
      const placeId = fieldNamed(editing, "place").id;
      const marks = (...labels: readonly string[]) => ({
        kind: "choices" as const,
        chosen: labels.flatMap((label) => oneOf(editing, "marks", label).chosen),
      });
      const [light, lightAndBell, bell] = [marks("Light"), marks("Light", "Bell"), marks("Bell")];
      desk.server.write(id, {
        values: [
          { field_id: tracker.fieldId("marks"), bind_value_ids: [tracker.choiceId("marks", "Light")] },
        ],
      });
      desk.server.clock.advance(5000);
      type(editing, "place", line("Harbour"));
      desk.server.removeField(tracker.id, placeId);
      desk.server.removeChoice(tracker.id, tracker.fieldId("marks"), tracker.choiceId("marks", "Light"));
      // A tracker is read again after something said that it is old.
      desk.store.catalog.of(desk.site).invalidate();
      await editing.refresh(signal);
      assert.deepEqual(
        [await save(editing), editing.collisions.map(({ fieldId }) => fieldId)],
        [{ kind: "collision" }, [placeId]],
      );
      editing.edit({ target: placeId, input: undefined, step: "begin" }, 1);
      assert.deepEqual(fieldNamed(editing, "marks").base, light, "what is held stays");
      type(editing, "marks", lightAndBell);
      assert.deepEqual(await save(editing), { kind: "problem", target: fieldNamed(editing, "marks").id });
      type(editing, "marks", bell);
      type(editing, "name", line("Green"));
      assert.equal((await save(editing)).kind, "saved");
      const read = await desk.held(id, tracker.id);
      assert.deepEqual(
        [fieldNamed(read, "name").base, fieldNamed(read, "marks").base],
        [line("Green"), bell],
      );
    });
  });
}
