import assert from "node:assert/strict";
import * as vscode from "vscode";
import { Checkup } from "../../src/features/connect/checkConnection.ts";
import { noteKeyExpiry } from "../../src/features/connect/feature.ts";
import type { Site } from "../../src/model/site.ts";
import type { CommandArguments } from "../../src/protocol/commands.ts";
import type { Services } from "../../src/services.ts";
import { KeyDates } from "../../src/store/mementos.ts";
import { Commands } from "../../src/vscode/commands.ts";
import { Boundary } from "../../src/vscode/errorHandler.ts";
import { Log } from "../../src/vscode/log.ts";
import { type Simulator, startSimulator } from "../simulator/simulator.ts";
import { openStore, signIn, type Store } from "../support/fixtures/openStore.ts";
import { assertSoon, until } from "../support/wait.ts";
import { memoryInProcess } from "../unit/store/queries/stage.ts";
import { WindowAnswers } from "./windowAnswers.ts";

/** A list of VS Code's that the test presses buttons of, and chooses from. */
class PressedList {
  title = "";
  placeholder = "";
  prompt: string | undefined;
  busy = false;
  ignoreFocusOut = false;
  items: readonly vscode.QuickPickItem[] = [];
  activeItems: readonly vscode.QuickPickItem[] = [];
  selectedItems: readonly vscode.QuickPickItem[] = [];
  buttons: readonly vscode.QuickInputButton[] = [];
  readonly #pressed = new vscode.EventEmitter<vscode.QuickInputButton>();
  readonly #accepted = new vscode.EventEmitter<void>();
  readonly onDidTriggerButton = this.#pressed.event;
  readonly onDidAccept = this.#accepted.event;
  readonly onDidHide = (): void => undefined;
  isShown = false;

  show(): void {
    this.isShown = true;
  }

  hide(): void {
    this.isShown = false;
  }

  dispose(): void {
    this.isShown = false;
  }

  /** Label and description of each row. */
  get rows(): readonly string[] {
    return this.items.map(({ label, description = "" }) => `${label}: ${description}`);
  }

  press(tooltip: string): void {
    const button = this.buttons.find((each) => each.tooltip === tooltip);
    this.#pressed.fire(button ?? assert.fail(tooltip));
  }

  accept(label: string): void {
    this.selectedItems = this.items.filter((item) => item.label === label);
    this.#accepted.fire();
  }
}

describe("a check of the connection", () => {
  const log = new Log("Checks under test");
  const { createQuickPick } = vscode.window;
  let server: Simulator;
  let store: Store;
  let site: Site;
  let list: PressedList;
  let services: Services;
  let ran: (readonly unknown[])[];

  beforeEach(async () => {
    server = await startSimulator({ dialect: "product" });
    const { member } = server.accounts;
    server.endKey(member, Date.now() + 5.5 * 86_400_000);
    store = openStore([{ url: server.url, label: "Demo" }]);
    site = store.sites.list()[0] ?? assert.fail("no site");
    await signIn(store, site.api, member);
    ran = [];
    list = new PressedList();
    Object.assign(vscode.window, { createQuickPick: () => list });
    const boundary = new Boundary(log, () => undefined);
    class Recorded extends Commands<CommandArguments> {
      override run(...command: readonly unknown[]): Promise<void> {
        ran.push(command);
        return Promise.resolve();
      }
    }
    // The rest is about signing in and out.
    services = {
      ...store,
      keyDates: new KeyDates(memoryInProcess()),
      boundary,
      commands: new Recorded(boundary),
    } as Partial<Services> as Services;
  });
  afterEach(async () => {
    Object.assign(vscode.window, { createQuickPick });
    await store.connections.close();
    await server.close();
  });
  after(() => log.dispose());

  async function check(): Promise<Checkup> {
    const checkup = new Checkup(services, site);
    assert.ok(list.isShown);
    checkup.start();
    await checked();
    return checkup;
  }

  async function checked(): Promise<void> {
    await until("all is looked at", () => !list.busy);
  }

  function row(expected: RegExp): void {
    assert.ok(
      list.rows.some((each) => expected.test(each)),
      list.rows.join("\n"),
    );
  }

  it("tells what was found, step by step, and copies a report without secrets", async () => {
    await check();
    assert.equal(list.title, "Connection to Demo");
    const { realName, accessKey } = server.accounts.member;
    row(new RegExp(`^Address: ${server.url}$`));
    row(/^Proxy: none, requests go directly$/);
    row(new RegExp(`^Your account: signed in as ${realName}, with a key until `));
    // The simulated server lives in a time of its own.
    row(/^Clock: the server's is \d+ hours behind$/);
    const proxy = list.items.find(({ label }) => label === "Proxy");
    assert.match(proxy?.detail ?? "", /^PAC files are not evaluated/);
    assert.equal(list.rows[0], "No problems found: ");
    list.press("Copy Report");
    await until("it is copied", () => list.prompt?.endsWith("It holds no secrets.") === true);
    const report = await vscode.env.clipboard.readText();
    assert.match(report, /^Connection to Demo: /);
    assert.match(report, /- \[note\] Your account: signed in as /);
    assert.ok(!report.includes(accessKey));
  });

  it("leads to signing in where the key is no longer accepted", async () => {
    server.faults.add({ path: /users\/self/, fault: { kind: "status", status: 401 } });
    await check();
    row(/^Your account: is no longer accepted$/);
    assert.equal(list.rows[0], "1 problem found: ");
    assert.deepEqual(
      list.activeItems.map(({ label }) => label),
      ["Your account"],
    );
    list.accept("Address");
    assert.ok(list.isShown, "there is nothing to do about it");
    list.accept("Your account");
    await until("it is run", () => ran.length > 0);
    assert.deepEqual(ran, [["artifacts.signIn", { siteApi: site.api }]]);
    assert.ok(!list.isShown);
  });

  it("says what is in the way of everything else, and looks again when asked to", async () => {
    const { port } = new URL(server.url);
    await server.close();
    await check();
    row(/^REST API: Nobody listens at Demo/);
    row(/^Clock: not checked: the server has to be reached first$/);
    assert.match(list.rows[0] ?? "", /^\d+ problems? found: $/);
    server = await startSimulator({ dialect: "product", port: Number(port) });
    list.press("Check Again");
    await until("it looks", () => list.busy);
    await checked();
    row(/^REST API: answers/);
  });

  it("is not needed to hear of a key that ends soon, once a day", async () => {
    const answers = new WindowAnswers();
    try {
      answers.presses.push("Sign In…");
      await noteKeyExpiry(services, site);
      await noteKeyExpiry(services, site);
      await assertSoon(() => {
        assert.deepEqual(ran, [["artifacts.signIn", { siteApi: site.api }]]);
        return Promise.resolve();
      });
      assert.deepEqual(answers.said, ["Your access key for Demo expires in 5 days: make another one."]);
    } finally {
      answers.restore();
    }
  });
});
