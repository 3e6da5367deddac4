// Prompts for an artifact: suggestions, an ID, reference or URL, or words to search.
import * as vscode from "vscode";
import { toDisplayLine, escapeIcons } from "../../model/displayText.ts";
import {
  type FoundArtifact,
  matchesSearch,
  parseTypedArtifactId,
  sortByRelevance,
} from "../../model/query/artifactMatching.ts";
import type { Site } from "../../model/site.ts";
import type { ArtifactTarget, FolderContext, UriLike } from "../../protocol/commandArguments.ts";
import type { Services } from "../../services.ts";
import { ArtifactLists } from "../../store/queries/artifactLists.ts";
import { ArtifactSearch, type SearchMatches } from "../../store/queries/artifactSearch.ts";
import { SearchScopeStore } from "../../store/queries/searchedTrackers.ts";
import {
  type SuggestedArtifact,
  SuggestedArtifacts,
  type SuggestionReason,
} from "../../store/queries/suggestedArtifacts.ts";
import { ReferenceCache } from "../../store/references/referenceCache.ts";
import { parseArtifactIdFromUrl } from "../../store/sites.ts";
import { failureText } from "../../vscode/failureText.ts";
import { pickSite, pickDynamic, type PromptItem } from "../../vscode/prompts.ts";
import { formatMoreResults, formatSearchScope } from "../../vscode/searchScopeText.ts";
import type { FormPanels } from "./formPanels.ts";

interface PickArtifactOptions {
  readonly title: string;
  /** Limits the prompt to one site. */
  readonly siteApi?: string | undefined;
  readonly excluded: ArtifactTarget | undefined;
  readonly resource?: UriLike | undefined;
}

interface PickedArtifact {
  readonly artifactId: number;
  /** `undefined` if only an ID was typed. */
  readonly siteApi: string | undefined;
  readonly trackerId: number | undefined;
}

function findArtifactByUrl(
  sites: readonly Site[],
  text: string,
): { site: Site; artifactId: number } | undefined {
  for (const site of sites) {
    const artifactId = /^https?:/i.test(text) ? parseArtifactIdFromUrl(site.api, text) : undefined;
    if (artifactId !== undefined) return { site, artifactId };
  }
  return undefined;
}

/** Parses an ID, a reference, or the path of a page, which don't name a site. */
function parseArtifactId(sites: readonly Site[], text: string): number | undefined {
  const [first] = sites;
  return first !== undefined && text.startsWith("/")
    ? parseArtifactIdFromUrl(first.api, text)
    : parseTypedArtifactId(text);
}

const reasonTexts: Readonly<Record<SuggestionReason, () => string>> = {
  form: () => vscode.l10n.t("In open forms"),
  branch: () => vscode.l10n.t("Active artifact"),
  recent: () => vscode.l10n.t("Recently opened"),
  assigned: () => vscode.l10n.t("Assigned to Me"),
};

function createSeparator(label: string): PromptItem<PickedArtifact> {
  return { label, kind: vscode.QuickPickItemKind.Separator };
}

/** The text is not in the label, since VS Code would list it first if it contains what was typed. */
function createMessageRow(icon: string, text: string): PromptItem<PickedArtifact> {
  return { label: `$(${icon})`, description: escapeIcons(toDisplayLine(text)) };
}

const maxTitleLength = 90;

/** The title is not in the label: VS Code sorts by matches in labels, and the typed ID has to stay first. */
function createArtifactRow(
  pickedArtifact: PickedArtifact,
  details: readonly (string | undefined)[],
): PromptItem<PickedArtifact> {
  const texts = details
    .map((detail) => toDisplayLine(detail ?? "", maxTitleLength))
    .filter((detail) => detail !== "");
  return {
    label: `#${pickedArtifact.artifactId}`,
    description: escapeIcons(texts.join(" · ")),
    value: pickedArtifact,
  };
}

interface SearchHit {
  readonly site: Site;
  readonly row: FoundArtifact;
}

class ArtifactPickerRows {
  readonly #sites: readonly Site[];
  readonly #allSites: readonly Site[];
  readonly #suggested: SuggestedArtifacts;
  readonly #excluded: ArtifactTarget | undefined;
  readonly #matches = new Map<Site, SearchMatches>();
  #searchedText: string | undefined;
  /** The site of a typed ID; `undefined` if the user has to be asked, or it is not known yet. */
  defaultSite: Site | undefined;
  isLoading = true;

