import assert from "node:assert/strict";
import { createForm, createNewForm } from "../../../src/model/form/createForm.ts";
import type { Tracker } from "../../../src/model/tracker.ts";
import { createEntry, createTracker } from "../../support/fixtures/formBuilders.ts";
import { type FormPageWindow, openFormPage } from "../../support/page/formPage.ts";
import { createBugForm } from "../../support/page/form/samples.ts";

const tracker: Tracker = createTracker(
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

describe("hidden fields", () => {
  let window: FormPageWindow;

  afterEach(() => window.close());

  it("are shown in a new artifact if they are required", async () => {
    window = await openFormPage({ form: createNewForm(tracker) });
    await window.page.getByRole("button", { name: "Create" }).press("Enter");
    await window.host.callPage("revealField", { target: 3 });
    await window.page.waitForFunction(() => document.activeElement?.id === "field-3");
    await window.page.getByText("This field is required.", { exact: true }).waitFor();
    await window.host.showForm(createNewForm(tracker));
    await window.page.getByText("This field is required.", { exact: true }).waitFor();
    await window.page.keyboard.type("x");
    await window.waitUntil("an edit", () => window.host.getInput(3) !== undefined);
    assert.equal(await window.getField("Secret").count(), 1);
    assert.equal(await window.getField("Silent").count(), 0);
  });

  it("are shown while they have an edit, until the form is reloaded", async () => {
    const values = [
      createEntry(3, { kind: "string", text: "old" }),
      createEntry(4, { kind: "string", text: "" }),
    ];
    window = await openFormPage({ form: createForm(tracker, values) });
    assert.equal(await window.getField("Secret").count(), 0);
    const edit = { target: 3, input: { kind: "line", text: "older" } } as const;
    window.host.draft = { ...window.host.draft, inputs: [edit] };
    await window.host.sendDraft();
    const textbox = window.page.getByRole("textbox", { name: "Secret" });
    assert.equal(await textbox.inputValue(), "older");
    // The field doesn't disappear while the user types.
    await textbox.focus();
    await window.page.keyboard.press("End");
    await window.page.keyboard.press("Backspace");
    await window.page.keyboard.press("Backspace");
    await window.waitUntil("no edit", () => window.host.getInput(3) === undefined);
    assert.ok(await textbox.evaluate((element) => element.matches(":focus")));
    await window.host.showForm(createForm(tracker, values));
    await window.getField("Secret").waitFor({ state: "detached" });
  });

  it("that were deleted from the tracker can be revealed", async () => {
    window = await openFormPage({ form: createBugForm() });
    window.host.draft = {
      ...window.host.draft,
      inputs: [{ target: 99, input: { kind: "line", text: "lost" } }],
    };
    await window.host.sendDraft();
    await window.host.callPage("revealField", { target: 99 });
    await window.page.waitForFunction(() => document.activeElement?.ariaLabel === "Revert Field 99");
  });
});
