import type { Boundary } from "../platform/boundary.ts";
import type { Commands } from "../platform/commands.ts";
import type { CommandAnswers, CommandArguments } from "../protocol/commands.ts";
import type { Catalog } from "../store/catalog.ts";
import type { Me } from "../store/queries/me.ts";
import type { Sites } from "../store/sites.ts";

export interface TriageDependencies {
  readonly sites: Sites;
  readonly catalog: Catalog;
  readonly me: Me;
  readonly boundary: Boundary;
  readonly commands: Commands<CommandArguments, CommandAnswers>;
}
