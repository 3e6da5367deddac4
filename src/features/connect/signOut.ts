// The commands Sign Out and Remove Site.
import * as vscode from "vscode";
import { toDisplayLine, escapeIcons } from "../../model/displayText.ts";
import type { Site } from "../../model/site.ts";
import type { FormSubject } from "../../model/form/formSubject.ts";
import type { AccountTarget, SiteTarget } from "../../protocol/commandArguments.ts";
import type { Services } from "../../services.ts";
import type { SignedInAccount } from "../../store/accounts.ts";
import { removeOtherAccountsCache, removeSiteCache } from "../../store/offlineCache.ts";
import type { ErrorHandler } from "../../vscode/errorHandler.ts";
import { showNotification } from "../../vscode/notifications.ts";
import { getOrPickTargetSite } from "./connectSite.ts";
import { getKeysPageUri } from "./signIn.ts";

/** The drafts of all accounts. If they can't be read, this is reported, and signing out continues without them. */
async function listSiteDrafts(
  { drafts, errorHandler }: Services,
  site: Site,
): Promise<readonly FormSubject[]> {
  let subjects: readonly FormSubject[] = [];
  await errorHandler.run("load drafts", async () => {
    subjects = (await drafts.list()).map(({ subject }) => subject);
  });
  return subjects.filter(({ siteApi }) => siteApi === site.api);
}

async function discardSubjects({ drafts }: Services, subjects: readonly FormSubject[]): Promise<void> {
  for (const subject of subjects) await drafts.discard(subject);
}

/** Undefined if the user cancels. */
async function promptDraftHandling(
  site: Site,
  { length }: readonly FormSubject[],
): Promise<"keep" | "discard" | undefined> {
  const keep = vscode.l10n.t("Sign Out and Keep Drafts");
  const discard = vscode.l10n.t("Sign Out and Discard Drafts");
  const choice = await vscode.window.showWarningMessage(
    length === 1
      ? vscode.l10n.t("You have 1 draft on {0}.", site.label)
      : vscode.l10n.t("You have {0} drafts on {1}.", length, site.label),
    {
      modal: true,
      detail: vscode.l10n.t(
        "Kept drafts stay on this machine and reappear when you sign in with the same account.",
      ),
    },
    keep,
    discard,
  );
  if (choice === keep) return "keep";
  return choice === discard ? "discard" : undefined;
}

/** Shown when a site is removed. */
function formatRemainingDrafts({ length }: readonly FormSubject[]): string {
  return length === 1
    ? vscode.l10n.t("1 draft stays on this machine unless you select Remove Site and Drafts.")
    : vscode.l10n.t("{0} drafts stay on this machine unless you select Remove Site and Drafts.", length);
}

async function listSitesWithAccounts({ sites, accounts }: Services): Promise<readonly Site[]> {
  const result = await Promise.all(
    sites.list().map(async (site) => ((await accounts.list(site.api)).length === 0 ? [] : [site])),
  );
  return result.flat();
}

/** The account with the given id, else the current one, else the user's choice among the stored ones. */
async function selectAccount(
  { accounts }: Services,
  site: Site,
  accountId: string | undefined,
): Promise<SignedInAccount | undefined> {
  const storedAccounts = await accounts.list(site.api);
  if (accountId !== undefined) return storedAccounts.find(({ account }) => account.id === accountId);
  const current = await accounts.current(site.api);
  if (current !== undefined || storedAccounts.length < 2) return current ?? storedAccounts[0];
  const items = storedAccounts.map((signedIn) => ({
    label: escapeIcons(toDisplayLine(signedIn.account.name)),
    signedIn,
  }));
  const title = vscode.l10n.t("Sign Out: Select an Account");
  return (await vscode.window.showQuickPick(items, { title }))?.signedIn;
}

/**
 * Removes the stored data before it revokes the token on the server: in the opposite order, running requests would be
 * rejected and prompt for the password.
 */
async function deleteAccountData(
  services: Services,
  site: Site,
  { account, credential }: SignedInAccount,
): Promise<void> {
  const { accounts, connections, catalog, drafts, recentlyOpened, signIns, offlineCacheFolder } = services;
  await accounts.signOut(site.api, account.id);
  // Aborts running requests, whose responses would be cached otherwise. The change event of the secret alone is not enough:
  // by then the site may have been requested anonymously, so that no change is detected.
  await catalog.forgetSite(site.api);
  await recentlyOpened.clear(site.api, account);
  await (await services.savedChanges()).clear(site.api, account.id);
  await (await services.inboxFiles()).clear(site.api, account.id);
  await drafts.removeUncheckedSaves(site.api, account.id);
  const remainingAccounts = await accounts.list(site.api);
  await removeOtherAccountsCache(
    offlineCacheFolder,
    site.api,
    remainingAccounts.map((each) => each.account.id),
  );
  if (remainingAccounts.length === 0) await signIns.clear(site.api);
  if (credential.kind === "token") {
    const client = await connections.createProbeClient(site.api, site.caFile, credential);
    await client.revokeToken().finally(() => client.close());
  }
}

