import assert from "node:assert/strict";
import type { Notice } from "../../../src/protocol/page.ts";
import { choice } from "../../support/fixtures/formParts.ts";
import { waitLimitMs } from "../../support/wait.ts";
import { type FormPageWindow, openFormPage } from "../../support/page/formPage.ts";
import { bugForm, formWithField, history, linked } from "../../support/page/form/samples.ts";

const step = (description: string) =>
  ({ description, descriptionFormat: "text", expected: "", expectedFormat: "text" }) as const;

function notice(id: string): Notice {
  return { id, severity: "info", text: id, details: [], actions: [{ id: "dismiss", label: `Close ${id}` }] };
}

describe("the focus in the page", () => {
  let window: FormPageWindow;

  afterEach(() => window.close());

  async function press(name: string | RegExp): Promise<void> {
    await window.page.getByRole("button", { name }).first().focus();
    await window.page.keyboard.press("Enter");
  }

  /** Waits until the focus is on what is called so; fails with where it is. */
  async function isOn(name: string): Promise<void> {
    const place = (): Promise<string> =>
      window.page.evaluate(() => {
        const { activeElement: focused, body } = document;
        if (focused === null || focused === body) return "BODY";
        const inner = focused.shadowRoot?.activeElement;
        return inner?.ariaLabel ?? focused.ariaLabel ?? focused.textContent.trim();
      });
    const end = Date.now() + waitLimitMs;
    while ((await place()) !== name && Date.now() < end) await window.page.waitForTimeout(20);
    assert.equal(await place(), name);
  }

  async function openLinks(...ids: readonly number[]): Promise<void> {
    const forward = ids.map((artifactId) => ({ artifactId, type: "" }));
    const form = formWithField({ type: "art_link" }, { kind: "links", forward, reverse: [] });
    window = await openFormPage({ form, artifacts: linked });
    await window.page.getByText("Refunds for all currencies").waitFor();
  }

  async function openSteps(...texts: readonly string[]): Promise<void> {
    const form = formWithField({ type: "ttmstepdef" }, { kind: "steps", steps: texts.map(step) });
    window = await openFormPage({ form });
  }

  it("goes to the button that adds one after the only link was removed", async () => {
    await openLinks(1101);
    await press("Remove Linked to story #1101");
    await isOn("Add link…");
  });

  it("goes to the next link after one was removed", async () => {
    await openLinks(1101, 1198, 1400);
    await press("Remove Linked to bug #1198");
    await isOn("Remove Linked to task #1400");
    await window.page.keyboard.press("Enter");
    await isOn("Add link…");
  });

  it("goes to the next step, or to the button that adds one, after a step was removed", async () => {
    await openSteps("a", "b", "c");
    await press("Remove step 1");
    await isOn("Remove step 1");
    await press("Remove step 2");
    await isOn("Add step");
    await press("Remove step 1");
    await isOn("Add step");
  });

  it("stays with a step that is moved", async () => {
    await openSteps("a", "b", "c");
    await press("Move step 3 up");
    await isOn("Move step 2 up");
    await window.page.keyboard.press("Enter");
    await isOn("Move step 1 down");
    await window.page.keyboard.press("Enter");
    await isOn("Move step 2 down");
    await window.page.keyboard.press("Enter");
    await isOn("Move step 3 up");
  });

  it("goes to the next notice, then on into the form", async () => {
    window = await openFormPage({ form: bugForm(), draft: { notices: ["one", "two", "three"].map(notice) } });
    const left = async (...ids: readonly string[]): Promise<void> => {
      window.host.more = { notices: ids.map(notice) };
      await window.host.tellDraft();
    };
    await press("Close two");
    await left("one", "three");
    await isOn("Close three");
    await left("one");
    await isOn("Severity");
  });

  it("does not come back to a notice that somebody has left", async () => {
    window = await openFormPage({ form: bugForm(), draft: { notices: [notice("one")] } });
    await window.page.getByRole("button", { name: "Close one" }).focus();
    await window.page.locator(".title-block").click({ position: { x: 600, y: 55 } });
    window.host.more = { notices: [] };
    await window.host.tellDraft();
    await window.page.getByRole("button", { name: "Close one" }).waitFor({ state: "detached" });
    await window.page.waitForTimeout(100);
    await isOn("BODY");
  });

  it("goes on from what the host could not do", async () => {
    window = await openFormPage({ form: bugForm() });
    window.host.refusal = "The server does not answer.";
    await press("Refresh");
    await press("Dismiss");
    await isOn("Severity");
  });

  it("stays on Save while it is sent and after", async () => {
    window = await openFormPage({ form: bugForm() });
    await window.page.getByRole("textbox", { name: "Effort", exact: true }).fill("3");
    await press("Save 1 change");
    window.host.more = { state: { kind: "sending" } };
    await window.host.tellDraft();
    await window.page.getByText("Saving…").waitFor();
    await isOn("Save 1 change");
    await window.page.keyboard.press("Enter");
    window.host.draft = { ...window.host.draft, inputs: [] };
    window.host.more = {};
    await window.host.tellDraft();
    await isOn("Save");
    await window.page.keyboard.press("Enter");
    assert.equal(await window.page.getByRole("button", { name: "Save", disabled: true }).count(), 1);
    assert.equal(window.host.asked("save").length, 1);
  });

  it("goes to Save after Discard", async () => {
    window = await openFormPage({ form: bugForm() });
    await window.page.getByRole("textbox", { name: "Effort", exact: true }).fill("3");
    await press("Discard");
    window.host.draft = { ...window.host.draft, inputs: [] };
    await window.host.tellDraft();
    await isOn("Save");
  });

  it("goes on from a field that is gone, or can't be changed any more", async () => {
    window = await openFormPage({ form: bugForm() });
    await window.page.getByRole("textbox", { name: "Effort", exact: true }).fill("3");
    await window.page.getByRole("textbox", { name: "Due date", exact: true }).fill("2026-03-01");
    await window.until("both", () => window.host.draft.inputs.length === 2);
    const form = bugForm();
    await window.host.show({
      ...form,
      fields: form.fields
        .filter(({ id }) => id !== 12)
        .map((field) => (field.id === 14 ? { ...field, access: "read" } : field)),
    });
    await window.page.getByText("The tracker no longer has this field").waitFor();
    await press("Put Due date back");
    await isOn("Linux");
    await press("Put Field 12 back");
    await isOn("#1101");
  });

  it("stays on what loads more while it loads", async () => {
    window = await openFormPage({ form: bugForm(), history });
    await window.page.locator("artifact-activity").scrollIntoViewIfNeeded();
    await window.page.getByText("two customers").waitFor();
    await press("Load Older");
    await window.until("asked", () => window.host.asked("history").length === 2);
    await isOn("Load Older");
  });

  it("of a group of radio buttons chooses the first one first", async () => {
    const choices = [choice(1), choice(2), choice(3)];
    for (const [key, id] of [
      ["ArrowDown", 1],
      ["ArrowUp", 3],
    ] as const) {
      window = await openFormPage({
        form: formWithField({ type: "rb", isRequired: true, choices }, { kind: "choices", chosen: [] }),
      });
      await window.page.getByRole("radio").first().focus();
      await window.page.keyboard.press(key);
      await window.until("chosen", () => window.host.edits.length === 1);
      assert.deepEqual(window.host.typed(7), { kind: "choices", chosen: [{ id, label: `Value ${id}` }] });
      await window.close();
    }
  });
});
