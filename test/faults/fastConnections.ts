// Connections like those of the extension, with short timeouts and without pauses between retries.
import { join } from "node:path";
import { type Client, createClient } from "../../src/api/client.ts";
import { defaultRetryPolicy } from "../../src/api/network/retry.ts";
import { defaultTransportLimits } from "../../src/api/network/transport.ts";
import type { Site } from "../../src/model/site.ts";
import type { Accounts } from "../../src/store/accounts.ts";
import { type Connection, Connections } from "../../src/store/connections.ts";
import { OfflineCache, getOfflineCachePaths } from "../../src/store/offlineCache.ts";

/** Breaks a client, or the storage folder, to test that the violation is detected. */
export type ClientFault = (client: Client, folder: string) => Client;

interface FastConnectionsOptions {
  readonly findSite: (api: string) => Site | undefined;
  /** Storage folder of the user. */
  readonly folder: string;
  readonly clientFault: ClientFault;
}

/** Long enough for responses without a fault on a busy machine. */
const shortTimeouts = { ...defaultTransportLimits, connectMs: 5_000, headersMs: 600, idleMs: 600 };

/** Follows the default policy, but skips the pauses that servers ask for. */
const immediateRetry = { ...defaultRetryPolicy, wait: () => Promise.resolve() };

function getCacheFolder(folder: string): string {
  return join(folder, "last-seen");
}

export class FastConnections extends Connections {
  readonly #signedInAccounts: Accounts;
  readonly #options: FastConnectionsOptions;
  readonly #opened = new Map<string, Promise<Connection>>();

  constructor(accounts: Accounts, options: FastConnectionsOptions) {
    super(accounts, {
      findSite: options.findSite,
      isAllowed: () => true,
      observe: () => undefined,
      onJsonFallback: () => undefined,
      getProxySettings: () => ({ proxy: undefined, noProxy: [], authorization: undefined }),
      renewToken: () => Promise.resolve(undefined),
      offlineCacheFolder: getCacheFolder(options.folder),
    });
    this.#signedInAccounts = accounts;
    this.#options = options;
  }

  override connect(site: Site): Promise<Connection> {
    const connection = this.#opened.get(site.api) ?? this.#open(site);
    this.#opened.set(site.api, connection);
    return connection;
  }

  override async close(): Promise<void> {
    const opened = [...this.#opened.values()];
    this.#opened.clear();
    await Promise.all(opened.map(async (connection) => (await connection).client.close()));
    this.connectivity.dispose();
  }

  async #open(site: Site): Promise<Connection> {
    const signedIn = await this.#signedInAccounts.current(site.api);
    const { folder, clientFault } = this.#options;
    const paths = getOfflineCachePaths(getCacheFolder(folder), site.api, signedIn?.account.id);
    const client = createClient({
      api: site.api,
      credential: signedIn?.credential,
      caFile: undefined,
      limits: shortTimeouts,
      retry: immediateRetry,
      observe: ({ failure }) => this.connectivity.reportResult(site.api, failure),
      offlineStatus: {
        isKnownOffline: () => this.connectivity.isKnownOffline(site.api),
        checkOffline: () => this.connectivity.checkOffline(site.api),
      },
      cache: new OfflineCache(paths, () => undefined),
    });
    return { site, account: signedIn?.account, client: clientFault(client, folder) };
  }
}
