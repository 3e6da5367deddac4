import { truncateToSecond } from "../clock.ts";
import type { SimulatedClock } from "../clock.ts";
import type { Artifact } from "./artifact.ts";
import type { Changeset, Comment, HistoryEntry } from "./changeset.ts";
import type { Field } from "./field.ts";
import type { GeneratedArtifacts } from "./generatedArtifacts.ts";
import { changesetIdsPerArtifact } from "./generateHistory.ts";
import { WrittenLinks } from "./writtenLinks.ts";
import type { Tracker } from "./tracker.ts";
import type { FieldValue } from "./value.ts";

export interface ArtifactChange {
  readonly by: number;
  readonly values: ReadonlyMap<Field, FieldValue>;
  readonly comment?: Comment | undefined;
  /** Now by default. */
  readonly at?: number;
}

/** What was written to an artifact since the server started. */
interface ArtifactWrites {
  /** The generated artifact, or an empty one for an artifact that was created later. */
  readonly base: Artifact;
  readonly values: Map<Field, FieldValue>;
  readonly changesets: Changeset[];
}

/** All artifacts: the generated ones, overlaid with what was written since. */
export class Artifacts {
  readonly #generated: GeneratedArtifacts;
  readonly #clock: SimulatedClock;
  readonly #writes = new Map<number, ArtifactWrites>();
  readonly #links = new WrittenLinks();
  /** Ids of created artifacts per tracker, ascending; and how many were ever created, for their numbers. */
  readonly #created = new Map<Tracker, number[]>();
  readonly #counts = new Map<Tracker, number>();
  /** Indexes of deleted generated artifacts per tracker, ascending. */
  readonly #deletedIndexes = new Map<Tracker, number[]>();
  readonly #deleted = new Set<number>();
  #lastId: number;
  #lastChangeset: number;

  constructor(generated: GeneratedArtifacts, clock: SimulatedClock) {
    this.#generated = generated;
    this.#clock = clock;
    this.#lastId = generated.lastId;
    this.#lastChangeset = (generated.lastId + 1) * changesetIdsPerArtifact;
  }

  count(tracker: Tracker): number {
    return this.#generatedSize(tracker) + (this.#created.get(tracker)?.length ?? 0);
  }

