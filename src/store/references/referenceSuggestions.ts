// Suggests artifacts while a reference is typed: the active artifact, recent ones, then those with the typed words.
import { Canceled } from "../../model/failure.ts";
import { matchesSearch, type RankedArtifact, sortByRelevance } from "../../model/query/artifactMatching.ts";
import { parseArtifactId } from "../../model/reference/artifactReference.ts";
import type { Site } from "../../model/site.ts";
import type { Catalog } from "../catalog.ts";
import type { PinnedProjects } from "../mementos.ts";
import { ArtifactSearch } from "../queries/artifactSearch.ts";
import type { RecentArtifacts } from "../queries/recentArtifacts.ts";
import type { SearchScopeStore } from "../queries/searchedTrackers.ts";
import type { ReferenceCache } from "./referenceCache.ts";

export interface ReferenceSuggestion {
  readonly artifactId: number;
  readonly title: string | undefined;
  readonly status: string | undefined;
  readonly tracker: string | undefined;
  readonly isActive: boolean;
}

interface ReferenceSuggestionsOptions {
  readonly catalog: Catalog;
  readonly recentlyOpened: RecentArtifacts;
  readonly pinnedProjects: PinnedProjects;
  readonly scope: SearchScopeStore;
  readonly referenceCache: ReferenceCache;
}

interface SuggestOptions {
  /** The active artifact at this site. */
  readonly activeId: number | undefined;
  readonly signal: AbortSignal;
}

const maxRecent = 8;
const maxSuggestions = 30;

type UnmarkedSuggestion = Omit<ReferenceSuggestion, "isActive">;

export class ReferenceSuggestions {
  readonly #options: ReferenceSuggestionsOptions;

  constructor(options: ReferenceSuggestionsOptions) {
    this.#options = options;
  }

  /** Most likely first, without duplicates. Failures are ignored, because nobody expects errors while typing. */
  async suggest(
    site: Site,
    text: string,
    { activeId, signal }: SuggestOptions,
  ): Promise<readonly ReferenceSuggestion[]> {
    const typed = text.trim();
    const [local, found] = await Promise.all([
      this.#loadLocal(site, activeId, signal),
      this.#search(site, typed, signal),
    ]);
    const matchingLocal = local.filter((suggestion) => matchesText(suggestion, typed));
    const candidates = isDigits(typed)
      ? sortByRelevance([...matchingLocal, ...found], typed, toTitled)
      : [...matchingLocal, ...found];
    const suggestions = new Map<number, UnmarkedSuggestion>();
    for (const suggestion of candidates) {
      if (!suggestions.has(suggestion.artifactId)) suggestions.set(suggestion.artifactId, suggestion);
    }
    return [...suggestions.values()]
      .slice(0, maxSuggestions)
      .map((suggestion) => ({ ...suggestion, isActive: suggestion.artifactId === activeId }));
  }

  async #loadLocal(
    site: Site,
    activeId: number | undefined,
    signal: AbortSignal,
  ): Promise<readonly UnmarkedSuggestion[]> {
    const { catalog, recentlyOpened } = this.#options;
    const opened = recentlyOpened
      .list(site.api, await catalog.getSite(site).getAccount())
      .slice(0, maxRecent);
    const ids = [...new Set([...(activeId === undefined ? [] : [activeId]), ...opened.map(({ id }) => id)])];
    return this.#loadDetails(site, ids, signal, (artifactId) => {
      const recent = opened.find(({ id }) => id === artifactId);
      return [{ artifactId, title: recent?.title, status: undefined, tracker: recent?.tracker?.label }];
    });
  }

  /** Adds title and status. Missing and inaccessible artifacts are left out; unresolved ones come from `fallback`. */
  async #loadDetails(
    site: Site,
    ids: readonly number[],
    signal: AbortSignal,
    fallback: (artifactId: number) => readonly UnmarkedSuggestion[],
  ): Promise<readonly UnmarkedSuggestion[]> {
    const references = await this.#options.referenceCache.resolve(site, ids, signal);
    return ids.flatMap((artifactId): readonly UnmarkedSuggestion[] => {
      const reference = references.get(artifactId);
      if (reference === undefined || reference.kind === "unknown") return fallback(artifactId);
      if (reference.kind !== "artifact") return [];
      const { title, status, trackerLabel: tracker } = reference;
      return [{ artifactId, title, status, tracker }];
    });
  }

  async #search(site: Site, text: string, signal: AbortSignal): Promise<readonly UnmarkedSuggestion[]> {
    if (text === "") return [];
    if (isDigits(text)) {
      const id = parseArtifactId(text);
      return id === undefined ? [] : this.#loadDetails(site, [id], signal, () => []);
    }
    const matches = await ArtifactSearch.create(this.#options, site).search(text, { signal });
    if (signal.aborted) throw new Canceled({ method: "GET", url: site.api });
    return (matches?.rows ?? []).map(({ id, title, status, tracker }) => ({
      artifactId: id,
      title,
      status,
      tracker: tracker?.label === "" ? undefined : tracker?.label,
    }));
  }
}

/** Digits are an artifact ID, never a title. */
function isDigits(text: string): boolean {
  return /^\d+$/.test(text);
}

function matchesText(suggestion: UnmarkedSuggestion, typed: string): boolean {
  return (
    typed === "" ||
    String(suggestion.artifactId).startsWith(typed) ||
    matchesSearch(toTitled(suggestion), typed)
  );
}

function toTitled({ artifactId, title }: UnmarkedSuggestion): RankedArtifact {
  return { id: artifactId, title };
}
