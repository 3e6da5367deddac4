// The bytes of an attachment into its part: what is missing, over every cut on the way.
import type { Client } from "../../api/client.ts";
import { type Failure, isFailure, NotUnderstood } from "../../model/failure.ts";
import type { FileDescription } from "../../model/value.ts";
import type { OwnTime } from "../ownTime.ts";
import type { PartFile } from "./partFile.ts";

export interface Filling {
  readonly client: Pick<Client, "download">;
  readonly file: FileDescription;
}

export interface DownloadWatch {
  readonly signal: AbortSignal;
  /** Bytes of the file that are there, and how many of them came in this call. */
  readonly onProgress: (there: number, arrived: number) => void;
}

/** Before each further try after one in vain. The client has already tried several times by then. */
const pauses = [1_000, 4_000];

/** At the end of a part that seems to be whole, so many bytes or fewer are compared: a request brings no more. */
const tailBytes = 1024 * 1024;

const passingReasons = new Set(["closed", "network", "name", "refused"]);
const passingStatus = new Set([429, 502, 503, 504]);

/** Whether the rest may come by another try. */
function isCut(failure: Failure): boolean {
  if (failure.kind === "unreachable") return passingReasons.has(failure.reason);
  return failure.kind === "timedOut" || passingStatus.has(failure.request.status ?? 0);
}

/**
 * Whether the server still gives the file out, and has the same at its end. That a part has as many bytes as the file does
 * not make it the file: anybody may have written to it.
 */
async function isConfirmed({ client, file }: Filling, part: PartFile, signal: AbortSignal): Promise<boolean> {
  let at = Math.floor((file.size - 1) / tailBytes) * tailBytes;
  const { bytes } = await client.download(file, { from: at, signal });
  for await (const piece of bytes) {
    if (!(await part.holds(at, piece))) return false;
    at += piece.length;
  }
  return at === file.size;
}

/** One part on its way to be whole. */
class PartFiller {
  readonly #filling: Filling;
  readonly #part: PartFile;
  readonly #watch: DownloadWatch;
  /** What was there before. */
  #start: number;
  #isAnew = false;

  constructor(filling: Filling, part: PartFile, watch: DownloadWatch) {
    this.#filling = filling;
    this.#part = part;
    this.#watch = watch;
    this.#start = part.length;
  }

  tell(): void {
    const { length } = this.#part;
    this.#watch.onProgress(length, length - this.#start);
  }

  /** The size that the server tells. */
  async fill(): Promise<number> {
    const { client, file } = this.#filling;
    const { signal } = this.#watch;
    if (file.size > 0 && this.#part.length === file.size) {
      if (await isConfirmed(this.#filling, this.#part, signal)) return file.size;
      await this.#beginAnew();
    }
    const { bytes, size } = await client.download(file, { from: this.#part.length, signal });
    for await (const piece of bytes) {
      await this.#part.append(piece);
      this.tell();
    }
    return size;
  }

  async #beginAnew(): Promise<void> {
    const { id } = this.#filling.file;
    // A server that gives out something else each time has no right bytes.
    if (this.#isAnew) throw new NotUnderstood({ method: "GET", url: `artifact_files/${id}` }, "length");
    this.#isAnew = true;
    await this.#part.clear();
    this.#start = 0;
    this.tell();
  }
}

/** Goes on where a connection was cut, until some tries in a row have brought nothing. The size that the server tells. */
export async function fillPart(
  filling: Filling,
  part: PartFile,
  watch: DownloadWatch,
  pause: OwnTime["pause"],
): Promise<number> {
  const { signal } = watch;
  const filler = new PartFiller(filling, part, watch);
  for (let inVain = 0; ;) {
    const before = part.length;
    filler.tell();
    try {
      return await filler.fill();
    } catch (thrown) {
      if (!isFailure(thrown) || !isCut(thrown) || signal.aborted) throw thrown;
      inVain = part.length > before ? 0 : inVain + 1;
      const wait = inVain === 0 ? 0 : pauses[inVain - 1];
      if (wait === undefined) throw thrown;
      if (wait > 0) await pause(wait, signal);
    }
  }
}
