// What waits for one: assigned to me, or submitted by me, and open. Asked of the server at once where it can tell, else of
// each of some trackers. Servers that can tell leave out what is closed: whoever wants that too gets it from the trackers.
import type { Concern } from "../../api/artifactLists.ts";
import { type Failure, isFailure } from "../../model/failure.ts";
import { searchable } from "../../model/query/query.ts";
import { mePlaceholder, type Resolved, resolveQuery } from "../../model/query/resolve.ts";
import { placed, type PlacedRow } from "../../model/query/rows.ts";
import type { Field, Tracker, TrackerSummary } from "../../model/tracker.ts";
import type { Person } from "../../model/user.ts";
import { severalAtOnce } from "../concurrency.ts";
import type { Showing } from "../connections.ts";
import type { Me } from "./currentUser.ts";
import { RowList } from "./rowList.ts";
import { concerningMe, sourceOf } from "./sources.ts";

export interface WorkWanted {
  readonly concern: Concern;
  readonly openOnly: boolean;
}

export interface WorkOptions {
  readonly connect: () => Promise<Showing>;
  readonly me: Me;
  /** Those to look through where the server can't tell by itself: of the projects that the person pinned. */
  readonly trackers: () => Promise<readonly TrackerSummary[]>;
  readonly structure: (trackerId: number) => Promise<Tracker>;
}

/** What a tracker did not tell: a request failed, it has no field for it, or it answered something else. */
type Silence =
  | { readonly kind: "failed"; readonly tracker: TrackerSummary; readonly failure: Failure }
  | { readonly kind: "noField" | "contradicted"; readonly tracker: TrackerSummary };

export type Work =
  | { readonly kind: "unread" }
  /** What could be had stays; `failure` is undefined when nothing failed. */
  | {
      readonly kind: "rows";
      /** Newest first. */
      readonly rows: readonly PlacedRow[];
      /** Of both: what is open from the server, what is closed from the trackers. */
      readonly from: "server" | "trackers" | "both";
      /** An upper bound of all there are; undefined where it can't be told. */
      readonly size: number | undefined;
      readonly hasMore: boolean;
      /** When it was read, in milliseconds, where the server could not be asked now. */
      readonly asOf: number | undefined;
      readonly failure: Failure | undefined;
      readonly silences: readonly Silence[];
    }
  /** The server knows nobody, so the person has to say who they are. */
  | { readonly kind: "nobodyIsMe" };

type Looked =
  | {
      readonly kind: "found";
      readonly tracker: TrackerSummary;
      readonly found: RowList;
      /** What it was asked: whoever is me, or another structure, may make another question of it. */
      readonly asked: string;
      readonly me: Person["id"];
      /** Why it could not be told whether that is still the question. */
      readonly failure: Failure | undefined;
    }
  | Silence;

interface Question {
  readonly structure: Tracker;
  readonly resolved: Exclude<Resolved, { kind: "problems" }>;
}

const atOnce = 4;
const names: Readonly<Record<Concern, string>> = { assigned: "assigned_to", submitted: "submitted_by" };

function holds({ choices = [] }: Field, { id, label, username }: Person): boolean {
  return choices.some((choice) => choice.id === id && [label, username].includes(choice.label));
}

function meantField({ fields, semantics }: Tracker, concern: Concern): Field | undefined {
  return fields.find(({ id, type }) =>
    concern === "assigned" ? id === semantics.assigneeFieldId : type === "subby",
  );
}

/** Servers that say nothing of meanings have it guessed: by the usual name, else as the only list with me in it. */
function guessedField({ fields, semantics }: Tracker, concern: Concern, me: Person): Field | undefined {
  const named = fields.find(({ name }) => name === names[concern]);
  if (named !== undefined || concern === "submitted" || semantics.status !== undefined) return named;
  const withMe = fields.filter((field) => holds(field, me));
  return withMe.length === 1 ? withMe[0] : undefined;
}

/** Where a tracker keeps whom it concerns. */
function concernField(tracker: Tracker, concern: Concern, me: Person): Field | undefined {
  const field = meantField(tracker, concern) ?? guessedField(tracker, concern, me);
  const wanted = field && searchable(field)?.wanted.kind;
  return wanted === "choices" || wanted === "people" ? field : undefined;
}

export class MyWork {
  readonly #options: WorkOptions;
  readonly #wanted: WorkWanted;
  readonly #own: RowList<PlacedRow>;
  readonly #byTracker = new Map<number, Looked>();
  #isNobodyMe = false;
  #failure: Failure | undefined;
  #isStale = true;
  #reading = Promise.resolve();

  constructor(options: WorkOptions, wanted: WorkWanted) {
    this.#options = options;
    this.#wanted = wanted;
    this.#own = new RowList(concerningMe(options.connect, wanted.concern));
  }

