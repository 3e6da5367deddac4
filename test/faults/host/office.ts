// The extension in VS Code, signed in to a simulated server of its own.
import assert from "node:assert/strict";
import { readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import * as vscode from "vscode";
import { connectTo, disconnectAll, exportsOf, type Row } from "../../host/extensionUnderTest.ts";
import type { FaultRule } from "../../simulator/faults.ts";
import { type Simulator, startSimulator } from "../../simulator/simulator.ts";
import type { Changeset } from "../../simulator/state/changeset.ts";
import type { TrackerHandle } from "../../simulator/remodel.ts";
import { assertSoon, until } from "../../support/wait.ts";
import { addBuoys } from "../buoys.ts";
import { faultNamed } from "../faultList.ts";
import { Driver } from "./driver.ts";
import { storageVariable } from "./extent.ts";
import type { TappedPage } from "./tappedPage.ts";

export interface Target {
  readonly siteApi: string;
  readonly artifactId: number;
  readonly trackerId: number;
}

function labelOf({ label }: vscode.TreeItem): string {
  return typeof label === "string" ? label : (label?.label ?? "");
}

export class Office {
  readonly server: Simulator;
  readonly tracker: TrackerHandle;
  readonly driver: Driver;
  /** How many artifacts were created from here. */
  made = 0;
  readonly #untouched: number[];
  #tokens = 0;

  private constructor(server: Simulator, tracker: TrackerHandle, driver: Driver) {
    this.server = server;
    this.tracker = tracker;
    this.driver = driver;
    this.#untouched = [...tracker.artifactIds];
  }

  static async open(artifacts: number): Promise<Office> {
    const driver = new Driver();
    const server = await startSimulator({ dialect: "product", deletionLimit: 1000 });
    server.clock.advance(Date.now() - server.clock.now());
    const tracker = addBuoys(server, artifacts);
    server.clock.advance(60_000);
    const office = new Office(server, tracker, driver);
    await connectTo(server.url);
    await exportsOf();
    await office.#signIn();
    return office;
  }

  /** What was known of the site is forgotten once the news of it has come; until then nothing is to be begun. */
  async #signIn(): Promise<void> {
    const { admin } = this.server.accounts;
    let isNews = false;
    const listening = vscode.authentication.onDidChangeSessions(({ provider }) => {
      isNews ||= provider.id === "artifacts";
    });
    this.driver.typed = admin.accessKey;
    await this.run("signIn", { siteApi: this.api });
    await until("the news of it has come", () => isNews);
    listening.dispose();
    const target = this.next();
    this.driver.typed = "Signed in";
    await assertSoon(async () => {
      await this.run("addComment", target);
      assert.ok(this.ourWrites(target, 1).length > 0, "it is not theirs");
    });
    this.driver.typed = "";
  }

  get api(): string {
    return `${this.server.url}/api`;
  }

  get workspace(): string {
    const [folder] = vscode.workspace.workspaceFolders ?? [];
    assert.ok(folder, "there is no folder");
    return folder.uri.fsPath;
  }

  /** One that nobody has touched yet. */
  next(): Target {
    const artifactId = this.#untouched.shift() ?? assert.fail("no artifact is left");
    return { siteApi: this.api, artifactId, trackerId: this.tracker.id };
  }

  token(what: string): string {
    this.#tokens += 1;
    return `${what}${this.#tokens}x`;
  }

  run(command: string, ...args: readonly unknown[]): Thenable<unknown> {
    return vscode.commands.executeCommand(`artifacts.${command}`, ...args);
  }

  /** Something goes wrong with what comes next. */
  spoil(fault: string, rule: Omit<FaultRule, "fault">, meanwhile: () => void = () => undefined): void {
    this.server.faults.add({ times: 1, ...rule, fault: faultNamed(fault, meanwhile) });
  }

  heal(): void {
    this.server.faults.clear();
    this.server.clock.advance(5_000);
  }

  /** Somebody else writes into the place of a buoy. */
  theyMove({ artifactId }: Target, place: string): void {
    const { server, tracker } = this;
    server.clock.advance(3_000);
    const value = { field_id: tracker.fieldId("place"), value: place };
    server.write(artifactId, { values: [value], by: server.accounts.member });
    server.clock.advance(3_000);
  }

  ourWrites({ artifactId }: Target, after: number): readonly Changeset[] {
    const later = this.server.changesets(artifactId).slice(after);
    return later.filter(({ submittedBy }) => submittedBy === this.server.accounts.admin.id);
  }

  /** Asked past the extension; undefined where the server has no such thing. */
  async told(path: string): Promise<string | undefined> {
    const headers = { "X-Auth-AccessKey": this.server.accounts.admin.accessKey, Accept: "application/json" };
    const response = await fetch(`${this.api}/${path}`, { headers });
    const body = await response.text();
    return response.status === 404 ? undefined : body;
  }

  async holds({ artifactId }: Pick<Target, "artifactId">, token: string): Promise<boolean> {
    return (await this.told(`artifacts/${artifactId}`))?.includes(token) ?? false;
  }

  async isOnDisk(token: string): Promise<boolean> {
    const folder = join(process.env[storageVariable] ?? assert.fail("no storage"), "drafts");
    const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith(".json"));
    const texts = await Promise.all(
      names.map((name) => readFile(join(folder, name), "utf8").catch(() => "")),
    );
    return texts.some((text) => text.includes(token));
  }

  /** The form or table that was opened last, once there is something in it. */
  async page(isThere: (page: TappedPage) => boolean): Promise<TappedPage> {
    const isSo = (): boolean => {
      const last = this.driver.pages.at(-1);
      return last !== undefined && isThere(last);
    };
    await until("the page has something to show", isSo);
    return this.driver.pages.at(-1) ?? assert.fail("no page");
  }

  /** The rows below those of such labels; of the last one that could be read. */
  async rowsBelow(
    ...path: readonly string[]
  ): Promise<{ readonly at: string; readonly rows: readonly Row[] }> {
    const { tree } = await exportsOf();
    let rows: readonly Row[] = await tree.getChildren();
    let at = "";
    for (const step of path) {
      const labels = rows.map((each) => labelOf(tree.getTreeItem(each)));
      const row = rows[labels.indexOf(step)];
      if (row === undefined) return { at: `${at} (${labels.join(", ")})`, rows };
      at = step;
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
    await disconnectAll();
    await this.server.close();
    this.driver.restore();
    await rm(join(this.workspace, ".artifacts"), { recursive: true, force: true });
  }
}
