import assert from "node:assert/strict";
import { type FormPageWindow, openFormPage } from "../../support/page/formPage.ts";
import { bugForm, history } from "../../support/page/form/samples.ts";

describe("the activity of a form", () => {
  let window: FormPageWindow;

  afterEach(() => window.close());

  it("says which attachments were added and removed", async () => {
    for (const theme of ["dark", "light"] as const) {
      if (theme === "light") await window.close();
      window = await openFormPage({ form: bugForm(), history, theme });
      await window.page.locator("artifact-activity").scrollIntoViewIfNeeded();
      const change = window.page.locator(".change").filter({ hasText: "Attachments" });
      await change.waitFor();
      assert.deepEqual(
        [await change.locator("del").allTextContents(), await change.locator("ins").allTextContents()],
        [["old trace.log"], ["receipt.pdf, trace.log"]],
      );
      assert.match(
        (await change.textContent())?.replaceAll(/\s+/g, " ") ?? "",
        /removed old .* added receipt/,
      );
      await window.screenshot(`activity-${theme}`);
    }
  });
});
