import * as vscode from "vscode";
import { askAddress, type FoundServer } from "./askAddress.ts";
import { askKey } from "./askKey.ts";
import type { ConnectDependencies } from "./dependencies.ts";

async function askHow({ api, anonymous }: FoundServer): Promise<"key" | "anonymous" | undefined> {
  const ways = [
    {
      way: "key",
      label: vscode.l10n.t("$(key) Sign in with an access key"),
      detail: vscode.l10n.t("Shows all that your account may see; needed to change anything."),
    },
    {
      way: "anonymous",
      label: vscode.l10n.t("$(globe) Continue without signing in"),
      detail:
        anonymous === "allowed"
          ? vscode.l10n.t("Shows what this server makes public. You can sign in later.")
          : vscode.l10n.t("This server shows nothing without an account. You can sign in later."),
    },
  ] as const;
  const title = vscode.l10n.t("Connect to {0}", new URL(api).host);
  const choice = await vscode.window.showQuickPick(ways, { title, ignoreFocusOut: true });
  return choice?.way;
}

/** From an address to a site in the tree. Nothing is kept before the last answer is given. */
export async function connectSite(dependencies: ConnectDependencies): Promise<void> {
  const server = await askAddress(dependencies);
  if (server === undefined) return;
  const how = await askHow(server);
  if (how === undefined) return;
  const { api, caFile } = server;
  if (how === "key") {
    const signedIn = await askKey(dependencies, { api, caFile, step: 3, steps: 3 });
    if (signedIn === undefined) return;
    await dependencies.accounts.signIn(api, signedIn);
  }
  await dependencies.sites.add(api, caFile);
  await vscode.commands.executeCommand("artifacts.tree.focus");
}
