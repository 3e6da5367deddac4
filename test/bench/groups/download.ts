import { createHash } from "node:crypto";
import { join } from "node:path";
import type { Client } from "../../../src/api/client.ts";
import type { FileDescription } from "../../../src/model/value.ts";
import { runCommand } from "../../support/processes.ts";
import { withPlainClient } from "../plainClient.ts";
import { rounded } from "../rounded.ts";
import { downloadPrefix, downloadSizes } from "../explained/transfer.ts";
import { type Figures, type Scale, sized } from "../scale.ts";
import { type Comparison, sideBySide } from "../sideBySide.ts";
import { type Site, withClient, withSite } from "../site.ts";

const mebibyte = 1024 * 1024;

interface FileSite extends Site {
  readonly file: FileDescription;
  readonly sha256: string;
}

type Bytes = AsyncIterable<Uint8Array>;
type Way = () => Promise<Bytes>;

/** Attachments in chunks against one chunk after the other, as a stream against undici alone, and the memory of the largest. */
export async function measure(scale: Scale): Promise<Figures> {
  const figures: Record<string, number> = {};
  for (const nominal of downloadSizes) {
    const size = sized(scale, { full: nominal * mebibyte, smallest: mebibyte / 4 });
    Object.assign(figures, prefixed(downloadPrefix(nominal), await measureSize(size, scale)));
  }
  const largest = sized(scale, { full: 64 * mebibyte, smallest: mebibyte });
  const memory = await withFile(largest, 0, memoryOf);
  return rounded({
    ...figures,
    "memory.mib": Math.max(memory.chunks, memory.stream),
    "memory.chunks.mib": memory.chunks,
    "memory.stream.mib": memory.stream,
  });
}

async function measureSize(size: number, scale: Scale): Promise<Figures> {
  const rounds = sized(scale, {
    full: { near: 7, raw: 15, far: 3 },
    smallest: { near: 1, raw: 1, far: 1 },
  });
  const near = await withFile(size, 0, async (site) => ({
    chunks: await chunks(site, rounds.near),
    raw: await raw(site, rounds.raw),
  }));
  const far = await withFile(size, 50, async (site) => chunks(site, rounds.far));
  return {
    "chunks.speedup.0ms": near.chunks.speedup,
    "chunks.mibPerSecond.0ms": size / mebibyte / near.chunks.ours,
    "chunks.plain.mibPerSecond.0ms": size / mebibyte / near.chunks.theirs,
    "chunks.speedup.50ms": far.speedup,
    "chunks.seconds.50ms": far.ours,
    "chunks.plain.seconds.50ms": far.theirs,
    "raw.ratio": near.raw.speedup,
    "raw.mibPerSecond": size / mebibyte / near.raw.ours,
  };
}

function prefixed(prefix: string, figures: Figures): Figures {
  return Object.fromEntries(Object.entries(figures).map(([name, value]) => [`${prefix}${name}`, value]));
}

function withFile<Result>(
  size: number,
  latency: number,
  work: (site: FileSite) => Promise<Result>,
): Promise<Result> {
  const program = join(import.meta.dirname, "..", "fileServer.ts");
  return withSite([program, String(size), String(latency)], (site, announcement) =>
    work({ ...site, ...(announcement as Pick<FileSite, "file" | "sha256">) }),
  );
}

function chunks(site: FileSite, rounds: number): Promise<Comparison> {
  return withClient(site, (client) =>
    withPlainClient(site, (plain) =>
      compare(site, rounds, ours(client, withoutPage(site.file), "chunks"), () =>
        Promise.resolve(plain.chunks(site.file.id)),
      ),
    ),
  );
}

function raw(site: FileSite, rounds: number): Promise<Comparison> {
  return withClient(site, (client) =>
    withPlainClient(site, (plain) =>
      compare(site, rounds, ours(client, site.file, "stream"), () =>
        Promise.resolve(plain.stream(site.file.page ?? "")),
      ),
    ),
  );
}

/** Without an address of its bytes, a file comes in chunks. */
function withoutPage(file: FileDescription): FileDescription {
  return { ...file, page: undefined };
}

function ours(client: Client, file: FileDescription, way: "chunks" | "stream"): Way {
  return async () => {
    const download = await client.download(file);
    if (download.way !== way) throw new Error(`It was to come as ${way}, not as ${download.way}.`);
    return download.bytes;
  };
}

/** Once unmeasured, to see that the bytes are right and to warm up; then for time. */
async function compare(
  { file, sha256 }: FileSite,
  rounds: number,
  ours: Way,
  theirs: Way,
): Promise<Comparison> {
  for (const way of [ours, theirs]) {
    const hash = createHash("sha256");
    for await (const part of await way()) hash.update(part);
    if (hash.digest("hex") !== sha256) throw new Error("These are not the bytes of the file.");
  }
  return sideBySide(rounds, arrive(ours, file), arrive(theirs, file));
}

function arrive(way: Way, { size }: FileDescription): () => Promise<void> {
  return async () => {
    let received = 0;
    for await (const part of await way()) received += part.length;
    if (received !== size) throw new Error(`${received} of ${size} bytes arrived.`);
  };
}

/** MiB by which live memory grows in a process that downloads, for each way. */
async function memoryOf({
  api,
  key,
  file,
}: FileSite): Promise<{ readonly chunks: number; readonly stream: number }> {
  const probe = join(import.meta.dirname, "..", "memoryProbe.ts");
  const grown = async (described: FileDescription): Promise<number> => {
    const site = JSON.stringify({ api, key } satisfies Site);
    const args = [probe, site, JSON.stringify(described)];
    return Number(await runCommand(process.execPath, args)) / mebibyte;
  };
  return { chunks: await grown(withoutPage(file)), stream: await grown(file) };
}
