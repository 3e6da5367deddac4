// Search by title while the user types, on all sites. Recently opened artifacts are shown immediately.
import * as vscode from "vscode";
import { toDisplayLine, escapeIcons } from "../../model/displayText.ts";
import type { Failure } from "../../model/failure.ts";
import type { Site } from "../../model/site.ts";
import type { TrackerSummary } from "../../model/tracker.ts";
import type { ArtifactTarget } from "../../protocol/commandArguments.ts";
import type { Services } from "../../services.ts";
import type { RecentArtifact } from "../../store/queries/recentArtifacts.ts";
import {
  type TitleMatches,
  loadSearchedTrackers,
  type SearchScopeStore,
  TitleSearch,
} from "../../store/queries/titleSearch.ts";
import { failureText } from "../../vscode/failureText.ts";
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

const maxRowLength = 90;
const minTitleLength = 30;

/** The title is not in the label, since VS Code would sort by matches in labels. */
function createHitRow({ site, row }: SearchHit, showsSite: boolean): SearchRow {
  const { id, title = "", tracker, status } = row;
  const details = [tracker?.label ?? "", status ?? "", showsSite ? site.label : ""]
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

function createMessageRow(icon: string, text: string, value?: "choose"): SearchRow {
  return { label: `$(${icon}) ${escapeIcons(toDisplayLine(text))}`, alwaysShow: true, value };
}

function createNoticeRow({ kind, site, tracker, failure }: SearchNotice): SearchRow {
  const name = toDisplayLine(tracker ?? site.label, 60);
  switch (kind) {
    case "failed": {
      const reason = failure === undefined ? "" : failureText(failure, site.label);
      return createMessageRow("warning", tracker === undefined ? reason : `${name}: ${reason}`);
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
  }
}

interface SearchView extends SearchResults {
  readonly text: string;
  readonly showsSite: boolean;
  readonly isPending: boolean;
  /** `undefined` while trackers are loading. */
  readonly hasTrackers: boolean | undefined;
}

function createSearchRows(view: SearchView): readonly SearchRow[] {
  const { recent, found, notices, text, showsSite, isPending, hasTrackers } = view;
  const toRow = (hit: SearchHit): SearchRow => createHitRow(hit, showsSite);
  const isEmpty = text !== "" && !isPending && hasNoResults(view);
  const hasOnlyNotices = recent.length + found.length === 0 && !isEmpty;
  return [
    ...(recent.length > 0 ? [createSeparator(vscode.l10n.t("Recently opened")), ...recent.map(toRow)] : []),
    ...(found.length > 0 ? [createSeparator(vscode.l10n.t("Results")), ...found.map(toRow)] : []),
    ...(isEmpty && hasTrackers === true
      ? [createMessageRow("info", vscode.l10n.t("No matching artifacts"))]
      : []),
    ...(hasTrackers === false
      ? [
          createSeparator(""),
          createMessageRow("list-selection", vscode.l10n.t("Select Trackers to Search…"), "choose"),
        ]
      : []),
    ...(notices.length > 0 && !hasOnlyNotices ? [createSeparator(vscode.l10n.t("Incomplete results"))] : []),
    ...notices.map(createNoticeRow),
  ];
}

const debounceMs = 200;

class SiteSearch implements SiteSearchResult {
  readonly site: Site;
  readonly recent: readonly RecentArtifact[];
  readonly titleSearch: TitleSearch;
  trackers: readonly TrackerSummary[] = [];
  failure: Failure | undefined;
  areTrackersLoaded = false;
  matches: TitleMatches | undefined;
  isPending = false;

  constructor(site: Site, recent: readonly RecentArtifact[], search: TitleSearch) {
    this.site = site;
    this.recent = recent;
    this.titleSearch = search;
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
      const box = new SearchBox(this.#services, this.#scope, siteSearches, text);
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
    const siteCatalog = catalog.getSite(site);
    const search = new TitleSearch({
      connect: () => siteCatalog.connect(),
      loadTracker: (trackerId) => siteCatalog.loadTracker(trackerId),
    });
    return new SiteSearch(site, recentlyOpened.list(site.api, await siteCatalog.getAccount()), search);
  }
}

class SearchBox {
  readonly #services: Services;
  readonly #scope: SearchScopeStore;
  readonly #siteSearches: readonly SiteSearch[];
  readonly #box = vscode.window.createQuickPick<SearchRow>();
  readonly #closed = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #isWaiting = false;

  constructor(
    services: Services,
    scope: SearchScopeStore,
    siteSearches: readonly SiteSearch[],
    text: string,
  ) {
    this.#services = services;
    this.#scope = scope;
    this.#siteSearches = siteSearches;
    const box = this.#box;
    box.title = vscode.l10n.t("Search Artifacts");
    box.placeholder = vscode.l10n.t("Search by title or artifact ID");
    box.keepScrollPosition = true;
    box.buttons = [
      {
        iconPath: new vscode.ThemeIcon("list-selection"),
        tooltip: vscode.l10n.t("Select Trackers to Search…"),
      },
    ];
    box.value = text;
    box.onDidChangeValue(() => this.#handleInput());
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
        this.#loadTrackers(siteSearch),
      );
    }
    this.#updateRows();
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
    for (const { titleSearch } of this.#siteSearches) titleSearch.cancel();
    this.#box.dispose();
  }

  async #loadTrackers(siteSearch: SiteSearch): Promise<void> {
    const { signal } = this.#closed;
    const { catalog, pinnedProjects } = this.#services;
    try {
      const scope = this.#scope;
      const { trackers, failure } = await loadSearchedTrackers(
        { catalog, pinnedProjects, scope },
        siteSearch.site,
        signal,
      );
      siteSearch.trackers = trackers;
      siteSearch.failure = failure;
    } finally {
      siteSearch.areTrackersLoaded = true;
    }
    if (signal.aborted) return;
    this.#updateRows();
    // Text that was typed while trackers were loading hasn't been searched yet.
    if (this.text.trim() !== "" && !this.#isWaiting) this.#search(siteSearch, this.text.trim());
  }

  #handleInput(): void {
    clearTimeout(this.#timer);
    const text = this.text.trim();
    for (const siteSearch of this.#siteSearches) {
      siteSearch.titleSearch.cancel();
      siteSearch.isPending = false;
    }
    this.#isWaiting = text !== "";
    this.#updateRows();
    if (!this.#isWaiting) return;
    this.#timer = setTimeout(() => {
      this.#isWaiting = false;
      for (const siteSearch of this.#siteSearches) {
        if (siteSearch.areTrackersLoaded) this.#search(siteSearch, text);
      }
    }, debounceMs);
  }

  #search(siteSearch: SiteSearch, text: string): void {
    siteSearch.isPending = true;
    this.#services.errorHandler.runInBackground("search artifacts", async () => {
      const result = await siteSearch.titleSearch.search(text, siteSearch.trackers, (matches) => {
        siteSearch.matches = matches;
        this.#updateRows();
      });
      // The search was canceled.
      if (result === undefined) return;
      siteSearch.matches = result;
      siteSearch.isPending = false;
      this.#updateRows();
    });
    this.#updateRows();
  }

  #updateRows(): void {
    if (this.#closed.signal.aborted) return;
    const box = this.#box;
    const text = this.text.trim();
    const areTrackersLoading = this.#siteSearches.some(({ areTrackersLoaded }) => !areTrackersLoaded);
    const isPending = this.#isWaiting || this.#siteSearches.some((siteSearch) => siteSearch.isPending);
    const count = this.#siteSearches.reduce((sum, { trackers }) => sum + trackers.length, 0);
    box.busy = isPending || areTrackersLoading;
    const isScopeUnknown =
      areTrackersLoading || (count === 0 && this.#siteSearches.some(({ failure }) => failure !== undefined));
    box.prompt = isScopeUnknown ? undefined : formatSearchScope(count);
    const hasTrackers = isScopeUnknown ? undefined : count > 0;
    const showsSite = this.#siteSearches.length > 1;
    const activeLabel = box.activeItems[0]?.label;
    const rows = createSearchRows({
      ...mergeSearchResults(this.#siteSearches, text),
      text,
      showsSite,
      isPending,
      hasTrackers,
    });
    box.items = rows;
    const activeRow = rows.find(({ label, value }) => value !== undefined && label === activeLabel);
    if (activeRow !== undefined && text === "") box.activeItems = [activeRow];
  }
}

function formatSearchScope(count: number): string {
  if (count === 0) {
    return vscode.l10n.t(
      "You can search only by artifact ID. Open, expand, or select trackers to search titles.",
    );
  }
  return count === 1
    ? vscode.l10n.t("Searches titles in 1 tracker")
    : vscode.l10n.t("Searches titles in {0} trackers", count);
}
