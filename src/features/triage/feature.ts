import type { Wish } from "../../model/triage/wish.ts";
import type { ArtifactTarget, CommandArguments, SiteTarget } from "../../protocol/commands.ts";
import { SearchScope } from "../../store/queries/titleSearch.ts";
import { chooseMe } from "./askMe.ts";
import { Comments } from "./comment.ts";
import { Concerns } from "./concern.ts";
import { decided, sayDecided } from "./decided.ts";
import { Decisions } from "./decisions.ts";
import { Deleting } from "./deleting.ts";
import type { TriageDependencies } from "./dependencies.ts";
import { Links } from "./link.ts";
import { QueryBuilder } from "./queries/queryBuilder.ts";
import { ArtifactSearch } from "./queries/searchArtifacts.ts";
import { openTables, type TableFeature } from "./table/feature.ts";

// A decision that another feature has the person make: the same look, the same care, the same words about what came of it.

/** Whether it is so now. A question about it may stay on the screen for long: nobody waits for that. */
export async function decideAsked(
  { commands, boundary }: Pick<TriageDependencies, "commands" | "boundary">,
  concerns: Concerns,
  target: ArtifactTarget,
  wish: Wish,
  done: string | undefined,
): Promise<boolean> {
  const matter = await concerns.matter(target);
  if (matter === undefined) return false;
  const aim = { wish, done };
  const decision = await decided(matter, aim);
  boundary.start("say what was decided", () => sayDecided({ commands, boundary }, matter, aim, decision));
  return decision.kind === "done" || decision.kind === "alreadySo";
}

export interface TriageFeature {
  readonly decisions: Decisions;
  readonly comments: Comments;
  readonly links: Links;
  readonly deleting: Deleting;
  readonly builder: QueryBuilder;
  readonly search: ArtifactSearch;
  readonly tables: TableFeature;
  chooseMe(site: SiteTarget | undefined): Promise<void>;
  decide(...asked: CommandArguments["artifacts.decide"]): Promise<boolean>;
}

export function openTriage(dependencies: TriageDependencies): TriageFeature {
  const concerns = new Concerns(dependencies);
  const tables = openTables(dependencies, concerns);
  const deciding = { ...dependencies, selectedInTable: () => tables.selected() };
  return {
    tables,
    decisions: new Decisions(deciding, concerns),
    comments: new Comments(deciding, concerns),
    links: new Links(deciding, concerns),
    deleting: new Deleting(deciding, concerns),
    builder: new QueryBuilder(dependencies),
    search: new ArtifactSearch({ ...dependencies, scope: new SearchScope(dependencies.memory) }),
    chooseMe: (site) => chooseMe(dependencies, site),
    decide: (target, wish, done) => decideAsked(dependencies, concerns, target, wish, done),
  };
}
