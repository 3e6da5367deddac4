// Keeping a query: under which name, and for whom.
import * as vscode from "vscode";
import { oneLine, withoutLinks } from "../../model/displayText.ts";
import { mostQueries, type SavedQuery } from "../../model/query/savedQuery.ts";
import type { Services } from "../../services.ts";
import type { KeptQuery, QueryOrigin, SavedQueries } from "../../store/queries/savedQueries.ts";
import { askLine, pickOne, type Reply } from "../../vscode/prompts.ts";

const longestName = 100;

function nameOf({ parsed }: KeptQuery): string | undefined {
  return parsed.kind === "query" ? parsed.query.name : parsed.name;
}

function isSame(one: string, other: string | undefined): boolean {
  return one.toLocaleLowerCase() === other?.toLocaleLowerCase();
}

function nameProblem(queries: SavedQueries, name: string, inPlaceOf: string | undefined): string | undefined {
  if (name === "") return vscode.l10n.t("A query needs a name.");
  if (name.length > longestName) {
    return vscode.l10n.t("This is too long: at most {0} characters.", longestName);
  }
  const double = queries.list().find((kept) => kept.key !== inPlaceOf && isSame(name, nameOf(kept)));
  return double && vscode.l10n.t("There is a query of this name already: choose another one.");
}

function askName(
  queries: SavedQueries,
  value: string,
  inPlaceOf: string | undefined,
): Promise<Reply<string>> {
  return askLine({
    title: vscode.l10n.t("Save Query"),
    prompt: vscode.l10n.t("A name for it, as the tree shall show it"),
    canGoBack: true,
    value,
    problem: (name) => nameProblem(queries, name, inPlaceOf),
  });
}

/** Without a folder there is nothing that a workspace could keep. */
async function askOrigin(): Promise<Reply<QueryOrigin>> {
  if (vscode.workspace.workspaceFolders === undefined) return { kind: "answer", value: "user" };
  return pickOne<QueryOrigin>({
    title: vscode.l10n.t("Save Query"),
    placeholder: vscode.l10n.t("Where is it kept?"),
    canGoBack: true,
    rows: [
      {
        label: `$(account) ${vscode.l10n.t("For me")}`,
        description: vscode.l10n.t("in my settings, wherever I work"),
        value: "user",
      },
      {
        label: `$(root-folder) ${vscode.l10n.t("With this workspace")}`,
        description: vscode.l10n.t("in its settings, for all who have it open"),
        value: "workspace",
      },
    ],
  });
}

function say(name: string): void {
  const text = vscode.l10n.t("The query “{0}” is kept.", oneLine(name, 60));
  void vscode.window.showInformationMessage(withoutLinks(text));
}

/** What is not shown can neither be opened nor deleted. */
function fullText(origin: QueryOrigin): string {
  return origin === "user"
    ? vscode.l10n.t(
        "Not kept: your settings hold {0} queries, which is all that are shown. Delete one first.",
        mostQueries,
      )
    : vscode.l10n.t(
        "Not kept: this workspace holds {0} queries, which is all that are shown. Delete one first.",
        mostQueries,
      );
}

async function keep(
  queries: SavedQueries,
  origin: QueryOrigin,
  query: SavedQuery,
  inPlaceOf?: string,
): Promise<KeptQuery | undefined> {
  if (inPlaceOf === undefined && queries.isFull(origin)) {
    void vscode.window.showWarningMessage(fullText(origin));
    return undefined;
  }
  await queries.save(origin, query, inPlaceOf);
  say(query.name);
  return queries.list().find((kept) => kept.origin === origin && nameOf(kept) === query.name);
}

/** Asks for its name and its place. */
async function saveNew(queries: SavedQueries, query: SavedQuery): Promise<KeptQuery | undefined> {
  let { name } = query;
  for (;;) {
    const named = await askName(queries, name, undefined);
    if (named.kind !== "answer") return undefined;
    name = named.value;
    const origin = await askOrigin();
    if (origin.kind === "away") return undefined;
    if (origin.kind === "answer") return keep(queries, origin.value, { ...query, name });
  }
}

/** In place of what it was made from, where that was. */
async function saveAgain(
  queries: SavedQueries,
  query: SavedQuery,
  before: KeptQuery,
): Promise<KeptQuery | undefined> {
  const named = await askName(queries, query.name, before.key);
  if (named.kind !== "answer") return undefined;
  return keep(queries, before.origin, { ...query, name: named.value }, before.key);
}

/** In place of `before`, or as another one; undefined for who turns away. */
export function saveQuery(
  { queries }: Services,
  query: SavedQuery,
  before: KeptQuery | undefined,
): Promise<KeptQuery | undefined> {
  return before === undefined ? saveNew(queries, query) : saveAgain(queries, query, before);
}
