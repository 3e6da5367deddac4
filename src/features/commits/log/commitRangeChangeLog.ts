// The command List Artifacts in Commit Range, which creates a change log.
import * as vscode from "vscode";
import { artifactWebPath } from "../../../model/artifact.ts";
import { toDisplayLine, escapeIcons, escapeLinks } from "../../../model/displayText.ts";
import { formatChangeLog, type ChangeLogEntry } from "../../../model/reference/changeLog.ts";
import type { Site } from "../../../model/site.ts";
import { listBranches, listTags } from "../../../store/commits/gitRefs.ts";
import { resolveCommit } from "../../../store/commits/commitLog.ts";
import type { GitFailure } from "../../../store/commits/git.ts";
import {
  findArtifactsInCommitRange,
  type ArtifactsInCommitRange,
} from "../../../store/commits/commitMentions.ts";
import type { ResolvedReference } from "../../../store/references/referenceCache.ts";
import { toPageUrl } from "../../../store/sites.ts";
import { failureText } from "../../../vscode/failureText.ts";
import { withProgress } from "../../../vscode/notifications.ts";
import { pickDynamic, type PromptResult, type PromptItem } from "../../../vscode/prompts.ts";
import { getRepositoryName } from "../pickRepository.ts";
import type { CommitsContext } from "../commitsContext.ts";
import type { OpenRepository } from "../workspaceContext.ts";
import { getReferenceFinder } from "./workspaceCommitSearch.ts";
import { formatGitFailure, showGitFailure } from "./commitText.ts";

// The prompt for one end of a range: a branch, a tag, or another revision.

/** The name is shown; the full ref is passed to git, because it is unambiguous. */
interface NamedRef {
  readonly name: string;
  readonly ref: string;
  readonly icon: string;
}

interface RefPrompt {
  readonly title: string;
  readonly placeholder: string;
  readonly canGoBack: boolean;
  readonly refs: readonly NamedRef[];
  /** An item before the refs. */
  readonly extraItem?: { readonly label: string; readonly value: NamedRef } | undefined;
}

const maxItems = 200;

/** The most likely refs first; none if git fails, in which case names can be typed. */
async function listRefs({ cli, scm }: OpenRepository, signal: AbortSignal): Promise<readonly NamedRef[]> {
  const [branches, tags] = await Promise.all([listBranches(cli, signal), listTags(cli, signal)]);
  const currentBranch = scm.state.HEAD?.name;
  const allBranches = branches.kind === "branches" ? branches.branches : [];
  const local = allBranches.filter(({ isRemote }) => !isRemote);
  const remote = allBranches.filter(({ isRemote }) => isRemote);
  const rank = (name: string): number => (name === currentBranch ? 0 : 1);
  return [
    ...local
      .map(({ name }) => ({ name, ref: `refs/heads/${name}`, icon: "git-branch" }))
      .sort((left, right) => rank(left.name) - rank(right.name)),
    ...(tags.kind === "tags" ? tags.tags : []).map((name) => ({
      name,
      ref: `refs/tags/${name}`,
      icon: "tag",
    })),
    ...remote.map(({ name }) => ({ name, ref: `refs/remotes/${name}`, icon: "cloud" })),
  ];
}

function createRefItem(ref: NamedRef): PromptItem<NamedRef> {
  return { label: `$(${ref.icon}) ${escapeIcons(toDisplayLine(ref.name, 200))}`, value: ref };
}

function createRefItems(text: string, { refs, extraItem }: RefPrompt): readonly PromptItem<NamedRef>[] {
  const searchText = text.toLocaleLowerCase();
  const matching = refs
    .filter(({ name }) => name.toLocaleLowerCase().includes(searchText))
    .slice(0, maxItems);
  const isKnown = refs.some(({ name }) => name === text);
  const typedItem: readonly PromptItem<NamedRef>[] =
    text === "" || isKnown
      ? []
      : [
          {
            label: `$(git-commit) ${escapeIcons(toDisplayLine(text, 200))}`,
            description: vscode.l10n.t("as typed"),
            value: { name: text, ref: text, icon: "git-commit" },
          },
        ];
  const extraItems =
    extraItem === undefined || text !== "" ? [] : [{ label: extraItem.label, value: extraItem.value }];
  return [...extraItems, ...matching.map(createRefItem), ...typedItem];
}

/** Repeats the prompt until the revision is a commit. */
async function pickRef(repository: OpenRepository, options: RefPrompt): Promise<PromptResult<NamedRef>> {
  let value = "";
  let prompt: string | undefined;
  for (;;) {
    const result: PromptResult<NamedRef> = await pickDynamic({
      ...options,
      value,
      prompt,
      getItems: (text) => createRefItems(text, options),
    });
    if (result.kind !== "accepted" || result.value === options.extraItem?.value) return result;
    const resolved = await resolveCommit(repository.cli, result.value.ref);
    if (resolved.kind === "resolved") return result;
    value = result.value.name;
    prompt = formatGitFailure(resolved, getRepositoryName(repository));
  }
}

interface RefRange {
  readonly from: NamedRef;
  readonly to: NamedRef;
}

interface ResolvedMentions {
  readonly mentions: ArtifactsInCommitRange;
  readonly references: ReadonlyMap<number, ResolvedReference>;
}

const historyStart: NamedRef = { name: "", ref: "", icon: "" };
const maxListedIds = 10;
/** Limits requests; the artifacts that were mentioned last are loaded. */
const maxArtifacts = 1_000;

