import { wholeSecond } from "../clock.ts";
import type { SimulatedClock } from "../clock.ts";
import type { Artifact } from "./artifact.ts";
import type { Changeset, Comment, Moment } from "./changeset.ts";
import type { Field } from "./field.ts";
import type { GeneratedArtifacts } from "./generatedArtifacts.ts";
import { changesetsEach } from "./generatedHistory.ts";
import { Rewired } from "./rewired.ts";
import type { Tracker } from "./tracker.ts";
import type { FieldValue } from "./value.ts";

export interface Change {
  readonly by: number;
  readonly values: ReadonlyMap<Field, FieldValue>;
  readonly comment?: Comment | undefined;
}

/** What was written to an artifact since the server started. */
interface Written {
  /** As it was generated; a bare one for an artifact that was created since. */
  readonly base: Artifact;
  readonly values: Map<Field, FieldValue>;
  readonly changesets: Changeset[];
}

/** The artifacts of the platform: what was generated, with everything written since laid over it. */
export class Artifacts {
  readonly #generated: GeneratedArtifacts;
  readonly #clock: SimulatedClock;
  readonly #written = new Map<number, Written>();
  readonly #links = new Rewired();
  /** Ids of what was created, ascending, per tracker; and how many there ever were, for their numbers. */
  readonly #created = new Map<Tracker, number[]>();
  readonly #counts = new Map<Tracker, number>();
  /** Places of generated artifacts that were deleted, ascending, per tracker. */
  readonly #gone = new Map<Tracker, number[]>();
  readonly #deleted = new Set<number>();
  #lastId: number;
  #lastChangeset: number;

  constructor(generated: GeneratedArtifacts, clock: SimulatedClock) {
    this.#generated = generated;
    this.#clock = clock;
    this.#lastId = generated.lastId;
    this.#lastChangeset = (generated.lastId + 1) * changesetsEach;
  }

  sizeOf(tracker: Tracker): number {
    return this.#generatedSize(tracker) + (this.#created.get(tracker)?.length ?? 0);
  }

  /** By place, in the order of ids. */
  at(tracker: Tracker, place: number): Artifact | undefined {
    const size = this.#generatedSize(tracker);
    if (place >= size) {
      const id = this.#created.get(tracker)?.[place - size];
      return id === undefined ? undefined : this.byId(id);
    }
    let index = place;
    for (const gone of this.#gone.get(tracker) ?? []) if (gone <= index) index += 1;
    const base = this.#generated.at(tracker, index);
    return base && this.#overlaid(base);
  }

  byId(id: number): Artifact | undefined {
    if (this.#deleted.has(id)) return undefined;
    const base = this.#written.get(id)?.base ?? this.#generated.byId(id);
    return base && this.#overlaid(base);
  }

  /** What was written to it, oldest first. What it was generated with is not among it. */
  changesetsOf(id: number): readonly Changeset[] {
    return this.#written.get(id)?.changesets ?? [];
  }

  /** All of it, oldest first: how it was generated, then what was written. */
  historyOf(artifact: Artifact): readonly Moment[] {
    const written = this.#written.get(artifact.id);
    const changesets = written?.changesets ?? [];
    const past = this.#generated.historyOf(artifact.id).map(({ changeset, artifact: then }) => ({
      changeset,
      artifact: this.#asOf(artifact, then, []),
    }));
    return [
      ...past,
      ...changesets.map((changeset, place) => ({
        changeset,
        artifact: this.#asOf(artifact, written?.base ?? artifact, changesets.slice(0, place + 1)),
      })),
    ];
  }

  create(tracker: Tracker, change: Change): Artifact {
    this.#lastId += 1;
    const id = this.#lastId;
    const count = (this.#counts.get(tracker) ?? 0) + 1;
    this.#counts.set(tracker, count);
    this.#created.set(tracker, [...(this.#created.get(tracker) ?? []), id]);
    const at = wholeSecond(this.#clock.now());
    const base: Artifact = {
      id,
      tracker,
      numberInTracker: tracker.size + count,
      submittedBy: change.by,
      submittedOn: at,
      updatedBy: change.by,
      updatedOn: at,
      restrictedTo: [],
      version: 0,
      valueOf: () => undefined,
    };
    this.#write(base, change);
    return this.#overlaid(base);
  }

  /** Always makes a new version: whether there is anything to write is for the caller to find out. */
  change(artifact: Artifact, change: Change): Artifact {
    const base = this.#written.get(artifact.id)?.base ?? this.#generated.byId(artifact.id) ?? artifact;
    this.#write(base, change);
    return this.#overlaid(base);
  }

  delete({ id, tracker, numberInTracker }: Artifact): void {
    this.#deleted.add(id);
    this.#links.forget(id);
    if (id > this.#generated.lastId) {
      this.#created.set(
        tracker,
        (this.#created.get(tracker) ?? []).filter((each) => each !== id),
      );
    } else {
      const gone = [...(this.#gone.get(tracker) ?? []), numberInTracker - 1];
      this.#gone.set(
        tracker,
        gone.sort((one, other) => one - other),
      );
    }
  }

  #generatedSize(tracker: Tracker): number {
    return tracker.size - (this.#gone.get(tracker)?.length ?? 0);
  }

  #write(base: Artifact, { by, values, comment }: Change): void {
    const written: Written = this.#written.get(base.id) ?? { base, values: new Map(), changesets: [] };
    this.#written.set(base.id, written);
    const changes = new Map(
      [...values].map(([field, after]) => {
        const before = written.values.get(field) ?? base.valueOf(field);
        return [field, { before, after }] as const;
      }),
    );
    for (const [field, value] of values) {
      written.values.set(field, value);
      if (value.kind === "links") this.#links.set(base.id, value.forward);
    }
    this.#lastChangeset += 1;
    written.changesets.push({
      id: this.#lastChangeset,
      submittedBy: by,
      submittedOn: wholeSecond(this.#clock.now()),
      comment,
      changes,
    });
  }

  /** Links that arrive are those of now, whenever they began to. */
  #asOf(now: Artifact, base: Artifact, changesets: readonly Changeset[]): Artifact {
    const valueOf = (field: Field): FieldValue | undefined => {
      const value =
        changesets.findLast(({ changes }) => changes.has(field))?.changes.get(field)?.after ??
        base.valueOf(field);
      return field.kind === "links" ? this.#links.complete(base, field, value) : value;
    };
    const field = now.tracker.fields.find(({ kind }) => kind === "permissions");
    const granted = field && valueOf(field);
    const restrictedTo = granted?.kind === "groups" ? granted.groups : base.restrictedTo;
    return { ...now, restrictedTo, valueOf };
  }

  #overlaid(base: Artifact): Artifact {
    const written = this.#written.get(base.id);
    const last = written?.changesets.at(-1);
    if (last === undefined && this.#links.isEmpty) return base;
    return {
      ...base,
      ...(last && { updatedBy: last.submittedBy, updatedOn: last.submittedOn }),
      version: base.version + (written?.changesets.length ?? 0),
      restrictedTo: grantedGroups(written) ?? base.restrictedTo,
      valueOf: (field) => {
        const value = written?.values.get(field) ?? base.valueOf(field);
        return field.kind === "links" ? this.#links.complete(base, field, value) : value;
      },
    };
  }
}

function grantedGroups(written: Written | undefined) {
  for (const [field, value] of written?.values ?? []) {
    if (field.kind === "permissions" && value.kind === "groups") return value.groups;
  }
  return undefined;
}
