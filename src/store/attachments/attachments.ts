// The files that hang on artifacts, put there and taken off. Nothing else of an artifact is ever changed here.
import type { Revision } from "../../model/revision.ts";
import type { Memory } from "../memory.ts";
import { type OwnTime, ownTime } from "../ownTime.ts";
import {
  attach,
  type AttachmentPlace,
  type AttachOptions,
  type AttachOutcome,
  type NewAttachment,
} from "./attach.ts";
import { BegunUploads } from "./begunUploads.ts";
import { FieldChanges } from "./fieldChanges.ts";
import { type FieldOutcome, stateKey, type Wish } from "./fileField.ts";
import { Sightings } from "./sightings.ts";

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