  /** By index, in the order of ids. */
  getAt(tracker: Tracker, position: number): Artifact | undefined {
    const size = this.#generatedSize(tracker);
    if (position >= size) {
      const id = this.#created.get(tracker)?.[position - size];
      return id === undefined ? undefined : this.find(id);
    }
    let index = position;
    for (const deletedIndex of this.#deletedIndexes.get(tracker) ?? []) if (deletedIndex <= index) index += 1;
    const base = this.#generated.getAt(tracker, index);
    return base && this.#applyWrites(base);
  }

  find(id: number): Artifact | undefined {
    if (this.#deleted.has(id)) return undefined;
    const base = this.#writes.get(id)?.base ?? this.#generated.find(id);
    return base && this.#applyWrites(base);
  }

  /** What was written to the artifact, oldest first, without its generated history. */
  getChangesets(id: number): readonly Changeset[] {
    return this.#writes.get(id)?.changesets ?? [];
  }

  /** The whole history, oldest first: generated changesets, then written ones. */
  getHistory(artifact: Artifact): readonly HistoryEntry[] {
    const writes = this.#writes.get(artifact.id);
    const changesets = writes?.changesets ?? [];
    const generatedHistory = this.#generated
      .generateHistory(artifact.id)
      .map(({ changeset, artifact: generatedArtifact }) => ({
        changeset,
        artifact: this.#restore(artifact, generatedArtifact, []),
      }));
    return [
      ...generatedHistory,
      ...changesets.map((changeset, position) => ({
        changeset,
        artifact: this.#restore(artifact, writes?.base ?? artifact, changesets.slice(0, position + 1)),
      })),
    ];
  }

  create(tracker: Tracker, change: ArtifactChange): Artifact {
    this.#lastId += 1;
    const id = this.#lastId;
    const count = (this.#counts.get(tracker) ?? 0) + 1;
    this.#counts.set(tracker, count);
    this.#created.set(tracker, [...(this.#created.get(tracker) ?? []), id]);
    const at = truncateToSecond(change.at ?? this.#clock.now());
    const base: Artifact = {
      id,
      tracker,
      numberInTracker: tracker.generatedCount + count,
      submittedBy: change.by,
      submittedOn: at,
      updatedBy: change.by,
      updatedOn: at,
      readableBy: [],
      version: 0,
      getValue: () => undefined,
    };
    this.#write(base, change);
    return this.#applyWrites(base);
  }

  /** Always creates a new version: the caller checks whether there is anything to write. */
  update(artifact: Artifact, change: ArtifactChange): Artifact {
    const base = this.#writes.get(artifact.id)?.base ?? this.#generated.find(artifact.id) ?? artifact;
    this.#write(base, change);
    return this.#applyWrites(base);
  }

  delete({ id, tracker, numberInTracker }: Artifact): void {
    this.#deleted.add(id);
    this.#links.removeFrom(id);
    if (id > this.#generated.lastId) {
      this.#created.set(
        tracker,
        (this.#created.get(tracker) ?? []).filter((each) => each !== id),
      );
    } else {
      const deletedIndex = [...(this.#deletedIndexes.get(tracker) ?? []), numberInTracker - 1];
      this.#deletedIndexes.set(
        tracker,
        deletedIndex.sort((first, second) => first - second),
      );
    }
  }

  #generatedSize(tracker: Tracker): number {
    return tracker.generatedCount - (this.#deletedIndexes.get(tracker)?.length ?? 0);
  }

  #write(base: Artifact, { by, values, comment, at }: ArtifactChange): void {
    const writes: ArtifactWrites = this.#writes.get(base.id) ?? { base, values: new Map(), changesets: [] };
    this.#writes.set(base.id, writes);
    const changes = new Map(
      [...values].map(([field, after]) => {
        const before = writes.values.get(field) ?? base.getValue(field);
        return [field, { before, after }] as const;
      }),
    );
    for (const [field, value] of values) {
      writes.values.set(field, value);
      if (value.kind === "links") this.#links.set(base.id, value.forward);
    }
    this.#lastChangeset += 1;
    writes.changesets.push({
      id: this.#lastChangeset,
      submittedBy: by,
      submittedOn: truncateToSecond(at ?? this.#clock.now()),
      comment,
      changes,
    });
  }

  /** Reverse links are always the current ones, because they are stored at the other end. */
  #restore(current: Artifact, base: Artifact, changesets: readonly Changeset[]): Artifact {
    const getValue = (field: Field): FieldValue | undefined => {
      const value =
        changesets.findLast(({ changes }) => changes.has(field))?.changes.get(field)?.after ??
        base.getValue(field);
      return field.kind === "links" ? this.#links.withReverseLinks(base, field, value) : value;
    };
    const field = current.tracker.fields.find(({ kind }) => kind === "permissions");
    const permissions = field && getValue(field);
    const readableBy = permissions?.kind === "groups" ? permissions.groups : base.readableBy;
    return { ...current, readableBy, getValue };
  }

  #applyWrites(base: Artifact): Artifact {
    const writes = this.#writes.get(base.id);
    const last = writes?.changesets.at(-1);
    if (last === undefined && this.#links.isEmpty) return base;
    return {
      ...base,
      ...(last && { updatedBy: last.submittedBy, updatedOn: last.submittedOn }),
      version: base.version + (writes?.changesets.length ?? 0),
      readableBy: getGrantedGroups(writes) ?? base.readableBy,
      getValue: (field) => {
        const value = writes?.values.get(field) ?? base.getValue(field);
        return field.kind === "links" ? this.#links.withReverseLinks(base, field, value) : value;
      },
    };
  }
}

function getGrantedGroups(writes: ArtifactWrites | undefined) {
  for (const [field, value] of writes?.values ?? []) {
    if (field.kind === "permissions" && value.kind === "groups") return value.groups;
  }
  return undefined;
}
