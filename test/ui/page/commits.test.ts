import assert from "node:assert/strict";
import type { PageCommits } from "../../../src/protocol/page.ts";
import { type FormPageWindow, openFormPage } from "../../support/page/formPage.ts";
import { bugForm, history } from "../../support/page/form/samples.ts";

const hostile = '<img src=x onerror="alert(1)"> \u202efdp';

function commits(count: number): PageCommits {
  const list = Array.from({ length: count }, (_, at) => ({
    repository: "file:///tides",
    hash: `${at}`.padStart(40, "0"),
    short: `${at}`.padStart(10, "0"),
    subject: at === 0 ? hostile : `Mend part ${at} of the pump, art #12`,
    by: "Ana Lopes · 3 days ago",
    exactly: "Feb 3, 2026, 12:03:00 PM",
  }));
  return { list, notes: ["There are more: these are the newest 200."] };
}

describe("the commits of the form", () => {
  let window: FormPageWindow;

  afterEach(() => window.close());

  it("are not spoken of where there are none to tell", async () => {
    window = await openFormPage({ form: bugForm(), history });
    await window.page.locator("artifact-activity").scrollIntoViewIfNeeded();
    await window.page.getByText("two customers").waitFor();
    assert.equal(await window.page.getByRole("heading", { name: "Commits" }).count(), 0);
  });

  for (const theme of ["light", "dark", "highContrastDark"] as const) {
    it(`are text, many in little space, each a way to its changes (${theme})`, async () => {
      window = await openFormPage({ form: bugForm(), history, commits: commits(60), theme });
      await window.page.locator("artifact-activity").scrollIntoViewIfNeeded();
      const list = window.page.getByRole("list", { name: "Commits" });
      await list.scrollIntoViewIfNeeded();
      await window.screenshot(`page-commits-${theme}`);
      assert.ok(((await list.boundingBox())?.height ?? Infinity) < 320);
      assert.equal(await list.locator("img").count(), 0);
      await list.getByRole("button", { name: hostile }).click();
      await window.until("asked", () => window.host.calls.some(({ method }) => method === "openCommit"));
      assert.deepEqual(
        window.host.calls.filter(({ method }) => method === "openCommit").map(({ params }) => params),
        [{ repository: "file:///tides", hash: "0".repeat(40) }],
      );
      await list.focus();
      await window.page.keyboard.press("End");
      await list.getByRole("button", { name: "Mend part 59" }).press("Enter");
      await window.until(
        "asked again",
        () => window.host.calls.filter(({ method }) => method === "openCommit").length === 2,
      );
      assert.deepEqual(window.complaints, []);
    });
  }
});
