// Who is signed in where. The credential and the name of its account are one secret, so that there is no
// second place that could disagree.
import type { Credential } from "../api/network/credential.ts";
import type { Account } from "../model/site.ts";

/** The part of VS Code's SecretStorage that is needed here. */
export interface Secrets {
  keys(): PromiseLike<readonly string[]>;
  get(key: string): PromiseLike<string | undefined>;
  store(key: string, value: string): PromiseLike<void>;
  delete(key: string): PromiseLike<void>;
}

export interface SignedIn {
  readonly account: Account;
  readonly credential: Credential;
}

const separator = " ";

function secretKey(api: string, accountId: string): string {
  return api + separator + accountId;
}

/** The site that a secret belongs to, for those who are told that one changed. */
export function siteOfSecret(key: string): string {
  return key.slice(0, key.indexOf(separator));
}

function parse(secret: string | undefined): SignedIn | undefined {
  if (secret === undefined) return undefined;
  try {
    const { account, credential } = JSON.parse(secret) as Partial<SignedIn>;
    return account !== undefined && credential !== undefined ? { account, credential } : undefined;
  } catch {
    return undefined;
  }
}

export class Accounts {
  readonly #secrets: Secrets;

  constructor(secrets: Secrets) {
    this.#secrets = secrets;
  }

  async #keysOf(api: string): Promise<readonly string[]> {
    return (await this.#secrets.keys()).filter((key) => key.startsWith(api + separator));
  }

  /** Whom the site knows us as; undefined when signed out. */
  async current(api: string): Promise<SignedIn | undefined> {
    for (const key of await this.#keysOf(api)) {
      const signedIn = parse(await this.#secrets.get(key));
      if (signedIn !== undefined) return signedIn;
    }
    return undefined;
  }

  async signIn(api: string, signedIn: SignedIn): Promise<void> {
    const kept = secretKey(api, signedIn.account.id);
    await this.#secrets.store(kept, JSON.stringify(signedIn));
    for (const key of await this.#keysOf(api)) {
      if (key !== kept) await this.#secrets.delete(key);
    }
  }

  async signOut(api: string): Promise<void> {
    for (const key of await this.#keysOf(api)) await this.#secrets.delete(key);
  }
}
