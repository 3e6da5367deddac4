import assert from "node:assert/strict";
import type { FormPageDraftState } from "../../../src/protocol/formProtocol.ts";
import { findAccessibilityProblems } from "../../support/page/accessibility.ts";
import { type FormPageWindow, openFormPage } from "../../support/page/formPage.ts";
import {
  createBugForm,
  descriptionFieldId,
  linksFieldId,
  createChoicesInput,
  createTextInput,
  sampleConflict,
  severityFieldId,
  remoteForm,
  versionsFieldId,
} from "../../support/page/form/conflictSample.ts";
import { createConflicts, type FakeConflict } from "../../support/page/form/fakeConflict.ts";
import { linkTargets } from "../../support/page/form/samples.ts";
import { allThemes } from "../../support/window/themes.ts";

const titleFieldId = 1;

/** A form with conflicts in all kinds of fields. */
const form = createBugForm({
  [titleFieldId]: { kind: "line", text: "Refund fails for currencies without cents" },
  [descriptionFieldId]: createTextInput("Refund fails in JPY and KRW."),
  [versionsFieldId]: createChoicesInput([131, "4.2.0"]),
  [linksFieldId]: { kind: "links", forward: [{ artifactId: 1101, type: "_is_child" }] },
});

const allConflicts: FakeConflict = {
  ...sampleConflict,
  ...createConflicts(form, {
    [titleFieldId]: {
      before: { kind: "line", text: "Refund fails" },
      mine: { kind: "line", text: "Refund fails in JPY" },
    },
    [severityFieldId]: {
      before: createChoicesInput([111, "Minor"]),
      mine: createChoicesInput([113, "Critical"]),
    },
    [descriptionFieldId]: {
      before: createTextInput("Refund fails in JPY."),
      mine: createTextInput("Refund fails when the currency has no minor unit."),
    },
    [versionsFieldId]: { before: undefined, mine: createChoicesInput([132, "4.2.1"]) },
    [linksFieldId]: { before: undefined, mine: { kind: "links", forward: [{ artifactId: 1198, type: "" }] } },
  }),
  authors: { [versionsFieldId]: "Kim Park, 11:00" },
};

