import assert from "node:assert/strict";
import type { Input } from "../../../src/model/fields/registry.ts";
import { isEmptyDraft } from "../../../src/model/form/draft.ts";
import type { FormField } from "../../../src/model/form/form.ts";
import { isSameInput } from "../../../src/model/form/input.ts";
import { localTimeToIso } from "../../../src/model/localTime.ts";
import type { Dialect } from "../../simulator/simulator.ts";
import {
  FormFixture,
  getField,
  createLineInput,
  createChoiceInput,
  saveForm,
  summarizeNotices,
  editField,
} from "../../support/fixtures/formFixture.ts";

const trackerId = 13;
const bugs = 11;

/** Returns another valid input for the field. */
function createOtherInput({ control, base, name }: FormField): Input {
  switch (control.kind) {
    case "line":
      return createLineInput("Another <b>name</b> & more 🌊");
    case "text":
      return { kind: "text", source: "Another **text**\n\nwith `lines` & <b>", format: "commonmark" };
    case "number":
      return { kind: "number", text: control.isWhole ? "-7" : "2.25" };
    case "date":
      // Only one dialect reports which dates have a time.
      if (!control.withTime || name === "installed") return { kind: "date", text: "2026-03-05" };
      return { kind: "date", text: localTimeToIso("2026-03-05 10:30") };
    case "choice": {
      const currentValue = base?.kind === "choices" ? base.chosen.map(({ id }) => id) : [];
      const free = control.choices.filter(({ id, isHidden }) => !isHidden && !currentValue.includes(id));
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
    case "newFiles":
    case "shown":
    case "broken":
      return assert.fail("takes no input, or is of no artifact");
  }
}

function createEmptyInput(input: Input): Input {
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
    case "newFiles":
      return { ...input, files: [] };
  }
}

/** Whether the server returns the input, as far as it reports it. */
function isStored(dialect: Dialect, typed: Input, read: Input | undefined): boolean {
  // New entries have got an ID, and the documented dialect has no Markdown.
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
  return isSameInput(typed, read);
}

