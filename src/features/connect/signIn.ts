// Prompts for credentials and checks them.
import * as vscode from "vscode";
import { toDisplayLine, escapeIcons } from "../../model/displayText.ts";
import { isFailure } from "../../model/failure.ts";
import type { Site } from "../../model/site.ts";
import type { Services } from "../../services.ts";
import type { SignedInAccount } from "../../store/accounts.ts";
import type { TokenCredential } from "../../store/connections.ts";
import { toWebRoot } from "../../store/sites.ts";
import { failureText } from "../../vscode/failureText.ts";
import { promptWithCheck, type InputCheckResult } from "../../vscode/prompts.ts";
import { redactSecrets } from "../../vscode/redactSecrets.ts";

/** The page of the server on which users generate and delete access keys. */
export function getKeysPageUri(api: string): vscode.Uri {
  return vscode.Uri.parse(`${toWebRoot(api)}/account/keys-tokens`, true);
}

/** Prompts for an access key until the server accepts one. */
function promptAccessKey(services: Services, server: SignInServer): Promise<SignedInAccount | undefined> {
  return promptWithCheck<SignedInAccount>({
    title: vscode.l10n.t("Sign In to {0}", new URL(server.api).host),
    prompt: vscode.l10n.t(
      "Enter your access key. To generate one, open your account preferences (button above) and select the REST scope. The key is shown only once.",
    ),
    placeholder: "tlp-k1-…",
    isPassword: true,
    buttons: [
      {
        button: {
          iconPath: new vscode.ThemeIcon("link-external"),
          tooltip: vscode.l10n.t("Open Account Preferences"),
        },
        onClick: () => {
          services.errorHandler.runInBackground("open key page", () =>
            vscode.env.openExternal(getKeysPageUri(server.api)),
          );
          return undefined;
        },
      },
    ],
    check: async (text, signal) => {
      const key = text.trim();
      // An HTTP header can't contain other characters, and no access key does.
      return /^[\x21-\x7e]+$/.test(key)
        ? checkCredential(services, server, { kind: "accessKey", key }, signal)
        : {
            kind: "rejected",
            message: vscode.l10n.t("Enter a valid access key. Paste the entire key and nothing else."),
          };
    },
  });
}

interface SignInServer {
  readonly api: string;
  readonly caFile: string | undefined;
}

type Credential = SignedInAccount["credential"];

/** Why the server rejected the credentials, depending on their kind. */
function formatRejection(kind: Credential["kind"], site: string): string {
  return kind === "accessKey"
    ? vscode.l10n.t(
        "{0} rejected this access key. It might be mistyped, expired, deleted, or missing the REST scope.",
        site,
      )
    : vscode.l10n.t("{0} rejected this username and password.", site);
}

function formatBlocked(site: string, serverMessage: string | undefined): string {
  return vscode.l10n.t(
    "{0} rejected this account: {1}",
    site,
    toDisplayLine(redactSecrets(serverMessage ?? "HTTP 403")),
  );
}

/** Checks credentials on the server without storing them. */
async function checkCredential(
  { connections }: Services,
  { api, caFile }: SignInServer,
  credential: Credential,
  signal: AbortSignal,
): Promise<InputCheckResult<SignedInAccount>> {
  const site = new URL(api).host;
  const client = await connections.createProbeClient(api, caFile, credential);
  try {
    const check = await client.checkCredential(signal);
    switch (check.kind) {
      case "accepted":
        return { kind: "accepted", value: { account: check.account, credential } };
      case "rejected":
        return { kind: "rejected", message: formatRejection(credential.kind, site) };
      case "blocked":
        return { kind: "rejected", message: formatBlocked(site, check.serverMessage) };
    }
  } catch (failure) {
    if (!isFailure(failure)) throw failure;
    return { kind: "rejected", message: failureText(failure, site) };
  } finally {
    await client.close();
  }
}

/** Exchanges username and password for a token. */
async function requestToken(
  { connections }: Services,
  { api, caFile }: SignInServer,
  username: string,
  password: string,
  signal: AbortSignal,
): Promise<InputCheckResult<Credential>> {
  const site = new URL(api).host;
  const client = await connections.createProbeClient(api, caFile);
  try {
    const result = await client.requestToken(username, password, signal);
    switch (result.kind) {
      case "token":
        return { kind: "accepted", value: result.credential };
      case "rejected":
        return { kind: "rejected", message: formatRejection("token", site) };
      case "blocked":
        return { kind: "rejected", message: formatBlocked(site, result.serverMessage) };
    }
  } catch (failure) {
    if (!isFailure(failure)) throw failure;
    return { kind: "rejected", message: failureText(failure, site) };
  } finally {
    await client.close();
  }
}

function promptUsername(server: SignInServer): Promise<string | undefined> {
  return promptWithCheck<string>({
    title: vscode.l10n.t("Sign In to {0}", new URL(server.api).host),
    prompt: vscode.l10n.t("Enter your username on the server"),
    check: (text) => {
      const name = text.trim();
      const result: InputCheckResult<string> =
        name === "" || name.includes(":")
          ? { kind: "rejected", message: vscode.l10n.t("Enter a valid username.") }
          : { kind: "accepted", value: name };
      return Promise.resolve(result);
    },
  });
}

