// Attachments of artifacts: adding and removing them. Nothing else of an artifact is changed here.
import type { Revision } from "../../model/revision.ts";
import { type OwnTime, ownTime } from "../clock.ts";
import { Turns } from "../concurrency.ts";
import type { Memory } from "../mementos.ts";
import {
  attach,
  type AttachmentPlace,
  type AttachOptions,
  type AttachOutcome,
  type NewAttachment,
} from "./attach.ts";
import { BegunUploads } from "./begunUploads.ts";
import { Contents } from "./contents.ts";
import { Downloads } from "./downloads.ts";
import {
  changeFiles,
  type FieldOutcome,
  type FieldWriteOptions,
  type FileField,
  Sightings,
  stateKey,
  type Wish,
} from "./fileField.ts";
import { Staging } from "./staging.ts";

// Changes of an artifact's files from here, one write after the other. Those of a field that wait for their turn go together:
// one write, one entry in the history, one mail to whoever watches the artifact.

interface Change {
  readonly wish: Wish;
  readonly signal: AbortSignal;
  /** Once it is being made, by itself or with others. */
  outcome?: Promise<FieldOutcome>;
}

/** Whether a single file may be what the server objects to. One that is gone is told as if its artifact were. */
function isRefusal(outcome: FieldOutcome): boolean {
  return outcome.kind === "gone" || (outcome.kind === "failed" && outcome.failure.kind === "invalid");
}

/** Called off when all of them are. */
async function untilAllAreCalledOff<T>(
  signals: readonly AbortSignal[],
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const [all, ended] = [new AbortController(), new AbortController()];
  const look = (): void => {
    if (signals.every(({ aborted }) => aborted)) all.abort();
  };
  for (const each of signals) each.addEventListener("abort", look, { signal: ended.signal });
  look();
  try {
    return await work(all.signal);
  } finally {
    ended.abort();
  }
}

export class FieldChanges {
  readonly #world: FieldWriteOptions;
  readonly #turns = new Turns();
  readonly #waiting = new Map<string, Change[]>();

  constructor(world: FieldWriteOptions) {
    this.#world = world;
  }

  /** Only those of one account go together. */
  make(
    field: FileField,
    accountId: string | undefined,
    wish: Wish,
    signal: AbortSignal,
  ): Promise<FieldOutcome> {
    const key = JSON.stringify([stateKey(field), field.fieldId, accountId ?? null]);
    const change: Change = { wish, signal };
    this.#waiting.set(key, [...(this.#waiting.get(key) ?? []), change]);
    return this.#turns.take(stateKey(field), () => {
      // One that came before may have taken it along.
      if (change.outcome === undefined) this.#begin(field, key);
      return change.outcome ?? Promise.reject(new Error("A change was not among those that wait."));
    });
  }

  #begin(field: FileField, key: string): void {
    const together = this.#waiting.get(key) ?? [];
    this.#waiting.delete(key);
    const outcomes = this.#carryOut(field, together);
    for (const [index, change] of together.entries()) {
      change.outcome = outcomes.then((all) => all[index] ?? { kind: "cancelled" });
      // It is told in the turn of each.
      change.outcome.catch(() => undefined);
    }
  }

  async #carryOut(field: FileField, together: readonly Change[]): Promise<readonly FieldOutcome[]> {
    let sent: readonly Change[] = [];
    const wanted: Wish = (ids) => {
      sent = together.filter(({ signal }) => !signal.aborted);
      return sent.reduce((left, { wish }) => wish(left), ids);
    };
    const signals = together.map(({ signal }) => signal);
    const outcome = await untilAllAreCalledOff(signals, (signal) =>
      changeFiles(field, this.#world, wanted, signal),
    );
    if (together.length > 1 && isRefusal(outcome)) return this.#oneByOne(field, together);
    return together.map((change) =>
      change.signal.aborted && !sent.includes(change) ? { kind: "cancelled" } : outcome,
    );
  }

  /** One of them may be at fault: it must not keep the others from being made. */
  async #oneByOne(field: FileField, changes: readonly Change[]): Promise<readonly FieldOutcome[]> {
    const outcomes: FieldOutcome[] = [];
    for (const change of changes) outcomes.push(...(await this.#carryOut(field, [change])));
    return outcomes;
  }
}

// The files that hang on artifacts, put there and taken off. Nothing else of an artifact is ever changed here.

export type RemovalOutcome = { readonly kind: "removed" } | Exclude<FieldOutcome, { kind: "changed" }>;

export class Attachments {
  readonly #begun: BegunUploads;
  readonly #sightings: Sightings;
  readonly #changes: FieldChanges;

  /** In the memory it is kept what was begun. */
  constructor(memory: Memory, time: OwnTime = ownTime) {
    this.#begun = new BegunUploads(memory);
    this.#sightings = new Sightings(time);
    this.#changes = new FieldChanges({ sightings: this.#sightings, time });
  }

  /** A state that was seen a second before its change needs not be waited for. */
  seen(artifact: Pick<AttachmentPlace, "siteApi" | "artifactId">, revision: Revision | undefined): void {
    this.#sightings.note(stateKey(artifact), revision);
  }

  /** Several can be on their way at once. Whatever comes of it is a value; only mistakes of ours are thrown. */
  attach(place: AttachmentPlace, attachment: NewAttachment, options: AttachOptions): Promise<AttachOutcome> {
    const hang = (fileId: number, signal: AbortSignal): Promise<FieldOutcome> =>
      this.#change(place, (ids) => (ids.includes(fileId) ? ids : [...ids, fileId]), signal);
    return attach({ begun: this.#begun, hang }, place, attachment, options);
  }

  /** Leaves the others. The server erases the file. */
  async remove(place: AttachmentPlace, fileId: number, signal: AbortSignal): Promise<RemovalOutcome> {
    const outcome = await this.#change(place, (ids) => ids.filter((id) => id !== fileId), signal);
    return outcome.kind === "changed" ? { kind: "removed" } : outcome;
  }

  #change(place: AttachmentPlace, wish: Wish, signal: AbortSignal): Promise<FieldOutcome> {
    const { siteApi, accountId, client, artifactId, field } = place;
    const { id: fieldId, isReadable } = field;
    const changed = { siteApi, client, artifactId, fieldId, isReadable };
    return this.#changes.make(changed, accountId, wish, signal);
  }
}

// All that a window needs for attachments.

export interface AttachmentsOptions {
  /** Where it is kept what was begun. */
  readonly memory: Memory;
  /** The extension's own, for bytes that have no place of their own yet. */
  readonly folder: string;
}

export interface AttachmentTools {
  readonly downloads: Downloads;
  readonly attachments: Attachments;
  readonly contents: Contents;
  readonly staging: Staging;
}

export function createAttachments({ memory, folder }: AttachmentsOptions): AttachmentTools {
  return {
    downloads: new Downloads({ memory }),
    attachments: new Attachments(memory),
    contents: new Contents(),
    staging: new Staging(folder),
  };
}
