import assert from "node:assert/strict";
import type { Locator } from "playwright-core";
import { type FormPageWindow, openFormPage } from "../../support/page/formPage.ts";
import { bugForm, formWithField, history, linked, newBugForm } from "../../support/page/form/samples.ts";
import { FakeHost } from "../../support/page/form/fakeHost.ts";

describe("the draft in the page", () => {
  let window: FormPageWindow;

  afterEach(() => window.close());

  async function openBug(): Promise<void> {
    window = await openFormPage({ form: bugForm(), artifacts: linked, history });
  }

  function line(name: string): Locator {
    return window.page.getByRole("textbox", { name, exact: true });
  }

  async function saying(text: string): Promise<void> {
    await window.page.getByText(text, { exact: true }).waitFor();
  }

  it("is counted in the button, which sends it", async () => {
    await openBug();
    const save = (text: string): Locator => window.page.getByRole("button", { name: text, exact: true });
    await save("Save").waitFor();
    assert.equal(await window.page.getByRole("button", { name: "Discard" }).count(), 0);
    await line("Effort").fill("3");
    await save("Save 1 change").waitFor();
    await line("Title").fill("Another title");
    await saying("Draft kept 12:04:31");
    await save("Save 2 changes").press("Enter");
    await window.page.getByRole("button", { name: "Discard" }).press("Enter");
    await window.page.getByRole("button", { name: "Refresh" }).press("Enter");
    await window.page.getByRole("button", { name: "Open in Browser" }).press("Enter");
    await window.until("all asked for", () => window.host.asked("openInBrowser").length === 1);
    assert.deepEqual(
      window.host.calls
        .map(({ method }) => method)
        .filter((method) => !/^(ready|describe|history)/.test(method)),
      ["save", "discard", "refresh", "openInBrowser"],
    );
  });

  it("marks what was changed, and puts it back alone", async () => {
    await openBug();
    const changed = window.page.locator("artifact-field.is-changed");
    await line("Effort").fill("3");
    await line("Due date").fill("2026-03-01");
    await window.until("two marks", () => window.host.draft.inputs.length === 2);
    assert.equal(await changed.count(), 2);
    await window.page.getByRole("button", { name: "Put Effort back" }).press("Enter");
    await window.until("one change", () => window.host.draft.inputs.length === 1);
    assert.equal(await line("Effort").inputValue(), "2.5");
    assert.equal(await changed.count(), 1);
    await line("Due date").fill("2026-02-28");
    await window.until("no change", () => window.host.draft.inputs.length === 0);
    assert.equal(await changed.count(), 0);
  });

  it("joins what is typed in one go into one step", async () => {
    await openBug();
    await line("Title").focus();
    await window.page.keyboard.type("abc");
    await line("Effort").focus();
    await window.page.keyboard.type("1");
    await window.until("four edits", () => window.host.edits.length === 4);
    assert.deepEqual(
      window.host.edits.map(({ step }) => step),
      ["begin", "join", "join", "begin"],
    );
    await window.host.undo();
    await window.host.undo();
    await window.page.getByRole("button", { name: "Save", exact: true }).waitFor();
    assert.equal(await line("Title").inputValue(), "Refund fails when the currency has no minor unit");
  });

  it("tells what is wrong once a field is left, and all of it when saving", async () => {
    window = await openFormPage({ form: newBugForm(), heading: { reference: "New Bug", opened: undefined } });
    const required = window.page.getByText("This field is required.");
    await line("Due date").focus();
    await window.page.keyboard.type("2026-02-31");
    assert.equal(await required.count(), 0);
    await line("Effort").focus();
    await saying("This day does not exist.");
    assert.equal(await line("Due date").getAttribute("aria-invalid"), "true");
    assert.equal(
      await line("Due date").getAttribute("aria-description"),
      "This day does not exist. Changed.",
    );
    await window.page.getByRole("button", { name: "Create" }).press("Enter");
    await window.until("save", () => window.host.asked("save").length === 1);
    await required.first().waitFor();
    await window.host.tell("reveal", { target: 17 });
    await window.page.waitForFunction(() => document.activeElement?.id === "field-17");
    await window.page.getByRole("status").getByText("Description: This field is required.").waitFor();
  });

  it("tells what is wrong a while after the last key, although the field was not left", async () => {
    await openBug();
    await line("Effort").focus();
    await window.page.keyboard.type("x");
    await saying("This is not a number.");
    assert.ok(await line("Effort").evaluate((element) => element.matches(":focus")));
  });

  for (const theme of ["dark", "light", "highContrastDark"] as const) {
    it(`tells in sight what a save came to, and leads to the rest of it, in the theme ${theme}`, async () => {
      window = await openFormPage({ form: bugForm(), artifacts: linked, history, theme });
      await window.page.setViewportSize({ width: 900, height: 500 });
      const comment = line("Comment");
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
      window.host.more = { notices: [notice] };
      await window.host.tellDraft();
      const outcome = window.page.getByRole("button", { name: "Not saved" });
      const isInSight = (locator: Locator): Promise<boolean> =>
        locator.evaluate((element) => {
          const { top, bottom } = element.getBoundingClientRect();
          return top >= 0 && bottom <= innerHeight;
        });
      const rest = window.page.locator(".notice", { hasText: text });
      await outcome.waitFor();
      assert.equal(await isInSight(outcome), true);
      assert.equal(await isInSight(rest), false);
      assert.equal(await outcome.getAttribute("title"), text);
      await window.screenshot(`page-not-saved-${theme}`);
      await outcome.press("Enter");
      await window.page.locator(".notice:focus", { hasText: text }).waitFor();
      assert.equal(await isInSight(rest), true);
      window.host.more = {};
      await window.host.tellDraft();
      await outcome.waitFor({ state: "detached" });
      assert.deepEqual(window.complaints, []);
    });
  }

  it("shows what the server refused", async () => {
    await openBug();
    window.host.more = { refusals: [{ fieldId: 12, text: "Too much effort." }] };
    await window.host.tellDraft();
    await saying("Too much effort.");
  });

  it("keeps the cursor where it is when the host speaks while somebody types", async () => {
    await openBug();
    window.host.isSlow = true;
    const first = { target: 1, input: { kind: "line", text: "Re1fund fails" } } as const;
    await line("Title").focus();
    for (const key of ["Home", "ArrowRight", "ArrowRight"]) await window.page.keyboard.press(key);
    await window.page.keyboard.type("12");
    await window.until("both", () => window.host.edits.length === 2);
    // As it was before the second key.
    window.host.seen = 1;
    await window.host.tell("draft", { ...window.host.pageDraft(), inputs: [first] });
    await window.page.keyboard.type("3");
    await window.until("three", () => window.host.edits.length === 3);
    await window.host.tellDraft();
    await window.page.keyboard.type("4");
    assert.equal(await line("Title").inputValue(), "Re1234fund fails when the currency has no minor unit");
    const long = line("Description");
    await long.focus();
    await long.evaluate((area: HTMLTextAreaElement) => area.setSelectionRange(3, 3));
    window.host.draft = { ...window.host.draft, inputs: [{ target: 17, input: text("Changed elsewhere") }] };
    window.host.seen = 99;
    await window.host.tellDraft();
    await window.page.waitForFunction(
      () => document.querySelector<HTMLTextAreaElement>("#field-17")?.value === "Changed elsewhere",
    );
    assert.equal(await long.evaluate((area: HTMLTextAreaElement) => area.selectionStart), 3);
  });

  it("says so when the host does not hear, and hands over what it did not hear to the next page", async () => {
    await openBug();
    await line("Effort").fill("3");
    await saying("Draft kept 12:04:31");
    await line("Title").focus();
    window.host.isDead = true;
    await line("Effort").fill("4");
    await line("Title").focus();
    await window.page.keyboard.press("End");
    await window.page.keyboard.type("!!");
    await saying("Draft not kept yet");
    await restart();
    await window.until("handed over", () => window.host.edits.length === 2);
    assert.deepEqual(window.host.edits, [
      { target: 12, input: { kind: "number", text: "4" }, step: "begin" },
      {
        target: 1,
        input: { kind: "line", text: "Refund fails when the currency has no minor unit!!" },
        step: "begin",
      },
    ]);
    await window.page.getByRole("button", { name: "Save 2 changes" }).waitFor();
    await restart();
    await window.page.getByRole("button", { name: "Save 2 changes" }).waitFor();
    assert.deepEqual(window.host.edits, []);
  });

  it("hands it over also where the page has forgotten what it showed", async () => {
    await openBug();
    window.host.isDead = true;
    await line("Effort").fill("4");
    await window.page.evaluate(() => sessionStorage.clear());
    await restart();
    await window.until("handed over", () => window.host.draft.inputs.length === 1);
    assert.deepEqual(window.host.typed(12), { kind: "number", text: "4" });
  });

  it("can be read, but not changed, where another window has it", async () => {
    window = await openFormPage({
      form: bugForm(),
      draft: { isElsewhere: true, inputs: [{ target: 12, input: { kind: "number", text: "42" } }] },
    });
    await saying("42");
    assert.equal(await window.page.getByRole("textbox").count(), 0);
    assert.equal(await window.page.getByRole("button", { name: /^Put/ }).count(), 0);
  });

  it("shows what was typed into fields that are gone, or may not be changed any more", async () => {
    await openBug();
    await line("Effort").fill("3");
    await line("Due date").fill("2026-03-01");
    await window.until("two", () => window.host.draft.inputs.length === 2);
    const form = bugForm();
    await window.host.show({
      ...form,
      fields: form.fields
        .filter(({ id }) => id !== 12)
        .map((field) => (field.id === 14 ? { ...field, access: "read" } : field)),
    });
    await saying("The tracker no longer has this field: what you typed cannot be sent.");
    await saying("You may no longer change this field: what you typed cannot be sent.");
    await saying("2026-03-01");
    await window.page.getByRole("button", { name: "Put Field 12 back" }).press("Enter");
    await window.page.getByRole("button", { name: "Put Due date back" }).press("Enter");
    await window.until("nothing", () => window.host.draft.inputs.length === 0);
  });

  it("comes back to where somebody was, however long the page takes to get there", async () => {
    window = await openFormPage({ form: bugForm(), artifacts: linked, history, height: 600 });
    await window.page.locator("artifact-activity").scrollIntoViewIfNeeded();
    await window.page.getByText("two customers").waitFor();
    await window.page.evaluate(() => scrollTo({ top: 600 }));
    await window.page.waitForFunction(
      () => sessionStorage.getItem(location.href)?.includes('"scroll":600') === true,
    );
    await restart();
    await window.page.waitForFunction(() => scrollY === 600);
  });

  it("sends a notice's action, and speaks to those who don't see", async () => {
    window = await openFormPage({
      form: formWithField({ type: "string" }),
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
    await window.until("act", () => window.host.asked("act").length === 1);
    assert.deepEqual(window.host.asked("act"), [{ noticeId: "conflict", actionId: "show" }]);
    await window.host.tell("announce", { text: "Saved." });
    await window.page.getByRole("status").getByText("Saved.").waitFor();
  });

  it("tells what the host could not do", async () => {
    await openBug();
    window.host.refusal = "The server does not answer.";
    await window.page.getByRole("button", { name: "Refresh" }).press("Enter");
    await window.page.getByRole("alert").getByText("The server does not answer.").waitFor();
    await window.page.getByRole("button", { name: "Dismiss" }).press("Enter");
    await window.page.getByRole("alert").waitFor({ state: "detached" });
    assert.deepEqual(window.complaints, []);
  });

  /** The host died and came back, with what it had on disk. */
  async function restart(): Promise<void> {
    const { draft } = window.host;
    window.host = new FakeHost(
      { form: bugForm(), artifacts: linked, history },
      await window.texts(),
      window.post,
    );
    window.host.draft = draft;
    await window.page.reload();
  }
});

function text(source: string): { kind: "text"; source: string; format: "commonmark" } {
  return { kind: "text", source, format: "commonmark" };
}
