// Artifacts that somebody who writes a reference may mean: the one that they are on, those that they opened not long ago, then
// what has the typed words in its title.
import { Cancelled } from "../../model/failure.ts";
import { byLikelihood, isMeant } from "../../model/query/titles.ts";
import { artifactIdIn } from "../../model/reference/reference.ts";
import type { Site } from "../../model/site.ts";
import type { Catalog } from "../catalog.ts";
import type { Pins } from "../mementos.ts";
import type { RecentlyOpened } from "../queries/recent.ts";
import { searchedTrackers, type SearchScope, TitleSearch } from "../queries/titleSearch.ts";
import type { Lookups } from "./lookups.ts";

export interface Proposal {
  readonly artifactId: number;
  readonly title: string | undefined;
  readonly status: string | undefined;
  readonly tracker: string | undefined;
  readonly isActive: boolean;
}

interface ProposalsOptions {
  readonly catalog: Catalog;
  readonly recent: RecentlyOpened;
  readonly pins: Pins;
  readonly scope: SearchScope;
  readonly lookups: Lookups;
}

interface Question {
  /** The artifact that somebody is on, at this site. */
  readonly activeId: number | undefined;
  readonly signal: AbortSignal;
}

const mostRecent = 8;
const atMost = 30;

type Draft = Omit<Proposal, "isActive">;

export class Proposals {
  readonly #options: ProposalsOptions;

  constructor(options: ProposalsOptions) {
    this.#options = options;
  }

  /** The likeliest first, each once. What can't be asked for is left out: nobody waits for an error while typing. */
  async for(site: Site, text: string, { activeId, signal }: Question): Promise<readonly Proposal[]> {
    const typed = text.trim();
    const [known, found] = await Promise.all([
      this.#own(site, activeId, signal),
      this.#found(site, typed, signal),
    ]);
    const own = known.filter((each) => fits(each, typed));
    const likeliest = isNumber(typed)
      ? byLikelihood([...own, ...found], typed, asTitled)
      : [...own, ...byLikelihood(found, typed, asTitled)];
    const offered = new Map<number, Draft>();
    for (const each of likeliest) {
      if (!offered.has(each.artifactId)) offered.set(each.artifactId, each);
    }
    return [...offered.values()]
      .slice(0, atMost)
      .map((each) => ({ ...each, isActive: each.artifactId === activeId }));
  }

  async #own(site: Site, activeId: number | undefined, signal: AbortSignal): Promise<readonly Draft[]> {
    const { catalog, recent } = this.#options;
    const opened = recent.list(site.api, await catalog.of(site).account()).slice(0, mostRecent);
    const ids = [...new Set([...(activeId === undefined ? [] : [activeId]), ...opened.map(({ id }) => id)])];
    return this.#described(site, ids, signal, (artifactId) => {
      const kept = opened.find(({ id }) => id === artifactId);
      return [{ artifactId, title: kept?.title, status: undefined, tracker: kept?.tracker?.label }];
    });
  }

  /** With their states; those that are gone or hidden are no use. Of the rest `otherwise` tells. */
  async #described(
    site: Site,
    ids: readonly number[],
    signal: AbortSignal,
    otherwise: (artifactId: number) => readonly Draft[],
  ): Promise<readonly Draft[]> {
    const told = await this.#options.lookups.lookUp(site, ids, signal);
    return ids.flatMap((artifactId): readonly Draft[] => {
      const answer = told.get(artifactId);
      if (answer === undefined || answer.kind === "unknown") return otherwise(artifactId);
      if (answer.kind !== "artifact") return [];
      const { title, status, trackerLabel: tracker } = answer;
      return [{ artifactId, title, status, tracker }];
    });
  }

  async #found(site: Site, text: string, signal: AbortSignal): Promise<readonly Draft[]> {
    if (text === "") return [];
    if (isNumber(text)) {
      const id = artifactIdIn(text);
      return id === undefined ? [] : this.#described(site, [id], signal, () => []);
    }
    const catalog = this.#options.catalog.of(site);
    const search = new TitleSearch({
      connect: () => catalog.connection(),
      structure: (trackerId) => catalog.tracker(trackerId),
    });
    const stop = (): void => search.cancel();
    signal.addEventListener("abort", stop);
    try {
      const { trackers } = await searchedTrackers(this.#options, site, signal);
      if (signal.aborted) throw new Cancelled({ method: "GET", url: site.api });
      const matches = await search.search(text, trackers, () => undefined);
      return (matches?.rows ?? []).map(({ id, title, status, tracker }) => ({
        artifactId: id,
        title,
        status,
        tracker: tracker?.label === "" ? undefined : tracker?.label,
      }));
    } finally {
      signal.removeEventListener("abort", stop);
    }
  }
}

/** The number that stands in a reference: no title is meant by it. */
function isNumber(text: string): boolean {
  return /^\d+$/.test(text);
}

function fits(each: Draft, typed: string): boolean {
  return typed === "" || String(each.artifactId).startsWith(typed) || isMeant(asTitled(each), typed);
}

function asTitled({ artifactId, title }: Draft): { readonly id: number; readonly title: string | undefined } {
  return { id: artifactId, title };
}
