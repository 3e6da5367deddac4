// Deletes artifacts after confirmation.
import * as vscode from "vscode";
import { formatArtifactLabel, escapeLinks } from "../../model/displayText.ts";
import type { RateLimit } from "../../model/failure.ts";
import type { Site } from "../../model/site.ts";
import type { TableArtifact, TriageArguments, TriageTarget } from "../../protocol/commandArguments.ts";
import type { Services } from "../../services.ts";
import {
  deleteMany,
  type DeletionOutcome,
  type DeletionResults,
} from "../../store/triage/deleteArtifacts.ts";
import type { QuickEditTarget, SelectedArtifact, ArtifactLoader } from "../../store/triage/artifactLoader.ts";
import { failureText } from "../../vscode/failureText.ts";
import { withProgress } from "../../vscode/notifications.ts";
import type { EditTargetResolver } from "./editTargetResolver.ts";
import { formatCurrentRow } from "./quickEditRunner.ts";
import { resolveTriageTargets } from "./triageTargets.ts";

/** Further artifacts are only counted. */
const maxListed = 8;

function toLabel({ row: { id, title } }: SelectedArtifact): string {
  return formatArtifactLabel(id, title);
}

function formatLines(lines: readonly string[]): string {
  const hiddenCount = lines.length - maxListed;
  if (hiddenCount <= 1) return lines.join("\n");
  return [...lines.slice(0, maxListed), vscode.l10n.t("… and {0} more", hiddenCount)].join("\n");
}

function formatConfirmation(artifacts: readonly SelectedArtifact[]): string {
  const [only] = artifacts;
  return artifacts.length === 1 && only !== undefined
    ? vscode.l10n.t("Delete {0}?", toLabel(only))
    : vscode.l10n.t("Delete {0} artifacts?", artifacts.length);
}

function formatDraftWarning(withDrafts: readonly SelectedArtifact[]): string | undefined {
  const [first] = withDrafts;
  if (first === undefined) return undefined;
  return withDrafts.length === 1
    ? vscode.l10n.t("Your draft of {0} stays on this machine.", toLabel(first))
    : vscode.l10n.t("Your drafts of {0} of these artifacts stay on this machine.", withDrafts.length);
}

function formatWarning(
  artifacts: readonly SelectedArtifact[],
  withDrafts: readonly SelectedArtifact[],
  site: string,
): string {
  const parts = [
    artifacts.length === 1 ? undefined : formatLines(artifacts.map(toLabel)),
    vscode.l10n.t("Only tracker administrators can delete artifacts."),
    vscode.l10n.t(
      "The number of deletions in 24 hours across all projects is limited. The administrators of {0} set this limit.",
      site,
    ),
    vscode.l10n.t("Depending on the server, deleted artifacts are archived or permanently removed."),
    formatDraftWarning(withDrafts),
  ];
  return parts.filter((part) => part !== undefined).join("\n\n");
}

function formatChanged(changed: readonly SelectedArtifact[]): string {
  const [only] = changed;
  return changed.length === 1 && only !== undefined
    ? vscode.l10n.t("{0} has changed since you last loaded it.", toLabel(only))
    : vscode.l10n.t("{0} artifacts have changed since you last loaded them.", changed.length);
}

function formatChangedDetails(changed: readonly SelectedArtifact[]): string {
  return formatLines(
    changed.map(({ row }) => vscode.l10n.t("Current version: {0}", `#${row.id} ${formatCurrentRow(row)}`)),
  );
}

function formatQuota(quota: RateLimit | undefined): string {
  const { limit, remaining } = quota ?? {};
  if (limit === undefined || remaining === undefined) return "";
  return vscode.l10n.t("{0} of {1} deletions in 24 hours remaining.", remaining, limit);
}

