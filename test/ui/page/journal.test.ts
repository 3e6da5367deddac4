import assert from "node:assert/strict";
import type { Locator } from "playwright-core";
import { untouched } from "../../../src/model/form/draft.ts";
import { type FormPageWindow, openFormPage } from "../../support/page/formPage.ts";
import { FakeHost } from "../../support/page/form/fakeHost.ts";
import { bugForm, formWithField } from "../../support/page/form/samples.ts";

/** Under which the page keeps what the host has not confirmed. */
const key = `unheard ${JSON.stringify({ artifact: 1234 })}`;
const giant = "word ".repeat(200_001);

describe("what the page keeps until the host has it", () => {
  let window: FormPageWindow;

  afterEach(() => window.close());

  function line(name: string): Locator {
    return window.page.getByRole("textbox", { name, exact: true });
  }

  function journal(): Promise<string | null> {
    return window.page.evaluate((name) => localStorage.getItem(name), key);
  }

  /** The host died and came back; its server takes until the returned function is called. */
  async function restart(form = bugForm()): Promise<() => void> {
    const { draft } = window.host;
    window.host = new FakeHost({ form }, await window.texts(), window.post);
    window.host.draft = draft;
    let goOn = (): void => undefined;
    window.host.loading = new Promise((resolve) => (goOn = resolve));
    await window.page.reload();
    await window.page.locator(".actions-bar").waitFor();
    return goOn;
  }

  it("is not kept longer than until it is sent: a comment is said once", async () => {
    window = await openFormPage({ form: bugForm() });
    window.host.isSlow = true;
    await line("Comment").fill("Said once");
    await window.until("heard", () => window.host.typed("comment") !== undefined);
    assert.match((await journal()) ?? "", /Said once/);
    window.host.more = { state: { kind: "sending" } };
    await window.host.tellDraft();
    await window.page.getByText("Saving…").waitFor();
    assert.equal(await journal(), null);
    window.host.draft = untouched;
    window.host.more = {};
    await window.page.reload();
    await window.page.locator(".actions-bar").waitFor();
    assert.equal(await line("Comment").inputValue(), "");
    assert.equal(window.host.typed("comment"), undefined);
  });

  it("never replaces what was typed since, however long the server takes", async () => {
    window = await openFormPage({ form: bugForm() });
    window.host.isDead = true;
    await line("Title").fill("Older");
    await line("Effort").fill("4");
    const goOn = await restart();
    await window.until("handed over", () => window.host.typed(12) !== undefined);
    assert.equal(await line("Title").inputValue(), "Older");
    await line("Title").fill("Newer");
    await window.until("newer", () => window.host.edits.at(-1)?.target === 1);
    goOn();
    await window.until("all told", () => window.host.told.filter((each) => each === "show").length === 2);
    assert.deepEqual(window.host.typed(1), { kind: "line", text: "Newer" });
    assert.deepEqual(window.host.typed(12), { kind: "number", text: "4" });
    assert.equal(await line("Title").inputValue(), "Newer");
  });

  it("is dropped where somebody has typed before the page knew what it shows", async () => {
    window = await openFormPage({ form: bugForm() });
    window.host.isDead = true;
    await line("Title").fill("Older");
    await line("Effort").fill("4");
    await window.page.evaluate(() => sessionStorage.clear());
    const goOn = await restart();
    await line("Title").fill("Newer");
    await window.until("newer", () => window.host.typed(1) !== undefined);
    goOn();
    await window.until("handed over", () => window.host.typed(12) !== undefined);
    assert.deepEqual(window.host.typed(1), { kind: "line", text: "Newer" });
    assert.equal(await line("Title").inputValue(), "Newer");
  });

  it("does without what is too long, or makes no sense", async () => {
    window = await openFormPage({ form: bugForm() });
    await window.page.evaluate((name) => {
      const edit = (target: unknown, text: string): unknown => ({
        target,
        input: { kind: "line", text },
        step: "begin",
      });
      const left = [
        edit(1, "x".repeat(2_000_001)),
        edit("nowhere", "x"),
        { target: 12, input: 5, step: "begin" },
        { target: 12, input: { kind: "number", text: "4" }, step: "begin" },
        null,
      ];
      localStorage.setItem(name, JSON.stringify(left));
    }, key);
    (await restart())();
    await window.until("handed over", () => window.host.edits.length > 0);
    assert.deepEqual(window.host.edits, [
      { target: 12, input: { kind: "number", text: "4" }, step: "begin" },
    ]);
    assert.deepEqual(window.complaints, []);
  });

  it("what is too long for any field stays in it, with a problem, and goes nowhere", async () => {
    window = await openFormPage({ form: bugForm() });
    await line("Effort").fill("0".repeat(1_000_001));
    const problem = window.page.getByText("This text is too long: at most 65,535 bytes fit here.", {
      exact: true,
    });
    await problem.waitFor();
    const notKept = window.page.getByText("Draft not kept yet");
    await notKept.waitFor();
    await line("Due date").fill("2026-03-01");
    await window.until("the other one", () => window.host.typed(14) !== undefined);
    await window.host.tellDraft();
    assert.equal((await line("Effort").inputValue()).length, 1_000_001);
    assert.equal(window.host.typed(12), undefined);
    assert.equal(await journal(), null);
    await window.page.getByRole("button", { name: "Save 2 changes" }).press("Enter");
    await window.page.waitForFunction(() => document.activeElement?.id === "field-12");
    assert.deepEqual(window.host.asked("save"), []);
    await window.page.getByRole("button", { name: "Put Effort back" }).press("Enter");
    await problem.waitFor({ state: "detached" });
    await notKept.waitFor({ state: "detached" });
    assert.equal(await line("Effort").inputValue(), "2.5");
    await window.page.getByRole("button", { name: "Save 1 change" }).press("Enter");
    await window.until("saved", () => window.host.asked("save").length === 1);
  });

  it("what is too long is thrown away with the rest", async () => {
    window = await openFormPage({ form: bugForm() });
    await line("Effort").fill("0".repeat(1_000_001));
    await window.page.getByRole("button", { name: "Discard" }).press("Enter");
    await window.page.getByRole("button", { name: "Save", exact: true }).waitFor();
    assert.equal(await line("Effort").inputValue(), "2.5");
  });

  for (const [name, parts] of [
    ["a line", { type: "string" }],
    ["a line with a limit", { type: "string", maxLength: 10 }],
    ["a long text", { type: "text" }],
    ["a number", { type: "float" }],
    ["a date", { type: "date" }],
  ] as const) {
    it(`has a problem with too much in ${name}`, async () => {
      window = await openFormPage({ form: formWithField(parts) });
      await line("Field").fill("0".repeat(1_000_001));
      await window.page.locator("artifact-field .problem").waitFor();
      assert.deepEqual(window.host.edits, []);
    });
  }

  it("has a problem with too much in a step, and in an open list", async () => {
    window = await openFormPage({
      form: formWithField({ type: "ttmstepdef" }, { kind: "steps", steps: [] }),
    });
    await window.page.getByRole("button", { name: "Add step" }).press("Enter");
    await line("Field, Step 1, Description").fill(giant);
    await window.page.locator("artifact-field .problem").waitFor();
    await window.close();
    window = await openFormPage({
      form: formWithField({ type: "tbl", binding: "static" }, { kind: "openList", entries: [] }),
    });
    await window.page.getByRole("combobox", { name: "Field" }).fill("x".repeat(70_000));
    await window.page.locator("artifact-field .problem").waitFor();
  });
});
