import assert from "node:assert/strict";
import fc from "fast-check";
import { toInputText } from "../../../../src/model/form/input.ts";
import { previewBulkEdit, runBulkEdit } from "../../../../src/store/triage/bulkEdit.ts";
import { openListField } from "../../../simulator/demo/fieldDefinition.ts";
import {
  createLineInput,
  editField,
  getField,
  neverAborted,
  saveForm,
} from "../../../support/fixtures/formFixture.ts";
import { bugsTrackerId, countKinds } from "./triageStoreFixture.ts";
import { type FieldTexts, UndoFixture } from "./undoFixture.ts";

const names = ["title", "severity"] as const;
const severities = ["Critical", "Major", "Normal"] as const;

for (const dialect of ["product", "documented"] as const) {
  describe(`the undo of a stored change on the ${dialect} dialect`, () => {
    let fixture: UndoFixture;
    let id: number;
    let before: FieldTexts;
    /** A severity that the artifact doesn't have. */
    let other: string;

    beforeEach(async () => {
      fixture = await UndoFixture.open(dialect);
      id = await fixture.takeArtifactId();
      before = await fixture.readTexts(id, names);
      other = severities.find((each) => each !== before["severity"]) ?? assert.fail();
    });
    afterEach(() => fixture.close());

    const read = (): Promise<FieldTexts> => fixture.readTexts(id, names);

    it("restores all fields of a form after a reload, and is itself a change that can be undone", async () => {
      await fixture.saveInForm(id, { title: "Mine", severity: other });
      await fixture.list();
      fixture.savedChanges = fixture.openSavedChanges();
      const change = await fixture.getNewest();
      assert.deepEqual(
        change.artifacts.map(({ fields }) => fields.map(({ label }) => label)),
        [["Title", "Severity"]],
      );
      assert.equal((await fixture.undoNewest()).kind, "done");
      assert.deepEqual(await read(), before);
      const [undo, ...others] = await fixture.list();
      assert.deepEqual([undo?.artifacts[0]?.undoes, others], [change.id, []]);
      assert.equal((await fixture.undoNewest()).kind, "done");
      assert.deepEqual(await read(), { title: "Mine", severity: other });
      assert.equal(fixture.countChangesets(id), 3);
    });

    it("restores a quick edit and a bulk edit", async () => {
      await fixture.quickEdit(id, "severity", other);
      assert.equal((await fixture.undoNewest()).kind, "done");
      assert.deepEqual(await read(), before);
      const loader = fixture.createLoader();
      const rows = await fixture.formFixture.store.catalog.getSite(fixture.formFixture.site).connect();
      const page = await rows.client.artifacts(await rows.client.tracker(bugsTrackerId), { offset: 0 });
      const selected = page.items.flatMap((row) =>
        row.kind === "artifact" ? [{ row, trackerId: bugsTrackerId }] : [],
      );
      const request = await fixture.createEdit("severity", other);
      const items = await previewBulkEdit(loader, selected, request, neverAborted);
      const planned = items.filter(({ kind }) => kind === "change").slice(0, 5);
      const ids = planned.map(({ selected: { row } }) => row.id);
      const atFirst = await Promise.all(ids.map((each) => fixture.readTexts(each, names)));
      fixture.formFixture.server.clock.advance(3000);
      assert.deepEqual(countKinds(await runBulkEdit(loader, planned, neverAborted)), { done: 5 });
      fixture.formFixture.server.clock.advance(3000);
      const [conflicting = 0] = ids;
      await fixture.setAsOther(conflicting, "title", "Theirs");
      const change = await fixture.getNewest();
      assert.deepEqual(countKinds(await fixture.undo(change)), { conflict: 1, done: 4 });
      for (const [index, each] of ids.entries()) {
        const expected = each === conflicting ? { title: "Theirs", severity: other } : atFirst[index];
        assert.deepEqual(await fixture.readTexts(each, names), expected);
      }
      // What is left stays in the list.
      const left = (await fixture.list()).find((each) => each.id === change.id);
      assert.deepEqual(
        left?.artifacts.map((artifact) => artifact.id),
        [conflicting],
      );
    });

    it("isn't made if someone else has changed the artifact, and says who", async () => {
      const { member } = fixture.formFixture.server.accounts;
      await fixture.saveInForm(id, { title: "Mine", severity: other });
      await fixture.setAsOther(id, "title", "Theirs");
      const result = await fixture.undoNewest();
      assert.ok(result.kind === "conflict");
      const expected = dialect === "product" ? { by: [member.realName], fields: ["Title"] } : undefined;
      if (expected !== undefined) assert.deepEqual(result.theirs, expected);
      assert.deepEqual(await read(), { title: "Theirs", severity: other });
      // With a confirmation, only fields that still have the value of the change are restored.
      assert.equal(result.canRestore, true);
      assert.equal((await fixture.undoNewest("anyway")).kind, "done");
      assert.deepEqual(await read(), { title: "Theirs", severity: before["severity"] });
    });

    it("restores nothing, not even with a confirmation, if someone else has changed the same field", async () => {
      await fixture.quickEdit(id, "severity", other);
      const theirs = severities.find((each) => each !== other && each !== before["severity"]) ?? "";
      await fixture.setAsOther(id, "severity", theirs);
      const result = await fixture.undoNewest();
      assert.ok(result.kind === "conflict" && result.canRestore === false);
      assert.equal((await fixture.undoNewest("anyway")).kind, "conflict");
      assert.equal((await read())["severity"], theirs);
    });

    it("is sent with the version it was checked on", async () => {
      await fixture.quickEdit(id, "severity", other);
      const { server } = fixture.formFixture;
      const fieldId = await fixture.getFieldId("title");
      const act = (): void => {
        server.clock.advance(2000);
        server.updateArtifact(id, { values: [{ field_id: fieldId, value: "At the same time" }] });
      };
      server.faults.add({
        method: "PUT",
        path: /artifacts/,
        times: 1,
        fault: { kind: "concurrentChange", act },
      });
      assert.equal((await fixture.undoNewest()).kind, "conflict");
      assert.deepEqual(await read(), { title: "At the same time", severity: other });
    });

    it("works in any order for different fields, and names the later change of the same field", async () => {
      await fixture.quickEdit(id, "severity", other);
      await fixture.saveInForm(id, { title: "Mine" });
      const [titleChange, severityChange] = await fixture.list();
      assert.ok(titleChange && severityChange);
      assert.deepEqual(countKinds(await fixture.undo(severityChange)), { done: 1 });
      assert.deepEqual(await read(), { title: "Mine", severity: before["severity"] });
      await fixture.saveInForm(id, { title: "Mine, too" });
      const [refused] = await fixture.undo(titleChange);
      assert.deepEqual(refused?.kind === "refused" && refused.why, { code: "laterChange", field: "Title" });
      assert.deepEqual(countKinds(await fixture.undo(await fixture.getNewest())), { done: 1 });
      assert.deepEqual(countKinds(await fixture.undo(titleChange)), { done: 1 });
      assert.deepEqual(await read(), before);
    });

    it("reports deleted artifacts, removed fields and missing permissions", async () => {
      await fixture.saveInForm(id, { title: "Mine" });
      const change = await fixture.getNewest();
      const missing = {
        ...change,
        artifacts: change.artifacts.map((artifact) => ({
          ...artifact,
          fields: artifact.fields.map((field) => ({ ...field, fieldId: 99_999 })),
        })),
      };
      const [noField] = await fixture.undo(missing);
      assert.deepEqual(noField?.kind === "refused" && noField.why, { code: "noField", field: "Title" });
      fixture.formFixture.server.faults.add({
        method: "PUT",
        path: /artifacts/,
        times: 1,
        fault: { kind: "status", status: 403 },
      });
      assert.deepEqual(countKinds(await fixture.undo(change)), { rejected: 1 });
      assert.deepEqual((await read())["title"], "Mine");
      fixture.formFixture.server.deleteArtifact(id);
      assert.deepEqual(countKinds(await fixture.undo(change)), { gone: 1 });
    });

    it("isn't made after a cancellation, and stays possible", async () => {
      await fixture.quickEdit(id, "severity", other);
      const change = await fixture.getNewest();
      assert.deepEqual(countKinds(await fixture.undo(change, "checked", AbortSignal.abort())), {
        notTried: 1,
      });
      assert.equal((await fixture.getNewest()).id, change.id);
      assert.equal((await fixture.undoNewest()).kind, "done");
    });

    it("isn't offered again once the artifact has the values from before", async () => {
      await fixture.quickEdit(id, "severity", other);
      await fixture.setAsOther(id, "severity", before["severity"] ?? "");
      assert.equal((await fixture.undoNewest()).kind, "unchanged");
      assert.deepEqual([await fixture.list(), fixture.countChangesets(id)], [[], 2]);
    });

    it("isn't made twice", async () => {
      await fixture.quickEdit(id, "severity", other);
      const change = await fixture.getNewest();
      await fixture.undo(change);
      assert.deepEqual(countKinds(await fixture.undo(change)), { unchanged: 1 });
      assert.equal(fixture.countChangesets(id), 2);
    });

    it("keeps the draft of an open form", async () => {
      await fixture.quickEdit(id, "severity", other);
      const { formFixture } = fixture;
      const session = await formFixture.open(formFixture.createSubject(id), bugsTrackerId);
      editField(session, "title", createLineInput("Typed"));
      const forms = formFixture.getForms();
      formFixture.store.catalog.onDidWriteArtifact.event(({ siteApi, artifactId, fieldIds }) =>
        forms.noteOwnChanges(siteApi, artifactId, fieldIds),
      );
      assert.equal((await fixture.undoNewest()).kind, "done");
      await session.checkForChanges(neverAborted);
      const severity = getField(session, "severity").base;
      assert.equal(severity && toInputText(severity), before["severity"]);
      assert.deepEqual(
        session.draft.inputs.map(({ input }) => toInputText(input)),
        ["Typed"],
      );
      assert.deepEqual(session.conflicts, []);
    });

    it("isn't listed for a new artifact", async () => {
      const { formFixture } = fixture;
      const session = await formFixture.open(formFixture.createNewSubject(bugsTrackerId));
      editField(session, "title", createLineInput("Brand new"));
      await session.save("checked", neverAborted);
      await session.whenChecked();
      assert.deepEqual(await fixture.list(), []);
    });
  });

  describe(`any changes and undos on the ${dialect} dialect`, () => {
    type Action =
      | {
          readonly kind: "form" | "other";
          readonly title: string | undefined;
          readonly severity: string | undefined;
        }
      | { readonly kind: "quickEdit"; readonly severity: string }
      | { readonly kind: "undo"; readonly index: number };

    const severity = fc.constantFrom(...severities);
    const texts = {
      title: fc.option(fc.constantFrom("One", "Two", "Three"), { nil: undefined }),
      severity: fc.option(severity, { nil: undefined }),
    };
    const anyAction: fc.Arbitrary<Action> = fc.oneof(
      { weight: 3, arbitrary: fc.record({ kind: fc.constant("form" as const), ...texts }) },
      { weight: 1, arbitrary: fc.record({ kind: fc.constant("other" as const), ...texts }) },
      { weight: 2, arbitrary: fc.record({ kind: fc.constant("quickEdit" as const), severity }) },
      { weight: 4, arbitrary: fc.record({ kind: fc.constant("undo" as const), index: fc.nat(3) }) },
    );

    /** Only those that differ. */
    function selectChanges(current: FieldTexts, action: Action): FieldTexts {
      if (action.kind === "undo") return {};
      const wanted = { title: "title" in action ? action.title : undefined, severity: action.severity };
      return Object.fromEntries(
        Object.entries(wanted).flatMap(([name, text]) =>
          text === undefined || text === current[name] ? [] : [[name, text] as const],
        ),
      );
    }

    async function run(fixture: UndoFixture, actions: readonly Action[]): Promise<void> {
      const id = await fixture.takeArtifactId();
      /** IDs of the changes after which someone else has written. */
      let overtaken: ReadonlySet<string> = new Set();
      for (const action of actions) {
        const current = await fixture.readTexts(id, names);
        const changes = selectChanges(current, action);
        if (action.kind === "undo") {
          const change = (await fixture.list())[action.index];
          if (change === undefined) continue;
          const fields = change.artifacts[0]?.fields ?? [];
          const textsOf = (side: "before" | "after"): FieldTexts =>
            Object.fromEntries(
              fields.map(({ label, [side]: input }) => [
                label.toLowerCase(),
                input ? toInputText(input) : "",
              ]),
            );
          const [before, after] = [textsOf("before"), textsOf("after")];
          const has = (wanted: FieldTexts): boolean =>
            Object.entries(wanted).every(([name, text]) => current[name] === text);
          const writes = fixture.countChangesets(id);
          const [result] = await fixture.undo(change);
          const isExpected = !overtaken.has(change.id) && has(after);
          const texts = await fixture.readTexts(id, names);
          if (has(before)) assert.equal(result?.kind, "unchanged");
          else assert.equal(result?.kind === "done", isExpected, JSON.stringify(result));
          assert.deepEqual(texts, isExpected ? { ...current, ...before } : current);
          assert.equal(fixture.countChangesets(id) - writes, result?.kind === "done" ? 1 : 0);
        } else if (Object.keys(changes).length > 0) {
          if (action.kind === "form") await fixture.saveInForm(id, changes);
          else if (action.kind === "quickEdit") await fixture.quickEdit(id, "severity", action.severity);
          else {
            for (const [name, text] of Object.entries(changes)) await fixture.setAsOther(id, name, text);
            overtaken = new Set((await fixture.list()).map((change) => change.id));
          }
          assert.deepEqual(await fixture.readTexts(id, names), { ...current, ...changes });
        }
      }
    }

    it("restore what was there before, and never replace what someone else wrote", async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(anyAction, { minLength: 3, maxLength: 9 }), async (actions) => {
          const fixture = await UndoFixture.open(dialect);
          try {
            await run(fixture, actions);
          } finally {
            await fixture.close();
          }
        }),
        { numRuns: 15, endOnFailure: true },
      );
    });
  });
}

