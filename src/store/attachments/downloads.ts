// Downloads several attachments concurrently, with combined progress.
import { type TransferRate, TransferRateMeter } from "../../model/transferRate.ts";
import { monotonicClock } from "../monotonicClock.ts";
import { mapConcurrent } from "../concurrency.ts";
import type { Memento } from "../mementos.ts";
import {
  ResumableDownloads,
  downloadAttachment,
  type DownloadOutcome,
  type DownloadContext,
  type DownloadRequest,
} from "./downloadAttachment.ts";
import { type FileSystem, nodeFileSystem } from "./fileSystem.ts";
import { UniqueFileNames } from "./attachmentFolder.ts";

export interface DownloadProgress {
  /** Of all files. Failed files count with the bytes they received. */
  readonly bytes: number;
  readonly total: number;
  /** Succeeded, failed or canceled. */
  readonly finishedFiles: number;
  /** `undefined` until enough is measured. */
  readonly pace: TransferRate | undefined;
}

export interface DownloadsOptions {
  /** Stores resumable downloads. */
  readonly memento: Memento;
  readonly now?: () => number;
  readonly fileSystem?: FileSystem;
  /** The platform of the file system. */
  readonly platform?: NodeJS.Platform;
  readonly pause?: DownloadContext["pause"];
}

/** Small files are mostly latency. The client limits file requests to five anyway. */
const maxConcurrentFiles = 4;

const reportIntervalMs = 100;

/** Of one file, or of all files. */
interface ByteCounts {
  total: number;
  present: number;
  received: number;
}

class DownloadProgressTracker {
  readonly #now: () => number;
  readonly #report: (progress: DownloadProgress) => void;
  readonly #meter = new TransferRateMeter();
  readonly #files: ByteCounts[];
  /** Updated incrementally, because there may be thousands of files. */
  readonly #all: ByteCounts;
  #finishedFiles = 0;
  #reportedAt = Number.NEGATIVE_INFINITY;

  constructor(
    requests: readonly DownloadRequest[],
    now: () => number,
    report: (progress: DownloadProgress) => void,
  ) {
    this.#files = requests.map(({ file }) => ({ total: file.size, present: 0, received: 0 }));
    this.#all = { total: this.#files.reduce((sum, { total }) => sum + total, 0), present: 0, received: 0 };
    this.#now = now;
    this.#report = report;
  }

  update(index: number, present: number, received: number): void {
    this.#change(index, (file) => ({ present, received, total: Math.max(file.total, present) }));
    if (this.#now() - this.#reportedAt >= reportIntervalMs) this.#reportNow();
  }

  /** Bytes that are missing now will not be received. */
  finish(index: number): void {
    this.#change(index, (file) => ({ ...file, total: file.present }));
    this.#finishedFiles += 1;
    this.#reportNow();
  }

  #change(index: number, update: (file: ByteCounts) => ByteCounts): void {
    const before = this.#files[index];
    if (before === undefined) return;
    const after = update(before);
    this.#files[index] = after;
    for (const member of ["total", "present", "received"] as const) {
      this.#all[member] += after[member] - before[member];
    }
  }

  #reportNow(): void {
    const { present: bytes, total, received } = this.#all;
    const at = this.#now();
    this.#reportedAt = at;
    this.#meter.record(at, received);
    this.#report({
      bytes,
      total,
      finishedFiles: this.#finishedFiles,
      pace: this.#meter.measure(at, total - bytes),
    });
  }
}

export class Downloads {
  readonly #context: DownloadContext;
  readonly #now: () => number;

  constructor({
    memento,
    now = monotonicClock.now,
    fileSystem = nodeFileSystem,
    platform = process.platform,
    pause = monotonicClock.pause,
  }: DownloadsOptions) {
    this.#context = {
      resumableDownloads: new ResumableDownloads(memento),
      fileSystem,
      platform,
      pause,
      fileNames: new UniqueFileNames(fileSystem),
    };
    this.#now = now;
  }

  /** Outcomes in order of the requests. A failed file doesn't stop the others; the signal stops all. */
  async downloadAll(
    requests: readonly DownloadRequest[],
    signal: AbortSignal,
    onProgress: (progress: DownloadProgress) => void = () => undefined,
  ): Promise<readonly DownloadOutcome[]> {
    const tracker = new DownloadProgressTracker(requests, this.#now, onProgress);
    const saveOne = async (request: DownloadRequest, index: number): Promise<DownloadOutcome> => {
      const onFileProgress = (present: number, received: number): void =>
        tracker.update(index, present, received);
      const outcome = await downloadAttachment(this.#context, request, {
        signal,
        onProgress: onFileProgress,
      });
      tracker.finish(index);
      return outcome;
    };
    return this.#context.fileNames.keepListingsDuring(() =>
      mapConcurrent(requests, maxConcurrentFiles, saveOne),
    );
  }
}
