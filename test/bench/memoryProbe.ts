// node memoryProbe.ts SITE FILE [FOLDER], the first two as JSON: downloads the file, into the folder if there is
// one, and prints by how many bytes the live memory grew meanwhile.
import type { Client } from "../../src/api/client.ts";
import type { FileDescription } from "../../src/model/value.ts";
import { Downloads } from "../../src/store/attachments/downloads.ts";
import { liveMemory } from "./liveMemory.ts";
import { type Site, withClient } from "./site.ts";

const everyMs = 50;
const everyBytes = 1024 * 1024;

const [siteText = "", fileText = "", folder] = process.argv.slice(2);
const site = JSON.parse(siteText) as Site;
const file = JSON.parse(fileText) as FileDescription;

async function drain({ download }: Pick<Client, "download">): Promise<number> {
  let received = 0;
  for await (const piece of (await download(file)).bytes) received += piece.length;
  return received;
}

async function save(client: Pick<Client, "download">, path: string): Promise<number> {
  const memory = { keys: () => [], get: () => undefined, update: () => Promise.resolve() };
  const downloads = new Downloads({ memory, now: () => performance.now() });
  const wanted = {
    siteApi: site.api,
    accountId: undefined,
    client,
    file,
    target: { kind: "folder", root: path, path },
  } as const;
  const [outcome] = await downloads.save([wanted], new AbortController().signal);
  return outcome?.kind === "saved" ? outcome.size : 0;
}

await withClient(site, async (client) => {
  const before = liveMemory();
  let most = before;
  const sample = (): void => {
    most = Math.max(most, liveMemory());
  };
  /** By bytes, for the moment a piece is handed out. */
  async function* sampled(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void, undefined> {
    let unsampled = 0;
    for await (const piece of bytes) {
      unsampled += piece.length;
      if (unsampled >= everyBytes) {
        unsampled = 0;
        sample();
      }
      yield piece;
    }
  }
  const watched: Pick<Client, "download"> = {
    download: async (...args) => {
      const download = await client.download(...args);
      return { ...download, bytes: sampled(download.bytes) };
    },
  };
  // By time, for what is held between two pieces.
  const timer = setInterval(sample, everyMs);
  const received = folder === undefined ? await drain(watched) : await save(watched, folder);
  clearInterval(timer);
  if (received !== file.size) throw new Error(`${received} of ${file.size} bytes arrived.`);
  console.log(most - before);
});
