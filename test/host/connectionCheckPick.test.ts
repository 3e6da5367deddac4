import assert from "node:assert/strict";
import * as vscode from "vscode";
import { ConnectionCheckPick } from "../../src/features/connect/connectionCheckPick.ts";
import { warnAboutKeyExpiry } from "../../src/features/connect/feature.ts";
import type { Site } from "../../src/model/site.ts";
import type { CommandArguments } from "../../src/protocol/commandArguments.ts";
import type { Services } from "../../src/services.ts";
import { KeyExpiryStore } from "../../src/store/mementos.ts";
import { CommandRegistry } from "../../src/vscode/commandRegistry.ts";
import { ErrorHandler } from "../../src/vscode/errorHandler.ts";
import { Log } from "../../src/vscode/log.ts";
import { type Simulator, startSimulator } from "../simulator/simulator.ts";
import { createTestStore, signIn, type TestStore } from "../support/fixtures/testStore.ts";
import { assertEventually, waitUntil } from "../support/wait.ts";
import { createMemento } from "../unit/store/queries/queryFixture.ts";
import { FakeDialogs } from "./fakeDialogs.ts";

/** A fake quick pick controlled by the test. */
class FakeQuickPick {
  title = "";
  placeholder = "";
  prompt: string | undefined;
  busy = false;
  ignoreFocusOut = false;
  items: readonly vscode.QuickPickItem[] = [];
  activeItems: readonly vscode.QuickPickItem[] = [];
  selectedItems: readonly vscode.QuickPickItem[] = [];
  buttons: readonly vscode.QuickInputButton[] = [];
  readonly #onDidTriggerButtonEmitter = new vscode.EventEmitter<vscode.QuickInputButton>();
  readonly #onDidAcceptEmitter = new vscode.EventEmitter<void>();
  readonly onDidTriggerButton = this.#onDidTriggerButtonEmitter.event;
  readonly onDidAccept = this.#onDidAcceptEmitter.event;
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

  /** Label and description of each item. */
  get rows(): readonly string[] {
    return this.items.map(({ label, description = "" }) => `${label}: ${description}`);
  }

  press(tooltip: string): void {
    const button = this.buttons.find((each) => each.tooltip === tooltip);
    this.#onDidTriggerButtonEmitter.fire(button ?? assert.fail(tooltip));
  }

  accept(label: string): void {
    this.selectedItems = this.items.filter((item) => item.label === label);
    this.#onDidAcceptEmitter.fire();
  }
}

describe("ConnectionCheckPick", () => {
  const log = new Log("Checks under test");
  const { createQuickPick } = vscode.window;
  let server: Simulator;
  let store: TestStore;
  let site: Site;
  let quickPick: FakeQuickPick;
  let services: Services;
  let executedCommands: (readonly unknown[])[];

  beforeEach(async () => {
    server = await startSimulator({ dialect: "product" });
    const { member } = server.accounts;
    server.setKeyExpiry(member, Date.now() + 5.5 * 86_400_000);
    store = createTestStore([{ url: server.url, label: "Demo" }]);
    site = store.sites.list()[0] ?? assert.fail("no site");
    await signIn(store, site.api, member);
    executedCommands = [];
    quickPick = new FakeQuickPick();
    Object.assign(vscode.window, { createQuickPick: () => quickPick });
    const errorHandler = new ErrorHandler(log, () => undefined);
    class RecordedCommands extends CommandRegistry<CommandArguments> {
      override execute(...command: readonly unknown[]): Promise<void> {
        executedCommands.push(command);
        return Promise.resolve();
      }
    }
    // Other services are not used here.
    services = {
      ...store,
      keyExpiries: new KeyExpiryStore(createMemento()),
      errorHandler,
      commands: new RecordedCommands(errorHandler),
    } as Partial<Services> as Services;
  });
  afterEach(async () => {
    Object.assign(vscode.window, { createQuickPick });
    await store.connections.close();
    await server.close();
  });
  after(() => log.dispose());

  async function runCheck(): Promise<ConnectionCheckPick> {
    const checkPick = new ConnectionCheckPick(services, site);
    assert.ok(quickPick.isShown);
    checkPick.start();
    await waitForResults();
    return checkPick;
  }

  async function waitForResults(): Promise<void> {
    await waitUntil("all checks are finished", () => !quickPick.busy);
  }

  function assertRow(expected: RegExp): void {
    assert.ok(
      quickPick.rows.some((each) => expected.test(each)),
      quickPick.rows.join("\n"),
    );
  }

  it("shows the results, and copies a report without credentials", async () => {
    await runCheck();
    assert.equal(quickPick.title, "Connection to Demo");
    const { realName, accessKey } = server.accounts.member;
    assertRow(new RegExp(`^URL: ${server.url}$`));
    assertRow(/^Proxy: none \(direct connection\)$/);
    assertRow(new RegExp(`^Your account: signed in as ${realName}, access key expires `));
    // The simulated server has its own clock.
    assertRow(/^Clock: the server clock is \d+ hours behind$/);
    const proxy = quickPick.items.find(({ label }) => label === "Proxy");
    assert.match(proxy?.detail ?? "", /^PAC files aren't supported/);
    assert.equal(quickPick.rows[0], "No problems found: ");
    quickPick.press("Copy Report");
    await waitUntil(
      "the report is copied",
      () => quickPick.prompt?.endsWith("It doesn't contain credentials.") === true,
    );
    const report = await vscode.env.clipboard.readText();
    assert.match(report, /^Connection to Demo: /);
    assert.match(report, /- \[warning\] Your account: signed in as /);
    assert.ok(!report.includes(accessKey));
  });

  it("offers to sign in if the access key is rejected", async () => {
    server.faults.add({ path: /users\/self/, fault: { kind: "status", status: 401 } });
    await runCheck();
    assertRow(/^Your account: credentials no longer valid$/);
    assert.equal(quickPick.rows[0], "1 problem found: ");
    assert.deepEqual(
      quickPick.activeItems.map(({ label }) => label),
      ["Your account"],
    );
    quickPick.accept("URL");
    assert.ok(quickPick.isShown, "the item has no remedy");
    quickPick.accept("Your account");
    await waitUntil("the command is run", () => executedCommands.length > 0);
    assert.deepEqual(executedCommands, [["artifacts.signIn", { siteApi: site.api }]]);
    assert.ok(!quickPick.isShown);
  });

  it("shows the failure that prevents other checks, and checks again on request", async () => {
    const { port } = new URL(server.url);
    await server.close();
    await runCheck();
    assertRow(/^REST API: Can't connect to Demo \(connection refused\)/);
    assertRow(/^Clock: not checked because the server can't be reached$/);
    assert.match(quickPick.rows[0] ?? "", /^\d+ problems? found: $/);
    server = await startSimulator({ dialect: "product", port: Number(port) });
    quickPick.press("Check Again");
    await waitUntil("the check is running", () => quickPick.busy);
    await waitForResults();
    assertRow(/^REST API: responding/);
  });

  it("isn't needed for the daily warning about an expiring access key", async () => {
    const dialogs = new FakeDialogs();
    try {
      dialogs.buttonsToPress.push("Sign In…");
      await warnAboutKeyExpiry(services, site);
      await warnAboutKeyExpiry(services, site);
      await assertEventually(() => {
        assert.deepEqual(executedCommands, [["artifacts.signIn", { siteApi: site.api }]]);
        return Promise.resolve();
      });
      assert.deepEqual(dialogs.messages, ["Your access key for Demo expires in 5 days. Generate a new one."]);
    } finally {
      dialogs.restore();
    }
  });
});
