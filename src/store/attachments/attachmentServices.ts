// Adds and removes attachments of artifacts. No other field is changed.
import type { ArtifactVersion } from "../../model/artifactVersion.ts";
import { type MonotonicClock, monotonicClock } from "../monotonicClock.ts";
import { KeyedMutex } from "../concurrency.ts";
import type { Memento } from "../mementos.ts";
import {
  attachFile,
  type AttachmentFieldTarget,
  type AttachOptions,
  type AttachOutcome,
  type NewAttachment,
} from "./attachFile.ts";
import { ResumableUploads } from "./resumableUploads.ts";
import { AttachmentContentCache } from "./attachmentContentCache.ts";
import { Downloads } from "./downloads.ts";
import {
  updateFileField,
  type FileFieldOutcome,
  type FileFieldDependencies,
  type FileFieldTarget,
  VersionSeenTimes,
  getArtifactKey,
  type FileIdsUpdate,
} from "./fileField.ts";
import { PendingAttachments } from "./pendingAttachments.ts";
import { StagedFiles } from "./stagedFiles.ts";

// Updates of an artifact's files run one after the other. Queued updates of the same field are merged into one request,
// so they make one history entry and one notification mail.

interface PendingFileEdit {
  readonly update: FileIdsUpdate;
  readonly signal: AbortSignal;
  /** Set once the update is sent, alone or merged with others. */
  outcome?: Promise<FileFieldOutcome>;
}

/** Whether the server may reject a single file. It reports a deleted file like a deleted artifact. */
function isRejection(outcome: FileFieldOutcome): boolean {
  return outcome.kind === "gone" || (outcome.kind === "failed" && outcome.failure.kind === "invalidRequest");
}

/** Canceled when all signals are aborted. */
async function runUntilAllAborted<T>(
  signals: readonly AbortSignal[],
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const [all, finished] = [new AbortController(), new AbortController()];
  const abortIfAll = (): void => {
    if (signals.every(({ aborted }) => aborted)) all.abort();
  };
  for (const each of signals) each.addEventListener("abort", abortIfAll, { signal: finished.signal });
  abortIfAll();
  try {
    return await work(all.signal);
  } finally {
    finished.abort();
  }
}

export class FileFieldWriter {
  readonly #options: FileFieldDependencies;
  readonly #mutex = new KeyedMutex();
  readonly #pending = new Map<string, PendingFileEdit[]>();

  constructor(options: FileFieldDependencies) {
    this.#options = options;
  }

