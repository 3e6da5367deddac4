import assert from "node:assert/strict";
import type { BrowserPage, PageOptions } from "../../support/page/browserPage.ts";
import { openFormPage } from "../../support/page/formPage.ts";
import { sampleConflict, remoteForm } from "../../support/page/form/conflictSample.ts";
import { createBugForm, sampleHistory, linkTargets } from "../../support/page/form/samples.ts";
import { createSettingsForm } from "../../support/page/form/svnSample.ts";
import { findUnreachableControls, getHorizontalOverflow } from "../../support/page/controlReachability.ts";
import { assertEventually } from "../../support/wait.ts";
import { openTablePage } from "../../support/page/tablePage.ts";
import { createRows } from "../../support/page/table/samples.ts";
import { sampleNotices } from "../../support/page/form/notices.ts";

/** The size of an editor beside the side bar in a window of ordinary size. */
const zoomedOptions: PageOptions = { width: 960, height: 900, zoom: 2 };

const pages: Readonly<Record<string, () => Promise<BrowserPage>>> = {
  form: async () => {
    const window = await openFormPage({
      ...zoomedOptions,
      form: createBugForm(),
      artifacts: linkTargets,
      history: sampleHistory,
      draft: { notices: sampleNotices },
    });
    await window.page.getByRole("textbox", { name: "Due date", exact: true }).fill("2026-02-31");
    await window.page.locator("artifact-activity").scrollIntoViewIfNeeded();
    await window.page.getByText("two customers").waitFor();
    return window;
  },
  conflict: () => openFormPage({ ...zoomedOptions, form: remoteForm, conflict: sampleConflict }),
  svn: () =>
    openFormPage({
      ...zoomedOptions,
      form: createSettingsForm(),
      heading: { isArtifact: false, hasWebPage: false },
    }),
  table: async () => {
    const window = await openTablePage({
      ...zoomedOptions,
      rows: createRows(200),
      heading: { openOnly: true, canSave: true },
      state: { notes: ["The server does not search by Severity: rows of any are shown."] },
    });
    await window.pressKeys("Space", "Shift+ArrowDown");
    await window.bulkEditBar.waitFor();
    return window;
  },
};

describe("at a zoom of 200%", () => {
  for (const [name, open] of Object.entries(pages)) {
    it(`all controls of the page "${name}" can be reached`, async () => {
      const window = await open();
      try {
        await window.page.evaluate(() => scrollTo({ top: 0 }));
        await window.screenshot(`page-zoom-${name}`);
        assert.equal(await getHorizontalOverflow(window.page), 0);
        // The height of the actions bar is measured after rendering.
        await assertEventually(async () => assert.deepEqual(await findUnreachableControls(window.page), []));
        assert.deepEqual(window.browserErrors, []);
      } finally {
        await window.close();
      }
    });
  }
});
