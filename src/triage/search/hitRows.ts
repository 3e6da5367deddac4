// The rows of the search.
import * as vscode from "vscode";
import { oneLine, withoutIcons } from "../../model/displayText.ts";
import { failureText } from "../../platform/failureText.ts";
import { type Gap, type Gathered, type Hit, isNothing } from "./gathered.ts";

export interface HitRow extends vscode.QuickPickItem {
  readonly value?: Hit | "choose" | undefined;
}

/** As much as a row has room for. */
const roomForLetters = 90;
const shortestTitle = 30;

/** VS Code sorts by how labels fit what was typed. Our order is the one that counts, so the title is in none. */
function hitRow({ site, row }: Hit, namesSite: boolean): HitRow {
  const { id, title = "", tracker, status } = row;
  const facts = [tracker?.label ?? "", status ?? "", namesSite ? site.label : ""]
    .map((fact) => oneLine(fact, 30))
    .filter((fact) => fact !== "");
  const name = oneLine(title, Math.max(shortestTitle, roomForLetters - facts.join(" · ").length));
  return {
    label: `#${id}`,
    description: withoutIcons((name === "" ? facts : [name, ...facts]).join(" · ")),
    buttons: [{ iconPath: new vscode.ThemeIcon("link-external"), tooltip: vscode.l10n.t("Open in Browser") }],
    alwaysShow: true,
    value: { site, row },
  };
}

function line(label: string): HitRow {
  return { label, kind: vscode.QuickPickItemKind.Separator };
}

function say(icon: string, text: string, value?: "choose"): HitRow {
  return { label: `$(${icon}) ${withoutIcons(oneLine(text))}`, alwaysShow: true, value };
}

function gapRow({ kind, site, tracker, failure }: Gap): HitRow {
  const name = oneLine(tracker ?? site.label, 60);
  switch (kind) {
    case "failed": {
      const why = failure === undefined ? "" : failureText(failure, site.label);
      return say("warning", tracker === undefined ? why : `${name}: ${why}`);
    }
    case "unheeding":
      return say("warning", vscode.l10n.t("{0}: the server does not heed what is searched for.", name));
    case "untitled":
      return say("info", vscode.l10n.t("{0}: its titles can't be searched.", name));
    case "abounding":
      return say("info", vscode.l10n.t("{0} has more: type more of the title.", name));
  }
}

export interface ShownSearch extends Gathered {
  readonly text: string;
  readonly namesSite: boolean;
  readonly isPending: boolean;
  /** Whether there is any tracker to search in; undefined while that is read. */
  readonly hasTrackers: boolean | undefined;
}

export function hitRows(shown: ShownSearch): readonly HitRow[] {
  const { recent, found, gaps, text, namesSite, isPending, hasTrackers } = shown;
  const rowOf = (hit: Hit): HitRow => hitRow(hit, namesSite);
  const hasNothing = text !== "" && !isPending && isNothing(shown);
  const isAlone = recent.length + found.length === 0 && !hasNothing;
  return [
    ...(recent.length > 0 ? [line(vscode.l10n.t("Recently opened")), ...recent.map(rowOf)] : []),
    ...(found.length > 0 ? [line(vscode.l10n.t("Found")), ...found.map(rowOf)] : []),
    ...(hasNothing && hasTrackers === true ? [say("info", vscode.l10n.t("No title has these words."))] : []),
    ...(hasTrackers === false
      ? [line(""), say("list-selection", vscode.l10n.t("Choose Trackers to Search…"), "choose")]
      : []),
    ...(gaps.length > 0 && !isAlone ? [line(vscode.l10n.t("Not all of it"))] : []),
    ...gaps.map(gapRow),
  ];
}