describe("the undo of a form whose value the server has stored differently", () => {
  it("restores the value from before", async () => {
    const fixture = await UndoFixture.open("product");
    try {
      const { server, site } = fixture.formFixture;
      // Values with a comma, sent by label, are truncated there.
      const tags = openListField("tags", "Tags", [{ label: "sun" }], {
        hint: "",
        generateValue: () => ({ kind: "openChoices", items: [{ id: "o900", label: "wind, rain" }] }),
      });
      const tracker = server.addTracker({ projectId: 101, label: "Weather", fields: [tags], artifacts: 1 });
      const [artifactId = 0] = tracker.artifactIds;
      server.clock.advance(3000);
      const session = await fixture.formFixture.open(
        fixture.formFixture.createSubject(artifactId),
        tracker.id,
      );
      const base = getField(session, "tags").base;
      assert.ok(base?.kind === "openList");
      const entries = [...base.entries, { id: undefined, label: "snow" }];
      editField(session, "tags", { kind: "openList", entries });
      assert.equal((await saveForm(session)).kind, "saved");
      const stored = (await fixture.getNewest()).artifacts[0]?.fields[0];
      assert.deepEqual(
        [stored?.before, stored?.after].map((input) => input && toInputText(input)),
        ["wind, rain", "wind, snow"],
      );
      server.clock.advance(3000);
      const change = await fixture.getNewest();
      assert.deepEqual([change.siteApi, countKinds(await fixture.undo(change))], [site.api, { done: 1 }]);
    } finally {
      await fixture.close();
    }
  });
});

describe("the undo of a form with a comment", () => {
  it("restores the fields, and a comment alone is refused", async () => {
    const fixture = await UndoFixture.open("product");
    try {
      const id = await fixture.takeArtifactId();
      const { title } = await fixture.readTexts(id, ["title"]);
      await fixture.saveInForm(id, { title: "Mine", comment: "Why" });
      assert.equal((await fixture.getNewest()).artifacts[0]?.hasComment, true);
      assert.equal((await fixture.undoNewest()).kind, "done");
      assert.deepEqual(await fixture.readTexts(id, ["title"]), { title });
      await fixture.saveInForm(id, { comment: "Only this" });
      const result = await fixture.undoNewest();
      assert.deepEqual(result.kind === "refused" && result.why, { code: "comment" });
    } finally {
      await fixture.close();
    }
  });
});
