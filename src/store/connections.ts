// Open connections: one client per site and account, made when something is first asked of it.
import type { Client } from "../api/client.ts";
import type { Credential } from "../api/credential.ts";
import type { Observer } from "../api/http.ts";
import type { Account, Site } from "../model/site.ts";
import type { Accounts } from "./accounts.ts";
import { openClient } from "./client.ts";

export interface Connection {
  readonly site: Site;
  readonly account: Account | undefined;
  readonly client: Client;
}

export class Connections {
  readonly #accounts: Accounts;
  readonly #observe: Observer;
  readonly #open = new Map<string, Promise<Connection>>();

  constructor(accounts: Accounts, observe: Observer) {
    this.#accounts = accounts;
    this.#observe = observe;
  }

  to(site: Site): Promise<Connection> {
    const known = this.#open.get(site.api);
    if (known !== undefined) return known;
    const opening = this.#connect(site);
    this.#open.set(site.api, opening);
    opening.catch(() => this.#open.delete(site.api));
    return opening;
  }

  /** A client of its own, for looking at a site that is not connected yet; the caller closes it. */
  knock(api: string, caFile: string | undefined, credential?: Credential): Promise<Client> {
    return openClient({ api, credential, caFile, observe: this.#observe });
  }

  /** Forgets a site's connection: its account or its settings changed. */
  async drop(api: string): Promise<void> {
    const connection = this.#open.get(api);
    this.#open.delete(api);
    await connection?.then(({ client }) => client.close()).catch(() => undefined);
  }

  async close(): Promise<void> {
    await Promise.all([...this.#open.keys()].map((api) => this.drop(api)));
  }

  async #connect(site: Site): Promise<Connection> {
    const signedIn = await this.#accounts.current(site.api);
    const client = await openClient({
      api: site.api,
      credential: signedIn?.credential,
      caFile: site.caFile,
      observe: this.#observe,
    });
    return { site, account: signedIn?.account, client };
  }
}
