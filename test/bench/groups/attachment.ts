import { createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import type { Client } from "../../../src/api/client.ts";
import type { FileDescription } from "../../../src/model/valueTypes.ts";
import { Downloads } from "../../../src/store/attachments/downloads.ts";
import { runCommand } from "../../support/processes.ts";
import { withSequentialClient } from "../sequentialClient.ts";
import { roundFigures } from "../roundFigures.ts";
import { type Figures, type Scale, pickByScale } from "../scale.ts";
import { type Comparison, compareTimes } from "../compareTimes.ts";
import { type BenchSite, withClient, withServer } from "../benchSite.ts";

const mebibyte = 1024 * 1024;

/** A stream is short, so other load on the machine affects it more. */
const fullRounds = { chunks: 11, stream: 31 };

/** Highest measured speed of a real server for one file, in bytes per second. */
const productSpeed = 410_000_000;

interface FileSite extends BenchSite {
  readonly file: FileDescription;
  readonly sha256: string;
}

/** Speed of a 64 MiB download to disk compared with the client alone, and its memory. */
export async function measure(scale: Scale): Promise<Figures> {
  const size = pickByScale(scale, { full: 64, smallest: 1 }) * mebibyte;
  const rounds = pickByScale(scale, { full: fullRounds, smallest: { chunks: 1, stream: 1 } });
  const program = join(import.meta.dirname, "..", "fileServer.ts");
  const toFileSite = (site: BenchSite, info: object): FileSite => ({
    ...site,
    ...(info as Pick<FileSite, "file" | "sha256">),
  });
  const { stream, plain } = await withServer(
    [program, String(size), "0", String(productSpeed)],
    async (site, info) => ({
      stream: await compareEndToEnd(toFileSite(site, info), rounds.stream),
      plain: await compareWithPlainStream(toFileSite(site, info), rounds.stream),
    }),
  );
  return withServer([program, String(size), "0"], async (site, info) => {
    const streamSite = toFileSite(site, info);
    // A file without a page is downloaded in chunks.
    const chunkSite: FileSite = { ...streamSite, file: { ...streamSite.file, page: undefined } };
    const unpaced = await compareEndToEnd(streamSite, rounds.stream);
    const chunks = await compareEndToEnd(chunkSite, rounds.chunks);
    const memory = { chunks: await measureMemory(chunkSite), stream: await measureMemory(streamSite) };
    return roundFigures({
      // Streamed, which is preferred where supported, from a server as fast as a real one at its best.
      "endToEnd.ratio": stream.speedup,
      "endToEnd.mibPerSecond": size / mebibyte / stream.ours,
      "endToEnd.client.mibPerSecond": size / mebibyte / stream.reference,
      "endToEnd.plain.speedup": plain.speedup,
      "endToEnd.plain.mibPerSecond": size / mebibyte / plain.reference,
      // Without a speed limit, server and client use two processors, and writing competes with them.
      "endToEnd.unpaced.ratio": unpaced.speedup,
      "endToEnd.unpaced.mibPerSecond": size / mebibyte / unpaced.ours,
      "endToEnd.unpaced.client.mibPerSecond": size / mebibyte / unpaced.reference,
      "endToEnd.chunks.ratio": chunks.speedup,
      "endToEnd.chunks.mibPerSecond": size / mebibyte / chunks.ours,
      "memory.mib": Math.max(memory.chunks, memory.stream),
      "memory.chunks.mib": memory.chunks,
      "memory.stream.mib": memory.stream,
    });
  });
}

async function withFolder<Result>(work: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), "artifacts-bench-"));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}

function compareEndToEnd(site: FileSite, rounds: number): Promise<Comparison> {
  return withFolder((folder) =>
    withClient(site, async (client) => {
      const path = await downloadToDisk(site, client, folder);
      if ((await hashFile(path)) !== site.sha256) {
        throw new Error("The downloaded bytes differ from the file.");
      }
      await rm(path);
      return compareTimes(
        rounds,
        async () => void (await downloadToDisk(site, client, folder)),
        () => readAllBytes(client, site.file),
        () => rm(path),
      );
    }),
  );
}

function compareWithPlainStream(site: FileSite, rounds: number): Promise<Comparison> {
  return withFolder((folder) =>
    withClient(site, (client) =>
      withSequentialClient(site, (plain) => {
        const plainPath = join(folder, "plain");
        return compareTimes(
          rounds,
          async () => rm(await downloadToDisk(site, client, folder)),
          async () => {
            await pipeline(plain.stream(site.file.page ?? ""), createWriteStream(plainPath));
            await rm(plainPath);
          },
        );
      }),
    ),
  );
}

async function downloadToDisk({ api, file }: FileSite, client: Client, folder: string): Promise<string> {
  const memento = { keys: () => [], get: () => undefined, update: () => Promise.resolve() };
  const downloads = new Downloads({ memento, now: () => performance.now() });
  const target = { kind: "folder", root: folder, path: folder } as const;
  const request = { siteApi: api, accountId: undefined, client, file, target };
  const [outcome] = await downloads.downloadAll([request], new AbortController().signal);
  if (outcome?.kind !== "saved") throw new Error(`The file was not saved: ${JSON.stringify(outcome)}`);
  return outcome.path;
}

async function readAllBytes(client: Client, file: FileDescription): Promise<void> {
  let received = 0;
  for await (const chunk of (await client.download(file)).bytes) received += chunk.length;
  if (received !== file.size) throw new Error(`${received} of ${file.size} bytes received.`);
}

async function hashFile(path: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const bytes of createReadStream(path)) hash.update(bytes as Uint8Array);
  return hash.digest("hex");
}

/** MiB by which live memory grows in a process that downloads the file to disk. */
function measureMemory({ api, key, file }: FileSite): Promise<number> {
  const probe = join(import.meta.dirname, "..", "memoryProbe.ts");
  return withFolder(async (folder) => {
    const site = JSON.stringify({ api, key } satisfies BenchSite);
    const args = [probe, site, JSON.stringify(file), folder];
    return Number(await runCommand(process.execPath, args)) / mebibyte;
  });
}
