import * as vscode from "vscode";
import { oneLine, withoutIcons } from "../../model/displayText.ts";
import { isFailure } from "../../model/failure.ts";
import type { Site } from "../../model/site.ts";
import type { Services } from "../../services.ts";
import type { SignedIn } from "../../store/accounts.ts";
import type { Token } from "../../store/connections.ts";
import { webRootOf } from "../../store/sites.ts";
import { failureText } from "../../vscode/failureText.ts";
import { askText, type Verdict } from "../../vscode/prompts.ts";
import { redact } from "../../vscode/redact.ts";

/** Where a person makes and deletes access keys, on the server's own pages. */
export function keyPage(api: string): vscode.Uri {
  return vscode.Uri.parse(`${webRootOf(api)}/account/keys-tokens`, true);
}

/** Asks for an access key until the server accepts one. */
function askKey(services: Services, server: SignInServer): Promise<SignedIn | undefined> {
  return askText<SignedIn>({
    title: vscode.l10n.t("Sign In to {0}", new URL(server.api).host),
    prompt: vscode.l10n.t(
      "Access key. Make one in your account preferences on the server (button above), with the REST scope; it is shown there only once.",
    ),
    placeholder: "tlp-k1-…",
    isSecret: true,
    buttons: [
      {
        button: {
          iconPath: new vscode.ThemeIcon("link-external"),
          tooltip: vscode.l10n.t("Open the Page Where Keys Are Made"),
        },
        press: () => {
          services.boundary.start("open key page", () => vscode.env.openExternal(keyPage(server.api)));
          return undefined;
        },
      },
    ],
    judge: async (text, signal) => {
      const key = text.trim();
      // A header can't carry anything else, and no server makes such keys.
      return /^[\x21-\x7e]+$/.test(key)
        ? judgeCredential(services, server, { kind: "accessKey", key }, signal)
        : {
            kind: "refused",
            why: vscode.l10n.t("This isn't an access key: paste the whole key and nothing else."),
          };
    },
  });
}

/** A server to sign in to. */
interface SignInServer {
  readonly api: string;
  readonly caFile: string | undefined;
}

type Credential = SignedIn["credential"];

/** Why the server would not take it, in the words that fit the way of signing in. */
function rejection(kind: Credential["kind"], site: string): string {
  return kind === "accessKey"
    ? vscode.l10n.t(
        "{0} doesn't accept this key: it is mistyped, expired, deleted or lacks the REST scope.",
        site,
      )
    : vscode.l10n.t("{0} doesn't accept this name and password.", site);
}

function blocked(site: string, said: string | undefined): string {
  return vscode.l10n.t("{0} refuses this account: {1}", site, oneLine(redact(said ?? "HTTP 403")));
}

/** Asks the server what it thinks of a credential. Nothing is kept here. */
async function judgeCredential(
  { connections }: Services,
  { api, caFile }: SignInServer,
  credential: Credential,
  signal: AbortSignal,
): Promise<Verdict<SignedIn>> {
  const site = new URL(api).host;
  const client = await connections.knock(api, caFile, credential);
  try {
    const check = await client.checkCredential(signal);
    switch (check.kind) {
      case "accepted":
        return { kind: "accepted", value: { account: check.account, credential } };
      case "rejected":
        return { kind: "refused", why: rejection(credential.kind, site) };
      case "blocked":
        return { kind: "refused", why: blocked(site, check.said) };
    }
  } catch (failure) {
    if (!isFailure(failure)) throw failure;
    return { kind: "refused", why: failureText(failure, site) };
  } finally {
    await client.close();
  }
}

/** Trades name and password for a token. */
async function judgePasswordForToken(
  { connections }: Services,
  { api, caFile }: SignInServer,
  username: string,
  password: string,
  signal: AbortSignal,
): Promise<Verdict<Credential>> {
  const site = new URL(api).host;
  const client = await connections.knock(api, caFile);
  try {
    const answer = await client.requestToken(username, password, signal);
    switch (answer.kind) {
      case "token":
        return { kind: "accepted", value: answer.credential };
      case "rejected":
        return { kind: "refused", why: rejection("token", site) };
      case "blocked":
        return { kind: "refused", why: blocked(site, answer.said) };
    }
  } catch (failure) {
    if (!isFailure(failure)) throw failure;
    return { kind: "refused", why: failureText(failure, site) };
  } finally {
    await client.close();
  }
}

function askName(server: SignInServer): Promise<string | undefined> {
  return askText<string>({
    title: vscode.l10n.t("Sign In to {0}", new URL(server.api).host),
    prompt: vscode.l10n.t("Your user name on the server"),
    judge: (text) => {
      const name = text.trim();
      const verdict: Verdict<string> =
        name === "" || name.includes(":")
          ? { kind: "refused", why: vscode.l10n.t("This isn't a user name.") }
          : { kind: "accepted", value: name };
      return Promise.resolve(verdict);
    },
  });
}

function askSecret<T>(
  server: SignInServer,
  prompt: string,
  judge: (password: string, signal: AbortSignal) => Promise<Verdict<T>>,
): Promise<T | undefined> {
  const title = vscode.l10n.t("Sign In to {0}", new URL(server.api).host);
  return askText<T>({ title, prompt, isSecret: true, judge });
}

/** Name and password on every request; the password is kept in the secret storage. */
async function askForBasic(services: Services, server: SignInServer): Promise<SignedIn | undefined> {
  const username = await askName(server);
  if (username === undefined) return undefined;
  return askSecret(server, vscode.l10n.t("Password of {0}", username), (password, signal) =>
    judgeCredential(services, server, { kind: "basic", username, password }, signal),
  );
}

/** Name and password once, for a token that is good for a day; the password is not kept. */
async function askForToken(services: Services, server: SignInServer): Promise<SignedIn | undefined> {
  const username = await askName(server);
  if (username === undefined) return undefined;
  return askSecret(
    server,
    vscode.l10n.t("Password of {0}; it is not kept", username),
    async (password, signal) => {
      const token = await judgePasswordForToken(services, server, username, password, signal);
      return token.kind === "refused" ? token : judgeCredential(services, server, token.value, signal);
    },
  );
}

/** After a day a token runs out; the password is asked for again. Undefined when the person turns away. */
export function renewToken(
  services: Services,
  site: Site,
  { username }: Token,
): Promise<SignedIn["credential"] | undefined> {
  const prompt = vscode.l10n.t("Your sign-in has run out. Password of {0}; it is not kept", username);
  return askSecret(site, prompt, (password, signal) =>
    judgePasswordForToken(services, site, username, password, signal),
  );
}

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
  services: Services,
  server: SignInServer,
  options: SignInOptions,
): Promise<SignInChoice> {
  const title = vscode.l10n.t("Connect to {0}", new URL(server.api).host);
  const choice = await vscode.window.showQuickPick(ways(options), { title, ignoreFocusOut: true });
  if (choice === undefined) return undefined;
  if (choice.way === "anonymous") return "anonymous";
  if (choice.way === "kept") return { accountId: choice.accountId };
  const ask = { key: askKey, token: askForToken, basic: askForBasic }[choice.way];
  const signedIn = await ask(services, server);
  return signedIn === undefined ? undefined : { signedIn };
}
