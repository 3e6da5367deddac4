// What rows say that stand in place of artifacts, or beside them: one sentence, with what to do.
import * as vscode from "vscode";
import { oneLine } from "../../model/displayText.ts";
import { failureText } from "../../vscode/failureText.ts";
import { queryProblemText } from "../../vscode/queryProblemText.ts";
import type { Note, NoteNode, ProblemNode } from "./nodes.ts";
import { spoken } from "./treeItem.ts";

function unparsableText({ problem, member }: Extract<Note, { kind: "unparsable" }>): string {
  const place = oneLine(member, 60);
  switch (problem) {
    case "notAnObject":
      return vscode.l10n.t("This entry of artifacts.queries isn't a query: correct or remove it.");
    case "missing":
      return vscode.l10n.t("“{0}” is missing: edit the query.", place);
    case "wrongType":
      return vscode.l10n.t("“{0}” isn't what is expected there: edit the query.", place);
    case "unknownWord":
      return vscode.l10n.t("“{0}” isn't one of the words known there: edit the query.", place);
    case "tooLong":
      return vscode.l10n.t("“{0}” is too long: edit the query.", place);
    case "mixed":
      return vscode.l10n.t("“{0}” doesn't go with the rest of the query: edit it.", place);
  }
}

function absentText({ way, site }: Extract<Note, { kind: "absent" }>): string {
  switch (way) {
    case "criteria":
      return vscode.l10n.t("{0} can't be searched in this way: edit the query.", site);
    case "text":
      return vscode.l10n.t("{0} has no query language: edit the query to use conditions.", site);
    case "report":
      return vscode.l10n.t("{0} has no such report: edit the query.", site);
  }
}

function names(all: readonly string[]): string {
  return all.map((each) => oneLine(each, 60)).join(", ");
}

function silentText({ why, of, trackers, site }: Extract<Note, { kind: "silent" }>): string {
  if (why === "noField") {
    return of === "assigned"
      ? vscode.l10n.t("Can't be searched by assignee: {0}", names(trackers))
      : vscode.l10n.t("Can't be searched by submitter: {0}", names(trackers));
  }
  return vscode.l10n.t("{0} passes over this question, so nothing is shown of: {1}", site, names(trackers));
}

function noteText(note: Note): string {
  switch (note.kind) {
    case "unparsable":
      return unparsableText(note);
    case "queriesLeftOut":
      return note.origin === "user"
        ? vscode.l10n.t("Your settings have more queries than can be shown. Left out: {0}.", note.count)
        : vscode.l10n.t("This workspace has more queries than can be shown. Left out: {0}.", note.count);
    case "siteUnknown":
      return vscode.l10n.t(
        "You aren't connected to {0}: connect to it, or edit the query.",
        oneLine(note.address, 80),
      );
    case "queryProblem":
      return queryProblemText(note.problem, note.site, note.tracker);
    case "contradicted":
      return note.of === "query"
        ? vscode.l10n.t("{0} passed over a condition, so its answer isn't shown: edit the query.", note.site)
        : vscode.l10n.t(
            "{0} passed over the wish for open artifacts, so its answer isn't shown: show closed ones too.",
            note.site,
          );
    case "absent":
      return absentText(note);
    case "openUntold":
      return vscode.l10n.t("{0} doesn't tell what is open: closed ones are among these.", note.site);
    case "signedOut":
      return vscode.l10n.t("Sign in to {0} to see your work.", note.site);
    case "nobodyIsMe":
      return vscode.l10n.t("Say who you are…");
    case "nothingPinned":
      return note.of === "closed"
        ? vscode.l10n.t(
            "{0} lists only what is open: pin a project, and its trackers are searched for the rest.",
            note.site,
          )
        : vscode.l10n.t(
            "{0} can't list your work by itself: pin a project, and its trackers are searched.",
            note.site,
          );
    case "lookedIn":
      return note.of === "closed"
        ? vscode.l10n.t("Closed ones are of pinned projects: {0}", names(note.projects))
        : vscode.l10n.t("Searched in pinned projects: {0}", names(note.projects));
    case "silent":
      return silentText(note);
    case "searchingCommits":
      return vscode.l10n.t("Searching…");
    case "noCommits":
      return vscode.l10n.t("No commit mentions it");
    case "commitsCut":
      return vscode.l10n.t("There are more: these are the newest {0}.", note.shown);
    case "noRepositories":
      return vscode.l10n.t("No repositories yet: create one…");
    case "svnUntold":
      return note.isEmpty
        ? vscode.l10n.t("None known: create one…")
        : vscode.l10n.t("Only those created or changed here");
    case "commitProblem":
      return note.text;
    case "trackerFailed":
      return `${oneLine(note.tracker, 60)}: ${failureText(note.failure, note.site)}`;
  }
}

