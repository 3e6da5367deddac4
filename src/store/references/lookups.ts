// Looking up the artifacts that texts refer to. Who asks for the same at the same time shares a request; what came is kept for a
// while. Ids come from references that `model/reference` has accepted, so that no date and no version is ever asked for.
import type { Client } from "../../api/client.ts";
import type { Artifact } from "../../model/artifact.ts";
import { Cancelled, type Failure, hasNoRoute, isFailure } from "../../model/failure.ts";
import { artifactIdIn } from "../../model/reference/reference.ts";
import type { Site } from "../../model/site.ts";
import type { Catalog, SiteCatalog } from "../catalog.ts";
import { severalAtOnce } from "../concurrency.ts";
import { Emitter } from "../emitter.ts";
import { apiRootOf } from "../sites.ts";

// What a site tells of an artifact that a text refers to.

export interface ToldArtifact {
  readonly kind: "artifact";
  readonly artifactId: number;
  readonly title: string | undefined;
  readonly status: string | undefined;
  /** Undefined where the server does not tell. */
  readonly isOpen: boolean | undefined;
  readonly assignees: readonly string[];
  readonly trackerId: number | undefined;
  readonly trackerLabel: string | undefined;
  /** Address of its web page, where the server tells it. */
  readonly page: string | undefined;
}

/** An answer that holds for a while. `unreadable` is there, but not for this account. */
export type Answer = ToldArtifact | { readonly kind: "missing" | "unreadable"; readonly artifactId: number };

/** `unknown`: the question failed, which says nothing of the artifact. */
export type Told =
  Answer | { readonly kind: "unknown"; readonly artifactId: number; readonly failure: Failure };

function toldOf(artifact: Artifact): ToldArtifact {
  const { id, title, status, isOpen, assignees, tracker, page } = artifact;
  return {
    kind: "artifact",
    artifactId: id,
    title,
    status,
    isOpen,
    assignees: assignees.map(({ label }) => label),
    trackerId: tracker.id,
    trackerLabel: tracker.label,
    page,
  };
}

// What was learnt of a site's artifacts not long ago, also that there is none: bounded in number and age.

const atMost = 1000;
const longestMs = 5 * 60_000;
/** What is not there may be made at any time, and rights are given. */
const longestWithoutMs = 60_000;

export class Answers {
  readonly #now: () => number;
  /** The oldest first. */
  readonly #kept = new Map<number, { readonly answer: Answer; readonly cameAt: number }>();

  constructor(now: () => number) {
    this.#now = now;
  }

  get(artifactId: number): Answer | undefined {
    const kept = this.#kept.get(artifactId);
    if (kept === undefined) return undefined;
    const longest = kept.answer.kind === "artifact" ? longestMs : longestWithoutMs;
    if (this.#now() - kept.cameAt < longest) return kept.answer;
    this.#kept.delete(artifactId);
    return undefined;
  }

  keep(answer: Answer): void {
    this.#kept.delete(answer.artifactId);
    this.#kept.set(answer.artifactId, { answer, cameAt: this.#now() });
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= atMost) return;
      this.#kept.delete(oldest);
    }
  }

  drop(artifactId: number): void {
    this.#kept.delete(artifactId);
  }
}

// Asking a server about artifacts by their numbers: together where it can, else one by one and few at once.

/** What a server tells of at once. */
const largestBatch = 100;
const atOnce = 4;

/** Clients of servers that can't tell of several at once, as their answers have shown. */
const withoutBatch = new WeakSet<Client>();

function whyNot(artifactId: number, failure: Failure): Told {
  switch (failure.kind) {
    case "notFound":
      return { kind: "missing", artifactId };
    case "forbidden":
      return { kind: "unreadable", artifactId };
    default:
      return { kind: "unknown", artifactId, failure };
  }
}

async function readOne(client: Client, artifactId: number, signal: AbortSignal): Promise<Told> {
  try {
    return toldOf(await client.artifact(artifactId, signal));
  } catch (failure) {
    if (!isFailure(failure)) throw failure;
    return whyNot(artifactId, failure);
  }
}

