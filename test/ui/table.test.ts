import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Simulator, startSimulator } from "../simulator/simulator.ts";
import { tab } from "../support/window/form.ts";
import { dialog, notification, pressButton } from "../support/window/messages.ts";
import { quickInputSaying, saveAs } from "../support/window/quickInput.ts";
import { signInWithKey } from "../support/window/signIn.ts";
import { assertSoon } from "../support/wait.ts";
import { openQueryTable, TableTab } from "../support/window/table.ts";
import { expandRow, runRowCommand, treeRow } from "../support/window/tree.ts";
import { openWindow, type VSCodeWindow } from "../support/window/window.ts";

const bugs = 11;

interface WireField {
  readonly field_id: number;
  readonly name: string;
  readonly label: string;
}

interface WireArtifact {
  readonly id: number;
  readonly title: string;
  readonly status: string;
  readonly assignees?: readonly { readonly real_name: string }[];
  readonly last_modified_date?: string;
  readonly values: readonly {
    readonly field_id: number;
    readonly values?: readonly { readonly label: string }[];
  }[];
}

for (const dialect of ["product", "documented"] as const) {
  const isProduct = dialect === "product";

  describe(`a table of artifacts (${dialect})`, () => {
    let server: Simulator;
    let window: VSCodeWindow;
    let table: TableTab;

    before(async () => {
      server = await startSimulator({ dialect });
      window = await openWindow({
        settings: {
          "artifacts.sites": [{ url: server.url, label: "Demo" }],
          "artifacts.queries": [
            {
              name: "Asks for what is gone",
              site: server.url,
              tracker: bugs,
              where: [
                { field: "no_such_field", operator: "contains", value: "x" },
                { field: "severity", operator: "is", value: "No Such Value" },
              ],
            },
            { name: "Of a tracker that is gone", site: server.url, tracker: 98_765 },
            { name: "Of another site", site: "https://elsewhere.example", tracker: bugs },
            {
              name: "Cosmetic ones",
              site: server.url,
              tracker: bugs,
              where: [{ field: "severity", operator: "is", value: "Cosmetic" }],
            },
            {
              name: "Far too long",
              site: server.url,
              tracker: bugs,
              where: ["title", "details"].map((field) => ({
                field,
                operator: "contains",
                value: "é".repeat(999),
              })),
            },
          ],
        },
        secrets: "kept",
      });
      table = new TableTab(window);
      await writeFile(join(window.folder, "earlier.csv"), "");
      const { admin } = server.accounts;
      await signInWithKey(window, admin.accessKey, isProduct ? admin.realName : "signed in");
      await expandRow(treeRow(window.page, "Open Tides"));
    });
    after(async () => {
      await window.close();
      await server.close();
    });

    async function read(path: string): Promise<unknown> {
      const headers = { "X-Auth-AccessKey": server.accounts.admin.accessKey, Accept: "application/json" };
      return (await fetch(`${server.url}/api/${path}`, { headers })).json();
    }

    async function artifact(id: number): Promise<WireArtifact> {
      return (await read(`artifacts/${id}`)) as WireArtifact;
    }

    async function fieldNamed(name: string): Promise<number> {
      const { fields } = (await read(`trackers/${bugs}`)) as { fields: readonly WireField[] };
      return fields.find((field) => field.name === name)?.field_id ?? assert.fail(`no field ${name}`);
    }

    it("is opened from its tracker in the tree, the newest first, and once", async () => {
      await runRowCommand(treeRow(window.page, "Bugs"), "Open as Table");
      await tab(window, "Bugs").waitFor();
      await table.isRead();
      const ids = await table.ids();
      assert.ok(ids.length > 10);
      assert.deepEqual(
        ids,
        ids.toSorted((one, other) => other - one),
      );
      await window.screenshot(`table-${dialect}`);
      await runRowCommand(treeRow(window.page, "Bugs"), "Open as Table");
      assert.equal(await tab(window, "Bugs").count(), 1);
    });

    it("has its status changed where it stands, and what it shows is what the server has", async () => {
      const [, id = 0] = await table.ids();
      server.clock.advance(60_000);
      const [other = ""] = await table.edit(id, "status");
      await window.screenshot(`table-status-${dialect}`);
      await table.choose(other);
      await notification(window.page, `Status is now ${other}`).waitFor();
      assert.equal((await artifact(id)).status, other);
      await assertSoon(async () =>
        assert.match(await table.cell(id, "status").innerText(), new RegExp(other)),
      );
    });

    it("asks first where someone has changed a row since it was shown", async () => {
      const [, , id = 0] = await table.ids();
      const title = await fieldNamed("title");
      const before = (await artifact(id)).status;
      const [other = ""] = await table.edit(id, "status");
      server.clock.advance(60_000);
      server.write(id, { by: server.accounts.member, values: [{ field_id: title, value: "Theirs" }] });
      server.clock.advance(60_000);
      await table.choose(other);
      const question = dialog(window.page, "was changed since it was shown to you");
      await question.waitFor();
      assert.equal((await artifact(id)).status, before);
      await pressButton(question, "Change It All the Same");
      await assertSoon(async () => assert.equal((await artifact(id)).status, other));
      await assertSoon(async () => assert.equal(await table.cell(id, "title").innerText(), "Theirs"));
    });

    it("shows a field that is chosen as a column, and keeps it over a reload", async () => {
      await table.button("Columns").click();
      await window.screenshot(`table-columns-${dialect}`);
      await table.page.getByRole("checkbox", { name: "Severity" }).click();
      await window.page.keyboard.press("Escape");
      await table.page.getByRole("columnheader", { name: "Severity" }).waitFor();
      const [id = 0] = await table.ids();
      const severity = await fieldNamed("severity");
      const { values } = await artifact(id);
      const held = values.find(({ field_id }) => field_id === severity)?.values?.[0]?.label ?? "";
      await assertSoon(async () => assert.equal(await table.cell(id, "field").innerText(), held));
      await window.screenshot(`table-severity-${dialect}`);
      await window.reload();
      // All of VS Code starts anew.
      await table.page.getByRole("columnheader", { name: "Severity" }).waitFor();
      await assertSoon(async () => assert.equal(await table.cell(id, "field").innerText(), held));
      assert.equal(await tab(window, "Bugs").count(), 1);
    });

    it("is exported as a file for spreadsheets, byte for byte as it should be", async () => {
      const title = await fieldNamed("title");
      const severity = await fieldNamed("severity");
      const [first = 0, second = 0] = await table.ids();
      server.clock.advance(60_000);
      const formula = '=HYPERLINK("http://evil.example","x")';
      server.write(first, { by: server.accounts.member, values: [{ field_id: title, value: formula }] });
      server.write(second, { by: server.accounts.member, values: [{ field_id: title, value: "-12.5" }] });
      server.clock.advance(60_000);
      await table.button("Read Table Again").click();
      await assertSoon(async () => assert.match(await table.cell(first, "title").innerText(), /HYPERLINK/));
      await table.page.locator(".find input").fill("HYPERLINK");
      await assertSoon(async () => assert.deepEqual(await table.ids(), [first]));
      await table.button("CSV").click();
      await quickInputSaying(window.page, "Export as CSV");
      await saveAs(window.page, window.folder, "bugs.csv", "earlier.csv");
      await notification(window.page, "1 row is in bugs.csv").waitFor();
      const { values, status, assignees = [], last_modified_date = "" } = await artifact(first);
      const held = values.find(({ field_id }) => field_id === severity)?.values?.[0]?.label ?? "";
      const people = assignees.map(({ real_name }) => real_name).join(", ");
      const harmless = `"'=HYPERLINK(""http://evil.example"",""x"")"`;
      // Rows of the other dialect tell neither people nor times.
      const expected = isProduct
        ? `\uFEFFID,Title,Status,Assigned to,Changed,Severity\r\n${first},${harmless},${status},${people},${last_modified_date},${held}\r\n`
        : `\uFEFFID,Title,Status,Severity\r\n${first},${harmless},${status},${held}\r\n`;
      const written = await readFile(join(window.folder, "bugs.csv"));
      assert.deepEqual(written.toString("hex"), Buffer.from(expected).toString("hex"), written.toString());
      await table.page.locator(".find input").fill("");
    });

    it("says what can't be asked any more, and what to do, in place of rows", async () => {
      await openQueryTable(window, "Asks for what is gone");
      await table.page.getByText("has no field “no_such_field”").waitFor();
      await table.page.getByText("has no value “No Such Value” any more").waitFor();
      assert.equal(await table.rows.count(), 0);
      await window.screenshot(`table-gone-${dialect}`);
      await table.button(/Remove condition: no_such_field/).click();
      await table.button(/Remove condition: Severity/).click();
      await table.isRead();
      assert.ok((await table.rows.count()) > 5);
    });

    it("says so where a tracker or a site is not there", async () => {
      await openQueryTable(window, "Of a tracker that is gone");
      await table.page.getByText("Tracker #98765 can't be read any more").waitFor();
      await openQueryTable(window, "Of another site");
      await table.page.getByText("You are not connected to https://elsewhere.example").waitFor();
      assert.equal(await table.rows.count(), 0);
      if (!isProduct) return;
      await openQueryTable(window, "Far too long");
      await table.page.getByText("This is more than Demo can be asked at once").waitFor();
      assert.equal(await table.rows.count(), 0);
    });

    it("shows the conditions of a query in words, and is read again without one", async () => {
      await openQueryTable(window, "Cosmetic ones");
      await table.isRead();
      await table.page.getByText("Severity is Cosmetic").waitFor();
      await window.screenshot(`table-query-${dialect}`);
      const before = await table.ids();
      await table.button(/Remove condition/).click();
      await assertSoon(async () => assert.notDeepEqual(await table.ids(), before));
      await table.button("Save Query").click();
      await quickInputSaying(window.page, "A name for it");
      await window.page.keyboard.press("Enter");
      await table.button("Save Query").waitFor({ state: "detached" });
      const settings = JSON.parse(await readFile(window.userSettings, "utf8")) as {
        readonly "artifacts.queries": readonly { readonly name: string; readonly where?: unknown }[];
      };
      const kept = settings["artifacts.queries"].find(({ name }) => name === "Cosmetic ones");
      assert.deepEqual(kept, { name: "Cosmetic ones", site: server.url, tracker: bugs });
      if (!isProduct) return;
      await window.pictures("table-query");
    });

    it("is closed when who has seen it signs out", async () => {
      assert.ok((await tab(window, "Bugs").count()) > 0);
      await runRowCommand(treeRow(window.page, "Demo"), "Sign Out…");
      for (const title of ["Bugs", "Cosmetic ones", "Of a tracker that is gone"]) {
        await tab(window, title).waitFor({ state: "detached" });
      }
      assert.equal(await tab(window, "Of another site").count(), 1);
    });
  });
}
