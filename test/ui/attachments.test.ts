import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Cargo, picture, sha256 } from "../support/fixtures/attachmentFixture.ts";
import { tab } from "../support/window/form.ts";
import { dialog, notification, pressButton } from "../support/window/messages.ts";
import { answer, pickFile, quickInputSaying, saveAs } from "../support/window/quickInput.ts";
import { assertSoon } from "../support/wait.ts";
import { pressRowButton, runRowCommand } from "../support/window/tree.ts";

const mebibyte = 1024 * 1024;
const log = new TextEncoder().encode("12:00 pump on\n12:05 leak seen\n12:06 pump off\n");

describe("attachments of an artifact", () => {
  let cargo: Cargo;

  before(async () => {
    cargo = await Cargo.open("product");
  });
  after(() => cargo.close());

  const page = (): Cargo["window"]["page"] => cargo.window.page;
  const saved = (name: string) =>
    notification(page(), `Saved ${join(".artifacts", String(cargo.artifact), name)}.`);

  it("stand in the tree, open in the editor that fits, and are not saved by that", async () => {
    cargo.take(["leak.log", "text/plain", log], ["gauge.png", "image/png", picture]);
    await (await cargo.fileRow(cargo.named("leak.log"))).click();
    await tab(cargo.window, cargo.named("leak.log")).waitFor();
    await page().locator(".monaco-editor .view-line").filter({ hasText: "leak seen" }).waitFor();
    await (await cargo.fileRow(cargo.named("gauge.png"))).click();
    await tab(cargo.window, cargo.named("gauge.png")).waitFor();
    const frame = page().frameLocator("iframe.webview.ready:visible").frameLocator("iframe#active-frame");
    await assertSoon(async () =>
      assert.equal(await frame.locator("img").evaluate((image: HTMLImageElement) => image.naturalWidth), 96),
    );
    await cargo.window.screenshot("attachments-open");
    assert.ok(!existsSync(dirname(cargo.saved("x"))));
  });

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

  it("come in all at once, with progress, and leave nothing when they are called off", async () => {
    cargo.take();
    for (const name of ["a.bin", "b.bin"]) {
      cargo.server.addFile({
        name,
        type: "application/octet-stream",
        size: 24 * mebibyte,
        artifactId: cargo.artifact,
      });
    }
    const slow = { kind: "trickle", bytes: 64 * 1024, ms: 20 } as const;
    cargo.server.faults.add({ path: /artifact_files|attachments/, times: 1000, fault: slow });
    await runRowCommand(cargo.artifactRow, "Download All Attachments");
    const progress = notification(page(), "Downloading 2 attachments");
    await progress.filter({ hasText: /[\d.]+ MB of 50.3 MB, [\d.]+ MB\/s, \d+ sec left/ }).waitFor();
    await cargo.window.screenshot("attachments-progress");
    await progress.getByRole("button", { name: "Cancel" }).click();
    await progress.waitFor({ state: "detached" });
    await assertSoon(async () => assert.deepEqual(await readdir(dirname(cargo.saved("x"))), []));
    cargo.server.faults.clear();
    await runRowCommand(cargo.artifactRow, "Download All Attachments");
    await notification(page(), "Saved 2 attachments in").waitFor();
    assert.deepEqual(await readdir(dirname(cargo.saved("x"))), ["a.bin", "b.bin"]);
  });

  it("arrive byte by byte, whatever their size", async () => {
    cargo.take();
    const sums = [0, 1, mebibyte, mebibyte + 1, 64 * mebibyte].map((size) => {
      const name = `${size}.bin`;
      const type = "application/octet-stream";
      return [name, cargo.server.addFile({ name, type, size, artifactId: cargo.artifact }).sha256] as const;
    });
    await runRowCommand(cargo.artifactRow, "Download All Attachments");
    await notification(
      page(),
      `Saved 5 attachments in ${join(".artifacts", String(cargo.artifact))}.`,
    ).waitFor();
    for (const [name, sum] of sums) assert.equal(await cargo.savedSum(name), sum, name);
  });

  it("say why they can't be had, and can be tried again", async () => {
    cargo.take();
    const { id } = cargo.server.addFile({
      name: "gone.bin",
      type: "application/octet-stream",
      size: 5,
      artifactId: cargo.artifact,
      isLost: true,
    });
    assert.ok(id > 0);
    await pressRowButton(await cargo.fileRow("gone.bin"), "Download Attachment");
    const problem = notification(page(), "Demo no longer has the content of gone.bin, or hides it from you.");
    await problem.waitFor();
    assert.ok(!existsSync(cargo.saved("gone.bin")));
    await problem.getByRole("button", { name: "Try Again" }).click();
    await problem.waitFor();
  });

  it("are saved where one says", async () => {
    cargo.take(["leak.log", "text/plain", log]);
    await runRowCommand(await cargo.fileRow(cargo.named("leak.log")), "Save Attachment As…");
    const goal = join(cargo.folder, `mine-${cargo.artifact}.log`);
    await quickInputSaying(page(), "Save Attachment");
    await saveAs(page(), cargo.folder, `mine-${cargo.artifact}.log`);
    await notification(page(), `Saved mine-${cargo.artifact}.log.`).waitFor();
    assert.equal(sha256(await readFile(goal)), sha256(log));
  });

  it("are attached from the Explorer, beside what is there", async () => {
    cargo.take(["leak.log", "text/plain", log], ["gauge.png", "image/png", picture]);
    const notes = join(cargo.folder, "notes.txt");
    await writeFile(notes, "look at the valve");
    const form = await cargo.openForm();
    await cargo.window.runCommand("Explorer: Focus on Folders View");
    const row = page().locator(".explorer-folders-view .monaco-list-row").filter({ hasText: "notes.txt" });
    await runRowCommand(row, "Attach File to Artifact…");
    await quickInputSaying(page(), "Attach File to Artifact");
    await page().keyboard.press("Enter");
    await quickInputSaying(page(), `Attach notes.txt to #${cargo.artifact}`);
    await cargo.window.screenshot("attachments-describe");
    await answer(page(), "From the valve");
    await notification(page(), `Attached notes.txt to #${cargo.artifact}.`).waitFor();
    assert.deepEqual(await cargo.names(), [cargo.named("leak.log"), cargo.named("gauge.png"), "notes.txt"]);
    await form.getByText("From the valve").waitFor();
    // One's own doing is no news.
    assert.equal(await form.getByText("changed Attachments").count(), 0);
    await cargo.window.pictures("attachments-form");
  });

  it("are seen in the form, and downloaded from there", async () => {
    cargo.take(["gauge.png", "image/png", picture], ["leak.log", "text/plain", log]);
    const form = await cargo.openForm();
    const preview = form.locator("artifact-files img");
    await assertSoon(async () =>
      assert.equal(await preview.evaluate((image: HTMLImageElement) => image.naturalWidth), 96),
    );
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
  });

  it("go after a question, and leave the others", async () => {
    cargo.take(["gauge.png", "image/png", picture], ["leak.log", "text/plain", log]);
    const form = await cargo.openForm();
    const name = cargo.named("leak.log");
    await form.getByRole("button", { name: `Remove ${name}` }).click();
    const question = dialog(page(), `Remove ${name} from #${cargo.artifact}?`);
    await question.getByText("The server erases its content.").waitFor();
    await cargo.window.screenshot("attachments-remove");
    await pressButton(question, "Cancel");
    assert.equal((await cargo.names()).length, 2);
    await form.getByRole("button", { name: `Remove ${name}` }).click();
    await pressButton(question, "Remove");
    await form.getByRole("button", { name: `Remove ${name}` }).waitFor({ state: "detached" });
    assert.deepEqual(await cargo.names(), [cargo.named("gauge.png")]);
  });

  it("are attached by the form's button, with what someone else attaches at the same time", async () => {
    cargo.take(["leak.log", "text/plain", log]);
    const form = await cargo.openForm();
    await form.getByRole("textbox", { name: "Name" }).fill("typed before");
    const more = join(cargo.folder, `more-${cargo.artifact}.txt`);
    await writeFile(more, "more of it");
    cargo.meanwhile(() => cargo.theyAttach("theirs.txt"));
    await form.getByRole("button", { name: "Attach File…" }).click();
    await quickInputSaying(page(), "Attach Files");
    await pickFile(page(), cargo.folder, `more-${cargo.artifact}.txt`);
    await quickInputSaying(page(), `Attach more-${cargo.artifact}.txt`);
    await answer(page(), "");
    await notification(page(), `Attached more-${cargo.artifact}.txt`).waitFor();
    assert.deepEqual(await cargo.names(), [
      cargo.named("leak.log"),
      "theirs.txt",
      `more-${cargo.artifact}.txt`,
    ]);
    await form.getByRole("button", { name: `more-${cargo.artifact}.txt`, exact: true }).waitFor();
    assert.equal(await form.getByRole("textbox", { name: "Name" }).inputValue(), "typed before");
  });

  it("are pasted into the form", async () => {
    cargo.take();
    const form = await cargo.openForm();
    await form.locator(".title, h1").first().click();
    await cargo.window.copyPicture(picture);
    await page().keyboard.press("ControlOrMeta+v");
    await quickInputSaying(page(), "Attach pasted-");
    await answer(page(), "As seen");
    await form.getByText("As seen").waitFor();
    await form.locator("artifact-files img").waitFor();
    const [name] = await cargo.names();
    assert.match(name ?? "", /^pasted-.*\.png$/);
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
});
