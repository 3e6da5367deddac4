import assert from "node:assert/strict";
import type { FormPageCommits } from "../../../src/protocol/formProtocol.ts";
import { type FormPageWindow, openFormPage } from "../../support/page/formPage.ts";
import { createBugForm, sampleHistory } from "../../support/page/form/samples.ts";

const hostileText = '<img src=x onerror="alert(1)"> \u202efdp';

function createCommits(count: number): FormPageCommits {
  const list = Array.from({ length: count }, (_, index) => ({
    repository: "file:///tides",
    hash: `${index}`.padStart(40, "0"),
    shortHash: `${index}`.padStart(10, "0"),
    subject: index === 0 ? hostileText : `Mend part ${index} of the pump, art #12`,
    authorAndTime: "Ana Lopes · 3 days ago",
    exactTime: "Feb 3, 2026, 12:03:00 PM",
  }));
  return { commits: list, notes: ["Only the newest 200 commits are shown."] };
}

describe("commits in the form page", () => {
  let window: FormPageWindow;

  afterEach(() => window.close());

  it("have no section if there are none", async () => {
    window = await openFormPage({ form: createBugForm(), history: sampleHistory });
    await window.page.locator("artifact-activity").scrollIntoViewIfNeeded();
    await window.page.getByText("two customers").waitFor();
    assert.equal(await window.page.getByRole("heading", { name: "Commits" }).count(), 0);
  });

  for (const theme of ["light", "dark", "highContrastDark"] as const) {
    it(`are a scrollable list of links, with hostile subjects as text, in the theme ${theme}`, async () => {
      window = await openFormPage({
        form: createBugForm(),
        history: sampleHistory,
        commits: createCommits(60),
        theme,
      });
      await window.page.locator("artifact-activity").scrollIntoViewIfNeeded();
      const list = window.page.getByRole("list", { name: "Commits" });
      await list.scrollIntoViewIfNeeded();
      await window.screenshot(`page-commits-${theme}`);
      assert.ok(((await list.boundingBox())?.height ?? Infinity) < 320);
      assert.equal(await list.locator("img").count(), 0);
      await list.getByRole("button", { name: hostileText }).click();
      await window.waitUntil("the commit is opened", () =>
        window.host.calls.some(({ method }) => method === "openCommit"),
      );
      assert.deepEqual(
        window.host.calls.filter(({ method }) => method === "openCommit").map(({ params }) => params),
        [{ repository: "file:///tides", hash: "0".repeat(40) }],
      );
      await list.focus();
      await window.page.keyboard.press("End");
      await list.getByRole("button", { name: "Mend part 59" }).press("Enter");
      await window.waitUntil(
        "another commit is opened",
        () => window.host.calls.filter(({ method }) => method === "openCommit").length === 2,
      );
      assert.deepEqual(window.browserErrors, []);
    });
  }
});
