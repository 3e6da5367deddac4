import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { localIso } from "../../src/model/localTime.ts";
import { Buoys } from "../support/fixtures/conflictFixture.ts";
import { draftsOnDisk } from "../support/fixtures/draftsOnDisk.ts";
import { bugs, StoredBugs } from "../support/fixtures/storedBugs.ts";
import {
  askedAbout,
  choices,
  choose,
  chosen,
  leaveAndReturn,
  saveMerged,
} from "../support/window/conflict.ts";
import { kept, tab } from "../support/window/form.ts";
import { dialog, notification, pressButton } from "../support/window/messages.ts";
import { quickInputSaying, saveAs } from "../support/window/quickInput.ts";
import { openQueryTable, TableTab } from "../support/window/table.ts";
import { runRowCommand, treeRow } from "../support/window/tree.ts";
import type { VSCodeWindow } from "../support/window/window.ts";
import { assertSoon, until } from "../support/wait.ts";

// One window for all of these, in this order, which is loaded anew once.
describe("where others write, too", () => {
  let buoys: Buoys;
  let window: VSCodeWindow;
  let table: TableTab;
  let stored: StoredBugs;

  before(async () => {
    buoys = await Buoys.open("product", ({ url }) => ({
      "artifacts.queries": [
        { name: "Of another site", site: "https://elsewhere.example", tracker: bugs },
        {
          name: "Cosmetic ones",
          site: url,
          tracker: bugs,
          where: [{ field: "severity", operator: "is", value: "Cosmetic" }],
        },
      ],
    }));
    window = buoys.window;
    stored = new StoredBugs(buoys.server);
    table = new TableTab(window);
  });
  after(() => buoys.close());

  /** A colleague gives artifacts other titles. */
  async function theyRetitle(titles: ReadonlyMap<number, string>): Promise<void> {
    const { server } = buoys;
    const field_id = await stored.fieldNamed("title");
    server.clock.advance(60_000);
    for (const [id, value] of titles) {
      server.write(id, { by: server.accounts.admin, values: [{ field_id, value }] });
    }
    server.clock.advance(60_000);
  }

  describe("a form that someone else saves first", () => {
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
      await window.screenshot("conflict-merged-product");
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
      await window.pictures("conflict-product");
      await window.narrowScreenshot("conflict-product-narrow", 420);
      // Pressing the key again is no decision.
      await saveMerged(form).press("Enter");
      await choices(form, "Name").locator(":focus").waitFor();
      await choose(form, "Name", "Yours");
      await window.page.keyboard.press("ControlOrMeta+s");
      await buoys.savedNow();
      await buoys.shows(form, "name", "Green buoy");
      await buoys.shows(form, "log", "First line\nTheir second line\nThird line");
      await buoys.shows(form, "place", "Pier");
      await buoys.shows(form, "owner", "Harbour master");
    });

    it("opens a long text beside theirs, where one's own can be changed", async () => {
      const form = await buoys.open();
      await buoys.typeInto(form, "log", "First line\nMy second line\nThird line");
      await kept(form);
      buoys.theyWrite("log", "First line\nTheir second line\nThird line");
      await buoys.box(form, "log").press("ControlOrMeta+s");
      await choices(form, "Log").waitFor();
      await form.getByText("Compare side by side").click();
      const modified = window.page.locator(
        ".monaco-diff-editor .editor.modified .view-lines:not(.line-delete)",
      );
      await modified.getByText("My second line").waitFor();
      // Beside or above it, as there is room.
      await window.page.locator(".monaco-diff-editor").getByText("Their second line").first().waitFor();
      await window.screenshot("conflict-diff-product");
      await modified.click();
      await window.page.keyboard.press("ControlOrMeta+End");
      await window.page.keyboard.type(" and a half");
      await window.page.keyboard.press("ControlOrMeta+s");
      await assertSoon(async () => assert.equal(await chosen(form, "Log"), "Edit"));
      await saveMerged(form).click();
      await buoys.savedNow();
      await buoys.shows(form, "log", "First line\nMy second line\nThird line and a half");
      await window.page.locator(".monaco-diff-editor").waitFor({ state: "detached" });
    });

    it("is overwritten only when the person has seen what goes", async () => {
      const form = await buoys.open();
      await buoys.typeInto(form, "name", "Green");
      await kept(form);
      buoys.theyWrite("name", "Yellow");
      await buoys.box(form, "name").press("ControlOrMeta+s");
      await choices(form, "Name").waitFor();
      await form.getByRole("button", { name: "Overwrite…", exact: true }).click();
      const question = dialog(window.page, `Overwrite what ${buoys.other} saved?`);
      await question.getByText(`Name: “Yellow” of ${buoys.other} is replaced by “Green”.`).waitFor();
      await window.screenshot("conflict-overwrite-product");
      await pressButton(question, "Overwrite");
      await buoys.savedNow();
      await buoys.shows(form, "name", "Green");
    });

    it("is noticed when the window or its tab comes to the front, and only then; the cursor stays where it is", async () => {
      const form = await buoys.open();
      const first = buoys.artifact;
      await buoys.open();
      const asked = (id: number): number =>
        buoys.server.requests.filter(
          ({ method, path }) => method === "GET" && path.startsWith(`/api/artifacts/${id}`),
        ).length;
      const [hidden, shown] = [asked(first), asked(buoys.artifact)];
      await leaveAndReturn(buoys.window);
      await until("the form that is seen has asked", () => asked(buoys.artifact) > shown);
      assert.equal(asked(first), hidden, "a form that nobody sees asks nothing");
      buoys.artifact = first;
      buoys.theyWrite("owner", "The town");
      await tab(buoys.window, `#${first}`).click();
      await form.getByText(`${buoys.other} changed Owner`).waitFor();
      await buoys.shows(form, "owner", "The town");

      await buoys.typeInto(form, "name", "Green");
      await buoys.box(form, "log").click();
      await buoys.window.page.keyboard.press("ControlOrMeta+Home");
      await buoys.window.page.keyboard.press("ArrowDown");
      await buoys.window.page.keyboard.type("half a wo");
      await kept(form);
      const place = await buoys.box(form, "log").boundingBox();
      buoys.theyWrite("place", "Pier");
      buoys.theyWrite("name", "Yellow");
      await leaveAndReturn(buoys.window);
      await form.getByText(new RegExp(`${buoys.other} changed Name,? .*Place`)).waitFor();
      await buoys.shows(form, "place", "Pier");
      await form.locator("artifact-field.is-colliding").getByText("changed this to: Yellow").waitFor();
      await assertSoon(async () => {
        const now = await buoys.box(form, "log").boundingBox();
        assert.ok(Math.abs((now?.y ?? 0) - (place?.y ?? 0)) < 1, `moved from ${place?.y} to ${now?.y}`);
      });
      await buoys.window.page.keyboard.type("rd ");
      await buoys.shows(form, "log", "First line\nhalf a word Second line\nThird line");
      await buoys.window.pictures("conflict-banner");
      await form.getByRole("button", { name: "Put Name back" }).click();
      await buoys.shows(form, "name", "Yellow");
    });
  });

  describe("a table of artifacts", () => {
    it("is opened from its tracker in the tree, the newest first, and once", async () => {
      await runRowCommand(treeRow(window.page, "Bugs"), "Open as Table");
      await tab(window, "Bugs").waitFor();
      await table.isRead();
      const ids = await table.ids();
      assert.ok(ids.length > 10);
      assert.deepEqual(
        ids,
        ids.toSorted((one, other) => other - one),
      );
      await window.screenshot("table-product");
      await runRowCommand(treeRow(window.page, "Bugs"), "Open as Table");
      assert.equal(await tab(window, "Bugs").count(), 1);
    });

    it("has its status changed where it stands, and what it shows is what the server has", async () => {
      const [, id = 0] = await table.ids();
      buoys.server.clock.advance(60_000);
      const [other = ""] = await table.edit(id, "status");
      await window.screenshot("table-status");
      await table.choose(other);
      await notification(window.page, `Status is now ${other}`).waitFor();
      assert.equal((await stored.artifact(id)).status, other);
      await assertSoon(async () =>
        assert.match(await table.cell(id, "status").innerText(), new RegExp(other)),
      );
    });

    it("asks first where someone has changed a row since it was shown", async () => {
      const [, , id = 0] = await table.ids();
      const before = (await stored.artifact(id)).status;
      const [other = ""] = await table.edit(id, "status");
      await theyRetitle(new Map([[id, "Theirs"]]));
      await table.choose(other);
      const question = dialog(window.page, "was changed since it was shown to you");
      await question.waitFor();
      assert.equal((await stored.artifact(id)).status, before);
      await pressButton(question, "Change It All the Same");
      await assertSoon(async () => assert.equal((await stored.artifact(id)).status, other));
      await assertSoon(async () => assert.equal(await table.cell(id, "title").innerText(), "Theirs"));
    });

    it("has one change made in many rows, and taken back", async () => {
      const [first = 0, second = 0] = await table.ids();
      const held = async (): Promise<readonly string[]> => [
        await stored.severityOf(first),
        await stored.severityOf(second),
      ];
      const before = await held();
      await table.cell(first, "title").click();
      await window.page.keyboard.press("Shift+ArrowDown");
      await table.bar.getByText("2 selected").waitFor();
      await window.page.keyboard.press("e");
      await table.choose("Severity");
      const other = ["Cosmetic", "Critical", "Normal"].find((label) => !before.includes(label)) ?? "";
      await table.choose(other);
      buoys.server.clock.advance(60_000);
      await table.button("Change 2").click();
      await table.bar.locator("strong").getByText("2 changed").waitFor();
      assert.deepEqual(await held(), [other, other]);
      buoys.server.clock.advance(60_000);
      await table.button("Undo").click();
      await table.bar.locator("strong").getByText("2 changed back").waitFor();
      assert.deepEqual(await held(), before);
      await table.button("Close").click();
    });

    it("shows a field that is chosen as a column, and is exported for spreadsheets, byte for byte as it should be", async () => {
      await table.button("Columns").click();
      await window.screenshot("table-columns");
      await table.page.getByRole("checkbox", { name: "Severity" }).click();
      await window.page.keyboard.press("Escape");
      await table.page.getByRole("columnheader", { name: "Severity" }).waitFor();
      const [first = 0, second = 0] = await table.ids();
      const held = await stored.severityOf(first);
      await assertSoon(async () => assert.equal(await table.cell(first, "field").innerText(), held));
      await window.screenshot("table-severity");
      const formula = '=HYPERLINK("http://evil.example","x")';
      await theyRetitle(
        new Map([
          [first, formula],
          [second, "-12.5"],
        ]),
      );
      await table.button("Read Table Again").click();
      await assertSoon(async () => assert.match(await table.cell(first, "title").innerText(), /HYPERLINK/));
      await table.page.locator(".find input").fill("HYPERLINK");
      await assertSoon(async () => assert.deepEqual(await table.ids(), [first]));
      await writeFile(join(window.folder, "earlier.csv"), "");
      await table.button("CSV").click();
      await quickInputSaying(window.page, "Export as CSV");
      await saveAs(window.page, window.folder, "bugs.csv", "earlier.csv");
      await notification(window.page, "1 row is in bugs.csv").waitFor();
      const { status, assignees = [], last_modified_date = "" } = await stored.artifact(first);
      const people = assignees.map(({ real_name }) => real_name).join(", ");
      const harmless = `"'=HYPERLINK(""http://evil.example"",""x"")"`;
      const expected = `\uFEFFID,Title,Status,Assigned to,Changed,Severity\r\n${first},${harmless},${status},${people},${localIso(last_modified_date)},${held}\r\n`;
      const written = await readFile(join(window.folder, "bugs.csv"));
      assert.deepEqual(written.toString("hex"), Buffer.from(expected).toString("hex"), written.toString());
      await table.page.locator(".find input").fill("");
    });

    it("shows the conditions of a query in words, and is read again without one", async () => {
      await openQueryTable(window, "Cosmetic ones");
      await table.isRead();
      await table.page.getByText("Severity is Cosmetic").waitFor();
      await window.screenshot("table-query");
      const before = await table.ids();
      await table.button(/Remove condition/).click();
      await assertSoon(async () => assert.notDeepEqual(await table.ids(), before));
      await table.button("Save Query").click();
      await quickInputSaying(window.page, "A name for it");
      await window.page.keyboard.press("Enter");
      await table.button("Save Query").waitFor({ state: "detached" });
      const settings = JSON.parse(await readFile(window.userSettings, "utf8")) as {
        readonly "artifacts.queries": readonly { readonly name: string; readonly where?: unknown }[];
      };
      const kept = settings["artifacts.queries"].find(({ name }) => name === "Cosmetic ones");
      assert.deepEqual(kept, { name: "Cosmetic ones", site: buoys.server.url, tracker: bugs });
      await window.pictures("table-query");
    });

    it("says in place of rows that there is no such site", async () => {
      await openQueryTable(window, "Of another site");
      await table.page.getByText("You are not connected to https://elsewhere.example").waitFor();
      assert.equal(await table.rows.count(), 0);
    });
  });

  describe("forms and tables", () => {
    it("come back after a reload with what was chosen, and the form after a crash of the extension host", async () => {
      const form = await buoys.open();
      await buoys.typeInto(form, "name", "Green");
      await buoys.typeInto(form, "place", "Quay");
      await kept(form);
      buoys.theyWrite("name", "Yellow");
      buoys.theyWrite("place", "Pier");
      await buoys.box(form, "name").press("ControlOrMeta+s");
      await choose(form, "Name", "Theirs");
      await kept(form);
      await window.reload();
      // All of VS Code starts anew.
      await form.getByText("1 field needs your choice").waitFor();
      assert.deepEqual([await chosen(form, "Name"), await askedAbout(form)], ["Theirs", ["Name", "Place"]]);
      await tab(window, "Bugs").click();
      await table.page.getByRole("columnheader", { name: "Severity" }).waitFor();
      await assertSoon(async () => {
        const [id = 0] = await table.ids();
        assert.equal(await table.cell(id, "field").innerText(), await stored.severityOf(id));
      });
      assert.equal(await tab(window, "Bugs").count(), 1);
      await tab(window, `● #${buoys.artifact}`).click();
      await form.getByRole("button", { name: "Dismiss" }).click();
      await form.getByText("is here again").waitFor({ state: "detached" });
      // Each tab that comes back after a crash would come to the front; what follows is kept after this is.
      await window.runCommand("View: Close Other Editors in Group");
      await tab(window, "Bugs").waitFor({ state: "detached" });
      await choose(form, "Name", "Yours");
      await choose(form, "Place", "Yours");
      await assertSoon(async () => {
        const drafts = await draftsOnDisk(window.storage);
        const own = drafts.filter(({ subject }) => subject.artifactId === buoys.artifact);
        assert.equal(JSON.stringify(own).match(/"as":"mine"/g)?.length, 2);
      });
      await window.killExtensionHost();
      await form.getByText("is here again").waitFor();
      await form.getByText("All is decided").waitFor();
      await saveMerged(form).click();
      await buoys.savedNow();
      await buoys.shows(form, "name", "Green");
      await buoys.shows(form, "place", "Quay");
    });

    it("are closed when who has seen them signs out", async () => {
      await openQueryTable(window, "Of another site");
      // A page that comes takes the focus.
      await table.page.getByText("You are not connected to https://elsewhere.example").waitFor();
      await openQueryTable(window, "Cosmetic ones");
      await table.isRead();
      await runRowCommand(treeRow(window.page, "Demo"), "Sign Out…");
      // What was typed where others came first.
      await pressButton(dialog(window.page, "You have 1 unsent draft on Demo."), "Sign Out and Keep Drafts");
      for (const title of ["Cosmetic ones", `#${buoys.artifact}`]) {
        await tab(window, title).waitFor({ state: "detached" });
      }
      assert.equal(await tab(window, "Of another site").count(), 1);
    });
  });
});
