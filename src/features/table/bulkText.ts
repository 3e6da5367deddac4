// What a change of many would make of each, or has made of it, in words.
import * as vscode from "vscode";
import { oneLine } from "../../model/displayText.ts";
import type { Input } from "../../model/fields/registry.ts";
import { inputText } from "../../model/form/input.ts";
import type { Wish } from "../../model/triage/wish.ts";
import type { BulkLine } from "../../protocol/table.ts";
import type { PreviewItem, RunItem } from "../../store/triage/bulk.ts";
import type { Obstacle } from "../../store/triage/decide.ts";
import type { Selected } from "../../store/triage/states.ts";
import { failureText } from "../../vscode/failureText.ts";
import { remoteChangeText } from "../../vscode/remoteChangeText.ts";

const longest = 120;

/** Without the artifact's name, which stands beside it. */
function obstacleText(why: Obstacle | { readonly code: "comment" }): string {
  switch (why.code) {
    case "noField":
    case "wrongKind":
      return vscode.l10n.t("has no such field that takes this");
    case "readOnly":
      return vscode.l10n.t("you may not change this field in its present state");
    case "takesOne":
      return vscode.l10n.t("takes one value only");
    case "notOffered":
      return vscode.l10n.t("has no value “{0}” to choose", oneLine(why.value, 60));
    case "notAssignable":
      return vscode.l10n.t("can't be assigned to {0}", oneLine(why.person, 60));
    case "noComments":
      return vscode.l10n.t("the server takes no comments");
    case "noSuchLinkType":
      return vscode.l10n.t("has no link type “{0}”", oneLine(why.type, 60));
    case "linkedOtherwise":
      return vscode.l10n.t("is linked in another way already");
    case "noRevision":
      return vscode.l10n.t("the server does not say in which state it is: open it and save there");
    case "comment":
      return vscode.l10n.t("a comment can't be taken back");
    case "problem":
      if (why.problem.kind === "comma") return vscode.l10n.t("a new value can't contain a comma");
      return why.problem.kind === "notReachable"
        ? vscode.l10n.t("not allowed by the workflow")
        : vscode.l10n.t("needs something else first: open it to see what");
  }
}

function valueLine(input: Input | undefined): string {
  return input === undefined ? "" : oneLine(inputText(input), longest);
}

/** What was wished for, where nothing came of it. */
function wishedLine(wish: Wish): string {
  switch (wish.kind) {
    case "choices":
      return oneLine(wish.values.map(({ label }) => label).join(", "), longest);
    case "people":
      return oneLine(wish.people.map(({ label }) => label).join(", "), longest);
    case "write":
      return oneLine(wish.text, longest);
    case "comment":
      return oneLine(wish.source, longest);
    case "link":
      return `#${wish.artifactId}`;
  }
}

/** What a row itself says of the field. */
function shownLine({ row }: Selected, wish: Wish): string {
  const role = "field" in wish && wish.field?.by === "role" ? wish.field.role : undefined;
  if (role === "status") return oneLine(row.status ?? "", longest);
  return role === "assignee" ? oneLine(row.assignees.map(({ label }) => label).join(", "), longest) : "";
}

function lineOf(
  { row }: Selected,
  kind: BulkLine["kind"],
  parts: Partial<Pick<BulkLine, "before" | "after" | "text">>,
): BulkLine {
  return { id: row.id, title: oneLine(row.title ?? ""), kind, before: "", after: "", text: "", ...parts };
}

export function previewLine(item: PreviewItem, wish: Wish, site: string): BulkLine {
  const { selected } = item;
  switch (item.kind) {
    case "change":
      return lineOf(selected, "change", {
        before: valueLine(item.change.before),
        after: valueLine(item.change.after),
      });
    case "alreadySo":
      return lineOf(selected, "alreadySo", {});
    case "refused":
      return lineOf(selected, "leftOut", {
        before: shownLine(selected, wish),
        after: wishedLine(wish),
        text: obstacleText(item.why),
      });
    case "unreadable":
      return lineOf(selected, "failed", { text: failureText(item.failure, site) });
  }
}

export function runLine(item: RunItem, site: string): BulkLine {
  const { selected } = item;
  switch (item.kind) {
    case "done": {
      const { before, after } = item.change;
      const text =
        item.stored === undefined
          ? ""
          : vscode.l10n.t("the server has something else than was sent: {0}", valueLine(item.stored.sent));
      return lineOf(selected, "done", { before: valueLine(before), after: valueLine(after), text });
    }
    case "alreadySo":
      return lineOf(selected, "alreadySo", {});
    case "conflict":
      return lineOf(selected, "conflict", { text: remoteChangeText(item.theirs) });
    case "rejected":
      return lineOf(selected, "refused", { text: failureText(item.failure, site) });
    case "refused":
      return lineOf(selected, "leftOut", { text: obstacleText(item.why) });
    case "failed":
      return lineOf(selected, "failed", { text: failureText(item.failure, site) });
    case "unknown": {
      const text = vscode.l10n.t("the answer got lost: look at it before you try again");
      return lineOf(selected, "failed", { text });
    }
    case "gone":
      return lineOf(selected, "failed", { text: vscode.l10n.t("is no longer there, or hidden from you") });
    case "notTried":
      return lineOf(selected, "notTried", {});
  }
}

function countText(kind: BulkLine["kind"], count: number): string {
  switch (kind) {
    case "done":
      return vscode.l10n.t("{0} changed", count);
    case "conflict":
      return count === 1 ? vscode.l10n.t("1 conflict") : vscode.l10n.t("{0} conflicts", count);
    case "refused":
      return vscode.l10n.t("{0} refused", count);
    case "failed":
      return vscode.l10n.t("{0} failed", count);
    case "notTried":
      return vscode.l10n.t("{0} not tried", count);
    case "leftOut":
      return vscode.l10n.t("{0} left out", count);
    case "alreadySo":
      return vscode.l10n.t("{0} already so", count);
    case "change":
      return vscode.l10n.t("{0} to change", count);
  }
}

const others: readonly BulkLine["kind"][] = [
  "conflict",
  "refused",
  "failed",
  "notTried",
  "leftOut",
  "alreadySo",
];

function counts(lines: readonly BulkLine[], kinds: readonly BulkLine["kind"][]): readonly string[] {
  return kinds.flatMap((kind) => {
    const count = lines.filter((line) => line.kind === kind).length;
    return count > 0 ? [countText(kind, count)] : [];
  });
}

/** How many of each kind; what was changed first and always. */
export function summaryText(lines: readonly BulkLine[]): string {
  const done = lines.filter(({ kind }) => kind === "done");
  // All that there is to say of one that was changed.
  const otherwise = done.filter(({ text }) => text !== "").length;
  const stored = otherwise === 0 ? [] : [vscode.l10n.t("{0} stored otherwise", otherwise)];
  return [countText("done", done.length), ...stored, ...counts(lines, others)].join(", ");
}

/** The same of what was taken back. */
export function undoneText(lines: readonly BulkLine[]): string {
  const done = lines.filter(({ kind }) => kind === "done").length;
  return [vscode.l10n.t("{0} changed back", done), ...counts(lines, others)].join(", ");
}
