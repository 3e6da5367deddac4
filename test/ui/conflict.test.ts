import assert from "node:assert/strict";
import { Buoys } from "../support/fixtures/conflictFixture.ts";
import { askedAbout, choices, choose, chosen, saveMerged } from "../support/window/conflict.ts";
import { draftsOnDisk } from "../support/fixtures/draftsOnDisk.ts";
import { kept } from "../support/window/form.ts";
import { dialog, pressButton } from "../support/window/messages.ts";
import { assertSoon } from "../support/wait.ts";

for (const dialect of ["product", "documented"] as const) {
  describe(`a form that someone else saves first (${dialect})`, () => {
    let buoys: Buoys;

    before(async () => {
      buoys = await Buoys.open(dialect);
    });
    after(() => buoys.close());

    it("is saved on top of a change of another field, and says whose and which", async () => {
      const form = await buoys.open();
      await buoys.typeInto(form, "name", "Green");
      await kept(form);
      buoys.theyWriteMeanwhile("place", "Pier");
      await buoys.box(form, "name").press("ControlOrMeta+s");
      await form.getByText(`Saved, together with what ${buoys.other} changed meanwhile: Place.`).waitFor();
      await buoys.savedNow();
      await buoys.shows(form, "name", "Green");
      await buoys.shows(form, "place", "Pier");
      await buoys.window.screenshot(`conflict-merged-${dialect}`);
    });

    it("asks about a field that both have changed, and saves what was chosen", async () => {
      const form = await buoys.open();
      await buoys.typeInto(form, "name", "Green buoy");
      await buoys.typeInto(form, "log", "First line\nMy second line\nThird line");
      await buoys.typeInto(form, "owner", "Harbour master");
      await kept(form);
      buoys.theyWrite("place", "Pier");
      buoys.theyWrite("log", "First line\nTheir second line\nThird line");
      buoys.theyWriteMeanwhile("name", "Yellow buoy");
      await buoys.box(form, "name").press("ControlOrMeta+s");
      assert.deepEqual(await askedAbout(form), ["Log"], "seen before anything is sent");
      await choose(form, "Log", "Theirs");
      await saveMerged(form).click();
      await assertSoon(async () => assert.deepEqual(await askedAbout(form), ["Name", "Log"]));
      await form.getByRole("heading", { name: `${buoys.other} saved this before you did` }).waitFor();
      await buoys.window.pictures(`conflict-${dialect}`);
      await buoys.window.narrowScreenshot(`conflict-${dialect}-narrow`, 420);
      // Pressing the key again is no decision.
      await saveMerged(form).press("Enter");
      assert.equal(await choices(form, "Name").locator(":focus").count(), 1);
      await choose(form, "Name", "Yours");
      await saveMerged(form).click();
      await buoys.savedNow();
      await buoys.shows(form, "name", "Green buoy");
      await buoys.shows(form, "log", "First line\nTheir second line\nThird line");
      await buoys.shows(form, "place", "Pier");
      await buoys.shows(form, "owner", "Harbour master");
    });

    it("is decided by the keyboard alone", async () => {
      const form = await buoys.open();
      await buoys.typeInto(form, "name", "Green");
      await kept(form);
      buoys.theyWrite("name", "Yellow");
      await buoys.box(form, "name").press("ControlOrMeta+s");
      await choices(form, "Name").waitFor();
      const { keyboard } = buoys.window.page;
      await assertSoon(async () => {
        await keyboard.press("Tab");
        assert.equal(await choices(form, "Name").locator(":focus").count(), 1);
      });
      await keyboard.press("ArrowRight");
      await form.locator("[role=radio][aria-checked=true]").waitFor();
      await keyboard.press("ControlOrMeta+s");
      await buoys.savedNow();
      await assertSoon(async () =>
        assert.match(await buoys.box(form, "name").inputValue(), /^(Green|Yellow)$/),
      );
    });

    it("asks again when they have saved once more, and keeps what still holds", async () => {
      const form = await buoys.open();
      await buoys.typeInto(form, "name", "Green");
      await buoys.typeInto(form, "place", "Quay");
      await kept(form);
      buoys.theyWrite("name", "Yellow");
      buoys.theyWrite("place", "Pier");
      await buoys.box(form, "name").press("ControlOrMeta+s");
      await choose(form, "Name", "Yours");
      await choose(form, "Place", "Theirs");
      buoys.theyWriteMeanwhile("place", "Lock");
      await saveMerged(form).click();
      // What stood there before the second choice says the same.
      await assertSoon(async () =>
        assert.deepEqual([await chosen(form, "Name"), await chosen(form, "Place")], ["Yours", undefined]),
      );
      await form.getByText("1 field needs your choice").waitFor();
      await choose(form, "Place", "Yours");
      await saveMerged(form).click();
      await buoys.savedNow();
      await buoys.shows(form, "name", "Green");
      await buoys.shows(form, "place", "Quay");
    });

    it("comes back after a reload with what was chosen", async () => {
      const form = await buoys.open();
      await buoys.typeInto(form, "name", "Green");
      await buoys.typeInto(form, "place", "Quay");
      await kept(form);
      buoys.theyWrite("name", "Yellow");
      buoys.theyWrite("place", "Pier");
      await buoys.box(form, "name").press("ControlOrMeta+s");
      await choose(form, "Name", "Theirs");
      await kept(form);
      await buoys.window.reload();
      await form.getByText("1 field needs your choice").waitFor();
      assert.deepEqual([await chosen(form, "Name"), await askedAbout(form)], ["Theirs", ["Name", "Place"]]);
      await form.getByRole("button", { name: "Dismiss" }).click();
      await form.getByText("is here again").waitFor({ state: "detached" });
      await choose(form, "Name", "Yours");
      await choose(form, "Place", "Yours");
      await assertSoon(async () => {
        const drafts = await draftsOnDisk(buoys.window.storage);
        const own = drafts.filter(({ subject }) => subject.artifactId === buoys.artifact);
        assert.equal(JSON.stringify(own).match(/"as":"mine"/g)?.length, 2);
      });
      await buoys.window.killExtensionHost();
      await form.getByText("is here again").waitFor();
      await form.getByText("All is decided").waitFor();
      await saveMerged(form).click();
      await buoys.savedNow();
      await buoys.shows(form, "name", "Green");
      await buoys.shows(form, "place", "Quay");
    });

    it("opens a long text beside theirs, where one's own can be changed", async () => {
      const form = await buoys.open();
      await buoys.typeInto(form, "log", "First line\nMy second line\nThird line");
      await kept(form);
      buoys.theyWrite("log", "First line\nTheir second line\nThird line");
      await buoys.box(form, "log").press("ControlOrMeta+s");
      await choices(form, "Log").waitFor();
      await form.getByText("Compare side by side").click();
      const modified = buoys.window.page.locator(
        ".monaco-diff-editor .editor.modified .view-lines:not(.line-delete)",
      );
      await modified.getByText("My second line").waitFor();
      // Beside or above it, as there is room.
      await buoys.window.page.locator(".monaco-diff-editor").getByText("Their second line").first().waitFor();
      await buoys.window.screenshot(`conflict-diff-${dialect}`);
      await modified.click();
      await buoys.window.page.keyboard.press("ControlOrMeta+End");
      await buoys.window.page.keyboard.type(" and a half");
      await buoys.window.page.keyboard.press("ControlOrMeta+s");
      await assertSoon(async () => assert.equal(await chosen(form, "Log"), "Edit"));
      await saveMerged(form).click();
      await buoys.savedNow();
      await buoys.shows(form, "log", "First line\nMy second line\nThird line and a half");
      await buoys.window.page.locator(".monaco-diff-editor").waitFor({ state: "detached" });
    });

    it("is overwritten only when the person has seen what goes", async () => {
      const form = await buoys.open();
      await buoys.typeInto(form, "name", "Green");
      await kept(form);
      buoys.theyWrite("name", "Yellow");
      await buoys.box(form, "name").press("ControlOrMeta+s");
      await choices(form, "Name").waitFor();
      await form.getByRole("button", { name: "Overwrite…", exact: true }).click();
      const question = dialog(buoys.window.page, `Overwrite what ${buoys.other} saved?`);
      await question.getByText(`Name: “Yellow” of ${buoys.other} is replaced by “Green”.`).waitFor();
      await buoys.window.screenshot(`conflict-overwrite-${dialect}`);
      await pressButton(question, "Overwrite");
      await buoys.savedNow();
      await buoys.shows(form, "name", "Green");
    });
  });
}
