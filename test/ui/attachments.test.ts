import assert from "node:assert/strict";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { FrameLocator } from "playwright-core";
import { AttachmentFixture, samplePng, sha256 } from "../support/fixtures/attachmentFixture.ts";
import { waitUntilDraftSaved, getTab } from "../support/window/form.ts";
import { getDialog, getNotification, pressButton } from "../support/window/messages.ts";
import { submitInput, waitForQuickInput, acceptQuickInput } from "../support/window/quickInput.ts";
import { assertEventually } from "../support/wait.ts";
import { pressRowButton, runRowCommand } from "../support/window/tree.ts";

const mebibyte = 1024 * 1024;
const log = new TextEncoder().encode("12:00 pump on\n12:05 leak seen\n12:06 pump off\n");
const hostileName = "[Trust](command:artifacts.showLog).bin";

describe("attachments of an artifact", () => {
  let fixture: AttachmentFixture;

  before(async () => {
    fixture = await AttachmentFixture.open("product");
  });
  after(() => fixture.close());

  const page = (): AttachmentFixture["window"]["page"] => fixture.window.page;
  const getSavedMessage = (name: string) =>
    getNotification(page(), `Saved ${join(".artifacts", String(fixture.artifactId), name)}.`);

  it("are downloaded to the workspace with one click and can be added to .gitignore", async () => {
    fixture.useFreshArtifact(["leak.log", "text/plain", log]);
    await pressRowButton(await fixture.showFileRow(fixture.getFileName("leak.log")), "Download Attachment");
    await getSavedMessage(fixture.getFileName("leak.log")).waitFor();
    const offer = getNotification(page(), "Add downloaded attachments (/.artifacts/) to .gitignore?");
    await offer.waitFor();
    await fixture.window.screenshot("attachments-saved");
    await pressButton(offer, "Add to .gitignore");
    await assertEventually(async () =>
      assert.equal(await readFile(join(fixture.folder, ".gitignore"), "utf8"), "/.artifacts/\n"),
    );
    await pressButton(getSavedMessage(fixture.getFileName("leak.log")), "Open");
    await getTab(fixture.window, fixture.getFileName("leak.log")).waitFor();
    assert.equal(await fixture.getDownloadSha256(fixture.getFileName("leak.log")), sha256(log));
  });

  it("show download progress without links in names and leave no files when canceled", async () => {
    fixture.useFreshArtifact();
    const content = Buffer.alloc(24 * mebibyte, "long\n");
    fixture.server.addFile({
      name: hostileName,
      type: "text/plain",
      content,
      artifactId: fixture.artifactId,
    });
    const slow = { kind: "trickle", bytes: 64 * 1024, ms: 20 } as const;
    const removeFault = fixture.server.faults.add({
      path: /artifact_files|attachments/,
      times: 1000,
      fault: slow,
    });

    async function cancelTransfer(text: string | RegExp): Promise<void> {
      const progress = page().locator(".notification-toast").filter({ hasText: text });
      await progress.waitFor();
      assert.equal(await progress.locator(".notification-list-item-message a").count(), 0);
      await fixture.window.screenshot("attachments-progress");
      await progress.getByRole("button", { name: "Cancel" }).click();
      await progress.waitFor({ state: "detached" });
    }

    await runRowCommand(fixture.artifactRow, "Download All Attachments");
    await cancelTransfer(/Downloading.*[\d.]+ MB of 25.2 MB, [\d.]+ MB\/s, \d+ sec left/);
    await assertEventually(async () =>
      assert.deepEqual(await readdir(dirname(fixture.getDownloadPath("x"))), []),
    );
    await (await fixture.showFileRow(hostileName)).click();
    await cancelTransfer("Loading");
    // The editor shows a placeholder and takes the focus.
    await page().locator(".monaco-editor-pane-placeholder").waitFor();
    removeFault();
    await runRowCommand(fixture.artifactRow, "Download All Attachments");
    await getNotification(page(), "Saved").waitFor();
    assert.equal((await readdir(dirname(fixture.getDownloadPath("x")))).length, 1);
    await fixture.window.runCommand("Notifications: Clear All Notifications");
  });

  it("are attached from the Explorer and appear in an open form without changing its draft", async () => {
    fixture.useFreshArtifact(["gauge.png", "image/png", samplePng]);
    await writeFile(join(fixture.folder, "notes.txt"), "look at the valve");
    const form = await fixture.openForm();
    const preview = form.locator("artifact-files img");
    await assertEventually(async () =>
      assert.equal(await preview.evaluate((image: HTMLImageElement) => image.naturalWidth), 96),
    );
    await form.getByRole("textbox", { name: "Name" }).fill("typed before");
    await waitUntilDraftSaved(form);
    await fixture.window.runCommand("Explorer: Focus on Folders View");
    const row = page().locator(".explorer-folders-view .monaco-list-row").filter({ hasText: "notes.txt" });
    await runRowCommand(row, "Attach File to Artifact…");
    await waitForQuickInput(page(), "Attach File to Artifact");
    await acceptQuickInput(page());
    await waitForQuickInput(page(), `Attach notes.txt to #${fixture.artifactId}`);
    await fixture.window.screenshot("attachments-describe");
    await submitInput(page(), "From the valve");
    await getNotification(page(), `Attached notes.txt to #${fixture.artifactId}.`).waitFor();
    assert.deepEqual(await fixture.fetchAttachmentNames(), [fixture.getFileName("gauge.png"), "notes.txt"]);
    await form.getByText("From the valve").waitFor();
    // The user's own change is not reported as a remote change.
    assert.equal(await form.getByText("changed Attachments").count(), 0);
    assert.equal(await form.getByRole("textbox", { name: "Name" }).inputValue(), "typed before");
    await fixture.window.screenshotThemes("attachments-form");
  });

  it("are downloaded from the form and removed after confirmation", async () => {
    fixture.useFreshArtifact(["gauge.png", "image/png", samplePng], ["leak.log", "text/plain", log]);
    const form = await fixture.openForm();
    const name = fixture.getFileName("leak.log");
    await form.getByRole("button", { name: `Download ${name}` }).click();
    await getSavedMessage(name).waitFor();
    assert.equal(await fixture.getDownloadSha256(name), sha256(log));
    await form.getByRole("button", { name: "Download All" }).click();
    await getNotification(page(), "Saved 2 attachments to").waitFor();
    assert.deepEqual(await readdir(dirname(fixture.getDownloadPath("x"))), [
      fixture.getFileName("gauge.png"),
      fixture.getFileName("leak (2).log"),
      fixture.getFileName("leak.log"),
    ]);
    await form.getByRole("button", { name: `Remove ${name}` }).click();
    const confirmation = getDialog(page(), `Remove ${name} from #${fixture.artifactId}?`);
    await confirmation.waitFor();
    await fixture.window.screenshot("attachments-remove");
    await pressButton(confirmation, "Remove");
    await form.getByRole("button", { name: `Remove ${name}` }).waitFor({ state: "detached" });
    assert.deepEqual(await fixture.fetchAttachmentNames(), [fixture.getFileName("gauge.png")]);
  });

  it("are attached by dropping them from the Explorer on the form", async () => {
    fixture.useFreshArtifact();
    const path = join(fixture.folder, `dropped-${fixture.artifactId}.txt`);
    await writeFile(path, "dropped");
    const form = await fixture.openForm();
    await fixture.window.runCommand("Explorer: Focus on Folders View");
    const row = page()
      .locator(".explorer-folders-view .monaco-list-row")
      .filter({ hasText: `dropped-${fixture.artifactId}.txt` });
    await row.hover();
    await page().mouse.down();
    await page().keyboard.down("Shift");
    const box = await form.locator("artifact-files").boundingBox();
    assert.ok(box);
    await page().mouse.move(box.x + 60, box.y + 10, { steps: 12 });
    await fixture.window.screenshot("attachments-drop");
    await page().mouse.up();
    await page().keyboard.up("Shift");
    await waitForQuickInput(page(), `Attach dropped-${fixture.artifactId}.txt`);
    await submitInput(page(), "");
    await getNotification(page(), `Attached dropped-${fixture.artifactId}.txt`).waitFor();
    assert.deepEqual(await fixture.fetchAttachmentNames(), [`dropped-${fixture.artifactId}.txt`]);
  });

  async function pasteImage(): Promise<FrameLocator> {
    // Another form that becomes active when this one is closed would take the focus later.
    await fixture.window.closeEditors();
    const form = await fixture.openForm();
    await form.locator("h1, .title").first().click();
    await fixture.window.copyImage(samplePng);
    await page().keyboard.press("ControlOrMeta+v");
    await waitForQuickInput(page(), "Attach pasted-");
    return form;
  }

  async function closeTab(): Promise<void> {
    const tab = getTab(fixture.window, `#${fixture.artifactId}`).first();
    await tab.dispatchEvent("auxclick", { button: 1, bubbles: true });
    await tab.waitFor({ state: "detached" });
  }

  it("are attached by pasting into the form, even if its tab is closed before or during the upload", async () => {
    fixture.useFreshArtifact();
    const form = await pasteImage();
    await submitInput(page(), "As seen");
    await form.getByText("As seen").waitFor();
    await form.locator("artifact-files img").waitFor();
    const [name] = await fixture.fetchAttachmentNames();
    assert.match(name ?? "", /^pasted-.*\.png$/);
    fixture.useFreshArtifact();
    await pasteImage();
    await closeTab();
    await submitInput(page(), "As seen");
    await assertEventually(async () => assert.equal((await fixture.fetchAttachmentNames()).length, 1));
    fixture.useFreshArtifact();
    await pasteImage();
    const uploadStarted = new Promise<void>((resolve) => {
      const fault = { kind: "concurrentChange", act: (): void => resolve() } as const;
      fixture.server.faults.add({ method: "PATCH", path: /uploads/, times: 1, fault });
    });
    await submitInput(page(), "As seen");
    await uploadStarted;
    await closeTab();
    await assertEventually(async () => assert.equal((await fixture.fetchAttachmentNames()).length, 1));
  });

  it("are reported if the form is closed before they are transferred", async () => {
    fixture.useFreshArtifact();
    const form = await fixture.openForm();
    await form.locator("artifact-files").evaluate((element) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([new Uint8Array(60 * 1024 * 1024)], "big.bin"));
      element.dispatchEvent(new DragEvent("drop", { dataTransfer: transfer, bubbles: true, composed: true }));
    });
    await form.locator(".read-progress").filter({ hasText: "big.bin" }).waitFor();
    await fixture.window.runCommand("File: New Untitled Text File");
    await getNotification(page(), "big.bin wasn't transferred completely").waitFor();
  });
});
