import assert from "node:assert/strict";
import type { Locator } from "playwright-core";
import { Cargo } from "../support/fixtures/attachmentFixture.ts";
import { tab } from "../support/window/form.ts";
import { notification, pressButton } from "../support/window/messages.ts";
import { answer, quickInputSaying } from "../support/window/quickInput.ts";
import { pressRowButton, runRowCommand } from "../support/window/tree.ts";
import { makeVirtualFolder } from "../support/window/virtualFolder.ts";

const log = new TextEncoder().encode("12:00 pump on\n12:05 leak seen\n");

describe("a workspace that is on no disk", () => {
  let cargo: Cargo;

  before(async () => {
    cargo = await Cargo.open("product", await makeVirtualFolder());
  });
  after(() => cargo.close());

  const page = (): Cargo["window"]["page"] => cargo.window.page;

  function line(text: string): Locator {
    return page().locator(".monaco-editor .view-line").filter({ hasText: text });
  }

  /** A row of VS Code's own explorer. */
  async function file(name: string): Promise<Locator> {
    await cargo.window.runCommand("Explorer: Focus on Folders View");
    return page().locator(".explorer-folders-view .monaco-list-row").filter({ hasText: name });
  }

  it("gets attachments, which open from there", async () => {
    cargo.take(["leak.log", "text/plain", log]);
    const name = cargo.named("leak.log");
    await pressRowButton(await cargo.fileRow(name), "Download Attachment");
    const saved = notification(page(), `Saved .artifacts/${cargo.artifact}/${name}.`);
    await saved.waitFor();
    await pressButton(saved, "Open");
    await tab(cargo.window, name).waitFor();
    await line("leak seen").waitFor();
    await (await file(".artifacts")).waitFor();
    await cargo.window.pictures("virtual-folder");
  });

  it("gives its files to artifacts", async () => {
    cargo.take();
    const form = await cargo.openForm();
    await runRowCommand(await file("notes.txt"), "Attach File to Artifact…");
    await quickInputSaying(page(), "Attach File to Artifact");
    await page().keyboard.press("Enter");
    await quickInputSaying(page(), `Attach notes.txt to #${cargo.artifact}`);
    await answer(page(), "From nowhere");
    await notification(page(), `Attached notes.txt to #${cargo.artifact}.`).waitFor();
    assert.deepEqual(await cargo.names(), ["notes.txt"]);
    await form.getByText("From nowhere").waitFor();
  });

  it("has links to what its files mention, and no git, which is said when somebody asks for it", async () => {
    await (await file("notes.txt")).dblclick();
    await line("See art #12").waitFor();
    await page().locator(".editor-instance .detected-link").filter({ hasText: "art #12" }).waitFor();
    await cargo.window.runCommand("Artifacts: Artifacts in This Range…");
    await notification(page(), "There is no git repository open in this window.").waitFor();
  });
});
