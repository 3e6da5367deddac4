import assert from "node:assert/strict";
import type { Locator } from "playwright-core";
import { openFormPage } from "../../support/page/formPage.ts";
import { meeting, theirs } from "../../support/page/form/conflictSample.ts";
import { openTablePage } from "../../support/page/tablePage.ts";
import { manyRows } from "../../support/page/table/samples.ts";

function background(place: Locator): Promise<string> {
  return place.evaluate((element) => getComputedStyle(element).backgroundColor);
}

describe("colours that the system forces upon pages", () => {
  it("leave it to be seen whether a switch is on", async () => {
    const window = await openTablePage({
      rows: manyRows(5),
      heading: { openOnly: false },
      theme: "highContrastDark",
    });
    try {
      await window.page.emulateMedia({ forcedColors: "active", colorScheme: "dark" });
      const track = window.page.locator(".switch .track");
      await window.host.change({ heading: { ...window.host.state.heading, openOnly: true } });
      await window.page.locator(".switch[aria-checked=true]").waitFor();
      assert.notEqual(await background(track), await background(window.page.locator("html")));
      await window.screenshot("page-table-forced");
    } finally {
      await window.close();
    }
  });

  it("leave it to be seen what was chosen, and which colour a tracker has", async () => {
    const window = await openFormPage({ form: theirs, meeting, theme: "highContrastLight" });
    try {
      await window.page.emulateMedia({ forcedColors: "active" });
      const group = window.page.getByRole("radiogroup", { name: "What becomes of Severity" });
      await group.getByRole("radio", { name: "Yours" }).click();
      const chosen = group.getByRole("radio", { name: "Yours", checked: true });
      await chosen.waitFor();
      await window.page.mouse.move(0, 0);
      assert.notEqual(
        await background(chosen),
        await background(group.getByRole("radio", { name: "Theirs" })),
      );
      const page = await background(window.page.locator("html"));
      assert.notEqual(await background(window.page.locator(".dot").first()), page);
      await window.screenshot("page-conflict-forced");
    } finally {
      await window.close();
    }
  });
});
