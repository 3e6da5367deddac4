// node memoryProbe.ts SITE FILE [FOLDER], the first two as JSON: downloads the file, into the folder if one is
// given, and prints by how many bytes the live memory grew.
import type { Client } from "../../src/api/client.ts";
import type { FileDescription } from "../../src/model/valueTypes.ts";
import { Downloads } from "../../src/store/attachments/downloads.ts";
import { measureLiveMemory } from "./measureLiveMemory.ts";
import { type BenchSite, withClient } from "./benchSite.ts";

const sampleIntervalMs = 50;
const sampleIntervalBytes = 1024 * 1024;

const [siteText = "", fileText = "", folder] = process.argv.slice(2);
const site = JSON.parse(siteText) as BenchSite;
const file = JSON.parse(fileText) as FileDescription;

async function readAllBytes({ download }: Pick<Client, "download">): Promise<number> {
  let received = 0;
  for await (const chunk of (await download(file)).bytes) received += chunk.length;
  return received;
}

async function downloadToDisk(client: Pick<Client, "download">, path: string): Promise<number> {
  const memento = { keys: () => [], get: () => undefined, update: () => Promise.resolve() };
  const downloads = new Downloads({ memento, now: () => performance.now() });
  const request = {
    siteApi: site.api,
    accountId: undefined,
    client,
    file,
    target: { kind: "folder", root: path, path },
  } as const;
  const [outcome] = await downloads.downloadAll([request], new AbortController().signal);
  return outcome?.kind === "saved" ? outcome.size : 0;
}

await withClient(site, async (client) => {
  const before = measureLiveMemory();
  let maximum = before;
  const sample = (): void => {
    maximum = Math.max(maximum, measureLiveMemory());
  };
  /** Samples by bytes, while a chunk is passed on. */
  async function* withSamples(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void, undefined> {
    let unsampled = 0;
    for await (const chunk of bytes) {
      unsampled += chunk.length;
      if (unsampled >= sampleIntervalBytes) {
        unsampled = 0;
        sample();
      }
      yield chunk;
    }
  }
  const sampledClient: Pick<Client, "download"> = {
    download: async (...args) => {
      const download = await client.download(...args);
      return { ...download, bytes: withSamples(download.bytes) };
    },
  };
  // Sample by time as well, for memory in use between two chunks.
  const timer = setInterval(sample, sampleIntervalMs);
  const received =
    folder === undefined ? await readAllBytes(sampledClient) : await downloadToDisk(sampledClient, folder);
  clearInterval(timer);
  if (received !== file.size) throw new Error(`${received} of ${file.size} bytes received.`);
  console.log(maximum - before);
});
