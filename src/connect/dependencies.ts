import type { Boundary } from "../platform/boundary.ts";
import type { Commands } from "../platform/commands.ts";
import type { CommandArguments } from "../protocol/commands.ts";
import type { Accounts } from "../store/accounts.ts";
import type { Catalog } from "../store/catalog.ts";
import type { Connections } from "../store/connections.ts";
import type { Drafts } from "../store/drafts.ts";
import type { KeyDates } from "../store/keyDates.ts";
import type { PlainHttpConsents } from "../store/plainHttpConsents.ts";
import type { Pins } from "../store/pins.ts";
import type { Me } from "../store/queries/me.ts";
import type { RecentlyOpened } from "../store/queries/recent.ts";
import type { RemovedSites } from "../store/removedSites.ts";
import type { SignIns } from "../store/signIns.ts";
import type { Sites } from "../store/sites.ts";
import type { SvnRepositories } from "../store/svn/repositories.ts";

/** What connecting works with. */
export interface ConnectDependencies {
  readonly sites: Sites;
  readonly accounts: Accounts;
  readonly connections: Connections;
  readonly catalog: Catalog;
  readonly plainHttpConsents: PlainHttpConsents;
  readonly pins: Pins;
  readonly me: Me;
  readonly recent: RecentlyOpened;
  readonly keyDates: KeyDates;
  readonly signIns: SignIns;
  readonly removedSites: RemovedSites;
  readonly repositories: () => Promise<SvnRepositories>;
  readonly drafts: Drafts;
  /** Where it is kept what servers said last. */
  readonly lastSeenFolder: string;
  readonly boundary: Boundary;
  readonly commands: Commands<CommandArguments>;
}
