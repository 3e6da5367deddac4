// Is there a server of the right kind, and does it accept this credential?
import * as z from "zod";
import { type Failure, isFailure, NotUnderstood, SignedOut, WrongServer } from "../model/failure.ts";
import type { Account } from "../model/site.ts";
import type { Credential } from "./network/credential.ts";
import { type Http, recovering } from "./network/http.ts";
import { integer, person, text } from "./format/wire.ts";

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
  return probe(anonymous, signal).then(
    () => true,
    () => false,
  );
}

/** Tells credentials that are no longer accepted from a server in trouble, by asking when there is trouble. */
export function withDiagnosis(withCredential: Http, anonymous: Http): Http {
  return recovering(withCredential, async (failure, { signal }) => {
    if (failure.kind !== "serverTrouble" || !(await isRefused(withCredential, anonymous, signal))) {
      return undefined;
    }
    throw new SignedOut(failure.request);
  });
}

/** When a sign-in has run out it is renewed, once for all who wait for it, and the request repeated. */
export function withRenewal(http: Http, renew: () => Promise<boolean>): Http {
  let renewing: Promise<boolean> | undefined;
  return recovering(http, async (failure, request) => {
    if (failure.kind !== "signedOut") return undefined;
    renewing ??= renew().finally(() => {
      renewing = undefined;
    });
    return (await renewing) ? http.send(request) : undefined;
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
  const self = person(answer.body);
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

/** Trades a password for a token that is good for a day. Undefined if name or password are wrong. */
export async function requestToken(
  anonymous: Http,
  username: string,
  password: string,
  signal?: AbortSignal,
): Promise<Credential | undefined> {
  try {
    const answer = await anonymous.send({
      method: "POST",
      uri: "tokens",
      body: { username, password },
      signal,
    });
    const token = tokenSchema.safeParse(answer.body);
    if (!token.success) throw new NotUnderstood(answer.request, "shape", token.error);
    return {
      kind: "token",
      username,
      userId: token.data.user_id,
      token: token.data.token,
      uri: token.data.uri,
    };
  } catch (failure) {
    const isWrong = isFailure(failure) && (failure.kind === "signedOut" || failure.kind === "forbidden");
    // The specification calls wrong credentials a server error; one that lists projects is in no trouble.
    const isTrouble = isFailure(failure) && failure.kind === "serverTrouble";
    if (isWrong || (isTrouble && (await probe(anonymous, signal).catch(() => undefined)) !== undefined)) {
      return undefined;
    }
    throw failure;
  }
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
