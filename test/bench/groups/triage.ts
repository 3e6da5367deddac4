import { join } from "node:path";
import { resolveQuery } from "../../../src/model/query/resolve.ts";
import { RowList } from "../../../src/store/queries/rowList.ts";
import { allOf, sourceOf } from "../../../src/store/queries/sources.ts";
import type { SiteCatalog } from "../../../src/store/catalog.ts";
import { type Simulator, startSimulator } from "../../simulator/simulator.ts";
import { openStore, signIn } from "../../support/fixtures/openStore.ts";
import { runCommand } from "../../support/processes.ts";
import { rounded } from "../rounded.ts";
import { type Figures, type Scale, sized } from "../scale.ts";

const bugs = 11;
const mebibyte = 1024 * 1024;

/** What it takes to see the first rows of a very large tracker, and to hold all of them. */
export async function measure(scale: Scale): Promise<Figures> {
  const artifacts = sized(scale, { full: 100_000, smallest: 1_000 });
  const server = await startSimulator({ dialect: "product", artifacts });
  try {
    return rounded({
      "list.100k.firstRows.requests": await requestsFor(server, firstRows),
      "list.100k.openOnly.requests": await requestsFor(server, firstOpenRows),
      "list.100k.memory.mb": (await memory(server, artifacts)) / mebibyte,
    });
  } finally {
    await server.close();
  }
}

/** Of a window that has just been opened; the tracker's own place in the tree is known. */
async function requestsFor(
  server: Simulator,
  look: (catalog: SiteCatalog) => Promise<RowList>,
): Promise<number> {
  const store = openStore([{ url: server.url }]);
  const [site] = store.sites.list();
  if (site === undefined) throw new Error("The site is not in the settings.");
  await signIn(store, site.api, server.accounts.admin);
  try {
    const before = server.requests.length;
    const { items, credibility } = await look(store.catalog.of(site));
    const requests = server.requests.length - before;
    const [first, second] = items;
    const isNewestFirst = (first?.id ?? 0) > (second?.id ?? 0);
    if (items.length < 40 || !isNewestFirst || credibility !== "checked") {
      throw new Error(`These are not the first rows: ${items.length}, ${credibility}.`);
    }
    return requests;
  } finally {
    await store.connections.close();
  }
}

async function firstRows(catalog: SiteCatalog): Promise<RowList> {
  const uri = `trackers/${bugs}`;
  const summary = { kind: "tracker", id: bugs, uri, label: "", color: undefined } as const;
  const found = new RowList(
    allOf(() => catalog.connection(), { ...summary, artifactsUri: `${uri}/artifacts` }),
  );
  await found.load();
  return found;
}

async function firstOpenRows(catalog: SiteCatalog): Promise<RowList> {
  const tracker = await catalog.tracker(bugs);
  const query = { where: [], openOnly: true, text: undefined, report: undefined };
  const resolved = resolveQuery(tracker, query, { me: undefined, today: "2026-03-01" });
  if (resolved.kind === "problems") throw new Error("The query was refused.");
  const found = new RowList(sourceOf(() => catalog.connection(), tracker, resolved));
  await found.load();
  if (!found.items.every((row) => row.kind === "artifact" && row.isOpen === true)) {
    throw new Error("Not all of these are open.");
  }
  return found;
}

async function memory({ url, accounts }: Simulator, artifacts: number): Promise<number> {
  const probe = join(import.meta.dirname, "..", "rowsProbe.ts");
  const site = JSON.stringify({ api: `${url}/api`, key: accounts.admin.accessKey });
  const args = [probe, site, String(bugs), String(artifacts)];
  return Number(await runCommand(process.execPath, args));
}
