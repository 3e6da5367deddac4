import assert from "node:assert/strict";
import { join } from "node:path";
import { type Simulator, startSimulator } from "../simulator/simulator.ts";
import { dialog, notification, pressButton } from "../support/window/messages.ts";
import {
  addCondition,
  assertQueries,
  keptQueries,
  markItems,
  newQuery,
  prompt,
  rowLabels,
  rowSaying,
  statusesIn,
} from "../support/window/queryBuilder.ts";
import { answer, pickItem, quickInput, quickInputSaying } from "../support/window/quickInput.ts";
import { assertSoon, until } from "../support/wait.ts";
import { signInWithKey } from "../support/window/signIn.ts";
import { runRowCommand, treeRow } from "../support/window/tree.ts";
import { openWindow, type VSCodeWindow } from "../support/window/window.ts";

const bugsId = 11;

/** Of a field and a value that are gone by now. */
function brokenQuery(site: string) {
  return {
    name: "From old times",
    site,
    tracker: bugsId,
    where: [
      { field: "flavour", operator: "is", value: "Salty" },
      { field: "status", operator: "is", value: "Undecided" },
    ],
  };
}

for (const dialect of ["product", "documented"] as const) {
  describe(`the query builder (${dialect})`, () => {
    const isProduct = dialect === "product";
    let server: Simulator;
    let window: VSCodeWindow;
    let broken: { readonly name: string };

    before(async () => {
      server = await startSimulator({ dialect });
      broken = brokenQuery(server.url);
      window = await openWindow({
        settings: {
          "artifacts.sites": [{ url: server.url, label: "Demo" }],
          "artifacts.queries": [broken],
        },
      });
      const { admin } = server.accounts;
      await signInWithKey(window, admin.accessKey, isProduct ? admin.realName : "signed in");
    });
    after(async () => {
      await window.close();
      await server.close();
    });
    afterEach(() => server.faults.clear());

    const input = () => quickInput(window.page).locator("input:visible:not([type=checkbox])").first();
    const says = (text: string | RegExp) => prompt(window.page).getByText(text).waitFor();
    const row = (text: string | RegExp) => rowSaying(window.page, text);

    async function turnAway(): Promise<void> {
      await window.page.keyboard.press("Escape");
      await quickInput(window.page).waitFor({ state: "hidden" });
    }

    it("counts what a query would find, from the tracker's own fields, values by name", async () => {
      const { page } = window;
      const all = await statusesIn(server, bugsId);
      const count = (...wanted: readonly string[]) => all.filter((status) => wanted.includes(status)).length;
      await newQuery(window);
      if (isProduct) {
        await says(`At most ${count("New", "Confirmed", "In progress")} artifacts`);
        await pickItem(page, "Open Artifacts Only");
      }
      await says(`At most ${all.length} artifacts`);
      await addCondition(page, "Status");
      await quickInputSaying(page, "Status is any of");
      await input().press("Enter");
      await says("Choose at least one.");
      await markItems(page, "New", "Fixed");
      await row("Status is New or Fixed").waitFor();
      await says(`At most ${count("New", "Fixed")} artifacts`);
      if (isProduct) {
        // What is chosen of the status, as far as it is open.
        await pickItem(page, "Open Artifacts Only");
        await says(`At most ${count("New")} artifacts`);
      }
      await row("Status is New or Fixed").click();
      await quickInputSaying(page, "2 Selected");
      await page.keyboard.press("Escape");
      await row("Status is New or Fixed").hover();
      await row("Status is New or Fixed").getByRole("button", { name: "Remove" }).click();
      await row("Status is New or Fixed").waitFor({ state: "detached" });
      assert.ok((await rowLabels(page)).includes("Add Condition…"));
      await turnAway();
    });

    it("goes back through the steps, and says what is wrong with a day while it is typed", async () => {
      const { page } = window;
      await newQuery(window);
      await addCondition(page, "Closed on");
      await pickItem(page, "before");
      await quickInputSaying(page, "Closed on before");
      await input().fill("soon");
      await row("This is no day").waitFor();
      await input().press("Enter");
      await input().fill("2026-02-30");
      await row("This is no day").waitFor();
      await quickInput(page).getByRole("button", { name: "Back" }).click();
      await quickInputSaying(page, "How is it compared?");
      await quickInput(page).getByRole("button", { name: "Back" }).click();
      await quickInputSaying(page, "Which field?");
      await pickItem(page, "Closed on");
      await pickItem(page, "between");
      await quickInputSaying(page, "The first day");
      await input().fill("2026-03-01");
      await pickItem(page, "2026-03-01");
      await quickInputSaying(page, "The last day");
      await input().fill("2026-02-01");
      await row("This is before 2026-03-01").waitFor();
      await input().fill("7");
      await window.screenshot(`query-day-${dialect}`);
      await pickItem(page, "In 7 days");
      await row("Closed on between 2026-03-01 and today + 7 days").waitFor();
      await says(/At most|No artifacts/);
      await addCondition(page, "Title");
      await quickInputSaying(page, "Title contains all of the words");
      await input().press("Enter");
      await quickInput(page).getByText("Write at least one word.").waitFor();
      await answer(page, "tide");
      await row("Title contains “tide”").waitFor();
      await pickItem(page, "Add Condition…");
      await quickInputSaying(page, "Which field?");
      // Servers take one condition on a field.
      assert.equal((await rowLabels(page)).includes("Title"), false);
      await page.keyboard.press("Escape");
      await row("Title contains “tide”").waitFor();
      await turnAway();
      await pressButton(notification(page, "The query was not saved."), "Go On");
      await row("Title contains “tide”").waitFor();
      await turnAway();
    });

    it("is saved under a name of its own, for the person or with the workspace", async () => {
      const { page } = window;
      const site = server.url;
      await newQuery(window);
      await addCondition(page, "Severity");
      await markItems(page, "Critical", "Major");
      await pickItem(page, "Sort By…");
      await pickItem(page, "Title, from A to Z");
      await pickItem(page, "Group By…");
      await pickItem(page, "Assignee");
      await row("Title, from A to Z").waitFor();
      await window.screenshot(`query-builder-${dialect}`);
      await pickItem(page, "Save…");
      await quickInputSaying(page, "A name for it");
      await answer(page, "Grave ones");
      await quickInputSaying(page, "Where is it kept?");
      await pickItem(page, "For me");
      await notification(page, "“Grave ones” is kept").waitFor();
      const entry = {
        name: "Grave ones",
        site,
        tracker: bugsId,
        where: [{ field: "severity", operator: "is", value: ["Major", "Critical"] }],
        ...(isProduct && { openOnly: true }),
        sort: "title",
        group: "assignee",
      };
      await assertQueries(window.userSettings, [broken, entry]);

      await newQuery(window);
      await pickItem(page, "Save…");
      await quickInputSaying(page, "A name for it");
      await input().fill("grave ONES");
      await quickInput(page).getByText("There is a query of this name already").waitFor();
      await answer(page, "All of them");
      await pickItem(page, "With this workspace");
      const inWorkspace = join(window.folder, ".vscode", "settings.json");
      const open = isProduct ? { openOnly: true } : {};
      await assertQueries(inWorkspace, [{ name: "All of them", site, tracker: bugsId, ...open }]);
    });

    it("is shown as a table without being saved", async () => {
      const { page } = window;
      await newQuery(window);
      await addCondition(page, "Severity");
      await markItems(page, "Critical");
      await says(/^At most \d+ artifacts/);
      await pickItem(page, "Show as Table");
      const frame = page.frameLocator("iframe.webview:visible").frameLocator("iframe");
      await frame.getByText("Severity is Critical").first().waitFor();
      await window.runCommand("View: Close All Editors");
    });

    it("says who is me, once, where the server can't", async () => {
      const { page } = window;
      await newQuery(window);
      await addCondition(page, "Assigned to");
      await markItems(page, "Me");
      await row("Assigned to is me").waitFor();
      if (!isProduct) {
        await row("doesn't say who you are").waitFor();
        await window.screenshot("query-nobody-is-me");
        await pickItem(page, "Say Who You Are…");
        await quickInputSaying(page, "Who are you on Demo?");
        await row(server.accounts.admin.username).click();
        await quickInputSaying(page, "New Query of Bugs");
      }
      await says(/^At most \d+ artifacts/);
      await turnAway();
    });

    it("marks a condition that can't be asked any more, until it is replaced or removed", async () => {
      const { page } = window;
      await runRowCommand(treeRow(page, "From old times"), "Edit Query…");
      await says("It can't be asked like this");
      await row(/flavour is Salty.*no field “flavour”/s).waitFor();
      await row(/Status is Undecided.*no value “Undecided”/s).waitFor();
      await window.screenshot(`query-broken-${dialect}`);
      await row("flavour is Salty").hover();
      await row("flavour is Salty").getByRole("button", { name: "Remove" }).click();
      await row("flavour is Salty").waitFor({ state: "detached" });
      // By the keyboard: the rows move once more when the remaining problem is marked.
      await input().fill("Undecided");
      await assertSoon(async () => assert.equal((await rowLabels(page)).length, 1));
      await input().press("Enter");
      await markItems(page, "Confirmed");
      await says(/^At most \d+ artifacts/);
      await pickItem(page, "Save…");
      await quickInputSaying(page, "A name for it");
      await assertSoon(async () => {
        // A box that has just come may not listen yet.
        if (await input().isVisible()) await input().press("Enter");
        assert.equal(await quickInput(page).count(), 0);
      });
      const where = [{ field: "status", operator: "is", value: "Confirmed" }];
      const grave = await keptQueries(window.userSettings);
      await assertQueries(window.userSettings, [{ ...broken, where }, ...grave.slice(1)]);

      await runRowCommand(treeRow(page, "From old times"), "Delete Query…");
      await pressButton(dialog(page, "Delete the query “From old times”?"), "Cancel");
      await assertQueries(window.userSettings, [{ ...broken, where }, ...grave.slice(1)]);
      await runRowCommand(treeRow(page, "From old times"), "Delete Query…");
      await pressButton(dialog(page, "Delete the query “From old times”?"), "Delete");
      await assertQueries(window.userSettings, grave.slice(1));
    });

    it("says so when a tracker is not to be read, and when a server has trouble", async () => {
      const { page } = window;
      await newQuery(window);
      server.faults.add({
        path: new RegExp(`/trackers/${bugsId}/artifacts`),
        fault: { kind: "status", status: 403 },
      });
      await addCondition(page, "Status");
      await markItems(page, "New");
      await says(/doesn't allow your account|refuses this to your account/);
      await turnAway();
    });

    if (!isProduct) {
      it("offers neither a language nor reports that the server does not have", async () => {
        const asked = () => server.requests.filter(({ path }) => path.includes("tracker_reports")).length;
        const before = asked();
        await newQuery(window);
        await until("reports are asked for", () => asked() > before);
        await says(/^At most \d+ artifacts/);
        const labels = await rowLabels(window.page);
        assert.deepEqual(
          labels.filter((label) => /TQL|Report|Open Artifacts Only/.test(label)),
          [],
        );
        await turnAway();
      });
    }
  });
}
