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

/** `origin/a/b` is `a/b` of `origin`: names of remotes have no slash unless somebody insists. */
function localName(remote: string): string {
  return remote.slice(remote.indexOf("/") + 1);
}

export class BranchOffers {
  readonly artifact: TemplateArtifact;
  /** The one that is checked out, if any. */
  readonly current: string | undefined;
  readonly #branches: readonly Branch[];
  readonly #patterns: readonly Pattern[];

  constructor(
    artifact: TemplateArtifact,
    branches: readonly Branch[],
    current: string | undefined,
    patterns: readonly Pattern[],
  ) {
    this.artifact = artifact;
    this.current = current;
    this.#branches = branches;
    this.#patterns = patterns;
  }

  /** What was typed is a template too: a name without holes is one that stands for itself. */
  typed(text: string): BranchOffer | TemplateProblem {
    const template = parseTemplate(text);
    if (template.kind === "templateProblem") return template;
    const { name, missing, isRecognised } = branchName(template, this.artifact, this.#patterns);
    if (name === this.current) return { ...this.#offer({ kind: "stay", name }), missing };
    const isThere = this.#branches.some((branch) => !branch.isRemote && branch.name === name);
    const choice: BranchChoice = isThere
      ? { kind: "checkOut", name }
      : { kind: "create", name, start: undefined };
    return { choice, missing, isRecognised };
  }

  /** Those that are about the artifact already, those on a server included, and where one is. */
  standing(): readonly BranchOffer[] {
    const { current } = this;
    const about = this.#branches.filter(({ name }) => this.#isAbout(name));
    const local = about.filter(({ isRemote, name }) => !isRemote && name !== current);
    const taken = new Set(this.#branches.filter(({ isRemote }) => !isRemote).map(({ name }) => name));
    const remote = about.filter(({ isRemote, name }) => isRemote && !taken.has(localName(name)));
    return [
      ...local.map(({ name }) => this.#offer({ kind: "checkOut", name })),
      ...remote.map(({ name }) =>
        this.#offer({ kind: "create", name: localName(name), start: `refs/remotes/${name}` }),
      ),
      ...(current === undefined ? [] : [this.#offer({ kind: "stay", name: current })]),
    ];
  }

  #offer(choice: BranchChoice): BranchOffer {
    return { choice, missing: [], isRecognised: this.#isAbout(choice.name) };
  }

  #isAbout(branch: string): boolean {
    return artifactOfBranch(branch, this.#patterns) === this.artifact.id;
  }
}
