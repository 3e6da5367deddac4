// Who "me" is: what the server says, else what came with the token, else what the person said once.
import type { Reader } from "../../api/reader.ts";
import type { Account } from "../../model/site.ts";
import type { Person } from "../../model/user.ts";
import type { Showing } from "../connections.ts";
import { Emitter } from "../emitter.ts";
import type { Memory } from "../mementos.ts";

const prefix = "me";

function memoryKey(api: string, account: Account): string {
  return `${prefix} ${api} ${account.id}`;
}

function toPerson(kept: unknown): Person | undefined {
  if (typeof kept !== "object" || kept === null) return undefined;
  const { id, label, username } = kept as Readonly<Record<string, unknown>>;
  if (typeof id !== "number" || typeof label !== "string") return undefined;
  return { id, label, username: typeof username === "string" ? username : undefined };
}

export class Me {
  /** Says at which site (by its API root) somebody has said who they are. */
  readonly said = new Emitter<string>();
  readonly #memory: Memory;
  /** Asked once per connection; a failure is no answer. */
  readonly #asked = new WeakMap<Reader, Promise<Person | undefined>>();

  constructor(memory: Memory) {
    this.#memory = memory;
  }

  /** Undefined where nobody can tell: then the person is to be asked, unless nobody is signed in. */
  async of(connection: Showing): Promise<Person | undefined> {
    const { site, account } = connection;
    if (account === undefined) return undefined;
    return (await this.told(connection)) ?? toPerson(this.#memory.get(memoryKey(site.api, account)));
  }

  /** What the server or the token tells, whatever the person says. */
  async told({ account, client }: Showing): Promise<Person | undefined> {
    if (account === undefined) return undefined;
    const self = await this.#self(client);
    if (self !== undefined) return self;
    const id = client.tokenUserId();
    return id === undefined ? undefined : { id, label: account.name, username: account.name };
  }

  /** The person says who they are. */
  async say(api: string, account: Account, person: Person): Promise<void> {
    await this.#memory.update(memoryKey(api, account), person);
    this.said.announce(api);
  }

  /** Forgets what was said at a site: whoever signs in next may be someone else. */
  async clear(api: string): Promise<void> {
    const keys = this.#memory.keys().filter((key) => key.startsWith(`${prefix} ${api} `));
    for (const key of keys) await this.#memory.update(key, undefined);
  }

  #self(client: Reader): Promise<Person | undefined> {
    const known = this.#asked.get(client);
    if (known !== undefined) return known;
    const asking = client.self();
    this.#asked.set(client, asking);
    asking.catch(() => this.#asked.delete(client));
    return asking;
  }
}
