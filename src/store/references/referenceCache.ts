// Resolves references to artifacts. Concurrent requests for the same artifact are shared, and responses are cached. IDs
// come from references that `model/reference` has accepted, so that dates and versions are never requested.
import type { Client } from "../../api/client.ts";
import type { Artifact } from "../../model/artifact.ts";
import { Canceled, type Failure, isMissingApiRoute, isFailure } from "../../model/failure.ts";
import { parseArtifactId } from "../../model/reference/artifactReference.ts";
import type { Site } from "../../model/site.ts";
import type { Catalog, SiteCatalog } from "../catalog.ts";
import { mapConcurrent } from "../concurrency.ts";
import { Emitter } from "../emitter.ts";
import { toApiRoot } from "../sites.ts";

export interface ReferencedArtifact {
  readonly kind: "artifact";
  readonly artifactId: number;
  readonly title: string | undefined;
  readonly status: string | undefined;
  /** `undefined` if the server doesn't report it. */
  readonly isOpen: boolean | undefined;
  readonly assignees: readonly string[];
  readonly trackerId: number | undefined;
  readonly trackerLabel: string | undefined;
  /** Web page, if the server reports it. */
  readonly page: string | undefined;
  /** ISO 8601. */
  readonly modifiedOn: string | undefined;
}

/** A cached response. `unreadable` artifacts exist, but the account can't access them. */
export type CachedReference =
  ReferencedArtifact | { readonly kind: "missing" | "unreadable"; readonly artifactId: number };

/** `unknown`: the request failed. */
export type ResolvedReference =
  CachedReference | { readonly kind: "unknown"; readonly artifactId: number; readonly failure: Failure };

function toReferencedArtifact(artifact: Artifact): ReferencedArtifact {
  const { id, title, status, isOpen, assignees, tracker, page, modifiedOn } = artifact;
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
    modifiedOn,
  };
}

// Cached responses of a site, including missing artifacts, limited by number and age.

const maxCached = 1000;
const maxAgeMs = 5 * 60_000;
/** Missing artifacts may be created, and permissions granted, at any time. */
const maxMissingAgeMs = 60_000;

export class ExpiringReferences {
  readonly #now: () => number;
  /** Oldest first. */
  readonly #entries = new Map<number, { readonly answer: CachedReference; readonly cameAt: number }>();

  constructor(now: () => number) {
    this.#now = now;
  }