/** `undefined` if it was deleted or canceled. */
function formatDeletionError(outcome: DeletionOutcome, site: string): string | undefined {
  switch (outcome.kind) {
    case "deleted":
    case "canceled":
      return undefined;
    case "tooManyRequests":
      return outcome.limit === undefined
        ? vscode.l10n.t("The deletion limit for 24 hours has been reached. Try again later.")
        : vscode.l10n.t(
            "The limit of {0} deletions in 24 hours has been reached. Try again later.",
            outcome.limit,
          );
    case "notAdministrator":
      return vscode.l10n.t("Only tracker administrators can delete artifacts.");
    case "disabled":
      return vscode.l10n.t("Deleting artifacts is disabled on {0}.", site);
    case "changedSince":
      return vscode.l10n.t("The artifact has changed since you last loaded it.");
    case "gone":
      return vscode.l10n.t("The artifact was deleted, or you don't have access to it.");
    case "notAllowed":
    case "failed":
      return failureText(outcome.failure, site);
  }
}

interface SiteContext {
  readonly site: Site;
  readonly loader: ArtifactLoader;
}

type DeletionItem = DeletionResults["items"][number];

/** The later outcome of an artifact replaces the earlier one. */
function mergeDeletions(earlier: DeletionResults, retried: DeletionResults): DeletionResults {
  const retriedIds = new Set(
    [...retried.items.map((item) => item.condemned), ...retried.notTried].map(({ row }) => row.id),
  );
  const isFinal = (item: DeletionItem): boolean => !retriedIds.has(item.condemned.row.id);
  return {
    items: [...earlier.items.filter(isFinal), ...retried.items],
    notTried: [...earlier.notTried, ...retried.notTried],
  };
}

function blocksAllDeletions({ kind }: DeletionOutcome): boolean {
  return kind === "tooManyRequests" || kind === "disabled";
}

function listChanged({ items }: DeletionResults): readonly SelectedArtifact[] {
  return items.flatMap(({ outcome }) => (outcome.kind === "changedSince" ? [outcome.now] : []));
}

export class ArtifactDeletion {
  readonly #services: Services;
  readonly #editTargets: EditTargetResolver;

  constructor(services: Services, editTargets: EditTargetResolver) {
    this.#services = services;
    this.#editTargets = editTargets;
  }

  async deleteArtifacts(...args: TriageArguments): Promise<void> {
    const targets = await resolveTriageTargets(this.#services, args, vscode.l10n.t("Delete Artifact"));
    const editTargets = await this.#resolveTargets(targets);
    const [context] = editTargets;
    if (context === undefined) return;
    const artifacts = editTargets.map(({ selected }) => selected);
    if (!(await this.#confirm(context.site, artifacts))) return;
    const first = await this.#delete(context, artifacts);
    await this.#showResult(context, await this.#confirmChanged(context, first));
  }

  async #resolveTargets(targets: readonly TriageTarget[]): Promise<readonly QuickEditTarget[]> {
    const editTargets: QuickEditTarget[] = [];
    for (const target of targets) {
      const editTarget = await this.#editTargets.resolve(target);
      if (editTarget !== undefined) editTargets.push(editTarget);
    }
    return editTargets;
  }

  async #confirm(site: Site, artifacts: readonly SelectedArtifact[]): Promise<boolean> {
    const withDrafts = await this.#findWithDrafts(site, artifacts);
    const deleteButton = vscode.l10n.t("Delete");
    const choice = await vscode.window.showWarningMessage(
      escapeLinks(formatConfirmation(artifacts)),
      { modal: true, detail: formatWarning(artifacts, withDrafts, site.label) },
      deleteButton,
    );
    return choice === deleteButton;
  }

  async #findWithDrafts(
    { api }: Site,
    artifacts: readonly SelectedArtifact[],
  ): Promise<readonly SelectedArtifact[]> {
    const drafts = await this.#services.drafts.list();
    const ids = new Set(
      drafts.flatMap(({ subject }) =>
        subject.kind === "artifact" && subject.siteApi === api ? [subject.artifactId] : [],
      ),
    );
    return artifacts.filter(({ row }) => ids.has(row.id));
  }

