// Search while the user types, on all sites. Recently opened artifacts are shown immediately.
import * as vscode from "vscode";
import { escapeIcons, escapeLinks, toDisplayLine } from "../../model/displayText.ts";
import type { Site } from "../../model/site.ts";
import type { ArtifactTarget } from "../../protocol/commandArguments.ts";
import type { Services } from "../../services.ts";
import { ArtifactSearch, type SearchMatches, type SearchScope } from "../../store/queries/artifactSearch.ts";
import type { RecentArtifact } from "../../store/queries/recentArtifacts.ts";
import type { SearchScopeStore } from "../../store/queries/searchedTrackers.ts";
import { failureText } from "../../vscode/failureText.ts";
import { formatMoreResults, formatSearchScope } from "../../vscode/searchScopeText.ts";
import { pickAndStoreSearchTrackers } from "./pickSearchTrackers.ts";
import {
  type SearchNotice,
  type SearchResults,
  mergeSearchResults,
  type SearchHit,
  hasNoResults,
  type SiteSearchResult,
} from "./searchResults.ts";

interface SearchRow extends vscode.QuickPickItem {
  readonly value?: SearchHit | "choose" | undefined;
}

const maxRowLength = 80;
const minTitleLength = 30;

/** The title is not in the label, since VS Code would sort by matches in labels. */
function createHitRow({ site, row }: SearchHit, showsSite: boolean): SearchRow {
  const { id, title = "", tracker, status, assignees = [] } = row;
  const assignee = assignees.map(({ label }) => label).join(", ");
  const details = [tracker?.label ?? "", status ?? "", assignee, showsSite ? site.label : ""]
    .map((detail) => toDisplayLine(detail, 30))
    .filter((detail) => detail !== "");
  const name = toDisplayLine(title, Math.max(minTitleLength, maxRowLength - details.join(" · ").length));
  return {
    label: `#${id}`,
    description: escapeIcons((name === "" ? details : [name, ...details]).join(" · ")),
    buttons: [{ iconPath: new vscode.ThemeIcon("link-external"), tooltip: vscode.l10n.t("Open in Browser") }],
    alwaysShow: true,
    value: { site, row },
  };
}

function createSeparator(label: string): SearchRow {
  return { label, kind: vscode.QuickPickItemKind.Separator };
}

/** The text is not in the label, since VS Code would list it first if it contains what was typed. */
function createMessageRow(icon: string, text: string, value?: "choose"): SearchRow {
  return { label: `$(${icon})`, description: escapeIcons(toDisplayLine(text)), alwaysShow: true, value };
}

function createNoticeRow(
  { kind, site, tracker, failure, moreCount = 0 }: SearchNotice,
  showsSite: boolean,
): SearchRow {
  const name = toDisplayLine(tracker ?? site.label, 60);
  switch (kind) {
    case "failed": {
      const reason = failure === undefined ? "" : failureText(failure, site.label);
      return createMessageRow(
        "warning",
        tracker === undefined ? reason : vscode.l10n.t("{0}: {1}", name, reason),
      );
    }
    case "ignored":
      return createMessageRow("warning", vscode.l10n.t("{0}: the server ignored the search text.", name));
    case "untitled":
      return createMessageRow("info", vscode.l10n.t("{0}: titles can't be searched.", name));
    case "truncated":
      return createMessageRow(
        "info",
        vscode.l10n.t("{0} has more results. Type more of the title to narrow them.", name),
      );
    case "more": {
      const text = formatMoreResults(moreCount);
      return createMessageRow("info", showsSite ? vscode.l10n.t("{0}: {1}", name, text) : text);
    }
  }
}

interface SearchView extends SearchResults {
  readonly text: string;
  readonly showsSite: boolean;
  readonly isPending: boolean;
  /** A site searches only selected trackers, and there are none. */
  readonly lacksTrackers: boolean;
  /** No site has anything to search. */
  readonly lacksScope: boolean;
}

function createSearchRows(view: SearchView): readonly SearchRow[] {
  const { recent, found, notices, text, showsSite, isPending, lacksTrackers, lacksScope } = view;
  const toRow = (hit: SearchHit): SearchRow => createHitRow(hit, showsSite);
  const isEmpty = text !== "" && !isPending && hasNoResults(view);
  const hasOnlyNotices = recent.length + found.length === 0 && !isEmpty;
  return [
    ...(recent.length > 0 ? [createSeparator(vscode.l10n.t("Recently opened")), ...recent.map(toRow)] : []),
    ...(found.length > 0 ? [createSeparator(vscode.l10n.t("Results")), ...found.map(toRow)] : []),
    ...(isEmpty && !lacksScope ? [createMessageRow("info", vscode.l10n.t("No matching artifacts"))] : []),
    ...(lacksTrackers
      ? [
          createSeparator(""),
          createMessageRow("list-selection", vscode.l10n.t("Select Trackers to Search…"), "choose"),
        ]
      : []),
    ...(notices.length > 0 && !hasOnlyNotices ? [createSeparator(vscode.l10n.t("Incomplete results"))] : []),
    ...notices.map((notice) => createNoticeRow(notice, showsSite)),
  ];
}

