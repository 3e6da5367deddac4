// Is there a server of the right kind, and does it accept this credential?
import * as z from "zod";
import { type Failure, isFailure, NotUnderstood, SignedOut, WrongServer } from "../model/failure.ts";
import { readPerson } from "../model/fields/reading.ts";
import type { Account } from "../model/site.ts";
import { integer, text } from "./format/wire.ts";
import type { Credential } from "./network/credential.ts";
import { type Http, recovering } from "./network/http.ts";

export interface ServerVersion {
  readonly number: string;
}

const versionSchema = z.object({ version_number: z.string() });

/** Undefined where the server does not tell. */
export async function readVersion(http: Http, signal?: AbortSignal): Promise<ServerVersion | undefined> {
  try {
    const version = versionSchema.safeParse((await http.send({ uri: "version", signal })).body);
    return version.success ? { number: version.data.version_number } : undefined;
  } catch (failure) {
    if (isFailure(failure) && failure.kind === "notFound") return undefined;
    throw failure;
  }
}

/** What an unknown server lets anonymous people do. */
export type AnonymousAccess = "allowed" | "refused";

const oneProject = { uri: "projects", parameters: { limit: 1 } } as const;
const projectList = z.array(z.object({ id: integer, uri: z.string(), shortname: z.string() }));

/**
 * Knocks without credentials. Every server of the right kind lists projects or asks for a sign-in; whatever
 * else answers there is not one.
 */
export async function probe(http: Http, signal?: AbortSignal): Promise<AnonymousAccess> {
  try {
    const answer = await http.send({ ...oneProject, signal });
    if (!projectList.safeParse(answer.body).success) throw new WrongServer(answer.request);
    return "allowed";
  } catch (failure) {
    if (!isFailure(failure)) throw failure;
    if (failure.kind === "signedOut") return "refused";
    throw isAnotherProduct(failure) ? new WrongServer(failure.request) : failure;
  }
}

function isAnotherProduct({ kind }: Failure): boolean {
  return kind === "notFound" || kind === "invalid" || kind === "forbidden" || kind === "notUnderstood";
}

/**
 * Wrong credentials fail even on public resources, with 401 in the product and with a server error in the
 * specification. So a server error means a refusal if the same question is answered without credentials.
 */
async function isRefused(withCredential: Http, anonymous: Http, signal?: AbortSignal): Promise<boolean> {
  try {
    await withCredential.send({ ...oneProject, signal });
    return false;
  } catch (failure) {
    if (!isFailure(failure) || failure.kind !== "serverTrouble") return false;
  }
  return answers(anonymous, signal);
}

/** Tells credentials that are no longer accepted from a server in trouble, by asking when there is trouble. */
export function withDiagnosis(withCredential: Http, anonymous: Http): Http {
  return recovering(withCredential, async (failure, { signal }) => {
    // Other errors of a server say that it is busy, or that something in front of it is.
    const mayBeRefusal = failure.kind === "serverTrouble" && failure.request.status === 500;
    if (!mayBeRefusal || !(await isRefused(withCredential, anonymous, signal))) return undefined;
    throw new SignedOut(failure.request);
  });
}

/**
 * When a sign-in has run out it is renewed, once for all who wait for it, and the request repeated. A person who
 * turns away is not asked again: signing in is then for them to begin.
 */
export function withRenewal(http: Http, current: () => unknown, renew: () => Promise<boolean>): Http {
  let renewing: Promise<boolean> | undefined;
  let isDeclined = false;

  async function renewed(signal: AbortSignal | undefined): Promise<boolean> {
    if (isDeclined) return false;
    renewing ??= renew().finally(() => {
      renewing = undefined;
    });
    const isRenewed = await orAborted(renewing, signal);
    isDeclined = !isRenewed && signal?.aborted !== true;
    return isRenewed;
  }

  return {
    send(request) {
      const used = current();
      return recovering(http, async (failure) => {
        if (failure.kind !== "signedOut") return undefined;
        // Renewed while this one was on its way: it was refused for what it no longer needs.
        const canRepeat = current() !== used || (await renewed(request.signal));
        return canRepeat ? http.send(request) : undefined;
      }).send(request);
    },
  };
}

