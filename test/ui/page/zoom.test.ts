import assert from "node:assert/strict";
import type { BrowserPage, PageLook } from "../../support/page/browserPage.ts";
import { openFormPage } from "../../support/page/formPage.ts";
import { meeting, theirs } from "../../support/page/form/conflictSample.ts";
import { bugForm, history, linked } from "../../support/page/form/samples.ts";
import { settingsForm } from "../../support/page/form/svnSample.ts";
import { outOfReach, overflow } from "../../support/page/reachable.ts";
import { assertSoon } from "../../support/wait.ts";
import { openTablePage } from "../../support/page/tablePage.ts";
import { manyRows } from "../../support/page/table/samples.ts";
import { notices } from "../../support/page/form/notices.ts";

/** Beside the views, in a window of ordinary size. */
const enlarged: PageLook = { width: 960, height: 900, zoom: 2 };

const pages: Readonly<Record<string, () => Promise<BrowserPage>>> = {
  form: async () => {
    const window = await openFormPage({
      ...enlarged,
      form: bugForm(),
      artifacts: linked,
      history,
      draft: { notices },
    });
    await window.page.getByRole("textbox", { name: "Due date", exact: true }).fill("2026-02-31");
    await window.page.locator("artifact-activity").scrollIntoViewIfNeeded();
    await window.page.getByText("two customers").waitFor();
    return window;
  },
  conflict: () => openFormPage({ ...enlarged, form: theirs, meeting }),
  svn: () =>
    openFormPage({ ...enlarged, form: settingsForm(), heading: { isArtifact: false, hasPage: false } }),
  table: async () => {
    const window = await openTablePage({
      ...enlarged,
      rows: manyRows(200),
      heading: { openOnly: true, canSave: true },
      state: { notes: ["The server does not search by Severity: rows of any are shown."] },
    });
    await window.press("Space", "Shift+ArrowDown");
    await window.bar.waitFor();
    return window;
  },
};

describe("at twice the size", () => {
  for (const [name, open] of Object.entries(pages)) {
    it(`all of the ${name} is there and can be reached`, async () => {
      const window = await open();
      try {
        await window.page.evaluate(() => scrollTo({ top: 0 }));
        await window.screenshot(`page-zoom-${name}`);
        assert.equal(await overflow(window.page), 0);
        // How high the bar is that sticks to the top is measured a moment after it is drawn.
        await assertSoon(async () => assert.deepEqual(await outOfReach(window.page), []));
        assert.deepEqual(window.complaints, []);
      } finally {
        await window.close();
      }
    });
  }
});
