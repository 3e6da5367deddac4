import * as vscode from "vscode";
import type { Site } from "../model/site.ts";
import type { ConnectDependencies } from "./dependencies.ts";

/** Says so once: whoever does not sign in again has heard it. */
export async function sayKeyGone({ signIns, commands }: ConnectDependencies, site: Site): Promise<void> {
  await signIns.clear(site.api);
  const signIn = vscode.l10n.t("Sign In…");
  const choice = await vscode.window.showWarningMessage(
    vscode.l10n.t(
      "What you signed in to {0} with is gone, as this VS Code kept it in memory only: sign in again, or set up a keyring to have it kept.",
      site.label,
    ),
    signIn,
  );
  if (choice === signIn) await commands.run("artifacts.signIn", { siteApi: site.api });
}
