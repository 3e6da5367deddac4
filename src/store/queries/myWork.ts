// My Work: artifacts assigned to or submitted by the current user. Loaded from the server in one list if it supports
// that, otherwise from each tracker. The server's list has open artifacts only, so closed ones are always loaded from
// trackers.
import type { MyArtifactsRole } from "../../api/artifactLists.ts";
import { type Failure, isFailure } from "../../model/failure.ts";
import { findServerType } from "../../model/fields/hostRegistry.ts";
import { toSearchableField } from "../../model/query/criteria.ts";
import {
  currentUserPlaceholder,
  type QueryResolutionResult,
  resolveQuery,
} from "../../model/query/resolveQuery.ts";
import { withTracker, type RowWithTracker } from "../../model/query/sortAndGroup.ts";
import type { Field, Tracker, TrackerSummary } from "../../model/tracker.ts";
import type { User } from "../../model/user.ts";
import { mapConcurrent } from "../concurrency.ts";
import type { CurrentUser } from "./currentUser.ts";
import { RowList } from "./rowList.ts";
import { createMyWorkSource, createQuerySource, type WorkRowLoaders } from "./rowSources.ts";

export interface MyWorkFilter {
  readonly role: MyArtifactsRole;
  readonly openOnly: boolean;
}

export interface MyWorkLoaders extends WorkRowLoaders {
  readonly currentUser: CurrentUser;
  /** Trackers of pinned projects, for servers without a list. */
  readonly loadTrackers: () => Promise<readonly TrackerSummary[]>;
  readonly loadTracker: (trackerId: number) => Promise<Tracker>;
}

/** A tracker that couldn't be searched: the request failed, it has no such field, or it ignored the condition. */
type SkippedTracker =
  | { readonly kind: "failed"; readonly tracker: TrackerSummary; readonly failure: Failure }
  | { readonly kind: "noField" | "contradicted"; readonly tracker: TrackerSummary };

export type MyWorkState =
  | { readonly kind: "notLoaded" }
  /** `rows` is what could be loaded, even with a `failure`. */
  | {
      readonly kind: "rows";
      /** Newest first. */
      readonly rows: readonly RowWithTracker[];
      /** `both`: open artifacts from the server, closed ones from trackers. */
      readonly source: "server" | "trackers" | "both";
      /** An upper bound, if known. */
      readonly size: number | undefined;
      readonly hasMore: boolean;
      /** When it was cached, in milliseconds, if the site is offline. */
      readonly asOf: number | undefined;
      readonly failure: Failure | undefined;
      readonly skippedTrackers: readonly SkippedTracker[];
    }
  /** The server doesn't report the current user, who has to be selected. */
  | { readonly kind: "currentUserUnknown" };

type TrackerResult =
  | {
      readonly kind: "found";
      readonly tracker: TrackerSummary;
      readonly list: RowList;
      /** Identifies the query, which changes with the current user and the tracker's structure. */
      readonly queryKey: string;
      readonly userId: User["id"];
      /** Why the query couldn't be checked again. */
      readonly failure: Failure | undefined;
    }
  | SkippedTracker;

interface TrackerQuery {
  readonly tracker: Tracker;
  readonly resolved: Exclude<QueryResolutionResult, { kind: "problems" }>;
}

const maxConcurrent = 4;
const usualFieldNames: Readonly<Record<MyArtifactsRole, string>> = {
  assigned: "assigned_to",
  submitted: "submitted_by",
};

function hasUser({ choices = [] }: Field, { id, label, username }: User): boolean {
  return choices.some((choice) => choice.id === id && [label, username].includes(choice.label));
}

function findSemanticField({ fields, semantics }: Tracker, role: MyArtifactsRole): Field | undefined {
  return fields.find(({ id, type }) =>
    role === "assigned"
      ? id === semantics.assigneeFieldId
      : findServerType(type)?.builtInColumn === "submittedBy",
  );
}

/** For servers without semantics: the usual name, or the only list field that contains the user. */
function guessField({ fields, semantics }: Tracker, role: MyArtifactsRole, user: User): Field | undefined {
  const byName = fields.find(({ name }) => name === usualFieldNames[role]);
  if (byName !== undefined || role === "submitted" || semantics.status !== undefined) return byName;
  const withUser = fields.filter((field) => hasUser(field, user));
  return withUser.length === 1 ? withUser[0] : undefined;
}

/** The field that contains the users of the role. */
function findUserField(tracker: Tracker, role: MyArtifactsRole, user: User): Field | undefined {
  const field = findSemanticField(tracker, role) ?? guessField(tracker, role, user);
  const valueKind = field && toSearchableField(field)?.valueType.kind;
  return valueKind === "choices" || valueKind === "people" ? field : undefined;
}

