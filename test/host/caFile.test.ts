import assert from "node:assert/strict";
import * as vscode from "vscode";
import { ConnectionCheckPick } from "../../src/features/connect/connectionCheckPick.ts";
import { promptTuleapServer } from "../../src/features/connect/connectSite.ts";
import { connectionCheckNames, type CheckResult } from "../../src/model/connectionCheck.ts";
import { Unreachable } from "../../src/model/failure.ts";
import type { Site } from "../../src/model/site.ts";
import type { Services } from "../../src/services.ts";
import { ErrorHandler } from "../../src/vscode/errorHandler.ts";
import { Log } from "../../src/vscode/log.ts";
import { createTestStore } from "../support/fixtures/testStore.ts";
import { waitUntil } from "../support/wait.ts";

const url = "https://tuleap.example";
const api = `${url}/api`;
const validFile = "/etc/pki/organisation.pem";
const invalidFile = "/etc/pki/other.pem";

/** A fake input box or quick pick controlled by the test. */
class FakeInput {
  title: string | undefined;
  prompt: string | undefined;
  placeholder: string | undefined;
  value = "";
  busy = false;
  enabled = true;
  validationMessage: string | vscode.InputBoxValidationMessage | undefined;
  items: readonly vscode.QuickPickItem[] = [];
  activeItems: readonly vscode.QuickPickItem[] = [];
  selectedItems: readonly vscode.QuickPickItem[] = [];
  buttons: readonly vscode.QuickInputButton[] = [];
  readonly #onDidChangeValueEmitter = new vscode.EventEmitter<string>();
  readonly #onDidAcceptEmitter = new vscode.EventEmitter<void>();
  readonly #onDidHideEmitter = new vscode.EventEmitter<void>();
  readonly #onDidTriggerButtonEmitter = new vscode.EventEmitter<vscode.QuickInputButton>();
  readonly onDidChangeValue = this.#onDidChangeValueEmitter.event;
  readonly onDidAccept = this.#onDidAcceptEmitter.event;
  readonly onDidHide = this.#onDidHideEmitter.event;
  readonly onDidTriggerButton = this.#onDidTriggerButtonEmitter.event;

  show(): void {
    // Nothing to do.
  }

  hide(): void {
    this.#onDidHideEmitter.fire();
  }

  dispose(): void {
    for (const each of [
      this.#onDidChangeValueEmitter,
      this.#onDidAcceptEmitter,
      this.#onDidHideEmitter,
      this.#onDidTriggerButtonEmitter,
    ]) {
      each.dispose();
    }
  }

  enter(text: string): void {
    this.value = text;
    this.#onDidChangeValueEmitter.fire(text);
    this.#onDidAcceptEmitter.fire();
  }

  pick(item: vscode.QuickPickItem): void {
    this.selectedItems = [item];
    this.#onDidAcceptEmitter.fire();
  }

  press(tooltip: string): void {
    this.#onDidTriggerButtonEmitter.fire(
      this.buttons.find((each) => each.tooltip === tooltip) ?? assert.fail(tooltip),
    );
  }

  get messageText(): string | undefined {
    const message = this.validationMessage;
    return typeof message === "string" ? message : message?.message;
  }
}

