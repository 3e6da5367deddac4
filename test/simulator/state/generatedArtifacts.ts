import { wholeSecond } from "../clock.ts";
import type { Artifact } from "./artifact.ts";
import type { Comment, Moment } from "./changeset.ts";
import { generatedHistory } from "./generatedHistory.ts";
import { countEdits } from "./pastEdits.ts";
import { drawsFor } from "./random.ts";
import type { Row } from "./row.ts";
import type { Tracker } from "./tracker.ts";

export interface GeneratedOptions {
  readonly seed: number;
  readonly trackers: readonly Tracker[];
  /** The tracker that may grow past what the ids below were shuffled for. */
  readonly largest: Tracker;
  /** Artifacts of the largest tracker whose ids lie among those of the others. */
  readonly interleaved: number;
  /** Whoever may have written something, by id. */
  readonly authors: readonly [number, ...number[]];
  /** What people say when they change something. */
  readonly remarks: readonly [Comment, ...Comment[]];
  /** Submissions are spread over the time before this instant. */
  readonly until: number;
}

interface Place {
  readonly tracker: Tracker;
  readonly index: number;
}

const span = 3 * 365 * 24 * 60 * 60 * 1000;

/**
 * The artifacts that the platform starts with. None is stored: each is made from (seed, id) when asked for, so 100,000 of them cost no memory.
 * Ids are shuffled over the trackers as on a server in use; what the largest tracker has beyond that follows in one run of ids.
 */
export class GeneratedArtifacts {
  readonly #options: GeneratedOptions;
  /** Ids in ascending order, per tracker; for the largest only those below the run at the end. */
  readonly #ids = new Map<Tracker, readonly number[]>();
  readonly #places: (Place | undefined)[] = [undefined];
  readonly #byName: ReadonlyMap<string, Tracker>;

  constructor(options: GeneratedOptions) {
    this.#options = options;
    this.#byName = new Map(options.trackers.map((tracker) => [tracker.itemName, tracker]));
    const remaining = options.trackers.map((tracker) => ({
      tracker,
      ids: [] as number[],
      left: tracker === options.largest ? options.interleaved : tracker.size,
    }));
    let total = remaining.reduce((sum, each) => sum + each.left, 0);
    for (let id = 1; total > 0; id++, total--) {
      let draw = drawsFor(options.seed, id).fraction("tracker") * total;
      const chosen = remaining.find((each) => (draw -= each.left) < 0) ?? remaining[0];
      if (chosen === undefined) break;
      chosen.left -= 1;
      const index = chosen.ids.length;
      // A largest tracker made smaller leaves holes, as deleted artifacts do.
      const exists = index < chosen.tracker.size;
      chosen.ids.push(id);
      this.#places.push(exists ? { tracker: chosen.tracker, index } : undefined);
    }
    for (const { tracker, ids } of remaining) this.#ids.set(tracker, ids);
  }

  get lastId(): number {
    const { largest, interleaved } = this.#options;
    return this.#places.length - 1 + Math.max(0, largest.size - interleaved);
  }

  at(tracker: Tracker, index: number): Artifact | undefined {
    const id = this.#idAt(tracker, index);
    return id === undefined ? undefined : this.#make({ tracker, index }, id);
  }

  byId(id: number): Artifact | undefined {
    const place = id < this.#places.length ? this.#places[id] : this.#placeInRun(id);
    return place && this.#make(place, id);
  }

  /** How it came to be what it is, oldest first. */
  historyOf(id: number): readonly Moment[] {
    const artifact = this.byId(id);
    if (artifact === undefined) return [];
    const { seed, authors, remarks } = this.#options;
    const draws = drawsFor(seed, id);
    return generatedHistory(artifact, { edits: countEdits(draws), draws, authors, remarks });
  }

  #idAt(tracker: Tracker, index: number): number | undefined {
    if (index < 0 || index >= tracker.size) return undefined;
    const ids = this.#ids.get(tracker) ?? [];
    return ids[index] ?? this.#places.length + index - ids.length;
  }

  #placeInRun(id: number): Place | undefined {
    const { largest, interleaved } = this.#options;
    const index = interleaved + id - this.#places.length;
    return index < largest.size ? { tracker: largest, index } : undefined;
  }

  #make({ tracker, index }: Place, id: number): Artifact {
    const { seed, authors, until } = this.#options;
    const draws = drawsFor(seed, id);
    const last = this.lastId;
    const age = (span * (last - id + 0.2 + 0.6 * draws.fraction("submitted on"))) / last;
    const submittedOn = wholeSecond(until - age);
    const submittedBy = draws.pick("submitted by", authors);
    const isChanged = countEdits(draws) > 0;
    // Squared: most artifacts were last touched soon after they were written.
    const lastTouched = wholeSecond(submittedOn + age * draws.fraction("updated on") ** 2);
    const updatedOn = isChanged ? lastTouched : submittedOn;
    const row: Row = {
      id,
      index,
      submittedBy,
      submittedOn,
      updatedOn,
      draws,
      artifactAt: (name, other) => {
        const target = this.#byName.get(name);
        return target && this.#idAt(target, other);
      },
      sizeOf: (name) => this.#byName.get(name)?.size ?? 0,
    };
    const restriction = tracker.restriction(row);
    return {
      id,
      tracker,
      numberInTracker: index + 1,
      submittedBy,
      submittedOn,
      updatedBy: isChanged ? draws.pick("updated by", authors) : submittedBy,
      updatedOn,
      restrictedTo: restriction === undefined ? [] : [restriction],
      version: 1,
      valueOf: (field) => field.generate(row, field),
    };
  }
}
