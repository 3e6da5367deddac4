// The current user: from the server, else from the token, else as selected by the user.
import type { ReadClient } from "../../api/readClient.ts";
import type { Account } from "../../model/site.ts";
import type { User } from "../../model/user.ts";
import type { ReadConnection } from "../connections.ts";
import { Emitter } from "../emitter.ts";
import type { Memento } from "../mementos.ts";

const prefix = "me";

function getMementoKey(api: string, account: Account): string {
  return `${prefix} ${api} ${account.id}`;
}

function toPerson(stored: unknown): User | undefined {
  if (typeof stored !== "object" || stored === null) return undefined;
  const { id, label, username } = stored as Readonly<Record<string, unknown>>;
  if (typeof id !== "number" || typeof label !== "string") return undefined;
  return { id, label, username: typeof username === "string" ? username : undefined };
}

export class CurrentUser {
  /** Fires with the API root of the site for which a user was selected. */
  readonly onDidSelect = new Emitter<string>();
  readonly #memento: Memento;
  /** Requested once per connection; failures are retried. */
  readonly #requests = new WeakMap<ReadClient, Promise<User | undefined>>();

  constructor(memento: Memento) {
    this.#memento = memento;
  }

  /** `undefined` if unknown: the user has to be asked, unless not signed in. */
  async get(connection: ReadConnection): Promise<User | undefined> {
    const { site, account } = connection;
    if (account === undefined) return undefined;
    return (
      (await this.getFromServer(connection)) ?? toPerson(this.#memento.get(getMementoKey(site.api, account)))
    );
  }

  /** From the server or the token only. */
  async getFromServer({ account, client }: ReadConnection): Promise<User | undefined> {
    if (account === undefined) return undefined;
    const user = await this.#loadFromServer(client);
    if (user !== undefined) return user;
    const id = client.tokenUserId();
    return id === undefined ? undefined : { id, label: account.name, username: account.name };
  }

  async select(api: string, account: Account, user: User): Promise<void> {
    await this.#memento.update(getMementoKey(api, account), user);
    this.onDidSelect.fire(api);
  }

  /** Removes the selections of a site, whose next account may be another user. */
  async clear(api: string): Promise<void> {
    const keys = this.#memento.keys().filter((key) => key.startsWith(`${prefix} ${api} `));
    for (const key of keys) await this.#memento.update(key, undefined);
  }

  #loadFromServer(client: ReadClient): Promise<User | undefined> {
    const pending = this.#requests.get(client);
    if (pending !== undefined) return pending;
    const request = client.currentUser();
    this.#requests.set(client, request);
    request.catch(() => this.#requests.delete(client));
    return request;
  }
}
