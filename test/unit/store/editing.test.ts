import assert from "node:assert/strict";
import type { Input } from "../../../src/model/fields/registry.ts";
import { isUntouched } from "../../../src/model/form/draft.ts";
import type { FormField } from "../../../src/model/form/form.ts";
import { sameInput } from "../../../src/model/form/input.ts";
import { typedInstant } from "../../../src/model/localTime.ts";
import type { Dialect } from "../../simulator/simulator.ts";
import { Desk, fieldNamed, line, oneOf, save, told, type } from "../../support/fixtures/formFixture.ts";

const equipment = 13;
const bugs = 11;

/** Something else than what is there, that the field's own rules allow. */
function another({ control, base, name }: FormField): Input {
  switch (control.kind) {
    case "line":
      return line("Another <b>name</b> & more 🌊");
    case "text":
      return { kind: "text", source: "Another **text**\n\nwith `lines` & <b>", format: "commonmark" };
    case "number":
      return { kind: "number", text: control.isWhole ? "-7" : "2.25" };
    case "date":
      // Only one of the two dialects says which dates have a time.
      if (!control.withTime || name === "installed") return { kind: "date", text: "2026-03-05" };
      return { kind: "date", text: typedInstant("2026-03-05 10:30") };
    case "choice": {
      const held = base?.kind === "choices" ? base.chosen.map(({ id }) => id) : [];
      const free = control.choices.filter(({ id, isHidden }) => !isHidden && !held.includes(id));
      const isMany = control.look === "multiSelect" || control.look === "checkboxes";
      return {
        kind: "choices",
        chosen: free.slice(0, isMany ? 2 : 1).map(({ id, label }) => ({ id, label })),
      };
    }
    case "people":
      return {
        kind: "choices",
        chosen: [
          { id: 104, label: "Inês Farias" },
          { id: 105, label: "Yusuf Aydın" },
        ],
      };
    case "openList": {
      const [known] = control.choices.slice(-1).map(({ id, label }) => ({ id, label }));
      if (control.of === "people") return { kind: "openList", entries: [{ id: 105, label: "Yusuf Aydın" }] };
      const typed = control.of === "texts" ? [{ id: undefined, label: "typed by hand" }] : [];
      return { kind: "openList", entries: [known ?? assert.fail(), ...typed] };
    }
    case "links":
      return { kind: "links", forward: [{ artifactId: 2, type: control.types[0]?.name ?? "" }] };
    case "permissions":
      return {
        kind: "permissions",
        groups: control.groups.slice(-1).map(({ id, label }) => ({ id, label })),
      };
    case "computed":
      return { kind: "computed", isAutomatic: true, text: "" };
    case "steps":
      return {
        kind: "steps",
        steps: [
          {
            description: "One & <b>",
            descriptionFormat: "commonmark",
            expected: "<p>Two</p>",
            expectedFormat: "html",
          },
        ],
      };
    case "notifications":
    case "files":
    case "shown":
    case "broken":
      return assert.fail("takes no input, or is of no artifact");
  }
}

function emptied(input: Input): Input {
  switch (input.kind) {
    case "line":
    case "number":
    case "date":
      return { ...input, text: "" };
    case "text":
      return { ...input, source: "" };
    case "choices":
      return { ...input, chosen: [] };
    case "openList":
      return { ...input, entries: [] };
    case "links":
      return { ...input, forward: [] };
    case "permissions":
      return { ...input, groups: [] };
    case "computed":
      return { ...input, isAutomatic: false, text: "3.5" };
    case "steps":
      return { ...input, steps: [] };
    case "notifications":
      return { ...input, rows: [] };
  }
}

