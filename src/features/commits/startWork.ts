// Taking up work on an artifact, and being done with it.
import * as vscode from "vscode";
import { artifactLabel, oneLine, withoutIcons, withoutLinks } from "../../model/displayText.ts";
import { artifactOfBranch, defaultBranchTemplate } from "../../model/reference/branchName.ts";
import { parseTemplate } from "../../model/reference/template.ts";
import type { ArtifactTarget } from "../../protocol/commands.ts";
import { settings } from "../../protocol/contributions.ts";
import { branchesOf, createBranch, type SwitchOutcome, switchTo } from "../../store/commits/branches.ts";
import { templateArtifact } from "../../store/commits/commitMessage.ts";
import { notify, withProgress } from "../../vscode/notifications.ts";
import { pickMany, pickTyped, type StepRow } from "../../vscode/prompts.ts";
import { branchOf } from "./activeArtifact.ts";
import { askWorkRepository, hasRepository, nameOf } from "./askRepository.ts";
import { type BranchChoice, type BranchOffer, BranchOffers } from "./branchOffer.ts";
import type { CommitsContext } from "./commitsContext.ts";
import type { OpenRepository } from "./folderContext.ts";
import { branchPatterns } from "./grammars.ts";
import { gitFailureText } from "./log/commitText.ts";
import { templateProblemText } from "./templateText.ts";

// Which branch the work goes on. What is typed is a template, and each key stroke shows the name that it would give.

type Row = StepRow<BranchOffer>;