describe("the CA file of a site", () => {
  const { createInputBox, createQuickPick, showOpenDialog } = vscode.window;
  const log = new Log("Connecting under test");
  let inputs: FakeInput[];
  let selectedFile: string;
  let services: Services;

  const getInput = (): FakeInput => inputs.at(-1) ?? assert.fail("no input is shown");
  const waitForInput = (name: string, condition: () => boolean): Promise<void> =>
    waitUntil(name, () => condition() && !getInput().busy);

  function createFailure(reason: "certificate" | "caFile"): Unreachable {
    return new Unreachable({ method: "GET", url: api }, reason, undefined);
  }

  /** A server that is trusted only with the valid file. */
  function createProbeClient(_: string, caFile: string | undefined): Promise<object> {
    const probe = (): Promise<string> =>
      caFile === validFile ? Promise.resolve("allowed") : Promise.reject(createFailure("certificate"));
    return Promise.resolve({ probe, close: () => Promise.resolve() });
  }

  async function* checkConnection({ caFile }: Site): AsyncGenerator<CheckResult> {
    await Promise.resolve();
    for (const check of connectionCheckNames) {
      const isBad = check === "certificate" && caFile !== validFile;
      if (isBad) yield { check, status: "problem", chain: [], problem: "incompleteChain" };
      else yield { check, status: "skipped", skipReason: "notReported" };
    }
  }

  beforeEach(() => {
    inputs = [];
    const create = (): FakeInput => {
      const input = new FakeInput();
      inputs.push(input);
      return input;
    };
    Object.assign(vscode.window, {
      createInputBox: create,
      createQuickPick: create,
      showOpenDialog: () => Promise.resolve([vscode.Uri.file(selectedFile)]),
    });
    const { sites } = createTestStore([{ url: url, label: "Demo" }]);
    const errorHandler = new ErrorHandler(log, () => undefined);
    const connections = { createProbeClient, checkConnection };
    const plainHttpConsents = { isAllowed: () => true };
    services = { sites, errorHandler, connections, plainHttpConsents } as unknown as Services;
  });
  afterEach(() => Object.assign(vscode.window, { createInputBox, createQuickPick, showOpenDialog }));
  after(() => log.dispose());

  it("is selected after a rejected certificate, with a message whether the connection works", async () => {
    const prompt = promptTuleapServer(services);
    getInput().enter(url);
    await waitForInput("rejected", () => getInput().messageText !== undefined);
    assert.equal(
      getInput().messageText,
      "The certificate of tuleap.example isn't trusted. Select your organization's CA file with the button above.",
    );
    selectedFile = invalidFile;
    getInput().press("Select a CA File to Trust…");
    await waitForInput(
      "tried with the wrong file",
      () => inputs.length === 2 && getInput().messageText !== undefined,
    );
    assert.equal(
      getInput().messageText,
      "The certificate of tuleap.example isn't trusted with other.pem either. Select another CA file with the button above.",
    );
    assert.match(getInput().prompt ?? "", /Trusted CA file: .*other\.pem$/);
    selectedFile = validFile;
    getInput().press("Select a CA File to Trust…");
    await waitForInput(
      "tried with the right file",
      () => inputs.length === 3 && getInput().messageText !== undefined,
    );
    assert.deepEqual(getInput().validationMessage, {
      message: "The connection to tuleap.example works with organisation.pem. Press Enter to continue.",
      severity: vscode.InputBoxValidationSeverity.Info,
    });
    getInput().enter(url);
    assert.deepEqual(await prompt, { kind: "found", api, anonymousAccess: "allowed", caFile: validFile });
  });

  it("is shown before a URL is entered", async () => {
    selectedFile = validFile;
    const prompt = promptTuleapServer(services);
    getInput().press("Select a CA File to Trust…");
    await waitForInput("message is shown", () => inputs.length === 2 && getInput().messageText !== undefined);
    assert.equal(getInput().messageText, "organisation.pem is trusted for the URL that you enter.");
    getInput().hide();
    assert.equal(await prompt, undefined);
  });

  it("fixes a connection from its check, which runs again", async () => {
    const [site = assert.fail()] = services.sites.list();
    new ConnectionCheckPick(services, site).start();
    await waitForInput("checked", () => getInput().items[0]?.label === "1 problem found");
    assert.equal(getInput().placeholder, "Filter checks");
    const [certificate = assert.fail()] = getInput().activeItems;
    assert.equal(certificate.label, "Certificate");
    assert.match(
      certificate.detail ?? "",
      /select its CA file\. Press Enter to select a CA file to trust\.$/,
    );
    selectedFile = validFile;
    getInput().pick(certificate);
    await waitForInput(
      "checked again",
      () => inputs.length === 2 && getInput().items[0]?.label === "No problems found",
    );
    assert.match(getInput().prompt ?? "", /^Trusted CA file: .*organisation\.pem$/);
    assert.equal(services.sites.find(api)?.caFile, validFile);
    getInput().hide();
  });
});
