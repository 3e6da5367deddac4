import assert from "node:assert/strict";
import type { Locator } from "playwright-core";
import { draftsOnDisk } from "../support/fixtures/draftsOnDisk.ts";
import { Lamps } from "../support/fixtures/triageFixture.ts";
import { assertSoon } from "../support/wait.ts";
import { askedAbout, choose, saveMerged } from "../support/window/conflict.ts";
import { box, formIn, kept, pressNewArtifact, tab } from "../support/window/form.ts";
import { dialog, notification, pressButton } from "../support/window/messages.ts";
import { answer, pickable, pickItem, quickInput, quickInputSaying } from "../support/window/quickInput.ts";
import { TableTab } from "../support/window/table.ts";
import { artifactRows, expandRow, runRowCommand, treeRow } from "../support/window/tree.ts";

const wontDo = {
  kind: "status",
  status: 400,
  body: '{"error":{"code":400,"message":"Bad Request: Not in this state.\\n"}}',
} as const;

describe("decisions about artifacts", () => {
  let lamps: Lamps;
  let table: TableTab;

  before(async () => {
    lamps = await Lamps.open(3);
    table = new TableTab(lamps.window);
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

  function placeIn(form: ReturnType<typeof formIn>): Locator {
    return form.locator(`#field-${lamps.fieldId("place")} input`).first();
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

  // As long as no draft stands above the list.
  it("for several begin in a list, by what the selected have in common", async () => {
    const { page } = lamps.window;
    await expandRow(treeRow(page, "Assigned to Me", "work"));
    const rows = artifactRows(page, "work");
    // Of two trackers.
    const [one, other] = [rows.nth(0), rows.nth(3)];
    await one.click();
    // Its form takes the focus when it comes, from a menu, too.
    await formIn(lamps.window).locator("artifact-field").first().waitFor();
    await page.waitForFunction(() => document.activeElement?.tagName === "IFRAME");
    await other.click({ modifiers: ["ControlOrMeta"] });
    await runRowCommand(other, "Change Field…");
    await tab(lamps.window, "2 artifacts").waitFor();
    await table.bar.getByText("2 selected").waitFor();
    await table.options.first().waitFor();
    await lamps.window.screenshot("bulk-several");
    assert.equal(await table.page.getByRole("columnheader", { name: "Tracker" }).count(), 1);
    await table.choose("Status");
    await table.options.first().waitFor();
    const [label = ""] = await table.options.locator("bdi").allInnerTexts();
    await table.choose(label);
    await assertSoon(async () => assert.equal((await table.lines()).length, 2));
    await lamps.window.screenshot("bulk-several-preview");
    await runRowCommand(other, "Assign to Me");
    await table.button(new RegExp(`Value: .*${lamps.server.accounts.admin.realName}`)).waitFor();
    await assertSoon(async () => assert.equal((await table.lines()).length, 2));
    assert.equal(await table.options.count(), 0);
    // A click on a row has opened its form, too.
    await lamps.window.runCommand("View: Close All Editors");
  });

  describe("by keys", () => {
    it("are about the row that is selected in the tree, and say so where there is none", async () => {
      const lamp = lamps.next();
      await lamps.select(lamp);
      await press("Shift+Alt+s");
      await quickInputSaying(lamps.window.page, `Status of #${lamp}`);
      await pickable(lamps.window.page, "Broken").waitFor();
      await lamps.window.screenshot("decide-status");
      await answer(lamps.window.page, "Broken");
      const done = notification(lamps.window.page, `#${lamp} Pier lamp: Status is now Broken.`);
      await done.waitFor();
      await lamps.hasStatus(lamp, "Broken");
      // While a list is read again nothing in it can be selected.
      await lamps.row(lamp).getByText("Broken").waitFor();
      await pressButton(done, "Undo");
      await lamps.row(lamp).getByText("Lit").waitFor();
      await lamps.select();
      await press("Shift+Alt+s");
      await notification(lamps.window.page, "Select an artifact first.").waitFor();
    });

    it("are about the artifact of the form in front, where what was typed stays", async () => {
      const lamp = lamps.next();
      await lamps.row(lamp).click();
      await tab(lamps.window, `#${lamp}`).waitFor();
      const form = formIn(lamps.window);
      const place = placeIn(form);
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
  });

  it("are in the menu over the page of a form, beside what is for texts", async () => {
    const { page } = lamps.window;
    const lamp = lamps.next();
    await lamps.row(lamp).click();
    await tab(lamps.window, `#${lamp}`).waitFor();
    const form = formIn(lamps.window);
    const place = placeIn(form);
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
    await pressNewArtifact(lamps.window, "Lamps");
    const line = formIn(lamps.window).locator("artifact-field input").first();
    await line.waitFor();
    assert.deepEqual([...(await menuOver(line, "decide-menu-new"))].toSorted(), texts);
    await closeForm();
  });

  async function says(...texts: readonly string[]): Promise<void> {
    for (const text of texts) await table.bar.locator("strong").getByText(text).waitFor();
  }

  it("for several are made in the table, which tells what came of each, and taken back", async () => {
    const chosen = lamps.ids.slice(0, 6);
    const [conflicting = 0, refused = 0, touched = 0] = chosen;
    const { member } = lamps.server.accounts;
    await lamps.select(...chosen);
    await press("Shift+Alt+s");
    await table.bar.getByText("6 selected").waitFor();
    assert.equal(await quickInput(lamps.window.page).count(), 0);
    await table.choose("Broken");
    await table.button("Change 6").waitFor();
    await lamps.window.pictures("bulk-preview");
    assert.deepEqual(new Set(await table.lines("change")), new Set(chosen));
    lamps.theyWrite(conflicting, "title", "Theirs");
    lamps.server.faults.add({ method: "PUT", path: `/artifacts/${refused}`, times: 1, fault: wontDo });
    await table.button("Change 6").click();
    await table.button("Undo").waitFor();
    await says("4 changed", "1 conflict", "1 refused");
    await lamps.window.screenshot("bulk-result");
    assert.deepEqual(
      [await table.lines("conflict"), await table.lines("refused")],
      [[conflicting], [refused]],
    );
    await table.bar.getByText("Demo refused the request: Not in this state.").waitFor();
    await table.bar.getByText(`${member.realName} has changed Title since`).waitFor();
    assert.deepEqual(new Set(await table.selectedInSight()), new Set([conflicting, refused]));
    const done = new Set(chosen.slice(2));
    for (const id of chosen) await lamps.hasStatus(id, done.has(id) ? "Broken" : "Lit");
    assert.equal((await lamps.read(conflicting))?.["title"], "Theirs");

    lamps.theyWrite(touched, "place", "Theirs");
    await table.button("Undo").click();
    await says("3 changed back", "1 conflict");
    await lamps.window.screenshot("bulk-undone");
    assert.deepEqual(await table.lines("conflict"), [touched]);
    for (const id of chosen) await lamps.hasStatus(id, id === touched ? "Broken" : "Lit");
    await closeForm();
  });

  it("that someone is faster than are typed into the form, where the person chooses", async () => {
    const lamp = lamps.next();
    lamps.meanwhile(() => lamps.theySetStatus(lamp, "Flickering"));
    await runRowCommand(lamps.row(lamp), "Set Status…");
    await quickInputSaying(lamps.window.page, "Status of");
    await pickItem(lamps.window.page, "Broken");
    const faster = notification(lamps.window.page, "Someone was faster");
    await faster.waitFor();
    await pressButton(faster, "Open and Resolve");
    const form = formIn(lamps.window);
    assert.deepEqual(await askedAbout(form), ["Status"]);
    await lamps.window.pictures("decide-resolve");
    assert.equal((await lamps.read(lamp))?.["status"], "Flickering", "nothing is sent before that");
    await choose(form, "Status", "Yours");
    await saveMerged(form).click();
    await tab(lamps.window, `● #${lamp}`).waitFor({ state: "detached" });
    await lamps.hasStatus(lamp, "Broken");
    await closeForm();
  });

  describe("with words", () => {
    async function openBox(artifactId: number): Promise<void> {
      await runRowCommand(lamps.row(artifactId), "Add Comment…");
      await quickInputSaying(lamps.window.page, "kept as a draft until it is sent");
      // The focus comes a moment after the box.
      await quickInput(lamps.window.page).locator("input:focus").waitFor();
    }

    /** What the drafts on disk hold of it. */
    async function onDisk(artifactId: number): Promise<readonly unknown[]> {
      const drafts = await draftsOnDisk(lamps.window.storage);
      return drafts
        .filter(({ subject }) => subject.artifactId === artifactId)
        .flatMap(({ draft }) => draft.inputs.map(({ target, input }) => [target, sourceOf(input)]));
    }

    function sourceOf(input: unknown): unknown {
      return typeof input === "object" && input !== null && "source" in input ? input.source : input;
    }

    it("are a draft at once, survive Escape and a reload, and are sent by Enter", async () => {
      const lamp = lamps.next();
      const { page } = lamps.window;
      await openBox(lamp);
      await page.keyboard.type("The glass is cracked");
      await assertSoon(async () =>
        assert.deepEqual(await onDisk(lamp), [["comment", "The glass is cracked"]]),
      );
      await lamps.window.pictures("decide-comment");
      await page.keyboard.press("Escape");
      await lamps.window.reload();
      await lamps.window.showViews();
      await lamps.showRows();
      await openBox(lamp);
      assert.equal(await quickInput(page).locator("input:visible").inputValue(), "The glass is cracked");
      await page.keyboard.type(", and wet");
      await page.keyboard.press("Enter");
      await notification(page, "was sent").waitFor();
      assert.deepEqual(lamps.comments(lamp), ["The glass is cracked, and wet"]);
      await assertSoon(async () => assert.deepEqual(await onDisk(lamp), []));
    });

    it("move into the form where more is to be written, with the cursor in it", async () => {
      const lamp = lamps.next();
      const { page } = lamps.window;
      await openBox(lamp);
      await page.keyboard.type("First");
      await quickInput(page).getByRole("button", { name: "Write It in the Form" }).click();
      const form = formIn(lamps.window);
      const comment = box(form, "comment");
      await assertSoon(async () => assert.equal(await comment.inputValue(), "First"));
      await form.locator("#field-comment :focus").waitFor();
      await page.keyboard.press("ControlOrMeta+End");
      await page.keyboard.press("Enter");
      await page.keyboard.type("Second");
      await assertSoon(async () => assert.deepEqual(await onDisk(lamp), [["comment", "First\nSecond"]]));
      assert.deepEqual(lamps.comments(lamp), []);
      await closeForm();
    });
  });

  describe("that delete", () => {
    it("leave neither row nor artifact; its form says so, and keeps what was typed", async () => {
      const lamp = lamps.next();
      await lamps.row(lamp).click();
      await tab(lamps.window, `#${lamp}`).waitFor();
      const form = formIn(lamps.window);
      await placeIn(form).fill("Under water");
      await kept(form);
      // Its row is drawn anew then, and what was asked of it before would find nothing.
      await lamps.row(lamp).getByText("unsent").waitFor();
      await runRowCommand(lamps.row(lamp), "Delete…");
      const question = dialog(lamps.window.page, `Delete #${lamp} Pier lamp?`);
      await question.getByText("stays on this machine").waitFor();
      await lamps.window.pictures("delete");
      await pressButton(question, "Delete");
      await form.getByText("This was deleted on Demo").waitFor();
      assert.equal(await placeIn(form).inputValue(), "Under water");
      await lamps.window.pictures("delete-form");
      await lamps.row(lamp).waitFor({ state: "detached" });
      assert.equal(await isThere(lamp), false);
      await closeForm();
    });

    it("several by a key stop at the limit, and tell which were deleted", async () => {
      const several = [lamps.next(), lamps.next(), lamps.next()];
      const [first] = several;
      await lamps.select(...several);
      await press("Delete");
      const question = dialog(lamps.window.page, "Delete 3 artifacts?");
      await question.getByText(`#${first} Pier lamp`).waitFor();
      await lamps.window.screenshot("delete-several");
      await pressButton(question, "Delete");
      const result = dialog(lamps.window.page, "Deleted 2 of 3 artifacts.");
      await result.getByText("Not deleted:").waitFor();
      await lamps.window.screenshot("delete-limit");
      const there = await Promise.all(several.map(isThere));
      assert.equal(there.filter((each) => each).length, 1);
      const left = several.find((_, place) => there[place] === true);
      const said = (await result.innerText()).replaceAll("\u00a0", " ");
      assert.match(said.slice(said.indexOf("Not deleted:")), new RegExp(`#${left} `));
      await pressButton(result, "Show What Is Left");
      await assertSoon(async () => assert.deepEqual(await table.ids(), [left]));
      await lamps.window.runCommand("View: Close All Editors");
    });
  });

  describe("go from one artifact to the next", () => {
    /** The last rows of the tree, which nothing was typed about. */
    function idAt(fromEnd: -1 | -2 | -3): number {
      return lamps.ids[-1 - fromEnd] ?? assert.fail("there are no lamps");
    }

    /** Waits until just these are open, the last of which is in front, and has the focus. */
    async function areOpen(...open: readonly number[]): Promise<void> {
      await assertSoon(async () => {
        const titles = await lamps.window.page.locator(".tabs-container .tab").allTextContents();
        const numbers = titles.map((title) => Number(/#(\d+)/.exec(title)?.[1]));
        assert.deepEqual(numbers, open);
      });
      await tab(lamps.window, `#${open.at(-1)}`)
        .and(lamps.window.page.locator(".active"))
        .waitFor();
      await formIn(lamps.window).locator("artifact-field").first().waitFor();
      await lamps.window.page.waitForFunction(() => document.activeElement?.tagName === "IFRAME");
    }

    function goBack(): Promise<void> {
      const { page } = lamps.window;
      return page.locator(".editor-actions").getByRole("button", { name: "Previous Artifact" }).click();
    }

    it("by keys, in the same tab, to the end of the list", async () => {
      await lamps.row(idAt(-2)).click();
      await areOpen(idAt(-2));
      await formIn(lamps.window).locator("artifact-field input").first().click();
      await press("Alt+PageUp");
      await areOpen(idAt(-3));
      await press("Alt+PageDown");
      await areOpen(idAt(-2));
      await press("Alt+PageDown");
      await areOpen(idAt(-1));
      await press("Alt+PageDown");
      await notification(lamps.window.page, "This is the last one of the list.").waitFor();
      await areOpen(idAt(-1));
    });

    it("by the buttons of the title bar; a form with something unsent in it stays", async () => {
      await placeIn(formIn(lamps.window)).fill("Breakwater");
      await kept(formIn(lamps.window));
      await lamps.window.pictures("next");
      await goBack();
      await areOpen(idAt(-1), idAt(-2));
      await goBack();
      await areOpen(idAt(-1), idAt(-3));
    });
  });
});
