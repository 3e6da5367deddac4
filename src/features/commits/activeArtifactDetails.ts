// Stores which artifact a branch was chosen for, and loads the details of active artifacts.
import { Emitter } from "../../store/emitter.ts";
import type { Memento } from "../../store/mementos.ts";
import type { CachedReference, ReferenceCache } from "../../store/references/referenceCache.ts";
import type { ErrorHandler } from "../../vscode/errorHandler.ts";
import type { ActiveArtifact } from "./workspaceContext.ts";

// The user's choice for a branch: to start or stop work. A branch whose name identifies the artifact needs none.

export type BranchArtifactChoice =
  | { readonly kind: "work"; readonly siteApi: string; readonly artifactId: number }
  /** No artifact, even if the name of the branch identifies one. */
  | { readonly kind: "stopped" };

interface StoredChoice {
  readonly branch: string;
  readonly choice: BranchArtifactChoice;
}

/** Per repository; the oldest choices are dropped. */
const maxChoices = 100;

function getMementoKey(repository: string): string {
  return `work ${repository}`;
}

type Properties = Readonly<Record<string, unknown>>;

/** Another version of the extension may have stored another format, which is ignored. */
function parseStoredChoice(value: unknown): readonly StoredChoice[] {
  if (typeof value !== "object" || value === null) return [];
  const { branch, choice } = value as Properties;
  if (typeof branch !== "string" || typeof choice !== "object" || choice === null) return [];
  const { kind, siteApi, artifactId } = choice as Properties;
  if (kind === "stopped") return [{ branch, choice: { kind } }];
  if (kind !== "work" || typeof siteApi !== "string" || typeof artifactId !== "number") return [];
  return [{ branch, choice: { kind, siteApi, artifactId } }];
}

export class BranchArtifactChoiceStore {
  readonly #memento: Memento;

  constructor(memento: Memento) {
    this.#memento = memento;
  }

  /** Undefined if the name of the branch decides. */
  get(repository: string, branch: string): BranchArtifactChoice | undefined {
    return this.#list(repository).find((stored) => stored.branch === branch)?.choice;
  }

  async set(repository: string, branch: string, choice: BranchArtifactChoice | undefined): Promise<void> {
    const otherChoices = this.#list(repository).filter((stored) => stored.branch !== branch);
    const choices =
      choice === undefined ? otherChoices : [{ branch, choice }, ...otherChoices].slice(0, maxChoices);
    await this.#memento.update(getMementoKey(repository), choices.length === 0 ? undefined : choices);
  }

  #list(repository: string): readonly StoredChoice[] {
    const stored = this.#memento.get(getMementoKey(repository));
    return Array.isArray(stored) ? stored.flatMap(parseStoredChoice) : [];
  }
}

/** A failed request is not repeated with each switch of editors. */
const retryDelayMs = 60_000;

function getArtifactKey({ site, artifactId }: ActiveArtifact): string {
  return `${site.api} ${artifactId}`;
}

export class ActiveArtifactDetails {
  readonly #referenceCache: ReferenceCache;
  readonly #errorHandler: Pick<ErrorHandler, "runInBackground">;
  readonly #now: () => number;
  /** The details of some artifact may have changed. */
  readonly onDidChange = new Emitter<void>();
  readonly #lastKnown = new Map<string, CachedReference>();
  readonly #requested = new Set<string>();
  readonly #failedAt = new Map<string, number>();
  readonly #controller = new AbortController();
  readonly #listener: { dispose(): void };

  constructor(
    referenceCache: ReferenceCache,
    errorHandler: Pick<ErrorHandler, "runInBackground">,
    now: () => number,
  ) {
    this.#referenceCache = referenceCache;
    this.#errorHandler = errorHandler;
    this.#now = now;
    this.#listener = referenceCache.onDidChange.event(({ siteApi, artifactId }) => {
      this.#failedAt.clear();
      // The account may have changed, and with it the permissions.
      const isOfSite = (key: string): boolean => artifactId === undefined && key.startsWith(`${siteApi} `);
      for (const key of this.#lastKnown.keys()) if (isOfSite(key)) this.#lastKnown.delete(key);
      this.onDidChange.fire();
    });
  }

  /** Undefined until the artifact is loaded, or if that fails; `onDidChange` fires afterwards. */
  get(active: ActiveArtifact): CachedReference | undefined {
    const key = getArtifactKey(active);
    const cached = this.#referenceCache.getCached(active.site, active.artifactId);
    if (cached !== undefined) this.#lastKnown.set(key, cached);
    else if (this.#isDue(key)) this.#request(key, active);
    return cached ?? this.#lastKnown.get(key);
  }

  dispose(): void {
    this.#controller.abort();
    this.#listener.dispose();
  }

  #isDue(key: string): boolean {
    const failedAt = this.#failedAt.get(key) ?? Number.NEGATIVE_INFINITY;
    return !this.#requested.has(key) && this.#now() - failedAt > retryDelayMs;
  }

  #request(key: string, { site, artifactId }: ActiveArtifact): void {
    this.#requested.add(key);
    this.#errorHandler.runInBackground("load active artifact", async () => {
      try {
        const reference = (
          await this.#referenceCache.resolve(site, [artifactId], this.#controller.signal)
        ).get(artifactId);
        // Only the id is shown then; commands on the artifact report the failure.
        if (reference === undefined || reference.kind === "unknown") this.#failedAt.set(key, this.#now());
      } finally {
        this.#requested.delete(key);
      }
      this.onDidChange.fire();
    });
  }
}
