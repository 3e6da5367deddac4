import assert from "node:assert/strict";
import { createRoleEditRequest } from "../../src/model/triage/fieldEditRequest.ts";
import type { TriageTarget } from "../../src/protocol/commandArguments.ts";
import { createArtifactLoaderLookup } from "../../src/store/triage/artifactLoader.ts";
import { previewBulkEdit, runBulkEdit } from "../../src/store/triage/bulkEdit.ts";
import { createSavedChange } from "../../src/store/triage/savedChanges.ts";
import {
  createChoiceInput,
  createLineInput,
  editField,
  neverAborted,
  saveForm,
} from "../support/fixtures/formFixture.ts";
import { assertEventually } from "../support/wait.ts";
import { QuickEditFixture } from "./quickEditFixture.ts";

describe("Undo Change", () => {
  let fixture: QuickEditFixture;
  let artifact: TriageTarget;
  let label: string;

  beforeEach(async () => {
    fixture = await QuickEditFixture.open("product");
    artifact = await fixture.takeArtifact();
    label = `#${artifact.artifactId} Pier lamp`;
  });
  afterEach(() => fixture.close());

  async function setStatus(status: string): Promise<void> {
    fixture.itemToPick = status;
    const row = await fixture.getRow(fixture.tracker.id, artifact.artifactId);
    await fixture.quickEdits.setStatus(row);
    await assertEventually(async () => assert.equal(await fixture.fetchStatus(artifact), status));
    await fixture.waitForMessages(/Status is now/);
    fixture.reset();
  }

  async function fetchTitle(): Promise<unknown> {
    return (await fixture.fetchArtifact(artifact.artifactId))?.["title"];
  }

  it("shows a message if there is nothing to undo", async () => {
    await fixture.undoChange();
    assert.deepEqual(fixture.messages, [
      "There are no changes to undo. Changes that you save to a site are listed here.",
    ]);
  });

  it("lists quick edits and forms, newest first, and undoes the selected one", async () => {
    await setStatus("Broken");
    const session = await fixture.formFixture.open(
      fixture.formFixture.createSubject(artifact.artifactId),
      fixture.tracker.id,
    );
    editField(session, "title", createLineInput("Quay lamp $(bug)"));
    editField(session, "comment", { kind: "text", source: "Moved", format: "commonmark" });
    assert.equal((await saveForm(session)).kind, "saved");
    fixture.reset();
    fixture.itemToPick = "Status";
    await fixture.undoChange();
    assert.deepEqual(fixture.shownPickLists, [
      ["Title: Pier lamp → Quay lamp $\u200b(bug), Comment", "Status: Lit → Broken"],
    ]);
    assert.deepEqual(fixture.shownDetails, [
      `${label} · now · the comment can't be undone`,
      `${label} · now`,
    ]);
    await fixture.waitForMessages(`Undid the change to ${label}.`);
    assert.equal(await fixture.fetchStatus(artifact), "Lit");
    fixture.reset();
    fixture.itemToPick = "Status";
    await fixture.undoChange();
    assert.deepEqual(fixture.shownPickLists[0]?.[0], "Status: Broken → Lit");
    assert.equal(
      fixture.shownDetails[0],
      `#${artifact.artifactId} Quay lamp $\u200b(bug) · now · undo of an earlier change`,
    );
    assert.equal(await fixture.fetchStatus(artifact), "Broken");
  });

  it("says who changed the artifact since, and undoes what is left only on request", async () => {
    await setStatus("Broken");
    fixture.setTitleAsOther(artifact, "Theirs");
    const { realName } = fixture.formFixture.server.accounts.member;
    const message = `The change to ${label} wasn't undone: ${realName} changed Title in the meantime.`;
    fixture.itemToPick = "Status";
    await fixture.undoChange();
    await fixture.waitForMessages(message);
    assert.deepEqual([await fixture.fetchStatus(artifact), await fetchTitle()], ["Broken", "Theirs"]);
    fixture.reset();
    fixture.buttonsToPress = ["Undo Anyway"];
    await fixture.undoChange();
    await fixture.waitForMessages(message, `Undid the change to ${label}.`);
    assert.deepEqual([await fixture.fetchStatus(artifact), await fetchTitle()], ["Lit", "Theirs"]);
  });

  it("doesn't change a field with an edit in the draft", async () => {
    await setStatus("Broken");
    const session = await fixture.formFixture.open(
      fixture.formFixture.createSubject(artifact.artifactId),
      fixture.tracker.id,
    );
    editField(session, "status", createChoiceInput(session, "status", "Flickering"));
    fixture.itemToPick = "Status";
    await fixture.undoChange();
    await fixture.waitForMessages(
      `You have an unsaved change to Status in the form for ${label}. Change it there.`,
    );
    assert.equal(await fixture.fetchStatus(artifact), "Broken");
  });

  it("shows for a bulk edit how many artifacts were changed back, and why others weren't", async () => {
    const { store, site } = fixture.formFixture;
    const loader = createArtifactLoaderLookup(store.catalog)(site);
    const targets = [artifact, await fixture.takeArtifact(), await fixture.takeArtifact()];
    const selected = targets.flatMap(({ artifact: row, trackerId }) => (row ? [{ row, trackerId }] : []));
    const { form } = (await loader.load(selected[0] ?? assert.fail(), neverAborted)).base;
    const control = form.fields.find(({ name }) => name === "status")?.control;
    const choices = control?.kind === "choice" ? control.choices : [];
    const broken = choices.find((choice) => choice.label === "Broken") ?? assert.fail("no such status");
    const request = createRoleEditRequest("status", "set", [broken]);
    const items = await previewBulkEdit(loader, selected, request, neverAborted);
    await runBulkEdit(loader, items, neverAborted);
    fixture.setTitleAsOther(artifact, "Theirs");
    fixture.itemToPick = "Status: Lit → Broken";
    fixture.buttonsToPress = ["Show Details"];
    fixture.onPrompt = () => {
      fixture.itemToPick = label;
    };
    await fixture.undoChange();
    const { realName } = fixture.formFixture.server.accounts.member;
    const problem = `The change to ${label} wasn't undone: ${realName} changed Title in the meantime.`;
    await fixture.waitForMessages(`The change was undone in 2 of 3 artifacts. ${problem}`);
    const statuses = await Promise.all(targets.map((target) => fixture.fetchStatus(target)));
    assert.deepEqual(statuses, ["Broken", "Lit", "Lit"]);
    await assertEventually(() => {
      const [command, target] = fixture.executedCommands.at(-1) ?? [];
      assert.deepEqual(
        [command, (target as TriageTarget | undefined)?.artifactId],
        ["artifacts.openArtifact", artifact.artifactId],
      );
      return Promise.resolve();
    });
    assert.deepEqual(fixture.shownPickLists, [["Status: Lit → Broken"], [label]]);
    assert.deepEqual(fixture.shownDetails, [problem]);
  });

  it("shows where long values differ", async () => {
    const shared = "The lamp at the end of the northern pier is dark ".repeat(2);
    for (const text of [`${shared}on Monday`, `${shared}on Sunday`]) {
      const session = await fixture.formFixture.open(
        fixture.formFixture.createSubject(artifact.artifactId),
        fixture.tracker.id,
      );
      editField(session, "title", createLineInput(text));
      assert.equal((await saveForm(session)).kind, "saved");
    }
    fixture.reset();
    fixture.itemToPick = "none";
    await fixture.undoChange();
    assert.equal(fixture.shownPickLists[0]?.[0], "Title: …s dark on Monday → …s dark on Sunday");
  });

  it("says that comments and large changes can't be undone", async () => {
    fixture.textToType = "The glass is cracked";
    await fixture.comments.add(artifact);
    fixture.reset();
    fixture.itemToPick = "Comment";
    await fixture.undoChange();
    assert.deepEqual(fixture.shownPickLists, [["Comment"]]);
    assert.match(fixture.shownDetails[0] ?? "", / · can't be undone: comments stay on the server$/);
    assert.deepEqual(fixture.messages, ["Comments can't be undone."]);
    const [change] = await fixture.savedChanges.list(
      fixture.formFixture.site.api,
      String(fixture.formFixture.server.accounts.admin.id),
    );
    assert.ok(change);
    const after = { kind: "line", text: "x".repeat(600_000) } as const;
    const artifacts = change.artifacts.map((each) => ({
      ...each,
      hasComment: false,
      fields: [{ fieldId: 1, label: "Details", before: after, after }],
    }));
    await fixture.savedChanges.put(createSavedChange(change.siteApi, change.accountId, artifacts));
    fixture.reset();
    fixture.itemToPick = "Details";
    await fixture.undoChange();
    assert.equal(fixture.shownPickLists[0]?.[0], "Details");
    assert.match(fixture.messages[0] ?? "", /^This change is too large to be undone here\./);
  });

  it("doesn't list changes of another account", async () => {
    const change = createSavedChange(fixture.formFixture.site.api, "4711", []);
    await fixture.savedChanges.put({
      ...change,
      artifacts: [
        {
          id: artifact.artifactId,
          title: "Pier lamp",
          trackerId: fixture.tracker.id,
          fields: [],
          hasComment: true,
          base: undefined,
          revision: undefined,
        },
      ],
    });
    await fixture.undoChange();
    assert.deepEqual([fixture.shownPickLists, fixture.messages.length], [[], 1]);
  });
});
