import type { IncomingHttpHeaders } from "node:http";
import { isAccessKey } from "../state/accounts.ts";
import type { User, SimulatedAccount } from "../state/user.ts";
import { findAccount } from "../state/serverState.ts";
import type { ServerState } from "../state/serverState.ts";

/** The result of checking the credentials of a request. Each dialect has its own error messages. */
export type AuthenticationResult =
  | { readonly kind: "anonymous" }
  | { readonly kind: "user"; readonly user: User }
  | { readonly kind: "suspended" }
  | { readonly kind: "expiredToken" }
  | { readonly kind: "invalid"; readonly reason: "keyFormat" | "key" | "bearer" | "token" | "basic" };

/**
 * Checked in the product's order: access key, bearer, token with user id, Basic. A token without a user id is ignored.
 */
export function authenticate(server: ServerState, headers: IncomingHttpHeaders): AuthenticationResult {
  const key = getHeader(headers, "x-auth-accesskey");
  if (key !== undefined) return authenticateByAccessKey(server, key.trim());
  const authorization = headers.authorization ?? "";
  if (/^bearer /i.test(authorization)) return { kind: "invalid", reason: "bearer" };
  const token = getHeader(headers, "x-auth-token");
  const userId = getHeader(headers, "x-auth-userid");
  if (token !== undefined && userId !== undefined) return authenticateByToken(server, token, Number(userId));
  const basic = /^basic (.*)$/i.exec(authorization)?.[1];
  if (basic !== undefined) return authenticateByPassword(server, Buffer.from(basic, "base64").toString());
  return { kind: "anonymous" };
}

/** The account with this name and password, active or not. */
export function findAccountByPassword(
  server: ServerState,
  username: string,
  password: string,
): SimulatedAccount | undefined {
  return getAllAccounts(server).find((each) => each.username === username && each.password === password);
}

function authenticateByAccessKey(server: ServerState, key: string): AuthenticationResult {
  if (!isAccessKey(key)) return { kind: "invalid", reason: "keyFormat" };
  const account = getAllAccounts(server).find((each) => each.accessKey === key);
  const expiresAt = account === undefined ? undefined : server.keyExpiryDates.get(account.id);
  const isExpired = expiresAt !== undefined && expiresAt <= server.clock.now();
  return account === undefined || isExpired
    ? { kind: "invalid", reason: "key" }
    : toAuthenticationResult(server, account);
}

function authenticateByToken(server: ServerState, token: string, userId: number): AuthenticationResult {
  const state = server.tokens.check(token, userId);
  if (state.kind === "expired") return { kind: "expiredToken" };
  const account = state.kind === "valid" ? findAccount(server, state.userId) : undefined;
  return account === undefined
    ? { kind: "invalid", reason: "token" }
    : toAuthenticationResult(server, account);
}

function authenticateByPassword(server: ServerState, pair: string): AuthenticationResult {
  const [username = ""] = pair.split(":", 1);
  const account = findAccountByPassword(server, username, pair.slice(username.length + 1));
  const caller = account && toAuthenticationResult(server, account);
  // Basic authentication has the same error for a suspended account and a wrong password.
  return caller?.kind === "user" ? caller : { kind: "invalid", reason: "basic" };
}

function toAuthenticationResult(server: ServerState, account: SimulatedAccount): AuthenticationResult {
  const user = server.users.get(account.id);
  if (user === undefined) return { kind: "invalid", reason: "key" };
  return user.status === "active" ? { kind: "user", user } : { kind: "suspended" };
}

function getAllAccounts({ accounts }: ServerState): readonly SimulatedAccount[] {
  return [accounts.admin, accounts.member, accounts.outsider, accounts.suspended];
}

function getHeader(headers: IncomingHttpHeaders, name: string): string | undefined {
  const value = headers[name];
  return typeof value === "string" ? value : value?.[0];
}
