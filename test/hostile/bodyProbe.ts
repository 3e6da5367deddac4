// node --expose-gc bodyProbe.ts API PROBE [API PROBE…]: runs a probe against each server and prints a line with its outcome and
// the memory growth of this process.
import { type Client, createClient } from "../../src/api/client.ts";
import { defaultRetryPolicy } from "../../src/api/network/retry.ts";
import { isFailure } from "../../src/model/failure.ts";
import { Catalog } from "../../src/store/catalog.ts";
import type { SiteCatalog } from "../../src/store/catalog.ts";
import type { Connections } from "../../src/store/connections.ts";
import { RowList } from "../../src/store/queries/rowList.ts";
import { createTrackerSource } from "../../src/store/queries/rowSources.ts";

export interface ProbeResult {
  /** Kind and reason of a failure, or what was loaded. */
  readonly outcome: string;
  readonly peakMiB: number;
  readonly retainedMiB: number;
  readonly milliseconds: number;
}

const mebibyte = 1024 * 1024;

const project = {
  kind: "project",
  id: 1,
  uri: "projects/1",
  label: "",
  shortName: "",
  description: undefined,
  access: undefined,
  isMember: undefined,
  resources: [],
  hasMilestones: false,
} as const;

const tracker = {
  kind: "tracker",
  id: 1,
  uri: "trackers/1",
  artifactsUri: "trackers/1/artifacts",
  label: "",
  color: undefined,
} as const;

const file = {
  id: 1,
  name: "a",
  size: 10,
  type: "text/plain",
  description: "",
  page: "/plugins/tracker/attachments/1-a",
};

/** Referenced after the probes, so that the retained memory includes the lists. */
const catalogs: SiteCatalog[] = [];

function createCatalog(client: Client, api: string): SiteCatalog {
  const site = { api, web: api, label: "", format: "json", caFile: undefined } as const;
  // The catalog uses no other member.
  const connections = { connect: () => Promise.resolve({ site, account: undefined, client }) };
  const catalog = new Catalog(connections as unknown as Connections).getSite(site);
  catalogs.push(catalog);
  return catalog;
}

const rowLists: RowList[] = [];

type Probe = (client: Client, api: string) => Promise<string>;

const probes: Readonly<Record<string, Probe>> = {
  list: async (client) => `${(await client.projects(0)).items.length} read`,
  trackers: async (client) => `${(await client.trackers(project, 0)).items.length} read`,
  artifact: async (client) => `${(await client.artifactWithStructure(1)).values.length} values`,
  svn: async (client) => `${(await client.svnRepository(1)).id} read`,
  raw: async (client) => {
    const { text, isTruncated } = await client.fetchRawResponse("projects/1", 5 * mebibyte);
    return `${text.length} characters${isTruncated ? ", cut" : ""}`;
  },
  image: async (client) => `${(await client.fetchImage("/picture.png")).bytes.length} bytes`,
  file: async (client) => {
    let count = 0;
    for await (const bytes of (await client.download(file)).bytes) count += bytes.length;
    return `${count} bytes`;
  },
  update: async (client) => {
    await client.overwriteArtifact(1, { changes: [], comment: undefined });
    return "written";
  },
  allProjects: async (client, api) => {
    const { allProjects } = createCatalog(client, api);
    await allProjects.loadUntil(() => false);
    const { lastFailure } = allProjects;
    const suffix =
      lastFailure?.failure.kind === "unexpectedResponse" ? `, then ${lastFailure.failure.reason}` : "";
    return `${allProjects.items.length} read${suffix}`;
  },
  manyLists: async (client, api) => {
    const catalog = createCatalog(client, api);
    let count = 0;
    for (let id = 1; id <= 25; id += 1) {
      const trackers = catalog.trackers({ ...project, id, uri: `projects/${id}` });
      await trackers.load();
      count += trackers.items.filter(({ kind }) => kind === "tracker").length;
    }
    return `${count} read`;
  },
  allRows: async (client, api) => {
    const catalog = createCatalog(client, api);
    const rows = new RowList(createTrackerSource({ connect: () => catalog.connectForReading() }, tracker));
    rowLists.push(rows);
    await rows.loadUntil(() => false);
    const { lastFailure } = rows;
    const suffix =
      lastFailure?.failure.kind === "unexpectedResponse" ? `, then ${lastFailure.failure.reason}` : "";
    return `${rows.items.filter(({ kind }) => kind === "artifact").length} read${suffix}`;
  },
};

function collectGarbage(): NodeJS.MemoryUsage {
  // The second collection frees what the first one finalized.
  globalThis.gc?.();
  globalThis.gc?.();
  return process.memoryUsage();
}

function getUsedBytes({ heapUsed, external }: NodeJS.MemoryUsage): number {
  return heapUsed + external;
}

async function describeOutcome(client: Client, api: string, probe: string): Promise<string> {
  try {
    return (await probes[probe]?.(client, api)) ?? "Unknown probe.";
  } catch (failure) {
    if (!isFailure(failure)) throw failure;
    return "reason" in failure ? `${failure.kind} ${failure.reason}` : failure.kind;
  }
}

async function runProbe(api: string, probe: string): Promise<ProbeResult> {
  const client = createClient({
    api,
    credential: undefined,
    caFile: undefined,
    observe: () => undefined,
    retry: { ...defaultRetryPolicy, attempts: 1 },
  });
  // The first request loads code, which is not counted.
  await client.serverVersion().catch(() => undefined);
  const before = getUsedBytes(collectGarbage());
  const peakBefore = process.resourceUsage().maxRSS;
  const started = performance.now();
  const outcome = await describeOutcome(client, api, probe);
  const milliseconds = Math.round(performance.now() - started);
  const peak = process.resourceUsage().maxRSS - peakBefore;
  await client.close();
  return {
    outcome,
    peakMiB: Math.round(peak / 1024),
    retainedMiB: Math.round((getUsedBytes(collectGarbage()) - before) / mebibyte),
    milliseconds,
  };
}

const args = process.argv.slice(2);
for (let index = 0; index + 1 < args.length; index += 2) {
  console.log(JSON.stringify(await runProbe(args[index] ?? "", args[index + 1] ?? "")));
}
