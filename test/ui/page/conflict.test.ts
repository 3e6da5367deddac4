import assert from "node:assert/strict";
import type { Locator } from "playwright-core";
import { ConflictPage } from "../../support/page/form/conflictPage.ts";
import { createConflicts } from "../../support/page/form/fakeConflict.ts";
import {
  createBugForm,
  descriptionFieldId,
  linksFieldId,
  createChoicesInput,
  createTextInput,
  sampleConflict,
  severityFieldId,
  remoteForm,
  versionsFieldId,
} from "../../support/page/form/conflictSample.ts";

describe("conflict view", () => {
  const conflictPage = new ConflictPage();

  afterEach(() => conflictPage.window.close());

  it("replaces the form and lists merged fields", async () => {
    await conflictPage.open();
    await conflictPage.window.page
      .getByRole("heading", { name: sampleConflict.texts.title, level: 1 })
      .waitFor();
    await conflictPage.window.page.getByText(sampleConflict.texts.summary).waitFor();
    assert.equal(await conflictPage.window.page.locator(".form").count(), 0);
    assert.deepEqual(await conflictPage.window.page.getByRole("columnheader").allTextContents(), [
      "Field",
      "Original",
      "Yours",
      "Ana Lopes, 12:03",
      "Result",
    ]);
    assert.deepEqual(await getTexts(conflictPage.getRow("Severity").getByRole("cell")), [
      "Minor",
      "Critical",
      "Major impact",
      "Yours Theirs Edit",
    ]);
    assert.deepEqual(await getTexts(conflictPage.window.page.locator(".merged > li")), [
      "Found in version changed by you and Ana Lopes → becomes 4.2.0, 4.2.1, 4.3.0",
      "Assigned to changed by Ana Lopes only → becomes Ana Lopes",
      "Due date changed by you only → becomes 2026-03-02",
    ]);
    assert.equal(await conflictPage.window.page.getByRole("radio", { checked: true }).count(), 0);
  });

  it("shows values without invisible and reordering characters", async () => {
    const hostile = "\u2067Do not\u200b pay\u200f";
    await conflictPage.openWith(
      createBugForm({ [descriptionFieldId]: createTextInput(`${hostile} at all`) }),
      {
        [severityFieldId]: {
          before: createChoicesInput([111, hostile]),
          mine: createChoicesInput([113, "\u202eCritical"]),
        },
        [descriptionFieldId]: { before: createTextInput(hostile), mine: createTextInput(`${hostile} now`) },
      },
    );
    assert.deepEqual((await getTexts(conflictPage.getRow("Severity").getByRole("cell"))).slice(0, 2), [
      "Do not pay",
      "Critical",
    ]);
    assert.deepEqual((await getTexts(conflictPage.getRow("Description").getByRole("cell"))).slice(0, 3), [
      "Do not pay",
      "Do not pay now",
      "Do not pay at all",
    ]);
    const isolation = await conflictPage
      .getRow("Description")
      .locator(".value")
      .evaluateAll((values) => values.map((value) => getComputedStyle(value).unicodeBidi));
    assert.deepEqual([...new Set(isolation)], ["isolate"]);
  });

  it("marks added words and list entries on each side", async () => {
    const form = createBugForm({
      [descriptionFieldId]: createTextInput("Refund fails in JPY and KRW."),
      [versionsFieldId]: createChoicesInput([131, "4.2.0"], [133, "4.3.0"]),
      [linksFieldId]: { kind: "links", forward: [{ artifactId: 1101, type: "_is_child" }] },
    });
    await conflictPage.openWith(form, {
      [severityFieldId]: {
        before: createChoicesInput([111, "Minor"]),
        mine: createChoicesInput([113, "Critical"]),
      },
      [descriptionFieldId]: { before: createTextInput("Refund fails in JPY."), mine: createTextInput("") },
      [versionsFieldId]: { before: undefined, mine: createChoicesInput([132, "4.2.1"]) },
      [linksFieldId]: {
        before: undefined,
        mine: { kind: "links", forward: [{ artifactId: 1198, type: "" }] },
      },
    });
    await conflictPage.getRow("Links").getByText("Rounding of partial refunds").waitFor();
    const getMarks = (label: string): Promise<readonly string[]> =>
      getTexts(conflictPage.getRow(label).locator("ins"));
    assert.deepEqual(await getMarks("Severity"), ["Critical", "Major impact"]);
    assert.deepEqual(await getMarks("Description"), ["–", "and KRW"]);
    assert.deepEqual(await getMarks("Found in version"), ["4.2.1", "4.2.0", "4.3.0"]);
    assert.deepEqual(await getMarks("Links"), [
      "Linked to bug #1198 Rounding of partial refunds",
      "Child of story #1101 Refunds for all currencies",
    ]);
    // The cell itself is empty.
    assert.equal(
      await conflictPage.getRow("Description").getByRole("cell").nth(1).textContent().then(normalizeSpace),
      "–",
    );
  });

  for (const theme of ["dark", "light"] as const) {
    it(`marks removed text, whitespace and invisible characters in the theme ${theme}`, async () => {
      const before = "[/]\n* = rw\n@team = rw\nroot = r";
      const bug = createBugForm({
        [descriptionFieldId]: createTextInput("[/]\n* = rw\nroot = \u200br"),
        [versionsFieldId]: createChoicesInput([131, "4.2.0"], [133, "4.3.0"]),
        [linksFieldId]: { kind: "links", forward: [{ artifactId: 1101, type: "_is_child" }] },
      });
      // Lists are merged, unless the user can no longer change the field.
      const fields = bug.fields.map((field) =>
        field.id === descriptionFieldId ? field : { ...field, access: "read" as const },
      );
      const form = { ...bug, fields };
      const originalLinks = [
        { artifactId: 1101, type: "_is_child" },
        { artifactId: 1198, type: "" },
      ];
      await conflictPage.open({
        form,
        theme,
        conflict: {
          ...sampleConflict,
          ...createConflicts(form, {
            [descriptionFieldId]: {
              before: createTextInput(before),
              mine: createTextInput("[/]\n* =\n@team = rw\n root = r"),
            },
            [versionsFieldId]: {
              before: createChoicesInput([131, "4.2.0"], [132, "4.2.1"]),
              mine: createChoicesInput([131, "4.2.0"]),
            },
            [linksFieldId]: {
              before: { kind: "links", forward: originalLinks },
              mine: { kind: "links", forward: [...originalLinks, { artifactId: 1300, type: "" }] },
            },
          }),
        },
      });
      await conflictPage.getRow("Links").getByText("Rounding of partial refunds").last().waitFor();
      const getMarks = async (label: string, column: number): Promise<readonly string[]> =>
        (
          await conflictPage
            .getRow(label)
            .getByRole("cell")
            .nth(column)
            .locator("ins, del")
            .evaluateAll((elements) =>
              elements.map(({ tagName, textContent }) => `${tagName} ${textContent}`),
            )
        ).map(normalizeSpace);
      assert.deepEqual(await getMarks("Description", 0), []);
      assert.deepEqual(await getMarks("Description", 1), ["DEL rw", "INS ·"]);
      assert.deepEqual(await getMarks("Description", 2), ["DEL @team = rw", "INS [U+200B]"]);
      assert.deepEqual(await getMarks("Found in version", 1), ["DEL 4.2.1"]);
      assert.deepEqual(await getMarks("Found in version", 2), ["INS 4.3.0", "DEL 4.2.1"]);
      assert.deepEqual(await getMarks("Links", 1), ["INS Linked to #1300"]);
      assert.deepEqual(await getMarks("Links", 2), ["DEL Linked to bug #1198 Rounding of partial refunds"]);
      await conflictPage.window.screenshot(`page-conflict-marks-${theme}`);
      assert.deepEqual(conflictPage.window.browserErrors, []);
    });
  }

  it("shows a changed text format", async () => {
    const form = createBugForm({
      [descriptionFieldId]: { kind: "text", source: "<p>Same</p>", format: "html" },
    });
    await conflictPage.openWith(form, {
      [descriptionFieldId]: { before: createTextInput("Same"), mine: createTextInput("Not the same") },
    });
    assert.deepEqual((await getTexts(conflictPage.getRow("Description").getByRole("cell"))).slice(0, 3), [
      "Same",
      "Not the same",
      "<p>Same</p> HTML",
    ]);
  });

  it("resolves conflicts by arrow keys, with one Tab stop per field", async () => {
    await conflictPage.open();
    await conflictPage.getChoice("Severity", "Yours").focus();
    await conflictPage.press("ArrowRight");
    await conflictPage.waitUntilChosen("Severity", "Yours");
    await conflictPage.press("ArrowRight", "ArrowRight");
    await conflictPage.waitUntilChosen("Severity", "Edit");
    await conflictPage.press("ArrowLeft");
    await conflictPage.waitUntilChosen("Severity", "Theirs");
    assert.deepEqual(
      (await conflictPage.waitForCalls("resolveConflict", 4)).map(
        (params) => (params as { choice: string }).choice,
      ),
      ["mine", "theirs", "edit", "theirs"],
    );
    assert.equal(conflictPage.window.host.getInput(severityFieldId), undefined);
    assert.equal(
      await conflictPage.window.page.evaluate(() => document.activeElement?.textContent.trim()),
      "Theirs",
    );
    await conflictPage.press("Tab");
    await conflictPage.press("Space");
    await conflictPage.waitUntilChosen("Description", "Yours");
  });

  it("shows a resolution immediately, and then as the host has it", async () => {
    await conflictPage.open();
    const { draft } = conflictPage.window.host;
    conflictPage.window.host.suppressesDrafts = true;
    await conflictPage.getChoice("Severity", "Theirs").click();
    await conflictPage.waitUntilChosen("Severity", "Theirs");
    await conflictPage.waitForCalls("resolveConflict");
    await conflictPage.window.host.sendDraft();
    await conflictPage.waitUntilChosen("Severity", "Theirs");
    // The host has reverted it.
    Object.assign(conflictPage.window.host, { draft, conflict: sampleConflict });
    await conflictPage.window.host.sendDraft();
    await conflictPage.window.page.locator("#conflict-11.is-unresolved").waitFor();
    conflictPage.window.host.errorText = "The server does not answer.";
    await conflictPage.getChoice("Severity", "Theirs").click();
    await conflictPage.window.page.getByRole("alert").getByText("The server does not answer.").waitFor();
    assert.equal(await conflictPage.getChoices("Severity").getByRole("radio", { checked: true }).count(), 0);
  });

  it("keeps a resolution while the host answers an earlier one", async () => {
    await conflictPage.open();
    const { host } = conflictPage.window;
    const answers: (() => void)[] = [];
    await conflictPage.getChoice("Severity", "Yours").focus();
    for (const count of [1, 2]) {
      host.resolution = new Promise((resolve) => answers.push(resolve));
      await conflictPage.press("ArrowRight");
      await conflictPage.waitForCalls("resolveConflict", count);
    }
    const choices = conflictPage.getChoices("Severity");
    for (const answer of answers) {
      const { conflict } = host;
      answer();
      await conflictPage.window.waitUntil("the host has resolved it", () => host.conflict !== conflict);
      await host.sendDraft();
      assert.equal(await choices.getByRole("radio", { checked: true }).innerText(), "Theirs");
    }
  });

  it("offers Both for lists, and shows the obstacle of a read-only field", async () => {
    const form = createBugForm({ [versionsFieldId]: createChoicesInput([131, "4.2.0"]) });
    const locked = {
      ...form,
      fields: form.fields.map((field) =>
        field.id === severityFieldId ? { ...field, access: "read" as const } : field,
      ),
    };
    await conflictPage.openWith(
      locked,
      {
        [versionsFieldId]: { before: undefined, mine: createChoicesInput([132, "4.2.1"]) },
        [severityFieldId]: {
          before: createChoicesInput([111, "Minor"]),
          mine: createChoicesInput([113, "Critical"]),
        },
      },
      {
        authors: { [versionsFieldId]: "Kim Park, 11:00" },
        obstacles: { [severityFieldId]: "It can't be changed any more." },
      },
    );
    await conflictPage.getChoice("Found in version", "Both").click();
    await conflictPage.window.waitUntil(
      "an input",
      () => conflictPage.window.host.getInput(versionsFieldId) !== undefined,
    );
    assert.deepEqual(
      conflictPage.window.host.getInput(versionsFieldId),
      createChoicesInput([131, "4.2.0"], [132, "4.2.1"]),
    );
    await conflictPage.getRow("Found in version").getByText("Kim Park, 11:00").waitFor();
    assert.deepEqual(await getTexts(conflictPage.getChoices("Severity").getByRole("radio")), ["Theirs"]);
    await conflictPage.getRow("Severity").getByText("It can't be changed any more.").waitFor();
  });

  it("edits the result in the control of the field", async () => {
    await conflictPage.open();
    await conflictPage.getChoice("Severity", "Edit").click();
    await conflictPage.window.page.getByRole("combobox", { name: "Severity" }).click();
    await conflictPage.window.page.getByRole("option", { name: "Minor" }).click();
    await conflictPage.window.waitUntil("edited", () => conflictPage.window.host.edits.length === 1);
    assert.deepEqual(conflictPage.window.host.getInput(severityFieldId), createChoicesInput([111, "Minor"]));
    await conflictPage.waitUntilChosen("Severity", "Edit");
    await conflictPage.getChoice("Severity", "Yours").click();
    await conflictPage.window.page.getByRole("combobox", { name: "Severity" }).waitFor({ state: "detached" });
    assert.deepEqual(
      conflictPage.window.host.getInput(severityFieldId),
      createChoicesInput([113, "Critical"]),
    );
  });

  it("opens a diff to edit a long text", async () => {
    await conflictPage.open();
    await conflictPage.getButton("Compare Side by Side").click();
    assert.deepEqual(await conflictPage.waitForCalls("openDiff"), [{ fieldId: descriptionFieldId }]);
    await conflictPage.getChoice("Description", "Edit").click();
    await conflictPage.waitForCalls("openDiff", 2);
    assert.deepEqual(
      conflictPage.window.host.calls.slice(-2).map(({ method }) => method),
      ["resolveConflict", "openDiff"],
    );
    await conflictPage.window.page
      .getByRole("textbox", { name: "Description", exact: true })
      .fill("Both of it.");
    await conflictPage.window.waitUntil("edited", () => conflictPage.window.host.edits.length === 1);
    assert.deepEqual(conflictPage.window.host.getInput(descriptionFieldId), createTextInput("Both of it."));
    // Selecting Edit by arrow key doesn't open the diff.
    await conflictPage.getChoice("Description", "Edit").focus();
    await conflictPage.press("ArrowLeft", "ArrowRight");
    await conflictPage.waitForCalls("resolveConflict", 3);
    await conflictPage.press("Enter");
    await conflictPage.waitForCalls("openDiff", 3);
  });

  it("saves once all conflicts are resolved; before that, saving focuses the first unresolved one", async () => {
    await conflictPage.open();
    await conflictPage.getChoice("Severity", "Theirs").click();
    await conflictPage.getButton("Save Merged Changes").press("Enter");
    await conflictPage.waitForStatus("Resolve the conflict in Description first.");
    await conflictPage
      .getRow("Description")
      .getByText("Resolve the conflict in Description first.")
      .waitFor();
    assert.equal(await conflictPage.getRow("Severity").locator(".problem").count(), 0);
    await conflictPage.window.page.waitForFunction(
      (id) => document.activeElement?.closest("tr")?.id === id,
      `conflict-${descriptionFieldId}`,
    );
    assert.deepEqual(conflictPage.window.host.getCalls("save"), []);
    await conflictPage.press("ArrowRight");
    await conflictPage.getRow("Description").locator(".problem").waitFor({ state: "detached" });
    await conflictPage.getButton("Save Merged Changes").press("Enter");
    await conflictPage.waitForCalls("save");
    conflictPage.window.host.draftOverrides = { state: { kind: "savingToServer" } };
    await conflictPage.window.host.sendDraft();
    await conflictPage.window.page.getByText("Saving…").waitFor();
    for (const name of ["Back to Form", "Save Merged Changes", "Overwrite…"]) {
      await conflictPage.window.page.getByRole("button", { name, disabled: true }).press("Enter");
    }
    await conflictPage.getChoice("Severity", "Yours").focus();
    await conflictPage.press("Enter", "ArrowRight");
    assert.deepEqual(
      conflictPage.window.host.calls.map(({ method }) => method),
      ["ready", "resolveConflict", "resolveConflict", "save"],
    );
  });

  it("calls the host to overwrite, and to go back to the form", async () => {
    await conflictPage.open();
    await conflictPage.getButton("Overwrite…").press("Enter");
    await conflictPage.waitForCalls("overwrite");
    await conflictPage.getButton("Back to Form").press("Enter");
    await conflictPage.waitForCalls("backToForm");
    await conflictPage.window.page.locator(".form").waitFor();
    assert.deepEqual(conflictPage.window.browserErrors, []);
  });

  it("shows notices and errors above the table", async () => {
    await conflictPage.open({
      draft: {
        notices: [{ id: "failed", severity: "error", text: "The server is away.", details: [], actions: [] }],
      },
    });
    await conflictPage.window.page.getByRole("alert").getByText("The server is away.").waitFor();
    conflictPage.window.host.errorText = "It is still away.";
    await conflictPage.getButton("Overwrite…").press("Enter");
    await conflictPage.window.page.getByRole("alert").getByText("It is still away.").waitFor();
    const [notices, table] = await conflictPage.window.page.evaluate(() =>
      [".notices", ".conflicts"].map(
        (selector) => document.querySelector(selector)?.getBoundingClientRect().top,
      ),
    );
    assert.ok(notices !== undefined && table !== undefined && notices < table);
  });

  it("shows the problem of the selected resolution", async () => {
    const dueDateFieldId = 14;
    await conflictPage.openWith(remoteForm, {
      [dueDateFieldId]: { before: { kind: "date", text: "" }, mine: { kind: "date", text: "2026-02-31" } },
    });
    await conflictPage.getChoice("Due date", "Yours").click();
    await conflictPage.getButton("Save Merged Changes").press("Enter");
    await conflictPage.waitForCalls("save");
    await conflictPage.window.host.callPage("revealField", { target: dueDateFieldId });
    await conflictPage.getRow("Due date").getByText("This date doesn't exist.").waitFor();
    await conflictPage.waitForStatus("Due date: This date doesn't exist.");
    assert.equal(
      await conflictPage.window.page.evaluate(() => document.activeElement?.textContent.trim()),
      "Yours",
    );
    await conflictPage.getChoice("Due date", "Edit").click();
    await conflictPage.window.page.getByRole("textbox", { name: "Due date", exact: true }).waitFor();
    await conflictPage.window.host.callPage("revealField", { target: dueDateFieldId });
    await conflictPage.window.page.waitForFunction(
      (id) => document.activeElement?.id === id,
      `field-${dueDateFieldId}`,
    );
  });

  it("is read-only while another window edits the draft", async () => {
    await conflictPage.open({ draft: { isOpenInOtherWindow: true } });
    await conflictPage.getChoice("Severity", "Theirs").focus();
    await conflictPage.press("Enter", "ArrowRight");
    await conflictPage.window.page
      .getByRole("button", { name: "Save Merged Changes", disabled: true })
      .press("Enter");
    await conflictPage.window.page.getByRole("button", { name: "Overwrite…", disabled: true }).press("Enter");
    await conflictPage.getButton("Back to Form").press("Enter");
    await conflictPage.waitForCalls("backToForm");
    for (const method of ["resolveConflict", "save", "overwrite"]) {
      assert.deepEqual(conflictPage.window.host.getCalls(method), []);
    }
  });
});

function normalizeSpace(text: string | null): string {
  return (text ?? "").replaceAll(/\s+/g, " ").trim();
}

async function getTexts(locator: Locator): Promise<readonly string[]> {
  return (await locator.allTextContents()).map(normalizeSpace);
}
