import assert from "node:assert/strict";
import type { Locator } from "playwright-core";
import { type FormPageWindow, openFormPage } from "../../support/page/formPage.ts";
import { description, longText, meeting, severity, theirs } from "../../support/page/form/conflictSample.ts";
import { linked } from "../../support/page/form/samples.ts";
import { assertSoon } from "../../support/wait.ts";

describe("the form and the choices in turn", () => {
  let window: FormPageWindow;

  afterEach(() => window.close());

  async function openForm(): Promise<void> {
    window = await openFormPage({
      form: theirs,
      artifacts: linked,
      meeting: { ...meeting, isResolving: false },
      height: 500,
    });
  }

  function line(name: string): Locator {
    return window.page.getByRole("textbox", { name, exact: true });
  }

  /** Waits until the focus is on what has this id, or this text; fails with where it is. */
  async function isOn(what: string): Promise<void> {
    const places = (): Promise<readonly string[]> =>
      window.page.evaluate(() => {
        const { id, textContent } = document.activeElement ?? document.body;
        return [id, textContent.trim()];
      });
    await assertSoon(async () => assert.ok((await places()).includes(what), String(await places())));
  }

  it("bring the focus along, and what was typed and where", async () => {
    await openForm();
    const effort = "field-12";
    await line("Effort").fill("3");
    await window.page.evaluate(() => scrollTo({ top: 120 }));
    await window.until("heard", () => window.host.edits.length === 1);
    await window.host.resolve(true);
    await isOn("conflict-title");
    assert.equal(await window.page.evaluate(() => scrollY), 0);
    await window.page.getByRole("status").getByText(meeting.words.title).waitFor();
    await window.page.getByRole("button", { name: "Back to Form" }).press("Enter");
    await isOn(effort);
    assert.equal(await line("Effort").inputValue(), "3");
    assert.equal(await window.page.evaluate(() => scrollY), 120);
    await window.page.keyboard.press("End");
    await window.page.keyboard.type("4");
    await window.until("typed on", () => window.host.edits.length === 2);
    assert.deepEqual(window.host.typed(12), { kind: "number", text: "34" });
  });

  it("bring the focus back to the button where there was none", async () => {
    await openForm();
    await window.host.resolve(true);
    await isOn("conflict-title");
    await window.host.resolve(false);
    await isOn("Save 2 changes");
  });

  it("bring back the form that came of it once it is saved", async () => {
    window = await openFormPage({ form: theirs, meeting });
    await isOn("conflict-title");
    window.host.meeting = undefined;
    window.host.draft = { ...window.host.draft, inputs: [] };
    await window.host.show(theirs);
    await isOn("Save");
    assert.equal(await line("Description").inputValue(), "Refund fails in JPY and KRW.");
  });

  it("reveal what has a problem as soon as it can be seen", async () => {
    window = await openFormPage({ form: theirs, meeting });
    await isOn("conflict-title");
    void window.host.resolve(false);
    void window.host.tell("reveal", { target: 12 });
    await isOn("field-12");
    await window.host.resolve(true);
    await isOn("conflict-title");
    await window.host.tell("reveal", { target: severity });
    await isOn("Yours");
  });

  it("do not take the focus from elsewhere in the window", async () => {
    await openForm();
    await window.page.evaluate(() => {
      Object.defineProperty(document, "hasFocus", { value: () => false, configurable: true });
    });
    await window.host.resolve(true);
    await window.page.getByRole("status").getByText(meeting.words.title).waitFor();
    assert.ok(await window.page.evaluate(() => document.activeElement === document.body));
    await window.page.evaluate(() => {
      Object.defineProperty(document, "hasFocus", { value: () => true });
      globalThis.dispatchEvent(new FocusEvent("focus"));
    });
    await isOn("conflict-title");
  });

  it("keep the cursor in what is edited among the choices", async () => {
    window = await openFormPage({ form: theirs, meeting });
    await window.page.getByRole("radio", { name: "Edit" }).last().click();
    await line("Description").focus();
    await window.page.keyboard.press("Control+Home");
    await window.page.keyboard.type("abc");
    await window.until("typed", () => window.host.edits.length === 3);
    window.host.more = {
      notices: [{ id: "news", severity: "info", text: "Kim Park was here.", details: [], actions: [] }],
    };
    await window.host.tellDraft();
    await window.page.getByText("Kim Park was here.").waitFor();
    await window.page.keyboard.type("d");
    await window.until("typed on", () => window.host.edits.length === 4);
    assert.deepEqual(
      window.host.typed(description),
      longText("abcdRefund fails when the currency has no minor unit."),
    );
  });
});
