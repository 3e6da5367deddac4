import assert from "node:assert/strict";
import { readFile, rm, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Cargo, picture } from "../support/fixtures/attachmentFixture.ts";
import { tab } from "../support/window/form.ts";
import { notification, pressButton } from "../support/window/messages.ts";
import { answer, quickInputSaying } from "../support/window/quickInput.ts";
import { assertSoon } from "../support/wait.ts";
import { pressRowButton, runRowCommand } from "../support/window/tree.ts";

const mebibyte = 1024 * 1024;
const hostile = "[Trust](command:artifacts.showLog).bin";

describe("attachments among bad names, bad workspaces and people who look elsewhere", () => {
  let cargo: Cargo;

  before(async () => {
    cargo = await Cargo.open("product");
  });
  after(() => cargo.close());

  const page = (): Cargo["window"]["page"] => cargo.window.page;

  function takeHostile(): void {
    cargo.take();
    const type = "application/octet-stream";
    cargo.server.addFile({ name: hostile, type, size: 24 * mebibyte, artifactId: cargo.artifact });
    const slow = { kind: "trickle", bytes: 64 * 1024, ms: 40 } as const;
    cargo.server.faults.add({ path: /artifact_files|attachments/, times: 1000, fault: slow });
  }

  async function assertNoLink(text: string): Promise<void> {
    const progress = notification(page(), text);
    await progress.waitFor();
    assert.equal(await progress.locator(".notification-list-item-message a").count(), 0);
    await progress.getByRole("button", { name: "Cancel" }).click();
    await progress.waitFor({ state: "detached" });
    cargo.server.faults.clear();
  }

  it("show a name as the text that it is while they are downloaded and while they are read", async () => {
    takeHostile();
    await runRowCommand(cargo.artifactRow, "Download All Attachments");
    await assertNoLink("Downloading");
    takeHostile();
    await (await cargo.fileRow(hostile)).click();
    await assertNoLink("Reading");
  });

  it("can be told apart without a name", async () => {
    cargo.take();
    const { id } = cargo.server.addFile({
      name: "",
      type: "text/plain",
      size: 5,
      artifactId: cargo.artifact,
    });
    const form = await cargo.openForm();
    await form.getByRole("button", { name: `#${id}`, exact: true }).waitFor();
  });

  async function paste(): Promise<void> {
    // A form that comes to the front when this one is closed would take the focus some time later.
    await cargo.window.runCommand("View: Close All Editors");
    const form = await cargo.openForm();
    await form.locator("h1, .title").first().click();
    await cargo.window.copyPicture(picture);
    await page().keyboard.press("ControlOrMeta+v");
    await quickInputSaying(page(), "Attach pasted-");
  }

  async function closeTab(): Promise<void> {
    const own = tab(cargo.window, `#${cargo.artifact}`).first();
    await own.dispatchEvent("auxclick", { button: 1, bubbles: true });
    await own.waitFor({ state: "detached" });
  }

  it("arrive though the tab is closed while they are described, or sent", async () => {
    cargo.take();
    await paste();
    await closeTab();
    await answer(page(), "As seen");
    await assertSoon(async () => assert.equal((await cargo.names()).length, 1));
    cargo.take();
    await paste();
    const sent = new Promise<void>((resolve) => {
      const act = (): void => resolve();
      cargo.server.faults.add({
        method: "PATCH",
        path: /uploads/,
        times: 1,
        fault: { kind: "meanwhile", act },
      });
    });
    await answer(page(), "As seen");
    await sent;
    await closeTab();
    await assertSoon(async () => assert.equal((await cargo.names()).length, 1));
  });

  it("say so where the form was left before it had handed them over", async () => {
    cargo.take();
    const form = await cargo.openForm();
    await form.locator("artifact-files").evaluate((element) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([new Uint8Array(60 * 1024 * 1024)], "big.bin"));
      element.dispatchEvent(new DragEvent("drop", { dataTransfer: transfer, bubbles: true, composed: true }));
    });
    await form.locator(".file-reading").filter({ hasText: "big.bin" }).waitFor();
    await cargo.window.runCommand("File: New Untitled Text File");
    await notification(page(), "big.bin did not arrive whole").waitFor();
  });

  it("say what is in the way where they can't be kept until they are sent", async () => {
    cargo.take();
    const { storage } = cargo.window;
    await rm(join(storage, "staging"), { recursive: true, force: true });
    await writeFile(join(storage, "staging"), "no folder");
    const form = await cargo.openForm();
    await form.locator("h1, .title").first().click();
    await cargo.window.copyPicture(picture);
    await page().keyboard.press("ControlOrMeta+v");
    await form.locator("artifact-files").getByText("VS Code can't write to its own storage").waitFor();
    await rm(join(storage, "staging"));
  });

  it("make nobody write to a list for git that is a link", async () => {
    cargo.take(["leak.log", "text/plain", picture]);
    const elsewhere = join(dirname(cargo.folder), "bashrc");
    await writeFile(elsewhere, "# mine\n");
    const list = join(cargo.folder, ".gitignore");
    await symlink(elsewhere, list);
    // Whether to offer it is looked at after a file was saved: with the next one that is over.
    for (const saved of [cargo.named("leak.log"), cargo.named("leak (2).log")]) {
      await pressRowButton(await cargo.fileRow(cargo.named("leak.log")), "Download Attachment");
      await notification(page(), `Saved .artifacts/${cargo.artifact}/${saved}`).waitFor();
    }
    assert.equal(await notification(page(), "out of git?").count(), 0);
    await rm(list);
    await cargo.window.runCommand("Notifications: Clear All Notifications");
    // It was not offered before, so it is now.
    await pressRowButton(await cargo.fileRow(cargo.named("leak.log")), "Download Attachment");
    await pressButton(
      notification(page(), "Keep downloaded attachments (/.artifacts/) out of git?"),
      "Add to .gitignore",
    );
    await assertSoon(async () => assert.equal(await readFile(list, "utf8"), "/.artifacts/\n"));
    assert.equal(await readFile(elsewhere, "utf8"), "# mine\n");
  });
});
