// Looking up the artifacts that texts refer to. Who asks for the same at the same time shares a request; what came is kept for a
// while. Ids come from references that `model/reference` has accepted, so that no date and no version is ever asked for.
import { Cancelled, isFailure } from "../../model/failure.ts";
import type { Site } from "../../model/site.ts";
import type { Catalog, SiteCatalog } from "../catalog.ts";
import { Emitter } from "../emitter.ts";
import { Answers } from "./answers.ts";
import { readTold } from "./readTold.ts";
import type { Answer, Told } from "./told.ts";

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
