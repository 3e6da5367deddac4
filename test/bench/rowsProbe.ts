// node rowsProbe.ts SITE TRACKER COUNT, the first as JSON: lists all artifacts of a tracker as the views do, and
// prints by how many bytes the live memory grew.
import { RowList } from "../../src/store/queries/rowList.ts";
import { createTrackerSource } from "../../src/store/queries/rowSources.ts";
import { measureLiveMemory } from "./measureLiveMemory.ts";
import { type BenchSite, withClient } from "./benchSite.ts";

const [siteText = "", trackerId = "", count = ""] = process.argv.slice(2);

await withClient(JSON.parse(siteText) as BenchSite, async (client) => {
  const tracker = await client.tracker(Number(trackerId));
  const list = new RowList(createTrackerSource({ connect: () => Promise.resolve({ client }) }, tracker));
  const before = measureLiveMemory();
  await list.loadUntil(() => false);
  const after = measureLiveMemory();
  // Used after the measurement, so that the rows stay in memory during it.
  if (list.items.length !== Number(count)) {
    throw new Error(`${list.items.length} of ${count} rows were listed.`);
  }
  console.log(after - before);
});
