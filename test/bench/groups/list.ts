import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import type { Client } from "../../../src/api/client.ts";
import { fetchAllPages } from "../../../src/api/pagination.ts";
import type { TrackerSummary } from "../../../src/model/tracker.ts";
import { type SequentialClient, withSequentialClient } from "../sequentialClient.ts";
import { roundFigures } from "../roundFigures.ts";
import { type Figures, type Scale, pickByScale } from "../scale.ts";
import { compareTimes } from "../compareTimes.ts";
import { withClient, withServer } from "../benchSite.ts";

const perPage = 100;
const latency = 50;

/** Loading all pages of a large tracker, compared with a sequential client. */
export async function measure(scale: Scale): Promise<Figures> {
  const artifacts = pickByScale(scale, { full: 10_000, smallest: 1_000 });
  const rounds = pickByScale(scale, { full: 3, smallest: 1 });
  const simulator = join(import.meta.dirname, "..", "..", "simulator", "cli.ts");
  const program = [simulator, "--json", "--latency", String(latency), "--artifacts", String(artifacts)];
  const { ours, reference, speedup } = await withServer(program, (site) =>
    withClient(site, (client) =>
      withSequentialClient(site, async (sequential) => {
        const tracker = await findTracker(client, artifacts);
        // The first, untimed round compares the results and warms up.
        if (
          !isDeepStrictEqual(await listIds(client, tracker), await listIdsSequentially(sequential, tracker))
        ) {
          throw new Error("The two clients listed different artifacts.");
        }
        return compareTimes(
          rounds,
          async () => assertComplete(await listIds(client, tracker), artifacts),
          async () => assertComplete(await listIdsSequentially(sequential, tracker), artifacts),
        );
      }),
    ),
  );
  return roundFigures({
    "10k.speedup.50ms": speedup,
    "10k.seconds.50ms": ours,
    "10k.plain.seconds.50ms": reference,
  });
}

async function findTracker(client: Client, artifacts: number): Promise<TrackerSummary> {
  for (const project of (await client.projects(0)).items) {
    if (project.kind !== "project") continue;
    for (const tracker of (await client.trackers(project, 0)).items) {
      if (tracker.kind !== "tracker") continue;
      const { total } = await client.artifacts(tracker, { offset: 0, limit: 1 });
      if (total === artifacts) return tracker;
    }
  }
  throw new Error(`No tracker has ${artifacts} artifacts.`);
}

async function listIds(client: Client, tracker: TrackerSummary): Promise<readonly number[]> {
  const ids: number[] = [];
  const pages = fetchAllPages((offset) => client.artifacts(tracker, { offset, limit: perPage }));
  for await (const { items } of pages) {
    for (const item of items) if (item.kind === "artifact") ids.push(item.id);
  }
  return ids;
}

async function listIdsSequentially(
  sequential: SequentialClient,
  tracker: TrackerSummary,
): Promise<readonly number[]> {
  const ids: number[] = [];
  for await (const rows of sequential.pages(tracker.artifactsUri, perPage)) {
    for (const { id } of rows) ids.push(id);
  }
  return ids;
}

function assertComplete(ids: readonly number[], artifacts: number): void {
  if (new Set(ids).size !== artifacts) {
    throw new Error(`${ids.length} of ${artifacts} artifacts were listed.`);
  }
}
