// What rows say that stand in place of artifacts, or beside them: a code with data, put into words where it is drawn.
import type { Failure } from "../../model/failure.ts";
import type { QueryProblem } from "../../model/query/resolve.ts";
import type { ParsedQuery } from "../../model/query/savedQuery.ts";
import type { Tracker } from "../../model/tracker.ts";
import type { ProjectTarget } from "../../protocol/commands.ts";

type Flaw = Extract<ParsedQuery, { kind: "problem" }>;

export type Note =
  /** An entry of the settings that makes no sense. */
  | { readonly kind: "unparsable"; readonly problem: Flaw["problem"]; readonly member: string }
  /** There are more in the settings than are shown. */
  | { readonly kind: "queriesLeftOut"; readonly origin: "user" | "workspace"; readonly count: number }
  /** The person has no such site. */
  | { readonly kind: "siteUnknown"; readonly address: string }
  | {
      readonly kind: "queryProblem";
      readonly problem: QueryProblem;
      readonly site: string;
      readonly tracker: Pick<Tracker, "fields">;
    }
  /** The server answered another question than was asked. */
  | { readonly kind: "contradicted"; readonly site: string; readonly of: "query" | "tracker" }
  /** The server can't be asked in this way. */
  | { readonly kind: "absent"; readonly site: string; readonly way: "criteria" | "text" | "report" }
  /** Only open ones are wanted, and the server does not tell which those are. */
  | { readonly kind: "openUntold"; readonly site: string }
  | { readonly kind: "signedOut"; readonly site: string }
  /** The server knows nobody, so the person has to say who they are. */
  | { readonly kind: "nobodyIsMe"; readonly site: string }
  /** There is nothing to look through. */
  | { readonly kind: "nothingPinned"; readonly site: string; readonly of: "all" | "closed" }
  | {
      readonly kind: "lookedIn";
      readonly site: string;
      /** What was looked for: where servers list what is open, only what is closed. */
      readonly of: "all" | "closed";
      readonly projects: readonly string[];
    }
  /** Trackers that told nothing. */
  | {
      readonly kind: "silent";
      readonly why: "noField" | "contradicted";
      readonly of: "assigned" | "submitted";
      readonly site: string;
      readonly trackers: readonly string[];
    }
  | { readonly kind: "searchingCommits" | "noCommits" }
  | { readonly kind: "commitsCut"; readonly shown: number }
  | { readonly kind: "noRepositories"; readonly project: ProjectTarget }
  /** The server can't list them: there are only those that we know of. */
  | {
      readonly kind: "svnUntold";
      readonly site: string;
      readonly project: ProjectTarget;
      readonly isEmpty: boolean;
    }
  /** In words already: git is not asked by the tree. */
  | { readonly kind: "commitProblem"; readonly text: string }
  | {
      readonly kind: "trackerFailed";
      readonly site: string;
      readonly tracker: string;
      readonly failure: Failure;
    };
