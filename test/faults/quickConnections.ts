// Connections as the extension opens them, but for their patience: nobody here waits half a minute for an answer.
import { join } from "node:path";
import { type Client, createClient } from "../../src/api/client.ts";
import { usualRetry } from "../../src/api/network/retry.ts";
import { usualLimits } from "../../src/api/network/transport.ts";
import type { Site } from "../../src/model/site.ts";
import type { Accounts } from "../../src/store/accounts.ts";
import { type Connection, Connections } from "../../src/store/connections.ts";
import { LastSeen, lastSeenPlace } from "../../src/store/offlineCache.ts";

/** What is wrong with a client, or with the person's folder, to see whether anybody notices. */
export type Spoil = (client: Client, folder: string) => Client;

interface QuickOptions {
  readonly siteAt: (api: string) => Site | undefined;
  /** Of the person. */
  readonly folder: string;
  readonly spoil: Spoil;
}

/** Long enough for a busy machine, where nothing is wrong. */
const limits = { ...usualLimits, connectMs: 5_000, headersMs: 600, silenceMs: 600 };

/** Servers that ask for a pause are believed; it is only not waited for. */
const retry = { ...usualRetry, wait: () => Promise.resolve() };

function lastSeenIn(folder: string): string {
  return join(folder, "last-seen");
}

export class QuickConnections extends Connections {
  readonly #quickAccounts: Accounts;
  readonly #options: QuickOptions;
  readonly #opened = new Map<string, Promise<Connection>>();

  constructor(accounts: Accounts, options: QuickOptions) {
    super(accounts, {
      siteAt: options.siteAt,
      allows: () => true,
      observe: () => undefined,
      noteJsonInstead: () => undefined,
      proxyFor: () => ({ proxy: undefined, noProxy: [], authorization: undefined }),
      renewToken: () => Promise.resolve(undefined),
      lastSeenFolder: lastSeenIn(options.folder),
    });
    this.#quickAccounts = accounts;
    this.#options = options;
  }

  override to(site: Site): Promise<Connection> {
    const known = this.#opened.get(site.api) ?? this.#openTo(site);
    this.#opened.set(site.api, known);
    return known;
  }

  override async close(): Promise<void> {
    const opened = [...this.#opened.values()];
    this.#opened.clear();
    await Promise.all(opened.map(async (connection) => (await connection).client.close()));
    this.reach.dispose();
  }

  async #openTo(site: Site): Promise<Connection> {
    const signedIn = await this.#quickAccounts.current(site.api);
    const { folder, spoil } = this.#options;
    const place = lastSeenPlace(lastSeenIn(folder), site.api, signedIn?.account.id);
    const client = createClient({
      api: site.api,
      credential: signedIn?.credential,
      caFile: undefined,
      limits,
      retry,
      observe: ({ failure }) => this.reach.note(site.api, failure),
      reach: {
        isKnownOut: () => this.reach.isKnownOut(site.api),
        isOutNow: () => this.reach.isOutNow(site.api),
      },
      memory: new LastSeen(place, () => undefined),
    });
    return { site, account: signedIn?.account, client: spoil(client, folder) };
  }
}
