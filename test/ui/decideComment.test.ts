import assert from "node:assert/strict";
import { draftsOnDisk } from "../support/fixtures/draftsOnDisk.ts";
import { box, formIn, tab } from "../support/window/form.ts";
import { Lamps } from "../support/fixtures/triageFixture.ts";
import { notification, pressButton } from "../support/window/messages.ts";
import { quickInput, quickInputSaying } from "../support/window/quickInput.ts";
import { assertSoon } from "../support/wait.ts";
import { runRowCommand } from "../support/window/tree.ts";

describe("a comment typed in passing", () => {
  let lamps: Lamps;

  before(async () => {
    lamps = await Lamps.open({ dialect: "product" });
  });
  after(() => lamps.close());

  async function openBox(artifactId: number): Promise<void> {
    await runRowCommand(lamps.row(artifactId), "Add Comment…");
    await quickInputSaying(lamps.window.page, "kept as a draft until it is sent");
    // The focus comes a moment after the box.
    await quickInput(lamps.window.page).locator("input:focus").waitFor();
  }

  function typed(): Promise<string> {
    return quickInput(lamps.window.page).locator("input:visible").inputValue();
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

  it("is a draft at once, survives Escape and a reload, and is sent by Enter", async () => {
    const lamp = lamps.next();
    const { page } = lamps.window;
    await openBox(lamp);
    await page.keyboard.type("The glass is cracked");
    await assertSoon(async () => assert.deepEqual(await onDisk(lamp), [["comment", "The glass is cracked"]]));
    await lamps.window.pictures("decide-comment");
    await page.keyboard.press("Escape");
    await lamps.window.reload();
    await lamps.window.showViews();
    await lamps.showRows();
    await openBox(lamp);
    assert.equal(await typed(), "The glass is cracked");
    await page.keyboard.type(", and wet");
    await page.keyboard.press("Enter");
    await notification(page, "was sent").waitFor();
    assert.deepEqual(lamps.comments(lamp), ["The glass is cracked, and wet"]);
    await assertSoon(async () => assert.deepEqual(await onDisk(lamp), []));
  });

  it("is kept when the connection is cut, and goes on in the form", async () => {
    const lamp = lamps.next();
    const { page } = lamps.window;
    await openBox(lamp);
    await page.keyboard.type("Wires are loose");
    const mend = lamps.server.faults.add({ path: /artifacts/, fault: { kind: "drop" } });
    await page.keyboard.press("Enter");
    const failed = notification(page, "is kept, but not sent");
    await failed.waitFor();
    await lamps.window.screenshot("decide-comment-cut");
    assert.deepEqual(await onDisk(lamp), [["comment", "Wires are loose"]]);
    mend();
    await pressButton(failed, "Open");
    const form = formIn(lamps.window);
    await assertSoon(async () => assert.equal(await box(form, "comment").inputValue(), "Wires are loose"));
    await form.getByRole("button", { name: "Save 1 change" }).click();
    await tab(lamps.window, `● #${lamp}`).waitFor({ state: "detached" });
    assert.deepEqual(lamps.comments(lamp), ["Wires are loose"]);
  });

  it("moves into the form where more is to be written, with the cursor in it", async () => {
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
    // A box would make one line of it.
    await lamps.window.runCommand("View: Close Editor");
    await tab(lamps.window, `#${lamp}`).waitFor({ state: "detached" });
    await runRowCommand(lamps.row(lamp), "Add Comment…");
    await tab(lamps.window, `● #${lamp}`).waitFor();
    await assertSoon(async () =>
      assert.equal(await box(formIn(lamps.window), "comment").inputValue(), "First\nSecond"),
    );
    assert.deepEqual(lamps.comments(lamp), []);
  });
});

describe("a comment for a server that has none", () => {
  let lamps: Lamps;

  before(async () => {
    lamps = await Lamps.open({ dialect: "documented" });
  });
  after(() => lamps.close());

  it("is not asked for", async () => {
    await runRowCommand(lamps.row(lamps.next()), "Add Comment…");
    await notification(lamps.window.page, "Demo takes no comments.").waitFor();
  });
});
