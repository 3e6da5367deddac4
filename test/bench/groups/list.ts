import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import type { Client } from "../../../src/api/client.ts";
import { allPages } from "../../../src/api/collection.ts";
import type { TrackerSummary } from "../../../src/model/tracker.ts";
import { type PlainClient, withPlainClient } from "../plainClient.ts";
import { rounded } from "../rounded.ts";
import { type Figures, type Scale, sized } from "../scale.ts";
import { sideBySide } from "../sideBySide.ts";
import { withClient, withSite } from "../site.ts";

const perPage = 100;
const latency = 50;

/** All rows of a large tracker, against one page after the other. */
export async function measure(scale: Scale): Promise<Figures> {
  const artifacts = sized(scale, { full: 10_000, smallest: 1_000 });
  const rounds = sized(scale, { full: 3, smallest: 1 });
  const simulator = join(import.meta.dirname, "..", "..", "simulator", "cli.ts");
  const program = [simulator, "--json", "--latency", String(latency), "--artifacts", String(artifacts)];
  const { ours, theirs, speedup } = await withSite(program, (site) =>
    withClient(site, (client) =>
      withPlainClient(site, async (plain) => {
        const tracker = await trackerOf(client, artifacts);
        // Once unmeasured, to see that both find the same and to warm up.
        if (!isDeepStrictEqual(await ourIds(client, tracker), await plainIds(plain, tracker))) {
          throw new Error("The two ways did not list the same artifacts.");
        }
        return sideBySide(
          rounds,
          async () => expectAll(await ourIds(client, tracker), artifacts),
          async () => expectAll(await plainIds(plain, tracker), artifacts),
        );
      }),
    ),
  );
  return rounded({
    "10k.speedup.50ms": speedup,
    "10k.seconds.50ms": ours,
    "10k.plain.seconds.50ms": theirs,
  });
}

async function trackerOf(client: Client, artifacts: number): Promise<TrackerSummary> {
  for (const project of (await client.projects(0)).items) {
    if (project.kind !== "project") continue;
    for (const tracker of (await client.trackers(project, 0)).items) {
      if (tracker.kind !== "tracker") continue;
      const { size } = await client.artifacts(tracker, { offset: 0, limit: 1 });
      if (size === artifacts) return tracker;
    }
  }
  throw new Error(`No tracker has ${artifacts} artifacts.`);
}

async function ourIds(client: Client, tracker: TrackerSummary): Promise<readonly number[]> {
  const ids: number[] = [];
  const pages = allPages((offset) => client.artifacts(tracker, { offset, limit: perPage }));
  for await (const { items } of pages) {
    for (const item of items) if (item.kind === "artifact") ids.push(item.id);
  }
  return ids;
}

async function plainIds(plain: PlainClient, tracker: TrackerSummary): Promise<readonly number[]> {
  const ids: number[] = [];
  for await (const rows of plain.pages(tracker.artifactsUri, perPage)) {
    for (const { id } of rows) ids.push(id);
  }
  return ids;
}

function expectAll(ids: readonly number[], artifacts: number): void {
  if (new Set(ids).size !== artifacts) throw new Error(`${ids.length} of ${artifacts} were listed.`);
}