/** Where it begins, what the template asked for in vain, and what it takes to be found again. */
function remark({ choice, missing, isRecognised }: BranchOffer, current: string | undefined): string {
  const { t } = vscode.l10n;
  const start =
    choice.kind === "create" ? (choice.start?.replace(/^refs\/remotes\//, "") ?? current) : undefined;
  const words = [
    ...(start === undefined ? [] : [t("from {0}", oneLine(start, 100))]),
    ...(missing.length === 0
      ? []
      : [t("No value for: {0}", missing.map((name) => oneLine(name)).join(", "))]),
    ...(isRecognised ? [] : [t("The name does not tell the artifact: VS Code remembers it for this folder")]),
  ];
  return withoutIcons(words.join(" · "));
}

function rowOf(offer: BranchOffer, current: string | undefined): Row {
  const { t } = vscode.l10n;
  const name = withoutIcons(oneLine(offer.choice.name, 200));
  const detail = remark(offer, current);
  switch (offer.choice.kind) {
    case "stay":
      return { label: `$(git-branch) ${t("Stay on {0}", name)}`, detail, value: offer };
    case "checkOut":
      return { label: `$(git-branch) ${t("Check out {0}", name)}`, detail, value: offer };
    case "create":
      return { label: `$(git-branch-create) ${t("Create branch {0}", name)}`, detail, value: offer };
  }
}

function rowsFor(typed: string, offers: BranchOffers): readonly Row[] {
  const standing = offers.standing();
  const offered = typed === "" ? undefined : offers.typed(typed);
  if (offered === undefined) return standing.map((offer) => rowOf(offer, offers.current));
  if ("code" in offered) {
    const problem: Row = { label: `$(error) ${templateProblemText(offered)}` };
    return [problem, ...standing.map((offer) => rowOf(offer, offers.current))];
  }
  const others = standing.filter(({ choice }) => choice.name !== offered.choice.name);
  return [offered, ...others].map((offer) => rowOf(offer, offers.current));
}

interface Proposal {
  readonly text: string;
  /** Why the setting's template was not taken. */
  readonly prompt: string | undefined;
}

function proposal(root: vscode.Uri, offers: BranchOffers): Proposal {
  const set: unknown = vscode.workspace.getConfiguration(undefined, root).get(settings.branchTemplate);
  const source = typeof set === "string" && set.trim() !== "" ? set.trim() : defaultBranchTemplate;
  const template = parseTemplate(source);
  const isUsable = template.kind === "template";
  const offered = offers.typed(isUsable ? source : defaultBranchTemplate);
  return {
    text: "code" in offered ? `tuleap-${offers.artifact.id}` : offered.choice.name,
    prompt: isUsable
      ? undefined
      : vscode.l10n.t(
          "The setting {0} can't be used. {1}",
          settings.branchTemplate,
          templateProblemText(template),
        ),
  };
}

async function askBranch(root: vscode.Uri, offers: BranchOffers): Promise<BranchOffer | undefined> {
  const { text, prompt } = proposal(root, offers);
  const { id, title } = offers.artifact;
  const reply = await pickTyped<BranchOffer>({
    title: withoutIcons(vscode.l10n.t("Start Work on {0}", artifactLabel(id, title))),
    placeholder: vscode.l10n.t("Name of the branch, or a template such as {0}", defaultBranchTemplate),
    prompt,
    value: text,
    canGoBack: false,
    rowsFor: (typed) => rowsFor(typed, offers),
  });
  return reply.kind === "answer" ? reply.value : undefined;
}

// What became of a switch of branches, and what to do about it: one sentence each.

type Refusal = Exclude<SwitchOutcome, { readonly kind: "switched" }>;

const mostNames = 3;

function listed(names: readonly string[]): string {
  const shown = names.slice(0, mostNames).map((name) => oneLine(name, 80));
  return shown.join(", ") + (names.length > mostNames ? "…" : "");
}

/** Undefined for what the person has called off. */
function refusalText(outcome: Refusal, branch: string, repository: string): string | undefined {
  const { t } = vscode.l10n;
  const name = oneLine(branch, 100);
  switch (outcome.kind) {
    case "invalidName":
      return t("Choose another name: git takes no branch named {0}.", name);
    case "nameTaken":
      return t("Choose another name: there is {0} already, or a branch in its way.", name);
    case "wouldOverwrite":
      return t("Commit or stash your changes in {0} first: they would be lost.", listed(outcome.files));
    case "checkedOutElsewhere":
      return t("Open the other worktree: {0} is checked out there.", name);
    case "inProgress":
      return t("End the merge, rebase or the like that is going on first.");
    case "locked":
      return t("Another git is at work in this repository: try again when it is done.");
    case "foreignPrograms":
      return t(
        "This repository has git run programs of its own ({0}): switch with VS Code's git if you trust them.",
        listed(outcome.settings),
      );
    case "incompleteClone":
      return t("This clone is partial, and files may have to be fetched: switch with VS Code's git.");
    case "refUnknown":
      return t("There is no branch or commit named {0} any more.", oneLine(outcome.ref, 100));
    case "gitMissing":
    case "notARepository":
    case "unsafeRepository":
    case "tooMuch":
      return gitFailureText(outcome, repository);
    case "cancelled":
      return undefined;
    case "failed":
      return t("Git did not switch to {0}: {1}", name, oneLine(outcome.said));
  }
}

// What else comes with taking up work: asked once the branch is there, with what was wanted the last time.

/** In the order in which they are done: the one that asks comes last. */
const extras = ["artifacts.assignToMe", "artifacts.setStatus"] as const;
type Extra = (typeof extras)[number];

const memoryKey = "workExtras";

function labelOf(extra: Extra): string {
  return extra === "artifacts.assignToMe" ? vscode.l10n.t("Assign to me") : vscode.l10n.t("Set status…");
}

async function askExtras(
  { memory, commands }: CommitsContext,
  target: ArtifactTarget,
  title: string | undefined,
): Promise<void> {
  const kept = memory.get(memoryKey);
  const last: readonly unknown[] = Array.isArray(kept) ? kept : [];
  const reply = await pickMany<Extra>({
    title: withoutIcons(vscode.l10n.t("At Work on {0}", artifactLabel(target.artifactId, title))),
    placeholder: vscode.l10n.t("What else? Enter without a choice changes nothing"),
    canGoBack: false,
    rows: extras.map((extra) => ({ label: labelOf(extra), picked: last.includes(extra), value: extra })),
    refuse: () => undefined,
  });
  if (reply.kind !== "answer") return;
  const wanted = extras.filter((extra) => reply.value.includes(extra));
  await memory.update(memoryKey, wanted);
  const { siteApi, artifactId, trackerId, page } = target;
  for (const extra of wanted) await commands.run(extra, { siteApi, artifactId, trackerId, page });
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
  readonly #context: CommitsContext;

  constructor(context: CommitsContext) {
    this.#context = context;
  }

  async start(given?: unknown): Promise<void> {
    const { git, gitRepositories } = this.#context;
    const title = vscode.l10n.t("Start Work on Artifact");
    if (!(await hasRepository(git, gitRepositories))) return;
    const target = isArtifact(given) ? given : await this.#askArtifact(title);
    if (target === undefined) return;
    const repository = await askWorkRepository(this.#context, target, title);
    if (repository === undefined) return;
    const offers = await this.#offers(repository, target);
    const offer = offers && (await askBranch(repository.root, offers));
    if (offer === undefined) return;
    const goOn = async (): Promise<void> => {
      await this.#choose(repository, target, offer);
      await askExtras(this.#context, target, offers?.artifact.title);
    };
    await this.#go(repository, offer.choice, goOn);
  }

  /** The branch stays as it is; it only is about no artifact any more. */
  async stop(given?: OpenRepository): Promise<void> {
    const { workplace, active } = this.#context;
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
    const { form } = this.#context.features;
    return (await form.activeArtifact()) ?? form.chooseArtifact(title);
  }

  async #offers(
    repository: OpenRepository,
    { siteApi, artifactId, trackerId }: ArtifactTarget,
  ): Promise<BranchOffers | undefined> {
    const { sites, catalog } = this.#context;
    const site = sites.find(siteApi);
    if (site === undefined) return undefined;
    const reading = vscode.l10n.t("Reading from {0}", site.label);
    return withProgress(reading, async (signal) => {
      const [artifact, found] = await Promise.all([
        templateArtifact(catalog.of(site), artifactId, { trackerId, signal }),
        branchesOf(repository.asked, signal),
      ]);
      // What stands against git is told when a branch is chosen.
      const branches = found.kind === "branches" ? found.branches : [];
      return new BranchOffers(artifact, branches, branchOf(repository), branchPatterns());
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
    notify(this.#context.boundary, "warning", text, ...(isForGit ? [byGit] : []));
  }

  /** A name that tells the artifact needs no other word, also where somebody has stopped before. */
  async #choose(
    repository: OpenRepository,
    { siteApi, artifactId }: ArtifactTarget,
    { choice, isRecognised }: BranchOffer,
  ): Promise<void> {
    const kept = isRecognised ? undefined : ({ kind: "work", siteApi, artifactId } as const);
    await this.#context.active.choose(repository, choice.name, kept);
  }
}
