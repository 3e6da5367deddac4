// Texts of the preview and the result of a bulk edit.
import * as vscode from "vscode";
import { toDisplayLine } from "../../model/displayText.ts";
import type { Input } from "../../model/fields/registry.ts";
import { toInputText } from "../../model/form/input.ts";
import type { FieldEditRequest } from "../../model/triage/fieldEditRequest.ts";
import type { BulkEditArtifact } from "../../protocol/tableProtocol.ts";
import type { BulkPreviewItem, BulkResultItem, UndoObstacle } from "../../store/triage/bulkEdit.ts";
import type { SelectedArtifact } from "../../store/triage/artifactLoader.ts";
import { failureText } from "../../vscode/failureText.ts";
import { remoteChangeText } from "../../vscode/fieldText.ts";

const maxValueLength = 120;

/** Without the name of the artifact, which is shown in the same line. */
function formatObstacleLine(obstacle: UndoObstacle): string {
  switch (obstacle.code) {
    case "noField":
    case "wrongKind":
      return vscode.l10n.t("doesn't have this field, or the field doesn't accept this value");
    case "readOnly":
      return vscode.l10n.t("you don't have permission to change this field in the artifact's current state");
    case "singleValue":
      return vscode.l10n.t("accepts only one value");
    case "notOffered":
      return vscode.l10n.t("value “{0}” isn't available", toDisplayLine(obstacle.value, 60));
    case "notAssignable":
      return vscode.l10n.t("can't be assigned to {0}", toDisplayLine(obstacle.person, 60));
    case "noComments":
      return vscode.l10n.t("the server doesn't support adding comments");
    case "unknownLinkType":
      return vscode.l10n.t("has no link type “{0}”", toDisplayLine(obstacle.type, 60));
    case "linkedWithOtherType":
      return vscode.l10n.t("already linked with a different type, or the link type isn't available");
    case "noVersion":
      return vscode.l10n.t(
        "the server doesn't report the artifact's version; open the artifact and save the change in its form",
      );
    case "comment":
      return vscode.l10n.t("comments can't be undone");
    case "laterChange":
      return vscode.l10n.t(
        "you changed {0} later; undo that change first",
        toDisplayLine(obstacle.field, 60),
      );
    case "problem":
      if (obstacle.problem.kind === "containsComma") {
        return vscode.l10n.t("a new value can't contain a comma");
      }
      return obstacle.problem.kind === "noTransition"
        ? vscode.l10n.t("not allowed by the workflow")
        : vscode.l10n.t("other fields must be changed first; open the artifact for details");
  }
}

function formatInput(input: Input | undefined): string {
  return input === undefined ? "" : toDisplayLine(toInputText(input), maxValueLength);
}

function formatRequestedValue(request: FieldEditRequest): string {
  switch (request.kind) {
    case "choices":
      return toDisplayLine(request.values.map(({ label }) => label).join(", "), maxValueLength);
    case "people":
      return toDisplayLine(request.people.map(({ label }) => label).join(", "), maxValueLength);
    case "write":
      return toDisplayLine(request.text, maxValueLength);
    case "comment":
      return toDisplayLine(request.source, maxValueLength);
    case "link":
      return `#${request.artifactId}`;
  }
}

/** The value of the field in the row. */
function formatShownValue({ row }: SelectedArtifact, request: FieldEditRequest): string {
  const role = "field" in request && request.field?.by === "role" ? request.field.role : undefined;
  if (role === "status") return toDisplayLine(row.status ?? "", maxValueLength);
  return role === "assignee"
    ? toDisplayLine(row.assignees.map(({ label }) => label).join(", "), maxValueLength)
    : "";
}

function createLine(
  { row }: SelectedArtifact,
  kind: BulkEditArtifact["kind"],
  texts: Partial<Pick<BulkEditArtifact, "before" | "after" | "text">>,
): BulkEditArtifact {
  return {
    id: row.id,
    title: toDisplayLine(row.title ?? ""),
    kind,
    before: "",
    after: "",
    text: "",
    ...texts,
  };
}

