// The command List Artifacts in Commit Range: a change log as Markdown, CSV, table, or release notes.
import * as vscode from "vscode";
import { artifactWebPath } from "../../../model/artifact.ts";
import { escapeIcons, escapeLinks, toDisplayLine } from "../../../model/displayText.ts";
import {
  type ChangeLog,
  type ChangeLogEntry,
  type ChangeLogTexts,
  formatChangeLog,
  toChangeLogRows,
} from "../../../model/reference/changeLog.ts";
import type { ReleaseNotes } from "../../../model/reference/insertReleaseNotes.ts";
import type { Site } from "../../../model/site.ts";
import { toCsv } from "../../../model/table.ts";
import type { SiteCatalog } from "../../../store/catalog.ts";
import {
  type ArtifactsInCommitRange,
  findArtifactsInCommitRange,
} from "../../../store/commits/commitMentions.ts";
import type { GitFailure } from "../../../store/commits/git.ts";
import type { ReferencedArtifact, ResolvedReference } from "../../../store/references/referenceCache.ts";
import { resolveInBatches } from "../../../store/references/resolveInBatches.ts";
import { toPageUrl } from "../../../store/sites.ts";
import { saveCsvFile } from "../../../vscode/csvFile.ts";
import { failureText } from "../../../vscode/failureText.ts";
import { type ProgressUpdate, withProgress } from "../../../vscode/notifications.ts";
import { pickOne, type PromptItem } from "../../../vscode/prompts.ts";
import type { CommitsContext } from "../commitsContext.ts";
import { getRepositoryName } from "../pickRepository.ts";
import type { OpenRepository } from "../workspaceContext.ts";
import { createTableSource } from "./artifactTable.ts";
import { formatOmittedArtifacts, showGitFailure } from "./commitText.ts";
import { pickCommitRange, type RefRange } from "./pickCommitRange.ts";
import { addToReleaseNotes, listReleaseNotes, saveReleaseNotes } from "./releaseNotesFile.ts";
import { getReferenceFinder } from "./workspaceCommitSearch.ts";

const maxListedIds = 10;

interface ResolvedMentions {
  readonly range: RefRange;
  readonly mentions: ArtifactsInCommitRange;
  readonly references: ReadonlyMap<number, ResolvedReference>;
}

/** If the end is older than the start, the other way round, because the user wants to compare them. */
async function findMentions(
  { workspace }: CommitsContext,
  { cli }: OpenRepository,
  site: Site,
  range: RefRange,
  signal: AbortSignal,
): Promise<Omit<ResolvedMentions, "references"> | GitFailure> {
  const find = getReferenceFinder(workspace.getGrammar(site));
  const findInRange = ({ from, to }: RefRange): Promise<ArtifactsInCommitRange | GitFailure> =>
    findArtifactsInCommitRange(cli, { from: from?.ref, to: to.ref }, find, { signal });
  const mentions = await findInRange(range);
  if (mentions.kind !== "found") return mentions;
  if (mentions.commits > 0 || range.from === undefined) return { range, mentions };
  const reversedRange = { from: range.to, to: range.from };
  const reversed = await findInRange(reversedRange);
  if (reversed.kind !== "found") return reversed;
  return reversed.commits > 0 ? { range: reversedRange, mentions: reversed } : { range, mentions };
}

async function loadMentions(
  context: CommitsContext,
  repository: OpenRepository,
  site: Site,
  selectedRange: RefRange,
  signal: AbortSignal,
  report: (update: ProgressUpdate) => void,
): Promise<ResolvedMentions | GitFailure> {
  const found = await findMentions(context, repository, site, selectedRange, signal);
  if (!("mentions" in found)) return found;
  const ids = found.mentions.artifacts.map(({ artifactId }) => artifactId);
  let references: ReadonlyMap<number, ResolvedReference> = new Map();
  for await (const resolved of resolveInBatches(context.referenceCache, site, ids, signal)) {
    references = resolved;
    const percent = (100 * resolved.size) / ids.length;
    report({ message: vscode.l10n.t("{0} of {1} artifacts", resolved.size, ids.length), percent });
  }
  return { ...found, references };
}

