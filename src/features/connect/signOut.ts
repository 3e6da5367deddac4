// Signing out of sites, and removing them.
import * as vscode from "vscode";
import { oneLine, withoutIcons } from "../../model/displayText.ts";
import type { Site } from "../../model/site.ts";
import type { Subject } from "../../model/subject.ts";
import type { AccountTarget, SiteTarget } from "../../protocol/commands.ts";
import type { Services } from "../../services.ts";
import type { SignedIn } from "../../store/accounts.ts";
import { forgetSeenByOthers, forgetSeenSite } from "../../store/offlineCache.ts";
import type { Boundary } from "../../vscode/errorHandler.ts";
import { notify } from "../../vscode/notifications.ts";
import { whichSite } from "./connectSite.ts";
import { keyPage } from "./signIn.ts";

// What was typed at a site and not sent, when someone is about to leave it.

/** Of whoever typed them. One can leave a site also when drafts can't be read; why is said. */
async function draftsAt({ drafts, boundary }: Services, site: Site): Promise<readonly Subject[]> {
  let all: readonly Subject[] = [];
  await boundary.run("read drafts", async () => {
    all = (await drafts.list()).map(({ subject }) => subject);
  });
  return all.filter(({ siteApi }) => siteApi === site.api);
}

async function discardAll({ drafts }: Services, subjects: readonly Subject[]): Promise<void> {
  for (const subject of subjects) await drafts.discard(subject);
}

/** What shall become of drafts on signing out; undefined stays signed in. */
async function askAboutDrafts(
  site: Site,
  { length }: readonly Subject[],
): Promise<"keep" | "discard" | undefined> {
  const keep = vscode.l10n.t("Sign Out and Keep Drafts");
  const discard = vscode.l10n.t("Sign Out and Discard Drafts");
  const choice = await vscode.window.showWarningMessage(
    length === 1
      ? vscode.l10n.t("You have 1 unsent draft on {0}.", site.label)
      : vscode.l10n.t("You have {0} unsent drafts on {1}.", length, site.label),
    {
      modal: true,
      detail: vscode.l10n.t(
        "What is kept stays on this machine and comes back when you sign in with the same account.",
      ),
    },
    keep,
    discard,
  );
  if (choice === keep) return "keep";
  return choice === discard ? "discard" : undefined;
}

/** A sentence for those who remove a site. */
function draftsLeft({ length }: readonly Subject[]): string {
  return length === 1
    ? vscode.l10n.t(
        "1 draft that you have not sent stays on this machine unless you remove it along with the site.",
      )
    : vscode.l10n.t(
        "{0} drafts that you have not sent stay on this machine unless you remove them along with the site.",
        length,
      );
}

// Signing out of sites, and letting go of them.

async function sitesWithAccounts({ sites, accounts }: Services): Promise<readonly Site[]> {
  const all = await Promise.all(
    sites.list().map(async (site) => ((await accounts.all(site.api)).length === 0 ? [] : [site])),
  );
  return all.flat();
}

/** The one that is meant, or used; where none is used, one that is picked among those that are kept. */
async function whichAccount(
  { accounts }: Services,
  site: Site,
  accountId: string | undefined,
): Promise<SignedIn | undefined> {
  const kept = await accounts.all(site.api);
  if (accountId !== undefined) return kept.find(({ account }) => account.id === accountId);
  const used = await accounts.current(site.api);
  if (used !== undefined || kept.length < 2) return used ?? kept[0];
  const rows = kept.map((signedIn) => ({ label: withoutIcons(oneLine(signedIn.account.name)), signedIn }));
  const title = vscode.l10n.t("Sign Out Whom?");
  return (await vscode.window.showQuickPick(rows, { title }))?.signedIn;
}

/**
 * Removes what is kept here, then ends what can be ended at the server, whatever that says. The other way round, what is
 * under way would be refused, and ask for the password of somebody who leaves.
 */
