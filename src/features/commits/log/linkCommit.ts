// A commit made known at an artifact, by a comment.
import * as vscode from "vscode";
import { artifactLabel, oneLine, withoutIcons, withoutLinks } from "../../../model/displayText.ts";
import { findReferences } from "../../../model/reference/find.ts";
import type { Site } from "../../../model/site.ts";
import type { ArtifactTarget } from "../../../protocol/commands.ts";
import { type CommitDetails, commitOf, recentCommits } from "../../../store/commits/commitLog.ts";
import { isCommitSaid } from "../../../store/commits/commitMessage.ts";
import { isOnRemoteBranch } from "../../../store/commits/remotes.ts";
import type { Told } from "../../../store/references/lookups.ts";
import { withProgress } from "../../../vscode/notifications.ts";
import { askText } from "../../../vscode/prompts.ts";
import { nameOf } from "../askRepository.ts";
import type { CommitsContext } from "../commitsContext.ts";
import type { OpenRepository, Workplace } from "../folderContext.ts";
import { repositoryAt } from "./artifactCommits.ts";
import {
  commitComment,
  commitDetail,
  commitPage,
  gitFailureText,
  linkedText,
  sayGitFailure,
  shortHash,
} from "./commitText.ts";
import type { LinksAfterPush } from "./linksAfterPush.ts";

// Which commit is meant: one that another view has named, else one of the recent ones, else any by its name.

interface ChosenCommit {
  readonly repository: OpenRepository;
  readonly commit: CommitDetails;
}

interface CommitRow extends vscode.QuickPickItem {
  /** Undefined for another one. */
  readonly hash: string | undefined;
}

const hashText = /^[0-9a-f]{40,64}$/;

function say(text: string): undefined {
  void vscode.window.showInformationMessage(text);
}

async function read(repository: OpenRepository, hash: string): Promise<ChosenCommit | undefined> {
  const told = await withProgress(vscode.l10n.t("Reading commit {0}", shortHash(hash)), (signal) =>
    commitOf(repository.asked, hash, signal),
  );
  if (told.kind === "commit") return { repository, commit: told.commit };
  return sayGitFailure(told, nameOf(repository));
}

function askAny(repository: OpenRepository, title: string): Promise<ChosenCommit | undefined> {
  return askText<ChosenCommit>({
    title,
    prompt: vscode.l10n.t("A hash, a branch, a tag, or what else git takes for a commit"),
    judge: async (text, signal) => {
      const told = await commitOf(repository.asked, text.trim(), signal);
      if (told.kind === "commit") return { kind: "accepted", value: { repository, commit: told.commit } };
      return { kind: "refused", why: gitFailureText(told, nameOf(repository)) ?? "" };
    },
  });
}

async function askRecent(
  repository: OpenRepository,
  title: string,
  file: vscode.Uri | undefined,
): Promise<ChosenCommit | undefined> {
  const told = await withProgress(vscode.l10n.t("Reading commits of {0}", nameOf(repository)), (signal) =>
    recentCommits(repository.asked, { signal, file: file?.fsPath }),
  );
  if (told.kind !== "commits") return sayGitFailure(told, nameOf(repository));
  const rows: readonly CommitRow[] = told.commits.map((commit) => ({
    label: withoutIcons(oneLine(commit.subject)) || shortHash(commit.hash),
    description: commitDetail(commit),
    hash: commit.hash,
  }));
  const any: CommitRow = { label: vscode.l10n.t("Another Commit…"), hash: undefined, alwaysShow: true };
  const placeHolder =
    file === undefined
      ? vscode.l10n.t("Which commit of {0}?", nameOf(repository))
      : vscode.l10n.t("Which commit that changed {0}?", vscode.workspace.asRelativePath(file, false));
  const picked = await vscode.window.showQuickPick([...rows, any], {
    title,
    placeHolder,
    matchOnDescription: true,
  });
  if (picked === undefined) return undefined;
  return picked.hash === undefined ? askAny(repository, title) : read(repository, picked.hash);
}

/**
 * `commit` and `from` as views of VS Code hand them over: hovers name the repository's root and the hash. The Timeline's menu
 * names the file only, since its commits are shown to no other extension.
 */
async function askCommit(
  workplace: Workplace,
  title: string,
  commit: unknown,
  from: unknown,
): Promise<ChosenCommit | undefined> {
  if (typeof commit === "string" && typeof from === "string" && hashText.test(from)) {
    const named = repositoryAt(workplace, commit);
    if (named !== undefined && vscode.workspace.isTrusted) return read(named, from);
    return say(vscode.l10n.t("The repository of this commit is not open any more."));
  }
  const file = from instanceof vscode.Uri ? from : undefined;
  const holding = file && workplace.repositoryOf(file);
  const repository = holding ?? (await workplace.askRepository(title));
  return repository && askRecent(repository, title, holding === undefined ? undefined : file);
}

// Which artifact a commit is to be linked to: those that its message mentions are offered first, then the one of the branch.

interface LinkedRow extends vscode.QuickPickItem {
  /** Undefined for another one. */
  readonly artifactId: number | undefined;
}

/** More would be no message. */
const mostOffered = 20;

function rowOf(artifactId: number, told: Told | undefined, why: string): LinkedRow {
  const artifact = told?.kind === "artifact" ? told : undefined;
  const facts = [oneLine(artifact?.status ?? "", 40), why].filter((part) => part !== "");
  return {
    label: withoutIcons(artifactLabel(artifactId, artifact?.title)),
    description: facts.join(" · "),
    artifactId,
  };
}

