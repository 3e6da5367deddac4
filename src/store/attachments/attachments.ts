// The files that hang on artifacts, put there and taken off. Nothing else of an artifact is ever changed here.
import type { Client } from "../../api/client.ts";
import { isFailure } from "../../model/failure.ts";
import type { Memory } from "../pins.ts";
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
import { type OwnTime, ownTime } from "./ownTime.ts";
import { Sightings } from "./sightings.ts";

export type RemovalOutcome = { readonly kind: "removed" } | Exclude<FieldOutcome, { kind: "changed" }>;

export interface ExpectedPlace extends Pick<AttachmentPlace, "siteApi" | "artifactId"> {
  readonly client: Pick<Client, "artifact">;
}

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

  /**
   * For when a change is likely, while the person still chooses a file or is asked: a state that was seen a second before
   * needs not be waited for. What goes wrong here is told when the change is made.
   */
  async expect(place: ExpectedPlace, signal: AbortSignal): Promise<void> {
    try {
      const { revision } = await place.client.artifact(place.artifactId, signal);
      this.#sightings.note(stateKey(place), revision);
    } catch (failure) {
      if (!isFailure(failure)) throw failure;
    }
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
    return this.#changes.make({ siteApi, client, artifactId, fieldId: field.id }, accountId, wish, signal);
  }
}
