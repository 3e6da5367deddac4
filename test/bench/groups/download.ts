import { createHash } from "node:crypto";
import { join } from "node:path";
import type { Client } from "../../../src/api/client.ts";
import type { FileDescription } from "../../../src/model/valueTypes.ts";
import { runCommand } from "../../support/processes.ts";
import { withSequentialClient } from "../sequentialClient.ts";
import { roundFigures } from "../roundFigures.ts";
import { getDownloadPrefix, downloadSizes } from "../figures/transfer.ts";
import { type Figures, type Scale, pickByScale } from "../scale.ts";
import { type Comparison, compareTimes } from "../compareTimes.ts";
import { type BenchSite, withClient, withServer } from "../benchSite.ts";

const mebibyte = 1024 * 1024;

interface FileSite extends BenchSite {
  readonly file: FileDescription;
  readonly sha256: string;
}

type Bytes = AsyncIterable<Uint8Array>;
type DownloadMethod = () => Promise<Bytes>;

/** Downloads in chunks and as a stream compared with a sequential client, and the memory of the largest. */
export async function measure(scale: Scale): Promise<Figures> {
  const figures: Record<string, number> = {};
  for (const mebibytes of downloadSizes) {
    const size = pickByScale(scale, { full: mebibytes * mebibyte, smallest: mebibyte / 4 });
    Object.assign(figures, addPrefix(getDownloadPrefix(mebibytes), await measureSize(size, scale)));
  }
  const largest = pickByScale(scale, { full: 64 * mebibyte, smallest: mebibyte });
  const memory = await withFile(largest, 0, measureMemory);
  return roundFigures({
    ...figures,
    "memory.mib": Math.max(memory.chunks, memory.stream),
    "memory.chunks.mib": memory.chunks,
    "memory.stream.mib": memory.stream,
  });
}

async function measureSize(size: number, scale: Scale): Promise<Figures> {
  // A short download varies more.
  const isShort = size <= 16 * mebibyte;
  const rounds = pickByScale(scale, {
    full: isShort ? { near: 15, raw: 61, far: size === mebibyte ? 31 : 5 } : { near: 7, raw: 31, far: 5 },
    smallest: { near: 1, raw: 1, far: 1 },
  });
  const near = await withFile(size, 0, async (site) => ({
    chunks: await compareChunks(site, rounds.near),
    raw: await compareStream(site, rounds.raw),
  }));
  const far = await withFile(size, 50, async (site) => compareChunks(site, rounds.far));
  return {
    "chunks.speedup.0ms": near.chunks.speedup,
    "chunks.mibPerSecond.0ms": size / mebibyte / near.chunks.ours,
    "chunks.plain.mibPerSecond.0ms": size / mebibyte / near.chunks.reference,
    "chunks.speedup.50ms": far.speedup,
    "chunks.seconds.50ms": far.ours,
    "chunks.plain.seconds.50ms": far.reference,
    "raw.ratio": near.raw.speedup,
    "raw.mibPerSecond": size / mebibyte / near.raw.ours,
  };
}

function addPrefix(prefix: string, figures: Figures): Figures {
  return Object.fromEntries(Object.entries(figures).map(([name, value]) => [`${prefix}${name}`, value]));
}

function withFile<Result>(
  size: number,
  latency: number,
  work: (site: FileSite) => Promise<Result>,
): Promise<Result> {
  const program = join(import.meta.dirname, "..", "fileServer.ts");
  return withServer([program, String(size), String(latency)], (site, info) =>
    work({ ...site, ...(info as Pick<FileSite, "file" | "sha256">) }),
  );
}

function compareChunks(site: FileSite, rounds: number): Promise<Comparison> {
  return withClient(site, (client) =>
    withSequentialClient(site, (sequential) =>
      compareDownloads(site, rounds, createOurDownload(client, withoutPage(site.file), "chunks"), () =>
        Promise.resolve(sequential.chunks(site.file.id)),
      ),
    ),
  );
}

function compareStream(site: FileSite, rounds: number): Promise<Comparison> {
  return withClient(site, (client) =>
    withSequentialClient(site, (sequential) =>
      compareDownloads(site, rounds, createOurDownload(client, site.file, "stream"), () =>
        Promise.resolve(sequential.stream(site.file.page ?? "")),
      ),
    ),
  );
}

/** A file without a page is downloaded in chunks. */
function withoutPage(file: FileDescription): FileDescription {
  return { ...file, page: undefined };
}

function createOurDownload(client: Client, file: FileDescription, mode: "chunks" | "stream"): DownloadMethod {
  return async () => {
    const download = await client.download(file);
    if (download.mode !== mode) throw new Error(`Expected ${mode}, got ${download.mode}.`);
    return download.bytes;
  };
}

/** The first, untimed round checks the bytes and warms up. */
async function compareDownloads(
  { file, sha256 }: FileSite,
  rounds: number,
  ours: DownloadMethod,
  reference: DownloadMethod,
): Promise<Comparison> {
  for (const download of [ours, reference]) {
    const hash = createHash("sha256");
    for await (const chunk of await download()) hash.update(chunk);
    if (hash.digest("hex") !== sha256) throw new Error("The downloaded bytes differ from the file.");
  }
  return compareTimes(rounds, readAllBytes(ours, file), readAllBytes(reference, file));
}

function readAllBytes(download: DownloadMethod, { size }: FileDescription): () => Promise<void> {
  return async () => {
    let received = 0;
    for await (const chunk of await download()) received += chunk.length;
    if (received !== size) throw new Error(`${received} of ${size} bytes received.`);
  };
}

/** MiB by which live memory grows in a process that downloads the file, for each mode. */
async function measureMemory({
  api,
  key,
  file,
}: FileSite): Promise<{ readonly chunks: number; readonly stream: number }> {
  const probe = join(import.meta.dirname, "..", "memoryProbe.ts");
  const measureGrowth = async (downloaded: FileDescription): Promise<number> => {
    const site = JSON.stringify({ api, key } satisfies BenchSite);
    const args = [probe, site, JSON.stringify(downloaded)];
    return Number(await runCommand(process.execPath, args)) / mebibyte;
  };
  return { chunks: await measureGrowth(withoutPage(file)), stream: await measureGrowth(file) };
}
