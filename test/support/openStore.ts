import { Accounts } from "../../src/store/accounts.ts";
import { Catalog } from "../../src/store/catalog.ts";
import { Connections } from "../../src/store/connections.ts";
import { Pins } from "../../src/store/pins.ts";
import { isPlainHttp } from "../../src/store/siteAddress.ts";
import { Sites } from "../../src/store/sites.ts";
import { memorySecrets } from "./memorySecrets.ts";

export interface Store {
  readonly sites: Sites;
  readonly accounts: Accounts;
  readonly connections: Connections;
  readonly catalog: Catalog;
  readonly pins: Pins;
}

/** The store as the extension wires it, over settings, secrets and a memory that end with the test. */
export function openStore(settings: readonly unknown[], lastSeenFolder?: string): Store {
  let kept = settings;
  const memory = new Map<string, unknown>();
  const sites = new Sites({
    read: () => kept,
    write: (value) => {
      kept = value;
      return Promise.resolve();
    },
  });
  const accounts = new Accounts(memorySecrets());
  const connections = new Connections(accounts, {
    siteAt: (api) => sites.find(api),
    allows: (address) => !isPlainHttp(address),
    observe: () => undefined,
    noteJsonInstead: () => undefined,
    proxyFor: () => ({ proxy: undefined, noProxy: [], authorization: undefined }),
    renewToken: () => Promise.resolve(undefined),
    ...(lastSeenFolder === undefined ? {} : { lastSeenFolder }),
  });
  return {
    sites,
    accounts,
    connections,
    catalog: new Catalog(connections),
    pins: new Pins({
      keys: () => [...memory.keys()],
      get: (key) => memory.get(key),
      update: (key, value) => Promise.resolve(void memory.set(key, value)),
    }),
  };
}

/** Signs in as someone whose key needs no checking. */
export async function signIn(
  { accounts }: Store,
  api: string,
  person: { readonly id: number; readonly realName: string; readonly accessKey: string },
): Promise<void> {
  await accounts.signIn(api, {
    account: { id: String(person.id), name: person.realName },
    credential: { kind: "accessKey", key: person.accessKey },
  });
}