/** Whether the server gives back what was typed, as far as it tells it. */
function isHeld(dialect: Dialect, typed: Input, read: Input | undefined): boolean {
  // Entries that were typed have got an id, and the specification has no Markdown.
  if (typed.kind === "openList" && read?.kind === "openList") {
    const labels = ({ entries }: typeof typed): string =>
      entries
        .map(({ label }) => label)
        .toSorted()
        .join();
    return labels(typed) === labels(read);
  }
  if (dialect === "documented" && typed.kind === "text") {
    return read?.kind === "text" && read.source === typed.source;
  }
  return sameInput(typed, read);
}

for (const dialect of ["product", "documented"] as const satisfies readonly Dialect[]) {
  describe(`a form on the ${dialect} dialect`, () => {
    let desk: Desk;

    beforeEach(async () => {
      desk = await Desk.open(dialect);
    });
    afterEach(() => desk.close());

    async function assertHeld(artifactId: number, typed: ReadonlyMap<string, Input>): Promise<void> {
      const read = await desk.held(artifactId, equipment);
      const wrong = [...typed].filter(
        ([name, input]) => !isHeld(dialect, input, fieldNamed(read, name).base),
      );
      assert.deepEqual(
        wrong.map(([name, input]) => [name, input, fieldNamed(read, name).base]),
        [],
      );
    }

    it("changes each of its fields, alone, and only that", async () => {
      const id = await desk.anArtifactOf(equipment);
      const editing = await desk.open(desk.subject(id), equipment);
      const editable = editing.base?.form.fields.filter(({ access }) => access === "edit") ?? [];
      assert.equal(editable.length, dialect === "product" ? 25 : 13);
      const typed = new Map<string, Input>();
      for (const { name, id: fieldId } of editable) {
        const input = another(fieldNamed(editing, name));
        type(editing, name, input);
        assert.deepEqual(await save(editing), { kind: "saved", id, wasNew: false }, name);
        const sent = desk.server.requests.findLast(({ method }) => method === "PUT")?.body ?? "";
        const { values } = JSON.parse(sent) as { values: readonly { field_id: number }[] };
        assert.deepEqual(
          values.map(({ field_id }) => field_id),
          [fieldId],
        );
        typed.set(name, input);
        desk.server.clock.advance(2000);
      }
      assert.deepEqual(
        [told(editing), isUntouched(editing.draft), await desk.folder.names()],
        [[], true, []],
      );
      await assertHeld(id, typed);
    });

    it("changes all of its fields at once, and empties all that may be empty", async () => {
      const id = await desk.anArtifactOf(equipment);
      const editing = await desk.open(desk.subject(id), equipment);
      const editable = editing.base?.form.fields.filter(({ access }) => access === "edit") ?? [];
      const typed = new Map(editable.map((field) => [field.name, another(field)]));
      for (const [name, input] of typed) type(editing, name, input);
      assert.equal((await save(editing)).kind, "saved");
      assert.deepEqual(told(editing), []);
      await assertHeld(id, typed);
      const free = new Map(
        [...typed]
          .filter(([name]) => !fieldNamed(editing, name).isRequired)
          .map(([name, input]) => [name, emptied(input)]),
      );
      for (const [name, input] of free) type(editing, name, input);
      assert.equal((await save(editing)).kind, "saved");
      assert.deepEqual([desk.asked("PUT"), told(editing)], [2, []]);
      await assertHeld(id, free);
    });

    it("makes something new of the least that is needed, and is its form from then on", async () => {
      const editing = await desk.open(desk.fresh(bugs));
      assert.deepEqual(await save(editing), { kind: "problem", target: fieldNamed(editing, "title").id });
      type(editing, "title", line("Made here"));
      if (dialect === "documented") type(editing, "status", oneOf(editing, "status", "New"));
      const result = await save(editing);
      assert.ok(result.kind === "saved" && result.wasNew);
      assert.deepEqual(
        [
          editing.subject,
          editing.base?.form.isNew,
          told(editing),
          await desk.folder.names(),
          desk.asked("POST"),
        ],
        [desk.subject(result.id), false, [], [], 1],
      );
      type(editing, "title", line("Made here, and changed"));
      assert.deepEqual(await save(editing), { kind: "saved", id: result.id, wasNew: false });
      const read = await desk.held(result.id, bugs);
      assert.deepEqual(fieldNamed(read, "title").base, line("Made here, and changed"));
    });

    it("makes something new of everything there is", async () => {
      const editing = await desk.open(desk.fresh(equipment));
      const editable = editing.base?.form.fields.filter(({ access }) => access === "edit") ?? [];
      const typed = new Map(editable.map((field) => [field.name, emptyAutomatic(another(field))]));
      for (const [name, input] of typed) type(editing, name, input);
      const result = await save(editing);
      assert.deepEqual([result.kind, told(editing)], ["saved", []]);
      assert.ok(result.kind === "saved");
      // Without a time in the form, a date is a day; and read it is that day's midnight.
      if (dialect === "documented") for (const name of ["installed", "last_reading"]) typed.delete(name);
      await assertHeld(result.id, typed);
    });

    it("sends a comment alone where comments are taken", async () => {
      const id = await desk.anArtifactOf(bugs);
      const editing = await desk.open(desk.subject(id), bugs);
      assert.equal(editing.base?.form.takesComment, dialect === "product");
      if (dialect === "documented") return;
      type(editing, "comment", { kind: "text", source: "Seen **today**", format: "commonmark" });
      assert.equal((await save(editing)).kind, "saved");
      const said = desk.server.changesets(id).at(-1);
      assert.deepEqual([said?.comment?.body, said?.changes.size, told(editing)], ["Seen **today**", 0, []]);
      assert.ok(isUntouched(editing.draft));
    });

    it("sends nothing for nothing, nothing wrong, and once for two who save at once", async () => {
      const id = await desk.anArtifactOf(equipment);
      const editing = await desk.open(desk.subject(id), equipment);
      assert.deepEqual(await save(editing), { kind: "nothing" });
      type(editing, "channels", { kind: "number", text: "1.5" });
      assert.deepEqual(await save(editing), { kind: "problem", target: fieldNamed(editing, "channels").id });
      type(editing, "channels", { kind: "number", text: "15" });
      const results = await Promise.all([save(editing), save(editing)]);
      assert.deepEqual(
        [results, desk.asked("PUT"), editing.isSending],
        [results.map(() => ({ kind: "saved", id, wasNew: false })), 1, false],
      );
    });

    it("takes steps back and forth, on disk too, and counts what it has seen of a page", async () => {
      const id = await desk.anArtifactOf(equipment);
      const editing = await desk.open(desk.subject(id), equipment);
      const { id: target, base } = fieldNamed(editing, "designation");
      assert.equal(editing.edit({ target, input: line("a"), step: "begin" }, 41), "taken");
      assert.equal(editing.edit({ target, input: line("ab"), step: "begin" }, 42), "taken");
      const shown = (): unknown => editing.draft.inputs.map(({ input }) => input);
      const seen = [
        editing.seen,
        editing.step("undo"),
        shown(),
        editing.step("undo"),
        shown(),
        editing.step("undo"),
      ];
      assert.deepEqual(seen, [42, target, [line("a")], target, [], undefined]);
      assert.deepEqual(
        [editing.step("redo"), shown(), fieldNamed(editing, "designation").base],
        [target, [line("a")], base],
      );
      editing.forgetNumbers();
      await desk.forms().close();
      const [kept] = await desk.folder.kept();
      assert.deepEqual([editing.seen, kept?.draft.position, kept?.draft.steps.length], [0, 1, 2]);
      const again = await desk.open(desk.subject(id), equipment, "there");
      assert.deepEqual([again.step("redo"), again.draft.inputs[0]?.input], [target, line("ab")]);
    });
  });
}

/** A sum that the server makes is what a new artifact has anyway. */
function emptyAutomatic(input: Input): Input {
  return input.kind === "computed" ? { ...input, isAutomatic: false, text: "12" } : input;
}
