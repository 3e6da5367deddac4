// Connections to sites: one client per site and account, created on first use.
import type { Client, ClientOptions } from "../api/client.ts";
import type { Credential } from "../api/network/credential.ts";
import type { RequestObserver } from "../api/network/httpClient.ts";
import type { ResponseCache } from "../api/network/responseCache.ts";
import type { ProxySettings } from "../api/network/proxy.ts";
import type { ReadClient } from "../api/readClient.ts";
import type { CheckResult } from "../model/connectionCheck.ts";
import { NotEncrypted } from "../model/failure.ts";
import type { Account, Site } from "../model/site.ts";
import type { Accounts } from "./accounts.ts";
import { Connectivity } from "./connectivity.ts";

export type TokenCredential = Credential & { readonly kind: "token" };

export interface Connection {
  readonly site: Site;
  readonly account: Account | undefined;
  readonly client: Client;
}

/** A connection for displaying data. */
export type ReadConnection = Omit<Connection, "client"> & { readonly client: ReadClient };

export interface ConnectionsDependencies {
  /** The site with current settings; callers may have an older object. */
  readonly findSite: (api: string) => Site | undefined;
  /** Whether requests may be sent to a URL; an unencrypted one needs the user's consent. */
  readonly isAllowed: (address: string) => boolean;
  readonly observe: RequestObserver;
  readonly onJsonFallback: (request: string) => void;
  readonly getProxySettings: (api: string) => ProxySettings;
  /** Folder of the offline cache; `undefined` to disable it. */
  readonly offlineCacheFolder?: string;
  readonly onCacheError?: (error: unknown) => void;
  /** Called when a connection with an account was created. */
  readonly onDidConnect?: (site: Site) => void;
  /** Asks the user to replace an expired token. */
  readonly renewToken: (site: Site, expired: TokenCredential) => Promise<Credential | undefined>;
}

export class Connections {
  readonly connectivity = new Connectivity({ probe: (api) => this.#probe(api), now: Date.now });
  readonly #accounts: Accounts;
  readonly #options: ConnectionsDependencies;
  readonly #open = new Map<string, Promise<Connection>>();
  /** Current credential of each open connection. */
  readonly #credentials = new Map<string, Credential | undefined>();

  constructor(accounts: Accounts, options: ConnectionsDependencies) {
    this.#accounts = accounts;
    this.#options = options;
  }

  connect(site: Site): Promise<Connection> {
    const existing = this.#open.get(site.api);
    if (existing !== undefined) return existing;
    const connecting = this.#connect(this.#options.findSite(site.api) ?? site);
    this.#open.set(site.api, connecting);
    connecting.catch(() => {
      if (this.#open.get(site.api) === connecting) this.#open.delete(site.api);
    });
    return connecting;
  }

  /** A client for a site that isn't connected yet. The caller closes it. */
  async createProbeClient(api: string, caFile: string | undefined, credential?: Credential): Promise<Client> {
    this.#assertAllowed(api);
    const { observe, getProxySettings } = this.#options;
    const { createClient } = await import("../api/client.ts");
    return createClient({ api, credential, caFile, proxy: getProxySettings(api), observe });
  }

  /** Checks each step of the connection, with the stored credential. */
  async *checkConnection({ api, caFile }: Site, signal: AbortSignal): AsyncGenerator<CheckResult> {
    this.#assertAllowed(api);
    const { observe, getProxySettings } = this.#options;
    const credential = (await this.#accounts.current(api))?.credential;
    const options = { api, credential, caFile, proxy: getProxySettings(api), observe, now: Date.now };
    const { runConnectionChecks } = await import("../api/connectionCheck.ts");
    yield* runConnectionChecks(options, signal);
  }

  /** Whether the open connection uses the stored credential. Tokens are renewed in place. */
  async isUpToDate(api: string): Promise<boolean> {
    if (!this.#open.has(api)) return false;
    const stored = (await this.#accounts.current(api))?.credential;
    return JSON.stringify(stored) === JSON.stringify(this.#credentials.get(api));
  }

  /** Drops a site's connection after its account or settings have changed. */
  async disconnect(api: string): Promise<void> {
    const connection = this.#open.get(api);
    this.#open.delete(api);
    this.connectivity.removeSite(api);
    this.#credentials.delete(api);
    await connection?.then(({ client }) => client.close()).catch(() => undefined);
  }

  async close(): Promise<void> {
    await Promise.all([...this.#open.keys()].map((api) => this.disconnect(api)));
  }

  async #probe(api: string): Promise<void> {
    const site = this.#options.findSite(api);
    if (site !== undefined) await (await this.connect(site)).client.serverVersion();
  }

  async #isCurrentAccount({ api }: Site, { id }: Account): Promise<boolean> {
    return (await this.#accounts.current(api))?.account.id === id;
  }

  /** Returns the function that opens the offline cache of an account. */
  async #importCache(): Promise<(api: string, account: Account | undefined) => ResponseCache | undefined> {
    const { offlineCacheFolder: root, onCacheError: onError = () => undefined } = this.#options;
    if (root === undefined) return () => undefined;
    const { openOfflineCache } = await import("./offlineCache.ts");
    return (api, account) => openOfflineCache({ root, api, accountId: account?.id, onError });
  }

  #assertAllowed(api: string): void {
    if (!this.#options.isAllowed(api)) throw new NotEncrypted({ method: "GET", url: api });
  }

  async #connect(site: Site): Promise<Connection> {
    this.#assertAllowed(site.api);
    // Imported while the secret is read, which takes long while a window starts.
    const [signedIn, { createClient }, openCache] = await Promise.all([
      this.#accounts.current(site.api),
      import("../api/client.ts"),
      this.#importCache(),
    ]);
    const { observe, onJsonFallback, getProxySettings, renewToken } = this.#options;
    const options: ClientOptions = {
      api: site.api,
      credential: signedIn?.credential,
      format: site.format,
      caFile: site.caFile,
      proxy: getProxySettings(site.api),
      observe: (exchange: Parameters<RequestObserver>[0]) => {
        observe(exchange);
        // A reverse proxy may still serve images while the API is down.
        const isApiRequest = exchange.request.url.startsWith(`${site.api}/`);
        if (isApiRequest || exchange.failure !== undefined) {
          this.connectivity.reportResult(site.api, exchange.failure);
        }
      },
      offlineStatus: {
        isKnownOffline: () => this.connectivity.isKnownOffline(site.api),
        checkOffline: () => this.connectivity.checkOffline(site.api),
      },
      onJsonFallback,
      renewToken: async (expired: TokenCredential) => {
        if (signedIn === undefined || !(await this.#isCurrentAccount(site, signedIn.account))) {
          return undefined;
        }
        const renewed = await renewToken(site, expired);
        // The account may have changed while the user was prompted.
        if (renewed === undefined || !(await this.#isCurrentAccount(site, signedIn.account))) {
          return undefined;
        }
        this.#credentials.set(site.api, renewed);
        await this.#accounts.signIn(site.api, { account: signedIn.account, credential: renewed });
        return renewed;
      },
    };
    const client = createClient({ ...options, cache: openCache(site.api, signedIn?.account) });
    this.#credentials.set(site.api, signedIn?.credential);
    if (signedIn !== undefined) this.#options.onDidConnect?.(site);
    return { site, account: signedIn?.account, client };
  }
}