function promptPassword<T>(
  server: SignInServer,
  prompt: string,
  check: (password: string, signal: AbortSignal) => Promise<InputCheckResult<T>>,
): Promise<T | undefined> {
  const title = vscode.l10n.t("Sign In to {0}", new URL(server.api).host);
  return promptWithCheck<T>({ title, prompt, isPassword: true, check });
}

/** Sends username and password with every request; the password is stored in the secret storage. */
async function signInWithPassword(
  services: Services,
  server: SignInServer,
): Promise<SignedInAccount | undefined> {
  const username = await promptUsername(server);
  if (username === undefined) return undefined;
  return promptPassword(server, vscode.l10n.t("Enter the password for {0}", username), (password, signal) =>
    checkCredential(services, server, { kind: "basic", username, password }, signal),
  );
}

/** Sends username and password once, for a token that is valid for a day; the password is not stored. */
async function signInWithToken(
  services: Services,
  server: SignInServer,
): Promise<SignedInAccount | undefined> {
  const username = await promptUsername(server);
  if (username === undefined) return undefined;
  return promptPassword(
    server,
    vscode.l10n.t("Enter the password for {0}. It isn't stored.", username),
    async (password, signal) => {
      const token = await requestToken(services, server, username, password, signal);
      return token.kind === "rejected" ? token : checkCredential(services, server, token.value, signal);
    },
  );
}

/** Prompts for the password again after the token has expired. Undefined if the user dismisses the prompt. */
export function promptTokenRenewal(
  services: Services,
  site: Site,
  { username }: TokenCredential,
): Promise<SignedInAccount["credential"] | undefined> {
  const prompt = vscode.l10n.t(
    "Your session has expired. Enter the password for {0}. It isn't stored.",
    username,
  );
  return promptPassword(site, prompt, (password, signal) =>
    requestToken(services, site, username, password, signal),
  );
}

/** Whether the server allows anonymous access, if that is offered as a choice. */
type AnonymousAccess = "allowed" | "denied" | "notOffered";

/** `undefined` if the user dismisses the prompt, which is not the same as `anonymous`. */
export type SignInChoice =
  | { readonly signedIn: SignedInAccount }
  /** An account with stored credentials. */
  | { readonly accountId: string }
  | "anonymous"
  | undefined;

type SignInMethod = "key" | "anonymous" | "token" | "basic";

type SignInMethodItem = vscode.QuickPickItem &
  ({ readonly method: SignInMethod } | { readonly method: "storedAccount"; readonly accountId: string });

interface SignInOptions {
  readonly anonymous: AnonymousAccess;
  /** Accounts with stored credentials. */
  readonly storedAccounts: readonly SignedInAccount[];
}

function createAccountItem({ account: { id, name } }: SignedInAccount): SignInMethodItem {
  return {
    method: "storedAccount",
    label:
      name === ""
        ? vscode.l10n.t("$(account) Continue with the stored access key")
        : vscode.l10n.t("$(account) Continue as {0}", escapeIcons(toDisplayLine(name))),
    detail: vscode.l10n.t("Previously signed in on this machine. Stored in VS Code's secret storage."),
    accountId: id,
  };
}

function createMethodItems({ anonymous, storedAccounts }: SignInOptions): readonly SignInMethodItem[] {
  const anonymousItem = {
    method: "anonymous" as const,
    label: vscode.l10n.t("$(globe) Continue without signing in"),
    detail:
      anonymous === "allowed"
        ? vscode.l10n.t("Shows only public content. You can sign in later.")
        : vscode.l10n.t("This server requires you to sign in. You can sign in later."),
  };
  return [
    ...storedAccounts.map(createAccountItem),
    {
      method: "key",
      label: vscode.l10n.t("$(key) Sign in with an access key"),
      detail: vscode.l10n.t("Shows everything your account can access. Required for making changes."),
    },
    ...(anonymous === "notOffered" ? [] : [anonymousItem]),
    {
      method: "token",
      label: vscode.l10n.t("$(clock) Sign in with username and password for 24 hours"),
      description: vscode.l10n.t("deprecated"),
      detail: vscode.l10n.t("The password isn't stored. You'll be asked for it again every 24 hours."),
    },
    {
      method: "basic",
      label: vscode.l10n.t("$(warning) Sign in with username and password (sent with every request)"),
      description: vscode.l10n.t("not recommended"),
      detail: vscode.l10n.t(
        "Slower and less secure than an access key. The password is stored in VS Code's secret storage.",
      ),
    },
  ];
}

/** Prompts for the sign-in method, access key first, and then for its credentials. */
export async function promptSignIn(
  services: Services,
  server: SignInServer,
  options: SignInOptions,
): Promise<SignInChoice> {
  const title = vscode.l10n.t("Sign In to {0}", new URL(server.api).host);
  const choice = await vscode.window.showQuickPick(createMethodItems(options), {
    title,
    ignoreFocusOut: true,
  });
  if (choice === undefined) return undefined;
  if (choice.method === "anonymous") return "anonymous";
  if (choice.method === "storedAccount") return { accountId: choice.accountId };
  const promptCredentials = { key: promptAccessKey, token: signInWithToken, basic: signInWithPassword }[
    choice.method
  ];
  const signedIn = await promptCredentials(services, server);
  return signedIn === undefined ? undefined : { signedIn };
}
