// Artifacts that a person who is asked for one may mean: those in open forms, the one of the branch, those opened not long ago,
// and what is assigned to oneself. What is at hand is suggested at once; the server is asked for the rest.
import { type Failure, isFailure } from "../../model/failure.ts";
import type { Place } from "../../model/query/rows.ts";
import type { Site } from "../../model/site.ts";
import type { Catalog } from "../catalog.ts";
import type { Lookups } from "../references/lookups.ts";
import type { Lists } from "./lists.ts";
import type { RecentlyOpened } from "./recent.ts";

export type SuggestionReason = "form" | "branch" | "recent" | "assigned";

export interface SuggestedArtifact {
  readonly site: Site;
  readonly id: number;
  readonly title: string | undefined;
  readonly tracker: Pick<Place, "id" | "label"> | undefined;
  readonly status: string | undefined;
  readonly reason: SuggestionReason;
}

export interface SuggestedArtifactsOptions {
  readonly catalog: Catalog;
  readonly recent: RecentlyOpened;
  readonly lists: Pick<Lists, "work">;
  readonly lookups: Lookups;
}

interface ArtifactName {
  readonly siteApi: string;
  readonly artifactId: number;
}

interface SuggestionQuestion {
  /** The likeliest one first. */
  readonly sites: readonly Site[];
  readonly inForms: readonly SuggestedArtifact[];
  readonly ofBranch: Promise<ArtifactName | undefined>;
  /** This one is never meant. */
  readonly except: ArtifactName | undefined;
}

const mostRecent = 10;

/** Grows at its end only, so that nothing moves while somebody chooses. */
export class SuggestedArtifacts {
  readonly #options: SuggestedArtifactsOptions;
  readonly #question: SuggestionQuestion;
  readonly #suggested = new Map<string, SuggestedArtifact>();
  readonly #failures: { readonly site: Site; readonly failure: Failure }[] = [];

  constructor(options: SuggestedArtifactsOptions, question: SuggestionQuestion) {
    this.#options = options;
    this.#question = question;
    this.#add(question.inForms);
  }

  /** Each once. */
  get list(): readonly SuggestedArtifact[] {
    return [...this.#suggested.values()];
  }

  /** Why some could not be read. */
  get failures(): readonly { readonly site: Site; readonly failure: Failure }[] {
    return this.#failures;
  }

  /** Calls `onMore` whenever there are more, or more is known of them. */
  async read(onMore: () => void, signal: AbortSignal): Promise<void> {
    const { sites, ofBranch } = this.#question;
    const [branch, ...recent] = await Promise.all([ofBranch, ...sites.map((site) => this.#recent(site))]);
    const site = sites.find(({ api }) => api === branch?.siteApi);
    if (site !== undefined && branch !== undefined) this.#add([bare(site, branch.artifactId)]);
    this.#add(recent.flat());
    const show = (): void => {
      if (!signal.aborted) onMore();
    };
    show();
    await Promise.all([
      ...(site === undefined || branch === undefined
        ? []
        : [this.#describe(site, branch.artifactId, signal).then(show)]),
      ...sites.map((each) => this.#assigned(each).then(show)),
    ]);
  }

  #add(artifacts: readonly SuggestedArtifact[]): void {
    const { except } = this.#question;
    for (const artifact of artifacts) {
      const key = keyOf(artifact.site.api, artifact.id);
      const known = this.#suggested.get(key);
      const isExcepted = except !== undefined && key === keyOf(except.siteApi, except.artifactId);
      if (!isExcepted) this.#suggested.set(key, known === undefined ? artifact : completed(known, artifact));
    }
  }

  async #recent(site: Site): Promise<readonly SuggestedArtifact[]> {
    const { catalog, recent } = this.#options;
    const opened = recent.list(site.api, await catalog.of(site).account());
    return opened.slice(0, mostRecent).map(({ id, title, tracker }) => ({
      site,
      id,
      title,
      tracker,
      status: undefined,
      reason: "recent",
    }));
  }

  /** A branch tells no more than a number. */
  async #describe(site: Site, artifactId: number, signal: AbortSignal): Promise<void> {
    const { lookups } = this.#options;
    const told = await lookups.lookUp(site, [artifactId], signal).catch((failure: unknown) => {
      if (!isFailure(failure)) throw failure;
      return undefined;
    });
    const artifact = told?.get(artifactId);
    if (artifact?.kind !== "artifact") return;
    const { title, status, trackerId: id, trackerLabel: label = "" } = artifact;
    const tracker = id === undefined ? undefined : { id, label };
    this.#add([{ ...bare(site, artifactId), title, status, tracker }]);
  }

  async #assigned(site: Site): Promise<void> {
    const { catalog, lists } = this.#options;
    if ((await catalog.of(site).account()) === undefined) return;
    const mine = lists.work(site, { concern: "assigned", openOnly: true });
    // Others assign, too.
    mine.invalidate();
    await mine.load();
    const { work } = mine;
    if (work.kind !== "rows") return;
    this.#add(
      work.rows.map(({ id, title, tracker, status }) => ({
        site,
        id,
        title,
        tracker,
        status,
        reason: "assigned",
      })),
    );
    if (work.failure !== undefined) this.#failures.push({ site, failure: work.failure });
  }
}

function bare(site: Site, id: number): SuggestedArtifact {
  return { site, id, title: undefined, tracker: undefined, status: undefined, reason: "branch" };
}

function keyOf(siteApi: string, artifactId: number): string {
  return `${artifactId} ${siteApi}`;
}

/** What was known first stays; only what is missing is filled in. */
function completed(known: SuggestedArtifact, other: SuggestedArtifact): SuggestedArtifact {
  return {
    ...known,
    title: known.title ?? other.title,
    tracker: known.tracker ?? other.tracker,
    status: known.status ?? other.status,
  };
}
