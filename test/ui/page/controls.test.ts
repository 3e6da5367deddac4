import assert from "node:assert/strict";
import type { Form } from "../../../src/model/form/form.ts";
import { formWithField } from "../../support/page/form/samples.ts";
import { typing } from "../../support/page/form/typing.ts";

describe("controls of the form, by keyboard alone", () => {
  const { window, open, openWith, press, type, becomes } = typing();

  afterEach(() => window().close());

  it("a line", async () => {
    await openWith({ type: "string" }, { kind: "string", text: "old" });
    await window().page.getByRole("textbox", { name: "Field", exact: true }).focus();
    await press("End");
    await type(" and new");
    await becomes({ kind: "line", text: "old and new" });
  });

  it("a title, which is the heading", async () => {
    await openWith({ type: "string", name: "title", label: "Title" }, { kind: "string", text: "Old" });
    const title = window().page.getByRole("heading", { level: 1 }).getByRole("textbox", { name: "Title" });
    await title.focus();
    await press("End", "Enter");
    await type("er");
    await becomes({ kind: "line", text: "Older" });
  });

  it("a long text, whose line ends stay those of the server", async () => {
    await openWith({ type: "text" }, { kind: "text", source: "a\r\nb", format: "html" });
    await window().page.getByRole("textbox", { name: "Field" }).focus();
    await press("Control+End", "Enter");
    await type("c");
    await becomes({ kind: "text", source: "a\r\nb\r\nc", format: "html" });
    await press("Backspace", "Backspace");
    await becomes(undefined);
    await press("Tab");
    assert.equal(await window().page.getByRole("textbox", { name: "Field" }).evaluate(isFocused), false);
  });

  it("a long text with several kinds of line ends, which stay with their lines", async () => {
    await openWith({ type: "text" }, { kind: "text", source: "a\r\nb\nc\rd\r\ne", format: "text" });
    const area = window().page.getByRole("textbox", { name: "Field" });
    await area.focus();
    await press("Control+Home", "ArrowDown", "End");
    await type("!");
    await becomes({ kind: "text", source: "a\r\nb!\nc\rd\r\ne", format: "text" });
    assert.equal(await area.evaluate((each: HTMLTextAreaElement) => each.selectionStart), 4);
    await press("Enter");
    await type("x");
    await becomes({ kind: "text", source: "a\r\nb!\nx\r\nc\rd\r\ne", format: "text" });
    await press("Control+End", "Enter");
    await type("f");
    await becomes({ kind: "text", source: "a\r\nb!\nx\r\nc\rd\r\ne\r\nf", format: "text" });
    await press("Backspace", "Backspace", "Control+Home", "ArrowDown", "End");
    await press("Backspace", "ArrowDown", "Backspace", "Backspace");
    await becomes(undefined);
  });

  it("the line ends of steps", async () => {
    const first = {
      description: "a\r\nb\nc",
      descriptionFormat: "text",
      expected: "d\r\ne",
      expectedFormat: "text",
    } as const;
    await openWith({ type: "ttmstepdef" }, { kind: "steps", steps: [first] });
    await window().page.getByRole("textbox", { name: "Field, Step 1, Description" }).focus();
    await press("Control+End");
    await type("!");
    await becomes({ kind: "steps", steps: [{ ...first, description: "a\r\nb\nc!" }] });
    await press("Backspace", "Tab", "Control+Home", "End", "Delete");
    await becomes({ kind: "steps", steps: [{ ...first, expected: "de" }] });
    await press("Enter");
    await becomes(undefined);
  });

  it("numbers, whole and not", async () => {
    await openWith({ type: "float" }, { kind: "float", number: 2.5 });
    await window().page.getByRole("textbox", { name: "Field" }).focus();
    await press("Home");
    await type("1");
    await becomes({ kind: "number", text: "12.5" });
  });

  it("a date, as a text", async () => {
    await openWith({ type: "date", withTime: true }, { kind: "date", date: undefined, withTime: true });
    await window().page.getByRole("textbox", { name: "Field" }).focus();
    await type("2026-03-02 10:15");
    await becomes({ kind: "date", text: "2026-03-02T10:15:00+05:30" });
  });

  it("a time, in the zone of the extension host, with the server's time in its hover", async () => {
    await openWith(
      { type: "date", withTime: true },
      { kind: "date", date: "2026-03-02T09:00:00+01:00", withTime: true },
    );
    const line = window().page.getByRole("textbox", { name: "Field" });
    assert.equal(await line.inputValue(), "2026-03-02 13:30");
    await window().page.locator("vscode-textfield[title='Server time: 2026-03-02 09:00 +01:00']").waitFor();
    await line.focus();
    await press("End", "Backspace", "Backspace");
    await type("45");
    await becomes({ kind: "date", text: "2026-03-02T13:45:00+05:30" });
    assert.equal(await line.inputValue(), "2026-03-02 13:45");
    await window().page.locator("input.calendar").fill("2026-03-05");
    await becomes({ kind: "date", text: "2026-03-05T13:45:00+05:30" });
  });

  it("a time that can't be changed, in the same zone", async () => {
    await openWith(
      { type: "subon", withTime: true },
      { kind: "date", date: "2026-03-02T23:00:00+01:00", withTime: true },
    );
    const value = window().page.getByText("Mar 3, 2026, 3:30 AM");
    await value.waitFor();
    assert.equal(await value.getAttribute("title"), "Server time: 2026-03-02 23:00 +01:00");
  });

  it("a computed number, set by hand", async () => {
    await openWith(
      { type: "computed" },
      { kind: "computed", computed: 3, manual: undefined, isAutomatic: true },
    );
    await window().page.getByRole("radio", { name: "Computed: 3" }).focus();
    await press("ArrowDown");
    const line = window().page.getByRole("textbox", { name: "Field" });
    await line.focus();
    await becomes({ kind: "computed", isAutomatic: false, text: "" });
    assert.equal(await window().page.locator("p.problem").count(), 0);
    await type("5");
    await becomes({ kind: "computed", isAutomatic: false, text: "5" });
  });

  it("steps: written, added, moved, removed", async () => {
    const first = {
      description: "Open",
      descriptionFormat: "html",
      expected: "It opens",
      expectedFormat: "text",
    } as const;
    await openWith({ type: "ttmstepdef" }, { kind: "steps", steps: [first] });
    await window().page.getByRole("button", { name: "Add step" }).press("Enter");
    await window().page.getByRole("textbox", { name: "Field, Step 2, Description" }).focus();
    await type("Close");
    const second = {
      description: "Close",
      descriptionFormat: "html",
      expected: "",
      expectedFormat: "html",
    } as const;
    await becomes({ kind: "steps", steps: [first, second] });
    await window().page.getByRole("button", { name: "Move step 2 up" }).press("Enter");
    await becomes({ kind: "steps", steps: [second, first] });
    await window().page.getByRole("button", { name: "Remove step 1" }).press("Enter");
    await becomes(undefined);
  });

  it("a comment in the format of one's choice", async () => {
    await openWith({ type: "string" });
    await window().page.getByRole("combobox", { name: "Format" }).focus();
    await press("Enter", "ArrowDown", "Enter");
    await window().page.getByRole("textbox", { name: "Comment" }).focus();
    await type("*hi*");
    await becomes({ kind: "text", source: "*hi*", format: "text" }, "comment");
    await window().page.getByRole("tab", { name: "Write" }).focus();
    await press("ArrowRight");
    await window().page.locator("artifact-rich-text").getByText("*hi*").waitFor();
  });

  it("files and what makes no sense are shown, and do no harm", async () => {
    await open({ ...formWithField({ type: "string" }), fields: brokenFields() });
    await window().page.getByText("The server described this field in a way that makes no sense.").waitFor();
  });
  function brokenFields(): Form["fields"] {
    return formWithField({ type: "string" }).fields.map((field) => ({
      ...field,
      access: "read",
      control: { kind: "broken" },
    }));
  }
});

function isFocused(element: Element): boolean {
  return element.matches(":focus");
}
