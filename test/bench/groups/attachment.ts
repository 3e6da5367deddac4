import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Client } from "../../../src/api/client.ts";
import type { FileDescription } from "../../../src/model/value.ts";
import { Downloads } from "../../../src/store/attachments/downloads.ts";
import { runCommand } from "../../support/processes.ts";
import { rounded } from "../rounded.ts";
import { type Figures, type Scale, sized } from "../scale.ts";
import { type Comparison, sideBySide } from "../sideBySide.ts";
import { type Site, withClient, withSite } from "../site.ts";

const mebibyte = 1024 * 1024;

/** A stream is over soon, and a busy moment of the machine weighs more. */
const fullRounds = { chunks: 11, stream: 31 };

/** The most that a running server of the product was seen to send of one file, in a second. */
const productSpeed = 410_000_000;

interface FileSite extends Site {
  readonly file: FileDescription;
  readonly sha256: string;
}

/** An attachment of 64 MiB from the server to a file of its name, against the client alone; and its memory. */
export async function measure(scale: Scale): Promise<Figures> {
  const size = sized(scale, { full: 64, smallest: 1 }) * mebibyte;
  const rounds = sized(scale, { full: fullRounds, smallest: { chunks: 1, stream: 1 } });
  const program = join(import.meta.dirname, "..", "fileServer.ts");
  const fileSite = (site: Site, announcement: object): FileSite => ({
    ...site,
    ...(announcement as Pick<FileSite, "file" | "sha256">),
  });
  const stream = await withSite([program, String(size), "0", String(productSpeed)], (site, announcement) =>
    endToEnd(fileSite(site, announcement), rounds.stream),
  );
  return withSite([program, String(size), "0"], async (site, announcement) => {
    const known = fileSite(site, announcement);
    // Without an address of its bytes, a file comes in chunks.
    const inChunks: FileSite = { ...known, file: { ...known.file, page: undefined } };
    const unpaced = await endToEnd(known, rounds.stream);
    const chunks = await endToEnd(inChunks, rounds.chunks);
    const memory = { chunks: await memoryOf(inChunks), stream: await memoryOf(known) };
    return rounded({
      // As a stream, the way that is taken wherever a server offers it, from one that is as fast as the product at its best.
      "endToEnd.ratio": stream.speedup,
      "endToEnd.mibPerSecond": size / mebibyte / stream.ours,
      "endToEnd.client.mibPerSecond": size / mebibyte / stream.theirs,
      // From one that shares this machine and sends as fast as it can, bytes come about as fast as they can be written:
      // server and client alone keep two processors busy, and the writing has to wait for its turn.
      "endToEnd.unpaced.ratio": unpaced.speedup,
      "endToEnd.unpaced.mibPerSecond": size / mebibyte / unpaced.ours,
      "endToEnd.unpaced.client.mibPerSecond": size / mebibyte / unpaced.theirs,
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

function endToEnd(site: FileSite, rounds: number): Promise<Comparison> {
  return withFolder((folder) =>
    withClient(site, async (client) => {
      const path = await toDisk(site, client, folder);
      if ((await sha256Of(path)) !== site.sha256) throw new Error("These are not the bytes of the file.");
      await rm(path);
      return sideBySide(
        rounds,
        async () => void (await toDisk(site, client, folder)),
        () => drain(client, site.file),
        () => rm(path),
      );
    }),
  );
}

async function toDisk({ api, file }: FileSite, client: Client, folder: string): Promise<string> {
  const memory = { keys: () => [], get: () => undefined, update: () => Promise.resolve() };
  const downloads = new Downloads({ memory, now: () => performance.now() });
  const target = { kind: "folder", root: folder, path: folder } as const;
  const wanted = { siteApi: api, accountId: undefined, client, file, target };
  const [outcome] = await downloads.save([wanted], new AbortController().signal);
  if (outcome?.kind !== "saved") throw new Error(`It was not saved: ${JSON.stringify(outcome)}`);
  return outcome.path;
}

async function drain(client: Client, file: FileDescription): Promise<void> {
  let received = 0;
  for await (const part of (await client.download(file)).bytes) received += part.length;
  if (received !== file.size) throw new Error(`${received} of ${file.size} bytes arrived.`);
}

async function sha256Of(path: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const bytes of createReadStream(path)) hash.update(bytes as Uint8Array);
  return hash.digest("hex");
}

/** MiB by which live memory grows in a process that saves the file. */
function memoryOf({ api, key, file }: FileSite): Promise<number> {
  const probe = join(import.meta.dirname, "..", "memoryProbe.ts");
  return withFolder(async (folder) => {
    const site = JSON.stringify({ api, key } satisfies Site);
    const args = [probe, site, JSON.stringify(file), folder];
    return Number(await runCommand(process.execPath, args)) / mebibyte;
  });
}
