import { createGetReproduction, createReproduction } from "../reproduction.ts";
import type { Reproduction, ReproductionContext, Requester } from "../reproduction.ts";

const oneProjectPath = "/projects?limit=1";
const anonymousAllowed = { anonymous: "allowed" } as const;
const unknownKey = `tlp-k1-2.${"0".repeat(64)}`;
const bugsPath = "/trackers/11/artifacts?limit=1";

function createKeyHeaders(text: string): Readonly<Record<string, string>> {
  return { "X-Auth-AccessKey": text };
}

function createBasicHeaders(name: string, password: string): Readonly<Record<string, string>> {
  return { Authorization: `Basic ${Buffer.from(`${name}:${password}`).toString("base64")}` };
}

const invalidToken = { "X-Auth-Token": "none", "X-Auth-UserId": "103" };
const invalidBasic = createBasicHeaders("tokafor", "wrong");

/** The token requested before; each reproduction has its own simulator. */
let token = "";

function createSignIn(role: "member" | "suspended") {
  return async ({ sendFirst, simulator }: ReproductionContext): Promise<void> => {
    const { username, password } = simulator.accounts[role];
    const response = await sendFirst({ method: "POST", path: "/tokens", body: { username, password } });
    ({ token } = response as { readonly token: string });
  };
}

function createTokenRead(
  recording: string,
  path: string,
  role: "member" | "suspended" = "member",
): Reproduction {
  return createGetReproduction(recording, {}, path, {
    before: createSignIn(role),
    headers: (_data, { simulator }) => ({
      "X-Auth-Token": token,
      "X-Auth-UserId": String(simulator.accounts[role].id),
    }),
  });
}

/** The response must not reveal which user names exist. */
function createTokenRequest(
  recording: string,
  username: string | undefined,
  password: string | undefined,
): Reproduction {
  return createReproduction(recording, {}, "POST", "/tokens", {
    body: (_data: unknown, { simulator: { accounts } }: ReproductionContext) => ({
      username: username ?? accounts.member.username,
      password: password ?? accounts.member.password,
    }),
  });
}

function createSelfRead(
  recording: string,
  requester: Requester,
  headers: Readonly<Record<string, string>> = {},
): Reproduction {
  return createGetReproduction(recording, requester, "/users/self", { headers });
}

function advanceDay({ simulator }: ReproductionContext): Promise<void> {
  simulator.clock.advance(25 * 60 * 60 * 1000);
  return Promise.resolve();
}

async function signInWithExpiredToken(context: ReproductionContext): Promise<void> {
  await createSignIn("member")(context);
  await advanceDay(context);
}

function createExpiredTokenRead(recording: string, path: string, knownDifference?: string): Reproduction {
  return createGetReproduction(recording, {}, path, {
    ...(knownDifference !== undefined && { knownDifference }),
    before: signInWithExpiredToken,
    headers: () => ({ "X-Auth-Token": token, "X-Auth-UserId": "103" }),
  });
}

const expiredTokenDifference = "here a token ends after 24 hours; there it lives on until a job removes it";

function memberKey({ simulator }: ReproductionContext): Readonly<Record<string, string>> {
  return createKeyHeaders(simulator.accounts.member.accessKey);
}