  get work(): Work {
    if (this.#isToldByServer()) return this.#fromServer();
    if (this.#isNobodyMe) return { kind: "nobodyIsMe" };
    return this.#fromTrackers();
  }

  /** Whether there is more than was read. */
  get hasMore(): boolean {
    return this.#lists().some(({ hasMore }) => hasMore);
  }

  /** What was read is old, or a failure is to be tried again. */
  invalidate(): void {
    this.#isStale = true;
  }

  /** Makes sure of the newest. Two who ask at once get the same. */
  load(): Promise<void> {
    if (this.#isStale) {
      this.#isStale = false;
      this.#reading = this.#reading.catch(() => undefined).then(() => this.#read());
    }
    return this.#reading;
  }

  /** Makes sure of as many as `enough` asks for, or of all there are. It is asked after each page. */
  async loadUntil(enough: () => boolean): Promise<void> {
    await this.load();
    await severalAtOnce(this.#lists(), atOnce, (found) => found.loadUntil(enough));
  }

  async more(): Promise<void> {
    await this.#reading;
    await severalAtOnce(
      this.#lists().filter(({ hasMore }) => hasMore),
      atOnce,
      (found) => found.more(),
    );
  }

  /** Calls off what is under way. */
  cancel(): void {
    for (const list of this.#lists()) list.cancel();
  }

  close(): void {
    this.#own.close();
    for (const { found } of this.#found()) found.close();
  }

  #found(): readonly (Looked & { readonly kind: "found" })[] {
    return [...this.#byTracker.values()].filter((looked) => looked.kind === "found");
  }

  #lists(): readonly Pick<RowList, "hasMore" | "more" | "loadUntil" | "cancel">[] {
    const own = this.#own.isAbsent ? [] : [this.#own];
    return this.#isToldByServer() ? own : [...own, ...this.#found().map(({ found }) => found)];
  }

  #fromServer(): Work {
    const { items, size, hasMore, asOf, trouble, isBegun } = this.#own;
    if (!isBegun && trouble === undefined) return { kind: "unread" };
    return {
      kind: "rows",
      rows: items.filter((item) => item.kind === "artifact"),
      from: "server",
      size,
      hasMore,
      asOf,
      failure: trouble?.failure,
      silences: [],
    };
  }

  #fromTrackers(): Work {
    const found = this.#found();
    const { isAbsent, items: own, hasMore, asOf, trouble } = this.#own;
    // Each once: rows of trackers tell more, and come last.
    const rows = new Map<number, PlacedRow>();
    for (const item of isAbsent ? [] : own) if (item.kind === "artifact") rows.set(item.id, item);
    for (const {
      tracker,
      found: { items },
    } of found) {
      for (const item of items) if (item.kind === "artifact") rows.set(item.id, placed(item, tracker));
    }
    return {
      kind: "rows",
      rows: [...rows.values()].sort((one, other) => other.id - one.id),
      from: isAbsent ? "trackers" : "both",
      size: isAbsent ? found.reduce((sum, { found: { size = 0 } }) => sum + size, 0) : undefined,
      hasMore: (!isAbsent && hasMore) || found.some((each) => each.found.hasMore),
      asOf: asOf ?? found.map((each) => each.found.asOf).find((at) => at !== undefined),
      failure: this.#failure ?? (isAbsent ? undefined : trouble?.failure),
      silences: [...this.#byTracker.values()].flatMap(silenceOf),
    };
  }

  async #read(): Promise<void> {
    this.#own.invalidate();
    // What a server does not have it does not get while the window is open.
    if (!this.#own.isAbsent) await this.#own.load();
    if (this.#isToldByServer()) return;
    this.#failure = undefined;
    try {
      await this.#readTrackers();
    } catch (failure) {
      if (!isFailure(failure)) throw failure;
      this.#failure = failure;
    }
  }

  /** All that is wanted, so that no tracker has to be asked. */
  #isToldByServer(): boolean {
    return this.#wanted.openOnly && !this.#own.isAbsent;
  }

  async #readTrackers(): Promise<void> {
    const { connect, me, trackers } = this.#options;
    const self = await me.of(await connect());
    this.#isNobodyMe = self === undefined;
    if (self === undefined) return;
    const wanted = await trackers();
    const ids = new Set(wanted.map(({ id }) => id));
    for (const id of this.#byTracker.keys()) if (!ids.has(id)) this.#leave(id);
    await severalAtOnce(wanted, atOnce, async (tracker) => {
      this.#byTracker.set(tracker.id, await this.#look(tracker, self));
    });
  }

  async #look(tracker: TrackerSummary, me: Person): Promise<Looked> {
    const before = this.#byTracker.get(tracker.id);
    try {
      const question = await this.#question(tracker.id, me);
      const asked = JSON.stringify(question);
      if (before?.kind === "found" && before.asked === asked) {
        before.found.invalidate();
        await before.found.load();
        return { ...before, tracker, failure: undefined };
      }
      this.#leave(tracker.id);
      if (question === undefined) return { kind: "noField", tracker };
      const { structure, resolved } = question;
      const found = new RowList(sourceOf(this.#options.connect, structure, resolved));
      await found.load();
      return { kind: "found", tracker, found, asked, me: me.id, failure: undefined };
    } catch (failure) {
      if (!isFailure(failure)) throw failure;
      // What was shown stays, unless it is somebody else's.
      return before?.kind === "found" && before.me === me.id
        ? { ...before, failure }
        : { kind: "failed", tracker, failure };
    }
  }

  /** Undefined where the tracker does not keep whom it concerns. */
  async #question(trackerId: number, me: Person): Promise<Question | undefined> {
    const { concern, openOnly } = this.#wanted;
    const structure = await this.#options.structure(trackerId);
    const field = concernField(structure, concern, me);
    if (field === undefined) return undefined;
    const where = [{ field: field.name, operator: "is", values: [mePlaceholder] }];
    const query = { where, openOnly, text: undefined, report: undefined };
    // No day is asked for.
    const resolved = resolveQuery(structure, query, { me, today: "" });
    return resolved.kind === "problems" ? undefined : { structure, resolved };
  }

  #leave(trackerId: number): void {
    const looked = this.#byTracker.get(trackerId);
    if (looked?.kind === "found") looked.found.close();
    this.#byTracker.delete(trackerId);
  }
}

function silenceOf(looked: Looked): readonly Silence[] {
  if (looked.kind !== "found") return [looked];
  const { tracker, found } = looked;
  if (found.credibility === "contradicted") return [{ kind: "contradicted", tracker }];
  const failure = looked.failure ?? found.trouble?.failure;
  return failure === undefined ? [] : [{ kind: "failed", tracker, failure }];
}
