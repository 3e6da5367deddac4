// node rowsProbe.ts SITE TRACKER COUNT, the first as JSON: lists all artifacts of a tracker as the views do, and
// prints by how many bytes the live memory grew.
import { RowList } from "../../src/store/queries/rowList.ts";
import { allOf } from "../../src/store/queries/sources.ts";
import { liveMemory } from "./liveMemory.ts";
import { type Site, withClient } from "./site.ts";

const [siteText = "", trackerId = "", count = ""] = process.argv.slice(2);

await withClient(JSON.parse(siteText) as Site, async (client) => {
  const tracker = await client.tracker(Number(trackerId));
  const found = new RowList(allOf(() => Promise.resolve({ client }), tracker));
  const before = liveMemory();
  await found.loadUntil(() => false);
  const after = liveMemory();
  // Said after the measurement, so that the rows are alive during it.
  if (found.items.length !== Number(count)) throw new Error(`${found.items.length} of ${count} were listed.`);
  console.log(after - before);
});