function isSameValue(one: SearchRow["value"], other: SearchRow["value"]): boolean {
  if (typeof one !== "object" || typeof other !== "object") return one === other;
  return one.row.id === other.row.id && one.site.api === other.site.api;
}

const debounceMs = 200;

class SiteSearch implements SiteSearchResult {
  readonly site: Site;
  readonly recent: readonly RecentArtifact[];
  readonly search: ArtifactSearch;
  /** `undefined` until it is known. */
  scope: SearchScope | undefined;
  matches: SearchMatches | undefined;
  isPending = false;

  constructor(site: Site, recent: readonly RecentArtifact[], search: ArtifactSearch) {
    this.site = site;
    this.recent = recent;
    this.search = search;
  }

  setMatches(matches: SearchMatches): void {
    this.matches = matches;
    this.scope = matches.scope ?? this.scope;
  }
}

type SearchBoxResult =
  { readonly kind: "open"; readonly hit: SearchHit } | { readonly kind: "scope" | "dismissed" };

function toHitTarget({ site, row }: SearchHit): ArtifactTarget {
  return { siteApi: site.api, artifactId: row.id, trackerId: row.tracker?.id, page: row.page };
}

export class ArtifactSearchPick {
  readonly #services: Services;
  readonly #scope: SearchScopeStore;

  constructor(services: Services, scope: SearchScopeStore) {
    this.#services = services;
    this.#scope = scope;
  }

