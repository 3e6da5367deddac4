// The commands Start Work and Stop Work.
import * as vscode from "vscode";
import { formatArtifactLabel, toDisplayLine, escapeIcons, escapeLinks } from "../../model/displayText.ts";
import { parseBranchArtifactId, defaultBranchTemplate } from "../../model/reference/branchName.ts";
import { parseTemplate } from "../../model/reference/template.ts";
import type { ArtifactTarget } from "../../protocol/commandArguments.ts";
import { settingKeys } from "../../protocol/contributions.ts";
import {
  listBranches,
  createAndSwitchBranch,
  type BranchSwitchOutcome,
  switchBranch,
} from "../../store/commits/gitRefs.ts";
import { loadArtifactForTemplate } from "../../store/commits/commitMessage.ts";
import { showNotification, withProgress } from "../../vscode/notifications.ts";
import { pickMany, pickDynamic, type PromptItem } from "../../vscode/prompts.ts";
import { getCurrentBranchName } from "./activeArtifacts.ts";
import { pickRepositoryForArtifact, checkRepositoryIsOpen, getRepositoryName } from "./pickRepository.ts";
import { type WorkBranchAction, type WorkBranchOption, WorkBranchOptions } from "./workBranchOptions.ts";
import type { CommitsContext } from "./commitsContext.ts";
import type { OpenRepository } from "./workspaceContext.ts";
import { readBranchPatterns } from "./referenceGrammars.ts";
import { formatGitFailure } from "./log/commitText.ts";
import { formatTemplateProblem } from "./templateProblemText.ts";

// The branch prompt. The typed text is a template, and the first item shows the resulting name.

type BranchItem = PromptItem<WorkBranchOption>;

