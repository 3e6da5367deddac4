import assert from "node:assert/strict";
import type { Locator } from "playwright-core";
import { Choosing } from "../../support/page/form/choosing.ts";
import { contestsOf } from "../../support/page/form/fakeConflict.ts";
import {
  bugWith,
  description,
  links,
  listed,
  longText,
  meeting,
  severity,
  theirs,
  versions,
} from "../../support/page/form/conflictSample.ts";

describe("the choices between yours and theirs", () => {
  const choosing = new Choosing();

  afterEach(() => choosing.window.close());

  it("stand in place of the form, with what was merged without asking", async () => {
    await choosing.open();
    await choosing.window.page.getByRole("heading", { name: meeting.words.title, level: 1 }).waitFor();
    await choosing.window.page.getByText(meeting.words.summary).waitFor();
    assert.equal(await choosing.window.page.locator(".form").count(), 0);
    assert.deepEqual(await choosing.window.page.getByRole("columnheader").allTextContents(), [
      "Field",
      "When you opened it",
      "Yours",
      "Ana Lopes, 12:03",
      "Result",
    ]);
    assert.deepEqual(await textsIn(choosing.row("Severity").getByRole("cell")), [
      "Minor",
      "Critical",
      "Major impact",
      "Yours Theirs Edit",
    ]);
    assert.deepEqual(await textsIn(choosing.window.page.locator(".merged > li")), [
      "Found in version changed by you and Ana Lopes → becomes 4.2.0, 4.2.1, 4.3.0",
      "Assigned to changed by Ana Lopes only → becomes Ana Lopes",
      "Due date changed by you only → becomes 2026-03-02",
    ]);
    assert.equal(await choosing.window.page.getByRole("radio", { checked: true }).count(), 0);
  });

  it("show values without what reorders or hides them, and change nothing in what is edited", async () => {
    const hostile = "\u2067Do not\u200b pay\u200f";
    await choosing.openWith(bugWith({ [description]: longText(`${hostile} at all`) }), {
      [severity]: { before: listed([111, hostile]), mine: listed([113, "\u202eCritical"]) },
      [description]: { before: longText(hostile), mine: longText(`${hostile} now`) },
    });
    assert.deepEqual((await textsIn(choosing.row("Severity").getByRole("cell"))).slice(0, 2), [
      "Do not pay",
      "Critical",
    ]);
    assert.deepEqual((await textsIn(choosing.row("Description").getByRole("cell"))).slice(0, 3), [
      "Do not pay",
      "Do not pay now",
      "Do not pay at all",
    ]);
    const isolation = await choosing
      .row("Description")
      .locator(".value")
      .evaluateAll((values) => values.map((value) => getComputedStyle(value).unicodeBidi));
    assert.deepEqual([...new Set(isolation)], ["isolate"]);
  });

  it("mark the words that are new on each side, and what was added to lists", async () => {
    const form = bugWith({
      [description]: longText("Refund fails in JPY and KRW."),
      [versions]: listed([131, "4.2.0"], [133, "4.3.0"]),
      [links]: { kind: "links", forward: [{ artifactId: 1101, type: "_is_child" }] },
    });
    await choosing.openWith(form, {
      [severity]: { before: listed([111, "Minor"]), mine: listed([113, "Critical"]) },
      [description]: { before: longText("Refund fails in JPY."), mine: longText("") },
      [versions]: { before: undefined, mine: listed([132, "4.2.1"]) },
      [links]: { before: undefined, mine: { kind: "links", forward: [{ artifactId: 1198, type: "" }] } },
    });
    await choosing.row("Links").getByText("Rounding of partial refunds").waitFor();
    const marks = (label: string): Promise<readonly string[]> => textsIn(choosing.row(label).locator("ins"));
    assert.deepEqual(await marks("Severity"), ["Critical", "Major impact"]);
    assert.deepEqual(await marks("Description"), ["–", "and KRW"]);
    assert.deepEqual(await marks("Found in version"), ["4.2.1", "4.2.0", "4.3.0"]);
    assert.deepEqual(await marks("Links"), [
      "Linked to bug #1198 Rounding of partial refunds",
      "Child of story #1101 Refunds for all currencies",
    ]);
    // Nothing stands in it.
    assert.equal(await choosing.row("Description").getByRole("cell").nth(1).textContent().then(trimmed), "–");
  });

  for (const theme of ["dark", "light"] as const) {
    it(`mark what is missing on a side, also blanks and what can't be seen, in the theme ${theme}`, async () => {
      const before = "[/]\n* = rw\n@team = rw\nroot = r";
      const bug = bugWith({
        [description]: longText("[/]\n* = rw\nroot = \u200br"),
        [versions]: listed([131, "4.2.0"], [133, "4.3.0"]),
        [links]: { kind: "links", forward: [{ artifactId: 1101, type: "_is_child" }] },
      });
      // Lists are merged, unless one's own can't be saved any more.
      const fields = bug.fields.map((field) =>
        field.id === description ? field : { ...field, access: "read" as const },
      );
      const form = { ...bug, fields };
      const kept = [
        { artifactId: 1101, type: "_is_child" },
        { artifactId: 1198, type: "" },
      ];
      await choosing.open({
        form,
        theme,
        meeting: {
          ...meeting,
          ...contestsOf(form, {
            [description]: { before: longText(before), mine: longText("[/]\n* =\n@team = rw\n root = r") },
            [versions]: { before: listed([131, "4.2.0"], [132, "4.2.1"]), mine: listed([131, "4.2.0"]) },
            [links]: {
              before: { kind: "links", forward: kept },
              mine: { kind: "links", forward: [...kept, { artifactId: 1300, type: "" }] },
            },
          }),
        },
      });
      await choosing.row("Links").getByText("Rounding of partial refunds").last().waitFor();
      const marks = async (label: string, at: number): Promise<readonly string[]> =>
        (
          await choosing
            .row(label)
            .getByRole("cell")
            .nth(at)
            .locator("ins, del")
            .evaluateAll((all) => all.map(({ tagName, textContent }) => `${tagName} ${textContent}`))
        ).map(trimmed);
      assert.deepEqual(await marks("Description", 0), []);
      assert.deepEqual(await marks("Description", 1), ["DEL rw", "INS ·"]);
      assert.deepEqual(await marks("Description", 2), ["DEL @team = rw", "INS [U+200B]"]);
      assert.deepEqual(await marks("Found in version", 1), ["DEL 4.2.1"]);
      assert.deepEqual(await marks("Found in version", 2), ["INS 4.3.0", "DEL 4.2.1"]);
      assert.deepEqual(await marks("Links", 1), ["INS Linked to #1300"]);
      assert.deepEqual(await marks("Links", 2), ["DEL Linked to bug #1198 Rounding of partial refunds"]);
      await choosing.window.screenshot(`page-conflict-marks-${theme}`);
      assert.deepEqual(choosing.window.complaints, []);
    });
  }

  it("tell the format of a text where it is another", async () => {
    const form = bugWith({ [description]: { kind: "text", source: "<p>Same</p>", format: "html" } });
    await choosing.openWith(form, {
      [description]: { before: longText("Same"), mine: longText("Not the same") },
    });
    assert.deepEqual((await textsIn(choosing.row("Description").getByRole("cell"))).slice(0, 3), [
      "Same",
      "Not the same",
      "<p>Same</p> HTML",
    ]);
  });

  it("are made with the arrows, one stop of the Tab key for each field", async () => {
    await choosing.open();
    await choosing.choice("Severity", "Yours").focus();
    await choosing.press("ArrowRight");
    await choosing.isChosen("Severity", "Yours");
    await choosing.press("ArrowRight", "ArrowRight");
    await choosing.isChosen("Severity", "Edit");
    await choosing.press("ArrowLeft");
    await choosing.isChosen("Severity", "Theirs");
    assert.deepEqual(
      (await choosing.asked("choose", 4)).map((params) => (params as { choice: string }).choice),
      ["mine", "theirs", "edit", "theirs"],
    );
    assert.equal(choosing.window.host.typed(severity), undefined);
    assert.equal(
      await choosing.window.page.evaluate(() => document.activeElement?.textContent.trim()),
      "Theirs",
    );
    await choosing.press("Tab");
    await choosing.press("Space");
    await choosing.isChosen("Description", "Yours");
  });

  it("are shown at once, and then as the host has them", async () => {
    await choosing.open();
    const { draft } = choosing.window.host;
    choosing.window.host.isSlow = true;
    await choosing.choice("Severity", "Theirs").click();
    await choosing.isChosen("Severity", "Theirs");
    await choosing.asked("choose");
    await choosing.window.host.tellDraft();
    await choosing.isChosen("Severity", "Theirs");
    // Somebody has taken it back.
    Object.assign(choosing.window.host, { draft, meeting });
    await choosing.window.host.tellDraft();
    await choosing.window.page.locator("#question-11.is-open").waitFor();
    choosing.window.host.refusal = "The server does not answer.";
    await choosing.choice("Severity", "Theirs").click();
    await choosing.window.page.getByRole("alert").getByText("The server does not answer.").waitFor();
    assert.equal(await choosing.choices("Severity").getByRole("radio", { checked: true }).count(), 0);
  });

  it("offer both where that makes sense, and say why where there is nothing to choose", async () => {
    const form = bugWith({ [versions]: listed([131, "4.2.0"]) });
    const locked = {
      ...form,
      fields: form.fields.map((each) => (each.id === severity ? { ...each, access: "read" as const } : each)),
    };
    await choosing.openWith(
      locked,
      {
        [versions]: { before: undefined, mine: listed([132, "4.2.1"]) },
        [severity]: { before: listed([111, "Minor"]), mine: listed([113, "Critical"]) },
      },
      { by: { [versions]: "Kim Park, 11:00" }, obstacles: { [severity]: "It can't be changed any more." } },
    );
    await choosing.choice("Found in version", "Both").click();
    await choosing.window.until("both", () => choosing.window.host.typed(versions) !== undefined);
    assert.deepEqual(choosing.window.host.typed(versions), listed([131, "4.2.0"], [132, "4.2.1"]));
    await choosing.row("Found in version").getByText("Kim Park, 11:00").waitFor();
    assert.deepEqual(await textsIn(choosing.choices("Severity").getByRole("radio")), ["Theirs"]);
    await choosing.row("Severity").getByText("It can't be changed any more.").waitFor();
  });

  it("let a field be edited in its own control", async () => {
    await choosing.open();
    await choosing.choice("Severity", "Edit").click();
    await choosing.window.page.getByRole("combobox", { name: "Severity" }).click();
    await choosing.window.page.getByRole("option", { name: "Minor" }).click();
    await choosing.window.until("edited", () => choosing.window.host.edits.length === 1);
    assert.deepEqual(choosing.window.host.typed(severity), listed([111, "Minor"]));
    await choosing.isChosen("Severity", "Edit");
    await choosing.choice("Severity", "Yours").click();
    await choosing.window.page.getByRole("combobox", { name: "Severity" }).waitFor({ state: "detached" });
    assert.deepEqual(choosing.window.host.typed(severity), listed([113, "Critical"]));
  });

  it("open a long text beside theirs for those who want to edit it", async () => {
    await choosing.open();
    await choosing.button("Compare side by side").click();
    assert.deepEqual(await choosing.asked("compare"), [{ fieldId: description }]);
    await choosing.choice("Description", "Edit").click();
    await choosing.asked("compare", 2);
    assert.deepEqual(
      choosing.window.host.calls.slice(-2).map(({ method }) => method),
      ["choose", "compare"],
    );
    await choosing.window.page.getByRole("textbox", { name: "Description", exact: true }).fill("Both of it.");
    await choosing.window.until("edited", () => choosing.window.host.edits.length === 1);
    assert.deepEqual(choosing.window.host.typed(description), longText("Both of it."));
    // Whoever passes by on the way to another choice is not taken away.
    await choosing.choice("Description", "Edit").focus();
    await choosing.press("ArrowLeft", "ArrowRight");
    await choosing.asked("choose", 3);
    await choosing.press("Enter");
    await choosing.asked("compare", 3);
  });

  it("are saved once all are made; until then saving goes to the first that is left", async () => {
    await choosing.open();
    await choosing.choice("Severity", "Theirs").click();
    await choosing.button("Save Merged").press("Enter");
    await choosing.saying("Choose what becomes of Description first.");
    await choosing.row("Description").getByText("Choose what becomes of Description first.").waitFor();
    assert.equal(await choosing.row("Severity").locator(".problem").count(), 0);
    await choosing.window.page.waitForFunction(
      (id) => document.activeElement?.closest("tr")?.id === id,
      `question-${description}`,
    );
    assert.deepEqual(choosing.window.host.asked("save"), []);
    await choosing.press("ArrowRight");
    await choosing.row("Description").locator(".problem").waitFor({ state: "detached" });
    await choosing.button("Save Merged").press("Enter");
    await choosing.asked("save");
    choosing.window.host.more = { state: { kind: "sending" } };
    await choosing.window.host.tellDraft();
    await choosing.window.page.getByText("Saving…").waitFor();
    for (const name of ["Back to Form", "Save Merged", "Overwrite…"]) {
      await choosing.window.page.getByRole("button", { name, disabled: true }).press("Enter");
    }
    await choosing.choice("Severity", "Yours").focus();
    await choosing.press("Enter", "ArrowRight");
    assert.deepEqual(
      choosing.window.host.calls.map(({ method }) => method),
      ["ready", "choose", "choose", "save"],
    );
  });

  it("can be left, and overwritten after a question of the host", async () => {
    await choosing.open();
    await choosing.button("Overwrite…").press("Enter");
    await choosing.asked("overwrite");
    await choosing.button("Back to Form").press("Enter");
    await choosing.asked("backToForm");
    await choosing.window.page.locator(".form").waitFor();
    assert.deepEqual(choosing.window.complaints, []);
  });

  it("are told above what the host has to say", async () => {
    await choosing.open({
      draft: {
        notices: [{ id: "failed", severity: "error", text: "The server is away.", details: [], actions: [] }],
      },
    });
    await choosing.window.page.getByRole("alert").getByText("The server is away.").waitFor();
    choosing.window.host.refusal = "It is still away.";
    await choosing.button("Overwrite…").press("Enter");
    await choosing.window.page.getByRole("alert").getByText("It is still away.").waitFor();
    const [notices, table] = await choosing.window.page.evaluate(() =>
      [".notices", ".questions"].map((each) => document.querySelector(each)?.getBoundingClientRect().top),
    );
    assert.ok(notices !== undefined && table !== undefined && notices < table);
  });

  it("say what is wrong with what was chosen", async () => {
    const due = 14;
    await choosing.openWith(theirs, {
      [due]: { before: { kind: "date", text: "" }, mine: { kind: "date", text: "2026-02-31" } },
    });
    await choosing.choice("Due date", "Yours").click();
    await choosing.button("Save Merged").press("Enter");
    await choosing.asked("save");
    await choosing.window.host.tell("reveal", { target: due });
    await choosing.row("Due date").getByText("This day does not exist.").waitFor();
    await choosing.saying("Due date: This day does not exist.");
    assert.equal(
      await choosing.window.page.evaluate(() => document.activeElement?.textContent.trim()),
      "Yours",
    );
    await choosing.choice("Due date", "Edit").click();
    await choosing.window.page.getByRole("textbox", { name: "Due date", exact: true }).waitFor();
    await choosing.window.host.tell("reveal", { target: due });
    await choosing.window.page.waitForFunction((id) => document.activeElement?.id === id, `field-${due}`);
  });

  it("can't be made where another window has the draft", async () => {
    await choosing.open({ draft: { isElsewhere: true } });
    await choosing.choice("Severity", "Theirs").focus();
    await choosing.press("Enter", "ArrowRight");
    await choosing.window.page.getByRole("button", { name: "Save Merged", disabled: true }).press("Enter");
    await choosing.window.page.getByRole("button", { name: "Overwrite…", disabled: true }).press("Enter");
    await choosing.button("Back to Form").press("Enter");
    await choosing.asked("backToForm");
    for (const method of ["choose", "save", "overwrite"]) {
      assert.deepEqual(choosing.window.host.asked(method), []);
    }
  });
});

function trimmed(text: string | null): string {
  return (text ?? "").replaceAll(/\s+/g, " ").trim();
}

async function textsIn(locator: Locator): Promise<readonly string[]> {
  return (await locator.allTextContents()).map(trimmed);
}
