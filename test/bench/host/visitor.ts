// Somebody who is signed in to a site, looks through its tree and opens forms; the extension does the rest.
import assert from "node:assert/strict";
import * as vscode from "vscode";
import { Driver } from "../../faults/host/driver.ts";
import { connectTo, disconnectAll, exportsOf, type Row } from "../../host/extensionUnderTest.ts";
import { until } from "../../support/wait.ts";
import type { Site } from "../site.ts";

export class Visitor {
  readonly #driver: Driver;
  readonly #site: Site;

  private constructor(driver: Driver, site: Site) {
    this.#driver = driver;
    this.#site = site;
  }

  static async signIn(site: Site): Promise<Visitor> {
    const driver = new Driver();
    await exportsOf();
    await sitesChanged(() => connectTo(site.api.replace(/\/api$/, "")));
    driver.typed = site.key;
    await vscode.commands.executeCommand("artifacts.signIn", { siteApi: site.api });
    driver.typed = "";
    const visitor = new Visitor(driver, site);
    // What was under way for nobody in particular is called off when somebody signs in; from here on nothing is.
    const isIn = async (): Promise<boolean> =>
      (await visitor.labelsOf(await visitor.openRow())).includes("Open Tides");
    await until("the tree shows a project", isIn);
    return visitor;
  }

  /** As in a window that has just been opened: what is known of a site goes when its settings change. */
  async forget(): Promise<void> {
    const sites = [{ url: this.#site.api.replace(/\/api$/, ""), label: "Harbour" }];
    await sitesChanged(() =>
      vscode.workspace.getConfiguration().update("artifacts.sites", sites, vscode.ConfigurationTarget.Global),
    );
  }

  /** What the tree asks for when a row is opened: its children, and theirs as far as they come opened. Gives them all. */
  async openRow(row?: Row): Promise<readonly Row[]> {
    const { tree } = await exportsOf();
    const seen: Row[] = [];
    for (const child of await tree.getChildren(row)) {
      seen.push(child);
      const { collapsibleState } = await this.#drawn(child);
      if (collapsibleState === vscode.TreeItemCollapsibleState.Expanded) {
        seen.push(...(await this.openRow(child)));
      }
    }
    return seen;
  }

  async rowNamed(rows: readonly Row[], label: string): Promise<Row> {
    for (const row of rows) if ((await this.#drawn(row)).label === label) return row;
    return assert.fail(`no row ${label}`);
  }

  async labelsOf(rows: readonly Row[]): Promise<readonly string[]> {
    const drawn = await Promise.all(rows.map((row) => this.#drawn(row)));
    return drawn.map(({ label }) => (typeof label === "string" ? label : (label?.label ?? "")));
  }

  /** The form in a tab, once its page shows it. */
  async openForm(artifactId: number): Promise<void> {
    const { pages } = this.#driver;
    pages.length = 0;
    await vscode.commands.executeCommand("artifacts.openArtifact", { siteApi: this.#site.api, artifactId });
    const isShown = (): boolean =>
      pages.some(({ heard }) => heard.some(({ method, params }) => method === "show" && isForm(params)));
    await until(`#${artifactId} is shown`, isShown);
  }

  async closeForms(): Promise<void> {
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    // They would be kept alive by whoever listens to them.
    this.#driver.pages.length = 0;
    const tabs = vscode.window.tabGroups;
    await until("no tab is left", () => tabs.all.every((group) => group.tabs.length === 0));
  }

  async leave(): Promise<void> {
    await this.closeForms();
    await disconnectAll();
    this.#driver.restore();
  }

  async #drawn(row: Row): Promise<vscode.TreeItem> {
    const { tree } = await exportsOf();
    // Some are drawn by what has to be loaded first.
    return Promise.resolve(tree.getTreeItem(row));
  }
}

/** Changes the sites and waits until the extension has heard of it: listeners are told in the order in which they came. */
async function sitesChanged(change: () => Thenable<void>): Promise<void> {
  let hasHeard = false;
  const listening = vscode.workspace.onDidChangeConfiguration((event) => {
    hasHeard ||= event.affectsConfiguration("artifacts.sites");
  });
  await change();
  await until("the sites have changed", () => hasHeard);
  listening.dispose();
}

function isForm(content: unknown): boolean {
  return typeof content === "object" && content !== null && "kind" in content && content.kind === "form";
}
