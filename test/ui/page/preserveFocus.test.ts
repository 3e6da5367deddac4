import assert from "node:assert/strict";
import type { Notice } from "../../../src/protocol/formProtocol.ts";
import { createChoice } from "../../support/fixtures/formBuilders.ts";
import { waitTimeoutMs } from "../../support/wait.ts";
import { type FormPageWindow, openFormPage } from "../../support/page/formPage.ts";
import {
  createBugForm,
  createFormWithField,
  sampleHistory,
  linkTargets,
} from "../../support/page/form/samples.ts";

const createStep = (description: string) =>
  ({ description, descriptionFormat: "text", expected: "", expectedFormat: "text" }) as const;

function createNotice(id: string): Notice {
  return { id, severity: "info", text: id, details: [], actions: [{ id: "dismiss", label: `Close ${id}` }] };
}

describe("focus in the form page", () => {
  let window: FormPageWindow;

  afterEach(() => window.close());

  async function press(name: string | RegExp): Promise<void> {
    await window.page.getByRole("button", { name }).first().focus();
    await window.page.keyboard.press("Enter");
  }

  /** Waits until the element with this name has the focus. */
  async function waitForFocus(name: string): Promise<void> {
    const getFocused = (): Promise<string> =>
      window.page.evaluate(() => {
        const { activeElement: focused, body } = document;
        if (focused === null || focused === body) return "BODY";
        const inner = focused.shadowRoot?.activeElement;
        return inner?.ariaLabel ?? focused.ariaLabel ?? focused.textContent.trim();
      });
    const end = Date.now() + waitTimeoutMs;
    while ((await getFocused()) !== name && Date.now() < end) await window.page.waitForTimeout(20);
    assert.equal(await getFocused(), name);
  }

  async function openLinks(...ids: readonly number[]): Promise<void> {
    const forward = ids.map((artifactId) => ({ artifactId, type: "" }));
    const form = createFormWithField({ type: "art_link" }, { kind: "links", forward, reverse: [] });
    window = await openFormPage({ form, artifacts: linkTargets });
    await window.page.getByText("Refunds for all currencies").waitFor();
  }

  async function openSteps(...texts: readonly string[]): Promise<void> {
    const form = createFormWithField({ type: "ttmstepdef" }, { kind: "steps", steps: texts.map(createStep) });
    window = await openFormPage({ form });
  }

  it("moves to the Add Link button after the only link was removed", async () => {
    await openLinks(1101);
    await press("Remove Linked to story #1101");
    await waitForFocus("Add Link…");
  });

  it("moves to the next link after one was removed", async () => {
    await openLinks(1101, 1198, 1400);
    await press("Remove Linked to bug #1198");
    await waitForFocus("Remove Linked to task #1400");
    await window.page.keyboard.press("Enter");
    await waitForFocus("Add Link…");
  });

  it("moves to the next step, or to the Add Step button, after a step was removed", async () => {
    await openSteps("a", "b", "c");
    await press("Remove Step 1");
    await waitForFocus("Remove Step 1");
    await press("Remove Step 2");
    await waitForFocus("Add Step");
    await press("Remove Step 1");
    await waitForFocus("Add Step");
  });

  it("stays with a step that is moved", async () => {
    await openSteps("a", "b", "c");
    await press("Move Step 3 Up");
    await waitForFocus("Move Step 2 Up");
    await window.page.keyboard.press("Enter");
    await waitForFocus("Move Step 1 Down");
    await window.page.keyboard.press("Enter");
    await waitForFocus("Move Step 2 Down");
    await window.page.keyboard.press("Enter");
    await waitForFocus("Move Step 3 Up");
  });

  it("moves from a removed notice to the next notice, then into the form", async () => {
    window = await openFormPage({
      form: createBugForm(),
      draft: { notices: ["one", "two", "three"].map(createNotice) },
    });
    const showNotices = async (...ids: readonly string[]): Promise<void> => {
      window.host.draftOverrides = { notices: ids.map(createNotice) };
      await window.host.sendDraft();
    };
    await press("Close two");
    await showNotices("one", "three");
    await waitForFocus("Close three");
    await showNotices("one");
    await waitForFocus("Severity");
  });

  it("does not move if the user left the notice before it was removed", async () => {
    window = await openFormPage({ form: createBugForm(), draft: { notices: [createNotice("one")] } });
    await window.page.getByRole("button", { name: "Close one" }).focus();
    await window.page.locator(".title-block").click({ position: { x: 600, y: 55 } });
    window.host.draftOverrides = { notices: [] };
    await window.host.sendDraft();
    await window.page.getByRole("button", { name: "Close one" }).waitFor({ state: "detached" });
    await window.page.waitForTimeout(100);
    await waitForFocus("BODY");
  });

  it("moves into the form after an error was dismissed", async () => {
    window = await openFormPage({ form: createBugForm() });
    window.host.errorText = "The server does not answer.";
    await press("Refresh");
    await press("Dismiss");
    await waitForFocus("Severity");
  });

  it("stays on Save during a save and afterwards", async () => {
    window = await openFormPage({ form: createBugForm() });
    await window.page.getByRole("textbox", { name: "Effort", exact: true }).fill("3");
    await press("Save 1 Change");
    window.host.draftOverrides = { state: { kind: "savingToServer" } };
    await window.host.sendDraft();
    await window.page.getByText("Saving…").waitFor();
    await waitForFocus("Save 1 Change");
    await window.page.keyboard.press("Enter");
    window.host.draft = { ...window.host.draft, inputs: [] };
    window.host.draftOverrides = {};
    await window.host.sendDraft();
    await waitForFocus("Save");
    await window.page.keyboard.press("Enter");
    assert.equal(await window.page.getByRole("button", { name: "Save", disabled: true }).count(), 1);
    assert.equal(window.host.getCalls("save").length, 1);
  });

  it("moves to Save after Discard", async () => {
    window = await openFormPage({ form: createBugForm() });
    await window.page.getByRole("textbox", { name: "Effort", exact: true }).fill("3");
    await press("Discard");
    window.host.draft = { ...window.host.draft, inputs: [] };
    await window.host.sendDraft();
    await waitForFocus("Save");
  });

  it("moves on after the edit of a deleted or read-only field was reverted", async () => {
    window = await openFormPage({ form: createBugForm() });
    await window.page.getByRole("textbox", { name: "Effort", exact: true }).fill("3");
    await window.page.getByRole("textbox", { name: "Due date", exact: true }).fill("2026-03-01");
    await window.waitUntil("two edits", () => window.host.draft.inputs.length === 2);
    const form = createBugForm();
    await window.host.showForm({
      ...form,
      fields: form.fields
        .filter(({ id }) => id !== 12)
        .map((field) => (field.id === 14 ? { ...field, access: "read" } : field)),
    });
    await window.page.getByText("This field was removed from the tracker").waitFor();
    await press("Revert Due date");
    await waitForFocus("Linux");
    await press("Revert Field 12");
    await waitForFocus("#1101");
  });

  it("stays on Load Older while it loads", async () => {
    window = await openFormPage({ form: createBugForm(), history: sampleHistory });
    await window.page.locator("artifact-activity").scrollIntoViewIfNeeded();
    await window.page.getByText("two customers").waitFor();
    await press("Load Older Activity");
    await window.waitUntil("history is requested", () => window.host.getCalls("loadHistory").length === 2);
    await waitForFocus("Load Older Activity");
  });

  it("in a radio group without selection moves to the first or last button by arrow key", async () => {
    const choices = [createChoice(1), createChoice(2), createChoice(3)];
    for (const [key, id] of [
      ["ArrowDown", 1],
      ["ArrowUp", 3],
    ] as const) {
      window = await openFormPage({
        form: createFormWithField({ type: "rb", isRequired: true, choices }, { kind: "choices", chosen: [] }),
      });
      await window.page.getByRole("radio").first().focus();
      await window.page.keyboard.press(key);
      await window.waitUntil("an edit", () => window.host.edits.length === 1);
      assert.deepEqual(window.host.getInput(7), { kind: "choices", chosen: [{ id, label: `Value ${id}` }] });
      await window.close();
    }
  });
});