/** Those that the server tells together; a batch leaves out what may not be seen, without a word. */
async function readTogether(
  client: Client,
  ids: readonly number[],
  signal: AbortSignal,
): Promise<readonly Told[]> {
  // One alone is told better by itself: whether it is missing or hidden.
  if (ids.length < 2 || withoutBatch.has(client)) return [];
  try {
    const told = await client.artifactsById(ids, signal);
    return told.filter((each): each is Artifact => each.kind === "artifact").map(toldOf);
  } catch (failure) {
    if (!isFailure(failure)) throw failure;
    if (hasNoRoute(failure)) {
      withoutBatch.add(client);
      return [];
    }
    return ids.map((artifactId) => ({ kind: "unknown", artifactId, failure }));
  }
}

/** `take` is told of each as it comes; each id once. */
async function readTold(
  client: Client,
  ids: readonly number[],
  signal: AbortSignal,
  take: (told: Told) => void,
): Promise<void> {
  const left = new Set(ids);
  for (let at = 0; at < ids.length; at += largestBatch) {
    for (const told of await readTogether(client, ids.slice(at, at + largestBatch), signal)) {
      if (left.delete(told.artifactId)) take(told);
    }
  }
  await severalAtOnce([...left], atOnce, async (id) => take(await readOne(client, id, signal)));
}

/** One piece of work, for as long as somebody waits for it. */
class Asking {
  readonly told: Promise<ReadonlyMap<number, Told>>;
  readonly #controller = new AbortController();
  readonly #end: () => void;
  #waiting = 0;

