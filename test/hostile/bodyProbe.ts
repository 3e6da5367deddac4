// node --expose-gc bodyProbe.ts API WHAT [API WHAT…]: asks servers for one thing each, in a process of its own, and prints a line for
// each: what came of it, and by how much the process has grown.
import { type Client, createClient } from "../../src/api/client.ts";
import { usualRetry } from "../../src/api/network/retry.ts";
import { isFailure } from "../../src/model/failure.ts";
import { Catalog } from "../../src/store/catalog.ts";
import type { SiteCatalog } from "../../src/store/catalog.ts";
import type { Connections } from "../../src/store/connections.ts";
import { RowList } from "../../src/store/queries/rowList.ts";
import { allOf } from "../../src/store/queries/sources.ts";

/** What the process tells about one question. */
export interface Probed {
  /** A failure's kind and reason, or what was read. */
  readonly outcome: string;
  readonly peakMiB: number;
  readonly keptMiB: number;
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

/** Beyond the questions, so that what is left when they were answered is what the lists keep. */
const catalogs: SiteCatalog[] = [];

function catalogOf(client: Client, api: string): SiteCatalog {
  const site = { api, web: api, label: "", format: "json", caFile: undefined } as const;
  // Of the connections it needs no more than this one.
  const connections = { to: () => Promise.resolve({ site, account: undefined, client }) };
  const catalog = new Catalog(connections as unknown as Connections).of(site);
  catalogs.push(catalog);
  return catalog;
}

const founds: RowList[] = [];

type Question = (client: Client, api: string) => Promise<string>;

const questions: Readonly<Record<string, Question>> = {
  list: async (client) => `${(await client.projects(0)).items.length} read`,
  trackers: async (client) => `${(await client.trackers(project, 0)).items.length} read`,
  artifact: async (client) => `${(await client.artifactWithStructure(1)).values.length} values`,
  svn: async (client) => `${(await client.svn(1)).id} read`,
  raw: async (client) => {
    const { text, isCut } = await client.raw("projects/1", 5 * mebibyte);
    return `${text.length} characters${isCut ? ", cut" : ""}`;
  },
  image: async (client) => `${(await client.image("/picture.png")).bytes.length} bytes`,
  file: async (client) => {
    let read = 0;
    for await (const bytes of (await client.download(file)).bytes) read += bytes.length;
    return `${read} bytes`;
  },
  update: async (client) => {
    await client.overwrite(1, { changes: [], comment: undefined });
    return "written";
  },
  allProjects: async (client, api) => {
    const { allProjects } = catalogOf(client, api);
    await allProjects.loadUntil(() => false);
    const { trouble } = allProjects;
    const ended = trouble?.failure.kind === "notUnderstood" ? `, then ${trouble.failure.reason}` : "";
    return `${allProjects.items.length} read${ended}`;
  },
  manyLists: async (client, api) => {
    const catalog = catalogOf(client, api);
    let read = 0;
    for (let id = 1; id <= 25; id += 1) {
      const listing = catalog.trackers({ ...project, id, uri: `projects/${id}` });
      await listing.load();
      read += listing.items.filter(({ kind }) => kind === "tracker").length;
    }
    return `${read} read`;
  },
  allRows: async (client, api) => {
    const catalog = catalogOf(client, api);
    const found = new RowList(allOf(() => catalog.showing(), tracker));
    founds.push(found);
    await found.loadUntil(() => false);
    const { trouble } = found;
    const ended = trouble?.failure.kind === "notUnderstood" ? `, then ${trouble.failure.reason}` : "";
    return `${found.items.filter(({ kind }) => kind === "artifact").length} read${ended}`;
  },
};

function collected(): NodeJS.MemoryUsage {
  // Twice, as the first may leave what it has just made weak.
  globalThis.gc?.();
  globalThis.gc?.();
  return process.memoryUsage();
}

function inUse({ heapUsed, external }: NodeJS.MemoryUsage): number {
  return heapUsed + external;
}

async function outcomeOf(client: Client, api: string, what: string): Promise<string> {
  try {
    return (await questions[what]?.(client, api)) ?? "There is no such question.";
  } catch (failure) {
    if (!isFailure(failure)) throw failure;
    return "reason" in failure ? `${failure.kind} ${failure.reason}` : failure.kind;
  }
}

async function probed(api: string, what: string): Promise<Probed> {
  const client = createClient({
    api,
    credential: undefined,
    caFile: undefined,
    observe: () => undefined,
    retry: { ...usualRetry, attempts: 1 },
  });
  // What is loaded with the first request, and the room that it takes, is no growth.
  await client.version().catch(() => undefined);
  const before = inUse(collected());
  const peakBefore = process.resourceUsage().maxRSS;
  const started = performance.now();
  const outcome = await outcomeOf(client, api, what);
  const milliseconds = Math.round(performance.now() - started);
  const peak = process.resourceUsage().maxRSS - peakBefore;
  await client.close();
  return {
    outcome,
    peakMiB: Math.round(peak / 1024),
    keptMiB: Math.round((inUse(collected()) - before) / mebibyte),
    milliseconds,
  };
}

const asked = process.argv.slice(2);
for (let at = 0; at + 1 < asked.length; at += 2) {
  console.log(JSON.stringify(await probed(asked[at] ?? "", asked[at + 1] ?? "")));
}