async function forgetAccount(
  { accounts, connections, catalog, recent, signIns, lastSeenFolder }: Services,
  site: Site,
  { account, credential }: SignedIn,
): Promise<void> {
  await accounts.signOut(site.api, account.id);
  // What is still on its way would be kept after all was forgotten. Whoever shows something is told from here, not only
  // by the change of the secret: by then the site may have been asked again as nobody, and nothing seems to change.
  await catalog.forget(site.api);
  await recent.clear(site.api, account);
  const others = await accounts.all(site.api);
  await forgetSeenByOthers(
    lastSeenFolder,
    site.api,
    others.map((each) => each.account.id),
  );
  if (others.length === 0) await signIns.clear(site.api);
  if (credential.kind === "token") {
    const client = await connections.knock(site.api, site.caFile, credential);
    await client.endToken().finally(() => client.close());
  }
}

function saySignedOut(boundary: Boundary, site: Site, kind: SignedIn["credential"]["kind"]): void {
  if (kind !== "accessKey") {
    notify(boundary, "information", vscode.l10n.t("Signed out of {0}.", site.label));
    return;
  }
  const text = vscode.l10n.t(
    "Signed out of {0}. The key was removed from here; on the server it stays valid until you delete it in your account preferences.",
    site.label,
  );
  notify(boundary, "information", text, {
    label: vscode.l10n.t("Open Account Preferences"),
    run: () => vscode.env.openExternal(keyPage(site.api)),
  });
}

export async function signOut(services: Services, target: AccountTarget | undefined): Promise<void> {
  const candidates = await sitesWithAccounts(services);
  if (candidates.length === 0) {
    void vscode.window.showInformationMessage(vscode.l10n.t("You aren't signed in to any site."));
    return;
  }
  const site = await whichSite(candidates, target, vscode.l10n.t("Sign Out of Which Site?"));
  const leaving = site && (await whichAccount(services, site, target?.accountId));
  if (site === undefined || leaving === undefined) return;
  const all = await draftsAt(services, site);
  const drafts = all.filter(({ accountId }) => accountId === leaving.account.id);
  const fate = drafts.length === 0 ? "keep" : await askAboutDrafts(site, drafts);
  if (fate === undefined) return;
  // Another window may have been faster, or have got another key meanwhile.
  const now = await whichAccount(services, site, leaving.account.id);
  if (now === undefined) return;
  await forgetAccount(services, site, now);
  if (fate === "discard") await discardAll(services, drafts);
  saySignedOut(services.boundary, site, now.credential.kind);
}

/** Removes all that is kept for a site but drafts: what was typed is removed only by the user's own choice. */
export async function forgetSite(services: Services, api: string): Promise<void> {
  const { accounts, catalog, lastSeenFolder } = services;
  await accounts.forget(api);
  const { pins, me, recent, keyDates, signIns, plainHttpConsents, removedSites, repositories } = services;
  const mementos = [pins, me, recent, keyDates, signIns, plainHttpConsents, removedSites];
  for (const kept of [...mementos, await repositories()]) await kept.clear(api);
  // What is still on its way would be kept after all was forgotten.
  await catalog.forget(api);
  await forgetSeenSite(lastSeenFolder, api);
}

export async function removeSite(services: Services, target: SiteTarget | undefined): Promise<void> {
  const { sites } = services;
  if (sites.list().length === 0) {
    void vscode.window.showInformationMessage(vscode.l10n.t("You aren't connected to any site."));
    return;
  }
  const site = await whichSite(sites.list(), target, vscode.l10n.t("Remove Which Site?"));
  if (site === undefined) return;
  const drafts = await draftsAt(services, site);
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
  for (const signedIn of await services.accounts.all(site.api)) {
    await forgetAccount(services, site, signedIn);
  }
  await sites.remove(site.api);
  await forgetSite(services, site.api);
  if (choice === removeAll) await discardAll(services, drafts);
}
