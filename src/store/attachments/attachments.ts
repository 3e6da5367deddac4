// The files that hang on artifacts, put there and taken off. Nothing else of an artifact is ever changed here.
import type { Memory } from "../pins.ts";
import {
  attach,
  type AttachmentPlace,
  type AttachOptions,
  type AttachOutcome,
  type NewAttachment,
} from "./attach.ts";
import { BegunUploads } from "./begunUploads.ts";
import { changeFiles, type FieldOutcome } from "./fileField.ts";
import { Turns } from "./turns.ts";

export type RemovalOutcome = { readonly kind: "removed" } | Exclude<FieldOutcome, { kind: "changed" }>;

export class Attachments {
  readonly #begun: BegunUploads;
  /** A name of a state may last for a second: changes of one artifact from here never overtake each other. */
  readonly #turns = new Turns();

  /** In the memory it is kept what was begun. */
  constructor(memory: Memory) {
    this.#begun = new BegunUploads(memory);
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

  #change(
    { siteApi, client, artifactId, field }: AttachmentPlace,
    wanted: (ids: readonly number[]) => readonly number[],
    signal: AbortSignal,
  ): Promise<FieldOutcome> {
    return this.#turns.take(`${siteApi} ${artifactId}`, () =>
      changeFiles({ client, artifactId, fieldId: field.id }, wanted, signal),
    );
  }
}
