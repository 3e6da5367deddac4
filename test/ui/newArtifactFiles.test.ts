import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { FrameLocator, Locator } from "playwright-core";
import { AttachmentFixture, samplePng } from "../support/fixtures/attachmentFixture.ts";
import { getForm, getTab, pressNewArtifact, waitUntilDraftSaved } from "../support/window/form.ts";
import { assertEventually } from "../support/wait.ts";
import { submitInput, waitForQuickInput } from "../support/window/quickInput.ts";
import { expandRow, getTreeRow } from "../support/window/tree.ts";

interface CreatedFile {
  readonly name: string;
}

describe("a new artifact with files", () => {
  let fixture: AttachmentFixture;

  before(async () => {
    fixture = await AttachmentFixture.open("product");
  });
  after(() => fixture.close());

  const page = (): AttachmentFixture["window"]["page"] => fixture.window.page;

  async function openNewForm(name: string): Promise<FrameLocator> {
    await fixture.window.closeEditors();
    await fixture.window.showViews();
    await expandRow(getTreeRow(page(), "Open Tides"));
    await pressNewArtifact(fixture.window, "Reports");
    const form = getForm(fixture.window);
    await form.getByRole("textbox", { name: "Name" }).fill(name);
    return form;
  }

  async function pasteImage(form: FrameLocator, description: string): Promise<void> {
    await form.getByRole("textbox", { name: "Name" }).focus();
    await fixture.window.copyImage(samplePng);
    await page().keyboard.press("ControlOrMeta+v");
    await waitForQuickInput(page(), "to New artifact in Reports");
    await submitInput(page(), description);
    await form.getByText(description).waitFor();
  }

  function getFileRows(form: FrameLocator): Locator {
    return form.locator("artifact-files").getByRole("listitem");
  }

  /** Waits until the tab shows the created artifact. */
  async function waitUntilCreated(): Promise<void> {
    await getTab(fixture.window, "New artifact in").waitFor({ state: "detached" });
    const tab = getTab(fixture.window, /#\d+/);
    await tab.waitFor();
    fixture.artifactId = Number(/#(\d+)/.exec((await tab.textContent()) ?? "")?.[1]);
  }

  async function fetchFiles(): Promise<readonly CreatedFile[]> {
    const { accessKey } = fixture.server.accounts.admin;
    const response = await fetch(`${fixture.server.url}/api/artifacts/${fixture.artifactId}`, {
      headers: { "X-Auth-AccessKey": accessKey, Accept: "application/json" },
    });
    const { values } = (await response.json()) as {
      readonly values: readonly { readonly file_descriptions?: readonly CreatedFile[] }[];
    };
    return values.flatMap(({ file_descriptions: files = [] }) => files);
  }

  it("keeps a pasted image over a reload and sends it with the creation", async () => {
    const form = await openNewForm("Leak at the valve");
    await pasteImage(form, "As seen");
    await waitUntilDraftSaved(form);
    await fixture.window.screenshotThemes("new-files");
    await fixture.window.reload();
    const restored = getForm(fixture.window);
    await getFileRows(restored).filter({ hasText: "As seen" }).waitFor();
    await restored.getByText("Create", { exact: true }).click();
    await waitUntilCreated();
    const preview = restored.locator("artifact-files img");
    await assertEventually(async () =>
      assert.equal(await preview.evaluate((image: HTMLImageElement) => image.naturalWidth), 96),
    );
    await fixture.window.screenshot("new-files-created");
    const [file, ...others] = await fetchFiles();
    assert.match(file?.name ?? "", /^pasted-.*\.png$/);
    assert.deepEqual(others, []);
  });

  it("keeps its files if the server rejects the creation, and removes one with the keyboard", async () => {
    await writeFile(join(fixture.folder, "notes.txt"), "look at the valve");
    const form = await openNewForm("Second leak");
    await pasteImage(form, "Once more");
    await fixture.window.runCommand("Explorer: Focus on Folders View");
    const row = page().locator(".explorer-folders-view .monaco-list-row").filter({ hasText: "notes.txt" });
    await row.hover();
    await page().mouse.down();
    await page().keyboard.down("Shift");
    const box = (await form.locator("artifact-files").boundingBox()) ?? assert.fail("no files");
    await page().mouse.move(box.x + 60, box.y + 10, { steps: 12 });
    await page().mouse.up();
    await page().keyboard.up("Shift");
    await waitForQuickInput(page(), "Attach notes.txt to New artifact in Reports");
    await submitInput(page(), "");
    await getFileRows(form).nth(1).waitFor();
    const removeFault = fixture.server.faults.add({
      method: "POST",
      path: /\/artifacts$/,
      fault: { kind: "status", status: 500 },
    });
    await form.getByText("Create", { exact: true }).click();
    await form.getByText("Your changes weren't saved to the server.").waitFor();
    await fixture.window.screenshot("new-files-not-created");
    removeFault();
    const isUpload = (path: string): boolean => path.includes("/uploads/");
    const countChunks = (): number =>
      fixture.server.requests.filter(({ method, path }) => method === "PATCH" && isUpload(path)).length;
    const chunks = countChunks();
    const remove = getFileRows(form)
      .filter({ hasText: "Once more" })
      .getByRole("button", { name: /^Remove pasted-/ });
    await remove.focus();
    await page().keyboard.press("Enter");
    await getFileRows(form).nth(1).waitFor({ state: "detached" });
    await form.getByRole("textbox", { name: "Name" }).press("ControlOrMeta+s");
    await waitUntilCreated();
    assert.deepEqual(
      (await fetchFiles()).map(({ name }) => name),
      ["notes.txt"],
    );
    assert.equal(countChunks(), chunks);
  });
});
