import * as vscode from "vscode";
import { oneLine, withoutIcons } from "../model/displayText.ts";
import type { SignedIn } from "../store/accounts.ts";
import { askKey } from "./askKey.ts";
import { askForBasic, askForToken } from "./askPassword.ts";
import type { ConnectDependencies } from "./dependencies.ts";
import type { SignInServer } from "./judgeCredential.ts";

/** What anonymous people see at a server, where continuing as one of them is a choice. */
type AnonymousChoice = "allowed" | "refused" | "notOffered";

/** `anonymous` is a choice too, and not the same as turning away. */
export type SignInChoice =
  | { readonly signedIn: SignedIn }
  /** One who has signed in before. */
  | { readonly accountId: string }
  | "anonymous"
  | undefined;

type Way = "key" | "anonymous" | "token" | "basic";

type WayItem = vscode.QuickPickItem &
  ({ readonly way: Way } | { readonly way: "kept"; readonly accountId: string });

interface SignInOptions {
  readonly anonymous: AnonymousChoice;
  /** Those who have signed in there before, and not out. */
  readonly kept: readonly SignedIn[];
}

function keptItem({ account: { id, name } }: SignedIn): WayItem {
  return {
    way: "kept",
    label:
      name === ""
        ? vscode.l10n.t("$(account) Continue with the key that is kept")
        : vscode.l10n.t("$(account) Continue as {0}", withoutIcons(oneLine(name))),
    detail: vscode.l10n.t("Signed in before on this machine, and kept in VS Code's secret storage."),
    accountId: id,
  };
}

function ways({ anonymous, kept }: SignInOptions): readonly WayItem[] {
  const withoutSigningIn = {
    way: "anonymous" as const,
    label: vscode.l10n.t("$(globe) Continue without signing in"),
    detail:
      anonymous === "allowed"
        ? vscode.l10n.t("Shows what this server makes public. You can sign in later.")
        : vscode.l10n.t("This server shows nothing without an account. You can sign in later."),
  };
  return [
    ...kept.map(keptItem),
    {
      way: "key",
      label: vscode.l10n.t("$(key) Sign in with an access key"),
      detail: vscode.l10n.t("Shows all that your account may see; needed to change anything."),
    },
    ...(anonymous === "notOffered" ? [] : [withoutSigningIn]),
    {
      way: "token",
      label: vscode.l10n.t("$(clock) Sign in with name and password, for a day"),
      description: vscode.l10n.t("deprecated"),
      detail: vscode.l10n.t("The password is not kept, and asked for again every 24 hours."),
    },
    {
      way: "basic",
      label: vscode.l10n.t("$(warning) Send name and password with every request"),
      description: vscode.l10n.t("discouraged"),
      detail: vscode.l10n.t(
        "Slower and riskier than a key. The password is kept in VS Code's secret storage.",
      ),
    },
  ];
}

/** Asks how to sign in, key first, and then for what that way needs. */
export async function askSignIn(
  dependencies: ConnectDependencies,
  server: SignInServer,
  options: SignInOptions,
): Promise<SignInChoice> {
  const title = vscode.l10n.t("Connect to {0}", new URL(server.api).host);
  const choice = await vscode.window.showQuickPick(ways(options), { title, ignoreFocusOut: true });
  if (choice === undefined) return undefined;
  if (choice.way === "anonymous") return "anonymous";
  if (choice.way === "kept") return { accountId: choice.accountId };
  const ask = { key: askKey, token: askForToken, basic: askForBasic }[choice.way];
  const signedIn = await ask(dependencies, server);
  return signedIn === undefined ? undefined : { signedIn };
}
