import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { isoToLocalOffset } from "../../src/model/localTime.ts";
import { ConflictFixture } from "../support/fixtures/conflictFixture.ts";
import { readDraftFiles } from "../support/fixtures/readDraftFiles.ts";
import { bugsTrackerId, ServerBugs } from "../support/fixtures/serverBugs.ts";
import {
  getConflictLabels,
  getChoices,
  chooseSide,
  getChoice,
  blurAndFocusWindow,
  getSaveMergedButton,
} from "../support/window/conflict.ts";
import { editText, getForm, waitUntilDraftSaved, getTab } from "../support/window/form.ts";
import { getDialog, getNotification, pressButton } from "../support/window/messages.ts";
import { waitForQuickInput, saveAs, acceptQuickInput } from "../support/window/quickInput.ts";
import { openQueryTable, TableTab } from "../support/window/table.ts";
import { runRowCommand, getTreeRow } from "../support/window/tree.ts";
import type { VSCodeWindow } from "../support/window/window.ts";
import { assertEventually, waitUntil } from "../support/wait.ts";

// These tests share one window and depend on their order.
describe("concurrent changes in the window", () => {
  let fixture: ConflictFixture;
  let window: VSCodeWindow;
  let table: TableTab;
  let serverBugs: ServerBugs;

  before(async () => {
    fixture = await ConflictFixture.open("product", ({ url }) => ({
      "artifacts.queries": [
        { name: "Of another site", site: "https://elsewhere.example", tracker: bugsTrackerId },
        {
          name: "Cosmetic ones",
          site: url,
          tracker: bugsTrackerId,
          where: [{ field: "severity", operator: "is", value: "Cosmetic" }],
        },
      ],
    }));
    window = fixture.window;
    serverBugs = new ServerBugs(fixture.server);
    table = new TableTab(window);
  });
  after(() => fixture.close());

  /** Changes titles as another user. */
  async function changeTitlesAsOther(titles: ReadonlyMap<number, string>): Promise<void> {
    const { server } = fixture;
    const field_id = await serverBugs.fetchFieldId("title");
    server.clock.advance(60_000);
    for (const [id, value] of titles) {
      server.updateArtifact(id, { by: server.accounts.admin, values: [{ field_id, value }] });
    }
    server.clock.advance(60_000);
  }

  describe("a form of an artifact that another user has saved", () => {
    it("is merged with a change of another field, which is named with its author", async () => {
      const form = await fixture.open();
      await fixture.typeInto(form, "name", "Green");
      await waitUntilDraftSaved(form);
      fixture.changeAsOtherDuringSave("place", "Pier");
      await fixture.getInput(form, "name").press("ControlOrMeta+s");
      await form
        .getByText(`Saved. Changes made by ${fixture.otherUserName} in the meantime were merged: Place.`)
        .waitFor();
      await fixture.waitUntilSaved();
      await fixture.waitForValue(form, "name", "Green");
      await fixture.waitForValue(form, "place", "Pier");
      await window.screenshot("conflict-merged-product");
    });

    it("shows conflicts of fields that both have changed and saves the resolution", async () => {
      const form = await fixture.open();
      await fixture.typeInto(form, "name", "Green buoy");
      await fixture.typeInto(form, "log", "First line\nMy second line\nThird line");
      await fixture.typeInto(form, "owner", "Harbour master");
      await waitUntilDraftSaved(form);
      fixture.changeAsOther("place", "Pier");
      fixture.changeAsOther("log", "First line\nTheir second line\nThird line");
      await fixture.getInput(form, "name").press("ControlOrMeta+s");
      assert.deepEqual(await getConflictLabels(form), ["Log"]);
      fixture.changeAsOtherDuringSave("name", "Yellow buoy");
      await chooseSide(form, "Log", "Theirs");
      await getSaveMergedButton(form).click();
      await assertEventually(async () => assert.deepEqual(await getConflictLabels(form), ["Name", "Log"]));
      await form
        .getByRole("heading", { name: `${fixture.otherUserName} saved changes before you did` })
        .waitFor();
      await window.screenshotThemes("conflict-product");
      await window.narrowScreenshot("conflict-product-narrow", 420);
      // Saving again does not resolve a conflict.
      await getSaveMergedButton(form).press("Enter");
      await getChoices(form, "Name").locator(":focus").waitFor();
      await chooseSide(form, "Name", "Yours");
      await window.page.keyboard.press("ControlOrMeta+s");
      await fixture.waitUntilSaved();
      await fixture.waitForValue(form, "name", "Green buoy");
      await fixture.waitForValue(form, "log", "First line\nTheir second line\nThird line");
      await fixture.waitForValue(form, "place", "Pier");
      await fixture.waitForValue(form, "owner", "Harbour master");
    });

    it("opens a diff of a long text in which the own version can be edited", async () => {
      const form = await fixture.open();
      await fixture.typeInto(form, "log", "First line\nMy second line\nThird line");
      await waitUntilDraftSaved(form);
      fixture.changeAsOther("log", "First line\nTheir second line\nThird line");
      await fixture.getInput(form, "log").press("ControlOrMeta+s");
      await getChoices(form, "Log").waitFor();
      await form.getByText("Compare Side by Side").click();
      const modified = window.page.locator(
        ".monaco-diff-editor .editor.modified .view-lines:not(.line-delete)",
      );
      await modified.getByText("My second line").waitFor();
      // Side by side or inline, depending on the width.
      await window.page.locator(".monaco-diff-editor").getByText("Their second line").first().waitFor();
      await window.screenshot("conflict-diff-product");
      await modified.click();
      await window.page.keyboard.press("ControlOrMeta+End");
      await window.page.keyboard.type(" and a half");
      await window.page.keyboard.press("ControlOrMeta+s");
      await assertEventually(async () => assert.equal(await getChoice(form, "Log"), "Edit"));
      await getSaveMergedButton(form).click();
      await fixture.waitUntilSaved();
      await fixture.waitForValue(form, "log", "First line\nMy second line\nThird line and a half");
      await window.page.locator(".monaco-diff-editor").waitFor({ state: "detached" });
    });

    it("overwrites only after a confirmation that lists the replaced values", async () => {
      const form = await fixture.open();
      await fixture.typeInto(form, "name", "Green");
      await waitUntilDraftSaved(form);
      fixture.changeAsOther("name", "Yellow");
      await fixture.getInput(form, "name").press("ControlOrMeta+s");
      await getChoices(form, "Name").waitFor();
      await form.getByRole("button", { name: "Overwrite…", exact: true }).click();
      const confirmation = getDialog(window.page, `Overwrite the changes saved by ${fixture.otherUserName}?`);
      await confirmation
        .getByText(`Name: “Yellow” by ${fixture.otherUserName} will be replaced with “Green”.`)
        .waitFor();
      await window.screenshot("conflict-overwrite-product");
      await pressButton(confirmation, "Overwrite");
      await fixture.waitUntilSaved();
      await fixture.waitForValue(form, "name", "Green");
    });

    it("checks for changes only when the window or its tab becomes active and keeps the cursor position", async () => {
      const form = await fixture.open();
      const firstId = fixture.artifactId;
      await fixture.open();
      const countReads = (id: number): number =>
        fixture.server.requests.filter(
          ({ method, path }) => method === "GET" && path.startsWith(`/api/artifacts/${id}`),
        ).length;
      const [hiddenReads, visibleReads] = [countReads(firstId), countReads(fixture.artifactId)];
      await blurAndFocusWindow(fixture.window);
      await waitUntil(
        "the visible form has sent a request",
        () => countReads(fixture.artifactId) > visibleReads,
      );
      assert.equal(countReads(firstId), hiddenReads, "a hidden form sends no request");
      fixture.artifactId = firstId;
      fixture.changeAsOther("owner", "The town");
      await getTab(fixture.window, `#${firstId}`).click();
      await form.getByText(`${fixture.otherUserName} changed Owner`).waitFor();
      await fixture.waitForValue(form, "owner", "The town");

      await fixture.typeInto(form, "name", "Green");
      await editText(form, fixture.fieldId("log"));
      await fixture.getInput(form, "log").click();
      await fixture.window.page.keyboard.press("ControlOrMeta+Home");
      await fixture.window.page.keyboard.press("ArrowDown");
      await fixture.window.page.keyboard.type("half a wo");
      await waitUntilDraftSaved(form);
      const boxBefore = await fixture.getInput(form, "log").boundingBox();
      fixture.changeAsOther("place", "Pier");
      fixture.changeAsOther("name", "Yellow");
      await blurAndFocusWindow(fixture.window);
      await form.getByText(new RegExp(`${fixture.otherUserName} changed Name,? .*Place`)).waitFor();
      await fixture.waitForValue(form, "place", "Pier");
      await form.locator("artifact-field.has-conflict").getByText("changed this field to: Yellow").waitFor();
      await assertEventually(async () => {
        const box = await fixture.getInput(form, "log").boundingBox();
        assert.ok(
          Math.abs((box?.y ?? 0) - (boxBefore?.y ?? 0)) < 1,
          `moved from ${boxBefore?.y} to ${box?.y}`,
        );
      });
      await fixture.window.page.keyboard.type("rd ");
      await fixture.waitForValue(form, "log", "First line\nhalf a word Second line\nThird line");
      await fixture.window.screenshotThemes("conflict-banner");
      await form.getByRole("button", { name: "Revert Name" }).click();
      await fixture.waitForValue(form, "name", "Yellow");
    });

    it("shows who saved at the same time, also if the form was closed before that was known", async () => {
      const { server } = fixture;
      const form = await fixture.open();
      await fixture.typeInto(form, "name", "Green");
      await waitUntilDraftSaved(form);
      let removeFault = (): void => undefined;
      fixture.runDuringSave(() => {
        removeFault = server.faults.add({ path: /changesets/, fault: { kind: "status", status: 500 } });
      });
      await fixture.getInput(form, "name").press("ControlOrMeta+s");
      await fixture.waitUntilSaved();
      await form.getByText(/^Saved #/).waitFor({ state: "attached" });
      server.updateArtifact(fixture.artifactId, {
        values: [{ field_id: fixture.fieldId("name"), value: "Yellow" }],
        by: server.accounts.admin,
      });
      removeFault();
      await window.closeEditors();
      const name = fixture.otherUserName;
      const notification = getNotification(window.page, `${name} saved changes to #${fixture.artifactId}`);
      await notification.waitFor();
      await window.screenshot("conflict-unchecked-save");
      await pressButton(notification, "Open");
      const next = getForm(window);
      await next.getByText(`${name} saved Name at the same time as you.`).waitFor();
      await next.getByRole("button", { name: "Use Theirs" }).click();
      await waitUntil("the save is forgotten", async () =>
        (await readDraftFiles(window.storage)).every(
          ({ subject }) => subject.artifactId !== fixture.artifactId,
        ),
      );
      await fixture.waitForValue(next, "name", "Yellow");
    });
  });

  describe("a table of artifacts", () => {
    it("opens once from its tracker in the tree, sorted by newest first", async () => {
      await runRowCommand(getTreeRow(window.page, "Bugs"), "Open as Table");
      await getTab(window, "Bugs").waitFor();
      await table.waitUntilLoaded();
      const ids = await table.getIds();
      assert.ok(ids.length > 10);
      assert.deepEqual(
        ids,
        ids.toSorted((one, other) => other - one),
      );
      await window.screenshot("table-product");
      await runRowCommand(getTreeRow(window.page, "Bugs"), "Open as Table");
      await window.page.waitForFunction(() => document.activeElement?.tagName === "IFRAME");
      assert.equal(await getTab(window, "Bugs").count(), 1);
    });

    it("changes the status in a cell and shows the saved value", async () => {
      const [, id = 0] = await table.getIds();
      fixture.server.clock.advance(60_000);
      await window.runCommand("View: Toggle Primary Side Bar Visibility");
      const [other = ""] = await table.openCellEditor(id, "status");
      await window.screenshot("table-status");
      const before = fixture.server.requests.length;
      const hasReloadedMyWork = (): boolean =>
        fixture.server.requests.slice(before).some(({ path }) => path.includes("users/self/artifacts"));
      await table.choose(other);
      await getNotification(window.page, `Status is now ${other}`).waitFor();
      assert.equal((await serverBugs.fetchArtifact(id)).status, other);
      await assertEventually(async () =>
        assert.match(await table.getCell(id, "status").innerText(), new RegExp(other)),
      );
      // Rows of hidden views are loaded when they are shown again.
      assert.equal(hasReloadedMyWork(), false);
      await window.showViews();
      await waitUntil("My Work is reloaded", hasReloadedMyWork);
    });

    it("asks for confirmation if another user has changed the row", async () => {
      const [, , id = 0] = await table.getIds();
      const before = (await serverBugs.fetchArtifact(id)).status;
      const [other = ""] = await table.openCellEditor(id, "status");
      await changeTitlesAsOther(new Map([[id, "Theirs"]]));
      await table.choose(other);
      const confirmation = getDialog(window.page, "has changed since you last loaded it");
      await confirmation.waitFor();
      assert.equal((await serverBugs.fetchArtifact(id)).status, before);
      await pressButton(confirmation, "Change Anyway");
      await assertEventually(async () => assert.equal((await serverBugs.fetchArtifact(id)).status, other));
      await assertEventually(async () =>
        assert.equal(await table.getCell(id, "title").innerText(), "Theirs"),
      );
    });

    it("changes several rows at once and undoes it", async () => {
      const [first = 0, second = 0] = await table.getIds();
      const fetchSeverities = async (): Promise<readonly string[]> => [
        await serverBugs.fetchSeverity(first),
        await serverBugs.fetchSeverity(second),
      ];
      const before = await fetchSeverities();
      await table.getCell(first, "title").click();
      await window.page.keyboard.press("Shift+ArrowDown");
      await table.bulkEditBar.getByText("2 selected").waitFor();
      await window.page.keyboard.press("e");
      await table.choose("Severity");
      const other = ["Cosmetic", "Critical", "Normal"].find((label) => !before.includes(label)) ?? "";
      await table.choose(other);
      fixture.server.clock.advance(60_000);
      await table.getButton("Change 2 Artifacts").click();
      await table.bulkEditBar.locator("strong").getByText("2 changed").waitFor();
      assert.deepEqual(await fetchSeverities(), [other, other]);
      fixture.server.clock.advance(60_000);
      await table.getButton("Undo").click();
      await table.bulkEditBar.locator("strong").getByText("2 undone").waitFor();
      assert.deepEqual(await fetchSeverities(), before);
      await table.getButton("Close").click();
    });

    it("shows a field as a column and exports a CSV file without formulas", async () => {
      await table.getButton("Columns").click();
      await window.screenshot("table-columns");
      await table.page.getByRole("checkbox", { name: "Severity" }).click();
      await window.page.keyboard.press("Escape");
      await table.page.getByRole("columnheader", { name: "Severity" }).waitFor();
      const [first = 0, second = 0] = await table.getIds();
      const severity = await serverBugs.fetchSeverity(first);
      await assertEventually(async () =>
        assert.equal(await table.getCell(first, "field").innerText(), severity),
      );
      await window.screenshot("table-severity");
      const formula = '=HYPERLINK("http://evil.example","x")';
      await changeTitlesAsOther(
        new Map([
          [first, formula],
          [second, "-12.5"],
        ]),
      );
      await table.getButton("Refresh Table").click();
      await assertEventually(async () =>
        assert.match(await table.getCell(first, "title").innerText(), /HYPERLINK/),
      );
      await table.page.locator(".search-box input").fill("HYPERLINK");
      await assertEventually(async () => assert.deepEqual(await table.getIds(), [first]));
      await writeFile(join(window.folder, "earlier.csv"), "");
      await table.getButton("CSV").click();
      await waitForQuickInput(window.page, "Export as CSV");
      await saveAs(window.page, window.folder, "bugs.csv", "earlier.csv");
      await getNotification(window.page, "Exported 1 row to bugs.csv").waitFor();
      const { status, assignees = [], last_modified_date = "" } = await serverBugs.fetchArtifact(first);
      const people = assignees.map(({ real_name }) => real_name).join(", ");
      const escapedFormula = `"'=HYPERLINK(""http://evil.example"",""x"")"`;
      const expected = `\uFEFFID,Title,Status,Assigned to,Modified,Severity\r\n${first},${escapedFormula},${status},${people},${isoToLocalOffset(last_modified_date)},${severity}\r\n`;
      const written = await readFile(join(window.folder, "bugs.csv"));
      assert.deepEqual(written.toString("hex"), Buffer.from(expected).toString("hex"), written.toString());
      await table.page.locator(".search-box input").fill("");
    });

    it("shows the conditions of a query and reloads when one is removed", async () => {
      await openQueryTable(window, "Cosmetic ones");
      await table.waitUntilLoaded();
      await table.page.getByText("Severity is Cosmetic").waitFor();
      await window.screenshot("table-query");
      const before = await table.getIds();
      await table.getButton(/Remove Condition/).click();
      await assertEventually(async () => assert.notDeepEqual(await table.getIds(), before));
      await table.getButton("Save Query").click();
      await waitForQuickInput(window.page, "Enter a name for the query");
      await acceptQuickInput(window.page);
      await table.getButton("Save Query").waitFor({ state: "detached" });
      const settings = JSON.parse(await readFile(window.userSettings, "utf8")) as {
        readonly "artifacts.queries": readonly { readonly name: string; readonly where?: unknown }[];
      };
      const savedQuery = settings["artifacts.queries"].find(({ name }) => name === "Cosmetic ones");
      assert.deepEqual(savedQuery, {
        name: "Cosmetic ones",
        site: fixture.server.url,
        tracker: bugsTrackerId,
      });
      await window.screenshotThemes("table-query");
    });

    it("shows a message instead of rows if the site is not connected", async () => {
      await openQueryTable(window, "Of another site");
      await table.page.getByText("You aren't connected to https://elsewhere.example").waitFor();
      assert.equal(await table.rows.count(), 0);
    });
  });

  describe("forms and tables", () => {
    it("are restored with their resolutions after a reload, and forms after a crash of the extension host", async () => {
      const form = await fixture.open();
      await fixture.typeInto(form, "name", "Green");
      await fixture.typeInto(form, "place", "Quay");
      await waitUntilDraftSaved(form);
      fixture.changeAsOther("name", "Yellow");
      fixture.changeAsOther("place", "Pier");
      await fixture.getInput(form, "name").press("ControlOrMeta+s");
      await chooseSide(form, "Name", "Theirs");
      await waitUntilDraftSaved(form);
      await window.reload();
      await form.getByText("1 conflict to resolve").waitFor();
      assert.deepEqual(
        [await getChoice(form, "Name"), await getConflictLabels(form)],
        ["Theirs", ["Name", "Place"]],
      );
      await getTab(window, "Bugs").click();
      await table.page.getByRole("columnheader", { name: "Severity" }).waitFor();
      await assertEventually(async () => {
        const [id = 0] = await table.getIds();
        assert.equal(await table.getCell(id, "field").innerText(), await serverBugs.fetchSeverity(id));
      });
      assert.equal(await getTab(window, "Bugs").count(), 1);
      await getTab(window, `● #${fixture.artifactId}`).click();
      await form.getByRole("button", { name: "Dismiss" }).click();
      await form.getByText("Restored your draft from").waitFor({ state: "detached" });
      // Close other tabs, because each tab that is restored after the crash would become active.
      await window.runCommand("View: Close Other Editors in Group");
      await getTab(window, "Bugs").waitFor({ state: "detached" });
      await chooseSide(form, "Name", "Yours");
      await chooseSide(form, "Place", "Yours");
      await assertEventually(async () => {
        const drafts = await readDraftFiles(window.storage);
        const artifactDrafts = drafts.filter(({ subject }) => subject.artifactId === fixture.artifactId);
        assert.equal(JSON.stringify(artifactDrafts).match(/"resolution":"mine"/g)?.length, 2);
      });
      await window.killExtensionHost();
      await form.getByText("Restored your draft from").waitFor();
      await form.getByText("All conflicts are resolved").waitFor();
      await getSaveMergedButton(form).click();
      await fixture.waitUntilSaved();
      await fixture.waitForValue(form, "name", "Green");
      await fixture.waitForValue(form, "place", "Quay");
    });

    it("are closed when the user signs out", async () => {
      await openQueryTable(window, "Of another site");
      // A loaded page takes the focus.
      await table.page.getByText("You aren't connected to https://elsewhere.example").waitFor();
      await openQueryTable(window, "Cosmetic ones");
      await table.waitUntilLoaded();
      await runRowCommand(getTreeRow(window.page, "Demo"), "Sign Out…");
      // The draft is from the tests of conflicts.
      await pressButton(getDialog(window.page, "You have 1 draft on Demo."), "Sign Out and Keep Drafts");
      for (const title of ["Cosmetic ones", `#${fixture.artifactId}`]) {
        await getTab(window, title).waitFor({ state: "detached" });
      }
      assert.equal(await getTab(window, "Of another site").count(), 1);
    });
  });
});
