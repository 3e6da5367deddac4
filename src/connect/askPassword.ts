import * as vscode from "vscode";
import type { Site } from "../model/site.ts";
import { askText, type Verdict } from "../platform/askText.ts";
import type { SignedIn } from "../store/accounts.ts";
import type { Token } from "../store/connections.ts";
import type { ConnectDependencies } from "./dependencies.ts";
import { judgeCredential, judgePasswordForToken, type SignInServer } from "./judgeCredential.ts";

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
export async function askForBasic(
  dependencies: ConnectDependencies,
  server: SignInServer,
): Promise<SignedIn | undefined> {
  const username = await askName(server);
  if (username === undefined) return undefined;
  return askSecret(server, vscode.l10n.t("Password of {0}", username), (password, signal) =>
    judgeCredential(dependencies, server, { kind: "basic", username, password }, signal),
  );
}

/** Name and password once, for a token that is good for a day; the password is not kept. */
export async function askForToken(
  dependencies: ConnectDependencies,
  server: SignInServer,
): Promise<SignedIn | undefined> {
  const username = await askName(server);
  if (username === undefined) return undefined;
  return askSecret(
    server,
    vscode.l10n.t("Password of {0}; it is not kept", username),
    async (password, signal) => {
      const token = await judgePasswordForToken(dependencies, server, username, password, signal);
      return token.kind === "refused" ? token : judgeCredential(dependencies, server, token.value, signal);
    },
  );
}

/** After a day a token runs out; the password is asked for again. Undefined when the person turns away. */
export function renewToken(
  dependencies: ConnectDependencies,
  site: Site,
  { username }: Token,
): Promise<SignedIn["credential"] | undefined> {
  const prompt = vscode.l10n.t("Your sign-in has run out. Password of {0}; it is not kept", username);
  return askSecret(site, prompt, (password, signal) =>
    judgePasswordForToken(dependencies, site, username, password, signal),
  );
}
