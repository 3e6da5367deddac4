import * as vscode from "vscode";
import type { Site } from "../model/site.ts";
import type { Boundary } from "../platform/boundary.ts";
import { settings } from "../protocol/settings.ts";
import { type Accounts, siteOfSecret } from "../store/accounts.ts";
import type { Catalog } from "../store/catalog.ts";
import type { Connections } from "../store/connections.ts";
import type { RemovedSites } from "../store/removedSites.ts";
import type { Sites } from "../store/sites.ts";

function changedBetween(before: readonly Site[], after: readonly Site[]): readonly string[] {
  const texts = (sites: readonly Site[]): Map<string, string> =>
    new Map(sites.map((site) => [site.api, JSON.stringify(site)]));
  const [old, fresh] = [texts(before), texts(after)];
  return [...new Set([...old.keys(), ...fresh.keys()])].filter((api) => old.get(api) !== fresh.get(api));
}

interface WatchDependencies {
  readonly sites: Sites;
  readonly catalog: Catalog;
  readonly connections: Connections;
  readonly secrets: vscode.SecretStorage;
  readonly accounts: Accounts;
  readonly removedSites: RemovedSites;
  /** Removes what is kept for a site. */
  readonly forgetSite: (api: string) => Promise<void>;
  readonly boundary: Boundary;
}

/** Forgets what is known of a site as soon as its settings or its account change, in whichever window. */
export function watchSites(dependencies: WatchDependencies): vscode.Disposable {
  const { sites, catalog, connections, secrets, boundary } = dependencies;
  const { accounts, removedSites, forgetSite } = dependencies;
  let known = sites.list();
  let timer: NodeJS.Timeout | undefined;
  const forgetRemovedSites = async (): Promise<void> => {
    clearTimeout(timer);
    const present = sites.list().map(({ api }) => api);
    const { removed, nextInMs } = await removedSites.update(present, await accounts.sites());
    if (nextInMs !== undefined) timer = setTimeout(startForgetting, nextInMs).unref();
    for (const api of removed) await forgetSite(api);
  };
  const startForgetting = (): void => boundary.start("removed sites", forgetRemovedSites);
  startForgetting();
  return vscode.Disposable.from(
    { dispose: () => clearTimeout(timer) },
    secrets.onDidChange(({ key }) => {
      const api = siteOfSecret(key);
      boundary.start("account changed", async () => {
        if (!(await connections.isCurrent(api))) await catalog.forget(api);
      });
    }),
    vscode.workspace.onDidChangeConfiguration((change) => {
      // Connections are made for the way out that was set when they were opened.
      if (change.affectsConfiguration("http")) boundary.start("proxy changed", () => connections.close());
      if (!change.affectsConfiguration(settings.sites)) return;
      const changed = changedBetween(known, sites.list());
      known = sites.list();
      startForgetting();
      boundary.start("sites changed", () => Promise.all(changed.map((api) => catalog.forget(api))));
    }),
  );
}