/** Names of trackers by artifact. Trackers of the same name have the name of their project. */
function nameTrackers(
  catalog: SiteCatalog,
  references: ReadonlyMap<number, ResolvedReference>,
): ReadonlyMap<number, string> {
  const knownLabels = new Map(catalog.usedTrackers.map(({ id, label }) => [id, label]));
  const trackers = [...references.values()].flatMap((reference) => {
    if (reference.kind !== "artifact") return [];
    const { artifactId, trackerLabel, trackerId = catalog.findTrackerOfArtifact(artifactId) } = reference;
    const label = trackerLabel ?? (trackerId === undefined ? undefined : knownLabels.get(trackerId));
    return label === undefined ? [] : [{ artifactId, trackerId, label }];
  });
  const idsByLabel = new Map<string, Set<number | undefined>>();
  for (const { label, trackerId } of trackers) {
    idsByLabel.set(label, (idsByLabel.get(label) ?? new Set<number | undefined>()).add(trackerId));
  }
  return new Map(
    trackers.map(({ artifactId, trackerId, label }): readonly [number, string] => {
      const isUnique = trackerId === undefined || idsByLabel.get(label)?.size === 1;
      if (isUnique) return [artifactId, label];
      return [artifactId, `${label} (${catalog.findProjectOfTracker(trackerId)?.label ?? trackerId})`];
    }),
  );
}

function getArtifact(reference: ResolvedReference | undefined): ReferencedArtifact | undefined {
  return reference?.kind === "artifact" ? reference : undefined;
}

function createEntries(
  { catalog }: CommitsContext,
  site: Site,
  { mentions, references }: ResolvedMentions,
): readonly ChangeLogEntry[] {
  const trackers = nameTrackers(catalog.getSite(site), references);
  return mentions.artifacts.map(({ artifactId, commits }) => {
    const reference = references.get(artifactId);
    const artifact = getArtifact(reference);
    return {
      artifactId,
      title: artifact?.title,
      status: artifact?.status,
      isOpen: artifact?.isOpen,
      tracker: trackers.get(artifactId),
      // An artifact that could not be loaded may still have a page.
      pageUrl:
        reference?.kind === "missing"
          ? undefined
          : toPageUrl(site.api, artifactWebPath(artifactId, artifact?.page)),
      commits,
    };
  });
}

function showWarnings(site: Site, { references }: ResolvedMentions): void {
  const unresolved = [...references.values()].filter(({ kind }) => kind !== "artifact");
  if (unresolved.length === 0) return;
  const ids = unresolved.slice(0, maxListedIds).map(({ artifactId }) => `#${artifactId}`);
  const more = unresolved.length > maxListedIds ? "…" : "";
  const failed = unresolved.find((each) => each.kind === "unknown");
  const texts = [
    vscode.l10n.t("{0} didn't return data for: {1}", site.label, `${ids.join(", ")}${more}`),
    ...(failed === undefined ? [] : [failureText(failed.failure, site.label)]),
  ];
  void vscode.window.showWarningMessage(escapeLinks(texts.join(" ")));
}

/** Why the change log is incomplete. */
function createNotes({ mentions }: ResolvedMentions): readonly string[] {
  return [
    ...(mentions.isTruncated
      ? [vscode.l10n.t("Only the newest {0} commits were searched.", mentions.commits)]
      : []),
    ...(mentions.hasMoreArtifacts ? [formatOmittedArtifacts()] : []),
  ];
}

function formatHeading({ from, to }: RefRange): string {
  return from === undefined
    ? vscode.l10n.t("Artifacts up to {0}", to.name)
    : vscode.l10n.t("Artifacts from {0} to {1}", from.name, to.name);
}

function getTexts(): ChangeLogTexts {
  return {
    unknownTracker: vscode.l10n.t("Other artifacts"),
    otherCommits: vscode.l10n.t("Commits without an artifact"),
    formatOmittedCount: (count) => vscode.l10n.t("Commits not shown: {0}", count),
  };
}

async function openAsMarkdown(changeLog: ChangeLog): Promise<void> {
  const content = formatChangeLog(changeLog, getTexts());
  const document = await vscode.workspace.openTextDocument({ language: "markdown", content });
  await vscode.window.showTextDocument(document);
}

