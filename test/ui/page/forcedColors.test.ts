import assert from "node:assert/strict";
import type { Locator } from "playwright-core";
import { openFormPage } from "../../support/page/formPage.ts";
import { sampleConflict, remoteForm } from "../../support/page/form/conflictSample.ts";
import { openTablePage } from "../../support/page/tablePage.ts";
import { createRows } from "../../support/page/table/samples.ts";

function getBackground(locator: Locator): Promise<string> {
  return locator.evaluate((element) => getComputedStyle(element).backgroundColor);
}

describe("forced colors of the system", () => {
  it("keep the state of a switch visible", async () => {
    const window = await openTablePage({
      rows: createRows(5),
      heading: { openOnly: false },
      theme: "highContrastDark",
    });
    try {
      await window.page.emulateMedia({ forcedColors: "active", colorScheme: "dark" });
      const track = window.page.locator(".switch .track");
      await window.host.updateState({ heading: { ...window.host.state.heading, openOnly: true } });
      await window.page.locator(".switch[aria-checked=true]").waitFor();
      assert.notEqual(await getBackground(track), await getBackground(window.page.locator("html")));
      await window.screenshot("page-table-forced");
    } finally {
      await window.close();
    }
  });

  it("keep the selected resolution and the tracker color visible", async () => {
    const window = await openFormPage({
      form: remoteForm,
      conflict: sampleConflict,
      theme: "highContrastLight",
    });
    try {
      await window.page.emulateMedia({ forcedColors: "active" });
      const group = window.page.getByRole("radiogroup", { name: "Resolution for Severity" });
      await group.getByRole("radio", { name: "Yours" }).click();
      const selected = group.getByRole("radio", { name: "Yours", checked: true });
      await selected.waitFor();
      await window.page.mouse.move(0, 0);
      assert.notEqual(
        await getBackground(selected),
        await getBackground(group.getByRole("radio", { name: "Theirs" })),
      );
      const pageBackground = await getBackground(window.page.locator("html"));
      assert.notEqual(await getBackground(window.page.locator(".color-dot").first()), pageBackground);
      await window.screenshot("page-conflict-forced");
    } finally {
      await window.close();
    }
  });
});
