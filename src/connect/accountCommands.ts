// Signing in to sites that are connected, and looking at the way to them.
import * as vscode from "vscode";
import type { SiteTarget } from "../protocol/commands.ts";
import type { SignedIn } from "../store/accounts.ts";
import { askSignIn, type SignInChoice } from "./askSignIn.ts";
import type { ConnectDependencies } from "./dependencies.ts";
import { Checkup } from "./doctor/checkup.ts";
import { consentToPlainHttp } from "./plainHttp.ts";
import { whichSite } from "./whichSite.ts";

/** Keeps what somebody has signed in with, or goes on as one who is kept. */
export async function keepSignIn(
  dependencies: ConnectDependencies,
  api: string,
  choice: NonNullable<SignInChoice>,
): Promise<void> {
  const { accounts, keyDates, signIns } = dependencies;
  if (choice === "anonymous") return accounts.useNobody(api);
  if ("accountId" in choice) {
    await accounts.use(api, choice.accountId);
    return;
  }
  const { signedIn } = choice;
  // It may be another key than before.
  await keyDates.forget(api, signedIn.account.id);
  await signIns.note(api);
  await accounts.signIn(api, signedIn);
}

/** Those at a site who have signed in before and are not in use now. */
export async function keptAt({ accounts }: ConnectDependencies, api: string): Promise<readonly SignedIn[]> {
  const used = await accounts.current(api);
  return (await accounts.all(api)).filter(({ account }) => account.id !== used?.account.id);
}

export async function checkConnection(
  dependencies: ConnectDependencies,
  target: SiteTarget | undefined,
): Promise<void> {
  const { sites, commands } = dependencies;
  if (sites.list().length === 0) return commands.run("artifacts.connect");
  const site = await whichSite(sites.list(), target, vscode.l10n.t("Check the Connection to Which Site?"));
  if (site === undefined || !(await consentToPlainHttp(dependencies, site.api))) return;
  new Checkup(dependencies, site).start();
}

export async function connectUnencrypted(
  dependencies: ConnectDependencies,
  target: SiteTarget | undefined,
): Promise<void> {
  const { sites, plainHttpConsents } = dependencies;
  const candidates = sites.list().filter(({ api }) => !plainHttpConsents.allows(api));
  const site = await whichSite(candidates, target, vscode.l10n.t("Select a site to connect to"));
  if (site !== undefined) await consentToPlainHttp(dependencies, site.api);
}

export async function signIn(
  dependencies: ConnectDependencies,
  target: SiteTarget | undefined,
): Promise<void> {
  const { sites, commands } = dependencies;
  if (sites.list().length === 0) return commands.run("artifacts.connect");
  const site = await whichSite(sites.list(), target, vscode.l10n.t("Sign In to Which Site?"));
  if (site === undefined || !(await consentToPlainHttp(dependencies, site.api))) return;
  const kept = await keptAt(dependencies, site.api);
  const choice = await askSignIn(dependencies, site, { anonymous: "notOffered", kept });
  if (choice !== undefined) await keepSignIn(dependencies, site.api, choice);
}
