import assert from "node:assert/strict";
import * as vscode from "vscode";
import { Checkup } from "../../src/features/connect/checkConnection.ts";
import { askAddress } from "../../src/features/connect/connectSite.ts";
import { checks, type Finding } from "../../src/model/checkup.ts";
import { Unreachable } from "../../src/model/failure.ts";
import type { Site } from "../../src/model/site.ts";
import type { Services } from "../../src/services.ts";
import { Boundary } from "../../src/vscode/errorHandler.ts";
import { Log } from "../../src/vscode/log.ts";
import { openStore } from "../support/fixtures/openStore.ts";
import { until } from "../support/wait.ts";

const address = "https://tuleap.example";
const api = `${address}/api`;
const right = "/etc/pki/organisation.pem";
const wrong = "/etc/pki/other.pem";

/** What boxes of both kinds have in common, driven by the test. */
class ScriptedBox {
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
  readonly #typed = new vscode.EventEmitter<string>();
  readonly #accepted = new vscode.EventEmitter<void>();
  readonly #hidden = new vscode.EventEmitter<void>();
  readonly #pressed = new vscode.EventEmitter<vscode.QuickInputButton>();
  readonly onDidChangeValue = this.#typed.event;
  readonly onDidAccept = this.#accepted.event;
  readonly onDidHide = this.#hidden.event;
  readonly onDidTriggerButton = this.#pressed.event;

  show(): void {
    // Nothing is seen here.
  }

  hide(): void {
    this.#hidden.fire();
  }

  dispose(): void {
    for (const each of [this.#typed, this.#accepted, this.#hidden, this.#pressed]) each.dispose();
  }

  enter(text: string): void {
    this.value = text;
    this.#typed.fire(text);
    this.#accepted.fire();
  }

  pick(item: vscode.QuickPickItem): void {
    this.selectedItems = [item];
    this.#accepted.fire();
  }

  press(tooltip: string): void {
    this.#pressed.fire(this.buttons.find((each) => each.tooltip === tooltip) ?? assert.fail(tooltip));
  }

  get said(): string | undefined {
    const message = this.validationMessage;
    return typeof message === "string" ? message : message?.message;
  }
}

describe("a CA file that is chosen for a site", () => {
  const { createInputBox, createQuickPick, showOpenDialog } = vscode.window;
  const log = new Log("Connecting under test");
  let boxes: ScriptedBox[];
  let chosen: string;
  let services: Services;

  const box = (): ScriptedBox => boxes.at(-1) ?? assert.fail("nothing is asked");
  const settled = (what: string, isSo: () => boolean): Promise<void> =>
    until(what, () => isSo() && !box().busy);

  function untrusted(reason: "certificate" | "caFile"): Unreachable {
    return new Unreachable({ method: "GET", url: api }, reason, undefined);
  }

  /** Trusts what one file vouches for, and nothing else. */
  function knock(_: string, caFile: string | undefined): Promise<object> {
    const probe = (): Promise<string> =>
      caFile === right ? Promise.resolve("allowed") : Promise.reject(untrusted("certificate"));
    return Promise.resolve({ probe, close: () => Promise.resolve() });
  }

  async function* checkup({ caFile }: Site): AsyncGenerator<Finding> {
    await Promise.resolve();
    for (const check of checks) {
      const isBad = check === "certificate" && caFile !== right;
      if (isBad) yield { check, verdict: "bad", chain: [], problem: "incompleteChain" };
      else yield { check, verdict: "skipped", because: "untold" };
    }
  }

  beforeEach(() => {
    boxes = [];
    const create = (): ScriptedBox => {
      const made = new ScriptedBox();
      boxes.push(made);
      return made;
    };
    Object.assign(vscode.window, {
      createInputBox: create,
      createQuickPick: create,
      showOpenDialog: () => Promise.resolve([vscode.Uri.file(chosen)]),
    });
    const { sites } = openStore([{ url: address, label: "Demo" }]);
    const boundary = new Boundary(log, () => undefined);
    const connections = { knock, checkup };
    const plainHttpConsents = { allows: () => true };
    services = { sites, boundary, connections, plainHttpConsents } as unknown as Services;
  });
  afterEach(() => Object.assign(vscode.window, { createInputBox, createQuickPick, showOpenDialog }));
  after(() => log.dispose());

  it("is what the refused certificate asks for by its button, and says whether the connection works with it", async () => {
    const asked = askAddress(services);
    box().enter(address);
    await settled("refused", () => box().said !== undefined);
    assert.equal(
      box().said,
      "The certificate of tuleap.example isn't trusted: choose your organisation's CA file by the button above.",
    );
    chosen = wrong;
    box().press("Choose a CA File to Trust…");
    await settled("tried with the wrong file", () => boxes.length === 2 && box().said !== undefined);
    assert.equal(
      box().said,
      "The certificate of tuleap.example isn't trusted with other.pem either: choose another CA file by the button above.",
    );
    assert.match(box().prompt ?? "", /Trusted CA file: .*other\.pem$/);
    chosen = right;
    box().press("Choose a CA File to Trust…");
    await settled("tried with the right file", () => boxes.length === 3 && box().said !== undefined);
    assert.deepEqual(box().validationMessage, {
      message: "The connection to tuleap.example works with organisation.pem. Press Enter to continue.",
      severity: vscode.InputBoxValidationSeverity.Info,
    });
    box().enter(address);
    assert.deepEqual(await asked, { kind: "found", api, anonymous: "allowed", caFile: right });
  });

  it("is named before there is an address", async () => {
    chosen = right;
    const asked = askAddress(services);
    box().press("Choose a CA File to Trust…");
    await settled("said", () => boxes.length === 2 && box().said !== undefined);
    assert.equal(box().said, "organisation.pem is trusted for the address that you enter.");
    box().hide();
    assert.equal(await asked, undefined);
  });

  it("mends a connection from its check, which is made again and has its result as the first row", async () => {
    const [site = assert.fail()] = services.sites.list();
    new Checkup(services, site).start();
    await settled("checked", () => box().items[0]?.label === "1 problem found");
    assert.equal(box().placeholder, "Filter the checks");
    const [certificate = assert.fail()] = box().activeItems;
    assert.equal(certificate.label, "Certificate");
    assert.match(certificate.detail ?? "", /choose its file\. Press Enter to choose a CA file to trust\.$/);
    chosen = right;
    box().pick(certificate);
    await settled("checked again", () => boxes.length === 2 && box().items[0]?.label === "No problems found");
    assert.match(box().prompt ?? "", /^Trusted CA file: .*organisation\.pem$/);
    assert.equal(services.sites.find(api)?.caFile, right);
    box().hide();
  });
});
