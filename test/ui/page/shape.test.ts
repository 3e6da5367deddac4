import assert from "node:assert/strict";
import { formOf } from "../../../src/model/form/build.ts";
import type { Form } from "../../../src/model/form/form.ts";
import { barriers } from "../../support/page/barriers.ts";
import { choice, entry, type FieldParts, tracker } from "../../support/fixtures/formParts.ts";
import { type FormPageWindow, openFormPage } from "../../support/page/formPage.ts";
import { bugForm, history, largeForm, linked } from "../../support/page/form/samples.ts";
import { allThemes } from "../../support/window/themes.ts";
import { notices } from "../../support/page/form/notices.ts";

describe("the shape of the form", () => {
  let window: FormPageWindow;

  afterEach(() => window.close());

  async function changeSome(): Promise<void> {
    const textbox = (name: string) => window.page.getByRole("textbox", { name, exact: true });
    await textbox("Effort").fill("3");
    await textbox("Due date").fill("2026-02-31");
    await textbox("Description").focus();
    await window.page.keyboard.press("Control+End");
    await window.page.keyboard.type(" Since 4.2.");
    await window.page.getByText("This day does not exist.").waitFor();
    await window.page.locator("artifact-activity").scrollIntoViewIfNeeded();
    await window.page.getByText("two customers").waitFor();
    await window.page.evaluate(() => scrollTo({ top: 0 }));
  }

  function overflow(): Promise<number> {
    return window.page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  }

  for (const theme of allThemes) {
    it(`is right in the theme ${theme}`, async () => {
      window = await openFormPage({ form: bugForm(), artifacts: linked, history, theme, draft: { notices } });
      await changeSome();
      await window.screenshot(`page-form-${theme}`);
      assert.deepEqual(window.complaints, []);
      assert.deepEqual(await barriers(window.page), []);
    });
  }

  it("folds to one column in a narrow tab", async () => {
    window = await openFormPage({
      form: bugForm(),
      artifacts: linked,
      history,
      width: 400,
      draft: { notices },
    });
    await changeSome();
    await window.screenshot("page-form-narrow");
    assert.equal(await overflow(), 0);
    const left = await window.page
      .locator(".grid > artifact-field")
      .evaluateAll((fields) => [
        ...new Set(fields.map((each) => Math.round(each.getBoundingClientRect().left))),
      ]);
    assert.equal(left.length, 1);
  });

  it("does not begin a line of the heading with a dot", async () => {
    window = await openFormPage({ form: bugForm(), width: 400 });
    const [dot, before] = await window.page.locator(".facts").evaluate((facts) =>
      [".separator", "artifact-field.is-inline"].map((each) => {
        const { left, top, bottom } = facts.querySelector(each)?.getBoundingClientRect() ?? new DOMRect();
        return { left, top, bottom };
      }),
    );
    assert.ok(dot !== undefined && before !== undefined);
    assert.ok(dot.left > before.left && dot.top < before.bottom && dot.bottom > before.top);
  });

  it("has a name for everything that can be filled in or pressed", async () => {
    window = await openFormPage({ form: bugForm(), artifacts: linked, history });
    await window.page.getByRole("button", { name: "Add link…" }).click();
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

  it("is gone through by the Tab key in the order in which it is read", async () => {
    window = await openFormPage({ form: bugForm(), artifacts: linked, history });
    const stops: string[] = [];
    for (let stop = "1"; stop !== "";) {
      await window.page.keyboard.press("Tab");
      stop = await window.page.evaluate(placeOfFocus);
      stops.push(stop);
    }
    stops.pop();
    assert.ok(stops.length > 30);
    assert.deepEqual(stops, stops.toSorted());
  });

  it("draws three hundred fields, and one of them for one key", async () => {
    window = await openFormPage({ form: largeForm() });
    const fields = window.page.locator("artifact-field");
    assert.equal(await fields.count(), 300);
    await window.page.evaluate(() => {
      const drawn = new Set<Element>();
      Object.assign(globalThis, { drawn });
      new MutationObserver((records) => {
        for (const { target } of records) {
          const element = target instanceof Element ? target : target.parentElement;
          const field = element?.closest("artifact-field");
          if (field instanceof Element) drawn.add(field);
        }
      }).observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
    });
    const line = window.page.getByRole("textbox", { name: "Field 151", exact: true });
    await line.focus();
    await window.page.keyboard.type("x");
    await window.until("heard", () => window.host.edits.length === 1);
    await window.page.getByRole("button", { name: "Save 1 change" }).waitFor();
    assert.equal(
      await window.page.evaluate(() => (globalThis as unknown as { drawn: Set<Element> }).drawn.size),
      1,
    );
  });

  it("stays sane with whatever a server calls its things", async () => {
    window = await openFormPage({
      form: hostile(),
      heading: { origin: ["<script>alert(1)</script>", "ש".repeat(300)] },
    });
    await window.screenshot("page-form-hostile");
    assert.equal(await overflow(), 0);
    assert.equal(await window.page.locator("main script").count(), 0);
    await window.page.getByText("<script>alert('section')</script>").waitFor();
    assert.deepEqual(window.complaints, []);
    await window.page.setViewportSize({ width: 400, height: 800 });
    await window.screenshot("page-form-hostile-narrow");
    assert.equal(await overflow(), 0);
    const rightToLeft = window.page.getByRole("textbox", { name: "عنوان", exact: true });
    assert.equal(await rightToLeft.evaluate((element) => getComputedStyle(element).direction), "rtl");
  });
});

/** Where the focus is among all elements, written so that texts sort like places; empty once it has left. */
function placeOfFocus(): string {
  const { activeElement, body } = document;
  if (activeElement === null || activeElement === body) return "";
  return String([...document.querySelectorAll("*")].indexOf(activeElement)).padStart(6, "0");
}

function hostile(): Form {
  const nasty = "<script>alert('label')</script><img src=x onerror=alert(1)>";
  const fields: readonly FieldParts[] = [
    { id: 1, type: "string", label: "Title" },
    { id: 2, type: "fieldset", label: "<script>alert('section')</script>" },
    { id: 3, type: "string", label: nasty, description: nasty },
    {
      id: 4,
      type: "sb",
      label: nasty,
      choices: [choice(41, { label: nasty }), choice(42, { label: "x".repeat(400) })],
    },
    { id: 5, type: "string", label: "عنوان" },
    {
      id: 6,
      type: "cb",
      label: "W".repeat(500),
      choices: [choice(61, { label: "שלום עולם" }), choice(62, { label: "W".repeat(300) })],
    },
    { id: 7, type: "msb", label: "Several", choices: [choice(71, { label: "W".repeat(300) })] },
    { id: 8, type: "text", label: "Long" },
    { id: 9, type: "string", label: "Read only", permissions: new Set(["read"]) },
  ];
  const described = tracker(fields, {
    semantics: { titleFieldId: 1 },
    structure: [{ fieldId: 2, content: [3, 4, 5, 6, 7, 8, 9].map((fieldId) => ({ fieldId, content: [] })) }],
  });
  return formOf(described, [
    entry(1, { kind: "string", text: "Very long ".repeat(1_000) }),
    entry(3, { kind: "string", text: nasty }),
    entry(4, { kind: "choices", chosen: [{ id: 42, label: "x".repeat(400) }] }),
    entry(5, { kind: "string", text: "مرحبا بالعالم" }),
    entry(7, { kind: "choices", chosen: [{ id: 71, label: "W".repeat(300) }] }),
    entry(8, { kind: "text", source: "W".repeat(5_000), format: "html" }),
    entry(9, { kind: "string", text: "W".repeat(5_000) }),
  ]);
}
