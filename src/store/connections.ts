// Open connections: one client per site and account, made when something is first asked of it.
import type { Client } from "../api/client.ts";
import type { Credential } from "../api/network/credential.ts";
import type { Observer } from "../api/network/http.ts";
import type { AnswerMemory } from "../api/network/memory.ts";
import type { ProxySettings } from "../api/network/proxy.ts";
import type { Reader } from "../api/reader.ts";
import type { Finding } from "../model/checkup.ts";
import { NotEncrypted } from "../model/failure.ts";
import type { Account, Site } from "../model/site.ts";
import type { Accounts } from "./accounts.ts";
import { Reach } from "./reach.ts";

export type Token = Credential & { readonly kind: "token" };

export interface Connection {
  readonly site: Site;
  readonly account: Account | undefined;
  readonly client: Client;
}

/** What is enough for those who show what a site holds. */
export type Showing = Omit<Connection, "client"> & { readonly client: Reader };

/** What connections need of the world around them. */
export interface ConnectionHost {
  /** The site as it is set now: whoever asks may hold an older description of it. */
  readonly siteAt: (api: string) => Site | undefined;
  /** Whether requests may go to an address; an unencrypted one needs the user's consent first. */
  readonly allows: (address: string) => boolean;
  readonly observe: Observer;
  readonly noteJsonInstead: (request: string) => void;
  /** How requests to an address leave this machine. */
  readonly proxyFor: (api: string) => ProxySettings;
  /** Where it is kept what servers say, for when they are out of reach; undefined where it is not. */
  readonly lastSeenFolder?: string;
  /** Told when that failed. */
  readonly noteTrouble?: (error: unknown) => void;
  /** Told when somebody's connection was opened. */
  readonly noteOpened?: (site: Site) => void;
  /** Asks the person for a new token in place of one that has run out. */
  readonly renewToken: (site: Site, expired: Token) => Promise<Credential | undefined>;
}

export class Connections {
  readonly reach = new Reach({ knock: (api) => this.#knockAt(api), now: Date.now });
  readonly #accounts: Accounts;
  readonly #host: ConnectionHost;
  readonly #open = new Map<string, Promise<Connection>>();
  /** The credential that each open connection uses now. */
  readonly #credentials = new Map<string, Credential | undefined>();

  constructor(accounts: Accounts, host: ConnectionHost) {
    this.#accounts = accounts;
    this.#host = host;
  }

  to(site: Site): Promise<Connection> {
    const known = this.#open.get(site.api);
    if (known !== undefined) return known;
    const opening = this.#connect(this.#host.siteAt(site.api) ?? site);
    this.#open.set(site.api, opening);
    opening.catch(() => {
      if (this.#open.get(site.api) === opening) this.#open.delete(site.api);
    });
    return opening;
  }

  /** A client of its own, for looking at a site that is not connected yet; the caller closes it. */
  async knock(api: string, caFile: string | undefined, credential?: Credential): Promise<Client> {
    this.#assertAllowed(api);
    const { observe, proxyFor } = this.#host;
    const { createClient } = await import("../api/client.ts");
    return createClient({ api, credential, caFile, proxy: proxyFor(api), observe });
  }

  /** Looks at all that is between here and a site, with what is kept for it. */
  async *checkup({ api, caFile }: Site, signal: AbortSignal): AsyncGenerator<Finding> {
    this.#assertAllowed(api);
    const { observe, proxyFor } = this.#host;
    const credential = (await this.#accounts.current(api))?.credential;
    const options = { api, credential, caFile, proxy: proxyFor(api), observe, now: Date.now };
    const { checkup } = await import("../api/checkup.ts");
    yield* checkup(options, signal);
  }

  /** Whether the open connection, if there is one, uses what is kept for the site. A token is renewed in place. */
  async isCurrent(api: string): Promise<boolean> {
    if (!this.#open.has(api)) return false;
    const kept = (await this.#accounts.current(api))?.credential;
    return JSON.stringify(kept) === JSON.stringify(this.#credentials.get(api));
  }

  /** Forgets a site's connection: its account or its settings changed. */
  async drop(api: string): Promise<void> {
    const connection = this.#open.get(api);
    this.#open.delete(api);
    this.reach.forget(api);
    this.#credentials.delete(api);
    await connection?.then(({ client }) => client.close()).catch(() => undefined);
  }

  async close(): Promise<void> {
    await Promise.all([...this.#open.keys()].map((api) => this.drop(api)));
  }

  async #knockAt(api: string): Promise<void> {
    const site = this.#host.siteAt(api);
    if (site !== undefined) await (await this.to(site)).client.version();
  }

  async #isUsed({ api }: Site, { id }: Account): Promise<boolean> {
    return (await this.#accounts.current(api))?.account.id === id;
  }

  async #memory({ api }: Site, account: Account | undefined): Promise<AnswerMemory | undefined> {
    const { lastSeenFolder, noteTrouble: onTrouble = () => undefined } = this.#host;
    if (lastSeenFolder === undefined) return undefined;
    const { openLastSeen } = await import("./offlineCache.ts");
    return openLastSeen({ root: lastSeenFolder, api, accountId: account?.id, onTrouble });
  }

  #assertAllowed(api: string): void {
    if (!this.#host.allows(api)) throw new NotEncrypted({ method: "GET", url: api });
  }

  async #connect(site: Site): Promise<Connection> {
    this.#assertAllowed(site.api);
    const signedIn = await this.#accounts.current(site.api);
    const { observe, noteJsonInstead, proxyFor, renewToken } = this.#host;
    const options = {
      api: site.api,
      credential: signedIn?.credential,
      format: site.format,
      caFile: site.caFile,
      proxy: proxyFor(site.api),
      observe: (exchange: Parameters<Observer>[0]) => {
        observe(exchange);
        // A web server in front may still hand out pictures while nothing behind it answers.
        const isOfApi = exchange.request.url.startsWith(`${site.api}/`);
        if (isOfApi || exchange.failure !== undefined) this.reach.note(site.api, exchange.failure);
      },
      reach: {
        isKnownOut: () => this.reach.isKnownOut(site.api),
        isOutNow: () => this.reach.isOutNow(site.api),
      },
      noteJsonInstead,
      renewToken: async (expired: Token) => {
        if (signedIn === undefined || !(await this.#isUsed(site, signedIn.account))) return undefined;
        const renewed = await renewToken(site, expired);
        // Someone may have signed out, or in as someone else, while the person was asked.
        if (renewed === undefined || !(await this.#isUsed(site, signedIn.account))) return undefined;
        this.#credentials.set(site.api, renewed);
        await this.#accounts.signIn(site.api, { account: signedIn.account, credential: renewed });
        return renewed;
      },
    };
    const [{ createClient }, memory] = await Promise.all([
      import("../api/client.ts"),
      this.#memory(site, signedIn?.account),
    ]);
    const client = createClient({ ...options, memory });
    this.#credentials.set(site.api, signedIn?.credential);
    if (signedIn !== undefined) this.#host.noteOpened?.(site);
    return { site, account: signedIn?.account, client };
  }
}