export class MyWork {
  readonly #options: MyWorkLoaders;
  readonly #filter: MyWorkFilter;
  readonly #serverList: RowList<RowWithTracker>;
  readonly #byTracker = new Map<number, TrackerResult>();
  #isUserUnknown = false;
  #failure: Failure | undefined;
  #isStale = true;
  #hasChangedRows = false;
  #loading = Promise.resolve();

  constructor(options: MyWorkLoaders, filter: MyWorkFilter) {
    this.#options = options;
    this.#filter = filter;
    this.#serverList = new RowList(
      createMyWorkSource(options, filter.role, (artifactId) => this.#findServerRow(artifactId)),
    );
  }

  get state(): MyWorkState {
    if (this.#isFromServer()) return this.#createServerState();
    if (this.#isUserUnknown) return { kind: "currentUserUnknown" };
    return this.#createTrackersState();
  }

  get hasMore(): boolean {
    return this.#getLists().some(({ hasMore }) => hasMore);
  }

  /** The next load reloads everything, and retries failures. */
  invalidate(): void {
    this.#isStale = true;
  }

  /** After an artifact was saved: the next load reloads only the lists that it can change. */
  invalidateRow(artifactId: number, trackerId: number | undefined): void {
    const tracker = trackerId === undefined ? undefined : this.#byTracker.get(trackerId);
    if (!this.#isFromServer() && (trackerId === undefined || tracker?.kind === "failed")) this.invalidate();
    this.#hasChangedRows = true;
    this.#serverList.invalidateRow(artifactId);
    if (tracker?.kind === "found") tracker.list.invalidateRow(artifactId);
  }

  /** Loads the newest rows. Concurrent calls share one load. */
  load(): Promise<void> {
    const isStale = this.#isStale;
    if (isStale || this.#hasChangedRows) {
      this.#isStale = false;
      this.#hasChangedRows = false;
      this.#loading = this.#loading
        .catch(() => undefined)
        .then(() => (isStale ? this.#loadAll() : this.#loadChangedRows()));
    }
    return this.#loading;
  }

  /** Loads until `isEnough`, which is checked after each page, or to the end. */
  async loadUntil(isEnough: () => boolean): Promise<void> {
    await this.load();
    await mapConcurrent(this.#getLists(), maxConcurrent, (list) => list.loadUntil(isEnough));
  }

  async loadMore(): Promise<void> {
    await this.#loading;
    await mapConcurrent(
      this.#getLists().filter(({ hasMore }) => hasMore),
      maxConcurrent,
      (list) => list.loadMore(),
    );
  }

  cancel(): void {
    for (const list of this.#getLists()) list.cancel();
  }

  close(): void {
    this.#serverList.close();
    for (const { list } of this.#getFoundTrackers()) list.close();
  }

  #getFoundTrackers(): readonly (TrackerResult & { readonly kind: "found" })[] {
    return [...this.#byTracker.values()].filter((result) => result.kind === "found");
  }

  #getLists(): readonly Pick<RowList, "hasMore" | "load" | "loadMore" | "loadUntil" | "cancel">[] {
    const serverLists = this.#serverList.isUnsupported ? [] : [this.#serverList];
    return this.#isFromServer()
      ? serverLists
      : [...serverLists, ...this.#getFoundTrackers().map(({ list }) => list)];
  }

  #createServerState(): MyWorkState {
    const { items, size, hasMore, asOf, lastFailure, hasStarted } = this.#serverList;
    if (!hasStarted && lastFailure === undefined) return { kind: "notLoaded" };
    return {
      kind: "rows",
      rows: items.filter((item) => item.kind === "artifact"),
      source: "server",
      size,
      hasMore,
      asOf,
      failure: lastFailure?.failure,
      skippedTrackers: [],
    };
  }

  #createTrackersState(): MyWorkState {
    const foundTrackers = this.#getFoundTrackers();
    const { isUnsupported, items: serverItems, hasMore, asOf, lastFailure } = this.#serverList;
    // Without duplicates: rows of trackers have more details, so they replace those of the server.
    const rows = new Map<number, RowWithTracker>();
    for (const item of isUnsupported ? [] : serverItems) {
      if (item.kind === "artifact") rows.set(item.id, item);
    }
    for (const {
      tracker,
      list: { items },
    } of foundTrackers) {
      for (const item of items) if (item.kind === "artifact") rows.set(item.id, withTracker(item, tracker));
    }
    return {
      kind: "rows",
      rows: [...rows.values()].sort((one, other) => other.id - one.id),
      source: isUnsupported ? "trackers" : "both",
      size: isUnsupported ? foundTrackers.reduce((sum, { list: { size = 0 } }) => sum + size, 0) : undefined,
      hasMore: (!isUnsupported && hasMore) || foundTrackers.some((each) => each.list.hasMore),
      asOf: asOf ?? foundTrackers.map((each) => each.list.asOf).find((time) => time !== undefined),
      failure: this.#failure ?? (isUnsupported ? undefined : lastFailure?.failure),
      skippedTrackers: [...this.#byTracker.values()].flatMap(toSkippedTrackers),
    };
  }

  #findServerRow(artifactId: number): RowWithTracker | undefined {
    const { items } = this.#serverList;
    return items.filter((item) => item.kind === "artifact").find(({ id }) => id === artifactId);
  }

  async #loadChangedRows(): Promise<void> {
    await mapConcurrent(this.#getLists(), maxConcurrent, (list) => list.load());
  }

  async #loadAll(): Promise<void> {
    this.#serverList.invalidate();
    // A missing route isn't requested again in this window.
    if (!this.#serverList.isUnsupported) await this.#serverList.load();
    if (this.#isFromServer()) return;
    this.#failure = undefined;
    try {
      await this.#loadTrackers();
    } catch (failure) {
      if (!isFailure(failure)) throw failure;
      this.#failure = failure;
    }
  }

  /** The server's list is complete, so no tracker is needed. */
  #isFromServer(): boolean {
    return this.#filter.openOnly && !this.#serverList.isUnsupported;
  }

  async #loadTrackers(): Promise<void> {
    const { connect, currentUser, loadTrackers } = this.#options;
    const user = await currentUser.get(await connect());
    this.#isUserUnknown = user === undefined;
    if (user === undefined) return;
    const trackers = await loadTrackers();
    const ids = new Set(trackers.map(({ id }) => id));
    for (const id of this.#byTracker.keys()) if (!ids.has(id)) this.#removeTracker(id);
    await mapConcurrent(trackers, maxConcurrent, async (tracker) => {
      this.#byTracker.set(tracker.id, await this.#loadTracker(tracker, user));
    });
  }

  async #loadTracker(tracker: TrackerSummary, user: User): Promise<TrackerResult> {
    const before = this.#byTracker.get(tracker.id);
    try {
      const query = await this.#createQuery(tracker.id, user);
      const queryKey = JSON.stringify(query);
      if (before?.kind === "found" && before.queryKey === queryKey) {
        before.list.invalidate();
        await before.list.load();
        return { ...before, tracker, failure: undefined };
      }
      this.#removeTracker(tracker.id);
      if (query === undefined) return { kind: "noField", tracker };
      const { tracker: structure, resolved } = query;
      const list = new RowList(createQuerySource(this.#options, structure, resolved));
      await list.load();
      return { kind: "found", tracker, list, queryKey, userId: user.id, failure: undefined };
    } catch (failure) {
      if (!isFailure(failure)) throw failure;
      // Previous rows stay, unless they belong to another user.
      return before?.kind === "found" && before.userId === user.id
        ? { ...before, failure }
        : { kind: "failed", tracker, failure };
    }
  }

  /** `undefined` if the tracker has no field for the role. */
  async #createQuery(trackerId: number, currentUser: User): Promise<TrackerQuery | undefined> {
    const { role, openOnly } = this.#filter;
    const tracker = await this.#options.loadTracker(trackerId);
    const field = findUserField(tracker, role, currentUser);
    if (field === undefined) return undefined;
    const where = [{ field: field.name, operator: "is", values: [currentUserPlaceholder] }];
    const query = { where, openOnly, text: undefined, report: undefined };
    // The query has no dates.
    const resolved = resolveQuery(tracker, query, { currentUser, today: "" });
    return resolved.kind === "problems" ? undefined : { tracker, resolved };
  }

  #removeTracker(trackerId: number): void {
    const result = this.#byTracker.get(trackerId);
    if (result?.kind === "found") result.list.close();
    this.#byTracker.delete(trackerId);
  }
}

function toSkippedTrackers(result: TrackerResult): readonly SkippedTracker[] {
  if (result.kind !== "found") return [result];
  const { tracker, list } = result;
  if (list.credibility === "contradicted") return [{ kind: "contradicted", tracker }];
  const failure = result.failure ?? list.lastFailure?.failure;
  return failure === undefined ? [] : [{ kind: "failed", tracker, failure }];
}
