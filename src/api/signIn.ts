// Is there a server of the right kind, and does it accept this credential?
import * as z from "zod";
import { type Failure, isFailure, NotUnderstood, SignedOut, WrongServer } from "../model/failure.ts";
import type { Account } from "../model/site.ts";
import type { Http } from "./http.ts";
import { optionalText } from "./wire.ts";

/** What an unknown server lets anonymous people do. */
export type AnonymousAccess = "allowed" | "refused";

const projectList = z.array(z.object({ id: z.int(), uri: z.string(), shortname: z.string() }));

/**
 * Knocks without credentials. Every server of the right kind lists projects or asks for a sign-in; whatever
 * else answers there is not one.
 */
export async function probe(http: Http, signal?: AbortSignal): Promise<AnonymousAccess> {
  try {
    const answer = await http.get("projects", { parameters: { limit: 1 }, signal });
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

export type CredentialCheck =
  | { readonly kind: "accepted"; readonly account: Account }
  /** The server does not know this key, or no longer. */
  | { readonly kind: "rejected" }
  /** The key is right, but its account may not be used; the server says why. */
  | { readonly kind: "blocked"; readonly said: string | undefined };

const selfSchema = z.object({
  id: z.int(),
  username: optionalText,
  real_name: optionalText,
  display_name: optionalText,
});

async function whoAmI(http: Http, signal?: AbortSignal): Promise<Account> {
  const answer = await http.get("users/self", { signal });
  const self = selfSchema.safeParse(answer.body);
  if (!self.success) throw new NotUnderstood(answer.request, "shape", self.error);
  const { id, real_name, display_name, username } = self.data;
  return { id: String(id), name: real_name ?? display_name ?? username ?? String(id) };
}

/** A server without users can't tell who holds a key; that it lists projects shows that the key is good. */
const nameless: Account = { id: "key", name: "" };

async function accountOf(http: Http, signal?: AbortSignal): Promise<Account> {
  try {
    return await whoAmI(http, signal);
  } catch (failure) {
    if (!isFailure(failure) || failure.kind !== "notFound") throw failure;
    await http.get("projects", { parameters: { limit: 1 }, signal });
    return nameless;
  }
}

/**
 * Wrong credentials fail even on public resources, with 401 in the product and with a server error in the
 * specification. So a server error means a refusal if the same question is answered without credentials.
 */
async function isRefused(withCredential: Http, anonymous: Http, signal?: AbortSignal): Promise<boolean> {
  try {
    await withCredential.get("projects", { parameters: { limit: 1 }, signal });
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
  return {
    async get(uri, options) {
      try {
        return await withCredential.get(uri, options);
      } catch (failure) {
        const isTrouble = isFailure(failure) && failure.kind === "serverTrouble";
        if (isTrouble && (await isRefused(withCredential, anonymous, options?.signal))) {
          throw new SignedOut(failure.request);
        }
        throw failure;
      }
    },
  };
}

export async function checkCredential(http: Http, signal?: AbortSignal): Promise<CredentialCheck> {
  try {
    return { kind: "accepted", account: await accountOf(http, signal) };
  } catch (failure) {
    if (!isFailure(failure)) throw failure;
    if (failure.kind === "signedOut") return { kind: "rejected" };
    if (failure.kind === "forbidden") return { kind: "blocked", said: failure.request.said };
    throw failure;
  }
}
