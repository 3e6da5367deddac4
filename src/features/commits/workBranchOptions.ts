// The branches offered for work on an artifact: existing ones, a new one, or the current one.
import { parseBranchArtifactId, createBranchName } from "../../model/reference/branchName.ts";
import type { ReferencePattern } from "../../model/reference/findReferences.ts";
import {
  parseTemplate,
  type TemplateArtifact,
  type TemplateProblem,
} from "../../model/reference/template.ts";
import { type Branch, toLocalBranchName } from "../../store/commits/gitRefs.ts";

export type WorkBranchAction =
  | { readonly kind: "stay"; readonly name: string }
  | { readonly kind: "checkOut"; readonly name: string }
  /** `startPoint` is a ref; undefined for HEAD. */
  | { readonly kind: "create"; readonly name: string; readonly startPoint: string | undefined };

export interface WorkBranchOption {
  readonly action: WorkBranchAction;
  /** Placeholders of the template that the artifact has no value for. */
  readonly missingValues: readonly string[];
  /** Whether the name identifies the artifact; if not, the choice has to be stored. */
  readonly isRecognized: boolean;
}

export class WorkBranchOptions {
  readonly artifact: TemplateArtifact;
  /** Undefined if no branch is checked out. */
  readonly currentBranch: string | undefined;
  readonly #branches: readonly Branch[];
  readonly #patterns: readonly ReferencePattern[];

  constructor(
    artifact: TemplateArtifact,
    branches: readonly Branch[],
    current: string | undefined,
    patterns: readonly ReferencePattern[],
  ) {
    this.artifact = artifact;
    this.currentBranch = current;
    this.#branches = branches;
    this.#patterns = patterns;
  }

  /** The text is a template; one without placeholders is the name itself. */
  parseInput(text: string): WorkBranchOption | TemplateProblem {
    const template = parseTemplate(text);
    if (template.kind === "templateProblem") return template;
    const {
      name,
      missingNames: missing,
      isRecognized,
    } = createBranchName(template, this.artifact, this.#patterns);
    if (name === this.currentBranch) {
      return { ...this.#createOption({ kind: "stay", name }), missingValues: missing };
    }
    const exists = this.#branches.some((branch) => !branch.isRemote && branch.name === name);
    const action: WorkBranchAction = exists
      ? { kind: "checkOut", name }
      : { kind: "create", name, startPoint: undefined };
    return { action, missingValues: missing, isRecognized };
  }

  /** Local and remote branches of the artifact, and the current branch. */
  listExisting(): readonly WorkBranchOption[] {
    const { currentBranch } = this;
    const artifactBranches = this.#branches.filter(({ name }) => this.#isRecognized(name));
    const local = artifactBranches.filter(({ isRemote, name }) => !isRemote && name !== currentBranch);
    const localNames = new Set(this.#branches.filter(({ isRemote }) => !isRemote).map(({ name }) => name));
    const remote = artifactBranches.filter(
      ({ isRemote, name }) => isRemote && !localNames.has(toLocalBranchName(name)),
    );
    return [
      ...local.map(({ name }) => this.#createOption({ kind: "checkOut", name })),
      ...remote.map(({ name }) =>
        this.#createOption({
          kind: "create",
          name: toLocalBranchName(name),
          startPoint: `refs/remotes/${name}`,
        }),
      ),
      ...(currentBranch === undefined ? [] : [this.#createOption({ kind: "stay", name: currentBranch })]),
    ];
  }

  #createOption(action: WorkBranchAction): WorkBranchOption {
    return { action, missingValues: [], isRecognized: this.#isRecognized(action.name) };
  }

  #isRecognized(branch: string): boolean {
    return parseBranchArtifactId(branch, this.#patterns) === this.artifact.id;
  }
}
