import assert from "node:assert/strict";
import type { FrameLocator } from "playwright-core";
import { type Client, createClient } from "../../src/api/client.ts";
import { toFieldText } from "../../src/model/fields/registry.ts";
import { type Simulator, startSimulator } from "../simulator/simulator.ts";
import type { SimulatedAccount } from "../simulator/state/user.ts";
import { readDraftFiles } from "../support/fixtures/readDraftFiles.ts";
import {
  getFieldEditSamples,
  gaugeArtifactId,
  gaugeTrackerId,
} from "../support/fixtures/fieldEditSamples.ts";
import { assertEventually } from "../support/wait.ts";
import { getConflictLabels, chooseSide, getSaveMergedButton } from "../support/window/conflict.ts";
import {
  editText,
  getFieldInput,
  getForm,
  waitUntilDraftSaved,
  openArtifact,
  getTab,
} from "../support/window/form.ts";
import { getDialog, getNotification, pressButton } from "../support/window/messages.ts";
import { signInWithKey } from "../support/window/signIn.ts";
import { getTreeRow, getTreeRows } from "../support/window/tree.ts";
import { openWindow, type VSCodeWindow } from "../support/window/window.ts";

// A bug of the demo data, and fields of its tracker.
const [bugId, titleId, detailsId] = [1, 1102, 1103];

