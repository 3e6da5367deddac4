import { join } from "node:path";
import { resolveQuery } from "../../../src/model/query/resolveQuery.ts";
import { RowList } from "../../../src/store/queries/rowList.ts";
import { createTrackerSource, createQuerySource } from "../../../src/store/queries/rowSources.ts";
import type { SiteCatalog } from "../../../src/store/catalog.ts";
import { type Simulator, startSimulator } from "../../simulator/simulator.ts";
import { createTestStore, signIn } from "../../support/fixtures/testStore.ts";
import { runCommand } from "../../support/processes.ts";
import { roundFigures } from "../roundFigures.ts";
import { type Figures, type Scale, pickByScale } from "../scale.ts";

const trackerId = 11;
const mebibyte = 1024 * 1024;

/** Requests for the first rows of a very large tracker, and memory of all rows. */
export async function measure(scale: Scale): Promise<Figures> {
  const artifacts = pickByScale(scale, { full: 100_000, smallest: 1_000 });
  const server = await startSimulator({ dialect: "product", artifacts });
  try {
    return roundFigures({
      "list.100k.firstRows.requests": await countRequests(server, loadFirstRows),
      "list.100k.openOnly.requests": await countRequests(server, loadFirstOpenRows),
      "list.100k.memory.mb": (await measureMemory(server, artifacts)) / mebibyte,
    });
  } finally {
    await server.close();
  }
}

/** Counts requests in a new window, without those that locate the tracker. */
async function countRequests(
  server: Simulator,
  loadRows: (catalog: SiteCatalog) => Promise<RowList>,
): Promise<number> {
  const store = createTestStore([{ url: server.url }]);
  const [site] = store.sites.list();
  if (site === undefined) throw new Error("The site is missing in the settings.");
  await signIn(store, site.api, server.accounts.admin);
  try {
    const before = server.requests.length;
    const { items, credibility } = await loadRows(store.catalog.getSite(site));
    const requests = server.requests.length - before;
    const [first, second] = items;
    const isNewestFirst = (first?.id ?? 0) > (second?.id ?? 0);
    if (items.length < 40 || !isNewestFirst || credibility !== "checked") {
      throw new Error(`Unexpected first rows: ${items.length}, ${credibility}.`);
    }
    return requests;
  } finally {
    await store.connections.close();
  }
}

async function loadFirstRows(catalog: SiteCatalog): Promise<RowList> {
  const uri = `trackers/${trackerId}`;
  const summary = { kind: "tracker", id: trackerId, uri, label: "", color: undefined } as const;
  const list = new RowList(
    createTrackerSource(() => catalog.connect(), { ...summary, artifactsUri: `${uri}/artifacts` }),
  );
  await list.load();
  return list;
}

async function loadFirstOpenRows(catalog: SiteCatalog): Promise<RowList> {
  const tracker = await catalog.loadTracker(trackerId);
  const query = { where: [], openOnly: true, text: undefined, report: undefined };
  const resolved = resolveQuery(tracker, query, { currentUser: undefined, today: "2026-03-01" });
  if (resolved.kind === "problems") throw new Error("The query could not be resolved.");
  const list = new RowList(createQuerySource(() => catalog.connect(), tracker, resolved));
  await list.load();
  if (!list.items.every((row) => row.kind === "artifact" && row.isOpen === true)) {
    throw new Error("Not all rows are open.");
  }
  return list;
}

async function measureMemory({ url, accounts }: Simulator, artifacts: number): Promise<number> {
  const probe = join(import.meta.dirname, "..", "rowsProbe.ts");
  const site = JSON.stringify({ api: `${url}/api`, key: accounts.admin.accessKey });
  const args = [probe, site, String(trackerId), String(artifacts)];
  return Number(await runCommand(process.execPath, args));
}
