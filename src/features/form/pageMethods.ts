// What the page of a form may ask for.
import * as vscode from "vscode";
import { oneLine } from "../../model/displayText.ts";
import type { CommandAnswers, CommandArguments, CommitTarget, FoundCommit } from "../../protocol/commands.ts";
import type { HostMethods, LinkTarget, ShownCommit } from "../../protocol/page.ts";
import { CallFailed } from "../../protocol/rpc.ts";
import type { Forms } from "../../store/forms.ts";
import { describe, findLinked, type Linked } from "../../store/linkTargets.ts";
import { artifactIn, pageAddress } from "../../store/sites.ts";
import type { Commands } from "../../vscode/commands.ts";
import { age } from "../../vscode/age.ts";
import { moment } from "../../vscode/dates.ts";
import type { Boundary } from "../../vscode/errorHandler.ts";
import { type AttachmentDependencies, attachmentMethods } from "./attachmentMethods.ts";
import type { DraftFiles } from "./draftFiles.ts";
import type { FormActions } from "./formActions.ts";
import type { FormPanel } from "./formPanel.ts";
import { ShownHistory } from "./shownHistory.ts";

// The commits that mention an artifact as its page shows them: they come as they are found.

function shownCommit(
  { repository, hash, subject, author, authoredAt }: FoundCommit,
  now: number,
): ShownCommit {
  return {
    repository,
    hash,
    short: hash.slice(0, 10),
    subject: oneLine(subject),
    by: [oneLine(author, 60), age(authoredAt, now)].filter((part) => part !== "").join(" · "),
    exactly: moment(authoredAt) ?? "",
  };
}

class ShownCommits {
  readonly #panel: FormPanel;
  readonly #commands: Commands<CommandArguments, CommandAnswers>;
  #told: readonly FoundCommit[] = [];

  constructor(panel: FormPanel, commands: Commands<CommandArguments, CommandAnswers>) {
    this.#panel = panel;
    this.#commands = commands;
  }

  /** Nothing is said of commits where there is nowhere to look for them, or they are none. */
  async show(): Promise<void> {
    const { editing, site, hidden, signal } = this.#panel;
    const { subject } = editing;
    if (subject.kind !== "artifact" || signal.aborted) return;
    const { artifactId } = subject;
    const calledOff = new AbortController();
    const stop = (): void => calledOff.abort();
    const hiding = hidden.listen(stop);
    signal.addEventListener("abort", stop);
    const found = await this.#commands.ask(
      "artifacts.commitsOf",
      { siteApi: site.api, artifactId },
      {
        onFound: (commits) => this.#tell(commits, []),
        onCalledOff(act) {
          // Whoever left while the question was on its way has called it off already.
          if (calledOff.signal.aborted) act();
          else calledOff.signal.addEventListener("abort", act);
        },
      },
    );
    hiding.dispose();
    signal.removeEventListener("abort", stop);
    if (found === undefined) return;
    const { commits, isCut, problems } = found;
    const cut = isCut ? [vscode.l10n.t("There are more: these are the newest {0}.", commits.length)] : [];
    if (commits.length > 0 || problems.length > 0) this.#tell(commits, [...cut, ...problems]);
  }

  /** Only what was shown is opened for a page. */
  async open({ repository, hash }: CommitTarget): Promise<void> {
    const isShown = this.#told.some((each) => each.repository === repository && each.hash === hash);
    if (isShown) await this.#commands.run("artifacts.openCommit", { repository, hash });
  }

  #tell(commits: readonly FoundCommit[], notes: readonly string[]): void {
    this.#told = commits;
    const now = Date.now();
    this.#panel.tell("commits", { list: commits.map((commit) => shownCommit(commit, now)), notes });
  }
}

interface MethodsDependencies extends AttachmentDependencies {
  readonly forms: Forms;
  readonly draftFiles: DraftFiles;
  readonly actions: FormActions;
  readonly boundary: Boundary;
  readonly commands: Commands<CommandArguments, CommandAnswers>;
}

function linkTarget({ artifactId, row, trackerLabel }: Linked): LinkTarget {
  return {
    artifactId,
    reference: trackerLabel === undefined ? `#${artifactId}` : `${trackerLabel} #${artifactId}`,
    title: row?.title,
    status: row?.status,
    isOpen: row?.isOpen,
  };
}

/** Links in texts of a server: its own artifacts open here, other pages in the browser; nothing else is followed. */
async function openAddress(
  { commands }: MethodsDependencies,
  siteApi: string,
  address: string,
): Promise<void> {
  const artifactId = artifactIn(siteApi, address);
  if (artifactId !== undefined) return commands.run("artifacts.openArtifact", { siteApi, artifactId });
  const isWhole = /^(https?|mailto):/i.test(address);
  const url = isWhole ? address : pageAddress(siteApi, address);
  await vscode.env.openExternal(vscode.Uri.parse(url, true));
}

export function pageMethods(
  dependencies: MethodsDependencies,
  panel: FormPanel,
): Omit<HostMethods, "ready" | "edit"> {
  const { catalog, forms, draftFiles, actions, boundary, commands } = dependencies;
  const { site, editing } = panel;
  const siteCatalog = () => catalog.of(site);
  const history = new ShownHistory(panel, forms, boundary, () => siteCatalog().shortNames);
  const commits = new ShownCommits(panel, commands);
  return {
    undo: () => actions.step(panel, "undo"),
    redo: () => actions.step(panel, "redo"),
    save: () => actions.save(panel, "checked"),
    discard: () => actions.discard(panel),
    refresh: () => actions.refresh(panel),
    openInBrowser: () => actions.openInBrowser(panel),
    choose: ({ fieldId, choice }) => {
      if (editing.choose(fieldId, choice) === "taken") return;
      throw new CallFailed(vscode.l10n.t("This is being saved: choose when that is over."));
    },
    compare: ({ fieldId }) => draftFiles.compare(editing, fieldId),
    backToForm: () => editing.resolve(false),
    overwrite: () => actions.overwrite(panel),
    act: ({ noticeId, actionId }) => actions.act(panel, noticeId, actionId),
    findPeople: async ({ query }) => {
      const { client } = await siteCatalog().connection();
      const people = await client.people(query, panel.signal);
      return people.map(({ id, label, username }) => ({ id, label, detail: username }));
    },
    findArtifacts: async ({ query }) =>
      (await findLinked(siteCatalog(), query, editing.base?.tracker.id)).map(linkTarget),
    describeArtifacts: async ({ ids }) => (await describe(siteCatalog(), ids)).map(linkTarget),
    history: async ({ want }) => {
      if (want === "newest") boundary.start("read commits", () => commits.show());
      await history.show(want);
    },
    openCommit: (commit) => commits.open(commit),
    image: async ({ address }) => {
      const { client } = await siteCatalog().connection();
      const { type, bytes } = await client.image(address, panel.signal);
      return `data:${type};base64,${Buffer.from(bytes).toString("base64")}`;
    },
    openText: ({ target }) => draftFiles.show(editing, target),
    openArtifact: ({ artifactId }) =>
      commands.run("artifacts.openArtifact", { siteApi: site.api, artifactId }),
    openAddress: ({ address }) => openAddress(dependencies, site.api, address),
    ...attachmentMethods(dependencies, panel, boundary),
  };
}
