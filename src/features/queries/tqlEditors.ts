// Editors for queries in TQL: completion, the server's errors, running and saving.
import * as vscode from "vscode";
import { escapeLinks, toDisplayLine } from "../../model/displayText.ts";
import { type Failure, isFailure } from "../../model/failure.ts";
import { completeTql, noTqlNames, type TqlCompletion, type TqlNames } from "../../model/query/completeTql.ts";
import { maxTqlLength, type SavedQuery } from "../../model/query/savedQuery.ts";
import { locateTqlError, toSentTql } from "../../model/query/sentTql.ts";
import type { Site } from "../../model/site.ts";
import { tqlDocumentSelector, tqlLanguage } from "../../protocol/contributions.ts";
import type { Services } from "../../services.ts";
import { loadTqlNames, loadTrackerTqlNames } from "../../store/queries/tqlNames.ts";
import { toApiRoot, toSiteSettingUrl } from "../../store/sites.ts";
import { DebouncedRequest, tryOrLog } from "../../vscode/async.ts";
import { failureText } from "../../vscode/failureText.ts";
import { withProgress } from "../../vscode/notifications.ts";
import { pickSite } from "../../vscode/prompts.ts";
import { redactSecrets } from "../../vscode/redactSecrets.ts";
import { severalTrackersNotSupportedText } from "../../vscode/severalTrackersText.ts";
import { promptAndSaveQuery } from "./saveQuery.ts";
import { TqlDocuments } from "./tqlDocuments.ts";

/** Requests are sent when the user pauses. */
const checkDelayMs = 700;

function toItemKind(kind: TqlCompletion["kind"]): vscode.CompletionItemKind {
  switch (kind) {
    case "keyword":
      return vscode.CompletionItemKind.Keyword;
    case "operator":
      return vscode.CompletionItemKind.Operator;
    case "function":
      return vscode.CompletionItemKind.Function;
    case "field":
      return vscode.CompletionItemKind.Field;
    case "value":
      return vscode.CompletionItemKind.Value;
  }
}

/** The message for the query, if that is what was wrong. */
function getQueryError(failure: Failure, site: Site): string | undefined {
  if (failure.kind === "invalidCriterion") return failureText(failure, site.label);
  const { serverMessage } = failure.request;
  return failure.kind === "invalidRequest" && serverMessage !== undefined
    ? toDisplayLine(redactSecrets(serverMessage))
    : undefined;
}

/** Such a query could be neither sent nor saved. */
function tooLongText(): string {
  return vscode.l10n.t("Enter at most {0} characters.", maxTqlLength);
}

function isTql(document: vscode.TextDocument): boolean {
  return vscode.languages.match(tqlDocumentSelector, document) > 0;
}

/** Of all tabs by default. */
function listUris(
  tabs: readonly vscode.Tab[] = vscode.window.tabGroups.all.flatMap((group) => group.tabs),
): ReadonlySet<string> {
  return new Set(
    tabs.flatMap(({ input }) => (input instanceof vscode.TabInputText ? input.uri.toString() : [])),
  );
}

/** An untitled document is closed without a prompt only if it is empty. */
export async function closeUntitled(document: vscode.TextDocument): Promise<void> {
  const end = document.positionAt(document.getText().length);
  const edit = new vscode.WorkspaceEdit();
  edit.delete(document.uri, new vscode.Range(new vscode.Position(0, 0), end));
  if (!(await vscode.workspace.applyEdit(edit))) return;
  const uri = document.uri.toString();
  const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
  await vscode.window.tabGroups.close(
    tabs.filter(({ input }) => input instanceof vscode.TabInputText && input.uri.toString() === uri),
  );
}

export class TqlEditors {
  readonly #services: Services;
  readonly #documents: TqlDocuments;
  readonly #checks = new Map<string, DebouncedRequest>();
  readonly #diagnostics = vscode.languages.createDiagnosticCollection("artifacts.tql");

