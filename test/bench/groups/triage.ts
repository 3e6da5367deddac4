import { join } from "node:path";
import type { TrackerSummary } from "../../../src/model/tracker.ts";
import { ArtifactLists } from "../../../src/store/queries/artifactLists.ts";
import { CurrentUser } from "../../../src/store/queries/currentUser.ts";
import { type Simulator, startSimulator } from "../../simulator/simulator.ts";
import { createTestStore, signIn, type TestStore } from "../../support/fixtures/testStore.ts";
import { runCommand } from "../../support/processes.ts";
import { withServer } from "../benchSite.ts";
import { getUsualTime } from "../statistics.ts";
import { roundFigures } from "../roundFigures.ts";
import { type Figures, type Scale, pickByScale } from "../scale.ts";

const trackerId = 11;
const mebibyte = 1024 * 1024;
const delayMs = 50;

const emptyMemento = { keys: () => [], get: () => undefined, update: () => Promise.resolve() };

type Account = Parameters<typeof signIn>[2];

/** Requests and delays until the first rows of a tracker are shown, and memory of all rows of a very large one. */
export async function measure(scale: Scale): Promise<Figures> {
  const artifacts = pickByScale(scale, { full: 100_000, smallest: 1_000 });
  const server = await startSimulator({ dialect: "product", artifacts });
  try {
    return roundFigures({
      "list.100k.firstRows.requests": await countRequests(server, false),
      "list.100k.openOnly.requests": await countRequests(server, true),
      "list.openOnly.delaysInARow": await countDelays(pickByScale(scale, { full: 9, smallest: 1 })),
      "list.100k.memory.mb": (await measureMemory(server, artifacts)) / mebibyte,
    });
  } finally {
    await server.close();
  }
}

/** In a new window, without the requests that locate the tracker. */
async function countRequests(server: Simulator, openOnly: boolean): Promise<number> {
  const before = server.requests.length;
  await loadFirstRows(server.url, server.accounts.admin, openOnly);
  return server.requests.length - before;
}

/** The difference between a server with and without delay, divided by the delay. */
async function countDelays(rounds: number): Promise<number> {
  const measureMs = (latency: number): Promise<number> => {
    const program = join(import.meta.dirname, "..", "tickingServer.ts");
    return withServer([program, String(latency)], async ({ api }, info) => {
      const { admin } = (info as { readonly accounts: { readonly admin: Account } }).accounts;
      const times: number[] = [];
      for (let round = 0; round <= rounds; round += 1) {
        times.push(await loadFirstRows(api.replace(/\/api$/, ""), admin, true));
      }
      // The first round loads code.
      return getUsualTime(times.slice(1));
    });
  };
  return ((await measureMs(delayMs)) - (await measureMs(0))) / delayMs;
}

/** Opens the list of a tracker as the tree does, in a new window; returns the milliseconds. */
async function loadFirstRows(url: string, account: Account, openOnly: boolean): Promise<number> {
  const store = createTestStore([{ url }]);
  const [site] = store.sites.list();
  if (site === undefined) throw new Error("The site is missing in the settings.");
  await signIn(store, site.api, account);
  try {
    const started = performance.now();
    const list = createLists(store).getTrackerList(site, createSummary(), openOnly);
    await list.load();
    const milliseconds = performance.now() - started;
    const rows = list.rows();
    const [first, second] = rows;
    const isNewestFirst = (first?.id ?? 0) > (second?.id ?? 0);
    const areOpen = rows.every((row) => row.kind === "artifact" && (!openOnly || row.isOpen === true));
    if (rows.length < 40 || !isNewestFirst || !areOpen) {
      throw new Error(`Unexpected first rows: ${rows.length}.`);
    }
    return milliseconds;
  } finally {
    await store.connections.close();
  }
}

function createLists({ sites, catalog, pinnedProjects }: TestStore): ArtifactLists {
  return new ArtifactLists({
    sites,
    catalog,
    pinnedProjects,
    currentUser: new CurrentUser(emptyMemento),
    now: () => new Date(),
  });
}

function createSummary(): TrackerSummary {
  const uri = `trackers/${trackerId}`;
  return {
    kind: "tracker",
    id: trackerId,
    uri,
    label: "",
    color: undefined,
    artifactsUri: `${uri}/artifacts`,
  };
}

async function measureMemory({ url, accounts }: Simulator, artifacts: number): Promise<number> {
  const probe = join(import.meta.dirname, "..", "rowsProbe.ts");
  const site = JSON.stringify({ api: `${url}/api`, key: accounts.admin.accessKey });
  const args = [probe, site, String(trackerId), String(artifacts)];
  return Number(await runCommand(process.execPath, args));
}
