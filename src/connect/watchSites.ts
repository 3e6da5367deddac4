import * as vscode from "vscode";
import type { Site } from "../model/site.ts";
import type { Boundary } from "../platform/boundary.ts";
import { settings } from "../protocol/settings.ts";
import { siteOfSecret } from "../store/accounts.ts";
import type { Catalog } from "../store/catalog.ts";
import type { Sites } from "../store/sites.ts";

function changedBetween(before: readonly Site[], after: readonly Site[]): readonly string[] {
  const texts = (sites: readonly Site[]): Map<string, string> =>
    new Map(sites.map((site) => [site.api, JSON.stringify(site)]));
  const [old, fresh] = [texts(before), texts(after)];
  return [...new Set([...old.keys(), ...fresh.keys()])].filter((api) => old.get(api) !== fresh.get(api));
}

/** Forgets what is known of a site as soon as its settings or its account change, in whichever window. */
export function watchSites(
  sites: Sites,
  catalog: Catalog,
  secrets: vscode.SecretStorage,
  boundary: Boundary,
): vscode.Disposable {
  let known = sites.list();
  return vscode.Disposable.from(
    secrets.onDidChange(({ key }) => {
      boundary.start("account changed", () => catalog.forget(siteOfSecret(key)));
    }),
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (!change.affectsConfiguration(settings.sites)) return;
      const changed = changedBetween(known, sites.list());
      known = sites.list();
      boundary.start("sites changed", () => Promise.all(changed.map((api) => catalog.forget(api))));
    }),
  );
}
