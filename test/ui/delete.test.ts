import assert from "node:assert/strict";
import { formIn, kept, tab } from "../support/window/form.ts";
import { Lamps } from "../support/fixtures/triageFixture.ts";
import { dialog, notification, pressButton } from "../support/window/messages.ts";
import { assertSoon } from "../support/wait.ts";
import { runRowCommand } from "../support/window/tree.ts";

describe("an artifact that is to be deleted", () => {
  let lamps: Lamps;

  before(async () => {
    lamps = await Lamps.open({ dialect: "product", deletionLimit: 3 });
  });
  after(() => lamps.close());

  async function isThere(artifactId: number): Promise<boolean> {
    return (await lamps.read(artifactId)) !== undefined;
  }

  async function confirm(artifactId: number): Promise<void> {
    const question = dialog(lamps.window.page, `Delete #${artifactId}`);
    await question.waitFor();
    await pressButton(question, "Delete");
  }

  it("stays where the person turns away, who was told what it means", async () => {
    const lamp = lamps.next();
    await runRowCommand(lamps.row(lamp), "Delete…");
    const question = dialog(lamps.window.page, `Delete #${lamp} Pier lamp?`);
    await question.getByText("Only administrators of the tracker may delete").waitFor();
    await question.getByText("A daily limit applies").waitFor();
    await question.getByText("Some servers archive what is deleted").waitFor();
    await lamps.window.pictures("delete");
    await pressButton(question, "Cancel");
    assert.equal(await isThere(lamp), true);
  });

  it("is gone from server and tree, and what is left of the limit is said", async () => {
    const lamp = lamps.next();
    await runRowCommand(lamps.row(lamp), "Delete…");
    await confirm(lamp);
    const left = " 2 of 3 deletions within 24 hours are left.";
    await notification(lamps.window.page, `#${lamp} Pier lamp was deleted.${left}`).waitFor();
    assert.equal(await isThere(lamp), false);
    await lamps.row(lamp).waitFor({ state: "detached" });
  });

  it("is shown first where someone has changed it", async () => {
    const lamp = lamps.next();
    await runRowCommand(lamps.row(lamp), "Delete…");
    const question = dialog(lamps.window.page, `Delete #${lamp}`);
    await question.waitFor();
    lamps.theyWrite(lamp, "title", "Lamp that matters");
    await pressButton(question, "Delete");
    const changed = dialog(lamps.window.page, "was changed since it was shown to you");
    await changed.getByText("Lamp that matters").last().waitFor();
    await lamps.window.screenshot("delete-changed");
    assert.equal(await isThere(lamp), true);
    await pressButton(changed, "Delete All the Same");
    await assertSoon(async () => assert.equal(await isThere(lamp), false));
  });

  it("is said to be gone in its form, where what was typed stays", async () => {
    const lamp = lamps.next();
    await lamps.row(lamp).click();
    await tab(lamps.window, `#${lamp}`).waitFor();
    const form = formIn(lamps.window);
    const place = form.locator(`#field-${lamps.fieldId("place")} input`).first();
    await place.fill("Under water");
    await kept(form);
    // Its row is drawn anew then, and what was asked of it before would find nothing.
    await lamps.row(lamp).getByText("unsent").waitFor();
    await runRowCommand(lamps.row(lamp), "Delete…");
    await dialog(lamps.window.page, "stays on this machine").waitFor();
    await confirm(lamp);
    await form.getByText("This was deleted on Demo").waitFor();
    assert.equal(await place.inputValue(), "Under water");
    await lamps.window.pictures("delete-form");
    // The rows below it move up, from under whoever presses one meanwhile.
    await lamps.row(lamp).waitFor({ state: "detached" });
  });

  it("stays once the limit is reached, which is said", async () => {
    const lamp = lamps.next();
    await runRowCommand(lamps.row(lamp), "Delete…");
    await confirm(lamp);
    const limit = "limit of 3 deletions";
    await notification(lamps.window.page, `#${lamp} Pier lamp was not deleted. The ${limit}`).waitFor();
    assert.equal(await isThere(lamp), true);
    // The window of 24 hours slides.
    lamps.server.clock.advance(25 * 60 * 60 * 1000);
    await runRowCommand(lamps.row(lamp), "Delete…");
    await confirm(lamp);
    await assertSoon(async () => assert.equal(await isThere(lamp), false));
    await lamps.row(lamp).waitFor({ state: "detached" });
  });

  it("is shown first among several too, while the others go", async () => {
    const { page } = lamps.window;
    lamps.server.clock.advance(25 * 60 * 60 * 1000);
    const [first, second] = [lamps.next(), lamps.next()];
    await lamps.select(first, second);
    await page.keyboard.press("Delete");
    const question = dialog(page, "Delete 2 artifacts?");
    await question.waitFor();
    lamps.theyWrite(second, "title", "Lamp that matters");
    await pressButton(question, "Delete");
    const changed = dialog(page, "was changed since it was shown to you");
    await changed.getByText("Lamp that matters").last().waitFor();
    await lamps.window.screenshot("delete-several-changed");
    assert.deepEqual([await isThere(first), await isThere(second)], [false, true]);
    await pressButton(changed, "Delete All the Same");
    await notification(page, "2 artifacts were deleted.").waitFor();
    assert.equal(await isThere(second), false);
  });
});

describe("an artifact that someone else than an administrator wants to delete", () => {
  let lamps: Lamps;

  before(async () => {
    lamps = await Lamps.open({ dialect: "product", as: "member" });
  });
  after(() => lamps.close());

  it("stays, and why is said", async () => {
    const lamp = lamps.next();
    await runRowCommand(lamps.row(lamp), "Delete…");
    await pressButton(dialog(lamps.window.page, `Delete #${lamp}`), "Delete");
    await notification(lamps.window.page, "Only administrators of its tracker may delete it.").waitFor();
    assert.notEqual(await lamps.read(lamp), undefined);
  });
});
