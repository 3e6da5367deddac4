import assert from "node:assert/strict";
import type { Locator } from "playwright-core";
import { type Simulator, startSimulator } from "../simulator/simulator.ts";
import { formIn } from "../support/window/form.ts";
import { pickItem, quickInput, quickInputSaying } from "../support/window/quickInput.ts";
import { signInWithKey } from "../support/window/signIn.ts";
import { assertSoon } from "../support/wait.ts";
import {
  artifactRows,
  expandRow,
  pressRowButton,
  pressViewButton,
  runRowCommand,
  runViewCommand,
  treeRow,
  treeText,
} from "../support/window/tree.ts";
import { openWindow, type VSCodeWindow } from "../support/window/window.ts";

for (const dialect of ["product", "documented"] as const) {
  const isProduct = dialect === "product";
  describe(`my work in the window (${dialect})`, () => {
    let server: Simulator;
    let window: VSCodeWindow;

    before(async () => {
      server = await startSimulator({ dialect });
      window = await openWindow({ settings: { "artifacts.sites": [{ url: server.url, label: "Demo" }] } });
      const { member } = server.accounts;
      await signInWithKey(window, member.accessKey, isProduct ? member.realName : "signed in");
    });
    after(async () => {
      await window.close();
      await server.close();
    });

    const work = (label: string): Locator => treeRow(window.page, label, "work");
    const mine = (): Locator => artifactRows(window.page, "work");
    /** The number at the icon, as a person sees it. */
    const badge = (): Locator => window.page.locator(".activitybar .badge-content:visible");

    /** What is said before the rows where the server does not know what is open. */
    const untold = isProduct ? "" : "  Demo doesn't tell what is open: closed ones are among these\\.\n";

    async function workLike(expected: RegExp): Promise<void> {
      await assertSoon(async () => assert.match((await treeText(window.page, "work")).join("\n"), expected));
    }

    if (isProduct) {
      it("is what is assigned to me, at once", async () => {
        await mine().first().waitFor();
        await workLike(/^Assigned to Me\n {2}#\d+ .* \| \S/);
      });
    } else {
      it("asks who somebody is where the server can't tell, and where to look", async () => {
        await work("Say who you are…").waitFor();
        await window.screenshot("my-work-nobody");
        await pressRowButton(treeRow(window.page, "Open Tides"), "Pin Project");
        await work("Say who you are…").click();
        await quickInputSaying(window.page, "Who are you on Demo?");
        const { username } = server.accounts.member;
        await quickInput(window.page).locator(".monaco-list-row").filter({ hasText: username }).click();
        await mine().first().waitFor();
        await window.page.keyboard.press("Escape");
      });

      it("says where it looked, and what to do where there is nothing to look through", async () => {
        await work("Assigned to Me").locator(".monaco-tl-twistie").click();
        await expandRow(work("Submitted by Me"));
        await workLike(/Can't be searched by submitter: Bugs/);
        await workLike(/Searched in pinned projects: Open Tides/);
        await window.screenshot("my-work-where");
        await pressRowButton(treeRow(window.page, "Open Tides"), "Unpin Project");
        await workLike(/Demo can't list your work by itself: pin a project, and its trackers are searched\./);
        await window.screenshot("my-work-nothing-pinned");
        await assertSoon(async () =>
          assert.match((await treeText(window.page)).join("\n"), /All Projects\n.*\n.*Open Tides$/),
        );
        await pressRowButton(treeRow(window.page, "Open Tides"), "Pin Project");
        await assertSoon(async () =>
          assert.match((await treeText(window.page)).join("\n"), /Open Tides\n.*All Projects/),
        );
        await expandRow(work("Assigned to Me"));
        await mine().first().waitFor();
      });
    }

    it("remembers what was opened", async () => {
      const name = (await mine().first().locator(".label-name").textContent()) ?? "";
      await mine().first().locator(".label-name").click();
      await formIn(window).locator("h1, .title").first().waitFor();
      await work("Assigned to Me").locator(".monaco-tl-twistie").click();
      await expandRow(work("Recently Opened"));
      await assertSoon(async () => {
        const rows = await treeText(window.page, "work");
        assert.ok(rows.slice(rows.indexOf("Recently Opened")).some((row) => row.includes(name)));
      });
      await window.screenshot(`my-work-recent-${dialect}`);
      await work("Recently Opened").locator(".monaco-tl-twistie").click();
      await work("Assigned to Me").locator(".monaco-tl-twistie").click();
    });

    it("is sorted and grouped from the title of the view, which says so", async () => {
      await runViewCommand(window.page, "My Work", "Group By…");
      await quickInputSaying(window.page, "Group Artifacts By");
      await pickItem(window.page, "Tracker");
      await workLike(new RegExp(`^Assigned to Me\n${untold} {2}Bugs \\| \\d+\n {4}#\\d+ `));
      await runViewCommand(window.page, "My Work", "Sort By…");
      await quickInputSaying(window.page, "Sort Artifacts By");
      await pickItem(window.page, "Title, Z to A");
      await assertSoon(async () => {
        const titles = (await treeText(window.page, "work")).flatMap(
          (row) => /^ {4}#\d+ (.*?) \| /.exec(row)?.[1] ?? [],
        );
        const { compare } = new Intl.Collator(undefined, { numeric: true, sensitivity: "base" });
        assert.ok(titles.length > 3);
        assert.deepEqual(
          titles,
          titles.toSorted((one, other) => compare(other, one)),
        );
      });
      const header = window.page.locator('.sidebar .pane-header[aria-label^="My Work"]');
      await header.getByText("Title, Z to A · by Tracker").waitFor();
      await window.screenshot(`my-work-grouped-${dialect}`);
      await runViewCommand(window.page, "My Work", "Group By…");
      await pickItem(window.page, "No groups");
      await runViewCommand(window.page, "My Work", "Sort By…");
      await pickItem(window.page, "Newest first");
      await workLike(new RegExp(`^Assigned to Me\n${untold} {2}#\\d+ `));
    });

    it("has closed ones too where that is wanted and servers tell which those are", async () => {
      const { page } = window;
      const header = page.locator('.sidebar .pane-header[aria-label^="My Work"]');
      if (!isProduct) {
        await header.hover();
        await header.getByRole("button", { name: "Refresh" }).waitFor();
        assert.equal(await header.getByRole("button", { name: /Artifacts (Only|Too)/ }).count(), 0);
        return;
      }
      const closed = artifactRows(page, "work").locator(".codicon-pass");
      await header.getByText("open only").waitFor();
      await pressViewButton(page, "My Work", "Show Closed Artifacts Too");
      await workLike(
        /Demo lists only what is open: pin a project, and its trackers are searched for the rest\./,
      );
      assert.equal(await closed.count(), 0);
      await pressRowButton(treeRow(page, "Open Tides"), "Pin Project");
      await closed.first().waitFor();
      await header.getByText("open only").waitFor({ state: "detached" });
      await window.screenshot("my-work-closed");
      await pressViewButton(page, "My Work", "Show Open Artifacts Only");
      await header.getByText("open only").waitFor();
      await closed.first().waitFor({ state: "detached" });
      await mine().first().waitFor();
    });

    it("is counted at the icon, as it was while the server is in trouble", async () => {
      assert.equal(await badge().count(), 0);
      await runRowCommand(work("Assigned to Me"), "Count at the Icon");
      // While it is read the badge is a sign of progress.
      await assertSoon(async () => assert.match((await badge().textContent()) ?? "", /^\d+$/));
      const count = (await badge().textContent()) ?? "";
      await workLike(/^Assigned to Me \| counted at the icon\n/);
      await window.screenshot(`my-work-counted-${dialect}`);
      const heal = server.faults.add({ path: /artifacts/, fault: { kind: "status", status: 403 } });
      await pressViewButton(window.page, "My Work", "Refresh");
      await workLike(isProduct ? /Demo refuses this|Demo doesn't allow/ : /Bugs: Demo/);
      await assertSoon(async () => assert.equal(await badge().textContent(), count));
      const tab = window.page.locator(".activitybar").getByRole("tab", { name: /^Artifacts/ });
      await assertSoon(async () =>
        assert.match((await tab.getAttribute("aria-label")) ?? "", /, as it was now\. Demo /),
      );
      await window.screenshot(`my-work-trouble-${dialect}`);
      heal();
      await pressViewButton(window.page, "My Work", "Refresh");
      await assertSoon(async () =>
        assert.match((await tab.getAttribute("aria-label")) ?? "", /Assigned to me on Demo: \d+$/),
      );
      await runRowCommand(work("Assigned to Me"), "Stop Counting at the Icon");
      await badge().waitFor({ state: "detached" });
    });

    it("can be read", async () => {
      await mine().first().waitFor();
      await window.pictures(`my-work-${dialect}`);
    });
  });
}
