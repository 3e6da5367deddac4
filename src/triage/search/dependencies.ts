import type { Boundary } from "../../platform/boundary.ts";
import type { Commands } from "../../platform/commands.ts";
import type { CommandAnswers, CommandArguments } from "../../protocol/commands.ts";
import type { Catalog } from "../../store/catalog.ts";
import type { Pins } from "../../store/pins.ts";
import type { RecentlyOpened } from "../../store/queries/recent.ts";
import type { SearchScope } from "../../store/queries/searchScope.ts";
import type { Sites } from "../../store/sites.ts";

export interface SearchDependencies {
  readonly sites: Sites;
  readonly catalog: Catalog;
  readonly pins: Pins;
  readonly recent: RecentlyOpened;
  readonly scope: SearchScope;
  readonly boundary: Boundary;
  readonly commands: Commands<CommandArguments, CommandAnswers>;
}
