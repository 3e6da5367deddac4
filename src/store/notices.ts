// What a person should know about the form as a whole. Codes with data: the host makes sentences of them.
import type { ArtifactRow } from "../model/artifact.ts";
import { type Failure, isOutOfReach, mayBeOutOfReach } from "../model/failure.ts";
import type { Input } from "../model/fields/registry.ts";
import type { StoredDifference } from "../model/form/changes.ts";
import type { HistoryEntry } from "../model/history.ts";
import type { ConcurrentValue } from "../model/merge/concurrent.ts";
import type { Foreign } from "../model/merge/encounter.ts";

/** A field that others have changed, and to what. */
export interface News extends Foreign {
  readonly after: Input | undefined;
}

export type EditingNotice =
  /** What was typed before is here again. */
  | { readonly kind: "restored"; readonly at: number }
  /** Others have changed fields since. */
  | { readonly kind: "news"; readonly news: readonly News[] }
  /** What was typed was saved on top of what others have saved meanwhile. */
  | { readonly kind: "merged"; readonly news: readonly News[] }
  /** Others save faster than we do: nothing was sent. */
  | { readonly kind: "overtaken" }
  /** Others have written in the same moment as we did; `values` are those that are left to choose between. */
  | {
      readonly kind: "beside";
      readonly entries: readonly HistoryEntry[];
      readonly values: readonly ConcurrentValue[];
      /** The next save would have replaced one of the values before anybody saw it, and was not sent. */
      readonly isNextNotSent?: boolean;
    }
  /** The server holds something else than what was sent, and nobody else has put it there. */
  | { readonly kind: "altered"; readonly differences: readonly StoredDifference[] }
  | { readonly kind: "rejected"; readonly failure: Failure; readonly fieldId: number | undefined }
  | { readonly kind: "failed"; readonly failure: Failure; readonly doing: "open" | "refresh" | "save" }
  | { readonly kind: "unknown"; readonly candidates: readonly ArtifactRow[] }
  | { readonly kind: "noRevision" }
  /** The server refuses the very state that it has just told. */
  | { readonly kind: "refusing" }
  | { readonly kind: "gone" };

/** Of each kind one; the newest says it all. */
export class Notices {
  readonly #byKind = new Map<EditingNotice["kind"], EditingNotice>();

  get all(): readonly EditingNotice[] {
    return [...this.#byKind.values()];
  }

  put(notice: EditingNotice): void {
    this.#byKind.delete(notice.kind);
    this.#byKind.set(notice.kind, notice);
  }

  get beside(): Extract<EditingNotice, { kind: "beside" }> | undefined {
    const notice = this.#byKind.get("beside");
    return notice?.kind === "beside" ? notice : undefined;
  }

  remove(kind: EditingNotice["kind"]): void {
    this.#byKind.delete(kind);
  }

  clear(): void {
    this.#byKind.clear();
  }

  /** It could be read again; whether something was saved is another matter. Answers whether that ends a notice. */
  readAgain(): boolean {
    const failed = this.#byKind.get("failed");
    const isReading = failed?.kind === "failed" && failed.doing !== "save";
    const hasEnded = isReading && this.#byKind.delete("failed");
    return this.#byKind.delete("gone") || hasEnded;
  }

  /** The site can be reached again: that it couldn't is no reason to wait any more. */
  endUnavailable(): boolean {
    const failed = this.#byKind.get("failed");
    const isOver =
      failed?.kind === "failed" && (isOutOfReach(failed.failure) || mayBeOutOfReach(failed.failure));
    return isOver && this.#byKind.delete("failed");
  }

  /** Before another try: what the last one came to is old. */
  clearOutcomes(): void {
    for (const kind of [
      "rejected",
      "failed",
      "unknown",
      "noRevision",
      "refusing",
      "news",
      "merged",
      "overtaken",
      "altered",
      "gone",
      "restored",
    ] as const) {
      this.#byKind.delete(kind);
    }
    // What was overwritten is only here until somebody has chosen.
    const { beside } = this;
    if (beside?.values.length === 0) this.#byKind.delete("beside");
    else if (beside?.isNextNotSent === true) this.put({ ...beside, isNextNotSent: false });
  }

  /** A field that was refused, and is typed in again, is not refused any more. */
  forgetRefusal(fieldId: number): void {
    const refusal = this.#byKind.get("rejected");
    if (refusal?.kind === "rejected" && refusal.fieldId === fieldId) this.#byKind.delete("rejected");
  }
}
