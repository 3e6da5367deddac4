import * as vscode from "vscode";
import type { Site } from "../../model/site.ts";
import { settings } from "../../protocol/contributions.ts";
import type { Services } from "../../services.ts";
import { siteOfSecret } from "../../store/accounts.ts";
import { once } from "../../vscode/async.ts";
import { registerAuthentication } from "./authentication.ts";

/** Sites that somebody has signed in to, and what they did so with is no longer there. */
async function sitesWithoutKey({ sites, accounts, signIns }: Services): Promise<readonly Site[]> {
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

/** Forgets what is known of a site as soon as its settings or its account change, in whichever window. */
export function watchSites(services: Services): vscode.Disposable {
  const { sites, catalog, connections, secrets, boundary, accounts, removedSites, features } = services;
  let known = sites.list();
  let timer: NodeJS.Timeout | undefined;
  const forgetRemovedSites = async (): Promise<void> => {
    clearTimeout(timer);
    const present = sites.list().map(({ api }) => api);
    const { removed, nextInMs } = await removedSites.update(present, await accounts.sites());
    if (nextInMs !== undefined) timer = setTimeout(startForgetting, nextInMs).unref();
    for (const api of removed) await features.connect.forgetSite(api);
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

/** What failed before the user allowed plain HTTP is requested again. */
function watchPlainHttp({ sites, catalog, plainHttpConsents, boundary }: Services): vscode.Disposable {
  return plainHttpConsents.changed.listen((address) => {
    const { origin } = new URL(address);
    const allowed = sites.list().filter(({ api }) => new URL(api).origin === origin);
    boundary.start("connect unencrypted", () => Promise.all(allowed.map(({ api }) => catalog.forget(api))));
  });
}

export function registerConnect(services: Services): void {
  const { log, reach, boundary, commands } = services;
  const feature = once(async () =>
    services.own((await import("./feature.ts")).createConnectFeature(services)),
  );
  services.provide("connect", {
    forgetSite: async (api) => (await feature()).forgetSite(api),
    noteKeyExpiry: async (site) => (await feature()).noteKeyExpiry(site),
    renewToken: async (site, expired) => (await feature()).renewToken(site, expired),
  });
  boundary.start("look for keys", async () => {
    for (const site of await sitesWithoutKey(services)) {
      boundary.start("say that a key is gone", async () => (await feature()).sayKeyGone(site));
    }
  });
  services.own(
    vscode.Disposable.from(
      watchSites(services),
      watchPlainHttp(services),
      registerAuthentication(services),
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
      commands.register("artifacts.showLog", () => log.show()),
    ),
  );
}
