import assert from "node:assert/strict";
import * as vscode from "vscode";
import type { SavedQuery } from "../../src/model/query/savedQuery.ts";
import type { Dialect } from "../simulator/simulator.ts";
import { statusesIn } from "../support/simulator/statusesIn.ts";
import { until } from "../support/wait.ts";
import { AskingStage } from "./askingStage.ts";
import type { QuickBox } from "./quickInputs.ts";

const bugsId = 11;
const { Global, Workspace } = vscode.ConfigurationTarget;

for (const dialect of ["product", "documented"] as const satisfies readonly Dialect[]) {
  const isProduct = dialect === "product";
  describe(`the query builder (${dialect})`, () => {
    let stage: AskingStage;
    let building: Promise<void>;

    before(async () => {
      stage = await AskingStage.open(dialect);
    });
    afterEach(async () => {
      stage.server.faults.clear();
      stage.inputs.press = undefined;
      stage.inputs.told.length = 0;
      stage.ran.length = 0;
      await stage.inputs.end(building);
    });
    after(() => stage.close());

    const asking = (text: string | RegExp): Promise<QuickBox> => stage.inputs.asking(text);
    const builder = (): Promise<QuickBox> => asking("New Query of Bugs");

    /** The builder's list, once it says this. */
    async function says(text: string | RegExp): Promise<QuickBox> {
      return (await builder()).saying(text);
    }

    async function newQuery(): Promise<QuickBox> {
      building = stage.builder.create({ siteApi: stage.siteApi, trackerId: bugsId });
      return builder();
    }

    async function addCondition(field: string): Promise<void> {
      await (await builder()).pick("Add Condition…");
      await (await asking("Which field?")).pick(field);
    }

    async function mark(title: string, ...labels: readonly (string | RegExp)[]): Promise<void> {
      (await (await asking(title)).mark(...labels)).accept();
    }

    async function answer(question: string, text: string): Promise<void> {
      (await asking(question)).type(text).accept();
    }

    it("counts what a query would find, from the tracker's own fields, values by name", async () => {
      const all = await statusesIn(stage.server, bugsId);
      const count = (...wanted: readonly string[]): number =>
        all.filter((status) => wanted.includes(status)).length;
      await newQuery();
      if (isProduct) {
        const open = await says(`At most ${count("New", "Confirmed", "In progress")} artifacts`);
        await open.pick("Open Artifacts Only");
      }
      await says(`At most ${all.length} artifacts`);
      await addCondition("Status");
      const values = await asking("Status is any of");
      values.accept();
      await values.saying("Choose at least one.");
      (await values.mark("New", "Fixed")).accept();
      const counted = await says(`At most ${count("New", "Fixed")} artifacts`);
      if (isProduct) {
        // What is chosen of the status, as far as it is open.
        await counted.pick("Open Artifacts Only");
        await says(`At most ${count("New")} artifacts`);
      }
      await (await builder()).pick("Status is New or Fixed");
      const again = await asking("Status is any of");
      assert.deepEqual(
        again.selectedItems.map(({ label }) => label),
        ["New", "Fixed"],
      );
      stage.inputs.turnAway();
      const conditions = await builder();
      await conditions.pressAt("Status is New or Fixed", "Remove");
      await conditions.gone();
      const { labels } = await builder();
      assert.deepEqual(
        [labels.includes("Status is New or Fixed"), labels.includes("Add Condition…")],
        [false, true],
      );
      stage.inputs.turnAway();
    });

    it("goes back through the steps, and says what is wrong with a day while it is typed", async () => {
      await newQuery();
      await addCondition("Closed on");
      await (await asking("How is it compared?")).pick("before");
      const day = await asking("Closed on before");
      for (const text of ["soon", "2026-02-30"]) {
        day.type(text);
        await day.row(/^Enter a date/);
        day.accept();
        assert.ok((await asking("Closed on before")) === day, "no day is taken");
      }
      day.back();
      (await asking("How is it compared?")).back();
      await (await asking("Which field?")).pick("Closed on");
      await (await asking("How is it compared?")).pick("between");
      await (await asking("The first day")).type("2026-03-01").pick("2026-03-01");
      const last = await asking("The last day");
      last.type("2026-02-01");
      await last.row(/^This is before 2026-03-01/);
      await last.type("7").pick("In 7 days");
      await (await builder()).row("Closed on between 2026-03-01 and today + 7 days");
      await says(/At most|No artifacts/);
      await addCondition("Title");
      const words = await asking("Title contains all of the words");
      words.accept();
      await words.saying("Write at least one word.");
      words.type("tide").accept();
      await (await builder()).row("Title contains “tide”");
      await (await builder()).pick("Add Condition…");
      // Servers take one condition on a field.
      assert.equal((await asking("Which field?")).labels.includes("Title"), false);
      stage.inputs.turnAway();
      await (await builder()).row("Title contains “tide”");
      stage.inputs.press = "Go On";
      stage.inputs.turnAway();
      await stage.inputs.tells("The query was not saved.");
      stage.inputs.press = undefined;
      await (await builder()).row("Title contains “tide”");
      stage.inputs.turnAway();
    });

    it("is saved under a name of its own, for the person or with the workspace", async () => {
      const site = stage.server.url;
      const open = isProduct ? { openOnly: true } : {};
      await newQuery();
      await addCondition("Severity");
      await mark("Severity is any of", "Critical", "Major");
      await (await builder()).pick("Sort By…");
      await (await asking("Sort")).pick("Title, from A to Z");
      await (await builder()).pick("Group By…");
      await (await asking("Group")).pick("Assignee");
      await (await builder()).row(/^Sort By…\nTitle, from A to Z/);
      await (await builder()).pick("Save…");
      await answer("A name for it", "Grave ones");
      await (await asking("Where is it kept?")).pick("For me");
      await stage.inputs.tells("“Grave ones” is kept");
      await building;
      const [entry] = stage.keptQueries().user as readonly { readonly where: readonly unknown[] }[];
      const [condition] = (entry?.where ?? []) as readonly { readonly value: readonly string[] }[];
      assert.deepEqual(
        { ...entry, where: [{ ...condition, value: condition?.value.toSorted() }] },
        {
          name: "Grave ones",
          site,
          tracker: bugsId,
          where: [{ field: "severity", operator: "is", value: ["Critical", "Major"] }],
          ...open,
          sort: "title",
          group: "assignee",
        },
      );
      await newQuery();
      await (await builder()).pick("Save…");
      const name = await asking("A name for it");
      name.type("grave ONES");
      await name.saying("There is a query of this name already");
      name.accept();
      await answer("A name for it", "All of them");
      await (await asking("Where is it kept?")).pick("With this workspace");
      await building;
      assert.deepEqual(stage.keptQueries().workspace, [
        { name: "All of them", site, tracker: bugsId, ...open },
      ]);
    });

    it("is shown as a table without being saved", async () => {
      await newQuery();
      await addCondition("Severity");
      await mark("Severity is any of", "Critical");
      await (await builder()).pick("Show as Table");
      await building;
      const [[command, table] = []] = stage.ran;
      const { kind, query } = table as { readonly kind: string; readonly query: SavedQuery };
      assert.deepEqual([command, kind, query.name], ["artifacts.openTable", "unsaved", "Bugs"]);
      assert.deepEqual(query.where, [{ field: "severity", operator: "is", values: ["Critical"] }]);
    });

    it("says who is me, once, where the server can't", async () => {
      await newQuery();
      await addCondition("Assigned to");
      await mark("Assigned to is any of", "Me");
      await (await builder()).row(/^Assigned to is me/);
      if (!isProduct) {
        await (await builder()).row(/doesn't say who you are/);
        await (await builder()).pick("Say Who You Are…");
        await (await asking("Who are you on Demo?")).pick(new RegExp(stage.server.accounts.admin.username));
      }
      await says(/At most \d+ artifacts/);
      stage.inputs.turnAway();
    });

    it("marks a condition that can't be asked any more, until it is replaced or removed", async () => {
      const broken = {
        name: "From old times",
        site: stage.server.url,
        tracker: bugsId,
        where: [
          { field: "flavour", operator: "is", value: "Salty" },
          { field: "status", operator: "is", value: "Undecided" },
        ],
      };
      const other = { name: "Other", site: stage.server.url, tracker: bugsId };
      await stage.setQueries(Global, [broken, other]);
      await stage.setQueries(Workspace);
      const target = { queryKey: "user 0 From old times" };
      building = stage.builder.edit(target);
      const list = await (
        await asking("Query “From old times” of Bugs")
      ).saying("It can't be asked like this");
      await list.row(/^Status is Undecided[^]*no value “Undecided”/);
      await list.row(/^flavour is Salty[^]*no field “flavour”/);
      await list.pressAt("flavour is Salty", "Remove");
      await list.gone();
      await (await asking("Query “From old times”")).pick("Status is Undecided");
      await mark("Status is any of", "Confirmed");
      const mended = await (await asking("Query “From old times”")).saying(/At most \d+ artifacts/);
      await mended.pick("Save…");
      const name = await asking("A name for it");
      assert.equal(name.value, "From old times");
      name.accept();
      await building;
      const where = [{ field: "status", operator: "is", value: "Confirmed" }];
      assert.deepEqual(stage.keptQueries().user, [{ ...broken, where }, other]);
      await stage.builder.remove(target);
      assert.deepEqual(stage.inputs.told.at(-1), "Delete the query “From old times”?");
      assert.deepEqual(stage.keptQueries().user, [{ ...broken, where }, other]);
      stage.inputs.press = "Delete";
      await stage.builder.remove(target);
      assert.deepEqual(stage.keptQueries().user, [other]);
    });

    it("says so when a tracker is not to be read", async () => {
      await newQuery();
      stage.server.faults.add({
        path: new RegExp(`/trackers/${bugsId}/artifacts`),
        fault: { kind: "status", status: 403 },
      });
      await addCondition("Status");
      await mark("Status is any of", "New");
      await says(/doesn't allow your account|refuses this to your account/);
      stage.inputs.turnAway();
    });

    if (!isProduct) {
      it("offers neither a language nor reports that the server does not have", async () => {
        const asked = (): number =>
          stage.server.requests.filter(({ path }) => path.includes("tracker_reports")).length;
        const before = asked();
        await newQuery();
        await until("reports are asked for", () => asked() > before && stage.server.inFlight === 0);
        const { labels } = await says(/At most \d+ artifacts/);
        assert.deepEqual(
          labels.filter((label) => /TQL|Report|Open Artifacts Only/.test(label)),
          [],
        );
        stage.inputs.turnAway();
      });
      return;
    }

    it("does not take an answer to another question for a count", async () => {
      await newQuery();
      await says(/At most \d+ artifacts/);
      // What was answered before, whatever is asked.
      stage.server.faults.add({
        path: new RegExp(`/trackers/${bugsId}/artifacts`),
        fault: { kind: "stale" },
      });
      await addCondition("Status");
      await mark("Status is any of", "Confirmed");
      await says("does not heed these conditions");
      stage.inputs.turnAway();
    });

    it("searches for people on the server, and never shows the answer to an older text", async () => {
      const { admin, member } = stage.server.accounts;
      await newQuery();
      await addCondition("Submitted by");
      const people = await asking("Type at least 3 letters");
      stage.server.faults.add({ path: /users\?query=.*mara/i, times: 1, fault: { kind: "delay", ms: 600 } });
      people.type("mara");
      await until("it is asked", () => stage.server.inFlight > 0);
      people.type(member.username.slice(0, 4));
      const found = new RegExp(`^${member.realName}`);
      await people.mark(found);
      people.type(admin.username.slice(0, 4));
      // Who is chosen stays in sight.
      await people.row(found);
      await people.mark(new RegExp(`^${admin.realName}`));
      await until("all is answered", () => stage.server.inFlight === 0);
      const shown = people.rows.filter((row) => /mara/i.test(row));
      assert.deepEqual(
        shown.filter((row) => !found.test(row) && !row.startsWith(admin.realName)),
        [],
      );
      people.accept();
      await (await builder()).row(new RegExp(`^Submitted by is ${member.realName}.* or ${admin.realName}`));
      await says(/At most \d+ artifacts/);
      stage.inputs.turnAway();
    });

    it("takes the server's own language, and says in words what the server finds wrong with it", async () => {
      const all = await statusesIn(stage.server, bugsId);
      await newQuery();
      await (await builder()).pick("Write a TQL Query…");
      const text = await asking("Query in TQL");
      text.type("nofield = 'a'").accept();
      await text.saying("Demo refused the request");
      text.type("status = 'New'").accept();
      await says(`At most ${all.filter((status) => status === "New").length} artifacts`);
      await (await builder()).row("status = 'New'");
      await (await builder()).pick("Use a Report of the Server…");
      const reports = await asking("Report of Bugs");
      await reports.pick(reports.labels[0] ?? "");
      await (await builder()).row("Ask by Conditions Instead");
      await says(/At most \d+ artifacts/);
      await (await builder()).pick("Ask by Conditions Instead");
      await (await builder()).row("Add Condition…");
      stage.inputs.turnAway();
    });

    it("says that more is asked than an address holds", async () => {
      await newQuery();
      for (const field of ["Title", "Steps to reproduce"]) {
        await addCondition(field);
        await answer("Words that all have to occur", "ä".repeat(999));
        await (await builder()).row(new RegExp(`^${field} contains`));
      }
      await says("This is more than Demo can be asked at once");
      stage.inputs.turnAway();
    });
  });
}
