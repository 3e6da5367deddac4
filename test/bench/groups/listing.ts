import { join } from "node:path";
import type { Client } from "../../../src/api/client.ts";
import { RowList } from "../../../src/store/queries/rowList.ts";
import { allOf } from "../../../src/store/queries/sources.ts";
import { runCommand } from "../../support/processes.ts";
import { listedSizes, listingDelays } from "../explained/listing.ts";
import { median } from "../median.ts";
import { rounded } from "../rounded.ts";
import { type Figures, type Scale, sized } from "../scale.ts";
import { type Site, withClient, withSite } from "../site.ts";

const bugs = 11;
const megabyte = 1_000_000;

interface Listed {
  readonly firstRowsMs: number;
  readonly fullMs: number;
  readonly requests: number;
}

interface Measured {
  readonly byDelay: ReadonlyMap<number, Listed>;
  readonly memoryMb: number;
}

/** The first rows and all rows of trackers of several sizes, from servers that take their time, as the views read them. */
export async function measure(scale: Scale): Promise<Figures> {
  const few = 100;
  const sizes = sized<readonly number[]>(scale, { full: listedSizes, smallest: [few] });
  const measured = new Map<number, Measured>();
  for (const size of sizes) measured.set(size, await measureSize(size, scale));
  const of = (size: number): Measured => {
    const found = measured.get(size) ?? measured.get(few);
    if (found === undefined) throw new Error(`${size} were not measured.`);
    return found;
  };
  const figures: Record<string, number> = {};
  for (const size of listedSizes) {
    const { byDelay, memoryMb } = of(size);
    for (const [delay, { firstRowsMs, fullMs, requests }] of byDelay) {
      figures[`${size}.at${delay}ms.firstRowsMs`] = firstRowsMs;
      figures[`${size}.at${delay}ms.fullMs`] = fullMs;
      // The same at every delay, or pages would depend on how fast they come.
      if ((figures[`${size}.requests`] ?? requests) !== requests) {
        throw new Error(`${size}: ${requests} requests.`);
      }
      figures[`${size}.requests`] = requests;
    }
    figures[`${size}.memoryMb`] = memoryMb;
  }
  const growth = (name: (size: number) => string): number =>
    (figures[name(100_000)] ?? Number.NaN) / (figures[name(10_000)] ?? Number.NaN);
  return rounded({
    ...figures,
    "growth.time": growth((size) => `${size}.at50ms.fullMs`),
    "growth.requests": growth((size) => `${size}.requests`),
    "growth.memory": growth((size) => `${size}.memoryMb`),
  });
}

async function measureSize(size: number, scale: Scale): Promise<Measured> {
  const simulator = join(import.meta.dirname, "..", "..", "simulator", "cli.ts");
  const byDelay = new Map<number, Listed>();
  let memoryMb = Number.NaN;
  for (const delay of listingDelays) {
    const program = [simulator, "--json", "--latency", String(delay), "--artifacts", String(size)];
    await withSite(program, async (site) => {
      byDelay.set(delay, await list(site, size, scale));
      if (delay === 0) memoryMb = (await memoryOf(site, size)) / megabyte;
    });
  }
  return { byDelay, memoryMb };
}

async function list(site: Site, size: number, scale: Scale): Promise<Listed> {
  const firsts: number[] = [];
  for (let round = 0; round < sized(scale, { full: 5, smallest: 1 }); round += 1) {
    // Of a window that has no connection to the server yet.
    firsts.push(await withClient(site, async (client) => timeOf(() => openTracker(client).load())));
  }
  let requests = 0;
  const fullMs = await withClient(
    site,
    async (client) => {
      const found = openTracker(client);
      const ms = await timeOf(() => found.loadUntil(() => false));
      if (found.items.length !== size) throw new Error(`${found.items.length} of ${size} were listed.`);
      return ms;
    },
    () => (requests += 1),
  );
  return { firstRowsMs: median(firsts), fullMs, requests };
}

/** A tracker whose place in the tree is known. */
function openTracker(client: Client): RowList {
  const uri = `trackers/${bugs}`;
  const summary = { kind: "tracker", id: bugs, uri, label: "", color: undefined } as const;
  return new RowList(
    allOf(() => Promise.resolve({ client }), { ...summary, artifactsUri: `${uri}/artifacts` }),
  );
}

async function timeOf(work: () => Promise<void>): Promise<number> {
  const before = performance.now();
  await work();
  return performance.now() - before;
}

async function memoryOf(site: Site, size: number): Promise<number> {
  const probe = join(import.meta.dirname, "..", "rowsProbe.ts");
  return Number(
    await runCommand(process.execPath, [probe, JSON.stringify(site), String(bugs), String(size)]),
  );
}