/** What is longer to say than a row has room for. */
function tooltipOf(note: Note): string | undefined {
  if (note.kind === "nobodyIsMe") return vscode.l10n.t("{0} doesn't say who you are.", note.site);
  if (note.kind !== "svnUntold") return undefined;
  return vscode.l10n.t(
    "{0} can't list repositories. Those that you create or change here are shown.",
    note.site,
  );
}

type Look = readonly [icon: string, color?: string];

function lookOf(note: Note): Look {
  switch (note.kind) {
    case "signedOut":
    case "nobodyIsMe":
      return ["person-add"];
    case "nothingPinned":
      return ["pin"];
    case "searchingCommits":
      return ["loading~spin"];
    case "lookedIn":
    case "openUntold":
    case "noCommits":
    case "commitsCut":
    case "svnUntold":
      return ["info"];
    case "noRepositories":
      return ["add"];
    case "silent":
      return note.why === "noField" ? ["info"] : ["warning", "list.warningForeground"];
    case "unparsable":
    case "queriesLeftOut":
    case "siteUnknown":
    case "queryProblem":
    case "contradicted":
    case "absent":
    case "commitProblem":
    case "trackerFailed":
      return ["warning", "list.warningForeground"];
  }
}

/** What a click on it does about it. */
function commandOf(node: NoteNode, title: string): vscode.Command | undefined {
  const { note, queryKey } = node;
  if (note.kind === "noRepositories" || note.kind === "svnUntold") {
    return { command: "artifacts.newSvnRepository", title, arguments: [note.project] };
  }
  const about = (command: string): vscode.Command => ({ command, title, arguments: [node] });
  if (note.kind === "signedOut") return about("artifacts.signIn");
  const isAboutMe = note.kind === "queryProblem" && note.problem.kind === "nobodyIsMe";
  if (note.kind === "nobodyIsMe" || isAboutMe) return about("artifacts.chooseMe");
  return queryKey === undefined ? undefined : about("artifacts.editQuery");
}

export function noteItem(node: NoteNode): vscode.TreeItem {
  const sentence = noteText(node.note);
  const item = new vscode.TreeItem(sentence, vscode.TreeItemCollapsibleState.None);
  const [icon, color] = lookOf(node.note);
  item.iconPath = new vscode.ThemeIcon(icon, color === undefined ? undefined : new vscode.ThemeColor(color));
  item.tooltip = tooltipOf(node.note) ?? sentence;
  item.contextValue = node.note.kind === "nobodyIsMe" ? "work.nobodyIsMe" : "note";
  const command = commandOf(node, sentence);
  if (command !== undefined) item.command = command;
  return spoken(item, icon === "warning" ? vscode.l10n.t("warning") : "");
}

export function problemItem(node: ProblemNode): vscode.TreeItem {
  const sentence = failureText(node.failure, node.site.label);
  const item = new vscode.TreeItem(sentence);
  item.tooltip = sentence;
  item.iconPath = new vscode.ThemeIcon("warning", new vscode.ThemeColor("list.warningForeground"));
  item.contextValue = node.failure.kind === "signedOut" ? "problem.signedOut" : "problem";
  item.command =
    node.failure.kind === "notEncrypted"
      ? {
          command: "artifacts.connectUnencrypted",
          title: vscode.l10n.t("Connect Unencrypted"),
          arguments: [node],
        }
      : { command: "artifacts.retry", title: vscode.l10n.t("Retry"), arguments: [node] };
  return item;
}
