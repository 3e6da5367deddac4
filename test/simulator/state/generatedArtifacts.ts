import { truncateToSecond } from "../clock.ts";
import { pickWeighted } from "../demo/generateChoices.ts";
import type { Artifact } from "./artifact.ts";
import type { Comment, HistoryEntry } from "./changeset.ts";
import { generateHistory } from "./generateHistory.ts";
import { pickEditCount } from "./generateEdits.ts";
import { getAvailableChoices } from "./field.ts";
import { createSeededRandom } from "./seededRandom.ts";
import type { SeededRandom } from "./seededRandom.ts";
import type { ArtifactSeed } from "./artifactSeed.ts";
import type { Tracker } from "./tracker.ts";
import type { FieldValue } from "./value.ts";

export interface GeneratedArtifactsOptions {
  readonly seed: number;
  readonly trackers: readonly Tracker[];
  /** The tracker that can have more artifacts than the shuffled ids. */
  readonly largest: Tracker;
  /** Number of artifacts of the largest tracker whose ids are shuffled with those of the others. */
  readonly interleaved: number;
  /** Ids of users who can be authors. */
  readonly authors: readonly [number, ...number[]];
  /** Comments of generated changesets. */
  readonly comments: readonly [Comment, ...Comment[]];
  /** Submission dates are before this instant. */
  readonly latestDate: number;
  /** Whether an artifact has a closed status, whatever was generated for it. */
  readonly isClosed: (tracker: Tracker, id: number) => boolean;
}

interface ArtifactPosition {
  readonly tracker: Tracker;
  readonly index: number;
}

const span = 3 * 365 * 24 * 60 * 60 * 1000;

/**
 * The initial artifacts. None is stored: each is generated from (seed, id) on demand, so 100,000 of them need no
 * memory. Ids are shuffled over the trackers as on a real server; the remaining artifacts of the largest tracker follow
 * with consecutive ids.
 */
export class GeneratedArtifacts {
  readonly #options: GeneratedArtifactsOptions;
  /** Ids in ascending order per tracker; for the largest tracker only the shuffled ones. */
  readonly #ids = new Map<Tracker, readonly number[]>();
  readonly #positions: (ArtifactPosition | undefined)[] = [undefined];
  readonly #byName: ReadonlyMap<string, Tracker>;

  constructor(options: GeneratedArtifactsOptions) {
    this.#options = options;
    this.#byName = new Map(options.trackers.map((tracker) => [tracker.itemName, tracker]));
    const remaining = options.trackers.map((tracker) => ({
      tracker,
      ids: [] as number[],
      remainingCount: tracker === options.largest ? options.interleaved : tracker.generatedCount,
    }));
    let total = remaining.reduce((sum, each) => sum + each.remainingCount, 0);
    for (let id = 1; total > 0; id++, total--) {
      let fraction = createSeededRandom(options.seed, id).fraction("tracker") * total;
      const selected = remaining.find((each) => (fraction -= each.remainingCount) < 0) ?? remaining[0];
      if (selected === undefined) break;
      selected.remainingCount -= 1;
      const index = selected.ids.length;
      // If the largest tracker is smaller than that, there are gaps, as after deletions.
      const exists = index < selected.tracker.generatedCount;
      selected.ids.push(id);
      this.#positions.push(exists ? { tracker: selected.tracker, index } : undefined);
    }
    for (const { tracker, ids } of remaining) this.#ids.set(tracker, ids);
  }

  get lastId(): number {
    const { largest, interleaved } = this.#options;
    return this.#positions.length - 1 + Math.max(0, largest.generatedCount - interleaved);
  }

  getAt(tracker: Tracker, index: number): Artifact | undefined {
    const id = this.#getId(tracker, index);
    return id === undefined ? undefined : this.#generate({ tracker, index }, id);
  }

  find(id: number): Artifact | undefined {
    const position = id < this.#positions.length ? this.#positions[id] : this.#findConsecutive(id);
    return position && this.#generate(position, id);
  }

  /** The history, oldest first. */
  generateHistory(id: number): readonly HistoryEntry[] {
    const artifact = this.find(id);
    if (artifact === undefined) return [];
    const { seed, authors, comments } = this.#options;
    const random = createSeededRandom(seed, id);
    return generateHistory(artifact, { editCount: pickEditCount(random), random, authors, comments });
  }

  #getId(tracker: Tracker, index: number): number | undefined {
    if (index < 0 || index >= tracker.generatedCount) return undefined;
    const ids = this.#ids.get(tracker) ?? [];
    return ids[index] ?? this.#positions.length + index - ids.length;
  }

  #findConsecutive(id: number): ArtifactPosition | undefined {
    const { largest, interleaved } = this.#options;
    const index = interleaved + id - this.#positions.length;
    return index < largest.generatedCount ? { tracker: largest, index } : undefined;
  }

  #generate({ tracker, index }: ArtifactPosition, id: number): Artifact {
    const { seed, authors, latestDate, isClosed } = this.#options;
    const random = createSeededRandom(seed, id);
    const lastId = this.lastId;
    const age = (span * (lastId - id + 0.2 + 0.6 * random.fraction("submitted on"))) / lastId;
    const submittedOn = truncateToSecond(latestDate - age);
    const submittedBy = random.pick("submitted by", authors);
    const isChanged = pickEditCount(random) > 0;
    // Squared, so that most artifacts were last updated soon after their submission.
    const lastUpdatedOn = truncateToSecond(submittedOn + age * random.fraction("updated on") ** 2);
    const updatedOn = isChanged ? lastUpdatedOn : submittedOn;
    const artifactSeed: ArtifactSeed = {
      id,
      index,
      submittedBy,
      submittedOn,
      updatedOn,
      random,
      getArtifactId: (name, targetIndex) => {
        const target = this.#byName.get(name);
        return target && this.#getId(target, targetIndex);
      },
      getTrackerSize: (name) => this.#byName.get(name)?.generatedCount ?? 0,
    };
    const readers = tracker.getReaders(artifactSeed);
    return {
      id,
      tracker,
      numberInTracker: index + 1,
      submittedBy,
      submittedOn,
      updatedBy: isChanged ? random.pick("updated by", authors) : submittedBy,
      updatedOn,
      readableBy: readers === undefined ? [] : [readers],
      version: 1,
      getValue: (field) =>
        field === tracker.semantics.status?.field && isClosed(tracker, id)
          ? pickClosedStatus(tracker, random)
          : field.generate(artifactSeed, field),
    };
  }
}

function pickClosedStatus({ semantics: { status } }: Tracker, random: SeededRandom): FieldValue | undefined {
  if (status?.field.kind !== "list") return undefined;
  const closed = getAvailableChoices(status.field.binding).filter(
    ({ id, hidden }) => !hidden && !status.open.includes(id),
  );
  return { kind: "choices", ids: [pickWeighted(closed, random.fraction("closed status"))] };
}
