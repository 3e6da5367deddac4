// Checks that a URL is a Tuleap server, and checks, renews and revokes credentials.
import * as z from "zod";
import { type Failure, isFailure, UnexpectedResponse, SignedOut, WrongServer } from "../model/failure.ts";
import { readUser } from "../model/fields/readWireValue.ts";
import type { Account } from "../model/site.ts";
import { integerSchema, textSchema } from "./format/wireSchemas.ts";
import type { Credential } from "./network/credential.ts";
import { type HttpClient, withRecovery } from "./network/httpClient.ts";

export interface ServerVersion {
  readonly number: string;
}

const versionSchema = z.object({ version_number: z.string() });

/** `undefined` if the server doesn't report it. */
export async function fetchServerVersion(
  http: HttpClient,
  signal?: AbortSignal,
): Promise<ServerVersion | undefined> {
  try {
    const version = versionSchema.safeParse((await http.send({ uri: "version", signal })).body);
    return version.success ? { number: version.data.version_number } : undefined;
  } catch (failure) {
    if (isFailure(failure) && failure.kind === "notFound") return undefined;
    throw failure;
  }
}

/** Whether requests without credentials are allowed. */
export type AnonymousAccess = "allowed" | "denied";

const oneProjectRequest = { uri: "projects", parameters: { limit: 1 } } as const;
const projectListSchema = z.array(z.object({ id: integerSchema, uri: z.string(), shortname: z.string() }));

/**
 * Sends a request without credentials. Every Tuleap server lists projects or requires a sign-in; any other
 * response comes from something else.
 */
export async function probeServer(http: HttpClient, signal?: AbortSignal): Promise<AnonymousAccess> {
  try {
    const response = await http.send({ ...oneProjectRequest, signal });
    if (!projectListSchema.safeParse(response.body).success) throw new WrongServer(response.request);
    return "allowed";
  } catch (failure) {
    if (!isFailure(failure)) throw failure;
    if (failure.kind === "signedOut") return "denied";
    throw isAnotherProduct(failure) ? new WrongServer(failure.request) : failure;
  }
}

function isAnotherProduct({ kind }: Failure): boolean {
  return (
    kind === "notFound" || kind === "invalidRequest" || kind === "forbidden" || kind === "unexpectedResponse"
  );
}

/**
 * Invalid credentials fail even on public resources, with 401 in the product and with a server error in the
 * specification. So a server error means a rejection if the same request succeeds without credentials.
 */
async function isCredentialRejected(
  withCredential: HttpClient,
  anonymous: HttpClient,
  signal?: AbortSignal,
): Promise<boolean> {
  try {
    await withCredential.send({ ...oneProjectRequest, signal });
    return false;
  } catch (failure) {
    if (!isFailure(failure) || failure.kind !== "serverError") return false;
  }
  return isResponding(anonymous, signal);
}

/** Converts server errors caused by rejected credentials to `SignedOut`, by sending another request. */
export function withSignOutDetection(withCredential: HttpClient, anonymous: HttpClient): HttpClient {
  return withRecovery(withCredential, async (failure, { signal }) => {
    // Other 5xx statuses mean that the server or a proxy is overloaded.
    const mayBeRejected = failure.kind === "serverError" && failure.request.status === 500;
    if (!mayBeRejected || !(await isCredentialRejected(withCredential, anonymous, signal))) return undefined;
    throw new SignedOut(failure.request);
  });
}

/**
 * Renews an expired token, once for all waiting requests, and repeats the request. After the user dismisses
 * the prompt it isn't shown again: the user can sign in at any time.
 */
export function withTokenRenewal(
  http: HttpClient,
  current: () => unknown,
  renew: () => Promise<boolean>,
): HttpClient {
  let renewing: Promise<boolean> | undefined;
  let isDeclined = false;

  async function renewOnce(signal: AbortSignal | undefined): Promise<boolean> {
    if (isDeclined) return false;
    renewing ??= renew().finally(() => {
      renewing = undefined;
    });
    const isRenewed = await falseIfAborted(renewing, signal);
    isDeclined = !isRenewed && signal?.aborted !== true;
    return isRenewed;
  }

  return {
    send(request) {
      const usedCredential = current();
      return withRecovery(http, async (failure) => {
        if (failure.kind !== "signedOut") return undefined;
        // The token was renewed while this request was in flight.
        const canRepeat = current() !== usedCredential || (await renewOnce(request.signal));
        return canRepeat ? http.send(request) : undefined;
      }).send(request);
    },
  };
}

