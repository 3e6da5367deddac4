// node --expose-gc memoryProbe.ts SITE FILE, both as JSON: downloads the file and prints by how many bytes the
// live memory grew meanwhile.
import type { FileDescription } from "../../src/model/value.ts";
import { type Site, withClient } from "./site.ts";

const everyMs = 50;
const everyBytes = 1024 * 1024;

/** What is left after a collection; the buffers outside of the heap are part of `external`. */
function liveMemory(): number {
  if (globalThis.gc === undefined) throw new Error("This needs --expose-gc.");
  globalThis.gc();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

const [site, file] = process.argv.slice(2).map((text): unknown => JSON.parse(text));

await withClient(site as Site, async (client) => {
  const before = liveMemory();
  let most = before;
  const sample = (): void => {
    most = Math.max(most, liveMemory());
  };
  // By time, for what is held between two parts, and by bytes, for the moment a part is handed out.
  const timer = setInterval(sample, everyMs);
  const { bytes, size } = await client.download(file as FileDescription);
  let received = 0;
  let sampledAt = 0;
  for await (const part of bytes) {
    received += part.length;
    if (received - sampledAt < everyBytes) continue;
    sampledAt = received;
    sample();
  }
  clearInterval(timer);
  if (received !== size) throw new Error(`${received} of ${size} bytes arrived.`);
  console.log(most - before);
});
