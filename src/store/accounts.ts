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
/** In place of an account's id: nobody is used, although accounts may be kept. */
const nobody = "";

function secretKey(api: string, accountId: string): string {
  return api + separator + accountId;
}

/** Which of a site's accounts is used. It is no secret, but of secrets all windows hear at once. */
function usedKey(api: string): string {
  return `used${separator}${api}`;
}

/** The site that a secret belongs to, for those who are told that one changed. */
export function siteOfSecret(key: string): string {
  const at = key.indexOf(separator);
  return key.startsWith(usedKey("")) ? key.slice(at + 1) : key.slice(0, at);
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

  /** Whom the site knows us as; undefined when signed out. */
  async current(api: string): Promise<SignedIn | undefined> {
    const used = await this.#secrets.get(usedKey(api));
    if (used !== undefined) return parse(await this.#secrets.get(secretKey(api, used)));
    // In a browser, VS Code may keep the first and lose the second of two secrets stored in a row.
    const [only, ...others] = await this.all(api);
    return others.length === 0 ? only : undefined;
  }

  /** All that somebody has signed in with at a site and not signed out of. */
  async all(api: string): Promise<readonly SignedIn[]> {
    const kept: SignedIn[] = [];
    for (const key of await this.#keysOf(api)) {
      const signedIn = parse(await this.#secrets.get(key));
      if (signedIn !== undefined) kept.push(signedIn);
    }
    return kept;
  }

  /** The API roots of all sites with a signed-in account. */
  async sites(): Promise<readonly string[]> {
    return [...new Set((await this.#secrets.keys()).map(siteOfSecret).filter((api) => URL.canParse(api)))];
  }

  /** The account is kept, and used from now on; others at the site are kept as they are. */
  async signIn(api: string, signedIn: SignedIn): Promise<void> {
    await this.#secrets.store(secretKey(api, signedIn.account.id), JSON.stringify(signedIn));
    await this.use(api, signedIn.account.id);
  }

  /** Goes on as another one of those that are kept, if that one still is. */
  async use(api: string, accountId: string): Promise<void> {
    const isKept = (await this.#secrets.get(secretKey(api, accountId))) !== undefined;
    if (isKept) await this.#secrets.store(usedKey(api), accountId);
  }

  /** Goes on without an account; those that are kept stay so. */
  async useNobody(api: string): Promise<void> {
    await this.#secrets.store(usedKey(api), nobody);
  }

  /** Forgets one account. If it was used, nobody is signed in until somebody is chosen. */
  async signOut(api: string, accountId: string): Promise<void> {
    await this.#secrets.delete(secretKey(api, accountId));
    // Also where it is not known who was used: the last one that is kept would take the place.
    const used = await this.#secrets.get(usedKey(api));
    if (used === undefined || used === accountId) await this.useNobody(api);
  }

  /** Forgets all accounts of a site. */
  async forget(api: string): Promise<void> {
    for (const key of await this.#keysOf(api)) await this.#secrets.delete(key);
    await this.#secrets.delete(usedKey(api));
  }

  async #keysOf(api: string): Promise<readonly string[]> {
    return (await this.#secrets.keys()).filter((key) => key.startsWith(api + separator));
  }
}
