import assert from "node:assert/strict";
import { askedAbout, choose, saveMerged } from "../support/window/conflict.ts";
import { box, formIn, kept, tab } from "../support/window/form.ts";
import { Lamps } from "../support/fixtures/triageFixture.ts";
import { notification, pressButton } from "../support/window/messages.ts";
import { pickItem, quickInputSaying } from "../support/window/quickInput.ts";
import { assertSoon } from "../support/wait.ts";
import { runRowCommand } from "../support/window/tree.ts";

describe("a decision that someone else is faster than", () => {
  let lamps: Lamps;

  before(async () => {
    lamps = await Lamps.open({ dialect: "product" });
  });
  after(() => lamps.close());

  async function setStatus(artifactId: number, label: string): Promise<void> {
    await runRowCommand(lamps.row(artifactId), "Set Status…");
    await quickInputSaying(lamps.window.page, "Status of");
    await pickItem(lamps.window.page, label);
  }

  async function openAndResolve(): Promise<void> {
    const faster = notification(lamps.window.page, "Someone was faster");
    await faster.waitFor();
    await pressButton(faster, "Open and Resolve");
  }

  /** Saves the form in front and waits until nothing in it is unsent. */
  async function savedNow(artifactId: number): Promise<void> {
    await tab(lamps.window, `● #${artifactId}`).waitFor({ state: "detached" });
  }

  it("is typed into the form, where the person chooses", async () => {
    const lamp = lamps.next();
    lamps.meanwhile(() => lamps.theySetStatus(lamp, "Flickering"));
    await setStatus(lamp, "Broken");
    await openAndResolve();
    const form = formIn(lamps.window);
    assert.deepEqual(await askedAbout(form), ["Status"]);
    await lamps.window.pictures("decide-resolve");
    assert.equal((await lamps.read(lamp))?.["status"], "Flickering", "nothing is sent before that");
    await choose(form, "Status", "Yours");
    await saveMerged(form).click();
    await savedNow(lamp);
    await lamps.hasStatus(lamp, "Broken");
  });

  it("needs no choice where they have changed something else", async () => {
    const lamp = lamps.next();
    lamps.meanwhile(() => lamps.theyWrite(lamp, "place", "Harbour"));
    await setStatus(lamp, "Broken");
    await openAndResolve();
    const form = formIn(lamps.window);
    await tab(lamps.window, `● #${lamp}`).waitFor();
    await assertSoon(async () =>
      assert.equal(await box(form, lamps.fieldId("place")).inputValue(), "Harbour"),
    );
    await form.getByRole("button", { name: "Save 1 change" }).click();
    await savedNow(lamp);
    await lamps.hasStatus(lamp, "Broken");
  });

  it("never takes the place of what is typed in the form", async () => {
    const lamp = lamps.next();
    lamps.meanwhile(() => {
      lamps.theyWrite(lamp, "place", "Harbour");
    });
    await setStatus(lamp, "Broken");
    await openAndResolve();
    await tab(lamps.window, `● #${lamp}`).waitFor();
    await kept(formIn(lamps.window));
    await runRowCommand(lamps.row(lamp), "Set Status…");
    await notification(lamps.window.page, "You have changed Status in the form of").waitFor();
    await lamps.window.screenshot("decide-typed");
    assert.equal((await lamps.read(lamp))?.["status"], "Lit");
  });
});
