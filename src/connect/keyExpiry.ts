// A key that ends soon is said to, once a day, while there is time to make another one.
import * as vscode from "vscode";
import { isFailure } from "../model/failure.ts";
import { daysToTell } from "../model/keyExpiry.ts";
import type { Site } from "../model/site.ts";
import { notify } from "../platform/notify.ts";
import { keyPage } from "./askKey.ts";
import type { ConnectDependencies } from "./dependencies.ts";

const day = 86_400_000;

/** A server that can't be asked now is asked the next time. */
async function readExpiry({ connections }: ConnectDependencies, site: Site) {
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
export async function noteKeyExpiry(dependencies: ConnectDependencies, site: Site): Promise<void> {
  const { accounts, keyDates, commands, boundary } = dependencies;
  const signedIn = await accounts.current(site.api);
  if (signedIn?.credential.kind !== "accessKey") return;
  const { id } = signedIn.account;
  const now = Date.now();
  const kept = keyDates.of(site.api, id);
  if (kept !== undefined && now - kept.askedAt < day) return;
  const answer = await readExpiry(dependencies, site);
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
