import { get, row } from "../row.ts";
import type { Row, Stage, Who } from "../row.ts";

const one = "/projects?limit=1";
const open = { anonymous: "allowed" } as const;
const unknownKey = `tlp-k1-2.${"0".repeat(64)}`;
const bugs = "/trackers/11/artifacts?limit=1";

function key(text: string): Readonly<Record<string, string>> {
  return { "X-Auth-AccessKey": text };
}

function basic(name: string, password: string): Readonly<Record<string, string>> {
  return { Authorization: `Basic ${Buffer.from(`${name}:${password}`).toString("base64")}` };
}

const badToken = { "X-Auth-Token": "none", "X-Auth-UserId": "103" };
const badBasic = basic("tokafor", "wrong");

/** A token that was asked for just before, and by whom. */
let token = "";

function signedIn(role: "member" | "suspended") {
  return async ({ first, simulator }: Stage): Promise<void> => {
    const { username, password } = simulator.accounts[role];
    const answer = await first({ method: "POST", path: "/tokens", body: { username, password } });
    ({ token } = answer as { readonly token: string });
  };
}

function byToken(recording: string, path: string, role: "member" | "suspended" = "member"): Row {
  return get(recording, {}, path, {
    before: signedIn(role),
    headers: (_known, { simulator }) => ({
      "X-Auth-Token": token,
      "X-Auth-UserId": String(simulator.accounts[role].id),
    }),
  });
}

/** Nobody may know which name exists. */
function tokenFor(recording: string, username: string | undefined, password: string | undefined): Row {
  return row(recording, {}, "POST", "/tokens", {
    body: (_known: unknown, { simulator: { accounts } }: Stage) => ({
      username: username ?? accounts.member.username,
      password: password ?? accounts.member.password,
    }),
  });
}

function self(recording: string, who: Who, headers: Readonly<Record<string, string>> = {}): Row {
  return get(recording, who, "/users/self", { headers });
}

function later({ simulator }: Stage): Promise<void> {
  simulator.clock.advance(25 * 60 * 60 * 1000);
  return Promise.resolve();
}

async function signedInLongAgo(stage: Stage): Promise<void> {
  await signedIn("member")(stage);
  await later(stage);
}

function byOldToken(recording: string, path: string, differs?: string): Row {
  return get(recording, {}, path, {
    ...(differs !== undefined && { differs }),
    before: signedInLongAgo,
    headers: () => ({ "X-Auth-Token": token, "X-Auth-UserId": "103" }),
  });
}

const unpunctual = "here a token ends after 24 hours; there it lives on until a job removes it";

function memberKey({ simulator }: Stage): Readonly<Record<string, string>> {
  return key(simulator.accounts.member.accessKey);
}