/** Resolves to false as soon as the signal is aborted. */
function falseIfAborted(promise: Promise<boolean>, signal: AbortSignal | undefined): Promise<boolean> {
  if (signal === undefined) return promise;
  return new Promise((resolve, reject) => {
    signal.addEventListener("abort", () => resolve(false), { once: true });
    promise.then(resolve, reject);
  });
}

export type CredentialCheckResult =
  | { readonly kind: "accepted"; readonly account: Account }
  /** The server doesn't accept the credential, or no longer. */
  | { readonly kind: "rejected" }
  /** The credential is valid, but its account is blocked; the server says why. */
  | { readonly kind: "blocked"; readonly serverMessage: string | undefined };

async function fetchAccount(http: HttpClient, signal?: AbortSignal): Promise<Account> {
  const response = await http.send({ uri: "users/self", signal });
  const self = readUser(response.body);
  if (self === undefined) throw new UnexpectedResponse(response.request, "shape");
  return { id: String(self.id), name: self.label };
}

/**
 * A server without user routes can't say who owns a key; that it lists projects shows that the key is valid.
 */
function createFallbackAccount(credential: Credential | undefined): Account {
  switch (credential?.kind) {
    case "token":
      return { id: credential.userId, name: credential.username };
    case "basic":
      return { id: credential.username, name: credential.username };
    case "accessKey":
    case undefined:
      return { id: "key", name: "" };
  }
}

async function fetchAccountOrFallback(
  http: HttpClient,
  credential: Credential | undefined,
  signal?: AbortSignal,
): Promise<Account> {
  try {
    return await fetchAccount(http, signal);
  } catch (failure) {
    if (!isFailure(failure) || failure.kind !== "notFound") throw failure;
    await http.send({ ...oneProjectRequest, signal });
    return createFallbackAccount(credential);
  }
}

export async function checkCredential(
  http: HttpClient,
  credential: Credential | undefined,
  signal?: AbortSignal,
): Promise<CredentialCheckResult> {
  try {
    return { kind: "accepted", account: await fetchAccountOrFallback(http, credential, signal) };
  } catch (failure) {
    if (!isFailure(failure)) throw failure;
    if (failure.kind === "signedOut") return { kind: "rejected" };
    if (failure.kind === "forbidden") {
      return { kind: "blocked", serverMessage: failure.request.serverMessage };
    }
    throw failure;
  }
}

const tokenSchema = z.object({
  user_id: z.union([integerSchema, z.string().min(1)]).transform(String),
  token: z.string().min(1),
  uri: textSchema,
});

export type TokenResult =
  | { readonly kind: "token"; readonly credential: Credential }
  /** User name or password is wrong. */
  | { readonly kind: "rejected" }
  /** The account is blocked; the server says why. */
  | { readonly kind: "blocked"; readonly serverMessage: string | undefined };

/** Exchanges a password for a token that is valid for a day. */
export async function requestToken(
  anonymous: HttpClient,
  username: string,
  password: string,
  signal?: AbortSignal,
): Promise<TokenResult> {
  try {
    const body = { username, password };
    const response = await anonymous.send({
      method: "POST",
      uri: "tokens",
      body,
      secrets: [password],
      isChange: false,
      signal,
    });
    const token = tokenSchema.safeParse(response.body);
    if (!token.success) throw new UnexpectedResponse(response.request, "shape", token.error);
    const { user_id, uri } = token.data;
    return {
      kind: "token",
      credential: { kind: "token", username, userId: user_id, token: token.data.token, uri },
    };
  } catch (failure) {
    if (!isFailure(failure)) throw failure;
    if (failure.kind === "signedOut") return { kind: "rejected" };
    if (failure.kind === "forbidden") {
      return { kind: "blocked", serverMessage: failure.request.serverMessage };
    }
    // The specification answers wrong credentials with a server error; a server that lists projects works.
    if (failure.kind === "serverError" && (await isResponding(anonymous, signal))) {
      return { kind: "rejected" };
    }
    throw failure;
  }
}

function isResponding(anonymous: HttpClient, signal: AbortSignal | undefined): Promise<boolean> {
  return probeServer(anonymous, signal).then(
    () => true,
    () => false,
  );
}

/** Revokes a token if the server can; else it expires. */
export async function revokeToken(
  http: HttpClient,
  credential: Credential & { kind: "token" },
  signal?: AbortSignal,
): Promise<void> {
  try {
    const uri = credential.uri === "" ? `tokens/${encodeURIComponent(credential.token)}` : credential.uri;
    await http.send({ method: "DELETE", uri, signal });
  } catch (failure) {
    if (!isFailure(failure)) throw failure;
  }
}