/** False as soon as the one who waits no longer does. */
function orAborted(promise: Promise<boolean>, signal: AbortSignal | undefined): Promise<boolean> {
  if (signal === undefined) return promise;
  return new Promise((resolve, reject) => {
    signal.addEventListener("abort", () => resolve(false), { once: true });
    promise.then(resolve, reject);
  });
}

export type CredentialCheck =
  | { readonly kind: "accepted"; readonly account: Account }
  /** The server does not know this credential, or no longer. */
  | { readonly kind: "rejected" }
  /** The credential is right, but its account may not be used; the server says why. */
  | { readonly kind: "blocked"; readonly said: string | undefined };

async function whoAmI(http: Http, signal?: AbortSignal): Promise<Account> {
  const answer = await http.send({ uri: "users/self", signal });
  const self = readPerson(answer.body);
  if (self === undefined) throw new NotUnderstood(answer.request, "shape");
  return { id: String(self.id), name: self.label };
}

/** A server without users can't tell who holds a key; that it lists projects shows that the key is good. */
function namelessAccount(credential: Credential | undefined): Account {
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

async function accountOf(
  http: Http,
  credential: Credential | undefined,
  signal?: AbortSignal,
): Promise<Account> {
  try {
    return await whoAmI(http, signal);
  } catch (failure) {
    if (!isFailure(failure) || failure.kind !== "notFound") throw failure;
    await http.send({ ...oneProject, signal });
    return namelessAccount(credential);
  }
}

export async function checkCredential(
  http: Http,
  credential: Credential | undefined,
  signal?: AbortSignal,
): Promise<CredentialCheck> {
  try {
    return { kind: "accepted", account: await accountOf(http, credential, signal) };
  } catch (failure) {
    if (!isFailure(failure)) throw failure;
    if (failure.kind === "signedOut") return { kind: "rejected" };
    if (failure.kind === "forbidden") return { kind: "blocked", said: failure.request.said };
    throw failure;
  }
}

const tokenSchema = z.object({
  user_id: z.union([integer, z.string().min(1)]).transform(String),
  token: z.string().min(1),
  uri: text,
});

export type TokenAnswer =
  | { readonly kind: "token"; readonly credential: Credential }
  /** Name or password are wrong. */
  | { readonly kind: "rejected" }
  /** They may be right, but the account may not be used; the server says why. */
  | { readonly kind: "blocked"; readonly said: string | undefined };

/** Trades a password for a token that is good for a day. */
export async function requestToken(
  anonymous: Http,
  username: string,
  password: string,
  signal?: AbortSignal,
): Promise<TokenAnswer> {
  try {
    const body = { username, password };
    const answer = await anonymous.send({
      method: "POST",
      uri: "tokens",
      body,
      secrets: [password],
      isChange: false,
      signal,
    });
    const token = tokenSchema.safeParse(answer.body);
    if (!token.success) throw new NotUnderstood(answer.request, "shape", token.error);
    const { user_id, uri } = token.data;
    return {
      kind: "token",
      credential: { kind: "token", username, userId: user_id, token: token.data.token, uri },
    };
  } catch (failure) {
    if (!isFailure(failure)) throw failure;
    if (failure.kind === "signedOut") return { kind: "rejected" };
    if (failure.kind === "forbidden") return { kind: "blocked", said: failure.request.said };
    // The specification calls wrong credentials a server error; one that lists projects is in no trouble.
    if (failure.kind === "serverTrouble" && (await answers(anonymous, signal))) return { kind: "rejected" };
    throw failure;
  }
}

function answers(anonymous: Http, signal: AbortSignal | undefined): Promise<boolean> {
  return probe(anonymous, signal).then(
    () => true,
    () => false,
  );
}

/** Ends a token where the server can; where it can't, it runs out by itself. */
export async function deleteToken(
  http: Http,
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
