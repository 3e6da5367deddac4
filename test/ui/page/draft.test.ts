import assert from "node:assert/strict";
import type { Locator } from "playwright-core";
import { type FormPageWindow, openFormPage } from "../../support/page/formPage.ts";
import {
  createBugForm,
  createFormWithField,
  sampleHistory,
  linkTargets,
  createNewBugForm,
} from "../../support/page/form/samples.ts";
import { FakeHost } from "../../support/page/form/fakeHost.ts";

describe("draft in the form page", () => {
  let window: FormPageWindow;

  afterEach(() => window.close());

  async function openBug(): Promise<void> {
    window = await openFormPage({ form: createBugForm(), artifacts: linkTargets, history: sampleHistory });
  }

  function getTextbox(name: string): Locator {
    return window.page.getByRole("textbox", { name, exact: true });
  }

  async function waitForText(text: string): Promise<void> {
    await window.page.getByText(text, { exact: true }).waitFor();
  }

  it("is counted in the Save button, and saved by it", async () => {
    await openBug();
    const save = (text: string): Locator => window.page.getByRole("button", { name: text, exact: true });
    await save("Save").waitFor();
    assert.equal(await window.page.getByRole("button", { name: "Discard" }).count(), 0);
    await getTextbox("Effort").fill("3");
    await save("Save 1 Change").waitFor();
    await getTextbox("Title").fill("Another title");
    await waitForText("Draft saved locally at 12:04:31");
    await save("Save 2 Changes").press("Enter");
    await window.page.getByRole("button", { name: "Discard" }).press("Enter");
    await window.page.getByRole("button", { name: "Refresh" }).press("Enter");
    await window.page.getByRole("button", { name: "Open in Browser" }).press("Enter");
    await window.waitUntil("all calls", () => window.host.getCalls("openInBrowser").length === 1);
    assert.deepEqual(
      window.host.calls
        .map(({ method }) => method)
        .filter((method) => !/^(ready|describe|loadHistory)/.test(method)),
      ["save", "discard", "refresh", "openInBrowser"],
    );
  });

  it("marks changed fields, which can be reverted one by one", async () => {
    await openBug();
    const changed = window.page.locator("artifact-field.is-changed");
    await getTextbox("Effort").fill("3");
    await getTextbox("Due date").fill("2026-03-01");
    await window.waitUntil("two edits", () => window.host.draft.inputs.length === 2);
    assert.equal(await changed.count(), 2);
    await window.page.getByRole("button", { name: "Revert Effort" }).press("Enter");
    await window.waitUntil("one edit", () => window.host.draft.inputs.length === 1);
    assert.equal(await getTextbox("Effort").inputValue(), "2.5");
    assert.equal(await changed.count(), 1);
    await getTextbox("Due date").fill("2026-02-28");
    await window.waitUntil("no edit", () => window.host.draft.inputs.length === 0);
    assert.equal(await changed.count(), 0);
  });

  it("joins consecutive keystrokes into one undo step", async () => {
    await openBug();
    await getTextbox("Title").focus();
    await window.page.keyboard.type("abc");
    await getTextbox("Effort").focus();
    await window.page.keyboard.type("1");
    await window.waitUntil("four edits", () => window.host.edits.length === 4);
    assert.deepEqual(
      window.host.edits.map(({ step }) => step),
      ["begin", "join", "join", "begin"],
    );
    await window.host.undo();
    await window.host.undo();
    await window.page.getByRole("button", { name: "Save", exact: true }).waitFor();
    assert.equal(await getTextbox("Title").inputValue(), "Refund fails when the currency has no minor unit");
  });

  it("shows a problem when the user leaves the field, and all problems on save", async () => {
    window = await openFormPage({
      form: createNewBugForm(),
      heading: { reference: "New Bug", submitted: undefined },
    });
    const required = window.page.getByText("This field is required.");
    await getTextbox("Due date").focus();
    await window.page.keyboard.type("2026-02-31");
    assert.equal(await required.count(), 0);
    await getTextbox("Effort").focus();
    await waitForText("This date doesn't exist.");
    assert.equal(await getTextbox("Due date").getAttribute("aria-invalid"), "true");
    assert.equal(
      await getTextbox("Due date").getAttribute("aria-description"),
      "This date doesn't exist. Changed.",
    );
    await window.page.getByRole("button", { name: "Create" }).press("Enter");
    await window.waitUntil("save", () => window.host.getCalls("save").length === 1);
    await required.first().waitFor();
    await window.host.callPage("revealField", { target: 17 });
    await window.page.waitForFunction(() => document.activeElement?.id === "field-17");
    await window.page.getByRole("status").getByText("Description: This field is required.").waitFor();
  });

  it("shows a problem after a pause in typing", async () => {
    await openBug();
    await getTextbox("Effort").focus();
    await window.page.keyboard.type("x");
    await waitForText("Enter a number.");
    assert.ok(await getTextbox("Effort").evaluate((element) => element.matches(":focus")));
  });

  for (const theme of ["dark", "light", "highContrastDark"] as const) {
    it(`shows the outcome of a save in the actions bar, with a link to its notice, in the theme ${theme}`, async () => {
      window = await openFormPage({
        form: createBugForm(),
        artifacts: linkTargets,
        history: sampleHistory,
        theme,
      });
      await window.page.setViewportSize({ width: 900, height: 500 });
      const comment = getTextbox("Comment");
      await comment.fill("Done.");
      await comment.scrollIntoViewIfNeeded();
      const text = "Payments can't be closed without a resolution.";
      const actions = [{ id: "dismiss", label: "Dismiss" }];
      const notice = {
        id: "rejected",
        severity: "error",
        text,
        details: [],
        outcome: "Not saved",
        actions,
      } as const;
      window.host.draftOverrides = { notices: [notice] };
      await window.host.sendDraft();
      const outcome = window.page.getByRole("button", { name: "Not saved" });
      const isInView = (locator: Locator): Promise<boolean> =>
        locator.evaluate((element) => {
          const { top, bottom } = element.getBoundingClientRect();
          return top >= 0 && bottom <= innerHeight;
        });
      const noticeElement = window.page.locator(".notice", { hasText: text });
      await outcome.waitFor();
      assert.equal(await isInView(outcome), true);
      assert.equal(await isInView(noticeElement), false);
      assert.equal(await outcome.getAttribute("title"), text);
      await window.screenshot(`page-not-saved-${theme}`);
      await outcome.press("Enter");
      await window.page.locator(".notice:focus", { hasText: text }).waitFor();
      assert.equal(await isInView(noticeElement), true);
      window.host.draftOverrides = {};
      await window.host.sendDraft();
      await outcome.waitFor({ state: "detached" });
      assert.deepEqual(window.browserErrors, []);
    });
  }

  it("shows errors of the server at the fields", async () => {
    await openBug();
    window.host.draftOverrides = { serverErrors: [{ fieldId: 12, text: "Too much effort." }] };
    await window.host.sendDraft();
    await waitForText("Too much effort.");
  });

  it("keeps the caret when the host sends a draft while the user types", async () => {
    await openBug();
    window.host.suppressesDrafts = true;
    const first = { target: 1, input: { kind: "line", text: "Re1fund fails" } } as const;
    await getTextbox("Title").focus();
    for (const key of ["Home", "ArrowRight", "ArrowRight"]) await window.page.keyboard.press(key);
    await window.page.keyboard.type("12");
    await window.waitUntil("two edits", () => window.host.edits.length === 2);
    // The draft before the second keystroke.
    window.host.lastEditNumber = 1;
    await window.host.callPage("setDraft", { ...window.host.createPageDraft(), inputs: [first] });
    await window.page.keyboard.type("3");
    await window.waitUntil("three edits", () => window.host.edits.length === 3);
    await window.host.sendDraft();
    await window.page.keyboard.type("4");
    assert.equal(
      await getTextbox("Title").inputValue(),
      "Re1234fund fails when the currency has no minor unit",
    );
    const description = getTextbox("Description");
    await description.focus();
    await description.evaluate((area: HTMLTextAreaElement) => area.setSelectionRange(3, 3));
    window.host.draft = {
      ...window.host.draft,
      inputs: [{ target: 17, input: createTextInput("Changed elsewhere") }],
    };
    window.host.lastEditNumber = 99;
    await window.host.sendDraft();
    await window.page.waitForFunction(
      () => document.querySelector<HTMLTextAreaElement>("#field-17")?.value === "Changed elsewhere",
    );
    assert.equal(await description.evaluate((area: HTMLTextAreaElement) => area.selectionStart), 3);
  });

  it("shows that the host doesn't respond, and sends unconfirmed edits from the next page", async () => {
    await openBug();
    await getTextbox("Effort").fill("3");
    await waitForText("Draft saved locally at 12:04:31");
    await getTextbox("Title").focus();
    window.host.isUnresponsive = true;
    await getTextbox("Effort").fill("4");
    await getTextbox("Title").focus();
    await window.page.keyboard.press("End");
    await window.page.keyboard.type("!!");
    await waitForText("Draft not saved locally yet");
    await restartHost();
    await window.waitUntil("edits are sent again", () => window.host.edits.length === 2);
    assert.deepEqual(window.host.edits, [
      { target: 12, input: { kind: "number", text: "4" }, step: "begin" },
      {
        target: 1,
        input: { kind: "line", text: "Refund fails when the currency has no minor unit!!" },
        step: "begin",
      },
    ]);
    await window.page.getByRole("button", { name: "Save 2 Changes" }).waitFor();
    await restartHost();
    await window.page.getByRole("button", { name: "Save 2 Changes" }).waitFor();
    assert.deepEqual(window.host.edits, []);
  });

  it("sends unconfirmed edits from the next page also without webview state", async () => {
    await openBug();
    window.host.isUnresponsive = true;
    await getTextbox("Effort").fill("4");
    await window.page.evaluate(() => sessionStorage.clear());
    await restartHost();
    await window.waitUntil("edits are sent again", () => window.host.draft.inputs.length === 1);
    assert.deepEqual(window.host.getInput(12), { kind: "number", text: "4" });
  });

  it("is read-only while another window edits it", async () => {
    window = await openFormPage({
      form: createBugForm(),
      draft: { isOpenInOtherWindow: true, inputs: [{ target: 12, input: { kind: "number", text: "42" } }] },
    });
    await waitForText("42");
    assert.equal(await window.page.getByRole("textbox").count(), 0);
    assert.equal(await window.page.getByRole("button", { name: /^Revert/ }).count(), 0);
  });

  it("shows edits of fields that were deleted or became read-only", async () => {
    await openBug();
    await getTextbox("Effort").fill("3");
    await getTextbox("Due date").fill("2026-03-01");
    await window.waitUntil("two edits", () => window.host.draft.inputs.length === 2);
    const form = createBugForm();
    await window.host.showForm({
      ...form,
      fields: form.fields
        .filter(({ id }) => id !== 12)
        .map((field) => (field.id === 14 ? { ...field, access: "read" } : field)),
    });
    await waitForText("This field was removed from the tracker. Your change to it can't be saved.");
    await waitForText(
      "You no longer have permission to change this field. Your change to it can't be saved.",
    );
    await waitForText("2026-03-01");
    await window.page.getByRole("button", { name: "Revert Field 12" }).press("Enter");
    await window.page.getByRole("button", { name: "Revert Due date" }).press("Enter");
    await window.waitUntil("no edit", () => window.host.draft.inputs.length === 0);
  });

  it("is shown at the previous scroll position after a reload", async () => {
    window = await openFormPage({
      form: createBugForm(),
      artifacts: linkTargets,
      history: sampleHistory,
      height: 600,
    });
    await window.page.locator("artifact-activity").scrollIntoViewIfNeeded();
    await window.page.getByText("two customers").waitFor();
    await window.page.evaluate(() => scrollTo({ top: 600 }));
    await window.page.waitForFunction(
      () => sessionStorage.getItem(location.href)?.includes('"scroll":600') === true,
    );
    await restartHost();
    await window.page.waitForFunction(() => scrollY === 600);
  });

  it("sends actions of notices, and announcements are read by screen readers", async () => {
    window = await openFormPage({
      form: createFormWithField({ type: "string" }),
      draft: {
        notices: [
          {
            id: "conflict",
            severity: "error",
            text: "Ana Lopes changed this.",
            details: ["Severity"],
            actions: [{ id: "show", label: "Show" }],
          },
        ],
      },
    });
    await window.page.getByRole("alert").getByText("Ana Lopes changed this.").waitFor();
    await window.page.getByRole("button", { name: "Show" }).press("Enter");
    await window.waitUntil("the action", () => window.host.getCalls("runNoticeAction").length === 1);
    assert.deepEqual(window.host.getCalls("runNoticeAction"), [{ noticeId: "conflict", actionId: "show" }]);
    await window.host.callPage("announce", { text: "Saved." });
    await window.page.getByRole("status").getByText("Saved.").waitFor();
  });

  it("shows an error of the host until it is dismissed", async () => {
    await openBug();
    window.host.errorText = "The server does not answer.";
    await window.page.getByRole("button", { name: "Refresh" }).press("Enter");
    await window.page.getByRole("alert").getByText("The server does not answer.").waitFor();
    await window.page.getByRole("button", { name: "Dismiss" }).press("Enter");
    await window.page.getByRole("alert").waitFor({ state: "detached" });
    assert.deepEqual(window.browserErrors, []);
  });

  /** Replaces the host by one with the same draft, and reloads the page. */
  async function restartHost(): Promise<void> {
    const { draft } = window.host;
    window.host = new FakeHost(
      { form: createBugForm(), artifacts: linkTargets, history: sampleHistory },
      await window.texts(),
      window.post,
    );
    window.host.draft = draft;
    await window.page.reload();
  }
});

function createTextInput(source: string): { kind: "text"; source: string; format: "commonmark" } {
  return { kind: "text", source, format: "commonmark" };
}
