// Suggestions for an artifact picker: open forms, the active artifact, recent artifacts and those assigned to the user.
// Local ones are shown immediately, the others are loaded.
import { type Failure, isFailure } from "../../model/failure.ts";
import type { RowTracker } from "../../model/query/sortAndGroup.ts";
import type { Site } from "../../model/site.ts";
import type { Catalog } from "../catalog.ts";
import type { ReferenceCache } from "../references/referenceCache.ts";
import type { ArtifactLists } from "./artifactLists.ts";
import type { RecentArtifacts } from "./recentArtifacts.ts";

export type SuggestionReason = "form" | "branch" | "recent" | "assigned";

export interface SuggestedArtifact {
  readonly site: Site;
  readonly id: number;
  readonly title: string | undefined;
  readonly tracker: Pick<RowTracker, "id" | "label"> | undefined;
  readonly status: string | undefined;
  readonly reason: SuggestionReason;
}

export interface SuggestedArtifactsDependencies {
  readonly catalog: Catalog;
  readonly recentlyOpened: RecentArtifacts;
  readonly lists: Pick<ArtifactLists, "getMyWork">;
  readonly referenceCache: ReferenceCache;
}

interface ArtifactKey {
  readonly siteApi: string;
  readonly artifactId: number;
}

interface SuggestionContext {
  /** Most likely first. */
  readonly sites: readonly Site[];
  readonly openForms: readonly SuggestedArtifact[];
  readonly activeArtifact: Promise<ArtifactKey | undefined>;
  /** Never suggested. */
  readonly excluded: ArtifactKey | undefined;
}

const maxRecent = 10;

/** Suggestions are only appended, so that nothing moves while the user selects. */
export class SuggestedArtifacts {
  readonly #options: SuggestedArtifactsDependencies;
  readonly #context: SuggestionContext;
  readonly #suggested = new Map<string, SuggestedArtifact>();
  readonly #failures: { readonly site: Site; readonly failure: Failure }[] = [];

  constructor(options: SuggestedArtifactsDependencies, context: SuggestionContext) {
    this.#options = options;
    this.#context = context;
    this.#add(context.openForms);
  }

  /** Without duplicates. */
  get list(): readonly SuggestedArtifact[] {
    return [...this.#suggested.values()];
  }

  /** Why some couldn't be loaded. */
  get failures(): readonly { readonly site: Site; readonly failure: Failure }[] {
    return this.#failures;
  }

  /** Calls `onMore` whenever suggestions were added or completed. */
  async load(onMore: () => void, signal: AbortSignal): Promise<void> {
    const { sites, activeArtifact } = this.#context;
    const [branch, ...recent] = await Promise.all([
      activeArtifact,
      ...sites.map((site) => this.#getRecent(site)),
    ]);
    const site = sites.find(({ api }) => api === branch?.siteApi);
    if (site !== undefined && branch !== undefined) this.#add([toBareSuggestion(site, branch.artifactId)]);
    this.#add(recent.flat());
    const notify = (): void => {
      if (!signal.aborted) onMore();
    };
    notify();
    await Promise.all([
      ...(site === undefined || branch === undefined
        ? []
        : [this.#loadDetails(site, branch.artifactId, signal).then(notify)]),
      ...sites.map((assignedSite) => this.#addAssigned(assignedSite).then(notify)),
    ]);
  }

  #add(artifacts: readonly SuggestedArtifact[]): void {
    const { excluded } = this.#context;
    for (const artifact of artifacts) {
      const key = getKey(artifact.site.api, artifact.id);
      const existing = this.#suggested.get(key);
      const isExcluded = excluded !== undefined && key === getKey(excluded.siteApi, excluded.artifactId);
      if (!isExcluded) {
        this.#suggested.set(key, existing === undefined ? artifact : fillMissing(existing, artifact));
      }
    }
  }

  async #getRecent(site: Site): Promise<readonly SuggestedArtifact[]> {
    const { catalog, recentlyOpened } = this.#options;
    const opened = recentlyOpened.list(site.api, await catalog.getSite(site).getAccount());
    return opened.slice(0, maxRecent).map(({ id, title, tracker }) => ({
      site,
      id,
      title,
      tracker,
      status: undefined,
      reason: "recent",
    }));
  }

  /** A branch only contains the ID. */
  async #loadDetails(site: Site, artifactId: number, signal: AbortSignal): Promise<void> {
    const { referenceCache } = this.#options;
    const references = await referenceCache.resolve(site, [artifactId], signal).catch((failure: unknown) => {
      if (!isFailure(failure)) throw failure;
      return undefined;
    });
    const artifact = references?.get(artifactId);
    if (artifact?.kind !== "artifact") return;
    const { title, status, trackerId: id, trackerLabel: label = "" } = artifact;
    const tracker = id === undefined ? undefined : { id, label };
    this.#add([{ ...toBareSuggestion(site, artifactId), title, status, tracker }]);
  }

  async #addAssigned(site: Site): Promise<void> {
    const { catalog, lists } = this.#options;
    if ((await catalog.getSite(site).getAccount()) === undefined) return;
    const myWork = lists.getMyWork(site, { role: "assigned", openOnly: true });
    // Assignments may have changed.
    myWork.invalidate();
    await myWork.load();
    const { state } = myWork;
    if (state.kind !== "rows") return;
    this.#add(
      state.rows.map(({ id, title, tracker, status }) => ({
        site,
        id,
        title,
        tracker,
        status,
        reason: "assigned",
      })),
    );
    if (state.failure !== undefined) this.#failures.push({ site, failure: state.failure });
  }
}

function toBareSuggestion(site: Site, id: number): SuggestedArtifact {
  return { site, id, title: undefined, tracker: undefined, status: undefined, reason: "branch" };
}

function getKey(siteApi: string, artifactId: number): string {
  return `${artifactId} ${siteApi}`;
}

/** Keeps known values and adds missing ones. */
function fillMissing(known: SuggestedArtifact, other: SuggestedArtifact): SuggestedArtifact {
  return {
    ...known,
    title: known.title ?? other.title,
    tracker: known.tracker ?? other.tracker,
    status: known.status ?? other.status,
  };
}