async function askLinked(
  { workplace, lookups, features }: CommitsContext,
  { repository, commit }: ChosenCommit,
  site: Site,
  title: string,
): Promise<ArtifactTarget | undefined> {
  const message = `${commit.subject}\n\n${commit.body}`;
  const references = findReferences(message, workplace.grammarOf(site));
  const mentioned = [...new Set(references.map(({ artifactId }) => artifactId))].slice(0, mostOffered);
  const active = workplace.activeIn(repository);
  const ofBranch = active?.site.api === site.api ? active.artifactId : undefined;
  const ids = ofBranch === undefined ? mentioned : [...new Set([...mentioned, ofBranch])];
  const { api: siteApi } = site;
  if (ids.length === 0) return features.form.chooseArtifact(title, { siteApi });
  const told = await withProgress(vscode.l10n.t("Reading from {0}", site.label), (signal) =>
    lookups.lookUp(site, ids, signal),
  );
  const rows = ids.map((id) =>
    rowOf(
      id,
      told.get(id),
      mentioned.includes(id) ? vscode.l10n.t("in the message") : vscode.l10n.t("of the branch"),
    ),
  );
  const other: LinkedRow = {
    label: vscode.l10n.t("Another Artifact…"),
    artifactId: undefined,
    alwaysShow: true,
  };
  const placeHolder = vscode.l10n.t("Which artifact of {0}?", site.label);
  const picked = await vscode.window.showQuickPick([...rows, other], { title, placeHolder });
  if (picked === undefined) return undefined;
  return picked.artifactId === undefined
    ? features.form.chooseArtifact(title, { siteApi })
    : { siteApi, artifactId: picked.artifactId };
}

/** A comment stays: nobody says the same twice without having been asked. */
async function isWanted(
  { sites, catalog }: CommitsContext,
  { siteApi, artifactId }: ArtifactTarget,
  { commit }: ChosenCommit,
): Promise<boolean> {
  const site = sites.find(siteApi);
  if (site === undefined) return false;
  const isSaid = await withProgress(vscode.l10n.t("Reading from {0}", site.label), (signal) =>
    isCommitSaid(catalog.of(site), artifactId, commit.hash, signal),
  );
  if (!isSaid) return true;
  const again = vscode.l10n.t("Comment Again");
  const text = vscode.l10n.t(
    "A comment on #{0} names commit {1} already.",
    artifactId,
    shortHash(commit.hash),
  );
  return (await vscode.window.showWarningMessage(text, { modal: true }, again)) === again;
}

/** A comment would tell people of one site about the commits of another. */
function sayElsewhere(site: string): undefined {
  const text = vscode.l10n.t("Choose an artifact of {0}: this repository is about that site.", site);
  void vscode.window.showInformationMessage(withoutLinks(oneLine(text)));
}

/** A link to a commit that was never pushed leads nowhere; undefined when dismissed. */
async function askWhen(
  { repository, commit }: ChosenCommit,
  title: string,
): Promise<"now" | "afterPush" | undefined> {
  const told = await isOnRemoteBranch(repository.asked, commit.hash);
  if (told.kind !== "told") return sayGitFailure(told, nameOf(repository));
  if (told.isSo) return "now";
  const rows = [
    { label: vscode.l10n.t("Link After the Push"), when: "afterPush" },
    { label: vscode.l10n.t("Link Now"), when: "now" },
  ] as const;
  const picked = await vscode.window.showQuickPick(rows, {
    title,
    placeHolder: vscode.l10n.t(
      "Commit {0} is on no remote branch, so others can't open it yet.",
      shortHash(commit.hash),
    ),
  });
  return picked?.when;
}

/** What is going to be said, to be read and changed first. */
async function askComment(
  { sites }: CommitsContext,
  { repository, commit }: ChosenCommit,
  { artifactId }: ArtifactTarget,
): Promise<string | undefined> {
  const text = await vscode.window.showInputBox({
    title: vscode.l10n.t("Comment on #{0}", artifactId),
    prompt: vscode.l10n.t("The comment that links the commit, as Markdown. Press Enter to accept it."),
    value: commitComment(commit, await commitPage(sites, repository, commit.hash)),
    valueSelection: [0, 0],
    ignoreFocusOut: true,
    validateInput: (typed) => (typed.trim() === "" ? vscode.l10n.t("Enter a comment.") : undefined),
  });
  return text?.trim();
}

export async function linkCommit(
  context: CommitsContext,
  links: Pick<LinksAfterPush, "add">,
  commit?: unknown,
  from?: unknown,
): Promise<void> {
  const { workplace, features } = context;
  const title = vscode.l10n.t("Link Commit to Artifact");
  const chosen = await askCommit(workplace, title, commit, from);
  if (chosen === undefined) return;
  const site = await workplace.askSite(chosen.repository.root);
  const artifact = site && (await askLinked(context, chosen, site, title));
  if (site === undefined || artifact === undefined) return;
  if (artifact.siteApi !== site.api) return sayElsewhere(site.label);
  if (!(await isWanted(context, artifact, chosen))) return;
  const when = await askWhen(chosen, title);
  const source = when && (await askComment(context, chosen, artifact));
  if (source === undefined) return;
  const { hash } = chosen.commit;
  const { artifactId } = artifact;
  if (when === "afterPush") {
    await links.add(chosen.repository, { hash, siteApi: site.api, artifactId, source });
    const text = vscode.l10n.t("Commit {0} is linked to #{1} after the push.", shortHash(hash), artifactId);
    void vscode.window.showInformationMessage(text);
    return;
  }
  const edit = { kind: "comment", source, format: "commonmark" } as const;
  await features.triage.saveEdit(artifact, edit, withoutLinks(linkedText(hash, artifactId)));
}