for (const dialect of ["product", "documented"] as const satisfies readonly Dialect[]) {
  describe(`FormSession on the ${dialect} dialect`, () => {
    let fixture: FormFixture;

    beforeEach(async () => {
      fixture = await FormFixture.open(dialect);
    });
    afterEach(() => fixture.close());

    async function assertStored(artifactId: number, typed: ReadonlyMap<string, Input>): Promise<void> {
      const read = await fixture.openAsReader(artifactId, trackerId);
      const wrong = [...typed].filter(
        ([name, input]) => !isStored(dialect, input, getField(read, name).base),
      );
      assert.deepEqual(
        wrong.map(([name, input]) => [name, input, getField(read, name).base]),
        [],
      );
    }

    it("saves a change of each field separately", async () => {
      const id = await fixture.getFirstArtifactId(trackerId);
      const session = await fixture.open(fixture.createSubject(id), trackerId);
      const editable = session.base?.form.fields.filter(({ access }) => access === "edit") ?? [];
      assert.equal(editable.length, dialect === "product" ? 25 : 13);
      const typed = new Map<string, Input>();
      for (const { name, id: fieldId } of editable) {
        const input = createOtherInput(getField(session, name));
        editField(session, name, input);
        assert.deepEqual(await saveForm(session), { kind: "saved", id, wasNew: false }, name);
        const sent = fixture.server.requests.findLast(({ method }) => method === "PUT")?.body ?? "";
        const { values } = JSON.parse(sent) as { values: readonly { field_id: number }[] };
        assert.deepEqual(
          values.map(({ field_id }) => field_id),
          [fieldId],
        );
        typed.set(name, input);
        fixture.server.clock.advance(2000);
      }
      assert.deepEqual(
        [summarizeNotices(session), isEmptyDraft(session.draft), await fixture.folder.listFileNames()],
        [[], true, []],
      );
      await assertStored(id, typed);
    });

    it("saves changes of all fields at once, and clears all optional ones", async () => {
      const id = await fixture.getFirstArtifactId(trackerId);
      const session = await fixture.open(fixture.createSubject(id), trackerId);
      const editable = session.base?.form.fields.filter(({ access }) => access === "edit") ?? [];
      const typed = new Map(editable.map((field) => [field.name, createOtherInput(field)]));
      for (const [name, input] of typed) editField(session, name, input);
      assert.equal((await saveForm(session)).kind, "saved");
      assert.deepEqual(summarizeNotices(session), []);
      await assertStored(id, typed);
      const free = new Map(
        [...typed]
          .filter(([name]) => !getField(session, name).isRequired)
          .map(([name, input]) => [name, createEmptyInput(input)]),
      );
      for (const [name, input] of free) editField(session, name, input);
      assert.equal((await saveForm(session)).kind, "saved");
      assert.deepEqual([fixture.countRequests("PUT"), summarizeNotices(session)], [2, []]);
      await assertStored(id, free);
    });

    it("creates an artifact with the required fields, and becomes its form", async () => {
      const session = await fixture.open(fixture.createNewSubject(bugs));
      assert.deepEqual(await saveForm(session), { kind: "problem", target: getField(session, "title").id });
      editField(session, "title", createLineInput("Made here"));
      if (dialect === "documented") editField(session, "status", createChoiceInput(session, "status", "New"));
      const result = await saveForm(session);
      assert.ok(result.kind === "saved" && result.wasNew);
      assert.deepEqual(
        [
          session.subject,
          session.base?.form.isNew,
          summarizeNotices(session),
          await fixture.folder.listFileNames(),
          fixture.countRequests("POST"),
        ],
        [fixture.createSubject(result.id), false, [], [], 1],
      );
      editField(session, "title", createLineInput("Made here, and changed"));
      assert.deepEqual(await saveForm(session), { kind: "saved", id: result.id, wasNew: false });
      const read = await fixture.openAsReader(result.id, bugs);
      assert.deepEqual(getField(read, "title").base, createLineInput("Made here, and changed"));
    });

    it("creates an artifact with all fields", async () => {
      const session = await fixture.open(fixture.createNewSubject(trackerId));
      const isTyped = ({ access, control }: FormField): boolean =>
        access === "edit" && control.kind !== "newFiles";
      const editable = session.base?.form.fields.filter(isTyped) ?? [];
      const typed = new Map(editable.map((field) => [field.name, emptyAutomatic(createOtherInput(field))]));
      for (const [name, input] of typed) editField(session, name, input);
      const result = await saveForm(session);
      assert.deepEqual([result.kind, summarizeNotices(session)], ["saved", []]);
      assert.ok(result.kind === "saved");
      // Without a time in the form, a date is a day, which is loaded as its midnight.
      if (dialect === "documented") for (const name of ["installed", "last_reading"]) typed.delete(name);
      await assertStored(result.id, typed);
    });

    it("saves a comment only, if the server supports comments", async () => {
      const id = await fixture.getFirstArtifactId(bugs);
      const session = await fixture.open(fixture.createSubject(id), bugs);
      assert.equal(session.base?.form.takesComment, dialect === "product");
      if (dialect === "documented") return;
      editField(session, "comment", { kind: "text", source: "Seen **today**", format: "commonmark" });
      assert.equal((await saveForm(session)).kind, "saved");
      const message = fixture.server.getChangesets(id).at(-1);
      assert.deepEqual(
        [message?.comment?.body, message?.changes.size, summarizeNotices(session)],
        ["Seen **today**", 0, []],
      );
      assert.ok(isEmptyDraft(session.draft));
    });

    it("sends nothing without edits or with problems, and once for concurrent saves", async () => {
      const id = await fixture.getFirstArtifactId(trackerId);
      const session = await fixture.open(fixture.createSubject(id), trackerId);
      assert.deepEqual(await saveForm(session), { kind: "nothingToSave" });
      editField(session, "channels", { kind: "number", text: "1.5" });
      assert.deepEqual(await saveForm(session), {
        kind: "problem",
        target: getField(session, "channels").id,
      });
      editField(session, "channels", { kind: "number", text: "15" });
      const results = await Promise.all([saveForm(session), saveForm(session)]);
      assert.deepEqual(
        [results, fixture.countRequests("PUT"), session.isSaving],
        [results.map(() => ({ kind: "saved", id, wasNew: false })), 1, false],
      );
    });

    it("undoes and redoes, on disk too, and tracks the page's edit numbers", async () => {
      const id = await fixture.getFirstArtifactId(trackerId);
      const session = await fixture.open(fixture.createSubject(id), trackerId);
      const { id: target, base } = getField(session, "designation");
      assert.equal(session.edit({ target, input: createLineInput("a"), step: "begin" }, 41), "accepted");
      assert.equal(session.edit({ target, input: createLineInput("ab"), step: "begin" }, 42), "accepted");
      const getShown = (): unknown => session.draft.inputs.map(({ input }) => input);
      const seen = [
        session.lastEditNumber,
        session.undoOrRedo("undo"),
        getShown(),
        session.undoOrRedo("undo"),
        getShown(),
        session.undoOrRedo("undo"),
      ];
      assert.deepEqual(seen, [42, target, [createLineInput("a")], target, [], undefined]);
      assert.deepEqual(
        [session.undoOrRedo("redo"), getShown(), getField(session, "designation").base],
        [target, [createLineInput("a")], base],
      );
      session.resetEditNumbers();
      await fixture.getForms().closeAll();
      const [stored] = await fixture.folder.readDrafts();
      assert.deepEqual(
        [session.lastEditNumber, stored?.draft.position, stored?.draft.steps.length],
        [0, 1, 2],
      );
      const again = await fixture.open(fixture.createSubject(id), trackerId, "there");
      assert.deepEqual(
        [again.undoOrRedo("redo"), again.draft.inputs[0]?.input],
        [target, createLineInput("ab")],
      );
    });
  });
}

/** A new artifact has computed values anyway. */
function emptyAutomatic(input: Input): Input {
  return input.kind === "computed" ? { ...input, isAutomatic: false, text: "12" } : input;
}
