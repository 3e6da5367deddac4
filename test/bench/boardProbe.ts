// node boardProbe.ts SITE TRACKER COUNT, the first as JSON: opens a board of all artifacts of a tracker, with swimlanes whose values
// are loaded for each card, and prints by how many bytes the live memory grew.
import { openBoard } from "../support/fixtures/openBoard.ts";
import { createTestStore, signIn } from "../support/fixtures/testStore.ts";
import type { BoardSite } from "./measureBoard.ts";
import { measureLiveMemory } from "./measureLiveMemory.ts";

const [siteText = "", trackerId = "", count = ""] = process.argv.slice(2);
const { url, account } = JSON.parse(siteText) as BoardSite;
const store = createTestStore([{ url }]);
await signIn(store, `${url}/api`, account);
const [site] = store.sites.list();
if (site === undefined) throw new Error("The site is missing.");
const tracker = await store.catalog.getSite(site).loadTracker(Number(trackerId));
const laneField = tracker.fields.find(({ name }) => name === "severity")?.id;
let valueCount = 0;
const { session, load, whenIdle } = await openBoard(store, {
  siteUrl: url,
  source: Number(trackerId),
  openOnly: false,
  layout: { laneField },
  onCall: ({ method, params }) => {
    if (method === "setCardValues") valueCount = params.values.reduce((sum, { ids }) => sum + ids.length, 0);
  },
});
const before = measureLiveMemory();
await load();
await whenIdle();
const after = measureLiveMemory();
// Used after the measurement, so that the cards stay in memory during it.
if (session.rowIds.length !== Number(count) || valueCount === 0) {
  throw new Error(`${session.rowIds.length} of ${count} cards were loaded, and ${valueCount} values.`);
}
await store.connections.close();
console.log(after - before);
