import type { Boundary } from "../../platform/boundary.ts";
import type { Commands } from "../../platform/commands.ts";
import type { CommandAnswers, CommandArguments } from "../../protocol/commands.ts";
import type { Catalog } from "../../store/catalog.ts";
import type { Me } from "../../store/queries/me.ts";
import type { SavedQueries } from "../../store/queries/savedQueries.ts";
import type { Sites } from "../../store/sites.ts";

export interface BuilderDependencies {
  readonly sites: Sites;
  readonly catalog: Catalog;
  readonly me: Me;
  readonly queries: SavedQueries;
  readonly boundary: Boundary;
  readonly commands: Commands<CommandArguments, CommandAnswers>;
}