  #delete({ loader, site }: SiteContext, artifacts: readonly SelectedArtifact[]): Promise<DeletionResults> {
    const [only] = artifacts;
    const title =
      artifacts.length === 1 && only !== undefined
        ? vscode.l10n.t("Deleting {0}…", toLabel(only))
        : vscode.l10n.t("Deleting artifacts from {0}…", site.label);
    return withProgress(title, (signal, report) =>
      deleteMany(loader, artifacts, signal, (done, total) =>
        report({ message: vscode.l10n.t("{0} of {1}", done, total), percent: (100 * done) / total }),
      ),
    );
  }

  /** Asks again before artifacts are deleted that have changed since they were shown. */
  async #confirmChanged(context: SiteContext, deletions: DeletionResults): Promise<DeletionResults> {
    const changed = listChanged(deletions);
    const isBlocked =
      deletions.notTried.length > 0 || deletions.items.some(({ outcome }) => blocksAllDeletions(outcome));
    if (changed.length === 0 || isBlocked) return deletions;
    const deleteButton = vscode.l10n.t("Delete Anyway");
    const choice = await vscode.window.showWarningMessage(
      escapeLinks(formatChanged(changed)),
      { modal: true, detail: formatChangedDetails(changed) },
      deleteButton,
    );
    if (choice !== deleteButton) return deletions;
    const retried = await this.#delete(context, changed);
    return this.#confirmChanged(context, mergeDeletions(deletions, retried));
  }

  async #showResult(context: SiteContext, deletions: DeletionResults): Promise<void> {
    const { items, notTried } = deletions;
    const isOne = items.length + notTried.length === 1;
    const deleted = items.flatMap(({ outcome }) => (outcome.kind === "deleted" ? [outcome] : []));
    const [item] = items;
    if (deleted.length === items.length && notTried.length === 0) {
      const text =
        isOne && item !== undefined
          ? vscode.l10n.t("{0} was deleted.", toLabel(item.condemned))
          : vscode.l10n.t("{0} artifacts were deleted.", deleted.length);
      const message = `${text} ${formatQuota(deleted.at(-1)?.quota)}`.trim();
      void vscode.window.showInformationMessage(escapeLinks(message));
    } else if (isOne && item !== undefined) {
      this.#showError(context, item);
    } else {
      await this.#showResults(context, deletions);
    }
  }

  #showError({ site }: SiteContext, { condemned: artifact, outcome }: DeletionItem): void {
    // The user has just declined to delete the changed artifact.
    const reason = outcome.kind === "changedSince" ? undefined : formatDeletionError(outcome, site.label);
    if (reason === undefined) return;
    const text = vscode.l10n.t("{0} wasn't deleted. {1}", toLabel(artifact), reason);
    void vscode.window.showErrorMessage(escapeLinks(text));
  }

  async #showResults({ site }: SiteContext, { items, notTried }: DeletionResults): Promise<void> {
    const deletedItems = items.filter(({ outcome }) => outcome.kind === "deleted");
    const remainingItems = items.filter(({ outcome }) => outcome.kind !== "deleted");
    const blockingItem = remainingItems.find(({ outcome }) => blocksAllDeletions(outcome));
    const reason =
      blockingItem === undefined ? undefined : formatDeletionError(blockingItem.outcome, site.label);
    const count = vscode.l10n.t(
      "Deleted {0} of {1} artifacts.",
      deletedItems.length,
      items.length + notTried.length,
    );
    const notDeleted = [
      ...remainingItems.map(({ condemned: artifact, outcome }) =>
        [toLabel(artifact), formatDeletionError(outcome, site.label)]
          .filter((part) => part !== undefined)
          .join(": "),
      ),
      ...notTried.map(toLabel),
    ];
    const detail = [
      ...(deletedItems.length === 0
        ? []
        : [vscode.l10n.t("Deleted:"), formatLines(deletedItems.map((item) => toLabel(item.condemned))), ""]),
      vscode.l10n.t("Not deleted:"),
      formatLines(notDeleted),
    ].join("\n");
    const showButton = vscode.l10n.t("Show Remaining Artifacts");
    const choice = await vscode.window.showWarningMessage(
      escapeLinks([reason, count].filter((part) => part !== undefined).join(" ")),
      { modal: true, detail },
      showButton,
    );
    if (choice !== showButton) return;
    const artifacts = [...remainingItems.map((item) => item.condemned), ...notTried].map(toTableArtifact);
    await this.#services.commands.execute("artifacts.openTable", {
      kind: "selection",
      siteApi: site.api,
      artifacts,
    });
  }
}

function toTableArtifact({ row, trackerId }: SelectedArtifact): TableArtifact {
  return { artifactId: row.id, trackerId };
}
