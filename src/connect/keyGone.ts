import * as vscode from "vscode";
import type { Site } from "../model/site.ts";
import { notify } from "../platform/notify.ts";
import type { ConnectDependencies } from "./dependencies.ts";

/** Says so once: whoever does not sign in again has heard it. */
export async function sayKeyGone(
  { signIns, commands, boundary }: ConnectDependencies,
  site: Site,
): Promise<void> {
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
