// The branches that work on an artifact can go on: one that is there, a new one, or where one is.
import { artifactOfBranch, branchName } from "../../model/reference/branchName.ts";
import type { Pattern } from "../../model/reference/find.ts";
import {
  parseTemplate,
  type TemplateArtifact,
  type TemplateProblem,
} from "../../model/reference/template.ts";
import type { Branch } from "../../store/commits/branches.ts";

export type BranchChoice =
  | { readonly kind: "stay"; readonly name: string }
  | { readonly kind: "checkOut"; readonly name: string }
  /** `start` is a ref; undefined for where one is. */
  | { readonly kind: "create"; readonly name: string; readonly start: string | undefined };

export interface BranchOffer {
  readonly choice: BranchChoice;
  /** Names in the template that the artifact has no value for. */
  readonly missing: readonly string[];
  /** Whether the artifact is found again from the name; where not, the choice has to be kept. */
  readonly isRecognised: boolean;
}

export interface Surroundings {
  readonly artifact: TemplateArtifact;
  readonly patterns: readonly Pattern[];
  readonly branches: readonly Branch[];
  /** The one that is checked out, if any. */
  readonly current: string | undefined;
}

function offer(choice: BranchChoice, { artifact, patterns }: Surroundings): BranchOffer {
  return { choice, missing: [], isRecognised: artifactOfBranch(choice.name, patterns) === artifact.id };
}

/** What was typed is a template too: a name without holes is one that stands for itself. */
export function typedOffer(typed: string, around: Surroundings): BranchOffer | TemplateProblem {
  const template = parseTemplate(typed);
  if (template.kind === "templateProblem") return template;
  const { name, missing, isRecognised } = branchName(template, around.artifact, around.patterns);
  if (name === around.current) return { ...offer({ kind: "stay", name }, around), missing };
  const isThere = around.branches.some((branch) => !branch.isRemote && branch.name === name);
  const choice: BranchChoice = isThere
    ? { kind: "checkOut", name }
    : { kind: "create", name, start: undefined };
  return { choice, missing, isRecognised };
}

/** `origin/a/b` is `a/b` of `origin`: names of remotes have no slash unless somebody insists. */
function localName(remote: string): string {
  return remote.slice(remote.indexOf("/") + 1);
}

/** Those that are about the artifact already, those on a server included, and where one is. */
export function standingOffers(around: Surroundings): readonly BranchOffer[] {
  const { artifact, patterns, branches, current } = around;
  const about = branches.filter(({ name }) => artifactOfBranch(name, patterns) === artifact.id);
  const local = about.filter(({ isRemote, name }) => !isRemote && name !== current);
  const taken = new Set(branches.filter(({ isRemote }) => !isRemote).map(({ name }) => name));
  const remote = about.filter(({ isRemote, name }) => isRemote && !taken.has(localName(name)));
  return [
    ...local.map(({ name }) => offer({ kind: "checkOut", name }, around)),
    ...remote.map(({ name }) =>
      offer({ kind: "create", name: localName(name), start: `refs/remotes/${name}` }, around),
    ),
    ...(current === undefined ? [] : [offer({ kind: "stay", name: current }, around)]),
  ];
}
