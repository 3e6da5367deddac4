import * as vscode from "vscode";
import type { Site } from "../../model/site.ts";
import { settingKeys } from "../../protocol/contributions.ts";
import type { Services } from "../../services.ts";
import { getSiteApiOfSecret } from "../../store/accounts.ts";
import { memoizeAsync } from "../../vscode/async.ts";
import { registerAuthenticationProvider } from "./authenticationProvider.ts";

/** Sites that the user has signed in to, but whose credentials are missing. */
async function findSitesWithoutCredentials({ sites, accounts, signIns }: Services): Promise<readonly Site[]> {
  const result: Site[] = [];
  for (const site of sites.list().filter(({ api }) => signIns.has(api))) {
    if ((await accounts.list(site.api)).length === 0) result.push(site);
  }
  return result;
}

function findChangedSites(before: readonly Site[], after: readonly Site[]): readonly string[] {
  const serializeSites = (sites: readonly Site[]): Map<string, string> =>
    new Map(sites.map((site) => [site.api, JSON.stringify(site)]));
  const [oldSites, newSites] = [serializeSites(before), serializeSites(after)];
  return [...new Set([...oldSites.keys(), ...newSites.keys()])].filter(
    (api) => oldSites.get(api) !== newSites.get(api),
  );
}

/** Discards the loaded data of a site when its settings or its account change, in this or another window. */
export function discardDataOfChangedSites(services: Services): vscode.Disposable {
  const { sites, catalog, connections, secrets, errorHandler, accounts, removedSites, features } = services;
  let knownSites = sites.list();
  let timer: NodeJS.Timeout | undefined;
  const forgetRemovedSites = async (): Promise<void> => {
    clearTimeout(timer);
    const present = sites.list().map(({ api }) => api);
    const { removed, nextInMs } = await removedSites.update(present, await accounts.listSites());
    if (nextInMs !== undefined) timer = setTimeout(checkRemovedSites, nextInMs).unref();
    for (const api of removed) await features.connect.deleteSiteData(api);
  };
  const checkRemovedSites = (): void =>
    errorHandler.runInBackground("delete data of removed sites", forgetRemovedSites);
  checkRemovedSites();
  return vscode.Disposable.from(
    { dispose: () => clearTimeout(timer) },
    secrets.onDidChange(({ key }) => {
      const api = getSiteApiOfSecret(key);
      errorHandler.runInBackground("reload site after account change", async () => {
        if (!(await connections.isUpToDate(api))) await catalog.forgetSite(api);
      });
    }),
    vscode.workspace.onDidChangeConfiguration((change) => {
      // Open connections use the proxy that was set when they were created.
      if (change.affectsConfiguration("http")) {
        errorHandler.runInBackground("reconnect after proxy change", () => connections.close());
      }
      if (!change.affectsConfiguration(settingKeys.sites)) return;
      const changed = findChangedSites(knownSites, sites.list());
      knownSites = sites.list();
      checkRemovedSites();
      errorHandler.runInBackground("reload changed sites", () =>
        Promise.all(changed.map((api) => catalog.forgetSite(api))),
      );
    }),
  );
}

/** Reloads sites after the user has allowed plain HTTP. */
function watchPlainHttp({ sites, catalog, plainHttpConsents, errorHandler }: Services): vscode.Disposable {
  return plainHttpConsents.onDidChange.event((url) => {
    const { origin } = new URL(url);
    const allowed = sites.list().filter(({ api }) => new URL(api).origin === origin);
    errorHandler.runInBackground("connect unencrypted", () =>
      Promise.all(allowed.map(({ api }) => catalog.forgetSite(api))),
    );
  });
}

export function registerConnect(services: Services): void {
  const { log, connectivity, errorHandler, commands } = services;
  const feature = memoizeAsync(async () =>
    services.addDisposable((await import("./feature.ts")).createConnectFeature(services)),
  );
  services.registerFeature("connect", {
    deleteSiteData: async (api) => (await feature()).deleteSiteData(api),
    warnAboutKeyExpiry: async (site) => (await feature()).warnAboutKeyExpiry(site),
    renewToken: async (site, expired) => (await feature()).renewToken(site, expired),
  });
  errorHandler.runInBackground("check credentials", async () => {
    for (const site of await findSitesWithoutCredentials(services)) {
      errorHandler.runInBackground("show missing credentials", async () =>
        (await feature()).showMissingCredentials(site),
      );
    }
  });
  services.addDisposable(
    vscode.Disposable.from(
      discardDataOfChangedSites(services),
      watchPlainHttp(services),
      registerAuthenticationProvider(services),
      connectivity.onDidChange.event(() =>
        errorHandler.runInBackground("show connectivity", async () => (await feature()).showConnectivity()),
      ),
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
