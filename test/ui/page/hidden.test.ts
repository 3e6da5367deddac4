import assert from "node:assert/strict";
import { formOf, newForm } from "../../../src/model/form/build.ts";
import type { Tracker } from "../../../src/model/tracker.ts";
import { entry, tracker } from "../../support/fixtures/formParts.ts";
import { type FormPageWindow, openFormPage } from "../../support/page/formPage.ts";
import { bugForm } from "../../support/page/form/samples.ts";

const described: Tracker = tracker(
  [
    { id: 1, type: "string", name: "title", label: "Title" },
    { id: 2, type: "fieldset", label: "Hidden", isHidden: true },
    { id: 3, type: "string", label: "Secret", isRequired: true },
    { id: 4, type: "string", label: "Silent" },
  ],
  {
    structure: [
      { fieldId: 1, content: [] },
      {
        fieldId: 2,
        content: [
          { fieldId: 3, content: [] },
          { fieldId: 4, content: [] },
        ],
      },
    ],
  },
);

describe("fields that the tracker hides", () => {
  let window: FormPageWindow;

  afterEach(() => window.close());

  it("are shown in something new where they have to be filled in", async () => {
    window = await openFormPage({ form: newForm(described) });
    await window.page.getByRole("button", { name: "Create" }).press("Enter");
    await window.host.tell("reveal", { target: 3 });
    await window.page.waitForFunction(() => document.activeElement?.id === "field-3");
    await window.page.getByText("This field is required.", { exact: true }).waitFor();
    await window.host.show(newForm(described));
    await window.page.getByText("This field is required.", { exact: true }).waitFor();
    await window.page.keyboard.type("x");
    await window.until("typed", () => window.host.typed(3) !== undefined);
    assert.equal(await window.field("Secret").count(), 1);
    assert.equal(await window.field("Silent").count(), 0);
  });

  it("are shown with what was typed into them, until the form is another one", async () => {
    const values = [entry(3, { kind: "string", text: "old" }), entry(4, { kind: "string", text: "" })];
    window = await openFormPage({ form: formOf(described, values) });
    assert.equal(await window.field("Secret").count(), 0);
    const typed = { target: 3, input: { kind: "line", text: "older" } } as const;
    window.host.draft = { ...window.host.draft, inputs: [typed] };
    await window.host.tellDraft();
    const line = window.page.getByRole("textbox", { name: "Secret" });
    assert.equal(await line.inputValue(), "older");
    // It does not vanish below the fingers.
    await line.focus();
    await window.page.keyboard.press("End");
    await window.page.keyboard.press("Backspace");
    await window.page.keyboard.press("Backspace");
    await window.until("typed back", () => window.host.typed(3) === undefined);
    assert.ok(await line.evaluate((element) => element.matches(":focus")));
    await window.host.show(formOf(described, values));
    await window.field("Secret").waitFor({ state: "detached" });
  });

  it("are found like those that are gone", async () => {
    window = await openFormPage({ form: bugForm() });
    window.host.draft = {
      ...window.host.draft,
      inputs: [{ target: 99, input: { kind: "line", text: "lost" } }],
    };
    await window.host.tellDraft();
    await window.host.tell("reveal", { target: 99 });
    await window.page.waitForFunction(() => document.activeElement?.ariaLabel === "Put Field 99 back");
  });
});
