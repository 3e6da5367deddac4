// Signing in and out of sites that are connected, and letting go of them.
import * as vscode from "vscode";
import { withoutIcons } from "../model/displayText.ts";
import type { Site } from "../model/site.ts";
import type { SiteTarget } from "../protocol/commands.ts";
import { keyPage } from "./askKey.ts";
import { askSignIn } from "./askSignIn.ts";
import type { ConnectDependencies } from "./dependencies.ts";
import { consentToPlainHttp } from "./plainHttp.ts";
import { askAboutDrafts, discardAll, draftsAt, draftsLeft, ownDraftsAt } from "./unsentDrafts.ts";

/** The site a command is meant for: the row it was called on, the only one there is, or one that is picked. */
async function whichSite(
  candidates: readonly Site[],
  target: SiteTarget | undefined,
  question: string,
): Promise<Site | undefined> {
  if (target !== undefined) return candidates.find(({ api }) => api === target.siteApi);
  if (candidates.length < 2) return candidates[0];
  const rows = candidates.map((site) => ({
    label: withoutIcons(site.label),
    description: withoutIcons(site.web),
    site,
  }));
  return (await vscode.window.showQuickPick(rows, { title: question }))?.site;
}

async function signedInSites({ sites, accounts }: ConnectDependencies): Promise<readonly Site[]> {
  const all = await Promise.all(
    sites.list().map(async (site) => ((await accounts.current(site.api)) === undefined ? [] : [site])),
  );
  return all.flat();
}

/** Ends what can be ended at the server, then removes what is kept here, whatever the server says. */
async function forgetCredential(
  { accounts, connections }: ConnectDependencies,
  site: Site,
): Promise<"accessKey" | "token" | "basic" | undefined> {
  const signedIn = await accounts.current(site.api);
  if (signedIn?.credential.kind === "token") {
    const { client } = await connections.to(site);
    await client.endToken();
  }
  await accounts.signOut(site.api);
  return signedIn?.credential.kind;
}

export async function signIn(
  dependencies: ConnectDependencies,
  target: SiteTarget | undefined,
): Promise<void> {
  const { sites, accounts, commands } = dependencies;
  if (sites.list().length === 0) return commands.run("artifacts.connect");
  const site = await whichSite(sites.list(), target, vscode.l10n.t("Sign In to Which Site?"));
  if (site === undefined || !(await consentToPlainHttp(site.api))) return;
  const choice = await askSignIn(dependencies, site, "notOffered");
  if (choice !== undefined && choice !== "anonymous") await accounts.signIn(site.api, choice.signedIn);
}

export async function signOut(
  dependencies: ConnectDependencies,
  target: SiteTarget | undefined,
): Promise<void> {
  const candidates = await signedInSites(dependencies);
  if (candidates.length === 0) {
    await vscode.window.showInformationMessage(vscode.l10n.t("You aren't signed in to any site."));
    return;
  }
  const site = await whichSite(candidates, target, vscode.l10n.t("Sign Out of Which Site?"));
  if (site === undefined) return;
  const drafts = await ownDraftsAt(dependencies, site);
  const fate = drafts.length === 0 ? "keep" : await askAboutDrafts(site, drafts);
  if (fate === undefined) return;
  const kind = await forgetCredential(dependencies, site);
  if (fate === "discard") await discardAll(dependencies, drafts);
  if (kind !== "accessKey") {
    await vscode.window.showInformationMessage(vscode.l10n.t("Signed out of {0}.", site.label));
    return;
  }
  const openPage = vscode.l10n.t("Open Account Preferences");
  const choice = await vscode.window.showInformationMessage(
    vscode.l10n.t(
      "Signed out of {0}. The key was removed from here; on the server it stays valid until you delete it in your account preferences.",
      site.label,
    ),
    openPage,
  );
  if (choice === openPage) await vscode.env.openExternal(keyPage(site.api));
}

export async function removeSite(
  dependencies: ConnectDependencies,
  target: SiteTarget | undefined,
): Promise<void> {
  const { sites } = dependencies;
  if (sites.list().length === 0) {
    await vscode.window.showInformationMessage(vscode.l10n.t("You aren't connected to any site."));
    return;
  }
  const site = await whichSite(sites.list(), target, vscode.l10n.t("Remove Which Site?"));
  if (site === undefined) return;
  const drafts = await draftsAt(dependencies, site);
  const remove = vscode.l10n.t("Remove Site");
  const removeAll = vscode.l10n.t("Remove Site and Drafts");
  const choice = await vscode.window.showWarningMessage(
    vscode.l10n.t("Remove {0} from this VS Code?", site.label),
    {
      modal: true,
      detail: [
        vscode.l10n.t(
          "Nothing changes on the server. What you signed in with is removed from here; an access key stays valid on the server until you delete it in your account preferences.",
        ),
        ...(drafts.length === 0 ? [] : [draftsLeft(drafts)]),
      ].join("\n\n"),
    },
    ...(drafts.length === 0 ? [remove] : [remove, removeAll]),
  );
  if (choice !== remove && choice !== removeAll) return;
  await forgetCredential(dependencies, site);
  for (const kept of [dependencies.pins, dependencies.me, dependencies.recent]) await kept.clear(site.api);
  await sites.remove(site.api);
  if (choice === removeAll) await discardAll(dependencies, drafts);
}
