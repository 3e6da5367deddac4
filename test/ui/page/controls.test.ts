import assert from "node:assert/strict";
import type { Form } from "../../../src/model/form/form.ts";
import { createFormWithField } from "../../support/page/form/samples.ts";
import { createSingleFieldPage } from "../../support/page/form/singleFieldPage.ts";

describe("field controls, used by keyboard", () => {
  const { window, open, openField, press, type, waitForInput } = createSingleFieldPage();

  afterEach(() => window().close());

  it("edit a text field", async () => {
    await openField({ type: "string" }, { kind: "string", text: "old" });
    await window().page.getByRole("textbox", { name: "Field", exact: true }).focus();
    await press("End");
    await type(" and new");
    await waitForInput({ kind: "line", text: "old and new" });
  });

  it("edit the title in the heading, without line breaks", async () => {
    await openField({ type: "string", name: "title", label: "Title" }, { kind: "string", text: "Old" });
    const title = window().page.getByRole("heading", { level: 1 }).getByRole("textbox", { name: "Title" });
    await title.focus();
    await press("End", "Enter");
    await type("er");
    await waitForInput({ kind: "line", text: "Older" });
  });

  it("keep the line endings of the server in a text", async () => {
    await openField({ type: "text" }, { kind: "text", source: "a\r\nb", format: "html" });
    await window().page.getByRole("textbox", { name: "Field" }).focus();
    await press("Control+End", "Enter");
    await type("c");
    await waitForInput({ kind: "text", source: "a\r\nb\r\nc", format: "html" });
    await press("Backspace", "Backspace");
    await waitForInput(undefined);
    await press("Tab");
    assert.equal(await window().page.getByRole("textbox", { name: "Field" }).evaluate(isFocused), false);
  });

  it("keep mixed line endings of a text with their lines", async () => {
    await openField({ type: "text" }, { kind: "text", source: "a\r\nb\nc\rd\r\ne", format: "text" });
    const textarea = window().page.getByRole("textbox", { name: "Field" });
    await textarea.focus();
    await press("Control+Home", "ArrowDown", "End");
    await type("!");
    await waitForInput({ kind: "text", source: "a\r\nb!\nc\rd\r\ne", format: "text" });
    assert.equal(await textarea.evaluate((element: HTMLTextAreaElement) => element.selectionStart), 4);
    await press("Enter");
    await type("x");
    await waitForInput({ kind: "text", source: "a\r\nb!\nx\r\nc\rd\r\ne", format: "text" });
    await press("Control+End", "Enter");
    await type("f");
    await waitForInput({ kind: "text", source: "a\r\nb!\nx\r\nc\rd\r\ne\r\nf", format: "text" });
    await press("Backspace", "Backspace", "Control+Home", "ArrowDown", "End");
    await press("Backspace", "ArrowDown", "Backspace", "Backspace");
    await waitForInput(undefined);
  });

  it("keep the line endings of test steps", async () => {
    const first = {
      description: "a\r\nb\nc",
      descriptionFormat: "text",
      expected: "d\r\ne",
      expectedFormat: "text",
    } as const;
    await openField({ type: "ttmstepdef" }, { kind: "steps", steps: [first] });
    await window().page.getByRole("textbox", { name: "Field, Step 1, Description" }).focus();
    await press("Control+End");
    await type("!");
    await waitForInput({ kind: "steps", steps: [{ ...first, description: "a\r\nb\nc!" }] });
    await press("Backspace", "Tab", "Control+Home", "End", "Delete");
    await waitForInput({ kind: "steps", steps: [{ ...first, expected: "de" }] });
    await press("Enter");
    await waitForInput(undefined);
  });

  it("edit a number", async () => {
    await openField({ type: "float" }, { kind: "float", number: 2.5 });
    await window().page.getByRole("textbox", { name: "Field" }).focus();
    await press("Home");
    await type("1");
    await waitForInput({ kind: "number", text: "12.5" });
  });

  it("edit a date as text", async () => {
    await openField({ type: "date", withTime: true }, { kind: "date", date: undefined, withTime: true });
    await window().page.getByRole("textbox", { name: "Field" }).focus();
    await type("2026-03-02 10:15");
    await waitForInput({ kind: "date", text: "2026-03-02T10:15:00+05:30" });
  });

  it("show and edit a time in the time zone of the extension host, with the server's time in the tooltip", async () => {
    await openField(
      { type: "date", withTime: true },
      { kind: "date", date: "2026-03-02T09:00:00+01:00", withTime: true },
    );
    const textbox = window().page.getByRole("textbox", { name: "Field" });
    assert.equal(await textbox.inputValue(), "2026-03-02 13:30");
    await window().page.locator("vscode-textfield[title='Server time: 2026-03-02 09:00 +01:00']").waitFor();
    await textbox.focus();
    await press("End", "Backspace", "Backspace");
    await type("45");
    await waitForInput({ kind: "date", text: "2026-03-02T13:45:00+05:30" });
    assert.equal(await textbox.inputValue(), "2026-03-02 13:45");
    await window().page.locator("input.calendar").fill("2026-03-05");
    await waitForInput({ kind: "date", text: "2026-03-05T13:45:00+05:30" });
  });

  it("show a read-only time in the time zone of the extension host", async () => {
    await openField(
      { type: "subon", withTime: true },
      { kind: "date", date: "2026-03-02T23:00:00+01:00", withTime: true },
    );
    const value = window().page.getByText("Mar 3, 2026, 3:30 AM");
    await value.waitFor();
    assert.equal(await value.getAttribute("title"), "Server time: 2026-03-02 23:00 +01:00");
  });

  it("set a computed number manually", async () => {
    await openField(
      { type: "computed" },
      { kind: "computed", computed: 3, manual: undefined, isAutomatic: true },
    );
    await window().page.getByRole("radio", { name: "Computed: 3" }).focus();
    await press("ArrowDown");
    const textbox = window().page.getByRole("textbox", { name: "Field" });
    await textbox.focus();
    await waitForInput({ kind: "computed", isAutomatic: false, text: "" });
    assert.equal(await window().page.locator("p.problem").count(), 0);
    await type("5");
    await waitForInput({ kind: "computed", isAutomatic: false, text: "5" });
  });

  it("edit, add, move and remove test steps", async () => {
    const first = {
      description: "Open",
      descriptionFormat: "html",
      expected: "It opens",
      expectedFormat: "text",
    } as const;
    await openField({ type: "ttmstepdef" }, { kind: "steps", steps: [first] });
    await window().page.getByRole("button", { name: "Add Step" }).press("Enter");
    await window().page.getByRole("textbox", { name: "Field, Step 2, Description" }).focus();
    await type("Close");
    const second = {
      description: "Close",
      descriptionFormat: "html",
      expected: "",
      expectedFormat: "html",
    } as const;
    await waitForInput({ kind: "steps", steps: [first, second] });
    await window().page.getByRole("button", { name: "Move Step 2 Up" }).press("Enter");
    await waitForInput({ kind: "steps", steps: [second, first] });
    await window().page.getByRole("button", { name: "Remove Step 1" }).press("Enter");
    await waitForInput(undefined);
  });

  it("write a comment in the selected format", async () => {
    await openField({ type: "string" });
    await window().page.getByRole("combobox", { name: "Format" }).focus();
    await press("Enter", "ArrowDown", "Enter");
    await window().page.getByRole("textbox", { name: "Comment" }).focus();
    await type("*hi*");
    await waitForInput({ kind: "text", source: "*hi*", format: "text" }, "comment");
    await window().page.getByRole("tab", { name: "Write" }).focus();
    await press("ArrowRight");
    await window().page.locator("artifact-rich-text").getByText("*hi*").waitFor();
  });

  it("show a message for a field with an invalid definition", async () => {
    await open({ ...createFormWithField({ type: "string" }), fields: createBrokenFields() });
    await window()
      .page.getByText("This field can't be displayed because its definition on the server is invalid.")
      .waitFor();
  });
  function createBrokenFields(): Form["fields"] {
    return createFormWithField({ type: "string" }).fields.map((field) => ({
      ...field,
      access: "read",
      control: { kind: "broken" },
    }));
  }
});

function isFocused(element: Element): boolean {
  return element.matches(":focus");
}
