import assert from "node:assert/strict";
import { createForm } from "../../../src/model/form/createForm.ts";
import type { Form } from "../../../src/model/form/form.ts";
import { findAccessibilityProblems } from "../../support/page/accessibility.ts";
import {
  createChoice,
  createEntry,
  type FieldParts,
  createTracker,
} from "../../support/fixtures/formBuilders.ts";
import { type FormPageWindow, openFormPage } from "../../support/page/formPage.ts";
import {
  createBugForm,
  sampleHistory,
  createLargeForm,
  linkTargets,
} from "../../support/page/form/samples.ts";
import { allThemes } from "../../support/window/themes.ts";
import { sampleNotices } from "../../support/page/form/notices.ts";

describe("form layout", () => {
  let window: FormPageWindow;

  afterEach(() => window.close());

  async function editSomeFields(): Promise<void> {
    const textbox = (name: string) => window.page.getByRole("textbox", { name, exact: true });
    await textbox("Effort").fill("3");
    await textbox("Due date").fill("2026-02-31");
    await textbox("Description").focus();
    await window.page.keyboard.press("Control+End");
    await window.page.keyboard.type(" Since 4.2.");
    await window.page.getByText("This date doesn't exist.").waitFor();
    await window.page.locator("artifact-activity").scrollIntoViewIfNeeded();
    await window.page.getByText("two customers").waitFor();
    await window.page.evaluate(() => scrollTo({ top: 0 }));
  }

  function getOverflow(): Promise<number> {
    return window.page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  }

  for (const theme of allThemes) {
    it(`has no accessibility problems and no browser errors in the theme ${theme}`, async () => {
      window = await openFormPage({
        form: createBugForm(),
        artifacts: linkTargets,
        history: sampleHistory,
        theme,
        draft: { notices: sampleNotices },
      });
      await editSomeFields();
      await window.screenshot(`page-form-${theme}`);
      assert.deepEqual(window.browserErrors, []);
      assert.deepEqual(await findAccessibilityProblems(window.page), []);
    });
  }

  it("has one column in a narrow tab", async () => {
    window = await openFormPage({
      form: createBugForm(),
      artifacts: linkTargets,
      history: sampleHistory,
      width: 400,
      draft: { notices: sampleNotices },
    });
    await editSomeFields();
    await window.screenshot("page-form-narrow");
    assert.equal(await getOverflow(), 0);
    const leftEdges = await window.page
      .locator(".grid > artifact-field")
      .evaluateAll((fields) => [
        ...new Set(fields.map((field) => Math.round(field.getBoundingClientRect().left))),
      ]);
    assert.equal(leftEdges.length, 1);
  });

  it("shows separators of the title details only inside a line", async () => {
    window = await openFormPage({ form: createBugForm(), width: 400 });
    const { overflow, details } = await window.page.locator(".title-details").evaluate((list) => ({
      overflow: getComputedStyle(list).overflowX,
      details: [...list.querySelectorAll(".title-detail")].map((detail) => ({
        left: Math.round(detail.getBoundingClientRect().left - list.getBoundingClientRect().left),
        separatorWidth: Number.parseFloat(getComputedStyle(detail, "::before").width),
      })),
    }));
    assert.equal(overflow, "clip");
    // At the start of a line only the right edge of the separator is inside, which is empty.
    const lineStarts = details.filter(({ left, separatorWidth }) => left < separatorWidth);
    assert.deepEqual(
      lineStarts.map(({ left }) => left),
      lineStarts.map(() => 2),
    );
    assert.ok(lineStarts.length > 1 && lineStarts.length < details.length, JSON.stringify(details));
  });

  it("has an accessible name for every control", async () => {
    window = await openFormPage({ form: createBugForm(), artifacts: linkTargets, history: sampleHistory });
    await window.page.getByRole("button", { name: "Add Link…" }).click();
    const snapshot = await window.page.locator("main").ariaSnapshot();
    const nameless = snapshot
      .split("\n")
      .filter((line) =>
        /- (?:textbox|combobox|checkbox|radio|button|tab|listbox|radiogroup|group)(?::|$| \[)/.test(line),
      );
    assert.deepEqual(nameless, []);
    for (const role of [
      "textbox",
      "combobox",
      "checkbox",
      "radio",
      "radiogroup",
      "group",
      "tablist",
    ] as const) {
      assert.ok(snapshot.includes(`- ${role} "`), role);
    }
  });

  it("has Tab stops in reading order", async () => {
    window = await openFormPage({ form: createBugForm(), artifacts: linkTargets, history: sampleHistory });
    const stops: string[] = [];
    for (let stop = "1"; stop !== "";) {
      await window.page.keyboard.press("Tab");
      stop = await window.page.evaluate(getFocusPosition);
      stops.push(stop);
    }
    stops.pop();
    assert.ok(stops.length > 30);
    assert.deepEqual(stops, stops.toSorted());
  });

  it("renders one of 300 fields for one keystroke", async () => {
    window = await openFormPage({ form: createLargeForm() });
    const fields = window.page.locator("artifact-field");
    assert.equal(await fields.count(), 300);
    await window.page.evaluate(() => {
      const renderedFields = new Set<Element>();
      Object.assign(globalThis, { renderedFields });
      new MutationObserver((records) => {
        for (const { target } of records) {
          const element = target instanceof Element ? target : target.parentElement;
          const field = element?.closest("artifact-field");
          if (field instanceof Element) renderedFields.add(field);
        }
      }).observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
    });
    const textbox = window.page.getByRole("textbox", { name: "Field 151", exact: true });
    await textbox.focus();
    await window.page.keyboard.type("x");
    await window.waitUntil("an edit", () => window.host.edits.length === 1);
    await window.page.getByRole("button", { name: "Save 1 Change" }).waitFor();
    assert.equal(
      await window.page.evaluate(
        () => (globalThis as unknown as { renderedFields: Set<Element> }).renderedFields.size,
      ),
      1,
    );
  });

  it("shows hostile labels as text, without overflow", async () => {
    window = await openFormPage({
      form: createHostileForm(),
      heading: { breadcrumbs: ["<script>alert(1)</script>", "ש".repeat(300)] },
    });
    await window.screenshot("page-form-hostile");
    assert.equal(await getOverflow(), 0);
    assert.equal(await window.page.locator("main script").count(), 0);
    await window.page.getByText("<script>alert('section')</script>").waitFor();
    assert.deepEqual(window.browserErrors, []);
    await window.page.setViewportSize({ width: 400, height: 800 });
    await window.screenshot("page-form-hostile-narrow");
    assert.equal(await getOverflow(), 0);
    const rightToLeft = window.page.getByRole("textbox", { name: "عنوان", exact: true });
    assert.equal(await rightToLeft.evaluate((element) => getComputedStyle(element).direction), "rtl");
  });
});

/** Returns the index of the focused element, padded so that it sorts as text; empty once the focus has left the page. */
function getFocusPosition(): string {
  const { activeElement, body } = document;
  if (activeElement === null || activeElement === body) return "";
  return String([...document.querySelectorAll("*")].indexOf(activeElement)).padStart(6, "0");
}

function createHostileForm(): Form {
  const hostileText = "<script>alert('label')</script><img src=x onerror=alert(1)>";
  const fields: readonly FieldParts[] = [
    { id: 1, type: "string", label: "Title" },
    { id: 2, type: "fieldset", label: "<script>alert('section')</script>" },
    { id: 3, type: "string", label: hostileText, description: hostileText },
    {
      id: 4,
      type: "sb",
      label: hostileText,
      choices: [createChoice(41, { label: hostileText }), createChoice(42, { label: "x".repeat(400) })],
    },
    { id: 5, type: "string", label: "عنوان" },
    {
      id: 6,
      type: "cb",
      label: "W".repeat(500),
      choices: [createChoice(61, { label: "שלום עולם" }), createChoice(62, { label: "W".repeat(300) })],
    },
    { id: 7, type: "msb", label: "Several", choices: [createChoice(71, { label: "W".repeat(300) })] },
    { id: 8, type: "text", label: "Long" },
    { id: 9, type: "string", label: "Read only", permissions: new Set(["read"]) },
  ];
  const tracker = createTracker(fields, {
    semantics: { titleFieldId: 1 },
    structure: [{ fieldId: 2, content: [3, 4, 5, 6, 7, 8, 9].map((fieldId) => ({ fieldId, content: [] })) }],
  });
  return createForm(tracker, [
    createEntry(1, { kind: "string", text: "Very long ".repeat(1_000) }),
    createEntry(3, { kind: "string", text: hostileText }),
    createEntry(4, { kind: "choices", chosen: [{ id: 42, label: "x".repeat(400) }] }),
    createEntry(5, { kind: "string", text: "مرحبا بالعالم" }),
    createEntry(7, { kind: "choices", chosen: [{ id: 71, label: "W".repeat(300) }] }),
    createEntry(8, { kind: "text", source: "W".repeat(5_000), format: "html" }),
    createEntry(9, { kind: "string", text: "W".repeat(5_000) }),
  ]);
}