  async open(): Promise<void> {
    const { sites, commands } = this.#services;
    if (sites.list().length === 0) return commands.execute("artifacts.connect");
    for (let text = ""; ;) {
      const siteSearches = await Promise.all(sites.list().map((site) => this.#createSiteSearch(site)));
      const box = new SearchBox(this.#services, siteSearches, text);
      const result = await box.waitForResult();
      text = box.text;
      if (result.kind === "dismissed") return;
      if (result.kind === "open") {
        // Next and Previous use the results at the time of the selection.
        const targets = box.hits.map(toHitTarget);
        await commands.execute("artifacts.openArtifact", {
          ...toHitTarget(result.hit),
          getListedArtifacts: () => targets,
        });
        return;
      }
      await pickAndStoreSearchTrackers(this.#services, this.#scope);
    }
  }

  async #createSiteSearch(site: Site): Promise<SiteSearch> {
    const { catalog, recentlyOpened } = this.#services;
    const recent = recentlyOpened.list(site.api, await catalog.getSite(site).getAccount());
    return new SiteSearch(
      site,
      recent,
      ArtifactSearch.create({ ...this.#services, scope: this.#scope }, site),
    );
  }
}

class SearchBox {
  readonly #services: Services;
  readonly #siteSearches: readonly SiteSearch[];
  readonly #box = vscode.window.createQuickPick<SearchRow>();
  readonly #closed = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #isWaiting = false;
  /** Whether the window has reported the active row since the text changed; before, it is one of the older text. */
  #isActiveKnown = false;

  constructor(services: Services, siteSearches: readonly SiteSearch[], text: string) {
    this.#services = services;
    this.#siteSearches = siteSearches;
    const box = this.#box;
    box.title = vscode.l10n.t("Search Artifacts");
    box.placeholder = vscode.l10n.t("Search by title, description, or artifact ID");
    box.keepScrollPosition = true;
    box.value = text;
    box.onDidChangeValue(() => {
      this.#isActiveKnown = false;
      this.#handleInput();
    });
    box.onDidChangeActive(() => {
      this.#isActiveKnown = true;
    });
    box.onDidTriggerItemButton(({ item: { value } }) => {
      if (value === undefined || value === "choose") return;
      const { errorHandler, commands } = services;
      errorHandler.runInBackground("open in browser", () =>
        commands.execute("artifacts.openInBrowser", toHitTarget(value)),
      );
    });
  }

  get text(): string {
    return this.#box.value;
  }

  get hits(): readonly SearchHit[] {
    const { recent, found } = mergeSearchResults(this.#siteSearches, this.#box.value.trim());
    return [...recent, ...found];
  }

  waitForResult(): Promise<SearchBoxResult> {
    const box = this.#box;
    for (const siteSearch of this.#siteSearches) {
      this.#services.errorHandler.runInBackground("load trackers to search", () =>
        this.#loadScope(siteSearch),
      );
    }
    // The text of a search that was interrupted to select trackers.
    this.#handleInput();
    return new Promise((resolve) => {
      box.onDidAccept(() => {
        const value = box.selectedItems[0]?.value;
        if (value === undefined) return;
        resolve(value === "choose" ? { kind: "scope" } : { kind: "open", hit: value });
        box.hide();
      });
      box.onDidTriggerButton(() => {
        resolve({ kind: "scope" });
        box.hide();
      });
      box.onDidHide(() => {
        this.#close();
        resolve({ kind: "dismissed" });
      });
      box.show();
    });
  }

  #close(): void {
    this.#closed.abort();
    clearTimeout(this.#timer);
    for (const { search } of this.#siteSearches) search.cancel();
    this.#box.dispose();
  }

  async #loadScope(siteSearch: SiteSearch): Promise<void> {
    const scope = await siteSearch.search.loadScope(this.#closed.signal);
    siteSearch.scope ??= scope;
    this.#updateRows();
  }

  #handleInput(): void {
    clearTimeout(this.#timer);
    const text = this.text.trim();
    for (const siteSearch of this.#siteSearches) {
      siteSearch.search.cancel();
      siteSearch.isPending = false;
    }
    this.#isWaiting = text !== "";
    this.#updateRows();
    if (!this.#isWaiting) return;
    this.#timer = setTimeout(() => {
      this.#isWaiting = false;
      for (const siteSearch of this.#siteSearches) this.#search(siteSearch, text);
    }, debounceMs);
  }

  #search(siteSearch: SiteSearch, text: string): void {
    siteSearch.isPending = true;
    this.#services.errorHandler.runInBackground("search artifacts", async () => {
      const result = await siteSearch.search.search(text, {
        usesFullText: true,
        onMatches: (matches) => {
          siteSearch.setMatches(matches);
          this.#updateRows();
        },
      });
      // The search was canceled.
      if (result === undefined) return;
      siteSearch.setMatches(result);
      siteSearch.isPending = false;
      this.#updateRows();
    });
    this.#updateRows();
  }

  #updateRows(): void {
    if (this.#closed.signal.aborted) return;
    const box = this.#box;
    const text = this.text.trim();
    const isPending = this.#isWaiting || this.#siteSearches.some((siteSearch) => siteSearch.isPending);
    const scopes = this.#siteSearches.flatMap(({ site, scope }) =>
      scope === undefined ? [] : { site, scope },
    );
    const showsSite = this.#siteSearches.length > 1;
    box.busy = isPending;
    const results = mergeSearchResults(this.#siteSearches, text);
    box.prompt = formatPrompt(scopes, showsSite, results);
    const searchesTrackers = scopes.some(({ scope }) => !scope.includesMyProjects);
    if (searchesTrackers !== box.buttons.length > 0) {
      box.buttons = searchesTrackers ? [createTrackersButton()] : [];
    }
    const active = box.activeItems[0]?.value;
    const firstBefore = box.items.find(({ value }) => value !== undefined)?.value;
    // Results may arrive while the user moves through the list. The first row stays active if the user didn't.
    const staysActive = text === "" || (this.#isActiveKnown && !isSameValue(active, firstBefore));
    const rows = createSearchRows({
      ...results,
      text,
      showsSite,
      isPending,
      lacksTrackers: scopes.some(({ scope }) => hasNoTrackers(scope)),
      lacksScope: scopes.length > 0 && scopes.every(({ scope }) => hasNoTrackers(scope)),
    });
    box.items = rows;
    const activeRow = rows.find(({ value }) => value !== undefined && isSameValue(value, active));
    if (activeRow !== undefined && staysActive) box.activeItems = [activeRow];
  }
}

function createTrackersButton(): vscode.QuickInputButton {
  return {
    iconPath: new vscode.ThemeIcon("list-selection"),
    tooltip: vscode.l10n.t("Select Trackers to Search…"),
  };
}

/** `false` if they couldn't be loaded. */
function hasNoTrackers({ includesMyProjects, trackers, failure }: SearchScope): boolean {
  return !includesMyProjects && trackers.length === 0 && failure === undefined;
}

interface SiteScope {
  readonly site: Site;
  readonly scope: SearchScope;
}

/** By site, unless all search the same. */
function formatSearchScopes(scopes: readonly SiteScope[], showsSite: boolean): string | undefined {
  const texts = scopes.map(({ scope }) => formatSearchScope(scope));
  const isSame = new Set(texts).size <= 1 && scopes.every(({ scope }) => scope.includesMyProjects);
  if (isSame || !showsSite) return texts[0];
  return scopes
    .map(({ site }, index) => vscode.l10n.t("{0}: {1}", toDisplayLine(site.label, 30), texts[index] ?? ""))
    .join(" · ");
}

/** Has the number of further results, since the row about them is below all others. */
function formatPrompt(
  scopes: readonly SiteScope[],
  showsSite: boolean,
  { notices }: SearchResults,
): string | undefined {
  const scopeText = formatSearchScopes(scopes, showsSite);
  const moreCount = notices.reduce((sum, notice) => sum + (notice.moreCount ?? 0), 0);
  const moreTexts = moreCount === 0 ? [] : [formatMoreResults(moreCount)];
  // Both would take two lines, so the usual scope is left out.
  const isUsual = scopes.every(({ scope }) => scope.includesMyProjects && scope.trackers.length === 0);
  const texts = moreCount > 0 && isUsual ? moreTexts : [scopeText ?? [], moreTexts].flat();
  return texts.length === 0 ? undefined : escapeLinks(texts.join(" · "));
}