describe("layout of the conflict view", () => {
  let window: FormPageWindow;

  afterEach(() => window.close());

  function getOverflow(): Promise<number> {
    return window.page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  }

  async function resolve(label: string, name: string): Promise<void> {
    const group = window.page.getByRole("radiogroup", { name: `Resolution for ${label}` });
    await group.getByRole("radio", { name }).click();
    await group.getByRole("radio", { name, checked: true }).waitFor();
  }

  for (const theme of allThemes) {
    it(`has no accessibility problems and no browser errors in the theme ${theme}`, async () => {
      window = await openFormPage({ form: remoteForm, conflict: sampleConflict, theme, height: 400 });
      await resolve("Severity", "Yours");
      await window.screenshot(`page-conflict-${theme}`);
      assert.deepEqual(window.browserErrors, []);
      assert.deepEqual(await findAccessibilityProblems(window.page), []);
    });
  }

  for (const width of [1180, 760, 400]) {
    it(`has no horizontal overflow with all kinds of fields in a tab of ${width} pixels`, async () => {
      window = await openFormPage({ form, artifacts: linkTargets, conflict: allConflicts, width });
      await window.page.getByText("Refunds for all currencies").first().waitFor();
      for (const label of ["Title", "Severity", "Description"]) await resolve(label, "Edit");
      await resolve("Found in version", "Both");
      await window.page.evaluate(() => scrollTo({ top: 0 }));
      await window.screenshot(`page-conflict-${width}`);
      assert.equal(await getOverflow(), 0);
      assert.deepEqual(window.browserErrors, []);
    });
  }

  it("doesn't move while a draft is saved, in a tab of any width", async () => {
    window = await openFormPage({ form, artifacts: linkTargets, conflict: allConflicts });
    const { page, host } = window;
    const measure = async (state: FormPageDraftState): Promise<readonly number[]> => {
      host.draftOverrides = { state };
      await host.sendDraft();
      await page
        .locator(".draft-state")
        .getByText(/^(Saving draft locally…|Draft saved locally at .*)$/)
        .waitFor();
      const heights: number[] = [];
      for (let width = 300; width <= 1200; width += 25) {
        await page.setViewportSize({ width, height: 600 });
        heights.push(
          (await page.locator(".actions-bar").boundingBox())?.height ?? assert.fail("no actions bar"),
        );
      }
      return heights;
    };
    assert.deepEqual(
      await measure({ kind: "saving" }),
      await measure({ kind: "saved", text: "Draft saved locally at 12:04:31 PM" }),
    );
  });

  it("has an accessible name for every control", async () => {
    window = await openFormPage({ form, artifacts: linkTargets, conflict: allConflicts });
    for (const label of ["Title", "Severity", "Description"]) await resolve(label, "Edit");
    const snapshot = await window.page.locator("main").ariaSnapshot();
    const nameless = snapshot
      .split("\n")
      .filter((line) =>
        /- (?:textbox|combobox|radio|button|tab|radiogroup|group|table)(?::|$| \[)/.test(line),
      );
    assert.deepEqual(nameless, []);
    for (const role of ["table", "row", "columnheader", "rowheader", "cell", "radiogroup", "radio"]) {
      assert.ok(snapshot.includes(`- ${role} "`), role);
    }
  });

  it("keeps its table roles in a narrow tab", async () => {
    window = await openFormPage({ form: remoteForm, conflict: sampleConflict, width: 400 });
    const snapshot = await window.page.locator("main").ariaSnapshot();
    for (const role of ["table", "row", "rowheader", "cell"]) {
      assert.ok(snapshot.includes(`- ${role} "`), role);
    }
  });

  it("has Tab stops in reading order", async () => {
    window = await openFormPage({ form, artifacts: linkTargets, conflict: allConflicts });
    await resolve("Title", "Edit");
    await window.page.getByRole("button", { name: "Back to Form" }).focus();
    const names: string[] = [];
    for (let stop = "1"; stop !== "";) {
      stop = await window.page.evaluate(() => {
        const { activeElement: focused, body } = document;
        if (focused === null || focused === body) return "";
        const inner = focused.shadowRoot?.activeElement;
        return focused.closest("tr")?.querySelector("th")?.textContent === undefined
          ? focused.textContent.trim()
          : `${focused.closest("tr")?.querySelector("th")?.textContent}: ${inner?.ariaLabel ?? focused.textContent.trim()}`;
      });
      names.push(stop);
      await window.page.keyboard.press("Tab");
    }
    assert.deepEqual(names, [
      "Back to Form",
      "Save Merged Changes",
      "Overwrite…",
      "Title: Edit",
      "Title: Title",
      "Severity: Yours",
      "Found in version: Yours",
      "Description: Yours",
      "Description: Compare Side by Side",
      "Links: Yours",
      "",
    ]);
  });

  for (const width of [1180, 400]) {
    it(`shows hostile values as text, without overflow, in a tab of ${width} pixels`, async () => {
      const hostileText = "<script>alert(1)</script><img src=x onerror=alert(1)>";
      const hostileForm = createBugForm({
        [descriptionFieldId]: createTextInput(`  מה שלומך\n${"W".repeat(3_000)}`),
      });
      const conflicts = createConflicts(hostileForm, {
        [descriptionFieldId]: {
          before: createTextInput(hostileText),
          mine: createTextInput(Array.from({ length: 200 }, (_, index) => `  line ${index}`).join("\n")),
        },
      });
      const mergeState = {
        ...conflicts.mergeState,
        contests: conflicts.mergeState.conflicts.map((change) => ({
          ...change,
          label: hostileText.repeat(5),
        })),
      };
      const texts = {
        ...sampleConflict.texts,
        title: hostileText.repeat(20),
        theirs: "עברית".repeat(50),
        merged: [{ fieldId: 1, label: "W".repeat(300), changedBy: hostileText, result: "W".repeat(900) }],
      };
      window = await openFormPage({
        form: hostileForm,
        conflict: { ...sampleConflict, ...conflicts, mergeState, texts },
        width,
      });
      await window.screenshot(`page-conflict-hostile-${width}`);
      assert.equal(await getOverflow(), 0);
      assert.equal(await window.page.locator("main script, main img").count(), 0);
      assert.deepEqual(window.browserErrors, []);
      const heights = await window.page
        .locator(".conflicts .value")
        .evaluateAll((values) =>
          values.map(
            (value) => value.getBoundingClientRect().height / parseFloat(getComputedStyle(value).lineHeight),
          ),
        );
      assert.ok(
        heights.every((lines) => lines < 12.5),
        String(heights),
      );
      const [, mine, theirs] = await window.page.locator(".conflicts .value").all();
      assert.ok((await mine?.innerText())?.startsWith("  line 0\n  line 1"));
      assert.equal(await theirs?.evaluate((element) => getComputedStyle(element).direction), "rtl");
    });
  }
});