describe("the draft of a form", () => {
  let server: Simulator;
  let window: VSCodeWindow;
  /** Number of requests before the edits that must not be sent. */
  let requestsBefore = 0;

  before(async () => {
    server = await startSimulator({ dialect: "product" });
    window = await openWindow({
      settings: {
        "artifacts.sites": [{ url: server.url, label: "Demo" }],
        "files.autoSave": "afterDelay",
        "files.autoSaveDelay": 100,
      },
      secrets: "stored",
    });
    const { admin } = server.accounts;
    await signInWithKey(window, admin.accessKey, admin.realName);
  });
  after(async () => {
    await window.close();
    await server.close();
  });

  /** Full-text search is a POST request, too, but changes nothing. */
  function countWrites(): number {
    const isWrite = ({ method, path }: { readonly method: string; readonly path: string }): boolean =>
      (method === "PUT" || method === "POST") && !/\/search(?:\?|$)/.test(path);
    return server.requests.slice(requestsBefore).filter(isWrite).length;
  }

  async function typeInto(form: FrameLocator, target: number, text: string): Promise<void> {
    await editText(form, target);
    await getFieldInput(form, target).click();
    await window.page.keyboard.press("ControlOrMeta+End");
    await window.page.keyboard.type(text);
  }

  /** Waits until a field of the active form has the value. */
  async function waitForValue(target: number, expected: RegExp): Promise<void> {
    await getFieldInput(getForm(window), target).waitFor();
    await assertEventually(async () =>
      assert.match(await getFieldInput(getForm(window), target).inputValue(), expected),
    );
  }

  it("with edits of all field types is merged with changes of another user and saved", async () => {
    const createUserClient = ({ accessKey: key }: SimulatedAccount): Client =>
      createClient({
        api: `${server.url}/api`,
        credential: { kind: "accessKey", key },
        caFile: undefined,
        observe: () => undefined,
      });
    const { admin, member } = server.accounts;
    const [adminClient, memberClient] = [createUserClient(admin), createUserClient(member)];
    const fields = getFieldEditSamples("product");
    const tracker = await memberClient.tracker(gaugeTrackerId);
    const fieldsByName = new Map(tracker.fields.map((field) => [field.name, field]));
    const getField = (name: string): (typeof tracker.fields)[number] =>
      fieldsByName.get(name) ?? assert.fail(name);
    const form = await openArtifact(window, gaugeArtifactId);
    for (const [index, { name, edit }] of fields.entries()) {
      await edit(form, window);
      const count = index === 0 ? "Save 1 Change" : `Save ${index + 1} Changes`;
      await form
        .getByText(count)
        .waitFor()
        .catch(() => assert.fail(`${name} did not change`));
    }
    await waitUntilDraftSaved(form);
    await window.screenshot("form-fields");

    server.clock.advance(60_000);
    const { version } = await memberClient.artifact(gaugeArtifactId);
    const changes = fields.map(({ name, otherEdit }) => ({ fieldId: getField(name).id, edit: otherEdit }));
    await memberClient.updateArtifact(
      gaugeArtifactId,
      { changes, comment: undefined },
      version ?? assert.fail("no version"),
    );
    server.clock.advance(60_000);

    const before = server.requests.length;
    await getFieldInput(form, 1303).press("ControlOrMeta+s");
    const conflictLabels = await getConflictLabels(form);
    const expectedLabels = fields.flatMap(({ name, expectedMergedText }) =>
      expectedMergedText === undefined ? [getField(name).label] : [],
    );
    assert.deepEqual([...conflictLabels].sort(), [...expectedLabels].sort());
    await window.screenshot("conflict-fields");
    for (const label of conflictLabels) await chooseSide(form, label, "Yours");
    await getSaveMergedButton(form).click();
    await getTab(window, `● #${gaugeArtifactId}`).waitFor({ state: "detached" });
    const puts = server.requests.slice(before).filter(({ method }) => method === "PUT");
    // The server rejects the first one, which shows the conflicts.
    assert.deepEqual(
      puts.map(({ body }) => (JSON.parse(body) as { values: unknown[] }).values.length),
      [fields.length, fields.length],
    );

    // The changed permissions may hide the artifact from the member.
    const { values } = await adminClient.artifact(gaugeArtifactId);
    const storedTexts = new Map(
      values.flatMap((entry) =>
        entry.kind === "entry" ? [[entry.fieldId, toFieldText(entry.value)] as const] : [],
      ),
    );
    const mismatches = fields.flatMap(({ name, expectedText, expectedMergedText = expectedText }) => {
      const text = storedTexts.get(getField(name).id) ?? "";
      return expectedMergedText.test(text) ? [] : [[name, text]];
    });
    assert.deepEqual(mismatches, []);
    for (const client of [adminClient, memberClient]) await client.close();
    await assertEventually(async () => assert.deepEqual(await readDraftFiles(window.storage), []));
    await window.closeEditors();
  });

  it("is not sent by auto save and is restored after its tab was closed", async () => {
    requestsBefore = server.requests.length;
    const form = await openArtifact(window, bugId);
    await typeInto(form, titleId, " (closed)");
    await waitUntilDraftSaved(form);
    await window.runCommand("View: Close Editor");
    await getNotification(window.page, "are in a local draft").waitFor();
    // No window owns the draft.
    await assertEventually(async () =>
      assert.deepEqual(
        (await readDraftFiles(window.storage)).map(({ window: owner }) => owner),
        [undefined],
      ),
    );
    assert.equal(await getNotification(window.page, "An unexpected error occurred").count(), 0);
    await getTreeRow(window.page, "Drafts", "work").waitFor();
    await window.screenshot("tree-unsent");
    await getTreeRows(window.page, "work")
      .filter({ hasText: `● #${bugId}` })
      .first()
      .click();
    await waitForValue(titleId, / \(closed\)$/);
    await getForm(window).getByText("Restored your draft from").waitFor();
    assert.equal(countWrites(), 0);
  });

  it("is restored with its tab after a reload", async () => {
    await typeInto(getForm(window), titleId, " (reloaded)");
    await waitUntilDraftSaved(getForm(window));
    await window.reload();
    await getTab(window, `● #${bugId}`).waitFor();
    await waitForValue(titleId, / \(closed\) \(reloaded\)$/);
    assert.equal(await getForm(window).getByText("in another window").count(), 0);
  });

  it("survives a crash of the extension host while the user types", async () => {
    await getForm(window).getByRole("button", { name: "Dismiss" }).click();
    await getForm(window).getByText("Restored your draft from").waitFor({ state: "detached" });
    await typeInto(getForm(window), detailsId, "\nBefore the crash.");
    await assertEventually(async () => {
      const [draft] = await readDraftFiles(window.storage);
      assert.match(JSON.stringify(draft?.draft.inputs), /Before the crash\./);
    });
    await window.killExtensionHost();
    // The page queues edits until the extension host is restarted.
    await window.page.keyboard.type(" And after.");
    await getForm(window).getByText("Restored your draft from").waitFor();
    await waitForValue(detailsId, /Before the crash\. And after\.$/);
    await waitUntilDraftSaved(getForm(window));
    assert.equal(await getTab(window, `#${bugId}`).count(), 1);
    assert.equal(countWrites(), 0);
  });

  it("is updated by auto save of a text editor, without being sent", async () => {
    await getForm(window)
      .locator(`artifact-field:has(#field-${detailsId})`)
      .getByText("Open in Editor")
      .click();
    const editor = window.page.locator(".editor-instance .monaco-editor[data-uri^='artifacts-draft']");
    await editor.waitFor();
    await editor.locator(".view-lines").click();
    await window.page.keyboard.press("ControlOrMeta+End");
    await window.page.keyboard.type(" From the editor.");
    await window.screenshot("form-beside-editor");
    await waitForValue(detailsId, /And after\. From the editor\.$/);
    assert.equal(countWrites(), 0);
    await window.runCommand("View: Close Editor");
  });

  it("is owned by one window, can be continued in another one, and is deleted by Discard", async () => {
    await typeInto(getForm(window), titleId, " (first)");
    await waitUntilDraftSaved(getForm(window));
    const secondWindow = await window.openAnother();
    try {
      const form = await openArtifact(secondWindow, bugId);
      await form.getByText("This draft is being edited in another window").waitFor();
      await secondWindow.screenshot("form-elsewhere");
      await form.getByRole("button", { name: "Continue Editing Here" }).click();
      await assertEventually(async () =>
        assert.match(await getFieldInput(form, titleId).inputValue(), / \(first\)$/),
      );
      await getForm(window).getByText("This draft is being edited in another window").waitFor();
      await getFieldInput(form, titleId).click();
      await secondWindow.page.keyboard.press("ControlOrMeta+End");
      await secondWindow.page.keyboard.type(" (second)");
      // The draft state only shows that a version was saved; the last keys may still be pending.
      await assertEventually(async () => {
        const drafts = await readDraftFiles(window.storage);
        assert.equal(drafts.length, 1);
        assert.match(JSON.stringify(drafts[0]?.draft.inputs), /\(first\) \(second\)/);
      });
      await waitUntilDraftSaved(form);
    } finally {
      await secondWindow.close();
    }
    await getForm(window).getByText("Restored your draft from").waitFor();
    await waitForValue(titleId, / \(second\)$/);
    await getForm(window).getByText("Discard", { exact: true }).click();
    await pressButton(getDialog(window.page, "Discard your changes?"), "Discard");
    await getTab(window, `● #${bugId}`).waitFor({ state: "detached" });
    await assertEventually(async () => assert.deepEqual(await readDraftFiles(window.storage), []));
    await getTreeRow(window.page, "Drafts", "work").waitFor({ state: "detached" });
  });
});
