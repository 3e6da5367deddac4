// From one document to the next: what answers name by `uri`, as long as it lies on the same site's API.
import * as vscode from "vscode";
import { oneLine } from "../model/displayText.ts";
import { resourceBelow } from "../store/inspect/resource.ts";
import { jsonPlace, jsonUri } from "./place.ts";

/** Stands before the address of the next page, in a line above the answer. */
export const nextMark = " → ";

/** The lines above an answer, all of which are ours: what we format begins otherwise, and what we don't after an empty line. */
const ours = /^(?:\/\/ .*\n)*/;

/**
 * Texts can't pretend to be members: in what we format each member begins a line, and a text has no ends of lines. Names
 * are plain, and an address that is longer than any is none.
 */
const member = /^( *"(?:\w+_)?uri": )("(?:[^"\\\n]|\\.){1,2000}")/gm;
const next = new RegExp(`^(// .*${nextMark})(\\S+)$`, "m");

/** VS Code takes all links of a document at once. */
const mostLinks = 10_000;

function textOf(json: string): string {
  try {
    return JSON.parse(json) as string;
  } catch {
    return "";
  }
}

interface Found {
  readonly start: number;
  readonly length: number;
  readonly uri: string;
}

function findLinks(text: string): readonly Found[] {
  const found: Found[] = [];
  const [header = ""] = ours.exec(text) ?? [];
  const above = next.exec(header);
  if (above !== null) {
    const [, before = "", uri = ""] = above;
    found.push({ start: above.index + before.length, length: uri.length, uri });
  }
  const isFormatted = text[header.length] !== "\n";
  if (!isFormatted) return found;
  for (const match of text.matchAll(member)) {
    const [, before = "", json = ""] = match;
    // Without the quotes.
    found.push({ start: match.index + before.length + 1, length: json.length - 2, uri: textOf(json) });
    if (found.length >= mostLinks) break;
  }
  return found;
}

export function linksIn(document: vscode.TextDocument): vscode.DocumentLink[] {
  const place = jsonPlace(document.uri);
  if (place === undefined) return [];
  const { siteApi, accountId } = place;
  return findLinks(document.getText()).flatMap(({ start, length, uri }) => {
    const resource = resourceBelow(siteApi, uri);
    if (resource === undefined) return [];
    const range = new vscode.Range(document.positionAt(start), document.positionAt(start + length));
    const link = new vscode.DocumentLink(range, jsonUri({ siteApi, accountId, resource }));
    link.tooltip = vscode.l10n.t("Inspect {0}", oneLine(resource));
    return [link];
  });
}
