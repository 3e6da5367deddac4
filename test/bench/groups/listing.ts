import { join } from "node:path";
import type { Client } from "../../../src/api/client.ts";
import { RowList } from "../../../src/store/queries/rowList.ts";
import { createTrackerSource } from "../../../src/store/queries/rowSources.ts";
import { runCommand } from "../../support/processes.ts";
import { listingSizes, listingDelays } from "../figures/listing.ts";
import { getUsualTime } from "../statistics.ts";
import { roundFigures } from "../roundFigures.ts";
import { type Figures, type Scale, pickByScale } from "../scale.ts";
import { type BenchSite, withClient, withServer } from "../benchSite.ts";

const trackerId = 11;
const megabyte = 1_000_000;

interface ListingTimes {
  readonly firstRowsMs: number;
  readonly fullMs: number;
  readonly requests: number;
}

interface ListingMeasurement {
  readonly byDelay: ReadonlyMap<number, ListingTimes>;
  readonly memoryMb: number;
}

/** First rows and all rows of trackers of several sizes, with several latencies, as the views load them. */
export async function measure(scale: Scale): Promise<Figures> {
  const smallestSize = 100;
  const sizes = pickByScale<readonly number[]>(scale, { full: listingSizes, smallest: [smallestSize] });
  const measured = new Map<number, ListingMeasurement>();
  for (const size of sizes) measured.set(size, await measureSize(size, scale));
  const getMeasurement = (size: number): ListingMeasurement => {
    const measurement = measured.get(size) ?? measured.get(smallestSize);
    if (measurement === undefined) throw new Error(`Size ${size} was not measured.`);
    return measurement;
  };
  const figures: Record<string, number> = {};
  for (const size of listingSizes) {
    const { byDelay, memoryMb } = getMeasurement(size);
    for (const [delay, { firstRowsMs, fullMs, requests }] of byDelay) {
      figures[`${size}.at${delay}ms.firstRowsMs`] = firstRowsMs;
      figures[`${size}.at${delay}ms.fullMs`] = fullMs;
      // The number of requests must not depend on the latency.
      if ((figures[`${size}.requests`] ?? requests) !== requests) {
        throw new Error(`${size}: ${requests} requests.`);
      }
      figures[`${size}.requests`] = requests;
    }
    figures[`${size}.memoryMb`] = memoryMb;
  }
  const getGrowth = (name: (size: number) => string): number =>
    (figures[name(100_000)] ?? Number.NaN) / (figures[name(10_000)] ?? Number.NaN);
  return roundFigures({
    ...figures,
    "growth.time": getGrowth((size) => `${size}.at50ms.fullMs`),
    "growth.requests": getGrowth((size) => `${size}.requests`),
    "growth.memory": getGrowth((size) => `${size}.memoryMb`),
  });
}

async function measureSize(size: number, scale: Scale): Promise<ListingMeasurement> {
  const simulator = join(import.meta.dirname, "..", "..", "simulator", "cli.ts");
  const byDelay = new Map<number, ListingTimes>();
  let memoryMb = Number.NaN;
  for (const delay of listingDelays) {
    const program = [simulator, "--json", "--latency", String(delay), "--artifacts", String(size)];
    await withServer(program, async (site) => {
      byDelay.set(delay, await measureListing(site, size, scale));
      if (delay === 0) memoryMb = (await measureMemory(site, size)) / megabyte;
    });
  }
  return { byDelay, memoryMb };
}

async function measureListing(site: BenchSite, size: number, scale: Scale): Promise<ListingTimes> {
  const firstRowsTimes: number[] = [];
  for (let round = 0; round < pickByScale(scale, { full: 5, smallest: 1 }); round += 1) {
    // A new client, as in a window without a connection.
    firstRowsTimes.push(
      await withClient(site, async (client) => measureTime(() => openTracker(client).load())),
    );
  }
  let requests = 0;
  const fullTimes: number[] = [];
  // The largest list takes a minute.
  const rounds = pickByScale(scale, { full: size > 10_000 ? 1 : 3, smallest: 1 });
  for (let round = 0; round < rounds; round += 1) {
    requests = 0;
    const measureFull = (client: Client): Promise<number> => measureFullList(client, size);
    fullTimes.push(await withClient(site, measureFull, () => (requests += 1)));
  }
  return { firstRowsMs: getUsualTime(firstRowsTimes), fullMs: getUsualTime(fullTimes), requests };
}

async function measureFullList(client: Client, size: number): Promise<number> {
  const list = openTracker(client);
  const ms = await measureTime(() => list.loadUntil(() => false));
  if (list.items.length !== size) throw new Error(`${list.items.length} of ${size} rows were listed.`);
  return ms;
}

function openTracker(client: Client): RowList {
  const uri = `trackers/${trackerId}`;
  const summary = { kind: "tracker", id: trackerId, uri, label: "", color: undefined } as const;
  return new RowList(
    createTrackerSource(
      { connect: () => Promise.resolve({ client }) },
      { ...summary, artifactsUri: `${uri}/artifacts` },
    ),
  );
}

async function measureTime(work: () => Promise<void>): Promise<number> {
  const before = performance.now();
  await work();
  return performance.now() - before;
}

async function measureMemory(site: BenchSite, size: number): Promise<number> {
  const probe = join(import.meta.dirname, "..", "rowsProbe.ts");
  return Number(
    await runCommand(process.execPath, [probe, JSON.stringify(site), String(trackerId), String(size)]),
  );
}
