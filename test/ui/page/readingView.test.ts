import assert from "node:assert/strict";
import type { Locator } from "playwright-core";
import { type FormPageWindow, openFormPage } from "../../support/page/formPage.ts";
import { findAccessibilityProblems } from "../../support/page/accessibility.ts";
import { allThemes } from "../../support/window/themes.ts";
import { createBugForm, createFormWithField, createNewBugForm } from "../../support/page/form/samples.ts";

const descriptionId = 17;

describe("long texts", () => {
  let window: FormPageWindow;
  let field: Locator;

  afterEach(() => window.close());

  async function open(options: Partial<Parameters<typeof openFormPage>[0]> = {}): Promise<void> {
    window = await openFormPage({ form: createBugForm(), textMode: "reading", ...options });
    field = window.getField("Description");
    await field.waitFor();
  }

  const getReading = (): Locator => field.locator(".reading");
  const getBox = (): Locator => field.locator("textarea");

  it("are shown formatted, with references that open", async () => {
    for (const theme of allThemes) {
      if (theme !== allThemes[0]) await window.close();
      await open({ theme });
      await getReading().locator("strong").getByText("JPY").waitFor();
      assert.equal(await getBox().count(), 0);
      await window.screenshot(`reading-${theme}`);
    }
    assert.deepEqual(await findAccessibilityProblems(window.page), []);
    await getReading().locator("a").getByText("art #1198").click();
    await window.waitUntil("the host is called", () => window.host.getCalls("openArtifact").length === 1);
    assert.deepEqual(window.host.getCalls("openArtifact"), [{ artifactId: 1198 }]);
  });

  it("are edited after Edit, Enter or E, and are unchanged until something is typed", async () => {
    await open();
    await field.getByRole("button", { name: "Edit: Description", exact: true }).click();
    await getBox().waitFor();
    for (const key of ["Enter", "e"]) {
      await window.page.keyboard.press("Escape");
      await getReading().waitFor();
      await window.page.keyboard.press(key);
      await getBox().waitFor();
      await window.page.waitForFunction(() => document.activeElement?.localName === "vscode-textarea");
    }
    assert.match(await getBox().inputValue(), /Refund an order in \*\*JPY\*\*/);
    await field.getByRole("button", { name: "Stop Editing: Description" }).click();
    await getReading().waitFor();
    assert.deepEqual([window.host.edits, window.host.draft.inputs], [[], []]);
  });

  it("can be reached with the keyboard, and Enter on a link opens the link", async () => {
    await open();
    await getReading().focus();
    await window.page.keyboard.press("Tab");
    await window.page.keyboard.press("Enter");
    await window.waitUntil("the host is called", () => window.host.getCalls("openArtifact").length === 1);
    assert.equal(await getBox().count(), 0);
  });

  it("stay open while they have changes, and are shown for reading after a save", async () => {
    await open();
    await field.getByRole("button", { name: "Edit: Description", exact: true }).click();
    await getBox().press("End");
    await window.page.keyboard.insertText("More. ");
    await window.waitUntil("the draft is changed", () => window.host.draft.inputs.length === 1);
    await window.page.keyboard.press("Escape");
    assert.equal(await getBox().count(), 1);
    assert.equal(await field.getByRole("button", { name: /^Stop Editing/ }).count(), 0);
    await window.page.locator("h1 textarea").first().focus();
    const saved = window.host.form.fields.map((each) =>
      each.id === descriptionId ? { ...each, base: window.host.getInput(descriptionId) } : each,
    );
    window.host.draft = { ...window.host.draft, inputs: [] };
    await window.host.showForm({ ...window.host.form, fields: saved });
    await getReading().getByText("More.").waitFor();
  });

  it("open in the text box if they have a draft, or if the setting says so", async () => {
    const input = { kind: "text", source: "Mine", format: "commonmark" } as const;
    await open({ draft: { inputs: [{ target: descriptionId, input }] } });
    await getBox().waitFor();
    assert.equal(await getBox().inputValue(), "Mine");
    await window.close();
    await open({ textMode: "editing" });
    await getBox().waitFor();
    await window.close();
    await open({ form: createNewBugForm() });
    await getBox().waitFor();
  });

  it("are edited when the form goes to them, for example because they are required", async () => {
    await open();
    await window.host.callPage("revealField", { target: descriptionId });
    await getBox().waitFor();
    await window.page.waitForFunction(() => document.activeElement?.localName === "vscode-textarea");
  });

  it("run nothing that the server sends", async () => {
    const source =
      "<p onclick='hit()'>Text<script>hit()</script><img src=x onerror='hit()'><a href='javascript:hit()'>go</a>" +
      "<iframe src='https://a.example'></iframe><style>body{display:none}</style></p>";
    window = await openFormPage({
      form: createFormWithField({ type: "text", label: "Notes" }, { kind: "text", source, format: "html" }),
      textMode: "reading",
    });
    const reading = window.getField("Notes").locator(".reading");
    await reading.getByText("Text").waitFor();
    assert.equal(await reading.locator("script, img, iframe, style, [onclick], [href]").count(), 0);
  });
});
