// A list of artifacts as a view shows it: opened when it is first looked at, and again when something says that it is old.
import { type Failure, isFailure } from "../../model/failure.ts";
import type { Place } from "../../model/query/placedRow.ts";
import type { Site } from "../../model/site.ts";
import type { ShownList } from "../catalog.ts";
import type { Found } from "./found.ts";
import type { OpenedQuery } from "./openQuery.ts";

type OpenedFound = Extract<OpenedQuery, { kind: "found" }>;

export type OpenedList =
  (Omit<OpenedFound, "tracker"> & { readonly tracker: Place }) | Exclude<OpenedQuery, OpenedFound>;

interface ListOptions {
  readonly site: Site;
  readonly trackerId: number;
  /** Reads what is needed to ask, but no rows. */
  readonly open: () => Promise<OpenedList>;
}

function isSameQuestion(one: OpenedList, other: OpenedList): boolean {
  if (one.kind !== "found" || other.kind !== "found") return false;
  return JSON.stringify(one.asked) === JSON.stringify(other.asked);
}

export class ArtifactList implements ShownList {
  readonly site: Site;
  readonly trackerId: number;
  readonly #open: () => Promise<OpenedList>;
  #opened: OpenedList | undefined;
  #failure: Failure | undefined;
  #isStale = true;
  #opening: Promise<void> = Promise.resolve();

  constructor({ site, trackerId, open }: ListOptions) {
    this.site = site;
    this.trackerId = trackerId;
    this.#open = open;
  }

  /** Undefined before the first look. */
  get opened(): OpenedList | undefined {
    return this.#opened;
  }

  /** Why it could not be opened again; what is shown then is what was there before. */
  get failure(): Failure | undefined {
    return this.#failure;
  }

  /** Whether there is more than was read. */
  get hasMore(): boolean {
    return this.#found?.hasMore ?? false;
  }

  readonly rows = (): Found["items"] => this.#found?.items ?? [];

  readonly invalidate = (): void => {
    this.#isStale = true;
  };

  readonly invalidateRow = (artifactId: number): void => {
    if (this.#found === undefined) this.invalidate();
    else this.#found.invalidateRow(artifactId);
  };

  /** Makes sure of the first rows, or of so many. */
  async load(goal?: number): Promise<void> {
    await this.#openIfStale();
    const found = this.#found;
    if (goal === undefined) await found?.load();
    else await found?.loadUntil(() => found.items.length >= goal);
  }

  async more(): Promise<void> {
    await this.#opening;
    await this.#found?.more();
  }

  /** Calls off what is under way. */
  cancel(): void {
    this.#found?.cancel();
  }

  /** Nobody looks any more. */
  close(): void {
    this.#found?.close();
  }

  get #found(): Found | undefined {
    return this.#opened?.kind === "found" ? this.#opened.found : undefined;
  }

  #openIfStale(): Promise<void> {
    if (this.#isStale) {
      this.#isStale = false;
      this.#opening = this.#opening.catch(() => undefined).then(() => this.#openAgain());
    }
    return this.#opening;
  }

  async #openAgain(): Promise<void> {
    const before = this.#opened;
    const opened = await this.#openOrFail();
    this.#failure = undefined;
    if (before?.kind !== "found") {
      this.#opened = opened;
    } else if (opened.kind === "failed") {
      this.#failure = opened.failure;
    } else if (isSameQuestion(before, opened)) {
      before.found.invalidate();
    } else {
      before.found.close();
      this.#opened = opened;
    }
  }

  async #openOrFail(): Promise<OpenedList> {
    try {
      return await this.#open();
    } catch (failure) {
      if (!isFailure(failure)) throw failure;
      return { kind: "failed", site: this.site, failure };
    }
  }
}
