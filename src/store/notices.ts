// What a person should know about the form as a whole. Codes with data: the host makes sentences of them.
import type { ArtifactRow } from "../model/artifact.ts";
import type { Failure } from "../model/failure.ts";
import type { Difference } from "../model/form/compare.ts";

export type EditingNotice =
  /** What was typed before is here again. */
  | { readonly kind: "restored"; readonly at: number }
  /** Others have changed fields that were not typed in; the form shows their values. */
  | { readonly kind: "merged"; readonly who: readonly string[]; readonly changes: readonly Difference[] }
  /** Others have been at it since: the form still shows the state that was typed over. */
  | { readonly kind: "theirs"; readonly who: readonly string[]; readonly changes: readonly Difference[] }
  | { readonly kind: "rejected"; readonly failure: Failure; readonly fieldId: number | undefined }
  | { readonly kind: "failed"; readonly failure: Failure; readonly doing: "open" | "refresh" | "save" }
  | { readonly kind: "unknown"; readonly candidates: readonly ArtifactRow[] }
  | { readonly kind: "noRevision" }
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

  remove(kind: EditingNotice["kind"]): void {
    this.#byKind.delete(kind);
  }

  clear(): void {
    this.#byKind.clear();
  }

  /** Before another try: what the last one came to is old. */
  clearOutcomes(): void {
    for (const kind of [
      "rejected",
      "failed",
      "unknown",
      "noRevision",
      "theirs",
      "merged",
      "restored",
    ] as const) {
      this.#byKind.delete(kind);
    }
  }

  /** A field that was refused, and is typed in again, is not refused any more. */
  forgetRefusal(fieldId: number): void {
    const refusal = this.#byKind.get("rejected");
    if (refusal?.kind === "rejected" && refusal.fieldId === fieldId) this.#byKind.delete("rejected");
  }
}
