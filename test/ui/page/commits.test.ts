import assert from "node:assert/strict";
import type { CommitLocationView, CommitView, FormPageCommits } from "../../../src/protocol/formProtocol.ts";
import { type FormPageWindow, openFormPage } from "../../support/page/formPage.ts";
import { createBugForm, sampleHistory } from "../../support/page/form/samples.ts";

const hostileText = '<img src=x onerror="alert(1)"> \u202efdp';

function createCommits(count: number, areLocated = false): FormPageCommits {
  const list = Array.from({ length: count }, (_, index): CommitView => {
    const author = index % 3 === 0 ? "Ana Lopes" : "Bo Lind";
    return {
      repository: "file:///tides",
      hash: `${index}`.padStart(40, "0"),
      shortHash: `${index}`.padStart(10, "0"),
      subject: index === 0 ? hostileText : `Mend part ${index} of the pump, art #12`,
      author,
      authorAndTime: `${author} · 3 days ago`,
      exactTime: "Feb 3, 2026, 12:03:00 PM",
      location: areLocated ? createLocation(index) : undefined,
      branchGroup: areLocated ? getBranch(index) : undefined,
    };
  });
  return { commits: list, notes: ["Only the newest 200 commits are shown."] };
}

function getBranch(index: number): string {
  return index < 5 ? "tuleap-12-pump" : "main";
}

function createLocation(index: number): CommitLocationView {
  const isPushed = index >= 2;
  return {
    push: { isPushed, text: isPushed ? "Pushed to origin/main" : "Not pushed" },
    branches: index === 1 ? [hostileText] : [getBranch(index)],
    moreBranches: index === 2 ? "+3" : "",
    branchesText: index === 2 ? "On tuleap-12-pump, a, b, c" : `On ${getBranch(index)}`,
  };
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
      const list = window.page.getByRole("group", { name: "Commits" });
      await list.scrollIntoViewIfNeeded();
      await window.screenshot(`page-commits-${theme}`);
      assert.ok(((await list.boundingBox())?.height ?? Infinity) < 360);
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

  for (const theme of ["light", "dark", "highContrastDark", "highContrastLight"] as const) {
    it(`show whether they are pushed, and their branches, in the theme ${theme}`, async () => {
      window = await openFormPage({
        form: createBugForm(),
        history: sampleHistory,
        commits: createCommits(20, true),
        theme,
      });
      await window.page.locator("artifact-activity").scrollIntoViewIfNeeded();
      const list = window.page.getByRole("list", { name: "Commits" });
      await list.scrollIntoViewIfNeeded();
      await window.screenshot(`page-commit-branches-${theme}`);
      const rows = list.getByRole("listitem");
      await rows.first().getByRole("img", { name: "Not pushed" }).getByText("Not pushed").waitFor();
      const pushed = rows.nth(2).getByRole("img", { name: "Pushed to origin/main" });
      assert.equal((await pushed.innerText()).trim(), "");
      assert.equal(await pushed.getAttribute("title"), "Pushed to origin/main");
      const branches = rows.nth(2).getByRole("img", { name: "On tuleap-12-pump, a, b, c" });
      assert.match(await branches.innerText(), /^\s*tuleap-12-pump \+3$/);
      assert.equal(await list.locator("img").count(), 0);
      assert.equal(await window.page.getByRole("tab", { name: "By Author" }).count(), 0);
      assert.deepEqual(window.browserErrors, []);
    });

    it(`are grouped by branch or author if there are many, in the theme ${theme}`, async () => {
      window = await openFormPage({
        form: createBugForm(),
        history: sampleHistory,
        commits: createCommits(60, true),
        theme,
      });
      const { page, host } = window;
      await page.locator("artifact-activity").scrollIntoViewIfNeeded();
      const panel = page.getByRole("tabpanel", { name: "Commits" });
      await panel.scrollIntoViewIfNeeded();
      await window.screenshot(`page-commit-groups-${theme}`);
      const readHeadings = async (): Promise<readonly string[]> => panel.locator("h3").allInnerTexts();
      assert.deepEqual(await readHeadings(), ["tuleap-12-pump 5", "main 55"]);
      assert.equal(await panel.getByRole("list", { name: "main" }).getByRole("listitem").count(), 55);
      await page.getByRole("tab", { name: "By Branch" }).focus();
      await page.keyboard.press("ArrowRight");
      await panel.getByRole("list", { name: "Ana Lopes" }).waitFor();
      assert.deepEqual(await readHeadings(), ["Ana Lopes 20", "Bo Lind 40"]);
      assert.equal(
        await page.evaluate(() => document.activeElement?.textContent.trim()),
        "By Author",
        "the selected tab has the focus",
      );
      // The host sends commits again when the form is shown again.
      await host.callPage("setCommits", createCommits(61, true));
      await panel.getByRole("button", { name: "Mend part 60" }).waitFor();
      assert.deepEqual(await readHeadings(), ["Ana Lopes 21", "Bo Lind 40"]);
      assert.deepEqual(window.browserErrors, []);
    });
  }
});

describe("files that mention the artifact, in the form page", () => {
  let window: FormPageWindow;

  afterEach(() => window.close());

  const fileReferences = Array.from({ length: 40 }, (_, line) => ({
    file: "file:///tides/src/pump.ts",
    line,
    label: line === 0 ? hostileText : `src/pump.ts:${line + 1}`,
    text: line === 0 ? hostileText : `// See art #12, part ${line}`,
  }));

  it("have no section if there are none, and none after the last one is gone", async () => {
    window = await openFormPage({ form: createBugForm(), history: sampleHistory });
    const heading = window.page.getByRole("heading", { name: "Mentioned in" });
    await window.page.locator("artifact-activity").scrollIntoViewIfNeeded();
    await window.page.getByText("two customers").waitFor();
    assert.equal(await heading.count(), 0);
    await window.host.callPage("setFileReferences", fileReferences);
    await heading.waitFor();
    await window.host.callPage("setFileReferences", []);
    await heading.waitFor({ state: "detached" });
  });

  for (const theme of ["light", "dark", "highContrastDark", "highContrastLight"] as const) {
    it(`are a scrollable list of links, with hostile names as text, in the theme ${theme}`, async () => {
      window = await openFormPage({ form: createBugForm(), history: sampleHistory, fileReferences, theme });
      await window.page.locator("artifact-activity").scrollIntoViewIfNeeded();
      const list = window.page.getByRole("list", { name: "Mentioned in" });
      await list.scrollIntoViewIfNeeded();
      await window.screenshot(`page-file-references-${theme}`);
      assert.ok(((await list.boundingBox())?.height ?? Infinity) < 360);
      assert.equal(await list.locator("img").count(), 0);
      await list.getByRole("button", { name: hostileText }).click();
      await list.getByRole("button", { name: "src/pump.ts:40" }).press("Enter");
      await window.waitUntil(
        "both files are opened",
        () => window.host.calls.filter(({ method }) => method === "openFileReference").length === 2,
      );
      assert.deepEqual(
        window.host.calls.filter(({ method }) => method === "openFileReference").map(({ params }) => params),
        [
          { file: "file:///tides/src/pump.ts", line: 0 },
          { file: "file:///tides/src/pump.ts", line: 39 },
        ],
      );
      assert.deepEqual(window.browserErrors, []);
    });
  }
});
