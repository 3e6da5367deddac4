import type { CommandArguments } from "../../protocol/commands.ts";
import type { Accounts } from "../../store/accounts.ts";
import type { Catalog } from "../../store/catalog.ts";
import type { Connections } from "../../store/connections.ts";
import type { Drafts } from "../../store/drafts.ts";
import type { KeyDates, Pins, PlainHttpConsents, RemovedSites, SignIns } from "../../store/mementos.ts";
import type { Me } from "../../store/queries/currentUser.ts";
import type { RecentlyOpened } from "../../store/queries/recent.ts";
import type { Sites } from "../../store/sites.ts";
import type { SvnRepositories } from "../../store/svn/repositories.ts";
import type { Commands } from "../../vscode/commands.ts";
import type { Boundary } from "../../vscode/errorHandler.ts";

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
