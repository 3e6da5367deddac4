import type * as vscode from "vscode";
import type { CommandAnswers, CommandArguments } from "../../protocol/commands.ts";
import type { Catalog } from "../../store/catalog.ts";
import type { Drafts } from "../../store/drafts.ts";
import type { Forms } from "../../store/forms.ts";
import type { Memory, Pins } from "../../store/mementos.ts";
import type { Me } from "../../store/queries/currentUser.ts";
import type { RecentlyOpened } from "../../store/queries/recent.ts";
import type { SavedQueries } from "../../store/queries/savedQueries.ts";
import type { Sites } from "../../store/sites.ts";
import type { Commands } from "../../vscode/commands.ts";
import type { Boundary } from "../../vscode/errorHandler.ts";
import type { OpenTabs } from "../../vscode/tabs.ts";
import type { TargetSources } from "./decisionTargets.ts";

export interface TriageDependencies {
  readonly sites: Sites;
  readonly catalog: Catalog;
  readonly drafts: Drafts;
  /** The very ones that are open in tabs: a draft has one holder in a window. */
  readonly forms: () => Promise<Forms>;
  readonly me: Me;
  readonly pins: Pins;
  readonly recent: RecentlyOpened;
  readonly queries: SavedQueries;
  readonly extensionUri: vscode.Uri;
  /** What is kept for the workspace. */
  readonly memory: Memory;
  readonly openTables: OpenTabs;
  readonly boundary: Boundary;
  readonly commands: Commands<CommandArguments, CommandAnswers>;
}

/** What a decision needs: also what is in front. */
export interface DecisionDependencies extends TriageDependencies, TargetSources {}
