import assert from "node:assert/strict";
import type { Locator } from "playwright-core";
import { type Simulator, startSimulator } from "../simulator/simulator.ts";
import { tab } from "../support/window/form.ts";
import { signInWithKey } from "../support/window/signIn.ts";
import { assertSoon } from "../support/wait.ts";
import { openQueryTable, TableTab } from "../support/window/table.ts";
import { artifactRows, expandRow, runRowCommand, treeRow } from "../support/window/tree.ts";
import { openWindow, type VSCodeWindow } from "../support/window/window.ts";

const bugs = 11;
const many = 50;

interface WireValue {
  readonly field_id: number;
  readonly type: string;
  readonly label: string;
}

const wontDo = {
  kind: "status",
  status: 400,
  body: '{"error":{"code":400,"message":"Bad Request: Not in this state.\\n"}}',
} as const;

describe("one change of many rows of a table", () => {
  let server: Simulator;
  let window: VSCodeWindow;
  let table: TableTab;
  let fields: ReadonlyMap<string, number>;

  before(async () => {
    server = await startSimulator({ dialect: "product" });
    const where = [{ field: "severity", operator: "is", value: "Normal" }];
    window = await openWindow({
      settings: {
        "artifacts.sites": [{ url: server.url, label: "Demo" }],
        "artifacts.queries": [
          { name: "Normal ones", site: server.url, tracker: bugs, where, openOnly: false },
        ],
      },
    });
    table = new TableTab(window);
    const { admin } = server.accounts;
    await signInWithKey(window, admin.accessKey, admin.realName);
    const tracker = (await read(`trackers/${bugs}`)) as {
      fields: readonly { readonly name: string; readonly field_id: number }[];
    };
    fields = new Map(tracker.fields.map(({ name, field_id }) => [name, field_id]));
  });
  after(async () => {
    await window.close();
    await server.close();
  });

  async function read(path: string): Promise<unknown> {
    const headers = { "X-Auth-AccessKey": server.accounts.admin.accessKey, Accept: "application/json" };
    return (await fetch(`${server.url}/api/${path}`, { headers })).json();
  }

  /** All values of an artifact, but for who wrote last and when. */
  async function held(id: number): Promise<ReadonlyMap<number, unknown>> {
    const { values } = (await read(`artifacts/${id}`)) as { values: readonly WireValue[] };
    const lasting = values.filter(({ type }) => type !== "lud" && type !== "luby");
    return new Map(lasting.map((value) => [value.field_id, value]));
  }

  async function allHeld(ids: readonly number[]): Promise<ReadonlyMap<number, ReadonlyMap<number, unknown>>> {
    const all = new Map<number, ReadonlyMap<number, unknown>>();
    for (const id of ids) all.set(id, await held(id));
    return all;
  }

  function severityOf(values: ReadonlyMap<number, unknown> | undefined): string {
    const value = values?.get(fields.get("severity") ?? 0) as
      { readonly values: readonly { readonly label: string }[] } | undefined;
    return value?.values.map(({ label }) => label).join() ?? "";
  }

  /** Without the fields that a change is about. */
  function rest(values: ReadonlyMap<number, unknown> | undefined, ...names: readonly string[]): unknown {
    const changed = new Set(names.map((name) => fields.get(name)));
    return [...(values ?? [])].filter(([id]) => !changed.has(id));
  }

  function theirs(id: number): void {
    const values = [{ field_id: fields.get("title") ?? 0, value: `Theirs ${id}` }];
    server.write(id, { by: server.accounts.member, values });
  }

  function titleOf(values: ReadonlyMap<number, unknown> | undefined): string {
    const value = values?.get(fields.get("title") ?? 0) as { readonly value: string } | undefined;
    return value?.value ?? "";
  }

  async function selectFirst(count: number): Promise<void> {
    const [first = 0] = await table.ids();
    await table.cell(first, "title").click();
    for (let more = 1; more < count; more += 1) await window.page.keyboard.press("Shift+ArrowDown");
    await table.bar.getByText(`${count} selected`).waitFor();
  }

  async function says(...texts: readonly string[]): Promise<void> {
    for (const text of texts) await table.bar.locator("strong").getByText(text).waitFor();
  }

  /** Two rows of a list: of two trackers where the server has such a list. */
  async function twoRows(): Promise<readonly [Locator, Locator]> {
    const { page } = window;
    await expandRow(treeRow(page, "Assigned to Me", "work"));
    const rows = artifactRows(page, "work");
    return [rows.nth(0), rows.nth(3)];
  }

  it("is begun in a list, by what the selected have in common", async () => {
    const [one, other] = await twoRows();
    await one.click();
    await other.click({ modifiers: ["ControlOrMeta"] });
    await runRowCommand(other, "Change Field…");
    await tab(window, "2 artifacts").waitFor();
    await table.bar.getByText("2 selected").waitFor();
    await table.options.first().waitFor();
    await window.screenshot("bulk-several");
    const trackers = table.page.getByRole("columnheader", { name: "Tracker" });
    assert.equal(await trackers.count(), 1);
    await table.choose("Status");
    await table.options.first().waitFor();
    const [label = ""] = await table.options.locator("bdi").allInnerTexts();
    await table.choose(label);
    await assertSoon(async () => assert.equal((await table.lines()).length, 2));
    await window.screenshot("bulk-several-preview");
    await runRowCommand(other, "Assign to Me");
    await table.button(new RegExp(`Value: .*${server.accounts.admin.realName}`)).waitFor();
    await assertSoon(async () => assert.equal((await table.lines()).length, 2));
    assert.equal(await table.options.count(), 0);
    // A click on a row has opened its form, too.
    await window.runCommand("View: Close All Editors");
  });

  it("with conflicts, refusals and a cancel, and back again, leaves on the server what it says", async () => {
    await openQueryTable(window, "Normal ones");
    await table.isRead();
    await selectFirst(many);
    await window.page.keyboard.press("e");
    await table.choose("Severity");
    await table.choose("Critical");
    await table.button(`Change ${many}`).waitFor();
    await window.pictures("bulk-preview");
    const ids = await table.lines("change");
    assert.equal(new Set(ids).size, many);
    const atFirst = await allHeld(ids);
    assert.deepEqual(
      [...atFirst.values()].map(severityOf),
      ids.map(() => "Normal"),
    );

    const conflicting = ids.slice(2, 7);
    const refused = ids.slice(10, 13);
    server.clock.advance(60_000);
    for (const id of conflicting) theirs(id);
    server.clock.advance(60_000);
    // The server slows down half way, which leaves time to turn round.
    for (const id of ids.slice(25)) {
      server.faults.add({ method: "PUT", path: `/artifacts/${id}`, fault: { kind: "delay", ms: 4000 } });
    }
    for (const id of refused) {
      server.faults.add({ method: "PUT", path: `/artifacts/${id}`, times: 1, fault: wontDo });
    }
    await table.button(`Change ${many}`).click();
    await table.bar.getByText(/Changing 2[5-9] of 50/).waitFor();
    await window.screenshot("bulk-running");
    await table.button("Cancel").click();
    await table.button("Undo").waitFor();
    server.faults.clear();
    await window.screenshot("bulk-result");

    const notTried = await table.lines("notTried");
    assert.ok(notTried.length > 0 && notTried.length < 30, `${notTried.length} not tried`);
    assert.deepEqual(await table.lines("conflict"), conflicting);
    assert.deepEqual(await table.lines("refused"), refused);
    const done = await table.lines("done");
    assert.equal(done.length, many - 8 - notTried.length);
    await says(`${done.length} changed`, "5 conflicts", "3 refused", `${notTried.length} not tried`);
    await table.bar.getByText("Demo refused the request: Not in this state.").first().waitFor();
    await table.bar.getByText(`${server.accounts.member.realName} has changed Title since`).first().waitFor();
    const isDone = new Set(done);
    const selected = await table.selectedInSight();
    assert.ok(selected.length > 0 && selected.every((id) => !isDone.has(id)), selected.join());

    for (const [id, values] of await allHeld(ids)) {
      const before = atFirst.get(id);
      assert.equal(severityOf(values), isDone.has(id) ? "Critical" : "Normal", `#${id}`);
      assert.equal(titleOf(values), conflicting.includes(id) ? `Theirs ${id}` : titleOf(before));
      assert.deepEqual(rest(values, "severity", "title"), rest(before, "severity", "title"));
    }

    server.clock.advance(60_000);
    const [touched = 0] = done;
    theirs(touched);
    server.clock.advance(60_000);
    await table.button("Undo").click();
    await says(`${done.length - 1} changed back`, "1 conflict");
    await window.screenshot("bulk-undone");
    assert.deepEqual(await table.lines("conflict"), [touched]);
    for (const [id, values] of await allHeld(ids)) {
      const isTheirs = conflicting.includes(id) || id === touched;
      const before = atFirst.get(id);
      assert.equal(severityOf(values), id === touched ? "Critical" : "Normal", `#${id}`);
      assert.equal(titleOf(values), isTheirs ? `Theirs ${id}` : titleOf(before));
      assert.deepEqual(rest(values, "severity", "title"), rest(before, "severity", "title"));
    }
  });
});