async function exportAsCsv({ errorHandler }: CommitsContext, changeLog: ChangeLog): Promise<void> {
  const header = [
    vscode.l10n.t("Artifact"),
    vscode.l10n.t("Tracker"),
    vscode.l10n.t("Status"),
    vscode.l10n.t("Title"),
    vscode.l10n.t("URL"),
    vscode.l10n.t("Commit"),
    vscode.l10n.t("Subject"),
    vscode.l10n.t("Author"),
    vscode.l10n.t("Date"),
  ];
  const rows = toChangeLogRows(changeLog);
  await saveCsvFile(errorHandler, changeLog.heading, toCsv([header, ...rows]), rows.length);
}

async function openAsTable(
  { commands }: CommitsContext,
  site: Site,
  { mentions, references }: ResolvedMentions,
): Promise<void> {
  const ids = mentions.artifacts.map(({ artifactId }) => artifactId);
  await commands.execute("artifacts.openTable", createTableSource(site, ids, references));
}

type Action = () => Promise<void>;

async function createActions(
  context: CommitsContext,
  repository: OpenRepository,
  site: Site,
  resolved: ResolvedMentions,
): Promise<readonly PromptItem<Action>[]> {
  const { range, mentions } = resolved;
  const changeLog: ChangeLog = {
    heading: formatHeading(range),
    entries: createEntries(context, site, resolved),
    otherCommits: mentions.otherCommits,
    notes: createNotes(resolved),
  };
  const release = range.to.kind === "tag" ? range.to.name : undefined;
  const formatNotes = (): ReleaseNotes => ({
    text: formatChangeLog({ ...changeLog, heading: release ?? vscode.l10n.t("Unreleased") }, getTexts()),
    release,
  });
  const existing = await listReleaseNotes(repository.root);
  return [
    {
      label: `$(markdown) ${vscode.l10n.t("Open as Markdown")}`,
      value: () => openAsMarkdown(changeLog),
    },
    ...existing.map(({ name, file }) => ({
      label: `$(edit) ${vscode.l10n.t("Add to {0}", escapeIcons(toDisplayLine(name)))}`,
      description: vscode.l10n.t("without saving"),
      value: () => addToReleaseNotes(file, formatNotes()),
    })),
    {
      label: `$(new-file) ${vscode.l10n.t("Save as Release Notes…")}`,
      value: () => saveReleaseNotes(repository.root, formatNotes()),
    },
    {
      label: `$(export) ${vscode.l10n.t("Export as CSV…")}`,
      value: () => exportAsCsv(context, changeLog),
    },
    ...(mentions.artifacts.length === 0
      ? []
      : [
          {
            label: `$(table) ${vscode.l10n.t("Open as Table")}`,
            value: () => openAsTable(context, site, resolved),
          },
        ]),
  ];
}

/** Loads the change log, and prompts for what to do with it. */
export async function showCommitRangeChangeLog(
  context: CommitsContext,
  repository: OpenRepository,
  site: Site,
  selectedRange: RefRange,
): Promise<void> {
  const resolved = await withProgress(
    vscode.l10n.t("Searching commits in {0}…", getRepositoryName(repository)),
    (signal, report) => loadMentions(context, repository, site, selectedRange, signal, report),
  );
  if (!("mentions" in resolved)) return showGitFailure(resolved, getRepositoryName(repository));
  const { range, mentions } = resolved;
  if (mentions.commits === 0) {
    const text = vscode.l10n.t("There are no commits in this range.");
    void vscode.window.showInformationMessage(text);
    return;
  }
  showWarnings(site, resolved);
  const action = await pickOne({
    title: toDisplayLine(formatHeading(range)),
    placeholder: vscode.l10n.t(
      "Artifacts: {0} · Commits: {1} · Commits without an artifact: {2}",
      mentions.artifacts.length,
      mentions.commits,
      mentions.otherCommits.length,
    ),
    prompt: createNotes(resolved).join(" ") || undefined,
    canGoBack: false,
    items: await createActions(context, repository, site, resolved),
  });
  if (action.kind === "accepted") await action.value();
}

export async function promptCommitRangeChangeLog(context: CommitsContext): Promise<void> {
  const { workspace } = context;
  const title = vscode.l10n.t("List Artifacts in Commit Range");
  const repository = await workspace.pickRepository(title);
  const site = repository && (await workspace.getOrPickSite(repository.root));
  if (repository === undefined || site === undefined) return;
  const range = await pickCommitRange(repository, title);
  if (range !== undefined) await showCommitRangeChangeLog(context, repository, site, range);
}