/** The start point, placeholders without a value, and whether the name identifies the artifact. */
function formatBranchDetail(
  { action, missingValues, isRecognized }: WorkBranchOption,
  current: string | undefined,
): string {
  const start =
    action.kind === "create" ? (action.startPoint?.replace(/^refs\/remotes\//, "") ?? current) : undefined;
  const parts = [
    ...(start === undefined ? [] : [vscode.l10n.t("from {0}", toDisplayLine(start, 100))]),
    ...(missingValues.length === 0
      ? []
      : [vscode.l10n.t("No value for: {0}", missingValues.map((name) => toDisplayLine(name)).join(", "))]),
    ...(isRecognized
      ? []
      : [
          vscode.l10n.t(
            "The branch name doesn't identify the artifact. VS Code remembers the artifact for this folder.",
          ),
        ]),
  ];
  return escapeIcons(parts.join(" · "));
}

function createBranchItem(option: WorkBranchOption, current: string | undefined): BranchItem {
  const name = escapeIcons(toDisplayLine(option.action.name, 200));
  const detail = formatBranchDetail(option, current);
  switch (option.action.kind) {
    case "stay":
      return { label: `$(git-branch) ${vscode.l10n.t("Stay on {0}", name)}`, detail, value: option };
    case "checkOut":
      return { label: `$(git-branch) ${vscode.l10n.t("Check Out {0}", name)}`, detail, value: option };
    case "create":
      return {
        label: `$(git-branch-create) ${vscode.l10n.t("Create Branch {0}", name)}`,
        detail,
        value: option,
      };
  }
}

function createBranchItems(text: string, options: WorkBranchOptions): readonly BranchItem[] {
  const existing = options.listExisting();
  const inputOption = text === "" ? undefined : options.parseInput(text);
  if (inputOption === undefined) {
    return existing.map((option) => createBranchItem(option, options.currentBranch));
  }
  if ("code" in inputOption) {
    const problem: BranchItem = { label: `$(error) ${formatTemplateProblem(inputOption)}` };
    return [problem, ...existing.map((option) => createBranchItem(option, options.currentBranch))];
  }
  const otherOptions = existing.filter(({ action }) => action.name !== inputOption.action.name);
  return [inputOption, ...otherOptions].map((option) => createBranchItem(option, options.currentBranch));
}

interface BranchNameSuggestion {
  readonly text: string;
  /** Why the template of the setting is not used. */
  readonly prompt: string | undefined;
}

function suggestBranchName(root: vscode.Uri, options: WorkBranchOptions): BranchNameSuggestion {
  const setting: unknown = vscode.workspace.getConfiguration(undefined, root).get(settingKeys.branchTemplate);
  const source =
    typeof setting === "string" && setting.trim() !== "" ? setting.trim() : defaultBranchTemplate;
  const template = parseTemplate(source);
  const isUsable = template.kind === "template";
  const inputOption = options.parseInput(isUsable ? source : defaultBranchTemplate);
  return {
    text: "code" in inputOption ? `tuleap-${options.artifact.id}` : inputOption.action.name,
    prompt: isUsable
      ? undefined
      : vscode.l10n.t(
          "The setting {0} has an invalid value. {1}",
          settingKeys.branchTemplate,
          formatTemplateProblem(template),
        ),
  };
}

async function pickBranch(
  root: vscode.Uri,
  options: WorkBranchOptions,
): Promise<WorkBranchOption | undefined> {
  const { text, prompt } = suggestBranchName(root, options);
  const { id, title } = options.artifact;
  const result = await pickDynamic<WorkBranchOption>({
    title: escapeIcons(vscode.l10n.t("Start Work on {0}", formatArtifactLabel(id, title))),
    placeholder: vscode.l10n.t("Enter a branch name or a template such as {0}", defaultBranchTemplate),
    prompt,
    value: text,
    canGoBack: false,
    getItems: (text) => createBranchItems(text, options),
  });
  return result.kind === "accepted" ? result.value : undefined;
}

type SwitchFailure = Exclude<BranchSwitchOutcome, { readonly kind: "switched" }>;

const maxNames = 3;

function formatNames(names: readonly string[]): string {
  const shown = names.slice(0, maxNames).map((name) => toDisplayLine(name, 80));
  return shown.join(", ") + (names.length > maxNames ? "…" : "");
}

/** Undefined if the user canceled. */
function formatSwitchFailure(outcome: SwitchFailure, branch: string, repository: string): string | undefined {
  const name = toDisplayLine(branch, 100);
  switch (outcome.kind) {
    case "invalidName":
      return vscode.l10n.t("{0} isn't a valid branch name. Choose a different name.", name);
    case "nameTaken":
      return vscode.l10n.t(
        "A branch named {0}, or one that conflicts with it, already exists. Choose a different name.",
        name,
      );
    case "wouldOverwrite":
      return vscode.l10n.t(
        "Your changes in {0} would be lost. Commit or stash them first.",
        formatNames(outcome.files),
      );
    case "checkedOutElsewhere":
      return vscode.l10n.t("{0} is checked out in another worktree. Open that worktree.", name);
    case "inProgress":
      return vscode.l10n.t("A merge, rebase, or similar operation is in progress. Finish it first.");
    case "locked":
      return vscode.l10n.t(
        "Another Git process is running in this repository. Try again when it has finished.",
      );
    case "untrustedPrograms":
      return vscode.l10n.t(
        "This repository configures Git to run other programs ({0}). If you trust them, use VS Code's Git commands to switch branches.",
        formatNames(outcome.settings),
      );
    case "incompleteClone":
      return vscode.l10n.t(
        "This repository is a partial clone, so files might have to be fetched. Use VS Code's Git commands to switch branches.",
      );
    case "refUnknown":
      return vscode.l10n.t("The branch or commit {0} no longer exists.", toDisplayLine(outcome.ref, 100));
    case "gitMissing":
    case "notARepository":
    case "unsafeRepository":
    case "tooMuch":
      return formatGitFailure(outcome, repository);
    case "canceled":
      return undefined;
    case "failed":
      return vscode.l10n.t("Git couldn't switch to {0}: {1}", name, toDisplayLine(outcome.message));
  }
}

// Follow-up actions, selected after the branch is checked out; the last selection is preselected.

/** In the order of execution; the one that prompts comes last. */
const followUpCommands = ["artifacts.assignToMe", "artifacts.setStatus"] as const;
type FollowUpCommand = (typeof followUpCommands)[number];

const mementoKey = "workExtras";

function getFollowUpLabel(command: FollowUpCommand): string {
  return command === "artifacts.assignToMe" ? vscode.l10n.t("Assign to Me") : vscode.l10n.t("Set Status…");
}

async function runFollowUps(
  { workspaceState, commands }: CommitsContext,
  target: ArtifactTarget,
  title: string | undefined,
): Promise<void> {
  const stored = workspaceState.get(mementoKey);
  const lastSelection: readonly unknown[] = Array.isArray(stored) ? stored : [];
  const result = await pickMany<FollowUpCommand>({
    title: escapeIcons(vscode.l10n.t("Started Work on {0}", formatArtifactLabel(target.artifactId, title))),
    placeholder: vscode.l10n.t("Select additional actions, or press Enter to skip"),
    canGoBack: false,
    items: followUpCommands.map((command) => ({
      label: getFollowUpLabel(command),
      picked: lastSelection.includes(command),
      value: command,
    })),
    validate: () => undefined,
  });
  if (result.kind !== "accepted") return;
  const selected = followUpCommands.filter((command) => result.value.includes(command));
  await workspaceState.update(mementoKey, selected);
  const { siteApi, artifactId, trackerId, page } = target;
  for (const command of selected) await commands.execute(command, { siteApi, artifactId, trackerId, page });
}

/** An action that switches to another branch. */
type SwitchAction = Exclude<WorkBranchAction, { readonly kind: "stay" }>;

/** The editor title menu of a form passes its URI, not an artifact. */
function isArtifactTarget(target: unknown): target is ArtifactTarget {
  return typeof target === "object" && target !== null && "artifactId" in target && "siteApi" in target;
}

function showMessage(text: string): void {
  void vscode.window.showInformationMessage(escapeLinks(toDisplayLine(text)));
}

export class StartStopWorkCommands {
  readonly #context: CommitsContext;

  constructor(context: CommitsContext) {
    this.#context = context;
  }

  async start(target?: unknown): Promise<void> {
    const { gitExtension, gitRepositories } = this.#context;
    const title = vscode.l10n.t("Start Work on Artifact");
    if (!(await checkRepositoryIsOpen(gitExtension, gitRepositories))) return;
    const artifact = isArtifactTarget(target) ? target : await this.#pickArtifact(title);
    if (artifact === undefined) return;
    const repository = await pickRepositoryForArtifact(this.#context, artifact, title);
    if (repository === undefined) return;
    const options = await this.#loadBranchOptions(repository, artifact);
    const option = options && (await pickBranch(repository.root, options));
    if (option === undefined) return;
    const continueWork = async (): Promise<void> => {
      await this.#saveChoice(repository, artifact, option);
      await runFollowUps(this.#context, artifact, options?.artifact.title);
    };
    await this.#switchAndContinue(repository, option.action, continueWork);
  }

  /** The branch is not changed; it only has no active artifact anymore. */
  async stop(target?: OpenRepository): Promise<void> {
    const { workspace, activeArtifacts } = this.#context;
    const repository = target ?? (await workspace.pickRepository(vscode.l10n.t("Stop Work")));
    if (repository === undefined) return;
    const branch = getCurrentBranchName(repository);
    if (branch === undefined || activeArtifacts.get(repository) === undefined) {
      return showMessage(vscode.l10n.t("This repository has no active artifact."));
    }
    const isRecognized = parseBranchArtifactId(branch, readBranchPatterns()) !== undefined;
    await activeArtifacts.setChoice(repository, branch, isRecognized ? { kind: "stopped" } : undefined);
  }

  async #pickArtifact(title: string): Promise<ArtifactTarget | undefined> {
    const { form } = this.#context.features;
    return (await form.getFormArtifact()) ?? form.selectArtifact(title);
  }

  async #loadBranchOptions(
    repository: OpenRepository,
    { siteApi, artifactId, trackerId }: ArtifactTarget,
  ): Promise<WorkBranchOptions | undefined> {
    const { sites, catalog } = this.#context;
    const site = sites.find(siteApi);
    if (site === undefined) return undefined;
    const message = vscode.l10n.t("Loading from {0}…", site.label);
    return withProgress(message, async (signal) => {
      const [artifact, found] = await Promise.all([
        loadArtifactForTemplate(catalog.getSite(site), artifactId, { trackerId, signal }),
        listBranches(repository.cli, signal),
      ]);
      // A failure of git is reported when the branch is switched.
      const branches = found.kind === "branches" ? found.branches : [];
      return new WorkBranchOptions(
        artifact,
        branches,
        getCurrentBranchName(repository),
        readBranchPatterns(),
      );
    });
  }

  /** `continueWork` runs once the branch is checked out. */
  async #switchAndContinue(
    repository: OpenRepository,
    action: WorkBranchAction,
    continueWork: () => Promise<void>,
  ): Promise<void> {
    if (action.kind !== "stay") {
      const outcome = await this.#switchBranch(repository, action);
      if (outcome.kind !== "switched") {
        return this.#showSwitchFailure(repository, action, outcome, continueWork);
      }
      await repository.scm.status();
    }
    await continueWork();
  }

  #switchBranch({ cli }: OpenRepository, action: SwitchAction): Promise<BranchSwitchOutcome> {
    const message = vscode.l10n.t("Switching to {0}…", action.name);
    return withProgress(message, (signal) =>
      action.kind === "create"
        ? createAndSwitchBranch(cli, action.name, action.startPoint, signal)
        : switchBranch(cli, action.name, signal),
    );
  }

  /** Repositories that run other programs or fetch on checkout are left to the Git extension, which the user can start. */
  #showSwitchFailure(
    repository: OpenRepository,
    action: SwitchAction,
    outcome: SwitchFailure,
    continueWork: () => Promise<void>,
  ): void {
    const text = formatSwitchFailure(outcome, action.name, getRepositoryName(repository));
    if (text === undefined) return;
    const canUseGitExtension = outcome.kind === "untrustedPrograms" || outcome.kind === "incompleteClone";
    const isNew = action.kind === "create";
    const gitAction = {
      label: isNew ? vscode.l10n.t("Create Branch with Git…") : vscode.l10n.t("Check Out with Git…"),
      run: async () => {
        await vscode.commands.executeCommand(isNew ? "git.branch" : "git.checkout", repository.root);
        if (getCurrentBranchName(repository) === action.name) await continueWork();
      },
    };
    showNotification(this.#context.errorHandler, "warning", text, ...(canUseGitExtension ? [gitAction] : []));
  }

  /** A name that identifies the artifact needs no stored choice; this also clears an earlier "stopped". */
  async #saveChoice(
    repository: OpenRepository,
    { siteApi, artifactId }: ArtifactTarget,
    { action, isRecognized }: WorkBranchOption,
  ): Promise<void> {
    const choice = isRecognized ? undefined : ({ kind: "work", siteApi, artifactId } as const);
    await this.#context.activeArtifacts.setChoice(repository, action.name, choice);
  }
}