export function toBulkPreviewArtifact(
  item: BulkPreviewItem,
  request: FieldEditRequest,
  site: string,
): BulkEditArtifact {
  const { selected } = item;
  switch (item.kind) {
    case "change":
      return createLine(selected, "change", {
        before: formatInput(item.change.before),
        after: formatInput(item.change.after),
      });
    case "unchanged":
      return createLine(selected, "unchanged", {});
    case "refused":
      return createLine(selected, "skipped", {
        before: formatShownValue(selected, request),
        after: formatRequestedValue(request),
        text: formatObstacleLine(item.why),
      });
    case "unreadable":
      return createLine(selected, "failed", { text: failureText(item.failure, site) });
  }
}

export function toBulkResultArtifact(item: BulkResultItem, site: string): BulkEditArtifact {
  const { selected } = item;
  switch (item.kind) {
    case "done": {
      const { before, after } = item.change;
      const text =
        item.stored === undefined
          ? ""
          : vscode.l10n.t(
              "you entered {0}, but the server stored a different value",
              formatInput(item.stored.sent),
            );
      return createLine(selected, "done", { before: formatInput(before), after: formatInput(after), text });
    }
    case "unchanged":
      return createLine(selected, "unchanged", {});
    case "conflict":
      return createLine(selected, "conflict", { text: remoteChangeText(item.theirs) });
    case "rejected":
      return createLine(selected, "refused", { text: failureText(item.failure, site) });
    case "refused":
      return createLine(selected, "skipped", { text: formatObstacleLine(item.why) });
    case "failed":
      return createLine(selected, "failed", { text: failureText(item.failure, site) });
    case "unknown": {
      const text = vscode.l10n.t("no response from the server; check the artifact before you try again");
      return createLine(selected, "failed", { text });
    }
    case "gone":
      return createLine(selected, "failed", {
        text: vscode.l10n.t("deleted, or you don't have access to it"),
      });
    case "notTried":
      return createLine(selected, "notTried", {});
  }
}

function formatCount(kind: BulkEditArtifact["kind"], count: number): string {
  switch (kind) {
    case "done":
      return vscode.l10n.t("{0} changed", count);
    case "conflict":
      return count === 1 ? vscode.l10n.t("1 conflict") : vscode.l10n.t("{0} conflicts", count);
    case "refused":
      return vscode.l10n.t("{0} rejected", count);
    case "failed":
      return vscode.l10n.t("{0} failed", count);
    case "notTried":
      return vscode.l10n.t("{0} not tried", count);
    case "skipped":
      return vscode.l10n.t("{0} skipped", count);
    case "unchanged":
      return vscode.l10n.t("{0} already set", count);
    case "change":
      return vscode.l10n.t("{0} to change", count);
  }
}

const otherKinds: readonly BulkEditArtifact["kind"][] = [
  "conflict",
  "refused",
  "failed",
  "notTried",
  "skipped",
  "unchanged",
];

function formatCounts(
  lines: readonly BulkEditArtifact[],
  kinds: readonly BulkEditArtifact["kind"][],
): readonly string[] {
  return kinds.flatMap((kind) => {
    const count = lines.filter((line) => line.kind === kind).length;
    return count > 0 ? [formatCount(kind, count)] : [];
  });
}

/** The number of each kind; the number of changes comes first, even if it is 0. */
export function formatBulkSummary(lines: readonly BulkEditArtifact[]): string {
  const doneLines = lines.filter(({ kind }) => kind === "done");
  // The text of a done line is always about a value that was stored differently.
  const storedDifferentlyCount = doneLines.filter(({ text }) => text !== "").length;
  const stored =
    storedDifferentlyCount === 0
      ? []
      : [vscode.l10n.t("{0} stored with different values", storedDifferentlyCount)];
  return [formatCount("done", doneLines.length), ...stored, ...formatCounts(lines, otherKinds)].join(", ");
}

export function formatUndoSummary(lines: readonly BulkEditArtifact[]): string {
  const undoneCount = lines.filter(({ kind }) => kind === "done").length;
  return [vscode.l10n.t("{0} undone", undoneCount), ...formatCounts(lines, otherKinds)].join(", ");
}
