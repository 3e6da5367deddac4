import { join } from "node:path";
import { ArtifactSearch } from "../../../src/store/queries/artifactSearch.ts";
import { RecentArtifacts } from "../../../src/store/queries/recentArtifacts.ts";
import { SearchScopeStore } from "../../../src/store/queries/searchedTrackers.ts";
import { startSimulator } from "../../simulator/simulator.ts";
import { createTestStore, signIn } from "../../support/fixtures/testStore.ts";
import { withServer } from "../benchSite.ts";
import { countIdleInboxRequests } from "../measureInbox.ts";
import { getUsualTime } from "../statistics.ts";
import { roundFigures } from "../roundFigures.ts";
import { type Figures, type Scale, pickByScale } from "../scale.ts";

const delayMs = 50;
/** Each in many titles and descriptions of several projects. */
const texts = ["the", "map", "tide", "chart", "alarm"];

const emptyMemento = { keys: () => [], get: () => undefined, update: () => Promise.resolve() };

type Account = Parameters<typeof signIn>[2];

/** Requests of a search over all projects, the time until its first hits, and requests of an inbox without changes. */
export async function measure(scale: Scale): Promise<Figures> {
  const rounds = pickByScale(scale, { full: 9, smallest: 1 });
  return roundFigures({
    "search.requests": await countRequests(),
    "firstHits.delays": await countDelays(rounds),
    "inbox.idle.requests": await countIdleInboxRequests(),
  });
}

async function countRequests(): Promise<number> {
  const server = await startSimulator({ dialect: "product" });
  try {
    return await withSearch(server.url, server.accounts.admin, async (search) => {
      let most = 0;
      for (const text of texts) {
        const before = server.requests.length;
        await findFirstHits(search, text);
        // The first search of a window also asks whether the server has a full-text search.
        if (text !== texts[0]) most = Math.max(most, server.requests.length - before);
      }
      return most;
    });
  } finally {
    await server.close();
  }
}

/** The difference between a server with and without delay, divided by the delay. */
async function countDelays(rounds: number): Promise<number> {
  const measureMs = (latency: number): Promise<number> => {
    const program = join(import.meta.dirname, "..", "tickingServer.ts");
    return withServer([program, String(latency)], async ({ api }, info) => {
      const { admin } = (info as { readonly accounts: { readonly admin: Account } }).accounts;
      const times: number[] = [];
      for (let round = 0; round <= rounds; round += 1) {
        // A new window, which doesn't know yet what the server can do.
        const text = texts[round % texts.length] ?? "";
        times.push(
          await withSearch(api.replace(/\/api$/, ""), admin, (search) => findFirstHits(search, text)),
        );
      }
      // The first round loads code.
      return getUsualTime(times.slice(1));
    });
  };
  return ((await measureMs(delayMs)) - (await measureMs(0))) / delayMs;
}

async function withSearch<Result>(
  url: string,
  account: Account,
  work: (search: ArtifactSearch) => Promise<Result>,
): Promise<Result> {
  const store = createTestStore([{ url }]);
  const { catalog, pinnedProjects, connections } = store;
  const [site] = store.sites.list();
  if (site === undefined) throw new Error("The site is missing in the settings.");
  await signIn(store, site.api, account);
  const services = {
    catalog,
    pinnedProjects,
    recentlyOpened: new RecentArtifacts(emptyMemento),
    scope: new SearchScopeStore(emptyMemento),
  };
  try {
    return await work(ArtifactSearch.create(services, site));
  } finally {
    await connections.close();
  }
}

/** Returns the milliseconds until the first hits are shown, after the search has ended. */
async function findFirstHits(search: ArtifactSearch, text: string): Promise<number> {
  const started = performance.now();
  let milliseconds: number | undefined;
  await search.search(text, {
    usesFullText: true,
    onMatches: ({ rows }) => {
      if (rows.length > 0) milliseconds ??= performance.now() - started;
    },
  });
  if (milliseconds === undefined) throw new Error(`Nothing was found for ${text}.`);
  return milliseconds;
}
