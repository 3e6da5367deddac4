// From artifacts to commits, and from commits to artifacts.
import * as vscode from "vscode";
import { artifactPage } from "../../../model/artifact.ts";
import { oneLine } from "../../../model/displayText.ts";
import { findReferences, type Grammar } from "../../../model/reference/find.ts";
import type { Site } from "../../../model/site.ts";
import type {
  ArtifactTarget,
  CommitSearch,
  CommitTarget,
  FoundCommits,
  SiteTarget,
} from "../../../protocol/commands.ts";
import { type ChangedFile, type ChangedFiles, changedFiles } from "../../../store/commits/changedFiles.ts";
import { commitOf } from "../../../store/commits/commitLog.ts";
import { pageAddress } from "../../../store/sites.ts";
import type { Boundary } from "../../../vscode/errorHandler.ts";
import { withProgress } from "../../../vscode/notifications.ts";
import { nameOf } from "../askRepository.ts";
import type { CommitsContext } from "../commitsContext.ts";
import type { Workplace } from "../folderContext.ts";
import type { GitApi, GitRepository, HistoryDetails } from "../gitExtension.ts";
import { CommitsHere, repositoryAt } from "./artifactCommits.ts";
import { artifactsInRange } from "./artifactsInRange.ts";
import { commitLabel, sayGitFailure, shortHash } from "./commitText.ts";
import { linkCommit } from "./linkCommit.ts";
import { LinksAfterPush } from "./linksAfterPush.ts";

// What we add to commits in the Graph and the Timeline: a way to link one, and its references as links.

/** What a reference looks like that can stand in a link as it is. */
const plain = /^[\w #:-]+$/;

function linked(message: string, site: Site, grammar: Grammar): string | undefined {
  const references = findReferences(message, grammar);
  if (references.length === 0) return undefined;
  let text = "";
  let done = 0;
  for (const { start, end, artifactId } of references) {
    const written = message.slice(start, end);
    if (!plain.test(written)) continue;
    const page = pageAddress(site.api, artifactPage(artifactId, undefined));
    text += `${message.slice(done, start)}[${written}](${page})`;
    done = end;
  }
  return text + message.slice(done);
}

function detailsFor(workplace: Pick<Workplace, "siteOf" | "grammarOf">, boundary: Boundary): HistoryDetails {
  /** Nobody waits for an error here. */
  async function quietly<T>(
    { rootUri }: GitRepository,
    answer: (site: Site) => T | undefined,
  ): Promise<T | undefined> {
    try {
      const site = vscode.workspace.isTrusted ? await workplace.siteOf(rootUri) : undefined;
      return site && answer(site);
    } catch (thrown) {
      boundary.note("details of commits", thrown);
      return undefined;
    }
  }
  return {
    provideAvatar: () => undefined,
    provideHoverCommands: (repository) =>
      quietly(repository, () => [
        {
          title: `$(link) ${vscode.l10n.t("Link to Artifact…")}`,
          tooltip: vscode.l10n.t("Link Commit to Artifact…"),
          command: "artifacts.linkCommit",
          arguments: [repository.rootUri.toString()],
        },
      ]),
    provideMessageLinks: (repository, message) =>
      quietly(repository, (site) => linked(message, site, workplace.grammarOf(site))),
  };
}

/** For as long as there is git, and again for another one. */
export function offerHistoryDetails(
  workplace: Pick<Workplace, "api" | "changed" | "siteOf" | "grammarOf">,
  boundary: Boundary,
): vscode.Disposable {
  let offeredTo: GitApi | undefined;
  let offered: vscode.Disposable | undefined;
  const offer = (): void => {
    const { api } = workplace;
    if (api === offeredTo) return;
    offered?.dispose();
    offeredTo = api;
    offered = api?.registerSourceControlHistoryItemDetailsProvider?.(detailsFor(workplace, boundary));
  };
  const listening = workplace.changed(offer);
  offer();
  return vscode.Disposable.from(listening, { dispose: () => offered?.dispose() });
}

// A commit's changes, in the editor for several files.

type Change = readonly [
  label: vscode.Uri,
  original: vscode.Uri | undefined,
  modified: vscode.Uri | undefined,
];

function changeOf(api: GitApi, root: vscode.Uri, told: ChangedFiles, file: ChangedFile): Change {
  const uri = vscode.Uri.joinPath(root, file.path);
  const before = file.kind === "renamed" ? vscode.Uri.joinPath(root, file.before) : uri;
  const { hash, parent } = told;
  const original = file.kind === "added" || parent === undefined ? undefined : api.toGitUri(before, parent);
  return [uri, original, file.kind === "deleted" ? undefined : api.toGitUri(uri, hash)];
}

function say(text: string): void {
  void vscode.window.showInformationMessage(text);
}

async function openCommit(workplace: Workplace, target: CommitTarget): Promise<void> {
  const { api } = workplace;
  const repository = repositoryAt(workplace, target.repository);
  if (api === undefined || repository === undefined) {
    return say(vscode.l10n.t("The repository of this commit is not open any more."));
  }
  const short = shortHash(target.hash);
  const told = await withProgress(vscode.l10n.t("Reading commit {0}", short), async (signal) => {
    const commit = await commitOf(repository.asked, target.hash, signal);
    if (commit.kind !== "commit") return commit;
    const files = await changedFiles(repository.asked, commit.commit.hash, { signal });
    return files.kind === "files" ? { ...files, title: commitLabel(commit.commit) } : files;
  });
  if (told.kind !== "files") return sayGitFailure(told, nameOf(repository));
  if (told.files.length === 0) return say(vscode.l10n.t("Commit {0} changes no file.", short));
  if (told.isCut) {
    say(
      vscode.l10n.t(
        "Commit {0} changes more files than these: it is cut after {1}.",
        short,
        told.files.length,
      ),
    );
  }
  const changes = told.files.map((file) => changeOf(api, repository.root, told, file));
  await vscode.commands.executeCommand("vscode.changes", oneLine(told.title), changes);
}

export interface LogFeature {
  areOf(site: SiteTarget): Promise<boolean>;
  of(artifact: ArtifactTarget, search?: CommitSearch): Promise<FoundCommits | undefined>;
  open(commit: CommitTarget): Promise<void>;
  link(commit?: unknown, from?: unknown): Promise<void>;
  inRange(): Promise<void>;
  dispose(): void;
}

export function openLog(context: CommitsContext): LogFeature {
  const { workplace, boundary, commitsChanged } = context;
  const commits = new CommitsHere(context, () => commitsChanged.announce());
  const links = new LinksAfterPush(context);
  const all = vscode.Disposable.from(commits, links, offerHistoryDetails(workplace, boundary));
  return {
    areOf: ({ siteApi }) => commits.areOf(siteApi),
    of: (artifact, search) => commits.of(artifact, search),
    open: (commit) => openCommit(workplace, commit),
    link: (commit, from) => linkCommit(context, links, commit, from),
    inRange: () => artifactsInRange(context),
    dispose: () => all.dispose(),
  };
}
