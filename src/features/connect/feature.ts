// The lazily loaded part of the connect feature: commands for sites and accounts, and their notifications.
import * as vscode from "vscode";
import { escapeHtml } from "../../model/displayText.ts";
import { isFailure } from "../../model/failure.ts";
import { getExpiryWarningDays, type Site } from "../../model/site.ts";
import type { AccountTarget, SiteTarget } from "../../protocol/commandArguments.ts";
import type { Services } from "../../services.ts";
import type { TokenCredential } from "../../store/connections.ts";
import type { OfflineState } from "../../store/connectivity.ts";
import { formatRecentTimestamp } from "../../vscode/dates.ts";
import { failureText } from "../../vscode/failureText.ts";
import { showNotification } from "../../vscode/notifications.ts";
import { showConnectionCheck, connectSite, confirmUnencryptedSite, signInToSite } from "./connectSite.ts";
import { getKeysPageUri, promptTokenRenewal } from "./signIn.ts";
import { deleteSiteData, removeSite, signOut } from "./signOut.ts";

/** Shown once: the marker is cleared even if the user doesn't sign in again. */
async function showMissingCredentials(
  { signIns, commands, errorHandler }: Services,
  site: Site,
): Promise<void> {
  await signIns.clear(site.api);
  const text = vscode.l10n.t(
    "Your credentials for {0} were lost because VS Code could store them only in memory. Sign in again, or set up a keyring to store them permanently.",
    site.label,
  );
  showNotification(errorHandler, "warning", text, {
    label: vscode.l10n.t("Sign In…"),
    run: () => commands.execute("artifacts.signIn", { siteApi: site.api }),
  });
}

// Warns once a day about an access key that expires soon.

const dayMs = 86_400_000;

/** Undefined if the request fails; it is repeated the next time. */
async function loadKeyExpiry({ connections }: Services, site: Site) {
  try {
    const { client } = await connections.connect(site);
    return { expiry: await client.keyExpiry() };
  } catch (failure) {
    if (!isFailure(failure)) throw failure;
    return undefined;
  }
}

function formatExpiryWarning(site: Site, days: number): string {
  switch (days) {
    case 0:
      return vscode.l10n.t(
        "Your access key for {0} expires in less than a day. Generate a new one.",
        site.label,
      );
    case 1:
      return vscode.l10n.t("Your access key for {0} expires tomorrow. Generate a new one.", site.label);
    default:
      return vscode.l10n.t(
        "Your access key for {0} expires in {1} days. Generate a new one.",
        site.label,
        days,
      );
  }
}

/** Requests the expiry of the access key at most once a day. */
export async function warnAboutKeyExpiry(services: Services, site: Site): Promise<void> {
  const { accounts, keyExpiries, commands, errorHandler } = services;
  const signedIn = await accounts.current(site.api);
  if (signedIn?.credential.kind !== "accessKey") return;
  const { id } = signedIn.account;
  const now = Date.now();
  const stored = keyExpiries.get(site.api, id);
  if (stored !== undefined && now - stored.askedAt < dayMs) return;
  const result = await loadKeyExpiry(services, site);
  if (result === undefined) return;
  await keyExpiries.set(site.api, id, { expiry: result.expiry, askedAt: now });
  const days = getExpiryWarningDays(result.expiry, now);
  if (days === undefined) return;
  showNotification(
    errorHandler,
    "warning",
    formatExpiryWarning(site, days),
    {
      label: vscode.l10n.t("Open Account Preferences"),
      run: () => vscode.env.openExternal(getKeysPageUri(site.api)),
    },
    {
      label: vscode.l10n.t("Sign In…"),
      run: () => commands.execute("artifacts.signIn", { siteApi: site.api }),
    },
  );
}

// Offline sites are shown in the status bar only, because they change without user action.

type OfflineSite = readonly [site: Site, state: OfflineState];

