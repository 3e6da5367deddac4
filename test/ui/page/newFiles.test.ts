import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Locator } from "playwright-core";
import type { PendingFile } from "../../../src/model/valueTypes.ts";
import { editDraft } from "../../../src/model/form/draft.ts";
import { createTemporaryFolder } from "../../support/cleanup.ts";
import { type FormPageWindow, openFormPage } from "../../support/page/formPage.ts";
import {
  createNewFormWithFiles,
  createPendingFile,
  DragGesture,
  dropFiles,
  getSentBytes,
  pasteImage,
} from "../../support/page/form/attachmentSamples.ts";
import { waitUntil } from "../../support/wait.ts";
import { allThemes } from "../../support/window/themes.ts";

const notes = createPendingFile("notes.txt", { size: 2_600, description: "of the second try" });
const screen = createPendingFile("screen.png", { size: 84_300, type: "image/png", isCopy: true });

describe("files of a new artifact", () => {
  let window: FormPageWindow;

  afterEach(() => window.close());

  async function open(options: Partial<Parameters<typeof openFormPage>[0]> = {}): Promise<void> {
    window = await openFormPage({ form: createNewFormWithFiles(), ...options });
  }

  const getField = (): Locator => window.getField("Attachments");
  const getButton = (name: string): Locator => getField().getByRole("button", { name, exact: true });

  async function waitForCalls(method: string, count = 1): Promise<readonly unknown[]> {
    await window.waitUntil(`${method} ${count} times`, () => window.host.getCalls(method).length === count);
    return window.host.getCalls(method);
  }

  /** As the host does after its prompts. */
  async function addFiles(...files: readonly PendingFile[]): Promise<void> {
    const { host } = window;
    const edit = { target: 40, input: { kind: "newFiles", files }, step: "begin" } as const;
    host.draft = editDraft(host.form, host.draft, edit);
    await host.sendDraft();
  }

  function getFocusedLabel(): Promise<string> {
    return window.page.evaluate(
      () => document.activeElement?.ariaLabel ?? document.activeElement?.textContent.trim() ?? "",
    );
  }

  it("are sent to the host when they are dropped, pasted or selected", async () => {
    await open();
    const path = join(createTemporaryFolder(), "a.txt");
    await writeFile(path, "dropped");
    const gesture = await DragGesture.start(window.page.getByRole("textbox", { name: "Title" }), {
      files: [path],
    });
    await window.page.getByText("Drop to attach to Attachments").waitFor();
    await gesture.drop();
    assert.deepEqual(await waitForCalls("attachSentFiles"), [{ fieldId: 40, keys: [1] }]);
    assert.equal(getSentBytes(window, 1).toString(), "dropped");
    await pasteImage(window);
    assert.deepEqual((await waitForCalls("attachSentFiles", 2))[1], { fieldId: 40, keys: [2] });
    await getButton("Attach File…").click();
    assert.deepEqual(await waitForCalls("pickFilesToAttach"), [{ fieldId: 40 }]);
    const uris = { mimeType: "application/vnd.code.uri-list", data: "file:///bay/a.log" };
    await dropFiles(getField(), { items: [uris] });
    assert.deepEqual(await waitForCalls("attachUris"), [{ fieldId: 40, uris: ["file:///bay/a.log"] }]);
  });

  it("are listed with name, size and description, and are part of the draft", async () => {
    await open();
    assert.equal(await getField().getByText("Uploaded when you create the artifact.").count(), 0);
    await addFiles(notes, screen);
    await getField().getByText("Uploaded when you create the artifact.").waitFor();
    const rows = getField().getByRole("listitem");
    assert.deepEqual(
      (await rows.allInnerTexts()).map((text) => text.replaceAll(/\s+/g, " ").trim()),
      ["notes.txt 2.6 kB of the second try", "screen.png 84.3 kB"],
    );
    assert.equal(await rows.first().locator("bdi").first().getAttribute("title"), "/home/kim/notes.txt");
    assert.equal(await rows.nth(1).locator("bdi").first().getAttribute("title"), null);
    await getField().getByRole("button", { name: "Revert Attachments" }).waitFor();
    await window.host.undo();
    await rows.first().waitFor({ state: "detached" });
  });

  it("are removed with the keyboard, which moves the focus to the next row and then to the button", async () => {
    await open();
    await addFiles(notes, screen);
    await getButton("Remove notes.txt").focus();
    await window.page.keyboard.press("Enter");
    assert.deepEqual(await waitForCalls("removeNewFile"), [{ fieldId: 40, key: "notes.txt" }]);
    await getField().getByText("notes.txt").waitFor({ state: "detached" });
    await waitUntil("the focus", async () => (await getFocusedLabel()) === "Remove screen.png");
    await window.page.keyboard.press("Space");
    await getField().getByText("screen.png").waitFor({ state: "detached" });
    await waitUntil("the focus", async () => (await getFocusedLabel()) === "Attach File…");
  });

  it("show the host's error if one can't be removed", async () => {
    await open();
    await addFiles(notes);
    window.host.errorText = "Saving is in progress.";
    await getButton("Remove notes.txt").click();
    await getField().getByRole("alert").getByText("Saving is in progress.").waitFor();
  });

  it("are rejected if they are larger than the field accepts", async () => {
    await open({ form: createNewFormWithFiles({ maxBytes: 2_000 }) });
    const path = join(createTemporaryFolder(), "big.txt");
    await writeFile(path, Buffer.alloc(2_001));
    await dropFiles(getField(), { files: [path] });
    await getField()
      .getByRole("alert")
      .getByText("big.txt wasn't attached because it's larger than 2 kB, the limit of this field.")
      .waitFor();
    assert.deepEqual(window.host.getCalls("beginFile"), []);
    // The limit was lowered since the file was added.
    await addFiles(notes);
    await getField().getByText("notes.txt is too large. This field accepts files up to 2 kB.").waitFor();
  });

  it("satisfy a required field, whose problem is the description of the button", async () => {
    await open({ form: createNewFormWithFiles({ isRequired: true }) });
    await window.page.getByRole("button", { name: "Create" }).click();
    await getField().getByText("This field is required.").waitFor();
    const ids = (await getButton("Attach File…").getAttribute("aria-describedby")) ?? "";
    const texts = await Promise.all(ids.split(" ").map((id) => window.page.locator(`#${id}`).textContent()));
    assert.deepEqual(texts, ["or drop files here, or paste an image", "This field is required."]);
    await addFiles(notes);
    await getField().getByText("This field is required.").waitFor({ state: "detached" });
  });

  it("can't be changed if the draft is open in another window", async () => {
    await open({ draft: { isOpenInOtherWindow: true } });
    await addFiles(notes);
    await getField().getByText("notes.txt").waitFor();
    assert.equal(await getField().getByRole("button").count(), 0);
  });

  for (const theme of allThemes) {
    it(`have no browser errors in the theme ${theme}`, async () => {
      const form = createNewFormWithFiles({ isRequired: true, maxBytes: 64 * 1024 * 1024 });
      await open({ form, theme });
      const long = createPendingFile("core dump of the gateway after the second refund in a row.tar.gz");
      await addFiles(notes, screen, long);
      await getField().getByRole("listitem").first().hover();
      await window.screenshot(`page-new-files-${theme}`);
    });
  }
});
