// The extension in VS Code, signed in to a simulated server.
import assert from "node:assert/strict";
import { readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import * as vscode from "vscode";
import { setSites, clearSites, activateExtension, type TreeRow } from "../../host/extensionUnderTest.ts";
import type { FaultRule } from "../../simulator/faults.ts";
import { type Simulator, startSimulator } from "../../simulator/simulator.ts";
import type { Changeset } from "../../simulator/state/changeset.ts";
import type { TrackerHandle } from "../../simulator/trackerAdministration.ts";
import { assertEventually, waitUntil } from "../../support/wait.ts";
import { addFaultTracker } from "../faultTracker.ts";
import { getFault } from "../namedFaults.ts";
import { WindowDriver } from "./windowDriver.ts";
import { storageVariable } from "./caseSelections.ts";
import type { WebviewSpy } from "./webviewSpy.ts";

export interface ArtifactTarget {
  readonly siteApi: string;
  readonly artifactId: number;
  readonly trackerId: number;
}

function getLabel({ label }: vscode.TreeItem): string {
  return typeof label === "string" ? label : (label?.label ?? "");
}

export class ExtensionFixture {
  readonly server: Simulator;
  readonly tracker: TrackerHandle;
  readonly driver: WindowDriver;
  /** Number of artifacts that the tests have created. */
  createdCount = 0;
  readonly #unusedIds: number[];
  #tokenCount = 0;

  private constructor(server: Simulator, tracker: TrackerHandle, driver: WindowDriver) {
    this.server = server;
    this.tracker = tracker;
    this.driver = driver;
    this.#unusedIds = [...tracker.artifactIds];
  }

  static async open(artifacts: number): Promise<ExtensionFixture> {
    const driver = new WindowDriver();
    const server = await startSimulator({ dialect: "product", deletionLimit: 1000 });
    server.clock.advance(Date.now() - server.clock.now());
    const tracker = addFaultTracker(server, artifacts);
    server.clock.advance(60_000);
    const fixture = new ExtensionFixture(server, tracker, driver);
    await setSites(server.url);
    await activateExtension();
    await fixture.#signIn();
    return fixture;
  }

  /** Waits for the session event, because it clears the cached data of the site. */
  async #signIn(): Promise<void> {
    const { admin } = this.server.accounts;
    let hasChanged = false;
    const subscription = vscode.authentication.onDidChangeSessions(({ provider }) => {
      hasChanged ||= provider.id === "artifacts";
    });
    this.driver.textToType = admin.accessKey;
    await this.runCommand("signIn", { siteApi: this.api });
    await waitUntil("the sessions have changed", () => hasChanged);
    subscription.dispose();
    const target = this.takeArtifact();
    this.driver.textToType = "Signed in";
    await assertEventually(async () => {
      await this.runCommand("addComment", target);
      assert.ok(this.getOwnChangesets(target, 1).length > 0, "the comment is not by the signed-in user");
    });
    this.driver.textToType = "";
  }

  get api(): string {
    return `${this.server.url}/api`;
  }

  get workspace(): string {
    const [folder] = vscode.workspace.workspaceFolders ?? [];
    assert.ok(folder, "no workspace folder is open");
    return folder.uri.fsPath;
  }

  /** An artifact that no test has used yet. */
  takeArtifact(): ArtifactTarget {
    const artifactId = this.#unusedIds.shift() ?? assert.fail("no artifact is left");
    return { siteApi: this.api, artifactId, trackerId: this.tracker.id };
  }

  createToken(prefix: string): string {
    this.#tokenCount += 1;
    return `${prefix}${this.#tokenCount}x`;
  }

  runCommand(command: string, ...args: readonly unknown[]): Thenable<unknown> {
    return vscode.commands.executeCommand(`artifacts.${command}`, ...args);
  }

  addFault(
    fault: string,
    rule: Omit<FaultRule, "fault">,
    changeConcurrently: () => void = () => undefined,
  ): void {
    this.server.faults.add({ times: 1, ...rule, fault: getFault(fault, changeConcurrently) });
  }

  clearFaults(): void {
    this.server.faults.clear();
    this.server.clock.advance(5_000);
  }

  /** Changes the place as another user. */
  changeAsOther({ artifactId }: ArtifactTarget, place: string): void {
    const { server, tracker } = this;
    server.clock.advance(3_000);
    const value = { field_id: tracker.fieldId("place"), value: place };
    server.updateArtifact(artifactId, { values: [value], by: server.accounts.member });
    server.clock.advance(3_000);
  }

  getOwnChangesets({ artifactId }: ArtifactTarget, after: number): readonly Changeset[] {
    const later = this.server.getChangesets(artifactId).slice(after);
    return later.filter(({ submittedBy }) => submittedBy === this.server.accounts.admin.id);
  }

  /** Fetches without the extension; undefined for status 404. */
  async fetchText(path: string): Promise<string | undefined> {
    const headers = { "X-Auth-AccessKey": this.server.accounts.admin.accessKey, Accept: "application/json" };
    const response = await fetch(`${this.api}/${path}`, { headers });
    const body = await response.text();
    return response.status === 404 ? undefined : body;
  }

  async serverContains({ artifactId }: Pick<ArtifactTarget, "artifactId">, token: string): Promise<boolean> {
    return (await this.fetchText(`artifacts/${artifactId}`))?.includes(token) ?? false;
  }

  async isDraftOnDisk(token: string): Promise<boolean> {
    const folder = join(process.env[storageVariable] ?? assert.fail("no storage"), "drafts");
    const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith(".json"));
    const texts = await Promise.all(
      names.map((name) => readFile(join(folder, name), "utf8").catch(() => "")),
    );
    return texts.some((text) => text.includes(token));
  }

  /** The form or table that was opened last, once it meets the condition. */
  async waitForPage(isReady: (page: WebviewSpy) => boolean): Promise<WebviewSpy> {
    const isLastReady = (): boolean => {
      const last = this.driver.pages.at(-1);
      return last !== undefined && isReady(last);
    };
    await waitUntil("the page is ready", isLastReady);
    return this.driver.pages.at(-1) ?? assert.fail("no page");
  }

  /** The rows below a path of labels, or below the last label that was found. */
  async getRowsBelow(
    ...path: readonly string[]
  ): Promise<{ readonly at: string; readonly rows: readonly TreeRow[] }> {
    const { tree } = await activateExtension();
    let rows: readonly TreeRow[] = await tree.getChildren();
    let at = "";
    for (const label of path) {
      const labels = rows.map((row) => getLabel(tree.getTreeItem(row)));
      const row = rows[labels.indexOf(label)];
      if (row === undefined) return { at: `${at} (${labels.join(", ")})`, rows };
      at = label;
      rows = await tree.getChildren(row);
    }
    return { at, rows };
  }

  async closeTabs(): Promise<void> {
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    this.driver.pages.length = 0;
  }

  async close(): Promise<void> {
    await this.closeTabs();
    await clearSites();
    await this.server.close();
    this.driver.restore();
    await rm(join(this.workspace, ".artifacts"), { recursive: true, force: true });
  }
}
