import assert from "node:assert/strict";
import type { Locator } from "playwright-core";
import { AttachmentFixture } from "../support/fixtures/attachmentFixture.ts";
import { getTab } from "../support/window/form.ts";
import { getNotification, pressButton } from "../support/window/messages.ts";
import { submitInput, waitForQuickInput, acceptQuickInput } from "../support/window/quickInput.ts";
import { pressRowButton, runRowCommand } from "../support/window/tree.ts";
import { createVirtualFolder } from "../support/window/virtualFolder.ts";

const log = new TextEncoder().encode("12:00 pump on\n12:05 leak seen\n");

describe("a virtual workspace", () => {
  let fixture: AttachmentFixture;

  before(async () => {
    fixture = await AttachmentFixture.open("product", await createVirtualFolder());
  });
  after(() => fixture.close());

  const page = (): AttachmentFixture["window"]["page"] => fixture.window.page;

  function getEditorLine(text: string): Locator {
    return page().locator(".monaco-editor .view-line").filter({ hasText: text });
  }

  async function showExplorerRow(name: string): Promise<Locator> {
    await fixture.window.runCommand("Explorer: Focus on Folders View");
    return page().locator(".explorer-folders-view .monaco-list-row").filter({ hasText: name });
  }

  it("stores downloaded attachments, which can be opened", async () => {
    fixture.useFreshArtifact(["leak.log", "text/plain", log]);
    const name = fixture.getFileName("leak.log");
    await pressRowButton(await fixture.showFileRow(name), "Download Attachment");
    const saved = getNotification(page(), `Saved .artifacts/${fixture.artifactId}/${name}.`);
    await saved.waitFor();
    await pressButton(saved, "Open");
    await getTab(fixture.window, name).waitFor();
    await getEditorLine("leak seen").waitFor();
    await (await showExplorerRow(".artifacts")).waitFor();
    await fixture.window.screenshotThemes("virtual-folder");
  });

  it("has files that can be attached to artifacts", async () => {
    fixture.useFreshArtifact();
    const form = await fixture.openForm();
    await runRowCommand(await showExplorerRow("notes.txt"), "Attach File to Artifact…");
    await waitForQuickInput(page(), "Attach File to Artifact");
    await acceptQuickInput(page());
    await waitForQuickInput(page(), `Attach notes.txt to #${fixture.artifactId}`);
    await submitInput(page(), "From nowhere");
    await getNotification(page(), `Attached notes.txt to #${fixture.artifactId}.`).waitFor();
    assert.deepEqual(await fixture.fetchAttachmentNames(), ["notes.txt"]);
    await form.getByText("From nowhere").waitFor();
  });

  it("has links for references in its files and a message that Git is unavailable", async () => {
    await (await showExplorerRow("notes.txt")).dblclick();
    await getEditorLine("See art #12").waitFor();
    await page().locator(".editor-instance .detected-link").filter({ hasText: "art #12" }).waitFor();
    await fixture.window.runCommand("Artifacts: List Artifacts in Commit Range…");
    await getNotification(page(), "No Git repository is open in this window.").waitFor();
  });
});
