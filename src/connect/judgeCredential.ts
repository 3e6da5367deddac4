import * as vscode from "vscode";
import { oneLine } from "../model/displayText.ts";
import { isFailure } from "../model/failure.ts";
import type { Verdict } from "../platform/askText.ts";
import { failureText } from "../platform/failureText.ts";
import { redact } from "../platform/redact.ts";
import type { SignedIn } from "../store/accounts.ts";
import type { ConnectDependencies } from "./dependencies.ts";

/** A server to sign in to. */
export interface SignInServer {
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
export async function judgeCredential(
  { connections }: ConnectDependencies,
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
export async function judgePasswordForToken(
  { connections }: ConnectDependencies,
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