  constructor(
    sites: readonly Site[],
    allSites: readonly Site[],
    suggested: SuggestedArtifacts,
    excluded: ArtifactTarget | undefined,
  ) {
    this.#sites = sites;
    this.#allSites = allSites;
    this.#suggested = suggested;
    this.#excluded = excluded;
  }

  /** URLs and paths aren't searched. */
  canSearch(text: string): boolean {
    return !/^(?:https?:|\/)/i.test(text);
  }

  setMatches(site: Site, matches: SearchMatches): void {
    this.#matches.set(site, matches);
  }

  setSearched(text: string): void {
    this.#searchedText = text;
  }

  /** A separator always comes first, so that the index of the first artifact stays the same while the user types. */
  rowsFor(text: string): readonly PromptItem<PickedArtifact>[] {
    if (text === "") return [...this.#sections(this.#suggested.list), ...this.#failures()];
    const link = findArtifactByUrl(this.#sites, text);
    if (link !== undefined) {
      const { artifactId, site } = link;
      const pickedArtifact = { artifactId, siteApi: site.api, trackerId: undefined };
      return [createSeparator(""), createArtifactRow(pickedArtifact, [site.label])];
    }
    const artifactId = parseArtifactId(this.#sites, text);
    const matching = this.#suggested.list.filter(
      (each) => matchesSearch(each, text) || idStartsWith(each, text),
    );
    const hits = this.#findHits(text);
    if (artifactId !== undefined) {
      return [createSeparator(""), ...this.#rowsForId(artifactId, matching, hits), ...this.#notices(text)];
    }
    const otherHits = hits.filter(
      ({ site, row }) => !matching.some((each) => each.id === row.id && each.site.api === site.api),
    );
    const rows = [...this.#sections(matching, hits), ...this.#results(otherHits)];
    return [...(rows.length === 0 ? this.#noMatchRows(text) : rows), ...this.#notices(text)];
  }

  /** Results of an older text are shown while they match the current one, so that the list doesn't flicker. */
  #findHits(text: string): readonly SearchHit[] {
    const hits = [...this.#matches].flatMap(([site, matches]) =>
      matches.rows
        .filter((row) => matches.text === text || matchesSearch(row, text))
        .filter(({ id }) => id !== this.#excluded?.artifactId || site.api !== this.#excluded.siteApi)
        .map((row) => ({ site, row })),
    );
    return sortByRelevance(hits, text, ({ row }) => row);
  }

  #results(hits: readonly SearchHit[]): readonly PromptItem<PickedArtifact>[] {
    if (hits.length === 0) return [];
    return [
      createSeparator(vscode.l10n.t("Results")),
      ...hits.map(({ site, row }) =>
        createArtifactRow(
          { artifactId: row.id, siteApi: site.api, trackerId: row.tracker?.id },
          this.#details(site, row),
        ),
      ),
    ];
  }

  #details(site: Site, row: FoundArtifact): readonly (string | undefined)[] {
    const assignees = row.assignees.map(({ label }) => label).join(", ");
    return [row.title, row.tracker?.label, row.status, assignees, this.#siteName(site)];
  }

  /** Why results may be incomplete. */
  #notices(text: string): readonly PromptItem<PickedArtifact>[] {
    return [...this.#matches].flatMap(([site, matches]) => {
      if (matches.text !== text) return [];
      const { scope, moreCount, failures } = matches;
      const [failed] = failures;
      const siteName = this.#siteName(site);
      const createInfoRow = (info: string): PromptItem<PickedArtifact> =>
        createMessageRow("info", siteName === undefined ? info : vscode.l10n.t("{0}: {1}", siteName, info));
      return [
        ...(failed === undefined
          ? []
          : [createMessageRow("warning", failureText(failed.failure, site.label))]),
        ...(moreCount === 0 ? [] : [createInfoRow(formatMoreResults(moreCount))]),
        ...(scope === undefined || scope.includesMyProjects ? [] : [createInfoRow(formatSearchScope(scope))]),
      ];
    });
  }

  /** The artifact with the typed ID first, then those on other sites and other suggestions. */
  #rowsForId(
    artifactId: number,
    matching: readonly SuggestedArtifact[],
    hits: readonly SearchHit[],
  ): readonly PromptItem<PickedArtifact>[] {
    const { defaultSite } = this;
    const describe = (site: Site | undefined): readonly (string | undefined)[] => {
      const hit = hits.find(({ row, site: { api } }) => row.id === artifactId && api === site?.api);
      return hit === undefined ? [this.#siteName(site)] : this.#details(hit.site, hit.row);
    };
    const suggestion = matching.find(({ id, site }) => id === artifactId && site.api === defaultSite?.api);
    const withoutSite = { artifactId, siteApi: undefined, trackerId: undefined };
    const first =
      suggestion === undefined
        ? createArtifactRow(withoutSite, describe(defaultSite))
        : this.#toRow(suggestion, hits);
    const otherSuggestions = matching.filter((each) => each !== suggestion);
    const otherSites = this.#sites.filter(
      ({ api }) =>
        defaultSite !== undefined &&
        api !== defaultSite.api &&
        !otherSuggestions.some(({ id, site }) => id === artifactId && site.api === api),
    );
    const otherHits = hits.filter(
      ({ site, row }) =>
        row.id !== artifactId &&
        !otherSuggestions.some((each) => each.id === row.id && each.site.api === site.api),
    );
    return [
      first,
      ...otherSites.map((site) => createArtifactRow({ ...withoutSite, siteApi: site.api }, describe(site))),
      ...this.#sections(otherSuggestions, hits),
      ...this.#results(otherHits),
    ];
  }

  #sections(
    artifacts: readonly SuggestedArtifact[],
    hits: readonly SearchHit[] = [],
  ): readonly PromptItem<PickedArtifact>[] {
    return artifacts.flatMap((artifact, index) => {
      const { reason } = artifact;
      const isFirst = artifacts[index - 1]?.reason !== reason;
      return [...(isFirst ? [createSeparator(reasonTexts[reason]())] : []), this.#toRow(artifact, hits)];
    });
  }

  /** Search results are newer, and have more details. */
  #toRow(
    { site, id, title, tracker, status }: SuggestedArtifact,
    hits: readonly SearchHit[],
  ): PromptItem<PickedArtifact> {
    const pickedArtifact = { artifactId: id, siteApi: site.api, trackerId: tracker?.id };
    const hit = hits.find(({ row, site: { api } }) => row.id === id && api === site.api);
    return createArtifactRow(
      pickedArtifact,
      hit === undefined
        ? [title, tracker?.label, status, this.#siteName(site)]
        : this.#details(hit.site, hit.row),
    );
  }

  #siteName(site: Site | undefined): string | undefined {
    return this.#sites.length > 1 ? site?.label : undefined;
  }

  #failures(): readonly PromptItem<PickedArtifact>[] {
    return this.#suggested.failures.map(({ site, failure }) =>
      createMessageRow("warning", failureText(failure, site.label)),
    );
  }

  #noMatchRows(text: string): readonly PromptItem<PickedArtifact>[] {
    const [only] = this.#sites;
    const isElsewhere = findArtifactByUrl(this.#allSites, text) !== undefined;
    if (isElsewhere && only !== undefined) {
      const message = vscode.l10n.t(
        "This artifact is on another site. Select an artifact on {0}.",
        only.label,
      );
      return [createSeparator(""), createMessageRow("info", message)];
    }
    const isSearching = this.canSearch(text) && this.#searchedText !== text;
    if (this.isLoading || isSearching) return [];
    const hint = vscode.l10n.t(
      "No matching artifacts. Enter other words, an artifact ID, a reference, or a URL on a connected site.",
    );
    return [createSeparator(""), createMessageRow("info", hint)];
  }
}

