import assert from "node:assert/strict";
import { barriers } from "../../support/page/barriers.ts";
import { type FormPageWindow, openFormPage } from "../../support/page/formPage.ts";
import {
  bugWith,
  description,
  links,
  listed,
  longText,
  meeting,
  severity,
  theirs,
  versions,
} from "../../support/page/form/conflictSample.ts";
import { contestsOf, type Meeting } from "../../support/page/form/fakeConflict.ts";
import { linked } from "../../support/page/form/samples.ts";
import { allThemes } from "../../support/window/themes.ts";

const title = 1;

/** A bit of everything. */
const form = bugWith({
  [title]: { kind: "line", text: "Refund fails for currencies without cents" },
  [description]: longText("Refund fails in JPY and KRW."),
  [versions]: listed([131, "4.2.0"]),
  [links]: { kind: "links", forward: [{ artifactId: 1101, type: "_is_child" }] },
});

const all: Meeting = {
  ...meeting,
  ...contestsOf(form, {
    [title]: {
      before: { kind: "line", text: "Refund fails" },
      mine: { kind: "line", text: "Refund fails in JPY" },
    },
    [severity]: { before: listed([111, "Minor"]), mine: listed([113, "Critical"]) },
    [description]: {
      before: longText("Refund fails in JPY."),
      mine: longText("Refund fails when the currency has no minor unit."),
    },
    [versions]: { before: undefined, mine: listed([132, "4.2.1"]) },
    [links]: { before: undefined, mine: { kind: "links", forward: [{ artifactId: 1198, type: "" }] } },
  }),
  by: { [versions]: "Kim Park, 11:00" },
};

describe("the shape of the choices", () => {
  let window: FormPageWindow;

  afterEach(() => window.close());

  function overflow(): Promise<number> {
    return window.page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  }

  async function choose(label: string, name: string): Promise<void> {
    const group = window.page.getByRole("radiogroup", { name: `What becomes of ${label}` });
    await group.getByRole("radio", { name }).click();
    await group.getByRole("radio", { name, checked: true }).waitFor();
  }

  for (const theme of allThemes) {
    it(`is right in the theme ${theme}`, async () => {
      window = await openFormPage({ form: theirs, meeting, theme, height: 400 });
      await choose("Severity", "Yours");
      await window.screenshot(`page-conflict-${theme}`);
      assert.deepEqual(window.complaints, []);
      assert.deepEqual(await barriers(window.page), []);
    });
  }

  for (const width of [1180, 760, 400]) {
    it(`holds a bit of everything in a tab of the width ${width}`, async () => {
      window = await openFormPage({ form, artifacts: linked, meeting: all, width });
      await window.page.getByText("Refunds for all currencies").first().waitFor();
      for (const label of ["Title", "Severity", "Description"]) await choose(label, "Edit");
      await choose("Found in version", "Both");
      await window.page.evaluate(() => scrollTo({ top: 0 }));
      await window.screenshot(`page-conflict-${width}`);
      assert.equal(await overflow(), 0);
      assert.deepEqual(window.complaints, []);
    });
  }

  it("has a name for everything that can be filled in or pressed", async () => {
    window = await openFormPage({ form, artifacts: linked, meeting: all });
    for (const label of ["Title", "Severity", "Description"]) await choose(label, "Edit");
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

  it("has a table also where it is folded", async () => {
    window = await openFormPage({ form: theirs, meeting, width: 400 });
    const snapshot = await window.page.locator("main").ariaSnapshot();
    for (const role of ["table", "row", "rowheader", "cell"]) {
      assert.ok(snapshot.includes(`- ${role} "`), role);
    }
  });

  it("is gone through by the Tab key in the order in which it is read", async () => {
    window = await openFormPage({ form, artifacts: linked, meeting: all });
    await choose("Title", "Edit");
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
      "Save Merged",
      "Overwrite…",
      "Title: Edit",
      "Title: Title",
      "Severity: Yours",
      "Found in version: Yours",
      "Description: Yours",
      "Description: Compare side by side",
      "Links: Yours",
      "",
    ]);
  });

  for (const width of [1180, 400]) {
    it(`stays sane with whatever stands in a field, in a tab of the width ${width}`, async () => {
      const nasty = "<script>alert(1)</script><img src=x onerror=alert(1)>";
      const odd = bugWith({ [description]: longText(`  מה שלומך\n${"W".repeat(3_000)}`) });
      const contested = contestsOf(odd, {
        [description]: {
          before: longText(nasty),
          mine: longText(Array.from({ length: 200 }, (_, index) => `  line ${index}`).join("\n")),
        },
      });
      const encounter = {
        ...contested.encounter,
        contests: contested.encounter.contests.map((each) => ({ ...each, label: nasty.repeat(5) })),
      };
      const words = {
        ...meeting.words,
        title: nasty.repeat(20),
        theirs: "עברית".repeat(50),
        merged: [{ fieldId: 1, label: "W".repeat(300), how: nasty, result: "W".repeat(900) }],
      };
      window = await openFormPage({
        form: odd,
        meeting: { ...meeting, ...contested, encounter, words },
        width,
      });
      await window.screenshot(`page-conflict-hostile-${width}`);
      assert.equal(await overflow(), 0);
      assert.equal(await window.page.locator("main script, main img").count(), 0);
      assert.deepEqual(window.complaints, []);
      const heights = await window.page
        .locator(".questions .value")
        .evaluateAll((values) =>
          values.map(
            (each) => each.getBoundingClientRect().height / parseFloat(getComputedStyle(each).lineHeight),
          ),
        );
      assert.ok(
        heights.every((lines) => lines < 12.5),
        String(heights),
      );
      const [, mine, their] = await window.page.locator(".questions .value").all();
      assert.ok((await mine?.innerText())?.startsWith("  line 0\n  line 1"));
      assert.equal(await their?.evaluate((each) => getComputedStyle(each).direction), "rtl");
    });
  }
});