export const credentialRows: readonly Row[] = [
  tokenFor("216-token-ok", undefined, undefined),
  byToken("217-token-use", one),
  row("218-token-use-without-userid", {}, "GET", one, {
    before: signedIn("member"),
    headers: () => ({ "X-Auth-Token": token }),
  }),
  row("219-token-use-wrong-userid", {}, "GET", one, {
    before: signedIn("member"),
    headers: () => ({ "X-Auth-Token": token, "X-Auth-UserId": "101" }),
  }),
  tokenFor("220-token-bad-password", undefined, "wrong"),
  tokenFor("221-token-unknown-user", "nobody_here", "wrong"),
  row("222-token-missing-password", {}, "POST", "/tokens", { body: { username: "tokafor" } }),
  row("223-token-malformed", {}, "POST", "/tokens", {
    body: '{"username":',
    headers: { "Content-Type": "application/json" },
  }),
  row("224-token-xml", {}, "POST", "/tokens", {
    headers: { "Content-Type": "application/xml", Accept: "application/xml" },
    body: (_known: unknown, { simulator: { accounts } }: Stage) =>
      `<request><username>${accounts.member.username}</username><password>${accounts.member.password}</password></request>`,
  }),
  row("225-token-options", {}, "OPTIONS", "/tokens"),
  byOldToken("226-token-expired", one, unpunctual),
  byOldToken("227-token-expired-on-access-controlled", "/artifacts/1", unpunctual),
  row("228-token-delete", {}, "DELETE", () => `/tokens/${token}`, {
    before: signedIn("member"),
    headers: () => ({ "X-Auth-Token": token, "X-Auth-UserId": "103" }),
  }),
  row("229-token-after-delete", {}, "GET", one, {
    before: async (stage) => {
      await signedIn("member")(stage);
      await stage.first({ method: "DELETE", path: `/tokens/${token}`, headers: memberKey(stage) });
    },
    headers: () => ({ "X-Auth-Token": token, "X-Auth-UserId": "103" }),
  }),
  row("230-token-delete-again", "member", "DELETE", "/tokens/gone"),
  row("231-basic-auth-ok", {}, "GET", one, {
    headers: (_known, { simulator: { accounts } }) =>
      basic(accounts.member.username, accounts.member.password),
  }),
  get("232-basic-auth-bad", badBasic, one),
  self("233-basic-auth-bad-protected", badBasic),
  get("234-access-key-wrong-secret", key(unknownKey), one),
  get("235-access-key-garbage", key("nope"), one),
  get("236-access-key-unknown-id", key(`tlp-k1-99999.${"0".repeat(64)}`), one),
  get("237-access-key-self", "admin", "/access_keys/self"),
  self("238-users-self", "admin"),
  self("239-users-self-anon", "nobody"),
  // Keys that ran out, were withdrawn or are for something else are told like wrong ones.
  get("240-access-key-expired", key(unknownKey), one),
  get("241-access-key-scope-svn-only", key(unknownKey), one),
  self("242-access-key-scope-svn-only-protected", key(unknownKey)),
  get("244-access-key-revoked", key(unknownKey), one),
  get("249-anon-mode-bad-access-key", key(unknownKey), bugs, { options: open }),
  get("250-anon-mode-garbage-access-key", key("nope"), bugs, { options: open }),
  get("251-anon-mode-bad-token", badToken, bugs, { options: open }),
  get("252-anon-mode-bad-basic", badBasic, bugs, { options: open }),
  get("253-anon-mode-projects-bad-key", key(unknownKey), one, { options: open }),
  get("257-anon-mode-users-self", "nobody", "/users/self", { options: open }),
  byOldToken("319-token-removed-by-daily-cleanup", one),
  byOldToken("320-token-removed-on-artifact", "/artifacts/1"),
  self("322-token-and-key-both", "admin", badToken),
  row("323-key-as-bearer", {}, "GET", "/users/self", {
    headers: (_known, { simulator: { accounts } }) => ({
      Authorization: `Bearer ${accounts.admin.accessKey}`,
    }),
  }),
  row("324-key-lowercase-header", {}, "GET", "/users/self", {
    headers: (_known, { simulator: { accounts } }) => ({ "x-auth-accesskey": accounts.admin.accessKey }),
  }),
  row("325-key-with-spaces", {}, "GET", "/users/self", {
    headers: (_known, { simulator: { accounts } }) => key(`  ${accounts.admin.accessKey}  `),
  }),
  get("415-suspended-user-key", "suspended", one),
  row("416-suspended-user-token", {}, "POST", "/tokens", {
    body: (_known: unknown, { simulator: { accounts } }: Stage) => ({
      username: accounts.suspended.username,
      password: accounts.suspended.password,
    }),
  }),
  tokenFor("418-token-after-bad-passwords", undefined, "wrong"),
  byToken("429-suspended-user-token-use", one, "suspended"),
  row("430-suspended-user-basic", {}, "GET", one, {
    headers: (_known, { simulator: { accounts } }) =>
      basic(accounts.suspended.username, accounts.suspended.password),
  }),
];