function idStartsWith({ id }: SuggestedArtifact, text: string): boolean {
  return String(id).startsWith(text.replace(/^#/, ""));
}

function listOpenArtifacts(
  { all }: FormPanels,
  isPossible: (site: Site) => boolean,
): readonly SuggestedArtifact[] {
  return all.flatMap(({ site, session: { subject, base } }) => {
    if (subject.kind !== "artifact" || !isPossible(site)) return [];
    const { id, label = "" } = base?.tracker ?? {};
    const tracker = id === undefined ? undefined : { id, label };
    const { artifactId } = subject;
    return [
      { site, id: artifactId, title: base?.title, tracker, status: undefined, reason: "form" as const },
    ];
  });
}

export class ArtifactPicker implements vscode.Disposable {
  readonly #services: Services;
  readonly #panels: FormPanels;
  readonly #lists: ArtifactLists;
  readonly #referenceCache: ReferenceCache;

  constructor(services: Services, panels: FormPanels) {
    this.#services = services;
    this.#panels = panels;
    this.#lists = new ArtifactLists({ ...services, now: () => new Date() });
    this.#referenceCache = new ReferenceCache(services.catalog, Date.now);
  }

  dispose(): void {
    this.#referenceCache.dispose();
  }

  /** A typed ID belongs to the site of the active form, else of the folder; otherwise the user is asked. */
  async pick({
    title,
    siteApi,
    excluded,
    resource,
  }: PickArtifactOptions): Promise<ArtifactTarget | undefined> {
    const { catalog, recentlyOpened, errorHandler, workspaceState } = this.#services;
    const all = this.#services.sites.list();
    const sites = siteApi === undefined ? all : all.filter(({ api }) => api === siteApi);
    const find = (api: string | undefined): Site | undefined => sites.find((site) => site.api === api);
    const folderContext = this.#folderContext(resource);
    const activeSite = find(this.#panels.active?.site.api) ?? (sites.length === 1 ? sites[0] : undefined);
    const defaultSite =
      activeSite === undefined
        ? folderContext.then((context) => find(context?.siteApi))
        : Promise.resolve(activeSite);
    const activeArtifact = folderContext.then((context) =>
      context?.siteApi === undefined || context.artifactId === undefined
        ? undefined
        : { siteApi: context.siteApi, artifactId: context.artifactId },
    );
    const forms = listOpenArtifacts(this.#panels, (site) => find(site.api) !== undefined);
    const suggested = new SuggestedArtifacts(
      { catalog, recentlyOpened, lists: this.#lists, referenceCache: this.#referenceCache },
      { sites, openForms: forms, activeArtifact, excluded },
    );
    const rows = new ArtifactPickerRows(sites, all, suggested, excluded);
    rows.defaultSite = activeSite;
    const scope = new SearchScopeStore(workspaceState);
    const searches = sites.map((site) => ({
      site,
      search: ArtifactSearch.create({ ...this.#services, scope }, site),
    }));
    const result = await pickDynamic<PickedArtifact>({
      title,
      placeholder: vscode.l10n.t(
        "Search by title or description, or enter an ID, a reference such as “bug #12”, or the URL of the artifact",
      ),
      canGoBack: false,
      value: "",
      getItems: (text) => rows.rowsFor(text),
      isSame: (a, b) => a.artifactId === b.artifactId && a.siteApi === b.siteApi,
      loadMore: async (onMore, signal) => {
        await errorHandler.run("suggest artifacts", async () => {
          rows.defaultSite = await defaultSite;
          await suggested.load(onMore, signal);
        });
        rows.isLoading = false;
      },
      search: async (text, onMore, signal) => {
        if (!rows.canSearch(text)) return;
        await errorHandler.run("search artifacts", async () => {
          await Promise.all(
            searches.map(async ({ site, search }) => {
              const onMatches = (matches: SearchMatches): void => {
                rows.setMatches(site, matches);
                onMore();
              };
              const matches = await search.search(text, { onMatches, usesFullText: true, signal });
              if (matches !== undefined) rows.setMatches(site, matches);
            }),
          );
        });
        if (!signal.aborted) rows.setSearched(text);
      },
    });
    if (result.kind !== "accepted") return undefined;
    const { artifactId, trackerId } = result.value;
    const site = find(result.value.siteApi) ?? (await defaultSite) ?? (await pickSite(sites, { title }));
    return site && { siteApi: site.api, artifactId, trackerId };
  }

  /** Never rejects: artifacts can be picked without a folder context. */
  async #folderContext(resource: UriLike | undefined): Promise<FolderContext | undefined> {
    const { errorHandler, features } = this.#services;
    let context: FolderContext | undefined;
    await errorHandler.run("get folder context", async () => {
      context = await features.commits.getFolderContext(resource);
    });
    return context;
  }
}
