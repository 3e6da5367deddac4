import assert from "node:assert/strict";
import type { Locator } from "playwright-core";
import { formIn, kept, tab } from "../support/window/form.ts";
import { Lamps } from "../support/fixtures/triageFixture.ts";
import { dialog, notification, pressButton } from "../support/window/messages.ts";
import { answer, pickable, quickInput, quickInputSaying } from "../support/window/quickInput.ts";
import { assertSoon } from "../support/wait.ts";
import { pressRowButton, runRowCommand, treeRow } from "../support/window/tree.ts";

describe("decisions by keys", () => {
  let lamps: Lamps;

  before(async () => {
    lamps = await Lamps.open({ dialect: "product", deletionLimit: 2 });
  });
  after(() => lamps.close());

  function press(key: string): Promise<void> {
    return lamps.window.page.keyboard.press(key);
  }

  /** By the mouse: wherever the focus is, or comes to some time later, it closes this tab. */
  async function closeForm(): Promise<void> {
    const tabs = lamps.window.page.locator(".tabs-container .tab");
    const before = await tabs.count();
    await tabs
      .and(lamps.window.page.locator(".active"))
      .dispatchEvent("auxclick", { button: 1, bubbles: true });
    await assertSoon(async () => assert.ok((await tabs.count()) < before));
  }

  /** What the menu over something in a page offers. */
  async function menuOver(place: Locator, picture: string): Promise<readonly string[]> {
    await place.click({ button: "right" });
    const menu = lamps.window.page.locator(".monaco-menu:visible");
    await menu.waitFor();
    await lamps.window.screenshot(picture);
    const labels = await menu.locator(".action-label:not(.separator)").allInnerTexts();
    await press("Escape");
    await menu.waitFor({ state: "detached" });
    return labels.map((label) => label.trim()).filter((label) => label !== "");
  }

  async function isThere(artifactId: number): Promise<boolean> {
    return (await lamps.read(artifactId)) !== undefined;
  }

  it("are about the row that is selected in the tree", async () => {
    const lamp = lamps.next();
    await lamps.select(lamp);
    await press("Shift+Alt+s");
    await quickInputSaying(lamps.window.page, `Status of #${lamp}`);
    await pickable(lamps.window.page, "Broken").waitFor();
    await answer(lamps.window.page, "Broken");
    await notification(lamps.window.page, `#${lamp} Pier lamp: Status is now Broken.`).waitFor();
    await lamps.hasStatus(lamp, "Broken");
    // While a list is read again nothing in it can be selected.
    await lamps.row(lamp).getByText("Broken").waitFor();
  });

  it("say so where nothing is selected that they could be about", async () => {
    await lamps.select();
    await press("Shift+Alt+s");
    await notification(lamps.window.page, "Select an artifact first.").waitFor();
  });

  it("open the table that changes many where several rows are selected", async () => {
    const chosen = [lamps.next(), lamps.next()];
    await lamps.select(...chosen);
    await press("Shift+Alt+s");
    const table = formIn(lamps.window);
    for (const id of chosen) await table.getByText(`#${id}`).first().waitFor();
    await lamps.window.screenshot("decide-several");
    assert.equal(await quickInput(lamps.window.page).count(), 0);
    await closeForm();
  });

  it("are about the artifact of the form in front, where what was typed stays", async () => {
    const lamp = lamps.next();
    await lamps.row(lamp).click();
    await tab(lamps.window, `#${lamp}`).waitFor();
    const form = formIn(lamps.window);
    const place = form.locator(`#field-${lamps.fieldId("place")} input`).first();
    await place.fill("Breakwater");
    await kept(form);
    await place.press("Shift+Alt+s");
    await quickInputSaying(lamps.window.page, `Status of #${lamp}`);
    await pickable(lamps.window.page, "Flickering").waitFor();
    await answer(lamps.window.page, "Flickering");
    await lamps.hasStatus(lamp, "Flickering");
    // The form shows it as nobody's news, and what was typed is still there.
    await form
      .locator(`#field-${lamps.fieldId("status")}`)
      .getByText("Flickering")
      .first()
      .waitFor();
    assert.equal(await place.inputValue(), "Breakwater");
    await lamps.window.screenshot("decide-from-form");
    await lamps.window.runCommand("View: Close Editor");
  });

  it("are in the menu over the page of a form, beside what is for texts", async () => {
    const { page } = lamps.window;
    const lamp = lamps.next();
    await lamps.row(lamp).click();
    await tab(lamps.window, `#${lamp}`).waitFor();
    const form = formIn(lamps.window);
    const place = form.locator(`#field-${lamps.fieldId("place")} input`).first();
    await place.waitFor();
    const decisions = [
      "Set Status…",
      "Assign to Me",
      "Assign…",
      "Add Comment…",
      "Link to Artifact…",
      "Delete…",
    ];
    const texts = ["Copy", "Cut", "Paste"];
    const offered = await menuOver(place, "decide-menu");
    assert.deepEqual([...offered].toSorted(), [...decisions, ...texts].toSorted());
    await runRowCommand(form.locator(".origin").first(), "Set Status…");
    await quickInputSaying(page, `Status of #${lamp}`);
    await pickable(page, "Broken").waitFor();
    await answer(page, "Broken");
    await lamps.hasStatus(lamp, "Broken");
    await closeForm();
    // What is new has nothing to decide about.
    await pressRowButton(treeRow(page, "Lamps"), "New Artifact");
    const line = formIn(lamps.window).locator("artifact-field input").first();
    await line.waitFor();
    assert.deepEqual([...(await menuOver(line, "decide-menu-new"))].toSorted(), texts);
    await closeForm();
  });

  it("delete several, stop at the limit, and tell which were deleted", async () => {
    const [first, second, third] = [lamps.next(), lamps.next(), lamps.next()];
    await lamps.select(first, second, third);
    await press("Delete");
    const question = dialog(lamps.window.page, "Delete 3 artifacts?");
    await question.getByText(`#${first} Pier lamp`).waitFor();
    await lamps.window.screenshot("delete-several");
    await pressButton(question, "Delete");
    const result = dialog(lamps.window.page, "Deleted 2 of 3 artifacts.");
    await result.getByText("Not deleted:").waitFor();
    await lamps.window.screenshot("delete-limit");
    // In the order of the tree, where the newest stand first on one server and last on the other.
    const there = await Promise.all([first, second, third].map(isThere));
    assert.equal(there.filter((each) => each).length, 1);
    const left = [first, second, third].find((_, place) => there[place] === true);
    const said = (await result.innerText()).replaceAll("\u00a0", " ");
    assert.match(said.slice(said.indexOf("Not deleted:")), new RegExp(`#${left} `));
    await pressButton(result, "Show What Is Left");
    await assertSoon(async () => {
      const rows = await formIn(lamps.window).getByText(/#\d+/).allTextContents();
      assert.ok(rows.some((text) => text.includes(`#${left}`)));
      assert.ok(
        !rows.some((text) => [first, second, third].some((id) => id !== left && text.includes(`#${id}`))),
      );
    });
  });
});
