import assert from "node:assert/strict";
import * as vscode from "vscode";
import type { SavedQuery } from "../../src/model/query/savedQuery.ts";
import type { Dialect } from "../simulator/simulator.ts";
import { fetchStatuses } from "../support/simulator/fetchStatuses.ts";
import { waitUntil } from "../support/wait.ts";
import { PromptFixture } from "./promptFixture.ts";
import type { FakeQuickInput } from "./fakeQuickInputs.ts";

const bugsId = 11;
const { Global, Workspace } = vscode.ConfigurationTarget;

for (const dialect of ["product", "documented"] as const satisfies readonly Dialect[]) {
  const isProduct = dialect === "product";
  describe(`the query builder (${dialect})`, () => {
    let fixture: PromptFixture;
    let builderDone: Promise<void>;

    before(async () => {
      fixture = await PromptFixture.open(dialect);
    });
    afterEach(async () => {
      fixture.server.faults.clear();
      fixture.inputs.buttonToPress = undefined;
      fixture.inputs.messages.length = 0;
      fixture.executedCommands.length = 0;
      await fixture.inputs.dismissUntilDone(builderDone);
    });
    after(() => fixture.close());

    const waitForPrompt = (text: string | RegExp): Promise<FakeQuickInput> =>
      fixture.inputs.waitForPrompt(text);
    const waitForBuilder = (): Promise<FakeQuickInput> => waitForPrompt("New Query for Bugs");

    /** The query builder, once its preview has this text. */
    async function waitForPreview(text: string | RegExp): Promise<FakeQuickInput> {
      return (await waitForBuilder()).waitForText(text);
    }

    async function openBuilder(): Promise<FakeQuickInput> {
      builderDone = fixture.builder.create({ siteApi: fixture.siteApi, trackerId: bugsId });
      return waitForBuilder();
    }

    async function addCondition(field: string): Promise<void> {
      await (await waitForBuilder()).pick("Add Condition…");
      await (await waitForPrompt("Select a field")).pick(field);
    }

    async function selectValues(title: string, ...labels: readonly (string | RegExp)[]): Promise<void> {
      (await (await waitForPrompt(title)).toggleItems(...labels)).accept();
    }

    async function typeAnswer(question: string, text: string): Promise<void> {
      (await waitForPrompt(question)).type(text).accept();
    }

    it("shows the number of results of conditions on the tracker's fields", async () => {
      const statuses = await fetchStatuses(fixture.server, bugsId);
      const count = (...expected: readonly string[]): number =>
        statuses.filter((status) => expected.includes(status)).length;
      await openBuilder();
      if (isProduct) {
        const open = await waitForPreview(`Up to ${count("New", "Confirmed", "In progress")} artifacts`);
        await open.pick("Open Artifacts Only");
      }
      await waitForPreview(`Up to ${statuses.length} artifacts`);
      await addCondition("Status");
      const values = await waitForPrompt("Status is any of");
      values.accept();
      await values.waitForText("Select at least one value.");
      (await values.toggleItems("New", "Fixed")).accept();
      const preview = await waitForPreview(`Up to ${count("New", "Fixed")} artifacts`);
      if (isProduct) {
        // Only the open ones of the selected statuses.
        await preview.pick("Open Artifacts Only");
        await waitForPreview(`Up to ${count("New")} artifacts`);
      }
      await (await waitForBuilder()).pick("Status is New or Fixed");
      const valuesAgain = await waitForPrompt("Status is any of");
      assert.deepEqual(
        valuesAgain.selectedItems.map(({ label }) => label),
        ["New", "Fixed"],
      );
      fixture.inputs.dismiss();
      const conditions = await waitForBuilder();
      await conditions.pressItemButton("Status is New or Fixed", "Remove");
      await conditions.waitUntilClosed();
      const { labels } = await waitForBuilder();
      assert.deepEqual(
        [labels.includes("Status is New or Fixed"), labels.includes("Add Condition…")],
        [false, true],
      );
      fixture.inputs.dismiss();
    });

    it("searches all projects of the user by what every tracker has", async () => {
      builderDone = fixture.builder.create(undefined);
      await (await waitForPrompt("Select what to search")).pick("All My Projects");
      const waitForCrossTrackerBuilder = (): Promise<FakeQuickInput> =>
        waitForPrompt("New Query for All My Projects");
      if (!isProduct) {
        await (
          await waitForCrossTrackerBuilder()
        ).waitForText(
          "Demo doesn't support queries over several trackers. Edit the query to search one tracker.",
        );
        fixture.inputs.dismiss();
        return;
      }
      await (await waitForCrossTrackerBuilder()).waitForText(/Up to [\d,]+ artifacts/);
      await (await waitForCrossTrackerBuilder()).pick("Add Condition…");
      const fields = await waitForPrompt("Select a field");
      assert.deepEqual(fields.labels, [
        "Title",
        "Status",
        "Assignee",
        "Submitted by",
        "Submitted",
        "Modified",
      ]);
      await fields.pick("Status");
      await selectValues("Status is any of", "closed");
      await (await waitForCrossTrackerBuilder()).waitForRow("Status is closed");
      // The condition on the status replaces it.
      assert.equal((await waitForCrossTrackerBuilder()).labels.includes("Open Artifacts Only"), false);
      await (await waitForCrossTrackerBuilder()).pick("Add Condition…");
      await (await waitForPrompt("Select a field")).pick("Assignee");
      await selectValues("Assignee is any of", "Me");
      await (await waitForCrossTrackerBuilder()).pick("Group By…");
      await (await waitForPrompt("Group")).pick("Tracker");
      await (await waitForCrossTrackerBuilder()).pick("Save…");
      await typeAnswer("Save Query", "Done by me");
      await (await waitForPrompt("Select where to save the query")).pick("User Settings");
      await builderDone;
      assert.deepEqual(fixture.getSavedQueries().user, [
        {
          name: "Done by me",
          site: fixture.server.url,
          tracker: "all",
          where: [
            { field: "status", operator: "is", value: "closed" },
            { field: "assignee", operator: "is", value: "${me}" },
          ],
          group: "tracker",
        },
      ]);
      builderDone = fixture.builder.edit({ queryKey: "user 0 Done by me" });
      await (await waitForPrompt("Done by me")).pick("Enter a TQL Query…");
      await builderDone;
      assert.equal(
        fixture.openedTql[0]?.text,
        "FROM @project = MY_PROJECTS()\nWHERE @status != OPEN() AND @assigned_to = MYSELF()\nORDER BY @id DESC\n",
      );
      await fixture.setQueries(Global);
    });

    it("changes the trackers of a query", async () => {
      await openBuilder();
      await addCondition("Severity");
      await selectValues("Severity is any of", "Critical");
      await (await waitForBuilder()).pick("Bugs");
      await (await waitForPrompt("Select what to search")).pick("Several Trackers…");
      const trackers = await waitForPrompt("Select the trackers to search");
      assert.deepEqual(
        trackers.selectedItems.map(({ label }) => label),
        ["Bugs"],
      );
      (await trackers.toggleItems("Requests")).accept();
      const builder = await waitForPrompt("New Query for 2 trackers");
      await builder.waitForText("This query can't be run. Edit or remove the marked conditions.");
      await builder.pressItemButton("severity is Critical", "Remove");
      await builder.waitUntilClosed();
      const corrected = await waitForPrompt("New Query for 2 trackers");
      await corrected.waitForText(
        isProduct ? /Up to [\d,]+ artifacts/ : /doesn't support queries over several/,
      );
      fixture.inputs.dismiss();
    });

    it("offers only trackers of the query's site", async () => {
      fixture.offeredSites.length = 0;
      await (await openBuilder()).pick("Bugs");
      await (await waitForPrompt("Select what to search")).pick("One Tracker…");
      await waitForPrompt("New Query for Requests");
      assert.deepEqual(fixture.offeredSites, [fixture.siteApi]);
      fixture.inputs.dismiss();
    });

    it("goes back through the steps, and validates dates while they are typed", async () => {
      await openBuilder();
      await addCondition("Closed on");
      await (await waitForPrompt("Select an operator")).pick("is before");
      const datePrompt = await waitForPrompt("Closed on is before");
      for (const text of ["soon", "2026-02-30"]) {
        datePrompt.type(text);
        await datePrompt.waitForRow(/^Enter a date/);
        datePrompt.accept();
        assert.ok(
          (await waitForPrompt("Closed on is before")) === datePrompt,
          "an invalid date isn't accepted",
        );
      }
      datePrompt.pressBack();
      (await waitForPrompt("Select an operator")).pressBack();
      await (await waitForPrompt("Select a field")).pick("Closed on");
      await (await waitForPrompt("Select an operator")).pick("is between");
      await (await waitForPrompt("Start date")).type("2026-03-01").pick("2026-03-01");
      const endPrompt = await waitForPrompt("End date");
      endPrompt.type("2026-02-01");
      await endPrompt.waitForRow(/^The end date can't be before the start date \(2026-03-01\)/);
      await endPrompt.type("7").pick("In 7 days");
      await (await waitForBuilder()).waitForRow("Closed on is between 2026-03-01 and today + 7 days");
      await waitForPreview(/Up to|No artifacts/);
      await addCondition("Title");
      const wordsPrompt = await waitForPrompt("Title contains all of the words");
      wordsPrompt.accept();
      await wordsPrompt.waitForText("Enter at least one word.");
      wordsPrompt.type("tide").accept();
      await (await waitForBuilder()).waitForRow("Title contains “tide”");
      await (await waitForBuilder()).pick("Add Condition…");
      // Servers accept one condition per field.
      assert.equal((await waitForPrompt("Select a field")).labels.includes("Title"), false);
      fixture.inputs.dismiss();
      await (await waitForBuilder()).waitForRow("Title contains “tide”");
      fixture.inputs.buttonToPress = "Continue Editing";
      fixture.inputs.dismiss();
      await fixture.inputs.waitForMessage("The query wasn't saved.");
      fixture.inputs.buttonToPress = undefined;
      await (await waitForBuilder()).waitForRow("Title contains “tide”");
      fixture.inputs.dismiss();
    });

    it("saves the query under a unique name in User or Workspace Settings", async () => {
      const site = fixture.server.url;
      const open = isProduct ? { openOnly: true } : {};
      await openBuilder();
      await addCondition("Severity");
      await selectValues("Severity is any of", "Critical", "Major");
      await (await waitForBuilder()).pick("Sort By…");
      await (await waitForPrompt("Sort")).pick("Title, A to Z");
      await (await waitForBuilder()).pick("Group By…");
      await (await waitForPrompt("Group")).pick("Assignee");
      await (await waitForBuilder()).waitForRow(/^Sort By…\nTitle, A to Z/);
      await (await waitForBuilder()).pick("Save…");
      await typeAnswer("Enter a name for the query", "Severe bugs");
      await (await waitForPrompt("Select where to save the query")).pick("User Settings");
      await fixture.inputs.waitForMessage("Saved query “Severe bugs”");
      await builderDone;
      const [entry] = fixture.getSavedQueries().user as readonly { readonly where: readonly unknown[] }[];
      const [condition] = (entry?.where ?? []) as readonly { readonly value: readonly string[] }[];
      assert.deepEqual(
        { ...entry, where: [{ ...condition, value: condition?.value.toSorted() }] },
        {
          name: "Severe bugs",
          site,
          tracker: bugsId,
          where: [{ field: "severity", operator: "is", value: ["Critical", "Major"] }],
          ...open,
          sort: "title",
          group: "assignee",
        },
      );
      await openBuilder();
      await (await waitForBuilder()).pick("Save…");
      const namePrompt = await waitForPrompt("Enter a name for the query");
      namePrompt.type("severe BUGS");
      await namePrompt.waitForText("A query with this name already exists");
      namePrompt.accept();
      await typeAnswer("Enter a name for the query", "All bugs");
      await (await waitForPrompt("Select where to save the query")).pick("Workspace Settings");
      await builderDone;
      assert.deepEqual(fixture.getSavedQueries().workspace, [
        { name: "All bugs", site, tracker: bugsId, ...open },
      ]);
    });

    it("opens a table without saving the query", async () => {
      await openBuilder();
      await addCondition("Severity");
      await selectValues("Severity is any of", "Critical");
      await (await waitForBuilder()).pick("Open as Table");
      await builderDone;
      const [[command, table] = []] = fixture.executedCommands;
      const { kind, query } = table as { readonly kind: string; readonly query: SavedQuery };
      assert.deepEqual([command, kind, query.name], ["artifacts.openTable", "unsaved", "Bugs"]);
      assert.deepEqual(query.where, [{ field: "severity", operator: "is", values: ["Critical"] }]);
    });

    it("prompts for the current user once if the server doesn't report it", async () => {
      await openBuilder();
      await addCondition("Assigned to");
      await selectValues("Assigned to is any of", "Me");
      await (await waitForBuilder()).waitForRow(/^Assigned to is me/);
      if (!isProduct) {
        await (await waitForBuilder()).waitForRow(/doesn't report which user you are/);
        await (await waitForBuilder()).pick("Select Your User…");
        await (
          await waitForPrompt("Select Your User on Demo")
        ).pick(new RegExp(fixture.server.accounts.admin.username));
      }
      await waitForPreview(/Up to \d+ artifacts/);
      fixture.inputs.dismiss();
    });

    it("marks an invalid condition until it is replaced or removed", async () => {
      const brokenQuery = {
        name: "Outdated",
        site: fixture.server.url,
        tracker: bugsId,
        where: [
          { field: "flavour", operator: "is", value: "Salty" },
          { field: "status", operator: "is", value: "Undecided" },
        ],
      };
      const otherQuery = { name: "Other", site: fixture.server.url, tracker: bugsId };
      await fixture.setQueries(Global, [brokenQuery, otherQuery]);
      await fixture.setQueries(Workspace);
      const target = { queryKey: "user 0 Outdated" };
      builderDone = fixture.builder.edit(target);
      const list = await (
        await waitForPrompt("Query “Outdated” for Bugs")
      ).waitForText("This query can't be run");
      await list.waitForRow(/^Status is Undecided[^]*no longer has the value “Undecided”/);
      await list.waitForRow(/^flavour is Salty[^]*no field “flavour”/);
      await list.pressItemButton("flavour is Salty", "Remove");
      await list.waitUntilClosed();
      await (await waitForPrompt("Query “Outdated”")).pick("Status is Undecided");
      await selectValues("Status is any of", "Confirmed");
      const repaired = await (await waitForPrompt("Query “Outdated”")).waitForText(/Up to \d+ artifacts/);
      await repaired.pick("Save…");
      const namePrompt = await waitForPrompt("Enter a name for the query");
      assert.equal(namePrompt.value, "Outdated");
      namePrompt.accept();
      await builderDone;
      const where = [{ field: "status", operator: "is", value: "Confirmed" }];
      assert.deepEqual(fixture.getSavedQueries().user, [{ ...brokenQuery, where }, otherQuery]);
      await fixture.builder.deleteQueries(target);
      assert.deepEqual(fixture.inputs.messages.at(-1), "Delete the query “Outdated”?");
      assert.deepEqual(fixture.getSavedQueries().user, [{ ...brokenQuery, where }, otherQuery]);
      fixture.inputs.buttonToPress = "Delete";
      await fixture.builder.deleteQueries(target);
      assert.deepEqual(fixture.getSavedQueries().user, [otherQuery]);
    });

    it("shows that access to a tracker is denied", async () => {
      await openBuilder();
      fixture.server.faults.add({
        path: new RegExp(`/trackers/${bugsId}/artifacts`),
        fault: { kind: "status", status: 403 },
      });
      await addCondition("Status");
      await selectValues("Status is any of", "New");
      await waitForPreview(/You don't have permission to (view|do) this on Demo/);
      fixture.inputs.dismiss();
    });

    if (!isProduct) {
      it("offers neither TQL nor reports if the server doesn't support them", async () => {
        const countReportRequests = (): number =>
          fixture.server.requests.filter(({ path }) => path.includes("tracker_reports")).length;
        const requestCount = countReportRequests();
        await openBuilder();
        await waitUntil(
          "reports are requested",
          () => countReportRequests() > requestCount && fixture.server.requestsInFlight === 0,
        );
        const { labels } = await waitForPreview(/Up to \d+ artifacts/);
        assert.deepEqual(
          labels.filter((label) => /TQL|Report|Open Artifacts Only/.test(label)),
          [],
        );
        fixture.inputs.dismiss();
      });
      return;
    }

    it("doesn't show a count if the server ignores the conditions", async () => {
      await openBuilder();
      await waitForPreview(/Up to \d+ artifacts/);
      // The server repeats its last response.
      fixture.server.faults.add({
        path: new RegExp(`/trackers/${bugsId}/artifacts`),
        fault: { kind: "staleResponse" },
      });
      await addCondition("Status");
      await selectValues("Status is any of", "Confirmed");
      await waitForPreview("ignored these conditions");
      fixture.inputs.dismiss();
    });

    it("searches for users on the server, and never shows results of an older text", async () => {
      const { admin, member } = fixture.server.accounts;
      await openBuilder();
      await addCondition("Submitted by");
      const peoplePrompt = await waitForPrompt("Enter at least 3 characters");
      fixture.server.faults.add({
        path: /users\?query=.*mara/i,
        times: 1,
        fault: { kind: "delay", ms: 600 },
      });
      peoplePrompt.type("mara");
      await waitUntil("the request is sent", () => fixture.server.requestsInFlight > 0);
      peoplePrompt.type(member.username.slice(0, 4));
      const memberPattern = new RegExp(`^${member.realName}`);
      await peoplePrompt.toggleItems(memberPattern);
      peoplePrompt.type(admin.username.slice(0, 4));
      // Selected users stay visible.
      await peoplePrompt.waitForRow(memberPattern);
      await peoplePrompt.toggleItems(new RegExp(`^${admin.realName}`));
      await waitUntil("all requests are done", () => fixture.server.requestsInFlight === 0);
      const matchingRows = peoplePrompt.rows.filter((row) => /mara/i.test(row));
      assert.deepEqual(
        matchingRows.filter((row) => !memberPattern.test(row) && !row.startsWith(admin.realName)),
        [],
      );
      peoplePrompt.accept();
      await (
        await waitForBuilder()
      ).waitForRow(new RegExp(`^Submitted by is ${member.realName}.* or ${admin.realName}`));
      await waitForPreview(/Up to \d+ artifacts/);
      fixture.inputs.dismiss();
    });

    it("opens TQL of the tracker in an editor, with an example or its text", async () => {
      fixture.openedTql.length = 0;
      await (await openBuilder()).pick("Enter a TQL Query…");
      await builderDone;
      assert.deepEqual(
        fixture.openedTql.map(({ tracker, text }) => [tracker, text]),
        [[bugsId, "assigned_to = MYSELF()\n"]],
      );
      const statuses = await fetchStatuses(fixture.server, bugsId);
      const text = "status = 'New'";
      await fixture.setQueries(Global, [{ name: "New", site: fixture.server.url, tracker: bugsId, text }]);
      builderDone = fixture.builder.edit({ queryKey: "user 0 New" });
      const builder = await waitForPrompt("Query “New” for Bugs");
      await builder.waitForText(`Up to ${statuses.filter((status) => status === "New").length} artifacts`);
      await builder.pick(text);
      await builderDone;
      assert.equal(fixture.openedTql[1]?.text, text);
      await fixture.setQueries(Global);
    });

    it("uses reports of the server", async () => {
      await openBuilder();
      await (await waitForBuilder()).pick("Use a Tuleap Report…");
      const reports = await waitForPrompt("Reports in Bugs");
      await reports.pick(reports.labels[0] ?? "");
      await (await waitForBuilder()).waitForRow("Use Conditions Instead");
      await waitForPreview(/Up to \d+ artifacts/);
      await (await waitForBuilder()).pick("Use Conditions Instead");
      await (await waitForBuilder()).waitForRow("Add Condition…");
      fixture.inputs.dismiss();
    });

    it("shows that a query is too long for a URL", async () => {
      await openBuilder();
      for (const field of ["Title", "Steps to reproduce"]) {
        await addCondition(field);
        await typeAnswer("Enter words that must all occur", "ä".repeat(999));
        await (await waitForBuilder()).waitForRow(new RegExp(`^${field} contains`));
      }
      await waitForPreview("The query is too long for Demo");
      fixture.inputs.dismiss();
    });
  });
}