function showSignedOut(
  errorHandler: ErrorHandler,
  site: Site,
  kind: SignedInAccount["credential"]["kind"],
): void {
  if (kind !== "accessKey") {
    showNotification(errorHandler, "information", vscode.l10n.t("Signed out of {0}.", site.label));
    return;
  }
  const text = vscode.l10n.t(
    "Signed out of {0}. The access key was removed from VS Code. It remains valid until you delete it in your account preferences on the server.",
    site.label,
  );
  showNotification(errorHandler, "information", text, {
    label: vscode.l10n.t("Open Account Preferences"),
    run: () => vscode.env.openExternal(getKeysPageUri(site.api)),
  });
}

export async function signOut(services: Services, target: AccountTarget | undefined): Promise<void> {
  const candidates = await listSitesWithAccounts(services);
  if (candidates.length === 0) {
    void vscode.window.showInformationMessage(vscode.l10n.t("You aren't signed in to any site."));
    return;
  }
  const site = await getOrPickTargetSite(candidates, target, vscode.l10n.t("Sign Out: Select a Site"));
  const account = site && (await selectAccount(services, site, target?.accountId));
  if (site === undefined || account === undefined) return;
  const siteDrafts = await listSiteDrafts(services, site);
  const drafts = siteDrafts.filter(({ accountId }) => accountId === account.account.id);
  const handling = drafts.length === 0 ? "keep" : await promptDraftHandling(site, drafts);
  if (handling === undefined) return;
  // Another window may have signed out or stored another access key meanwhile.
  const latest = await selectAccount(services, site, account.account.id);
  if (latest === undefined) return;
  await deleteAccountData(services, site, latest);
  if (handling === "discard") await discardSubjects(services, drafts);
  showSignedOut(services.errorHandler, site, latest.credential.kind);
}

/** Removes all stored data of a site except drafts, which are removed only if the user chooses so. */
export async function deleteSiteData(services: Services, api: string): Promise<void> {
  const { accounts, catalog, drafts, offlineCacheFolder } = services;
  await accounts.removeAll(api);
  const {
    pinnedProjects,
    knownKanbans,
    currentUser,
    recentlyOpened,
    keyExpiries,
    signIns,
    plainHttpConsents,
    removedSites,
    svnRepositories,
    savedChanges,
  } = services;
  const mementos = [
    pinnedProjects,
    currentUser,
    recentlyOpened,
    keyExpiries,
    signIns,
    plainHttpConsents,
    removedSites,
  ];
  const lazyMementos = [await knownKanbans(), await svnRepositories()];
  for (const memento of [...mementos, ...lazyMementos]) await memento.clear(api);
  // Aborts running requests, whose responses would be cached otherwise.
  await catalog.forgetSite(api);
  await (await savedChanges()).clear(api);
  await (await services.inboxFiles()).clear(api);
  await removeSiteCache(offlineCacheFolder, api);
  await drafts.removeUncheckedSaves(api);
}

export async function removeSite(services: Services, target: SiteTarget | undefined): Promise<void> {
  const { sites } = services;
  if (sites.list().length === 0) {
    void vscode.window.showInformationMessage(vscode.l10n.t("You aren't connected to any site."));
    return;
  }
  const site = await getOrPickTargetSite(sites.list(), target, vscode.l10n.t("Remove Site: Select a Site"));
  if (site === undefined) return;
  const drafts = await listSiteDrafts(services, site);
  const remove = vscode.l10n.t("Remove Site");
  const removeAll = vscode.l10n.t("Remove Site and Drafts");
  const choice = await vscode.window.showWarningMessage(
    vscode.l10n.t("Remove the site {0} from VS Code?", site.label),
    {
      modal: true,
      detail: [
        vscode.l10n.t(
          "Your credentials will be removed from VS Code. Artifacts on the server aren't affected. An access key remains valid until you delete it in your account preferences on the server.",
        ),
        ...(drafts.length === 0 ? [] : [formatRemainingDrafts(drafts)]),
      ].join("\n\n"),
    },
    ...(drafts.length === 0 ? [remove] : [remove, removeAll]),
  );
  if (choice !== remove && choice !== removeAll) return;
  for (const signedIn of await services.accounts.list(site.api)) {
    await deleteAccountData(services, site, signedIn);
  }
  await sites.remove(site.api);
  await deleteSiteData(services, site.api);
  if (choice === removeAll) await discardSubjects(services, drafts);
}