async function pickRange(repository: OpenRepository, title: string): Promise<RefRange | undefined> {
  const refs = await withProgress(
    vscode.l10n.t("Loading branches of {0}…", getRepositoryName(repository)),
    (signal) => listRefs(repository, signal),
  );
  for (;;) {
    const from = await pickRef(repository, {
      title,
      placeholder: vscode.l10n.t("Select the start of the range (exclusive): tag, branch, or commit hash"),
      canGoBack: false,
      refs,
      extraItem: { label: `$(circle-outline) ${vscode.l10n.t("From the beginning")}`, value: historyStart },
    });
    if (from.kind !== "accepted") return undefined;
    const to = await pickRef(repository, {
      title,
      placeholder: vscode.l10n.t("Select the end of the range (inclusive): branch, tag, or commit hash"),
      canGoBack: true,
      refs,
    });
    if (to.kind === "dismissed") return undefined;
    if (to.kind === "accepted") return { from: from.value, to: to.value };
  }
}

async function loadMentions(
  { workspace, referenceCache }: CommitsContext,
  { cli }: OpenRepository,
  site: Site,
  { from, to }: RefRange,
  signal: AbortSignal,
): Promise<ResolvedMentions | GitFailure> {
  const find = getReferenceFinder(workspace.getGrammar(site));
  const range = { from: from === historyStart ? undefined : from.ref, to: to.ref };
  const mentions = await findArtifactsInCommitRange(cli, range, find, { signal });
  if (mentions.kind !== "found") return mentions;
  const ids = mentions.artifacts.slice(0, maxArtifacts).map(({ artifactId }) => artifactId);
  return { mentions, references: await referenceCache.resolve(site, ids, signal) };
}

function toChangeLogEntry(
  site: Site,
  { artifactId, commits }: ArtifactsInCommitRange["artifacts"][number],
  reference: ResolvedReference | undefined,
): ChangeLogEntry {
  const artifact = reference?.kind === "artifact" ? reference : undefined;
  const path = artifactWebPath(artifactId, artifact?.page);
  return {
    artifactId,
    title: artifact?.title,
    status: artifact?.status,
    // An artifact that could not be loaded may still have a page.
    pageUrl: reference?.kind === "missing" ? undefined : toPageUrl(site.api, path),
    commits,
  };
}

/** Reasons why the list may be incomplete. */
function createWarnings(site: Site, { mentions, references }: ResolvedMentions): readonly string[] {
  const unresolved = [...references.values()].filter(({ kind }) => kind !== "artifact");
  const unresolvedIds = unresolved.slice(0, maxListedIds).map(({ artifactId }) => `#${artifactId}`);
  const more = unresolved.length > maxListedIds ? "…" : "";
  const failed = unresolved.find((each) => each.kind === "unknown");
  return [
    mentions.isTruncated ? vscode.l10n.t("Only the newest {0} commits were searched.", mentions.commits) : "",
    unresolved.length === 0
      ? ""
      : vscode.l10n.t("{0} didn't return data for: {1}", site.label, `${unresolvedIds.join(", ")}${more}`),
    failed === undefined ? "" : failureText(failed.failure, site.label),
  ].filter((text) => text !== "");
}

function formatHeading({ from, to }: RefRange): string {
  return from === historyStart
    ? vscode.l10n.t("Artifacts up to {0}", to.name)
    : vscode.l10n.t("Artifacts from {0} to {1}", from.name, to.name);
}

/** Opens the change log as an untitled document. */
export async function showCommitRangeChangeLog(
  context: CommitsContext,
  repository: OpenRepository,
  site: Site,
  range: RefRange,
): Promise<void> {
  const result = await withProgress(
    vscode.l10n.t("Searching commits in {0}…", getRepositoryName(repository)),
    (signal) => loadMentions(context, repository, site, range, signal),
  );
  if (!("mentions" in result)) return showGitFailure(result, getRepositoryName(repository));
  const { mentions, references } = result;
  const problem = createWarnings(site, result).join(" ");
  if (problem !== "") void vscode.window.showWarningMessage(escapeLinks(problem));
  if (mentions.artifacts.length === 0) {
    void vscode.window.showInformationMessage(
      mentions.commits === 1
        ? vscode.l10n.t("This commit doesn't mention any artifacts.")
        : vscode.l10n.t("None of these {0} commits mentions an artifact.", mentions.commits),
    );
    return;
  }
  const entries = mentions.artifacts
    .slice(0, maxArtifacts)
    .map((mention) => toChangeLogEntry(site, mention, references.get(mention.artifactId)));
  const omittedCount = mentions.artifacts.length - entries.length;
  const note =
    omittedCount === 0
      ? undefined
      : vscode.l10n.t(
          "Showing the {1} most recently mentioned artifacts. {0} more aren't shown.",
          omittedCount,
          maxArtifacts,
        );
  const more = (count: number): string => vscode.l10n.t("Commits not shown: {0}", count);
  const content = formatChangeLog(formatHeading(range), entries, more, note);
  const document = await vscode.workspace.openTextDocument({ language: "markdown", content });
  await vscode.window.showTextDocument(document);
}

export async function promptCommitRangeChangeLog(context: CommitsContext): Promise<void> {
  const { workspace } = context;
  const title = vscode.l10n.t("List Artifacts in Commit Range");
  const repository = await workspace.pickRepository(title);
  const site = repository && (await workspace.getOrPickSite(repository.root));
  if (repository === undefined || site === undefined) return;
  const range = await pickRange(repository, title);
  if (range !== undefined) await showCommitRangeChangeLog(context, repository, site, range);
}
