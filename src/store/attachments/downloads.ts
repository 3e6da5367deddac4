// Several attachments at once, seen as one piece of work.
import { type Pace, PaceMeter } from "../../model/pace.ts";
import { ownTime } from "../clock.ts";
import { severalAtOnce } from "../concurrency.ts";
import type { Memory } from "../mementos.ts";
import {
  BegunDownloads,
  download,
  type DownloadOutcome,
  type DownloadContext,
  type Wanted,
} from "./download.ts";
import { type Disk, realDisk } from "./fileSystem.ts";
import { FolderNames } from "./folders.ts";

export interface DownloadsProgress {
  /** Of all files together; those that went wrong count with what came of them. */
  readonly bytes: number;
  readonly total: number;
  /** Files that are at their end, whichever it was. */
  readonly ended: number;
  /** Undefined as long as too little is known. */
  readonly pace: Pace | undefined;
}

export interface DownloadsOptions {
  /** Where it is kept what was begun. */
  readonly memory: Memory;
  /** In milliseconds. */
  readonly now?: () => number;
  readonly disk?: Disk;
  /** The system that the disk belongs to. */
  readonly platform?: NodeJS.Platform;
  readonly pause?: DownloadContext["pause"];
}

/** Small files are mostly waiting; a client has no more than four requests for files on their way, however many there are. */
const filesAtOnce = 4;

/** Nobody reads faster. In milliseconds. */
const betweenReports = 100;

/** Of one file, or of all. */
interface Bytes {
  total: number;
  there: number;
  arrived: number;
}

class Together {
  readonly #now: () => number;
  readonly #report: (progress: DownloadsProgress) => void;
  readonly #meter = new PaceMeter();
  readonly #files: Bytes[];
  /** Kept up to date: there may be thousands of files to add up. */
  readonly #all: Bytes;
  #ended = 0;
  #reportedAt = Number.NEGATIVE_INFINITY;

  constructor(wanted: readonly Wanted[], now: () => number, report: (progress: DownloadsProgress) => void) {
    this.#files = wanted.map(({ file }) => ({ total: file.size, there: 0, arrived: 0 }));
    this.#all = { total: this.#files.reduce((sum, { total }) => sum + total, 0), there: 0, arrived: 0 };
    this.#now = now;
    this.#report = report;
  }

  moved(index: number, there: number, arrived: number): void {
    this.#change(index, (file) => ({ there, arrived, total: Math.max(file.total, there) }));
    if (this.#now() - this.#reportedAt >= betweenReports) this.#tell();
  }

  /** What has not come by now won't. */
  ended(index: number): void {
    this.#change(index, (file) => ({ ...file, total: file.there }));
    this.#ended += 1;
    this.#tell();
  }

  #change(index: number, changed: (file: Bytes) => Bytes): void {
    const before = this.#files[index];
    if (before === undefined) return;
    const after = changed(before);
    this.#files[index] = after;
    for (const member of ["total", "there", "arrived"] as const) {
      this.#all[member] += after[member] - before[member];
    }
  }

  #tell(): void {
    const { there: bytes, total, arrived } = this.#all;
    const at = this.#now();
    this.#reportedAt = at;
    this.#meter.note(at, arrived);
    this.#report({ bytes, total, ended: this.#ended, pace: this.#meter.pace(at, total - bytes) });
  }
}

export class Downloads {
  readonly #world: DownloadContext;
  readonly #now: () => number;

  constructor({
    memory,
    now = ownTime.now,
    disk = realDisk,
    platform = process.platform,
    pause = ownTime.pause,
  }: DownloadsOptions) {
    this.#world = { begun: new BegunDownloads(memory), disk, platform, pause, names: new FolderNames(disk) };
    this.#now = now;
  }

  /** What came of each, in order. One that goes wrong does not stop the others; the signal stops all. */
  async save(
    wanted: readonly Wanted[],
    signal: AbortSignal,
    onProgress: (progress: DownloadsProgress) => void = () => undefined,
  ): Promise<readonly DownloadOutcome[]> {
    const together = new Together(wanted, this.#now, onProgress);
    const saveOne = async (each: Wanted, index: number): Promise<DownloadOutcome> => {
      const onMoved = (there: number, arrived: number): void => together.moved(index, there, arrived);
      const outcome = await download(this.#world, each, { signal, onProgress: onMoved });
      together.ended(index);
      return outcome;
    };
    return this.#world.names.during(() => severalAtOnce(wanted, filesAtOnce, saveOne));
  }
}