  constructor(services: Services) {
    this.#services = services;
    this.#documents = new TqlDocuments(services.workspaceState, listUris());
    services.addDisposable(
      vscode.Disposable.from(
        this.#diagnostics,
        vscode.workspace.onDidChangeTextDocument(({ document }) => this.#scheduleCheck(document)),
        vscode.workspace.onDidOpenTextDocument((document) => this.#scheduleCheck(document)),
        vscode.workspace.onDidCloseTextDocument((document) => this.#stopChecking(document)),
        vscode.window.tabGroups.onDidChangeTabs(({ closed }) => this.#forgetClosed(closed)),
      ),
    );
    for (const document of vscode.workspace.textDocuments) this.#scheduleCheck(document);
  }

  /** With the key, saving replaces the query. */
  async open(query: SavedQuery, queryKey: string | undefined): Promise<void> {
    const content = query.text ?? "";
    const document = await vscode.workspace.openTextDocument({ language: tqlLanguage, content });
    await this.#documents.set(document.uri.toString(), { query, queryKey });
    this.#scheduleCheck(document);
    await vscode.window.showTextDocument(document);
  }

  /** Shows the results in a table. */
  async run(): Promise<void> {
    const document = this.#getActive();
    const query = document && (await this.#createQuery(document));
    if (document === undefined || query === undefined) return;
    const title = vscode.l10n.t("Loading from {0}…", query.site.label);
    const diagnostic = await withProgress(title, (signal) => this.#check(document, query.site, signal));
    this.#show(document, diagnostic);
    if (diagnostic === undefined) {
      return this.#services.commands.execute("artifacts.openTable", { kind: "unsaved", query: query.query });
    }
    const editor = await vscode.window.showTextDocument(document);
    editor.selection = new vscode.Selection(diagnostic.range.start, diagnostic.range.start);
    editor.revealRange(diagnostic.range);
    void vscode.window.showErrorMessage(escapeLinks(diagnostic.message));
  }

  /** Replaces the saved query, or adds one, and closes the editor if it has nothing else. */
  async save(): Promise<void> {
    const document = this.#getActive();
    const query = document && (await this.#createQuery(document));
    if (document === undefined || query === undefined) return;
    const uri = document.uri.toString();
    const { queryKey } = this.#documents.get(uri) ?? {};
    const existing = queryKey === undefined ? undefined : this.#services.savedQueries.find(queryKey);
    const saved = await promptAndSaveQuery(this.#services, query.query, existing);
    if (saved?.parsed.kind !== "query") return;
    const isUnchanged = document.getText().trim() === query.query.text;
    if (document.isUntitled && isUnchanged) await closeUntitled(document);
    else await this.#documents.set(uri, { query: saved.parsed.query, queryKey: saved.key });
  }

  complete(
    document: vscode.TextDocument,
    position: vscode.Position,
    token: vscode.CancellationToken,
  ): Promise<vscode.CompletionItem[] | undefined> {
    const { errorHandler } = this.#services;
    return tryOrLog(errorHandler, "complete TQL", token, async (signal) => {
      const text = document.getText();
      if (text.length > maxTqlLength) return undefined;
      const form = this.#getTrackerId(document) === undefined ? "query" : "condition";
      const names = await this.#loadNames(document, signal);
      const { start, items } = completeTql(text, document.offsetAt(position), names, form);
      const range = new vscode.Range(document.positionAt(start), position);
      return items.map((item, index) => {
        const description = item.detail === undefined ? undefined : toDisplayLine(item.detail, 60);
        const label = {
          label: toDisplayLine(item.text, 80),
          ...(description !== undefined && { description }),
        };
        const completion = new vscode.CompletionItem(label, toItemKind(item.kind));
        completion.insertText = item.text;
        // Users and fields are found by their labels, too.
        completion.filterText = item.detail === undefined ? item.text : `${item.text} ${item.detail}`;
        completion.range = range;
        completion.sortText = String(index).padStart(4, "0");
        return completion;
      });
    });
  }

  #getActive(): vscode.TextDocument | undefined {
    const document = vscode.window.activeTextEditor?.document;
    return document !== undefined && isTql(document) ? document : undefined;
  }

  async #loadNames(document: vscode.TextDocument, signal: AbortSignal): Promise<TqlNames> {
    const site = this.#findSite(document);
    if (site === undefined) return noTqlNames;
    const catalog = this.#services.catalog.getSite(site);
    const trackerId = this.#getTrackerId(document);
    return trackerId === undefined
      ? loadTqlNames(catalog, document.getText(), signal)
      : loadTrackerTqlNames(catalog, trackerId);
  }

  /** `undefined` for a query over several trackers, which names them itself. */
  #getTrackerId(document: vscode.TextDocument): number | undefined {
    const tracker = this.#documents.get(document.uri.toString())?.query.tracker;
    return typeof tracker === "number" ? tracker : undefined;
  }

  /** Without a prompt; `undefined` if there are several sites. */
  #findSite(document: vscode.TextDocument): Site | undefined {
    const { sites } = this.#services;
    const known = this.#documents.get(document.uri.toString());
    // The user may have removed it.
    if (known !== undefined) return sites.find(toApiRoot(known.query.site) ?? "");
    const [only, ...others] = sites.list();
    return others.length === 0 ? only : undefined;
  }

  async #createQuery(
    document: vscode.TextDocument,
  ): Promise<{ readonly site: Site; readonly query: SavedQuery } | undefined> {
    const text = document.getText().trim();
    if (text === "" || text.length > maxTqlLength) {
      const message = text === "" ? vscode.l10n.t("Enter a query.") : tooLongText();
      void vscode.window.showInformationMessage(message);
      return undefined;
    }
    if (this.#services.sites.list().length === 0) {
      await this.#services.commands.execute("artifacts.connect");
      return undefined;
    }
    const title = vscode.l10n.t("Run Query");
    const ownSite = this.#findSite(document);
    // Other sites have other trackers of that ID.
    if (ownSite === undefined && this.#getTrackerId(document) !== undefined) {
      const message = vscode.l10n.t("You aren't connected to the site of this query.");
      void vscode.window.showInformationMessage(message);
      return undefined;
    }
    const site = ownSite ?? (await pickSite(this.#services.sites.list(), { title }));
    if (site === undefined) return undefined;
    const known = this.#documents.get(document.uri.toString());
    const { name = "", sort, group } = known?.query ?? {};
    const query: SavedQuery = {
      name,
      site: toSiteSettingUrl(site.api),
      tracker: this.#getTrackerId(document) ?? "all",
      where: [],
      openOnly: undefined,
      sort,
      group,
      text,
      report: undefined,
    };
    return { site, query };
  }

  #scheduleCheck(document: vscode.TextDocument): void {
    const site = isTql(document) ? this.#findSite(document) : undefined;
    if (site === undefined) return;
    const { errorHandler } = this.#services;
    const key = document.uri.toString();
    const check =
      this.#checks.get(key) ??
      new DebouncedRequest(checkDelayMs, (error) => {
        errorHandler.logError("check TQL", error);
        this.#show(document, undefined);
      });
    this.#checks.set(key, check);
    check.run(
      (signal) => this.#check(document, site, signal),
      (diagnostic) => this.#show(document, diagnostic),
    );
  }

  #show(document: vscode.TextDocument, diagnostic: vscode.Diagnostic | undefined): void {
    if (document.isClosed) return;
    this.#diagnostics.set(document.uri, diagnostic === undefined ? [] : [diagnostic]);
  }

  /** The first row is enough to learn whether the query is valid. An empty document has no error. */
  async #check(
    document: vscode.TextDocument,
    site: Site,
    signal: AbortSignal,
  ): Promise<vscode.Diagnostic | undefined> {
    const text = document.getText();
    if (text.trim() === "") return undefined;
    const toDiagnostic = (start: number, end: number, message: string): vscode.Diagnostic => {
      const range = new vscode.Range(document.positionAt(start), document.positionAt(end));
      const diagnostic = new vscode.Diagnostic(range, message, vscode.DiagnosticSeverity.Error);
      diagnostic.source = site.label;
      return diagnostic;
    };
    if (text.trim().length > maxTqlLength) return toDiagnostic(0, text.length, tooLongText());
    const trackerId = this.#getTrackerId(document);
    const sent = toSentTql(text, trackerId === undefined ? "query" : "condition");
    const catalog = this.#services.catalog.getSite(site);
    const { client } = await catalog.connect();
    try {
      if (trackerId !== undefined) {
        const tracker = await catalog.loadTracker(trackerId);
        const page = await client.findByTql(tracker, sent.tql, { offset: 0, limit: 1, signal });
        return page === undefined
          ? toDiagnostic(0, text.length, vscode.l10n.t("{0} doesn't support TQL queries.", site.label))
          : undefined;
      }
      const page = await client.findAcrossTrackers(sent.tql, { offset: 0, limit: 1, signal });
      return page === undefined
        ? toDiagnostic(0, text.length, severalTrackersNotSupportedText(site.label))
        : undefined;
    } catch (failure) {
      if (!isFailure(failure)) throw failure;
      const message = getQueryError(failure, site);
      if (message === undefined) throw failure;
      const { start, end } = locateTqlError(text, sent, { message, position: failure.request.position });
      return toDiagnostic(start, end, message);
    }
  }

  /** A document is also closed and opened when its language changes. */
  #stopChecking({ uri }: vscode.TextDocument): void {
    const key = uri.toString();
    this.#checks.get(key)?.cancel();
    this.#checks.delete(key);
    this.#diagnostics.delete(uri);
  }

  #forgetClosed(closed: readonly vscode.Tab[]): void {
    const openUris = listUris();
    for (const uri of listUris(closed)) {
      if (openUris.has(uri)) continue;
      this.#services.errorHandler.runInBackground("close TQL", () => this.#documents.delete(uri));
    }
  }
}
