import type { IncomingHttpHeaders } from "node:http";
import { isAccessKey } from "../state/accounts.ts";
import type { Person, SimulatedAccount } from "../state/people.ts";
import { accountById } from "../state/world.ts";
import type { World } from "../state/world.ts";

/** What the credentials of a request are worth. Every dialect words the failures its own way. */
export type Caller =
  | { readonly kind: "anonymous" }
  | { readonly kind: "person"; readonly person: Person }
  | { readonly kind: "suspended" }
  | { readonly kind: "expiredToken" }
  | { readonly kind: "invalid"; readonly what: "keyFormat" | "key" | "bearer" | "token" | "basic" };

/** Tried in the order of the product: access key, bearer, token with user id, Basic. A token without its user id counts as none. */
export function callerOf(world: World, headers: IncomingHttpHeaders): Caller {
  const key = headerOf(headers, "x-auth-accesskey");
  if (key !== undefined) return byAccessKey(world, key.trim());
  const authorization = headers.authorization ?? "";
  if (/^bearer /i.test(authorization)) return { kind: "invalid", what: "bearer" };
  const token = headerOf(headers, "x-auth-token");
  const userId = headerOf(headers, "x-auth-userid");
  if (token !== undefined && userId !== undefined) return byToken(world, token, Number(userId));
  const basic = /^basic (.*)$/i.exec(authorization)?.[1];
  if (basic !== undefined) return byPassword(world, Buffer.from(basic, "base64").toString());
  return { kind: "anonymous" };
}

/** The account with that name and password, active or not. */
export function accountByPassword(
  world: World,
  username: string,
  password: string,
): SimulatedAccount | undefined {
  return everyAccount(world).find((each) => each.username === username && each.password === password);
}

function byAccessKey(world: World, key: string): Caller {
  if (!isAccessKey(key)) return { kind: "invalid", what: "keyFormat" };
  const account = everyAccount(world).find((each) => each.accessKey === key);
  const ends = account === undefined ? undefined : world.keyExpiry.get(account.id);
  const isOver = ends !== undefined && ends <= world.clock.now();
  return account === undefined || isOver ? { kind: "invalid", what: "key" } : callerFor(world, account);
}

function byToken(world: World, token: string, userId: number): Caller {
  const state = world.tokens.check(token, userId);
  if (state.kind === "expired") return { kind: "expiredToken" };
  const account = state.kind === "valid" ? accountById(world, state.userId) : undefined;
  return account === undefined ? { kind: "invalid", what: "token" } : callerFor(world, account);
}

function byPassword(world: World, pair: string): Caller {
  const [username = ""] = pair.split(":", 1);
  const account = accountByPassword(world, username, pair.slice(username.length + 1));
  const caller = account && callerFor(world, account);
  // Basic does not tell a suspended account from a wrong password.
  return caller?.kind === "person" ? caller : { kind: "invalid", what: "basic" };
}

function callerFor(world: World, account: SimulatedAccount): Caller {
  const person = world.people.get(account.id);
  if (person === undefined) return { kind: "invalid", what: "key" };
  return person.status === "active" ? { kind: "person", person } : { kind: "suspended" };
}

function everyAccount({ accounts }: World): readonly SimulatedAccount[] {
  return [accounts.admin, accounts.member, accounts.outsider, accounts.suspended];
}

function headerOf(headers: IncomingHttpHeaders, name: string): string | undefined {
  const value = headers[name];
  return typeof value === "string" ? value : value?.[0];
}
