import assert from "node:assert/strict";
import type { Locator } from "playwright-core";
import { type FormPageWindow, openFormPage } from "../../support/page/formPage.ts";
import {
  descriptionFieldId,
  createTextInput,
  sampleConflict,
  severityFieldId,
  remoteForm,
} from "../../support/page/form/conflictSample.ts";
import { linkTargets } from "../../support/page/form/samples.ts";
import { assertEventually } from "../../support/wait.ts";

describe("switching between form and conflict view", () => {
  let window: FormPageWindow;

  afterEach(() => window.close());

  async function openForm(): Promise<void> {
    window = await openFormPage({
      form: remoteForm,
      artifacts: linkTargets,
      conflict: { ...sampleConflict, isResolving: false },
      height: 500,
    });
  }

  function getTextbox(name: string): Locator {
    return window.page.getByRole("textbox", { name, exact: true });
  }

  /** Waits until the element with this id or text has the focus. */
  async function waitForFocus(expected: string): Promise<void> {
    const getFocused = (): Promise<readonly string[]> =>
      window.page.evaluate(() => {
        const { id, textContent } = document.activeElement ?? document.body;
        return [id, textContent.trim()];
      });
    await assertEventually(async () =>
      assert.ok((await getFocused()).includes(expected), String(await getFocused())),
    );
  }

  it("moves the focus, and restores focus, scroll position and edits of the form", async () => {
    await openForm();
    const effortId = "field-12";
    await getTextbox("Effort").fill("3");
    await window.page.evaluate(() => scrollTo({ top: 120 }));
    await window.waitUntil("an edit", () => window.host.edits.length === 1);
    await window.host.setResolving(true);
    await waitForFocus("conflict-title");
    assert.equal(await window.page.evaluate(() => scrollY), 0);
    await window.page.getByRole("status").getByText(sampleConflict.texts.title).waitFor();
    await window.page.getByRole("button", { name: "Back to Form" }).press("Enter");
    await waitForFocus(effortId);
    assert.equal(await getTextbox("Effort").inputValue(), "3");
    assert.equal(await window.page.evaluate(() => scrollY), 120);
    await window.page.keyboard.press("End");
    await window.page.keyboard.type("4");
    await window.waitUntil("another edit", () => window.host.edits.length === 2);
    assert.deepEqual(window.host.getInput(12), { kind: "number", text: "34" });
  });

  it("focuses the Save button if no field had the focus", async () => {
    await openForm();
    await window.host.setResolving(true);
    await waitForFocus("conflict-title");
    await window.host.setResolving(false);
    await waitForFocus("Save 2 Changes");
  });

  it("shows the saved form after the conflicts are resolved", async () => {
    window = await openFormPage({ form: remoteForm, conflict: sampleConflict });
    await waitForFocus("conflict-title");
    window.host.conflict = undefined;
    window.host.draft = { ...window.host.draft, inputs: [] };
    await window.host.showForm(remoteForm);
    await waitForFocus("Save");
    assert.equal(await getTextbox("Description").inputValue(), "Refund fails in JPY and KRW.");
  });

  it("reveals a field with a problem once it is visible", async () => {
    window = await openFormPage({ form: remoteForm, conflict: sampleConflict });
    await waitForFocus("conflict-title");
    void window.host.setResolving(false);
    void window.host.callPage("revealField", { target: 12 });
    await waitForFocus("field-12");
    await window.host.setResolving(true);
    await waitForFocus("conflict-title");
    await window.host.callPage("revealField", { target: severityFieldId });
    await waitForFocus("Yours");
  });

  it("does not take the focus from another part of the window", async () => {
    await openForm();
    await window.page.evaluate(() => {
      Object.defineProperty(document, "hasFocus", { value: () => false, configurable: true });
    });
    await window.host.setResolving(true);
    await window.page.getByRole("status").getByText(sampleConflict.texts.title).waitFor();
    assert.ok(await window.page.evaluate(() => document.activeElement === document.body));
    await window.page.evaluate(() => {
      Object.defineProperty(document, "hasFocus", { value: () => true });
      globalThis.dispatchEvent(new FocusEvent("focus"));
    });
    await waitForFocus("conflict-title");
  });

  it("keeps the caret in a field that is edited in the conflict view", async () => {
    window = await openFormPage({ form: remoteForm, conflict: sampleConflict });
    await window.page.getByRole("radio", { name: "Edit" }).last().click();
    await getTextbox("Description").focus();
    await window.page.keyboard.press("Control+Home");
    await window.page.keyboard.type("abc");
    await window.waitUntil("three edits", () => window.host.edits.length === 3);
    window.host.draftOverrides = {
      notices: [
        { id: "remoteChanges", severity: "info", text: "Kim Park was here.", details: [], actions: [] },
      ],
    };
    await window.host.sendDraft();
    await window.page.getByText("Kim Park was here.").waitFor();
    await window.page.keyboard.type("d");
    await window.waitUntil("another edit", () => window.host.edits.length === 4);
    assert.deepEqual(
      window.host.getInput(descriptionFieldId),
      createTextInput("abcdRefund fails when the currency has no minor unit."),
    );
  });
});