  get(artifactId: number): CachedReference | undefined {
    const entry = this.#entries.get(artifactId);
    if (entry === undefined) return undefined;
    const maxAge = entry.answer.kind === "artifact" ? maxAgeMs : maxMissingAgeMs;
    if (this.#now() - entry.cameAt < maxAge) return entry.answer;
    this.#entries.delete(artifactId);
    return undefined;
  }

  set(answer: CachedReference): void {
    this.#entries.delete(answer.artifactId);
    this.#entries.set(answer.artifactId, { answer, cameAt: this.#now() });
    for (const oldest of this.#entries.keys()) {
      if (this.#entries.size <= maxCached) return;
      this.#entries.delete(oldest);
    }
  }

  delete(artifactId: number): void {
    this.#entries.delete(artifactId);
  }
}

/** Maximum IDs per request. */
const maxBatchSize = 100;
const maxConcurrent = 4;

/** Clients whose server has no batch request. */
const clientsWithoutBatch = new WeakSet<Client>();

function toFailedReference(artifactId: number, failure: Failure): ResolvedReference {
  switch (failure.kind) {
    case "notFound":
      return { kind: "missing", artifactId };
    case "forbidden":
      return { kind: "unreadable", artifactId };
    default:
      return { kind: "unknown", artifactId, failure };
  }
}

async function loadOne(client: Client, artifactId: number, signal: AbortSignal): Promise<ResolvedReference> {
  try {
    return toReferencedArtifact(await client.artifact(artifactId, signal));
  } catch (failure) {
    if (!isFailure(failure)) throw failure;
    return toFailedReference(artifactId, failure);
  }
}

/** A batch response leaves out inaccessible artifacts. */
async function loadBatch(
  client: Client,
  ids: readonly number[],
  signal: AbortSignal,
): Promise<readonly ResolvedReference[]> {
  // A single request tells whether the artifact is missing or inaccessible.
  if (ids.length < 2 || clientsWithoutBatch.has(client)) return [];
  try {
    const artifacts = await client.artifactsById(ids, signal);
    return artifacts
      .filter((reference): reference is Artifact => reference.kind === "artifact")
      .map(toReferencedArtifact);
  } catch (failure) {
    if (!isFailure(failure)) throw failure;
    if (isMissingApiRoute(failure)) {
      clientsWithoutBatch.add(client);
      return [];
    }
    return ids.map((artifactId) => ({ kind: "unknown", artifactId, failure }));
  }
}

/** A batch doesn't tell missing artifacts from inaccessible ones; only so many are requested alone. */
const maxSingleRequests = 10;

/** Calls `onResolved` once for each ID. */
async function loadReferences(
  client: Client,
  ids: readonly number[],
  signal: AbortSignal,
  onResolved: (reference: ResolvedReference) => void,
): Promise<void> {
  const remaining = new Set(ids);
  for (let offset = 0; offset < ids.length; offset += maxBatchSize) {
    for (const reference of await loadBatch(client, ids.slice(offset, offset + maxBatchSize), signal)) {
      if (remaining.delete(reference.artifactId)) onResolved(reference);
    }
  }
  const isBatched = ids.length > 1 && !clientsWithoutBatch.has(client);
  const left = [...remaining];
  const requested = isBatched ? left.slice(0, maxSingleRequests) : left;
  await mapConcurrent(requested, maxConcurrent, async (id) => onResolved(await loadOne(client, id, signal)));
  for (const artifactId of left.slice(requested.length)) onResolved({ kind: "missing", artifactId });
}

/** A shared request that lives as long as a caller waits for it. */
class ReferenceRequest {
  readonly result: Promise<ReadonlyMap<number, ResolvedReference>>;
  readonly #controller = new AbortController();
  readonly #onEnd: () => void;
  #waiterCount = 0;

  constructor(
    load: (signal: AbortSignal) => Promise<ReadonlyMap<number, ResolvedReference>>,
    onEnd: () => void,
  ) {
    this.#onEnd = onEnd;
    this.result = Promise.resolve().then(() => load(this.#controller.signal));
  }

  /** Aborting one caller doesn't affect the others; the last one cancels the request. */
  async join(site: Site, signal: AbortSignal): Promise<ReadonlyMap<number, ResolvedReference>> {
    let rejectCanceled: () => void = () => undefined;
    const canceled = new Promise<never>((_, reject) => {
      rejectCanceled = () => reject(new Canceled({ method: "GET", url: site.api }));
    });
    signal.addEventListener("abort", rejectCanceled);
    this.#waiterCount += 1;
    try {
      return await Promise.race([this.result, canceled]);
    } finally {
      signal.removeEventListener("abort", rejectCanceled);
      this.#waiterCount -= 1;
      if (this.#waiterCount === 0) {
        this.#onEnd();
        this.#controller.abort();
      }
    }
  }
}

/** References of one site and account. */
class SiteReferences {
  readonly catalog: SiteCatalog;
  readonly cached: ExpiringReferences;
  readonly #requests = new Map<number, ReferenceRequest>();

  constructor(catalog: SiteCatalog, now: () => number) {
    this.catalog = catalog;
    this.cached = new ExpiringReferences(now);
  }

  /** The requests that resolve these IDs. */
  getRequests(ids: readonly number[]): readonly ReferenceRequest[] {
    const missing = ids.filter((id) => !this.#requests.has(id));
    if (missing.length > 0) this.#startRequest(missing);
    return [...new Set(ids.flatMap((id) => this.#requests.get(id) ?? []))];
  }

  forget(artifactId: number): void {
    this.cached.delete(artifactId);
    this.#requests.delete(artifactId);
  }

  #startRequest(ids: readonly number[]): void {
    const request = new ReferenceRequest(
      (signal) => this.#load(ids, signal, (id) => this.#requests.get(id) === request),
      () => {
        for (const id of ids) if (this.#requests.get(id) === request) this.#requests.delete(id);
      },
    );
    for (const id of ids) this.#requests.set(id, request);
  }

  async #load(
    ids: readonly number[],
    signal: AbortSignal,
    isCurrent: (artifactId: number) => boolean,
  ): Promise<ReadonlyMap<number, ResolvedReference>> {
    const references = new Map<number, ResolvedReference>();
    try {
      const { client } = await this.catalog.connect();
      await loadReferences(client, ids, signal, (reference) => {
        references.set(reference.artifactId, reference);
        // A response is stale if the artifact was changed meanwhile.
        if (reference.kind !== "unknown" && isCurrent(reference.artifactId)) this.cached.set(reference);
      });
    } catch (failure) {
      if (!isFailure(failure)) throw failure;
      for (const artifactId of ids) references.set(artifactId, { kind: "unknown", artifactId, failure });
    }
    return references;
  }
}

export class ReferenceCache {
  /** Fires when an artifact, or all artifacts of a site, may have changed. */
  readonly onDidChange = new Emitter<{ readonly siteApi: string; readonly artifactId: number | undefined }>();
  readonly #catalog: Catalog;
  readonly #now: () => number;
  readonly #sites = new Map<string, SiteReferences>();
  readonly #listeners: readonly { dispose(): void }[];

  constructor(catalog: Catalog, now: () => number) {
    this.#catalog = catalog;
    this.#now = now;
    this.#listeners = [
      catalog.onDidWriteArtifact.event(({ siteApi, artifactId }) => {
        this.#sites.get(siteApi)?.forget(artifactId);
        this.onDidChange.fire({ siteApi, artifactId });
      }),
      catalog.onDidForgetSite.event((siteApi) => {
        this.#sites.delete(siteApi);
        this.onDidChange.fire({ siteApi, artifactId: undefined });
      }),
    ];
  }

  /** Returns the cached response without a request. */
  getCached(site: Site, artifactId: number): CachedReference | undefined {
    return this.#getSiteReferences(site).cached.get(artifactId);
  }

  /** Makes the next `resolve` request these artifacts. */
  invalidate(site: Site, ids: readonly number[]): void {
    const references = this.#getSiteReferences(site);
    for (const id of ids) references.forget(id);
  }

  /** Resolves each ID. Failed requests are `unknown`; only cancellation is thrown. */
  async resolve(
    site: Site,
    ids: readonly number[],
    signal: AbortSignal,
  ): Promise<ReadonlyMap<number, ResolvedReference>> {
    if (signal.aborted) throw new Canceled({ method: "GET", url: site.api });
    const siteReferences = this.#getSiteReferences(site);
    const references = new Map<number, ResolvedReference>();
    for (const id of ids) {
      const answer = siteReferences.cached.get(id);
      if (answer !== undefined) references.set(id, answer);
    }
    const missingIds = new Set(ids.filter((id) => !references.has(id)));
    const requests = siteReferences.getRequests([...missingIds]);
    for (const resolved of await Promise.all(requests.map((request) => request.join(site, signal)))) {
      for (const [id, reference] of resolved) if (missingIds.has(id)) references.set(id, reference);
    }
    return references;
  }

  dispose(): void {
    for (const reference of this.#listeners) reference.dispose();
  }

  /** The catalog is replaced when the site's account changes. */
  #getSiteReferences(site: Site): SiteReferences {
    const catalog = this.#catalog.getSite(site);
    const existing = this.#sites.get(site.api);
    if (existing?.catalog === catalog) return existing;
    const created = new SiteReferences(catalog, this.#now);
    this.#sites.set(site.api, created);
    return created;
  }
}

// External links: `…/open?site=<url>&id=12`, or `…/open/<host of the site>/12`. They can only name an artifact of a
// connected site: no action, no new site.

type ExternalLinkResult =
  | { readonly kind: "artifact"; readonly site: Site; readonly artifactId: number }
  | { readonly kind: "notConnected" | "malformed" };

/** Both parts are decoded by VS Code. */
interface ExternalLink {
  readonly path: string;
  readonly query: string;
}

const maxLinkLength = 2000;
const readableLinkPattern = /^\/open\/([^/]+)\/([^/]+)$/;

function splitExternalLink({ path, query }: ExternalLink): readonly [site: string, id: string] | undefined {
  if (path.length + query.length > maxLinkLength) return undefined;
  const [, host, idText] = readableLinkPattern.exec(path) ?? [];
  if (host !== undefined && idText !== undefined) return query === "" ? [host, idText] : undefined;
  if (path !== "/open") return undefined;
  const parameters = new URLSearchParams(query);
  const [sites, ids] = [parameters.getAll("site"), parameters.getAll("id")];
  const [site, id] = [sites[0], ids[0]];
  const isValid = sites.length === 1 && ids.length === 1 && parameters.size === 2;
  return isValid && site !== undefined && id !== undefined ? [site, id] : undefined;
}

/** By URL in any form; a host is enough if only one site has it. */
function findSiteByName(sites: readonly Site[], name: string): Site | undefined {
  const api = toApiRoot(name);
  const exact = sites.find((site) => site.api === api);
  if (exact !== undefined) return exact;
  const sitesWithHost = sites.filter(({ web }) => new URL(web).host === name.toLowerCase());
  return sitesWithHost.length === 1 ? sitesWithHost[0] : undefined;
}

export function findExternalLinkArtifact(sites: readonly Site[], link: ExternalLink): ExternalLinkResult {
  const [name, idText] = splitExternalLink(link) ?? [];
  const artifactId = parseArtifactId(idText ?? "");
  if (name === undefined || name.trim() === "" || artifactId === undefined) return { kind: "malformed" };
  const site = findSiteByName(sites, name.trim());
  return site === undefined ? { kind: "notConnected" } : { kind: "artifact", site, artifactId };
}
