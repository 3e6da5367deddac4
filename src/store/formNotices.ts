// Notices about a form, as codes with data; features turn them into texts.
import type { ArtifactRow } from "../model/artifact.ts";
import type { UploadFailure } from "../model/attachment.ts";
import { type Failure, isOfflineFailure, mayBeOfflineFailure } from "../model/failure.ts";
import type { Input } from "../model/fields/registry.ts";
import type { FieldStoredDifferently } from "../model/form/fieldChanges.ts";
import type { HistoryEntry } from "../model/history.ts";
import type { ConcurrentChange } from "../model/merge/concurrentChanges.ts";
import type { RemoteChange } from "../model/merge/mergeState.ts";

/** A remote change with the new value. */
export interface RemoteFieldChange extends RemoteChange {
  readonly after: Input | undefined;
}

export type FormNotice =
  /** The stored draft was restored. */
  | { readonly kind: "draftRestored"; readonly at: number }
  /** Fields were changed by others. */
  | { readonly kind: "remoteChanges"; readonly changes: readonly RemoteFieldChange[] }
  /** The draft was saved together with remote changes. */
  | { readonly kind: "merged"; readonly changes: readonly RemoteFieldChange[] }
  /** Remote changes came before each retry; nothing was sent. */
  | { readonly kind: "tooManyRetries" }
  /** Others saved at the same time; `values` are unresolved. */
  | {
      readonly kind: "concurrentWrites";
      readonly entries: readonly HistoryEntry[];
      readonly values: readonly ConcurrentChange[];
      /** A save was blocked, because it would have replaced a value before the user saw it. */
      readonly isNextSaveBlocked?: boolean;
    }
  /** The server stored something else than what was sent, without a change by others. */
  | { readonly kind: "storedDifferently"; readonly differences: readonly FieldStoredDifferently[] }
  | { readonly kind: "rejected"; readonly failure: Failure; readonly fieldId: number | undefined }
  | { readonly kind: "failed"; readonly failure: Failure; readonly action: "open" | "refresh" | "save" }
  /** Nothing was sent, because a file of the new artifact couldn't be uploaded. */
  | {
      readonly kind: "fileNotUploaded";
      readonly fieldId: number;
      readonly name: string;
      readonly failure: UploadFailure;
    }
  | { readonly kind: "unknown"; readonly candidates: readonly ArtifactRow[] }
  | { readonly kind: "noVersion" }
  /** The server rejects the version that it just reported. */
  | { readonly kind: "versionRejected" }
  | { readonly kind: "gone" };

/** At most one notice of each kind. */
export class FormNotices {
  readonly #byKind = new Map<FormNotice["kind"], FormNotice>();

  get list(): readonly FormNotice[] {
    return [...this.#byKind.values()];
  }

  put(notice: FormNotice): void {
    this.#byKind.delete(notice.kind);
    this.#byKind.set(notice.kind, notice);
  }

  get concurrentWrites(): Extract<FormNotice, { kind: "concurrentWrites" }> | undefined {
    const notice = this.#byKind.get("concurrentWrites");
    return notice?.kind === "concurrentWrites" ? notice : undefined;
  }

  remove(kind: FormNotice["kind"]): void {
    this.#byKind.delete(kind);
  }

  clear(): void {
    this.#byKind.clear();
  }

  /** After a successful load. Returns whether a notice was removed. */
  clearLoadFailures(): boolean {
    const failed = this.#byKind.get("failed");
    const isLoadFailure = failed?.kind === "failed" && failed.action !== "save";
    const wasRemoved = isLoadFailure && this.#byKind.delete("failed");
    return this.#byKind.delete("gone") || wasRemoved;
  }

  /** After the site is back online. */
  clearOfflineFailure(): boolean {
    const isOffline = (failure: Failure): boolean =>
      isOfflineFailure(failure) || mayBeOfflineFailure(failure);
    const [failed, upload] = [this.#byKind.get("failed"), this.#byKind.get("fileNotUploaded")];
    const isOfflineNotice = failed?.kind === "failed" && isOffline(failed.failure);
    const isOfflineUpload =
      upload?.kind === "fileNotUploaded" &&
      upload.failure.kind === "failed" &&
      isOffline(upload.failure.failure);
    const wasRemoved = isOfflineNotice && this.#byKind.delete("failed");
    return (isOfflineUpload && this.#byKind.delete("fileNotUploaded")) || wasRemoved;
  }

  /** Before another save. */
  clearSaveOutcomes(): void {
    for (const kind of [
      "rejected",
      "failed",
      "fileNotUploaded",
      "unknown",
      "noVersion",
      "versionRejected",
      "remoteChanges",
      "merged",
      "tooManyRetries",
      "storedDifferently",
      "gone",
      "draftRestored",
    ] as const) {
      this.#byKind.delete(kind);
    }
    // Values are kept until the user resolves them.
    const { concurrentWrites } = this;
    if (concurrentWrites?.values.length === 0) this.#byKind.delete("concurrentWrites");
    else if (concurrentWrites?.isNextSaveBlocked === true) {
      this.put({ ...concurrentWrites, isNextSaveBlocked: false });
    }
  }

  /** After the rejected field was edited. */
  clearRejection(fieldId: number): void {
    const rejection = this.#byKind.get("rejected");
    if (rejection?.kind === "rejected" && rejection.fieldId === fieldId) this.#byKind.delete("rejected");
    const upload = this.#byKind.get("fileNotUploaded");
    if (upload?.kind === "fileNotUploaded" && upload.fieldId === fieldId) {
      this.#byKind.delete("fileNotUploaded");
    }
  }
}
