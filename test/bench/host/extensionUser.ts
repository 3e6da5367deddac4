// A signed-in user of the extension, who browses the tree and opens forms.
import assert from "node:assert/strict";
import * as vscode from "vscode";
import { WindowDriver } from "../../faults/host/windowDriver.ts";
import { setSites, clearSites, activateExtension, type TreeRow } from "../../host/extensionUnderTest.ts";
import { waitUntil } from "../../support/wait.ts";
import type { BenchSite } from "../benchSite.ts";

export class ExtensionUser {
  readonly #driver: WindowDriver;
  readonly #site: BenchSite;

  private constructor(driver: WindowDriver, site: BenchSite) {
    this.#driver = driver;
    this.#site = site;
  }

  static async signIn(site: BenchSite): Promise<ExtensionUser> {
    const driver = new WindowDriver();
    await activateExtension();
    await changeSites(() => setSites(site.api.replace(/\/api$/, "")));
    driver.textToType = site.key;
    await vscode.commands.executeCommand("artifacts.signIn", { siteApi: site.api });
    driver.textToType = "";
    const user = new ExtensionUser(driver, site);
    // Signing in cancels requests without an account; after this wait no request is canceled.
    const isProjectShown = async (): Promise<boolean> =>
      (await user.getLabels(await user.openRow())).includes("Open Tides");
    await waitUntil("the tree shows a project", isProjectShown);
    return user;
  }

  /** Changes the settings of the site to clear its cached data, as in a new window. */
  async resetSite(): Promise<void> {
    const sites = [{ url: this.#site.api.replace(/\/api$/, ""), label: "Harbour" }];
    await changeSites(() =>
      vscode.workspace.getConfiguration().update("artifacts.sites", sites, vscode.ConfigurationTarget.Global),
    );
  }

  /** Loads what the tree loads when a row is expanded: its children, and those of initially expanded children. */
  async openRow(row?: TreeRow): Promise<readonly TreeRow[]> {
    const { tree } = await activateExtension();
    const rows: TreeRow[] = [];
    for (const child of await tree.getChildren(row)) {
      rows.push(child);
      const { collapsibleState } = await this.#getTreeItem(child);
      if (collapsibleState === vscode.TreeItemCollapsibleState.Expanded) {
        rows.push(...(await this.openRow(child)));
      }
    }
    return rows;
  }

  async findRow(rows: readonly TreeRow[], label: string): Promise<TreeRow> {
    for (const row of rows) if ((await this.#getTreeItem(row)).label === label) return row;
    return assert.fail(`No row ${label}`);
  }

  async getLabels(rows: readonly TreeRow[]): Promise<readonly string[]> {
    const items = await Promise.all(rows.map((row) => this.#getTreeItem(row)));
    return items.map(({ label }) => (typeof label === "string" ? label : (label?.label ?? "")));
  }

  /** Opens a form and waits until its page shows it. */
  async openForm(artifactId: number): Promise<void> {
    const { pages } = this.#driver;
    pages.length = 0;
    await vscode.commands.executeCommand("artifacts.openArtifact", { siteApi: this.#site.api, artifactId });
    const isShown = (): boolean =>
      pages.some(({ receivedCalls }) =>
        receivedCalls.some(({ method, params }) => method === "showContent" && isForm(params)),
      );
    await waitUntil(`#${artifactId} is shown`, isShown);
  }

  async closeForms(): Promise<void> {
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    // The spies would keep closed pages in memory.
    this.#driver.pages.length = 0;
    const tabs = vscode.window.tabGroups;
    await waitUntil("all tabs are closed", () => tabs.all.every((group) => group.tabs.length === 0));
  }

  async cleanUp(): Promise<void> {
    await this.closeForms();
    await clearSites();
    this.#driver.restore();
  }

  async #getTreeItem(row: TreeRow): Promise<vscode.TreeItem> {
    const { tree } = await activateExtension();
    // Some tree items are created by code that has to be loaded first.
    return Promise.resolve(tree.getTreeItem(row));
  }
}

/** Waits for the event as well: listeners run in order of registration, so the extension has handled it by then. */
async function changeSites(change: () => Thenable<void>): Promise<void> {
  let hasChanged = false;
  const subscription = vscode.workspace.onDidChangeConfiguration((event) => {
    hasChanged ||= event.affectsConfiguration("artifacts.sites");
  });
  await change();
  await waitUntil("the sites have changed", () => hasChanged);
  subscription.dispose();
}

function isForm(content: unknown): boolean {
  return typeof content === "object" && content !== null && "kind" in content && content.kind === "form";
}