function createOfflineTooltip(sites: readonly OfflineSite[]): vscode.MarkdownString {
  const text = new vscode.MarkdownString("", true);
  text.isTrusted = { enabledCommands: ["artifacts.checkConnection"] };
  for (const [{ label }, { failure, since }] of sites) {
    text.appendText(escapeHtml(failureText(failure, label))).appendMarkdown("\n\n");
    text.appendText(vscode.l10n.t("Offline since {0}.", formatRecentTimestamp(since))).appendMarkdown("\n\n");
  }
  text.appendText(vscode.l10n.t("Previously loaded data is still available. Click to retry."));
  return text.appendMarkdown(
    `\n\n[${vscode.l10n.t("Check Connection…")}](command:artifacts.checkConnection)`,
  );
}

class OfflineStatusBarItem implements vscode.Disposable {
  readonly #services: Services;
  #item: vscode.StatusBarItem | undefined;

  constructor(services: Services) {
    this.#services = services;
  }

  update(): void {
    const { sites, connectivity } = this.#services;
    const offlineSites = sites.list().flatMap((site): OfflineSite[] => {
      const state = connectivity.getOfflineState(site.api);
      return state === undefined ? [] : [[site, state]];
    });
    const [first] = offlineSites;
    if (first === undefined) {
      this.#item?.hide();
      return;
    }
    this.#item ??= this.#createItem();
    const name = offlineSites.length === 1 ? first[0].label : vscode.l10n.t("{0} sites", offlineSites.length);
    this.#item.text = `$(debug-disconnect) ${vscode.l10n.t("{0}: offline", name.replaceAll("$(", "$ ("))}`;
    this.#item.tooltip = createOfflineTooltip(offlineSites);
    this.#item.show();
  }

  dispose(): void {
    this.#item?.dispose();
  }

  #createItem(): vscode.StatusBarItem {
    const item = vscode.window.createStatusBarItem("offline", vscode.StatusBarAlignment.Left);
    item.name = vscode.l10n.t("Offline Tuleap Sites");
    item.command = "artifacts.retry";
    return item;
  }
}

export interface ConnectFeature extends vscode.Disposable {
  readonly connect: () => Promise<void>;
  readonly signIn: (site: SiteTarget | undefined) => Promise<void>;
  readonly checkConnection: (site: SiteTarget | undefined) => Promise<void>;
  readonly signOut: (account: AccountTarget | undefined) => Promise<void>;
  readonly removeSite: (site: SiteTarget | undefined) => Promise<void>;
  /** Removes the stored data of a site that is no longer in the settings. */
  readonly deleteSiteData: (api: string) => Promise<void>;
  readonly connectUnencrypted: (site: SiteTarget | undefined) => Promise<void>;
  /** Shows which sites are offline, if any. */
  readonly showConnectivity: () => void;
  readonly showMissingCredentials: (site: Site) => Promise<void>;
  readonly warnAboutKeyExpiry: (site: Site) => Promise<void>;
  readonly renewToken: (site: Site, expired: TokenCredential) => ReturnType<typeof promptTokenRenewal>;
}

export function createConnectFeature(services: Services): ConnectFeature {
  const status = new OfflineStatusBarItem(services);
  return {
    connect: () => connectSite(services),
    signIn: (site) => signInToSite(services, site),
    checkConnection: (site) => showConnectionCheck(services, site),
    signOut: (account) => signOut(services, account),
    removeSite: (site) => removeSite(services, site),
    deleteSiteData: (api) => deleteSiteData(services, api),
    connectUnencrypted: (site) => confirmUnencryptedSite(services, site),
    showConnectivity: () => status.update(),
    showMissingCredentials: (site) => showMissingCredentials(services, site),
    warnAboutKeyExpiry: (site) => warnAboutKeyExpiry(services, site),
    renewToken: (site, expired) => promptTokenRenewal(services, site, expired),
    dispose: () => status.dispose(),
  };
}
