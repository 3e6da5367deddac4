import assert from "node:assert/strict";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { FrameLocator } from "playwright-core";
import { Cargo, picture, sha256 } from "../support/fixtures/attachmentFixture.ts";
import { kept, tab } from "../support/window/form.ts";
import { dialog, notification, pressButton } from "../support/window/messages.ts";
import { answer, quickInputSaying } from "../support/window/quickInput.ts";
import { assertSoon } from "../support/wait.ts";
import { pressRowButton, runRowCommand } from "../support/window/tree.ts";

const mebibyte = 1024 * 1024;
const log = new TextEncoder().encode("12:00 pump on\n12:05 leak seen\n12:06 pump off\n");
const hostile = "[Trust](command:artifacts.showLog).bin";

describe("attachments of an artifact", () => {
  let cargo: Cargo;

  before(async () => {
    cargo = await Cargo.open("product");
  });
  after(() => cargo.close());

  const page = (): Cargo["window"]["page"] => cargo.window.page;
  const saved = (name: string) =>
    notification(page(), `Saved ${join(".artifacts", String(cargo.artifact), name)}.`);

  it("land in the workspace with one click, which git is told about if one wants", async () => {
    cargo.take(["leak.log", "text/plain", log]);
    await pressRowButton(await cargo.fileRow(cargo.named("leak.log")), "Download Attachment");
    await saved(cargo.named("leak.log")).waitFor();
    const offer = notification(page(), "Keep downloaded attachments (/.artifacts/) out of git?");
    await offer.waitFor();
    await cargo.window.screenshot("attachments-saved");
    await pressButton(offer, "Add to .gitignore");
    await assertSoon(async () =>
      assert.equal(await readFile(join(cargo.folder, ".gitignore"), "utf8"), "/.artifacts/\n"),
    );
    await pressButton(saved(cargo.named("leak.log")), "Open");
    await tab(cargo.window, cargo.named("leak.log")).waitFor();
    assert.equal(await cargo.savedSum(cargo.named("leak.log")), sha256(log));
  });

  it("come in with progress, under a name that is no link, and leave nothing when they are called off", async () => {
    cargo.take();
    const content = Buffer.alloc(24 * mebibyte, "long\n");
    cargo.server.addFile({ name: hostile, type: "text/plain", content, artifactId: cargo.artifact });
    const slow = { kind: "trickle", bytes: 64 * 1024, ms: 20 } as const;
    const heal = cargo.server.faults.add({ path: /artifact_files|attachments/, times: 1000, fault: slow });

    async function callOff(text: string | RegExp): Promise<void> {
      const progress = page().locator(".notification-toast").filter({ hasText: text });
      await progress.waitFor();
      assert.equal(await progress.locator(".notification-list-item-message a").count(), 0);
      await cargo.window.screenshot("attachments-progress");
      await progress.getByRole("button", { name: "Cancel" }).click();
      await progress.waitFor({ state: "detached" });
    }

    await runRowCommand(cargo.artifactRow, "Download All Attachments");
    await callOff(/Downloading.*[\d.]+ MB of 25.2 MB, [\d.]+ MB\/s, \d+ sec left/);
    await assertSoon(async () => assert.deepEqual(await readdir(dirname(cargo.saved("x"))), []));
    await (await cargo.fileRow(hostile)).click();
    await callOff("Reading");
    // The editor says so, too, and takes the focus for that.
    await page().locator(".monaco-editor-pane-placeholder").waitFor();
    heal();
    await runRowCommand(cargo.artifactRow, "Download All Attachments");
    await notification(page(), "Saved").waitFor();
    assert.equal((await readdir(dirname(cargo.saved("x")))).length, 1);
    await cargo.window.runCommand("Notifications: Clear All Notifications");
  });

  it("are attached from the Explorer, and seen in the form beside what was typed there", async () => {
    cargo.take(["gauge.png", "image/png", picture]);
    await writeFile(join(cargo.folder, "notes.txt"), "look at the valve");
    const form = await cargo.openForm();
    const preview = form.locator("artifact-files img");
    await assertSoon(async () =>
      assert.equal(await preview.evaluate((image: HTMLImageElement) => image.naturalWidth), 96),
    );
    await form.getByRole("textbox", { name: "Name" }).fill("typed before");
    await kept(form);
    await cargo.window.runCommand("Explorer: Focus on Folders View");
    const row = page().locator(".explorer-folders-view .monaco-list-row").filter({ hasText: "notes.txt" });
    await runRowCommand(row, "Attach File to Artifact…");
    await quickInputSaying(page(), "Attach File to Artifact");
    await page().keyboard.press("Enter");
    await quickInputSaying(page(), `Attach notes.txt to #${cargo.artifact}`);
    await cargo.window.screenshot("attachments-describe");
    await answer(page(), "From the valve");
    await notification(page(), `Attached notes.txt to #${cargo.artifact}.`).waitFor();
    assert.deepEqual(await cargo.names(), [cargo.named("gauge.png"), "notes.txt"]);
    await form.getByText("From the valve").waitFor();
    // One's own doing is no news.
    assert.equal(await form.getByText("changed Attachments").count(), 0);
    assert.equal(await form.getByRole("textbox", { name: "Name" }).inputValue(), "typed before");
    await cargo.window.pictures("attachments-form");
  });

  it("are downloaded from the form, and go from there after a question", async () => {
    cargo.take(["gauge.png", "image/png", picture], ["leak.log", "text/plain", log]);
    const form = await cargo.openForm();
    const name = cargo.named("leak.log");
    await form.getByRole("button", { name: `Download ${name}` }).click();
    await saved(name).waitFor();
    assert.equal(await cargo.savedSum(name), sha256(log));
    await form.getByRole("button", { name: "Download All" }).click();
    await notification(page(), "Saved 2 attachments in").waitFor();
    assert.deepEqual(await readdir(dirname(cargo.saved("x"))), [
      cargo.named("gauge.png"),
      cargo.named("leak (2).log"),
      cargo.named("leak.log"),
    ]);
    await form.getByRole("button", { name: `Remove ${name}` }).click();
    const question = dialog(page(), `Remove ${name} from #${cargo.artifact}?`);
    await question.waitFor();
    await cargo.window.screenshot("attachments-remove");
    await pressButton(question, "Remove");
    await form.getByRole("button", { name: `Remove ${name}` }).waitFor({ state: "detached" });
    assert.deepEqual(await cargo.names(), [cargo.named("gauge.png")]);
  });

  it("are dropped on the form from VS Code's own lists", async () => {
    cargo.take();
    const dropped = join(cargo.folder, `dropped-${cargo.artifact}.txt`);
    await writeFile(dropped, "dropped");
    const form = await cargo.openForm();
    await cargo.window.runCommand("Explorer: Focus on Folders View");
    const row = page()
      .locator(".explorer-folders-view .monaco-list-row")
      .filter({ hasText: `dropped-${cargo.artifact}.txt` });
    await row.hover();
    await page().mouse.down();
    await page().keyboard.down("Shift");
    const place = await form.locator("artifact-files").boundingBox();
    assert.ok(place);
    await page().mouse.move(place.x + 60, place.y + 10, { steps: 12 });
    await cargo.window.screenshot("attachments-drop");
    await page().mouse.up();
    await page().keyboard.up("Shift");
    await quickInputSaying(page(), `Attach dropped-${cargo.artifact}.txt`);
    await answer(page(), "");
    await notification(page(), `Attached dropped-${cargo.artifact}.txt`).waitFor();
    assert.deepEqual(await cargo.names(), [`dropped-${cargo.artifact}.txt`]);
  });

  async function paste(): Promise<FrameLocator> {
    // A form that comes to the front when this one is closed would take the focus some time later.
    await cargo.window.runCommand("View: Close All Editors");
    const form = await cargo.openForm();
    await form.locator("h1, .title").first().click();
    await cargo.window.copyPicture(picture);
    await page().keyboard.press("ControlOrMeta+v");
    await quickInputSaying(page(), "Attach pasted-");
    return form;
  }

  async function closeTab(): Promise<void> {
    const own = tab(cargo.window, `#${cargo.artifact}`).first();
    await own.dispatchEvent("auxclick", { button: 1, bubbles: true });
    await own.waitFor({ state: "detached" });
  }

  it("are pasted into the form, and arrive though its tab is closed while they are described, or sent", async () => {
    cargo.take();
    const form = await paste();
    await answer(page(), "As seen");
    await form.getByText("As seen").waitFor();
    await form.locator("artifact-files img").waitFor();
    const [name] = await cargo.names();
    assert.match(name ?? "", /^pasted-.*\.png$/);
    cargo.take();
    await paste();
    await closeTab();
    await answer(page(), "As seen");
    await assertSoon(async () => assert.equal((await cargo.names()).length, 1));
    cargo.take();
    await paste();
    const sent = new Promise<void>((resolve) => {
      const fault = { kind: "meanwhile", act: (): void => resolve() } as const;
      cargo.server.faults.add({ method: "PATCH", path: /uploads/, times: 1, fault });
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
});
