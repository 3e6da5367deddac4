// The command Undo Change: lists changes that were saved from this machine.
import * as vscode from "vscode";
import { escapeIcons, formatArtifactLabel, toDisplayLine } from "../../model/displayText.ts";
import type { Input } from "../../model/fields/registry.ts";
import type { Site } from "../../model/site.ts";
import type { Services } from "../../services.ts";
import { toUndoableItems } from "../../store/triage/bulkEdit.ts";
import type { ChangedArtifact, ChangedField, SavedChange } from "../../store/triage/savedChanges.ts";
import { formatInputLine } from "../../vscode/fieldText.ts";
import { showNotification } from "../../vscode/notifications.ts";
import { pickOne, type PromptItem } from "../../vscode/prompts.ts";
import { formatRelativeTime } from "../../vscode/relativeTime.ts";
import type { EditTargetResolver } from "./editTargetResolver.ts";
import { runUndo } from "./quickEditRunner.ts";

interface ListedChange {
  readonly site: Site;
  readonly change: SavedChange;
}

const maxListed = 20;
const maxValueLength = 40;
/** Of a value, to find where it differs from the other one. */
const maxComparedLength = 1000;

/** Values that differ between the artifacts are shown as an ellipsis. */
function formatValue(values: readonly (Input | undefined)[]): string {
  const texts = new Set(values.map((value) => toDisplayLine(formatInputLine(value), maxComparedLength)));
  const [text = ""] = texts;
  return texts.size === 1 ? text : "…";
}

/** Leaves the beginning out that two long values share, except for a few characters before the difference. */
function cutToDifference(before: string, after: string): readonly [before: string, after: string] {
  const isLong = Math.max(before.length, after.length) > maxValueLength;
  const [one, other] = [Array.from(before), Array.from(after)];
  const same = one.findIndex((character, index) => character !== other[index]);
  const shared = same === -1 ? one.length : same;
  const start = isLong ? Math.max(0, shared - maxValueLength / 4) : 0;
  const cut = (characters: readonly string[]): string =>
    toDisplayLine((start === 0 ? "" : "…") + characters.slice(start).join(""), maxValueLength);
  return [cut(one), cut(other)];
}

function formatField({ fieldId, label }: ChangedField, { artifacts, tooLargeFor }: SavedChange): string {
  const fieldLabel = toDisplayLine(label, 60);
  if (tooLargeFor !== undefined) return fieldLabel;
  const fields = artifacts.flatMap(({ fields }) => fields.filter((field) => field.fieldId === fieldId));
  const [before, after] = cutToDifference(
    formatValue(fields.map((field) => field.before)),
    formatValue(fields.map((field) => field.after)),
  );
  return vscode.l10n.t("{0}: {1} → {2}", fieldLabel, before, after);
}

/** Fields of all artifacts. The same field may have several IDs in different trackers. */
function listFields({ artifacts }: SavedChange): readonly ChangedField[] {
  const fields = artifacts.flatMap((artifact) => artifact.fields);
  return [...new Map(fields.map((field) => [field.fieldId, field])).values()];
}

function formatChangedFields(change: SavedChange): string {
  const fields = listFields(change).map((field) => formatField(field, change));
  const hasComment = change.artifacts.some((artifact) => artifact.hasComment);
  return [...fields, ...(hasComment ? [vscode.l10n.t("Comment")] : [])].join(", ");
}

function countArtifacts({ artifacts, tooLargeFor }: SavedChange): number {
  return tooLargeFor ?? artifacts.length;
}

function formatArtifacts(change: SavedChange): string {
  const [artifact] = change.artifacts;
  const count = countArtifacts(change);
  if (count > 1 || artifact === undefined) return vscode.l10n.t("{0} artifacts", count);
  return formatArtifactLabel(artifact.id, artifact.title);
}

/** `undefined` if it can be undone. */
function formatNotUndoable(change: SavedChange): string | undefined {
  if (change.tooLargeFor !== undefined) {
    return vscode.l10n.t("can't be undone: too large to store its previous values");
  }
  return change.artifacts.every(({ fields }) => fields.length === 0)
    ? vscode.l10n.t("can't be undone: comments stay on the server")
    : undefined;
}

function formatRemark(change: SavedChange): string | undefined {
  const obstacle = formatNotUndoable(change);
  if (obstacle !== undefined) return obstacle;
  return change.artifacts.some(({ hasComment }) => hasComment)
    ? vscode.l10n.t("the comment can't be undone")
    : undefined;
}

function isUndo({ undoes }: ChangedArtifact): boolean {
  return undoes !== undefined;
}

function toItem(listed: ListedChange, isOnlySite: boolean): PromptItem<ListedChange> {
  const { change, site } = listed;
  const details = [
    formatArtifacts(change),
    formatRelativeTime(change.at, Date.now()),
    ...(change.artifacts.some(isUndo) ? [vscode.l10n.t("undo of an earlier change")] : []),
    ...(isOnlySite ? [] : [toDisplayLine(site.label)]),
    formatRemark(change) ?? "",
  ];
  return {
    label: escapeIcons(toDisplayLine(formatChangedFields(change), 150)),
    detail: escapeIcons(details.filter((text) => text !== "").join(" · ")),
    value: listed,
  };
}

/** Changes of the current accounts, newest first. */
async function listChanges({ sites, accounts, savedChanges }: Services): Promise<readonly ListedChange[]> {
  const stored = await savedChanges();
  const changes = await Promise.all(
    sites.list().map(async (site) => {
      const current = await accounts.current(site.api);
      const ofSite = await stored.list(site.api, current?.account.id);
      return ofSite.map((change) => ({ site, change }));
    }),
  );
  return changes
    .flat()
    .toSorted((one, other) => other.change.id.localeCompare(one.change.id))
    .slice(0, maxListed);
}

function showObstacle({ errorHandler, commands }: Services, { site, change }: ListedChange): void {
  const [artifact] = change.artifacts;
  const text =
    change.tooLargeFor === undefined
      ? vscode.l10n.t("Comments can't be undone.")
      : vscode.l10n.t(
          "This change is too large to be undone here. The history on the server has the previous values.",
        );
  const open = (id: number): unknown =>
    commands.execute("artifacts.openArtifact", { siteApi: site.api, artifactId: id });
  const buttons =
    artifact === undefined || countArtifacts(change) > 1
      ? []
      : [{ label: vscode.l10n.t("Open"), run: () => open(artifact.id) }];
  showNotification(errorHandler, "information", text, ...buttons);
}

export async function undoChange(services: Services, editTargets: EditTargetResolver): Promise<void> {
  const changes = await listChanges(services);
  if (changes.length === 0) {
    showNotification(
      services.errorHandler,
      "information",
      vscode.l10n.t("There are no changes to undo. Changes that you save to a site are listed here."),
    );
    return;
  }
  const isOnlySite = services.sites.list().length < 2;
  const result = await pickOne({
    title: vscode.l10n.t("Undo Change"),
    placeholder: vscode.l10n.t("Select a change to undo"),
    canGoBack: false,
    items: changes.map((listed) => toItem(listed, isOnlySite)),
  });
  if (result.kind !== "accepted") return;
  const { site, change } = result.value;
  if (formatNotUndoable(change) !== undefined) return showObstacle(services, result.value);
  const loader = editTargets.getLoader(site);
  const { account } = await loader.connect();
  // Another account may have signed in while the list was open.
  if (account?.id !== change.accountId) return undoChange(services, editTargets);
  return runUndo(services, { site, loader, items: toUndoableItems(loader, change) });
}
