import assert from "node:assert/strict";
import type { Locator } from "playwright-core";
import { readDraftFiles } from "../support/fixtures/readDraftFiles.ts";
import { TriageFixture } from "../support/fixtures/triageFixture.ts";
import { assertEventually } from "../support/wait.ts";
import { getConflictLabels, chooseSide, getSaveMergedButton } from "../support/window/conflict.ts";
import {
  getFieldInput,
  getForm,
  waitUntilDraftSaved,
  pressNewArtifact,
  getTab,
} from "../support/window/form.ts";
import { getDialog, getNotification, pressButton } from "../support/window/messages.ts";
import {
  submitInput,
  getPickItem,
  pickItem,
  getQuickInput,
  getQuickInputText,
  waitForQuickInput,
  dismissQuickInput,
  acceptQuickInput,
} from "../support/window/quickInput.ts";
import { TableTab } from "../support/window/table.ts";
import {
  getArtifactRows,
  expandRow,
  runArtifactCommand,
  runRowCommand,
  getTreeRow,
  readContextMenu,
} from "../support/window/tree.ts";

const rejection = {
  kind: "status",
  status: 400,
  body: '{"error":{"code":400,"message":"Bad Request: Not in this state.\\n"}}',
} as const;

describe("edits of artifacts", () => {
  let fixture: TriageFixture;
  let table: TableTab;

  before(async () => {
    fixture = await TriageFixture.open(3);
    table = new TableTab(fixture.window);
  });
  after(() => fixture.close());

  function press(key: string): Promise<void> {
    return fixture.window.page.keyboard.press(key);
  }

  /** Closes the active tab with the mouse, independently of the focus. */
  async function closeForm(): Promise<void> {
    const tabs = fixture.window.page.locator(".tabs-container .tab");
    const before = await tabs.count();
    await tabs
      .and(fixture.window.page.locator(".active"))
      .dispatchEvent("auxclick", { button: 1, bubbles: true });
    await assertEventually(async () => assert.ok((await tabs.count()) < before));
  }

  function getPlaceInput(form: ReturnType<typeof getForm>): Locator {
    return form.locator(`#field-${fixture.fieldId("place")} input`).first();
  }

  async function exists(artifactId: number): Promise<boolean> {
    return (await fixture.fetchArtifact(artifactId)) !== undefined;
  }

  // Runs first, before a draft is listed above the artifacts.
  it("of several trackers start from a list and offer common fields", async () => {
    const { page } = fixture.window;
    await expandRow(getTreeRow(page, "Assigned to Me", "work"));
    const rows = getArtifactRows(page, "work");
    // Rows of two trackers.
    const [one, other] = [rows.nth(0), rows.nth(3)];
    await one.click();
    // Wait for the form, because it takes the focus, also from a menu.
    await getForm(fixture.window).locator("artifact-field").first().waitFor();
    await page.waitForFunction(() => document.activeElement?.tagName === "IFRAME");
    await other.click({ modifiers: ["ControlOrMeta"] });
    await runArtifactCommand(fixture.window, other, "Change Field…", getTab(fixture.window, "2 artifacts"));
    await table.bulkEditBar.getByText("2 selected").waitFor();
    await table.options.first().waitFor();
    await fixture.window.screenshot("bulk-several");
    assert.equal(await table.page.getByRole("columnheader", { name: "Tracker" }).count(), 1);
    await table.choose("Status");
    await table.options.first().waitFor();
    const [label = ""] = await table.options.locator("bdi").allInnerTexts();
    await table.choose(label);
    await assertEventually(async () => assert.equal((await table.getBulkEditIds()).length, 2));
    await fixture.window.screenshot("bulk-several-preview");
    const valueButton = table.getButton(new RegExp(`Value: .*${fixture.server.accounts.admin.realName}`));
    await runArtifactCommand(fixture.window, other, "Assign to Me", valueButton);
    await assertEventually(async () => assert.equal((await table.getBulkEditIds()).length, 2));
    assert.equal(await table.options.count(), 0);
    // The click on a row has opened its form as well.
    await fixture.window.closeEditors();
  });

  describe("with keys", () => {
    it("apply to the selected row of the tree and require a selection", async () => {
      const artifactId = fixture.takeArtifact();
      await fixture.selectRows(artifactId);
      await press("Shift+Alt+s");
      await waitForQuickInput(fixture.window.page, `Status of #${artifactId}`);
      await getPickItem(fixture.window.page, "Broken").waitFor();
      await fixture.window.screenshot("decide-status");
      await submitInput(fixture.window.page, "Broken");
      const done = getNotification(fixture.window.page, `#${artifactId} Pier lamp: Status is now Broken.`);
      await done.waitFor();
      await fixture.waitForStatus(artifactId, "Broken");
      // Rows can't be selected while the list is reloaded.
      await fixture.getRow(artifactId).getByText("Broken").waitFor();
      await pressButton(done, "Undo");
      await fixture.getRow(artifactId).getByText("Lit").waitFor();
      await fixture.selectRows();
      await press("Shift+Alt+s");
      await getNotification(fixture.window.page, "Select an artifact first.").waitFor();
    });

    it("apply to the artifact of the active form and keep its draft", async () => {
      const artifactId = fixture.takeArtifact();
      await fixture.getRow(artifactId).click();
      await getTab(fixture.window, `#${artifactId}`).waitFor();
      const form = getForm(fixture.window);
      const place = getPlaceInput(form);
      await place.fill("Breakwater");
      await waitUntilDraftSaved(form);
      await place.press("Shift+Alt+s");
      await waitForQuickInput(fixture.window.page, `Status of #${artifactId}`);
      await getPickItem(fixture.window.page, "Flickering").waitFor();
      await submitInput(fixture.window.page, "Flickering");
      await fixture.waitForStatus(artifactId, "Flickering");
      // The form shows the change without a notice and keeps the draft.
      await form
        .locator(`#field-${fixture.fieldId("status")}`)
        .getByText("Flickering")
        .first()
        .waitFor();
      assert.equal(await place.inputValue(), "Breakwater");
      await fixture.window.screenshot("decide-from-form");
      await fixture.window.runCommand("View: Close Editor");
    });
  });

  it("are in the context menu of a form, with the commands for text", async () => {
    const { page } = fixture.window;
    const artifactId = fixture.takeArtifact();
    await fixture.getRow(artifactId).click();
    await getTab(fixture.window, `#${artifactId}`).waitFor();
    const form = getForm(fixture.window);
    const place = getPlaceInput(form);
    await place.waitFor();
    const editCommands = [
      "Set Status…",
      "Assign to Me",
      "Assign…",
      "Add Comment…",
      "Link to Artifact…",
      "Follow",
      "Delete Artifact…",
    ];
    const textCommands = ["Copy", "Cut", "Paste"];
    const labels = await readContextMenu(place, () => fixture.window.screenshot("decide-menu"));
    assert.deepEqual([...labels].toSorted(), [...editCommands, ...textCommands].toSorted());
    await runRowCommand(form.locator(".origin").first(), "Set Status…");
    await waitForQuickInput(page, `Status of #${artifactId}`);
    await getPickItem(page, "Broken").waitFor();
    await submitInput(page, "Broken");
    await fixture.waitForStatus(artifactId, "Broken");
    await closeForm();
    // The form of a new artifact has no edit commands.
    await pressNewArtifact(fixture.window, "Lamps");
    const line = getForm(fixture.window).locator("artifact-field input").first();
    await line.waitFor();
    const newLabels = await readContextMenu(line, () => fixture.window.screenshot("decide-menu-new"));
    assert.deepEqual([...newLabels].toSorted(), textCommands);
    await closeForm();
  });

  async function waitForSummary(...texts: readonly string[]): Promise<void> {
    for (const text of texts) await table.bulkEditBar.locator("strong").getByText(text).waitFor();
  }

  it("of several artifacts run in the table, which shows each result, and are undone", async () => {
    const selectedIds = fixture.artifactIds.slice(0, 6);
    const [conflictingId = 0, rejectedId = 0, changedId = 0] = selectedIds;
    const { member } = fixture.server.accounts;
    await fixture.selectRows(...selectedIds);
    await press("Shift+Alt+s");
    await table.bulkEditBar.getByText("6 selected").waitFor();
    assert.equal(await getQuickInput(fixture.window.page).count(), 0);
    await table.choose("Broken");
    await table.getButton("Change 6 Artifacts").waitFor();
    await fixture.window.screenshotThemes("bulk-preview");
    assert.deepEqual(new Set(await table.getBulkEditIds("change")), new Set(selectedIds));
    fixture.changeAsOther(conflictingId, "title", "Theirs");
    fixture.server.faults.add({
      method: "PUT",
      path: `/artifacts/${rejectedId}`,
      times: 1,
      fault: rejection,
    });
    await table.getButton("Change 6 Artifacts").click();
    await table.getButton("Undo").waitFor();
    await waitForSummary("4 changed", "1 conflict", "1 rejected");
    await fixture.window.screenshot("bulk-result");
    assert.deepEqual(
      [await table.getBulkEditIds("conflict"), await table.getBulkEditIds("refused")],
      [[conflictingId], [rejectedId]],
    );
    await table.bulkEditBar.getByText("Demo rejected the request: Not in this state.").waitFor();
    await table.bulkEditBar.getByText(`${member.realName} changed Title in the meantime`).waitFor();
    assert.deepEqual(new Set(await table.getSelectedIds()), new Set([conflictingId, rejectedId]));
    const changedIds = new Set(selectedIds.slice(2));
    for (const id of selectedIds) await fixture.waitForStatus(id, changedIds.has(id) ? "Broken" : "Lit");
    assert.equal((await fixture.fetchArtifact(conflictingId))?.["title"], "Theirs");

    fixture.changeAsOther(changedId, "place", "Theirs");
    await table.getButton("Undo").click();
    await waitForSummary("3 undone", "1 conflict");
    await fixture.window.screenshot("bulk-undone");
    assert.deepEqual(await table.getBulkEditIds("conflict"), [changedId]);
    for (const id of selectedIds) await fixture.waitForStatus(id, id === changedId ? "Broken" : "Lit");
    await closeForm();
  });

  it("that conflict with another change are resolved in the form", async () => {
    const artifactId = fixture.takeArtifact();
    fixture.runDuringSave(() => fixture.setStatusAsOther(artifactId, "Flickering"));
    const prompt = getQuickInputText(fixture.window.page, "Status of");
    await runArtifactCommand(fixture.window, fixture.getRow(artifactId), "Set Status…", prompt);
    await pickItem(fixture.window.page, "Broken");
    const notification = getNotification(
      fixture.window.page,
      "was changed by someone else. Your change wasn't saved.",
    );
    await notification.waitFor();
    await pressButton(notification, "Open and Resolve");
    const form = getForm(fixture.window);
    assert.deepEqual(await getConflictLabels(form), ["Status"]);
    await fixture.window.screenshotThemes("decide-resolve");
    assert.equal(
      (await fixture.fetchArtifact(artifactId))?.["status"],
      "Flickering",
      "the change is not sent before the conflict is resolved",
    );
    await chooseSide(form, "Status", "Yours");
    await getSaveMergedButton(form).click();
    await getTab(fixture.window, `● #${artifactId}`).waitFor({ state: "detached" });
    await fixture.waitForStatus(artifactId, "Broken");
    await closeForm();
  });

  describe("with comments", () => {
    async function openCommentInput(artifactId: number): Promise<void> {
      const { window } = fixture;
      const prompt = getQuickInputText(window.page, "Saved as a local draft until you submit it");
      await runArtifactCommand(window, fixture.getRow(artifactId), "Add Comment…", prompt);
      // The input gets the focus with a delay.
      await getQuickInput(window.page).locator("input:focus").waitFor();
    }

    /** Inputs of the stored drafts of an artifact. */
    async function readDraftInputs(artifactId: number): Promise<readonly unknown[]> {
      const drafts = await readDraftFiles(fixture.window.storage);
      return drafts
        .filter(({ subject }) => subject.artifactId === artifactId)
        .flatMap(({ draft }) => draft.inputs.map(({ target, input }) => [target, getSource(input)]));
    }

    function getSource(input: unknown): unknown {
      return typeof input === "object" && input !== null && "source" in input ? input.source : input;
    }

    it("are saved as a draft, kept after Escape and a reload, and sent with Enter", async () => {
      const artifactId = fixture.takeArtifact();
      const { page } = fixture.window;
      await openCommentInput(artifactId);
      await page.keyboard.type("The glass is cracked");
      await assertEventually(async () =>
        assert.deepEqual(await readDraftInputs(artifactId), [["comment", "The glass is cracked"]]),
      );
      await fixture.window.screenshotThemes("decide-comment");
      await dismissQuickInput(page);
      await fixture.window.reload();
      await fixture.window.showViews();
      await fixture.showRows();
      await openCommentInput(artifactId);
      assert.equal(await getQuickInput(page).locator("input:visible").inputValue(), "The glass is cracked");
      await page.keyboard.type(", and wet");
      await acceptQuickInput(page);
      await getNotification(page, "Added your comment to").waitFor();
      assert.deepEqual(fixture.getComments(artifactId), ["The glass is cracked, and wet"]);
      await assertEventually(async () => assert.deepEqual(await readDraftInputs(artifactId), []));
    });

    it("can be continued in the form, which gets the focus", async () => {
      const artifactId = fixture.takeArtifact();
      const { page } = fixture.window;
      await openCommentInput(artifactId);
      await page.keyboard.type("First");
      await getQuickInput(page).getByRole("button", { name: "Open Form" }).click();
      const form = getForm(fixture.window);
      const comment = getFieldInput(form, "comment");
      await assertEventually(async () => assert.equal(await comment.inputValue(), "First"));
      await form.locator("#field-comment :focus").waitFor();
      await page.keyboard.press("ControlOrMeta+End");
      await page.keyboard.press("Enter");
      await page.keyboard.type("Second");
      await assertEventually(async () =>
        assert.deepEqual(await readDraftInputs(artifactId), [["comment", "First\nSecond"]]),
      );
      assert.deepEqual(fixture.getComments(artifactId), []);
      await closeForm();
    });
  });

  describe("that delete", () => {
    it("remove row and artifact, while its form shows a notice and keeps the draft", async () => {
      const artifactId = fixture.takeArtifact();
      await fixture.getRow(artifactId).click();
      await getTab(fixture.window, `#${artifactId}`).waitFor();
      const form = getForm(fixture.window);
      await getPlaceInput(form).fill("Under water");
      await waitUntilDraftSaved(form);
      // Wait until the row is refreshed, because that would close its menu.
      await fixture.getRow(artifactId).getByText("draft").waitFor();
      const confirmation = getDialog(fixture.window.page, `Delete #${artifactId} Pier lamp?`);
      await runArtifactCommand(fixture.window, fixture.getRow(artifactId), "Delete Artifact…", confirmation);
      await confirmation.getByText("stays on this machine").waitFor();
      await fixture.window.screenshotThemes("delete");
      await pressButton(confirmation, "Delete");
      await form.getByText("This artifact was deleted on Demo").waitFor();
      assert.equal(await getPlaceInput(form).inputValue(), "Under water");
      await fixture.window.screenshotThemes("delete-form");
      await fixture.getRow(artifactId).waitFor({ state: "detached" });
      assert.equal(await exists(artifactId), false);
      await closeForm();
    });

    it("several artifacts stop at the limit and report the remaining ones", async () => {
      const artifactIds = [fixture.takeArtifact(), fixture.takeArtifact(), fixture.takeArtifact()];
      const [first] = artifactIds;
      await fixture.selectRows(...artifactIds);
      await press("Delete");
      const confirmation = getDialog(fixture.window.page, "Delete 3 artifacts?");
      await confirmation.getByText(`#${first} Pier lamp`).waitFor();
      await fixture.window.screenshot("delete-several");
      await pressButton(confirmation, "Delete");
      const result = getDialog(fixture.window.page, "Deleted 2 of 3 artifacts.");
      await result.getByText("Not deleted:").waitFor();
      await fixture.window.screenshot("delete-limit");
      const existing = await Promise.all(artifactIds.map(exists));
      assert.equal(existing.filter(Boolean).length, 1);
      const remainingId = artifactIds.find((_, index) => existing[index] === true);
      const text = (await result.innerText()).replaceAll("\u00a0", " ");
      assert.match(text.slice(text.indexOf("Not deleted:")), new RegExp(`#${remainingId} `));
      await pressButton(result, "Show Remaining Artifacts");
      await assertEventually(async () => assert.deepEqual(await table.getIds(), [remainingId]));
      await fixture.window.closeEditors();
    });
  });

  describe("can be made one artifact after the other", () => {
    /** Ids of the last rows of the tree, which have no drafts. */
    function getIdFromEnd(fromEnd: -1 | -2 | -3): number {
      return fixture.artifactIds[-1 - fromEnd] ?? assert.fail("no artifacts");
    }

    /** Waits until exactly these artifacts are open and the last one has the focus. */
    async function waitForOpenForms(...ids: readonly number[]): Promise<void> {
      await assertEventually(async () => {
        const titles = await fixture.window.page.locator(".tabs-container .tab").allTextContents();
        const numbers = titles.map((title) => Number(/#(\d+)/.exec(title)?.[1]));
        assert.deepEqual(numbers, ids);
      });
      await getTab(fixture.window, `#${ids.at(-1)}`)
        .and(fixture.window.page.locator(".active"))
        .waitFor();
      await getForm(fixture.window).locator("artifact-field").first().waitFor();
      await fixture.window.page.waitForFunction(() => document.activeElement?.tagName === "IFRAME");
    }

    function pressPrevious(): Promise<void> {
      const { page } = fixture.window;
      return page.locator(".editor-actions").getByRole("button", { name: "Previous Artifact" }).click();
    }

    it("with keys in the same tab, up to the end of the list", async () => {
      await fixture.getRow(getIdFromEnd(-2)).click();
      await waitForOpenForms(getIdFromEnd(-2));
      await getForm(fixture.window).locator("artifact-field input").first().click();
      await press("Alt+PageUp");
      await waitForOpenForms(getIdFromEnd(-3));
      await press("Alt+PageDown");
      await waitForOpenForms(getIdFromEnd(-2));
      await press("Alt+PageDown");
      await waitForOpenForms(getIdFromEnd(-1));
      await press("Alt+PageDown");
      await getNotification(fixture.window.page, "This is the last artifact in the list.").waitFor();
      await waitForOpenForms(getIdFromEnd(-1));
    });

    it("with the buttons of the title bar, which keep a form with a draft open", async () => {
      await getPlaceInput(getForm(fixture.window)).fill("Breakwater");
      await waitUntilDraftSaved(getForm(fixture.window));
      await fixture.window.screenshotThemes("next");
      await pressPrevious();
      await waitForOpenForms(getIdFromEnd(-1), getIdFromEnd(-2));
      await pressPrevious();
      await waitForOpenForms(getIdFromEnd(-1), getIdFromEnd(-3));
    });
  });
});
