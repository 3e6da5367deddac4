import * as vscode from "vscode";
import type { Site } from "../../model/site.ts";
import type { CommandArguments } from "../../protocol/commands.ts";
import { settings } from "../../protocol/contributions.ts";
import { type Accounts, siteOfSecret } from "../../store/accounts.ts";
import type { Catalog } from "../../store/catalog.ts";
import type { Connections } from "../../store/connections.ts";
import type { RemovedSites } from "../../store/mementos.ts";
import type { Reach } from "../../store/reach.ts";
import type { Sites } from "../../store/sites.ts";
import type { Commands } from "../../vscode/commands.ts";
import type { Boundary } from "../../vscode/errorHandler.ts";
import type { ConnectDependencies } from "./dependencies.ts";
import type { ConnectFeature } from "./feature.ts";

/** Sites that somebody has signed in to, and what they did so with is no longer there. */
export async function sitesWithoutKey({
  sites,
  accounts,
  signIns,
}: Pick<ConnectDependencies, "sites" | "accounts" | "signIns">): Promise<readonly Site[]> {
  const gone: Site[] = [];
  for (const site of sites.list().filter(({ api }) => signIns.has(api))) {
    if ((await accounts.all(site.api)).length === 0) gone.push(site);
  }
  return gone;
}

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

interface ConnectEntrance {
  readonly feature: () => Promise<ConnectFeature>;
  /** Where somebody has signed in, and what they did so with is gone. */
  readonly sitesWithoutKey: () => Promise<readonly Site[]>;
  readonly reach: Reach;
  readonly boundary: Boundary;
  readonly commands: Commands<CommandArguments>;
}

export function registerConnect({
  feature,
  sitesWithoutKey,
  reach,
  boundary,
  commands,
}: ConnectEntrance): vscode.Disposable {
  boundary.start("look for keys", async () => {
    for (const site of await sitesWithoutKey()) {
      boundary.start("say that a key is gone", async () => (await feature()).sayKeyGone(site));
    }
  });
  return vscode.Disposable.from(
    reach.changed.listen(() => boundary.start("show reach", async () => (await feature()).showReach())),
    commands.register("artifacts.connect", async () => (await feature()).connect()),
    commands.register("artifacts.signIn", async (site) => (await feature()).signIn(site)),
    commands.register("artifacts.switchAccount", async (site) => (await feature()).signIn(site)),
    commands.register("artifacts.checkConnection", async (site) => (await feature()).checkConnection(site)),
    commands.register("artifacts.signOut", async (account) => (await feature()).signOut(account)),
    commands.register("artifacts.connectUnencrypted", async (site) =>
      (await feature()).connectUnencrypted(site),
    ),
    commands.register("artifacts.removeSite", async (site) => (await feature()).removeSite(site)),
  );
}