export const credentialRows: readonly Reproduction[] = [
  createTokenRequest("216-token-ok", undefined, undefined),
  createTokenRead("217-token-use", oneProjectPath),
  createReproduction("218-token-use-without-userid", {}, "GET", oneProjectPath, {
    before: createSignIn("member"),
    headers: () => ({ "X-Auth-Token": token }),
  }),
  createReproduction("219-token-use-wrong-userid", {}, "GET", oneProjectPath, {
    before: createSignIn("member"),
    headers: () => ({ "X-Auth-Token": token, "X-Auth-UserId": "101" }),
  }),
  createTokenRequest("220-token-bad-password", undefined, "wrong"),
  createTokenRequest("221-token-unknown-user", "nobody_here", "wrong"),
  createReproduction("222-token-missing-password", {}, "POST", "/tokens", { body: { username: "tokafor" } }),
  createReproduction("223-token-malformed", {}, "POST", "/tokens", {
    body: '{"username":',
    headers: { "Content-Type": "application/json" },
  }),
  createReproduction("224-token-xml", {}, "POST", "/tokens", {
    headers: { "Content-Type": "application/xml", Accept: "application/xml" },
    body: (_data: unknown, { simulator: { accounts } }: ReproductionContext) =>
      `<request><username>${accounts.member.username}</username><password>${accounts.member.password}</password></request>`,
  }),
  createReproduction("225-token-options", {}, "OPTIONS", "/tokens"),
  createExpiredTokenRead("226-token-expired", oneProjectPath, expiredTokenDifference),
  createExpiredTokenRead("227-token-expired-on-access-controlled", "/artifacts/1", expiredTokenDifference),
  createReproduction("228-token-delete", {}, "DELETE", () => `/tokens/${token}`, {
    before: createSignIn("member"),
    headers: () => ({ "X-Auth-Token": token, "X-Auth-UserId": "103" }),
  }),
  createReproduction("229-token-after-delete", {}, "GET", oneProjectPath, {
    before: async (context) => {
      await createSignIn("member")(context);
      await context.sendFirst({ method: "DELETE", path: `/tokens/${token}`, headers: memberKey(context) });
    },
    headers: () => ({ "X-Auth-Token": token, "X-Auth-UserId": "103" }),
  }),
  createReproduction("230-token-delete-again", "member", "DELETE", "/tokens/gone"),
  createReproduction("231-basic-auth-ok", {}, "GET", oneProjectPath, {
    headers: (_data, { simulator: { accounts } }) =>
      createBasicHeaders(accounts.member.username, accounts.member.password),
  }),
  createGetReproduction("232-basic-auth-bad", invalidBasic, oneProjectPath),
  createSelfRead("233-basic-auth-bad-protected", invalidBasic),
  createGetReproduction("234-access-key-wrong-secret", createKeyHeaders(unknownKey), oneProjectPath),
  createGetReproduction("235-access-key-garbage", createKeyHeaders("nope"), oneProjectPath),
  createGetReproduction(
    "236-access-key-unknown-id",
    createKeyHeaders(`tlp-k1-99999.${"0".repeat(64)}`),
    oneProjectPath,
  ),
  createGetReproduction("237-access-key-self", "admin", "/access_keys/self"),
  createSelfRead("238-users-self", "admin"),
  createSelfRead("239-users-self-anon", "anonymous"),
  // Expired and revoked keys, and those with other scopes, are answered like wrong ones.
  createGetReproduction("240-access-key-expired", createKeyHeaders(unknownKey), oneProjectPath),
  createGetReproduction("241-access-key-scope-svn-only", createKeyHeaders(unknownKey), oneProjectPath),
  createSelfRead("242-access-key-scope-svn-only-protected", createKeyHeaders(unknownKey)),
  createGetReproduction("244-access-key-revoked", createKeyHeaders(unknownKey), oneProjectPath),
  createGetReproduction("249-anon-mode-bad-access-key", createKeyHeaders(unknownKey), bugsPath, {
    options: anonymousAllowed,
  }),
  createGetReproduction("250-anon-mode-garbage-access-key", createKeyHeaders("nope"), bugsPath, {
    options: anonymousAllowed,
  }),
  createGetReproduction("251-anon-mode-bad-token", invalidToken, bugsPath, { options: anonymousAllowed }),
  createGetReproduction("252-anon-mode-bad-basic", invalidBasic, bugsPath, { options: anonymousAllowed }),
  createGetReproduction("253-anon-mode-projects-bad-key", createKeyHeaders(unknownKey), oneProjectPath, {
    options: anonymousAllowed,
  }),
  createGetReproduction("257-anon-mode-users-self", "anonymous", "/users/self", {
    options: anonymousAllowed,
  }),
  createExpiredTokenRead("319-token-removed-by-daily-cleanup", oneProjectPath),
  createExpiredTokenRead("320-token-removed-on-artifact", "/artifacts/1"),
  createSelfRead("322-token-and-key-both", "admin", invalidToken),
  createReproduction("323-key-as-bearer", {}, "GET", "/users/self", {
    headers: (_data, { simulator: { accounts } }) => ({
      Authorization: `Bearer ${accounts.admin.accessKey}`,
    }),
  }),
  createReproduction("324-key-lowercase-header", {}, "GET", "/users/self", {
    headers: (_data, { simulator: { accounts } }) => ({ "x-auth-accesskey": accounts.admin.accessKey }),
  }),
  createReproduction("325-key-with-spaces", {}, "GET", "/users/self", {
    headers: (_data, { simulator: { accounts } }) => createKeyHeaders(`  ${accounts.admin.accessKey}  `),
  }),
  createGetReproduction("415-suspended-user-key", "suspended", oneProjectPath),
  createReproduction("416-suspended-user-token", {}, "POST", "/tokens", {
    body: (_data: unknown, { simulator: { accounts } }: ReproductionContext) => ({
      username: accounts.suspended.username,
      password: accounts.suspended.password,
    }),
  }),
  createTokenRequest("418-token-after-bad-passwords", undefined, "wrong"),
  createTokenRead("429-suspended-user-token-use", oneProjectPath, "suspended"),
  createReproduction("430-suspended-user-basic", {}, "GET", oneProjectPath, {
    headers: (_data, { simulator: { accounts } }) =>
      createBasicHeaders(accounts.suspended.username, accounts.suspended.password),
  }),
];
