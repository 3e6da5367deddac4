import assert from "node:assert/strict";
import type { Locator } from "playwright-core";
import { emptyDraft } from "../../../src/model/form/draft.ts";
import { type FormPageWindow, openFormPage } from "../../support/page/formPage.ts";
import { FakeHost } from "../../support/page/form/fakeHost.ts";
import { createBugForm, createFormWithField } from "../../support/page/form/samples.ts";

/** The localStorage key of unconfirmed edits. */
const storageKey = `unheard ${JSON.stringify({ artifact: 1234 })}`;
const tooLongText = "0".repeat(1_000_001);
/** A line of a million characters takes seconds to lay out. */
const tooManyLines = `${"word ".repeat(15)}\n`.repeat(13_200);

describe("pending edits", () => {
  let window: FormPageWindow;

  afterEach(() => window.close());

  function getTextbox(name: string): Locator {
    return window.page.getByRole("textbox", { name, exact: true });
  }

  /** Sets the text at once: Chromium takes seconds to type a million characters. */
  async function setText(textbox: Locator, text: string): Promise<void> {
    await textbox.evaluate((element: HTMLInputElement | HTMLTextAreaElement, value) => {
      element.focus();
      element.value = value;
      element.dispatchEvent(new Event("input", { bubbles: true, composed: true }));
    }, text);
  }

  function getStoredEdits(): Promise<string | null> {
    return window.page.evaluate((name) => localStorage.getItem(name), storageKey);
  }

  /** Restarts the host and reloads the page; loading ends when the returned function is called. */
  async function restartHost(form = createBugForm()): Promise<() => void> {
    const { draft } = window.host;
    window.host = new FakeHost({ form }, await window.texts(), window.post);
    window.host.draft = draft;
    let finishLoading = (): void => undefined;
    window.host.loading = new Promise((resolve) => (finishLoading = resolve));
    await window.page.reload();
    await window.page.locator(".actions-bar").waitFor();
    return finishLoading;
  }

  it("are no longer stored once a save has started, so that a comment is only posted once", async () => {
    window = await openFormPage({ form: createBugForm() });
    window.host.suppressesDrafts = true;
    await getTextbox("Comment").fill("Said once");
    await window.waitUntil("the comment", () => window.host.getInput("comment") !== undefined);
    assert.match((await getStoredEdits()) ?? "", /Said once/);
    window.host.draftOverrides = { state: { kind: "savingToServer" } };
    await window.host.sendDraft();
    await window.page.getByText("Saving…").waitFor();
    assert.equal(await getStoredEdits(), null);
    window.host.draft = emptyDraft;
    window.host.draftOverrides = {};
    await window.page.reload();
    await window.page.locator(".actions-bar").waitFor();
    assert.equal(await getTextbox("Comment").inputValue(), "");
    assert.equal(window.host.getInput("comment"), undefined);
  });

  it("never replace what was typed since", async () => {
    window = await openFormPage({ form: createBugForm() });
    window.host.isUnresponsive = true;
    await getTextbox("Title").fill("Older");
    await getTextbox("Effort").fill("4");
    const finishLoading = await restartHost();
    await window.waitUntil("edits are sent again", () => window.host.getInput(12) !== undefined);
    assert.equal(await getTextbox("Title").inputValue(), "Older");
    await getTextbox("Title").fill("Newer");
    await window.waitUntil("the newer edit", () => window.host.edits.at(-1)?.target === 1);
    finishLoading();
    await window.waitUntil(
      "the form is shown twice",
      () => window.host.pageCalls.filter((method) => method === "showContent").length === 2,
    );
    assert.deepEqual(window.host.getInput(1), { kind: "line", text: "Newer" });
    assert.deepEqual(window.host.getInput(12), { kind: "number", text: "4" });
    assert.equal(await getTextbox("Title").inputValue(), "Newer");
  });

  it("are dropped for fields that were edited before the page knew its subject", async () => {
    window = await openFormPage({ form: createBugForm() });
    window.host.isUnresponsive = true;
    await getTextbox("Title").fill("Older");
    await getTextbox("Effort").fill("4");
    await window.page.evaluate(() => sessionStorage.clear());
    const finishLoading = await restartHost();
    await getTextbox("Title").fill("Newer");
    await window.waitUntil("the newer edit", () => window.host.getInput(1) !== undefined);
    finishLoading();
    await window.waitUntil("edits are sent again", () => window.host.getInput(12) !== undefined);
    assert.deepEqual(window.host.getInput(1), { kind: "line", text: "Newer" });
    assert.equal(await getTextbox("Title").inputValue(), "Newer");
  });

  it("are ignored if they are too long or invalid", async () => {
    window = await openFormPage({ form: createBugForm() });
    await window.page.evaluate((name) => {
      const edit = (target: unknown, text: string): unknown => ({
        target,
        input: { kind: "line", text },
        step: "begin",
      });
      const stored = [
        edit(1, "x".repeat(2_000_001)),
        edit("nowhere", "x"),
        { target: 12, input: 5, step: "begin" },
        { target: 12, input: { kind: "number", text: "4" }, step: "begin" },
        null,
      ];
      localStorage.setItem(name, JSON.stringify(stored));
    }, storageKey);
    (await restartHost())();
    await window.waitUntil("edits are sent again", () => window.host.edits.length > 0);
    assert.deepEqual(window.host.edits, [
      { target: 12, input: { kind: "number", text: "4" }, step: "begin" },
    ]);
    assert.deepEqual(window.browserErrors, []);
  });

  it("that are too long stay in the field with a problem, and aren't sent or saved", async () => {
    window = await openFormPage({ form: createBugForm() });
    await setText(getTextbox("Effort"), tooLongText);
    const problem = window.page.getByText("The text is too long. Enter at most 65,535 bytes.", {
      exact: true,
    });
    await problem.waitFor();
    const notSaved = window.page.getByText("Draft not saved locally yet");
    await notSaved.waitFor();
    await getTextbox("Due date").fill("2026-03-01");
    await window.waitUntil("the other edit", () => window.host.getInput(14) !== undefined);
    await window.host.sendDraft();
    assert.equal((await getTextbox("Effort").inputValue()).length, 1_000_001);
    assert.equal(window.host.getInput(12), undefined);
    assert.equal(await getStoredEdits(), null);
    await window.page.getByRole("button", { name: "Save 2 Changes" }).press("Enter");
    await window.page.waitForFunction(() => document.activeElement?.id === "field-12");
    assert.deepEqual(window.host.getCalls("save"), []);
    await window.page.getByRole("button", { name: "Revert Effort" }).press("Enter");
    await problem.waitFor({ state: "detached" });
    await notSaved.waitFor({ state: "detached" });
    assert.equal(await getTextbox("Effort").inputValue(), "2.5");
    await window.page.getByRole("button", { name: "Save 1 Change" }).press("Enter");
    await window.waitUntil("the save", () => window.host.getCalls("save").length === 1);
  });

  it("that are too long are discarded with the others", async () => {
    window = await openFormPage({ form: createBugForm() });
    await setText(getTextbox("Effort"), tooLongText);
    await window.page.getByRole("button", { name: "Discard" }).press("Enter");
    await window.page.getByRole("button", { name: "Save", exact: true }).waitFor();
    assert.equal(await getTextbox("Effort").inputValue(), "2.5");
  });

  for (const [name, parts] of [
    ["a text field", { type: "string" }],
    ["a text field with a limit", { type: "string", maxLength: 10 }],
    ["a multi-line text", { type: "text" }],
    ["a number", { type: "float" }],
    ["a date", { type: "date" }],
  ] as const) {
    it(`that are too long have a problem in ${name}`, async () => {
      window = await openFormPage({ form: createFormWithField(parts) });
      await setText(getTextbox("Field"), parts.type === "text" ? tooManyLines : tooLongText);
      await window.page.locator("artifact-field .problem").waitFor();
      assert.deepEqual(window.host.edits, []);
    });
  }

  it("that are too long have a problem in a test step and in an open list", async () => {
    window = await openFormPage({
      form: createFormWithField({ type: "ttmstepdef" }, { kind: "steps", steps: [] }),
    });
    await window.page.getByRole("button", { name: "Add Step" }).press("Enter");
    await setText(getTextbox("Field, Step 1, Description"), tooManyLines);
    await window.page.locator("artifact-field .problem").waitFor();
    await window.close();
    window = await openFormPage({
      form: createFormWithField({ type: "tbl", binding: "static" }, { kind: "openList", entries: [] }),
    });
    await setText(window.page.getByRole("combobox", { name: "Field" }), "x".repeat(70_000));
    await window.page.locator("artifact-field .problem").waitFor();
  });
});
