// What is known of active artifacts beside their numbers: asked for when one is shown, and shown until something newer is known.
import { Emitter } from "../../store/emitter.ts";
import type { Memory } from "../../store/mementos.ts";
import type { Answer, Lookups } from "../../store/references/lookups.ts";
import type { Boundary } from "../../vscode/errorHandler.ts";
import type { ActiveArtifact } from "./folderContext.ts";

// What somebody has said about the artifact of a branch: to work on one, or to be done with it. Branches whose name tells it
// need no such word.

export type WorkChoice =
  | { readonly kind: "work"; readonly siteApi: string; readonly artifactId: number }
  /** None, whatever the branch is called. */
  | { readonly kind: "stopped" };

interface Kept {
  readonly branch: string;
  readonly choice: WorkChoice;
}

/** Of one repository; those of branches that nobody has been on for long give way. */
const atMost = 100;

function memoryKey(repository: string): string {
  return `work ${repository}`;
}

type Members = Readonly<Record<string, unknown>>;

/** What another version of the program kept may look otherwise. */
function toKept(value: unknown): readonly Kept[] {
  if (typeof value !== "object" || value === null) return [];
  const { branch, choice } = value as Members;
  if (typeof branch !== "string" || typeof choice !== "object" || choice === null) return [];
  const { kind, siteApi, artifactId } = choice as Members;
  if (kind === "stopped") return [{ branch, choice: { kind } }];
  if (kind !== "work" || typeof siteApi !== "string" || typeof artifactId !== "number") return [];
  return [{ branch, choice: { kind, siteApi, artifactId } }];
}

export class WorkChoices {
  readonly #memory: Memory;

  constructor(memory: Memory) {
    this.#memory = memory;
  }

  /** Undefined where the name of the branch decides. */
  of(repository: string, branch: string): WorkChoice | undefined {
    return this.#list(repository).find((kept) => kept.branch === branch)?.choice;
  }

  async set(repository: string, branch: string, choice: WorkChoice | undefined): Promise<void> {
    const others = this.#list(repository).filter((kept) => kept.branch !== branch);
    const all = choice === undefined ? others : [{ branch, choice }, ...others].slice(0, atMost);
    await this.#memory.update(memoryKey(repository), all.length === 0 ? undefined : all);
  }

  #list(repository: string): readonly Kept[] {
    const kept = this.#memory.get(memoryKey(repository));
    return Array.isArray(kept) ? kept.flatMap(toKept) : [];
  }
}

/** What failed is not asked for again with each switch of editors. */
const patienceMs = 60_000;

function keyOf({ site, artifactId }: ActiveArtifact): string {
  return `${site.api} ${artifactId}`;
}

export class ActiveFacts {
  readonly #lookups: Lookups;
  readonly #boundary: Pick<Boundary, "start">;
  readonly #now: () => number;
  /** More is known of some artifact, or something else. */
  readonly changed = new Emitter<void>();
  readonly #last = new Map<string, Answer>();
  readonly #asked = new Set<string>();
  readonly #failedAt = new Map<string, number>();
  readonly #over = new AbortController();
  readonly #listening: { dispose(): void };

  constructor(lookups: Lookups, boundary: Pick<Boundary, "start">, now: () => number) {
    this.#lookups = lookups;
    this.#boundary = boundary;
    this.#now = now;
    this.#listening = lookups.changed.listen(({ siteApi, artifactId }) => {
      this.#failedAt.clear();
      // Whoever looks at a site now may be someone else, who may read other things.
      const isForgotten = (key: string): boolean => artifactId === undefined && key.startsWith(`${siteApi} `);
      for (const key of this.#last.keys()) if (isForgotten(key)) this.#last.delete(key);
      this.changed.announce();
    });
  }

  /** Undefined until it was read, and where that fails; `changed` tells when there is more. */
  of(active: ActiveArtifact): Answer | undefined {
    const key = keyOf(active);
    const known = this.#lookups.known(active.site, active.artifactId);
    if (known !== undefined) this.#last.set(key, known);
    else if (this.#isDue(key)) this.#ask(key, active);
    return known ?? this.#last.get(key);
  }

  dispose(): void {
    this.#over.abort();
    this.#listening.dispose();
  }

  #isDue(key: string): boolean {
    const failedAt = this.#failedAt.get(key) ?? Number.NEGATIVE_INFINITY;
    return !this.#asked.has(key) && this.#now() - failedAt > patienceMs;
  }

  #ask(key: string, { site, artifactId }: ActiveArtifact): void {
    this.#asked.add(key);
    this.#boundary.start("title of the active artifact", async () => {
      try {
        const told = (await this.#lookups.lookUp(site, [artifactId], this.#over.signal)).get(artifactId);
        // The number is shown then, and whoever does something about the artifact is told why.
        if (told === undefined || told.kind === "unknown") this.#failedAt.set(key, this.#now());
      } finally {
        this.#asked.delete(key);
      }
      this.changed.announce();
    });
  }
}