  constructor(read: (signal: AbortSignal) => Promise<ReadonlyMap<number, Told>>, end: () => void) {
    this.#end = end;
    this.told = Promise.resolve().then(() => read(this.#controller.signal));
  }

  /** Whoever calls it off leaves the others waiting; the last one ends it. */
  async join(site: Site, signal: AbortSignal): Promise<ReadonlyMap<number, Told>> {
    let leave: () => void = () => undefined;
    const left = new Promise<never>((_, reject) => {
      leave = () => reject(new Cancelled({ method: "GET", url: site.api }));
    });
    signal.addEventListener("abort", leave);
    this.#waiting += 1;
    try {
      return await Promise.race([this.told, left]);
    } finally {
      signal.removeEventListener("abort", leave);
      this.#waiting -= 1;
      if (this.#waiting === 0) {
        this.#end();
        this.#controller.abort();
      }
    }
  }
}

/** What is known of one site, as one account sees it. */
class SiteLookups {
  readonly catalog: SiteCatalog;
  readonly answers: Answers;
  readonly #asked = new Map<number, Asking>();

  constructor(catalog: SiteCatalog, now: () => number) {
    this.catalog = catalog;
    this.answers = new Answers(now);
  }

  /** All that is needed to hear of these. */
  askings(ids: readonly number[]): readonly Asking[] {
    const missing = ids.filter((id) => !this.#asked.has(id));
    if (missing.length > 0) this.#ask(missing);
    return [...new Set(ids.flatMap((id) => this.#asked.get(id) ?? []))];
  }

  forget(artifactId: number): void {
    this.answers.drop(artifactId);
    this.#asked.delete(artifactId);
  }

  #ask(ids: readonly number[]): void {
    const asking = new Asking(
      (signal) => this.#read(ids, signal, (id) => this.#asked.get(id) === asking),
      () => {
        for (const id of ids) if (this.#asked.get(id) === asking) this.#asked.delete(id);
      },
    );
    for (const id of ids) this.#asked.set(id, asking);
  }

  async #read(
    ids: readonly number[],
    signal: AbortSignal,
    isCurrent: (artifactId: number) => boolean,
  ): Promise<ReadonlyMap<number, Told>> {
    const told = new Map<number, Told>();
    try {
      const { client } = await this.catalog.connection();
      await readTold(client, ids, signal, (each) => {
        told.set(each.artifactId, each);
        // Where something was written meanwhile, this is not the last word.
        if (each.kind !== "unknown" && isCurrent(each.artifactId)) this.answers.keep(each);
      });
    } catch (failure) {
      if (!isFailure(failure)) throw failure;
      for (const artifactId of ids) told.set(artifactId, { kind: "unknown", artifactId, failure });
    }
    return told;
  }
}

export class Lookups {
  /** Says of which artifact, or of which site whose artifacts, something else may be true by now. */
  readonly changed = new Emitter<{ readonly siteApi: string; readonly artifactId: number | undefined }>();
  readonly #catalog: Catalog;
  readonly #now: () => number;
  readonly #sites = new Map<string, SiteLookups>();
  readonly #listening: readonly { dispose(): void }[];

  constructor(catalog: Catalog, now: () => number) {
    this.#catalog = catalog;
    this.#now = now;
    this.#listening = [
      catalog.written.listen(({ siteApi, artifactId }) => {
        this.#sites.get(siteApi)?.forget(artifactId);
        this.changed.announce({ siteApi, artifactId });
      }),
      catalog.forgotten.listen((siteApi) => {
        this.#sites.delete(siteApi);
        this.changed.announce({ siteApi, artifactId: undefined });
      }),
    ];
  }

  /** What is known without asking. */
  known(site: Site, artifactId: number): Answer | undefined {
    return this.#of(site).answers.get(artifactId);
  }

  /** Of each id. What fails is `unknown`; only who calls it off is thrown at. */
  async lookUp(site: Site, ids: readonly number[], signal: AbortSignal): Promise<ReadonlyMap<number, Told>> {
    if (signal.aborted) throw new Cancelled({ method: "GET", url: site.api });
    const lookups = this.#of(site);
    const told = new Map<number, Told>();
    for (const id of ids) {
      const answer = lookups.answers.get(id);
      if (answer !== undefined) told.set(id, answer);
    }
    const wanted = new Set(ids.filter((id) => !told.has(id)));
    const askings = lookups.askings([...wanted]);
    for (const answered of await Promise.all(askings.map((asking) => asking.join(site, signal)))) {
      for (const [id, each] of answered) if (wanted.has(id)) told.set(id, each);
    }
    return told;
  }

  dispose(): void {
    for (const each of this.#listening) each.dispose();
  }

  /** A catalog is of one site and one account; another one takes its place when either may be another. */
  #of(site: Site): SiteLookups {
    const catalog = this.#catalog.of(site);
    const known = this.#sites.get(site.api);
    if (known?.catalog === catalog) return known;
    const fresh = new SiteLookups(catalog, this.#now);
    this.#sites.set(site.api, fresh);
    return fresh;
  }
}

// Links from outside VS Code: `…/open?site=<address>&id=12`, or `…/open/<host of the site>/12` for people to write. They can name
// an artifact of a site that is connected, and nothing else: no action, no new site.

type LinkedFromOutside =
  | { readonly kind: "artifact"; readonly site: Site; readonly artifactId: number }
  | { readonly kind: "notConnected" | "malformed" };

/** As VS Code hands it over: both parts decoded. */
interface OutsideLink {
  readonly path: string;
  readonly query: string;
}

const longest = 2000;
const readable = /^\/open\/([^/]+)\/([^/]+)$/;

function asked({ path, query }: OutsideLink): readonly [site: string, id: string] | undefined {
  if (path.length + query.length > longest) return undefined;
  const [, host, number] = readable.exec(path) ?? [];
  if (host !== undefined && number !== undefined) return query === "" ? [host, number] : undefined;
  if (path !== "/open") return undefined;
  const parameters = new URLSearchParams(query);
  const [sites, ids] = [parameters.getAll("site"), parameters.getAll("id")];
  const [site, id] = [sites[0], ids[0]];
  const isPlain = sites.length === 1 && ids.length === 1 && parameters.size === 2;
  return isPlain && site !== undefined && id !== undefined ? [site, id] : undefined;
}

/** By its address, however people write that; a host alone will do where only one site is there. */
function siteNamed(sites: readonly Site[], name: string): Site | undefined {
  const api = apiRootOf(name);
  const exact = sites.find((site) => site.api === api);
  if (exact !== undefined) return exact;
  const there = sites.filter(({ web }) => new URL(web).host === name.toLowerCase());
  return there.length === 1 ? there[0] : undefined;
}

export function linkedFromOutside(sites: readonly Site[], link: OutsideLink): LinkedFromOutside {
  const [name, number] = asked(link) ?? [];
  const artifactId = artifactIdIn(number ?? "");
  if (name === undefined || name.trim() === "" || artifactId === undefined) return { kind: "malformed" };
  const site = siteNamed(sites, name.trim());
  return site === undefined ? { kind: "notConnected" } : { kind: "artifact", site, artifactId };
}
