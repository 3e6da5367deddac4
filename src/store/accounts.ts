// The accounts of each site. Credential and account are stored as one secret, so that they can't disagree.
import type { Credential } from "../api/network/credential.ts";
import type { Account } from "../model/site.ts";

export interface SecretStorage {
  keys(): PromiseLike<readonly string[]>;
  get(key: string): PromiseLike<string | undefined>;
  store(key: string, value: string): PromiseLike<void>;
  delete(key: string): PromiseLike<void>;
  /** Also called for changes by other windows. */
  onDidChange(listener: () => void): unknown;
}

export interface SignedInAccount {
  readonly account: Account;
  readonly credential: Credential;
}

const separator = " ";
/** Stored instead of an account ID when the site is used without an account. */
const noAccountId = "";

function secretKey(api: string, accountId: string): string {
  return api + separator + accountId;
}

/**
 * The secret with the ID of the account in use. It isn't confidential, but changes of secrets reach all windows at
 * once.
 */
function currentAccountKey(api: string): string {
  return `used${separator}${api}`;
}

/** The API root of the site that a changed secret belongs to. */
export function getSiteApiOfSecret(key: string): string {
  const separatorIndex = key.indexOf(separator);
  return key.startsWith(currentAccountKey("")) ? key.slice(separatorIndex + 1) : key.slice(0, separatorIndex);
}

function parseSecret(secret: string | undefined): SignedInAccount | undefined {
  if (secret === undefined) return undefined;
  try {
    const { account, credential } = JSON.parse(secret) as Partial<SignedInAccount>;
    return account !== undefined && credential !== undefined ? { account, credential } : undefined;
  } catch {
    return undefined;
  }
}

export class Accounts {
  readonly #secrets: SecretStorage;
  /** The account in use, by API root, until a secret changes: reading it takes long while a window starts. */
  readonly #current = new Map<string, Promise<SignedInAccount | undefined>>();

  constructor(secrets: SecretStorage) {
    this.#secrets = secrets;
    secrets.onDidChange(() => this.#current.clear());
  }

  /** `undefined` when signed out. */
  current(api: string): Promise<SignedInAccount | undefined> {
    const known = this.#current.get(api);
    if (known !== undefined) return known;
    const reading = this.#readCurrent(api);
    this.#current.set(api, reading);
    reading.catch(() => {
      if (this.#current.get(api) === reading) this.#current.delete(api);
    });
    return reading;
  }

  async #readCurrent(api: string): Promise<SignedInAccount | undefined> {
    // Together, because each takes long while a window starts.
    const [currentId, keys] = await Promise.all([
      this.#secrets.get(currentAccountKey(api)),
      this.#listKeys(api),
    ]);
    if (currentId !== undefined) return parseSecret(await this.#secrets.get(secretKey(api, currentId)));
    // In a browser, VS Code may lose the second of two secrets that are stored in a row.
    const [onlyAccount, ...otherAccounts] = await this.#read(keys);
    return otherAccounts.length === 0 ? onlyAccount : undefined;
  }

  /** All accounts with stored credentials at a site. */
  async list(api: string): Promise<readonly SignedInAccount[]> {
    return this.#read(await this.#listKeys(api));
  }

  /** The API roots of all sites with a signed-in account. */
  async listSites(): Promise<readonly string[]> {
    return [
      ...new Set((await this.#secrets.keys()).map(getSiteApiOfSecret).filter((api) => URL.canParse(api))),
    ];
  }

  /** Stores the account and makes it the current one. Other accounts of the site stay stored. */
  async signIn(api: string, signedIn: SignedInAccount): Promise<void> {
    await this.#store(secretKey(api, signedIn.account.id), JSON.stringify(signedIn));
    await this.setCurrent(api, signedIn.account.id);
  }

  /** Does nothing if the account is no longer stored. */
  async setCurrent(api: string, accountId: string): Promise<void> {
    const isStored = (await this.#secrets.get(secretKey(api, accountId))) !== undefined;
    if (isStored) await this.#store(currentAccountKey(api), accountId);
  }

  /** Uses the site without an account. Stored accounts stay. */
  async clearCurrent(api: string): Promise<void> {
    await this.#store(currentAccountKey(api), noAccountId);
  }

  /** Removes one account. If it was current, the site has no current account until one is selected. */
  async signOut(api: string, accountId: string): Promise<void> {
    await this.#delete(secretKey(api, accountId));
    // Also without a stored choice: otherwise the only account left would become current.
    const currentId = await this.#secrets.get(currentAccountKey(api));
    if (currentId === undefined || currentId === accountId) await this.clearCurrent(api);
  }

  async removeAll(api: string): Promise<void> {
    for (const key of await this.#listKeys(api)) await this.#delete(key);
    await this.#delete(currentAccountKey(api));
  }

  /** VS Code reports this window's own changes, too, but later. */
  async #store(key: string, value: string): Promise<void> {
    await this.#secrets.store(key, value);
    this.#current.clear();
  }

  async #delete(key: string): Promise<void> {
    await this.#secrets.delete(key);
    this.#current.clear();
  }

  async #read(keys: readonly string[]): Promise<readonly SignedInAccount[]> {
    const secrets = await Promise.all(keys.map((key) => this.#secrets.get(key)));
    return secrets.flatMap((secret) => parseSecret(secret) ?? []);
  }

  async #listKeys(api: string): Promise<readonly string[]> {
    return (await this.#secrets.keys()).filter((key) => key.startsWith(api + separator));
  }
}