  /** Only updates of the same account are merged. */
  write(
    field: FileFieldTarget,
    accountId: string | undefined,
    update: FileIdsUpdate,
    signal: AbortSignal,
  ): Promise<FileFieldOutcome> {
    const key = JSON.stringify([getArtifactKey(field), field.fieldId, accountId ?? null]);
    const edit: PendingFileEdit = { update, signal };
    this.#pending.set(key, [...(this.#pending.get(key) ?? []), edit]);
    return this.#mutex.run(getArtifactKey(field), () => {
      // An earlier turn may already have included this update.
      if (edit.outcome === undefined) this.#startUpdate(field, key);
      return edit.outcome ?? Promise.reject(new Error("The update isn't in the queue."));
    });
  }

  #startUpdate(field: FileFieldTarget, key: string): void {
    const edits = this.#pending.get(key) ?? [];
    this.#pending.delete(key);
    const outcomes = this.#sendUpdate(field, edits);
    for (const [index, edit] of edits.entries()) {
      edit.outcome = outcomes.then((all) => all[index] ?? { kind: "canceled" });
      // The rejection is reported to each caller in `write`.
      edit.outcome.catch(() => undefined);
    }
  }

  async #sendUpdate(
    field: FileFieldTarget,
    edits: readonly PendingFileEdit[],
  ): Promise<readonly FileFieldOutcome[]> {
    let sent: readonly PendingFileEdit[] = [];
    const mergedUpdate: FileIdsUpdate = (ids) => {
      sent = edits.filter(({ signal }) => !signal.aborted);
      return sent.reduce((merged, { update }) => update(merged), ids);
    };
    const signals = edits.map(({ signal }) => signal);
    const outcome = await runUntilAllAborted(signals, (signal) =>
      updateFileField(field, this.#options, mergedUpdate, signal),
    );
    if (edits.length > 1 && isRejection(outcome)) return this.#sendSeparately(field, edits);
    return edits.map((edit) =>
      edit.signal.aborted && !sent.includes(edit) ? { kind: "canceled" } : outcome,
    );
  }

  /** Sends them one by one, so that a rejected file doesn't fail the others. */
  async #sendSeparately(
    field: FileFieldTarget,
    edits: readonly PendingFileEdit[],
  ): Promise<readonly FileFieldOutcome[]> {
    const outcomes: FileFieldOutcome[] = [];
    for (const edit of edits) outcomes.push(...(await this.#sendUpdate(field, [edit])));
    return outcomes;
  }
}

export type RemovalOutcome = { readonly kind: "removed" } | Exclude<FileFieldOutcome, { kind: "changed" }>;

export class AttachmentWriter {
  readonly #resumableUploads: ResumableUploads;
  readonly #versionSeenTimes: VersionSeenTimes;
  readonly #writer: FileFieldWriter;

  /** `memento` stores resumable uploads. */
  constructor(memento: Memento, clock: MonotonicClock = monotonicClock) {
    this.#resumableUploads = new ResumableUploads(memento);
    this.#versionSeenTimes = new VersionSeenTimes(clock);
    this.#writer = new FileFieldWriter({ versionSeenTimes: this.#versionSeenTimes, clock });
  }

  /** A version first seen more than a second ago needs no wait before a change. */
  noteVersion(
    artifact: Pick<AttachmentFieldTarget, "siteApi" | "artifactId">,
    version: ArtifactVersion | undefined,
  ): void {
    this.#versionSeenTimes.record(getArtifactKey(artifact), version);
  }

  /** Uploads may run concurrently. Failures are returned; only bugs are thrown. */
  attach(
    target: AttachmentFieldTarget,
    attachment: NewAttachment,
    options: AttachOptions,
  ): Promise<AttachOutcome> {
    const addToField = (fileId: number, signal: AbortSignal): Promise<FileFieldOutcome> =>
      this.#updateField(target, (ids) => (ids.includes(fileId) ? ids : [...ids, fileId]), signal);
    return attachFile({ resumableUploads: this.#resumableUploads, addToField }, target, attachment, options);
  }

  /** The server deletes the file. */
  async remove(target: AttachmentFieldTarget, fileId: number, signal: AbortSignal): Promise<RemovalOutcome> {
    const outcome = await this.#updateField(target, (ids) => ids.filter((id) => id !== fileId), signal);
    return outcome.kind === "changed" ? { kind: "removed" } : outcome;
  }

  #updateField(
    target: AttachmentFieldTarget,
    update: FileIdsUpdate,
    signal: AbortSignal,
  ): Promise<FileFieldOutcome> {
    const { siteApi, accountId, client, artifactId, field } = target;
    const { id: fieldId, isReadable } = field;
    const fileField = { siteApi, client, artifactId, fieldId, isReadable };
    return this.#writer.write(fileField, accountId, update, signal);
  }
}

export interface AttachmentServicesOptions extends Pick<
  ConstructorParameters<typeof PendingAttachments>[0],
  "connect" | "runInBackground"
> {
  /** Stores resumable uploads and downloads. */
  readonly memento: Memento;
  /** Storage folder of the extension, for staged files. */
  readonly folder: string;
}

export interface AttachmentServices {
  readonly downloads: Downloads;
  readonly attachments: AttachmentWriter;
  readonly pendingAttachments: PendingAttachments;
  readonly contents: AttachmentContentCache;
  readonly stagedFiles: StagedFiles;
}

export function createAttachmentServices({
  memento,
  folder,
  connect,
  runInBackground,
}: AttachmentServicesOptions): AttachmentServices {
  const resumableUploads = new ResumableUploads(memento);
  const stagedFiles = new StagedFiles(folder);
  return {
    downloads: new Downloads({ memento }),
    attachments: new AttachmentWriter(memento),
    pendingAttachments: new PendingAttachments({ resumableUploads, stagedFiles, connect, runInBackground }),
    contents: new AttachmentContentCache(),
    stagedFiles,
  };
}
