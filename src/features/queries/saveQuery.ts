// Saves a query: prompts for its name, and for User or Workspace Settings.
import * as vscode from "vscode";
import { toDisplayLine, escapeLinks } from "../../model/displayText.ts";
import { maxSavedQueries, type SavedQuery } from "../../model/query/savedQuery.ts";
import type { Services } from "../../services.ts";
import type { SavedQueryEntry, QueryOrigin, SavedQueries } from "../../store/queries/savedQueries.ts";
import { promptText, pickOne, type PromptResult } from "../../vscode/prompts.ts";

const maxNameLength = 100;

function getQueryName({ parsed }: SavedQueryEntry): string | undefined {
  return parsed.kind === "query" ? parsed.query.name : parsed.name;
}

function isSameName(a: string, b: string | undefined): boolean {
  return a.toLocaleLowerCase() === b?.toLocaleLowerCase();
}

function validateName(
  queries: SavedQueries,
  name: string,
  replacedKey: string | undefined,
): string | undefined {
  if (name === "") return vscode.l10n.t("Enter a name for the query.");
  if (name.length > maxNameLength) {
    return vscode.l10n.t("Enter at most {0} characters.", maxNameLength);
  }
  const duplicate = queries
    .list()
    .find((entry) => entry.key !== replacedKey && isSameName(name, getQueryName(entry)));
  return duplicate && vscode.l10n.t("A query with this name already exists. Choose a different name.");
}

function promptName(
  queries: SavedQueries,
  value: string,
  replacedKey: string | undefined,
): Promise<PromptResult<string>> {
  return promptText({
    title: vscode.l10n.t("Save Query"),
    prompt: vscode.l10n.t("Enter a name for the query (shown in the Projects view)"),
    canGoBack: true,
    value,
    validate: (name) => validateName(queries, name, replacedKey),
  });
}

/** Without a folder there are no workspace settings. */
async function pickOrigin(): Promise<PromptResult<QueryOrigin>> {
  if (vscode.workspace.workspaceFolders === undefined) return { kind: "accepted", value: "user" };
  return pickOne<QueryOrigin>({
    title: vscode.l10n.t("Save Query"),
    placeholder: vscode.l10n.t("Select where to save the query"),
    canGoBack: true,
    items: [
      {
        label: `$(account) ${vscode.l10n.t("User Settings")}`,
        description: vscode.l10n.t("available in all workspaces"),
        value: "user",
      },
      {
        label: `$(root-folder) ${vscode.l10n.t("Workspace Settings")}`,
        description: vscode.l10n.t("shared with everyone who uses this workspace"),
        value: "workspace",
      },
    ],
  });
}

function showSaved(name: string): void {
  const text = vscode.l10n.t("Saved query “{0}”.", toDisplayLine(name, 60));
  void vscode.window.showInformationMessage(escapeLinks(text));
}

/** Queries beyond the limit wouldn't be shown, so they couldn't be deleted. */
function formatLimitReached(origin: QueryOrigin): string {
  return origin === "user"
    ? vscode.l10n.t(
        "The query wasn't saved. Your user settings already have the maximum of {0} queries. Delete one first.",
        maxSavedQueries,
      )
    : vscode.l10n.t(
        "The query wasn't saved. This workspace already has the maximum of {0} queries. Delete one first.",
        maxSavedQueries,
      );
}

async function storeQuery(
  queries: SavedQueries,
  origin: QueryOrigin,
  query: SavedQuery,
  replacedKey?: string,
): Promise<SavedQueryEntry | undefined> {
  if (replacedKey === undefined && queries.isFull(origin)) {
    void vscode.window.showWarningMessage(formatLimitReached(origin));
    return undefined;
  }
  await queries.save(origin, query, replacedKey);
  showSaved(query.name);
  return queries.list().find((entry) => entry.origin === origin && getQueryName(entry) === query.name);
}

async function saveNew(queries: SavedQueries, query: SavedQuery): Promise<SavedQueryEntry | undefined> {
  let { name } = query;
  for (;;) {
    const nameResult = await promptName(queries, name, undefined);
    if (nameResult.kind !== "accepted") return undefined;
    name = nameResult.value;
    const originResult = await pickOrigin();
    if (originResult.kind === "dismissed") return undefined;
    if (originResult.kind === "accepted") return storeQuery(queries, originResult.value, { ...query, name });
  }
}

/** Replaces the existing query in its settings. */
async function saveExisting(
  queries: SavedQueries,
  query: SavedQuery,
  existing: SavedQueryEntry,
): Promise<SavedQueryEntry | undefined> {
  const nameResult = await promptName(queries, query.name, existing.key);
  if (nameResult.kind !== "accepted") return undefined;
  return storeQuery(queries, existing.origin, { ...query, name: nameResult.value }, existing.key);
}

/** Replaces `existing`, or adds the query; `undefined` if the user dismisses a prompt. */
export function promptAndSaveQuery(
  { savedQueries }: Services,
  query: SavedQuery,
  existing: SavedQueryEntry | undefined,
): Promise<SavedQueryEntry | undefined> {
  return existing === undefined ? saveNew(savedQueries, query) : saveExisting(savedQueries, query, existing);
}
