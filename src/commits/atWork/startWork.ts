// Taking up work on an artifact, and being done with it.
import * as vscode from "vscode";
import { oneLine, withoutLinks } from "../../model/displayText.ts";
import { artifactOfBranch } from "../../model/reference/branch.ts";
import { notify } from "../../platform/notify.ts";
import { withProgress } from "../../platform/progress.ts";
import type { ArtifactTarget } from "../../protocol/commands.ts";
import { branchesOf } from "../../store/commits/branches.ts";
import { createBranch, type SwitchOutcome, switchTo } from "../../store/commits/switchBranch.ts";
import { templateArtifact } from "../../store/commits/templateArtifact.ts";
import { type ActiveArtifacts, branchOf } from "../active.ts";
import { hasRepository, nameOf } from "../askRepository.ts";
import { askBranch } from "./askBranch.ts";
import type { BranchChoice, BranchOffer, Surroundings } from "./branchOffer.ts";
import type { PartDependencies } from "../dependencies.ts";
import { branchPatterns } from "../grammars.ts";
import type { Repositories } from "../repositories.ts";
import { type Refusal, refusalText } from "./switchText.ts";
import { askExtras } from "./workExtras.ts";
import { askWorkRepository } from "./workRepository.ts";
import type { OpenRepository } from "../workplace.ts";

export interface WorkDependencies extends PartDependencies {
  readonly repositories: Repositories;
  readonly active: ActiveArtifacts;
}

/** To another branch. */
type Switch = Exclude<BranchChoice, { readonly kind: "stay" }>;

/** The title of a form hands over what it is in, and not what it is about. */
function isArtifact(given: unknown): given is ArtifactTarget {
  return typeof given === "object" && given !== null && "artifactId" in given && "siteApi" in given;
}

function say(text: string): void {
  void vscode.window.showInformationMessage(withoutLinks(oneLine(text)));
}

export class Work {
  readonly #dependencies: WorkDependencies;

  constructor(dependencies: WorkDependencies) {
    this.#dependencies = dependencies;
  }

  async start(given?: unknown): Promise<void> {
    const { git, repositories } = this.#dependencies;
    const title = vscode.l10n.t("Start Work on Artifact");
    if (!(await hasRepository(git, repositories))) return;
    const target = isArtifact(given) ? given : await this.#askArtifact(title);
    if (target === undefined) return;
    const repository = await askWorkRepository(this.#dependencies, target, title);
    if (repository === undefined) return;
    const around = await this.#surroundings(repository, target);
    const offer = around && (await askBranch(repository.root, around));
    if (offer === undefined) return;
    const goOn = async (): Promise<void> => {
      await this.#choose(repository, target, offer);
      await askExtras(this.#dependencies, target, around?.artifact.title);
    };
    await this.#go(repository, offer.choice, goOn);
  }

  /** The branch stays as it is; it only is about no artifact any more. */
  async stop(given?: OpenRepository): Promise<void> {
    const { workplace, active } = this.#dependencies;
    const repository = given ?? (await workplace.askRepository(vscode.l10n.t("Stop Work")));
    if (repository === undefined) return;
    const branch = branchOf(repository);
    if (branch === undefined || active.in(repository) === undefined) {
      return say(vscode.l10n.t("Nobody is at work on an artifact here."));
    }
    const isNamed = artifactOfBranch(branch, branchPatterns()) !== undefined;
    await active.choose(repository, branch, isNamed ? { kind: "stopped" } : undefined);
  }

  async #askArtifact(title: string): Promise<ArtifactTarget | undefined> {
    const { commands } = this.#dependencies;
    const inFront = await commands.ask("artifacts.formInFront");
    return inFront ?? (await commands.ask("artifacts.chooseArtifact", title));
  }

  async #surroundings(
    repository: OpenRepository,
    { siteApi, artifactId, trackerId }: ArtifactTarget,
  ): Promise<Surroundings | undefined> {
    const { sites, catalog } = this.#dependencies;
    const site = sites.find(siteApi);
    if (site === undefined) return undefined;
    const reading = vscode.l10n.t("Reading from {0}", site.label);
    return withProgress(reading, async (signal) => {
      const [artifact, found] = await Promise.all([
        templateArtifact(catalog.of(site), artifactId, { trackerId, signal }),
        branchesOf(repository.asked, signal),
      ]);
      return {
        artifact,
        patterns: branchPatterns(),
        // What stands against git is told when a branch is chosen.
        branches: found.kind === "branches" ? found.branches : [],
        current: branchOf(repository),
      };
    });
  }

  /** `goOn` runs once one is on the branch. */
  async #go(repository: OpenRepository, choice: BranchChoice, goOn: () => Promise<void>): Promise<void> {
    if (choice.kind !== "stay") {
      const outcome = await this.#switch(repository, choice);
      if (outcome.kind !== "switched") return this.#refused(repository, choice, outcome, goOn);
      await repository.git.status();
    }
    await goOn();
  }

  #switch({ asked }: OpenRepository, choice: Switch): Promise<SwitchOutcome> {
    const switching = vscode.l10n.t("Switching to {0}", choice.name);
    return withProgress(switching, (signal) =>
      choice.kind === "create"
        ? createBranch(asked, choice.name, choice.start, signal)
        : switchTo(asked, choice.name, signal),
    );
  }

  /** What we don't do unasked the person may do by the git extension, which knows this branch or asks for a name. */
  #refused(repository: OpenRepository, choice: Switch, outcome: Refusal, goOn: () => Promise<void>): void {
    const text = refusalText(outcome, choice.name, nameOf(repository));
    if (text === undefined) return;
    const isForGit = outcome.kind === "foreignPrograms" || outcome.kind === "incompleteClone";
    const isNew = choice.kind === "create";
    const byGit = {
      label: isNew ? vscode.l10n.t("Create Branch with Git…") : vscode.l10n.t("Check Out with Git…"),
      run: async () => {
        await vscode.commands.executeCommand(isNew ? "git.branch" : "git.checkout", repository.root);
        if (branchOf(repository) === choice.name) await goOn();
      },
    };
    notify(this.#dependencies.boundary, "warning", text, ...(isForGit ? [byGit] : []));
  }

  /** A name that tells the artifact needs no other word, also where somebody has stopped before. */
  async #choose(
    repository: OpenRepository,
    { siteApi, artifactId }: ArtifactTarget,
    { choice, isRecognised }: BranchOffer,
  ): Promise<void> {
    const kept = isRecognised ? undefined : ({ kind: "work", siteApi, artifactId } as const);
    await this.#dependencies.active.choose(repository, choice.name, kept);
  }
}
