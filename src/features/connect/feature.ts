// What is behind the commands about sites and accounts; loaded when one of them is first run.
import * as vscode from "vscode";
import { literal } from "../../model/displayText.ts";
import { isFailure } from "../../model/failure.ts";
import { daysToTell, type Site } from "../../model/site.ts";
import type { AccountTarget, SiteTarget } from "../../protocol/commands.ts";
import type { Services } from "../../services.ts";
import type { Token } from "../../store/connections.ts";
import type { OutOfReach } from "../../store/reach.ts";
import { momentHere } from "../../vscode/dates.ts";
import { failureText } from "../../vscode/failureText.ts";
import { notify } from "../../vscode/notifications.ts";
import { checkConnection, connectSite, connectUnencrypted, signIn } from "./connectSite.ts";
import { keyPage, renewToken } from "./signIn.ts";
import { forgetSite, removeSite, signOut } from "./signOut.ts";

/** Says so once: whoever does not sign in again has heard it. */
async function sayKeyGone({ signIns, commands, boundary }: Services, site: Site): Promise<void> {
  await signIns.clear(site.api);
  const text = vscode.l10n.t(
    "What you signed in to {0} with is gone, as this VS Code kept it in memory only: sign in again, or set up a keyring to have it kept.",
    site.label,
  );
  notify(boundary, "warning", text, {
    label: vscode.l10n.t("Sign In…"),
    run: () => commands.run("artifacts.signIn", { siteApi: site.api }),
  });
}

// A key that ends soon is said to, once a day, while there is time to make another one.

const day = 86_400_000;

/** A server that can't be asked now is asked the next time. */
async function readExpiry({ connections }: Services, site: Site) {
  try {
    const { client } = await connections.to(site);
    return { told: await client.keyExpiry() };
  } catch (failure) {
    if (!isFailure(failure)) throw failure;
    return undefined;
  }
}

function warning(site: Site, days: number): string {
  switch (days) {
    case 0:
      return vscode.l10n.t("Your access key for {0} expires within a day: make another one.", site.label);
    case 1:
      return vscode.l10n.t("Your access key for {0} expires tomorrow: make another one.", site.label);
    default:
      return vscode.l10n.t(
        "Your access key for {0} expires in {1} days: make another one.",
        site.label,
        days,
      );
  }
}

/** Asks a server, at most once a day, when the key ends that is used there. */
export async function noteKeyExpiry(services: Services, site: Site): Promise<void> {
  const { accounts, keyDates, commands, boundary } = services;
  const signedIn = await accounts.current(site.api);
  if (signedIn?.credential.kind !== "accessKey") return;
  const { id } = signedIn.account;
  const now = Date.now();
  const kept = keyDates.of(site.api, id);
  if (kept !== undefined && now - kept.askedAt < day) return;
  const answer = await readExpiry(services, site);
  if (answer === undefined) return;
  await keyDates.note(site.api, id, { expiry: answer.told, askedAt: now });
  const days = daysToTell(answer.told, now);
  if (days === undefined) return;
  notify(
    boundary,
    "warning",
    warning(site, days),
    {
      label: vscode.l10n.t("Open Account Preferences"),
      run: () => vscode.env.openExternal(keyPage(site.api)),
    },
    {
      label: vscode.l10n.t("Sign In…"),
      run: () => commands.run("artifacts.signIn", { siteApi: site.api }),
    },
  );
}

// Sites that can't be reached, quietly, in the status bar: they come and go without anybody's doing.

type Out = readonly [site: Site, out: OutOfReach];

function tooltip(sites: readonly Out[]): vscode.MarkdownString {
  const text = new vscode.MarkdownString("", true);
  text.isTrusted = { enabledCommands: ["artifacts.checkConnection"] };
  for (const [{ label }, { failure, since }] of sites) {
    text.appendText(literal(failureText(failure, label))).appendMarkdown("\n\n");
    text.appendText(vscode.l10n.t("Out of reach since {0}.", momentHere(since))).appendMarkdown("\n\n");
  }
  text.appendText(vscode.l10n.t("What was seen last can still be read. Click to try again."));
  return text.appendMarkdown(
    `\n\n[${vscode.l10n.t("Check Connection…")}](command:artifacts.checkConnection)`,
  );
}

class ReachStatus implements vscode.Disposable {
  readonly #services: Services;
  #item: vscode.StatusBarItem | undefined;

  constructor(services: Services) {
    this.#services = services;
  }

  show(): void {
    const { sites, reach } = this.#services;
    const out = sites.list().flatMap((site): Out[] => {
      const known = reach.outOf(site.api);
      return known === undefined ? [] : [[site, known]];
    });
    const [first] = out;
    if (first === undefined) {
      this.#item?.hide();
      return;
    }
    this.#item ??= this.#newItem();
    const name = out.length === 1 ? first[0].label : vscode.l10n.t("{0} sites", out.length);
    this.#item.text = `$(debug-disconnect) ${vscode.l10n.t("{0}: offline", name.replaceAll("$(", "$ ("))}`;
    this.#item.tooltip = tooltip(out);
    this.#item.show();
  }

  dispose(): void {
    this.#item?.dispose();
  }

  #newItem(): vscode.StatusBarItem {
    const item = vscode.window.createStatusBarItem("offline", vscode.StatusBarAlignment.Left);
    item.name = vscode.l10n.t("Tuleap Sites That Can't Be Reached");
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
  /** Removes what is kept for a site that is no longer in the settings. */
  readonly forgetSite: (api: string) => Promise<void>;
  readonly connectUnencrypted: (site: SiteTarget | undefined) => Promise<void>;
  /** Shows which sites can't be reached, if any. */
  readonly showReach: () => void;
  readonly sayKeyGone: (site: Site) => Promise<void>;
  readonly noteKeyExpiry: (site: Site) => Promise<void>;
  readonly renewToken: (site: Site, expired: Token) => ReturnType<typeof renewToken>;
}

export function createConnectFeature(services: Services): ConnectFeature {
  const status = new ReachStatus(services);
  return {
    connect: () => connectSite(services),
    signIn: (site) => signIn(services, site),
    checkConnection: (site) => checkConnection(services, site),
    signOut: (account) => signOut(services, account),
    removeSite: (site) => removeSite(services, site),
    forgetSite: (api) => forgetSite(services, api),
    connectUnencrypted: (site) => connectUnencrypted(services, site),
    showReach: () => status.show(),
    sayKeyGone: (site) => sayKeyGone(services, site),
    noteKeyExpiry: (site) => noteKeyExpiry(services, site),
    renewToken: (site, expired) => renewToken(services, site, expired),
    dispose: () => status.dispose(),
  };
}
