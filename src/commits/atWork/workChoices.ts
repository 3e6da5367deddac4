// What somebody has said about the artifact of a branch: to work on one, or to be done with it. Branches whose name tells it
// need no such word.
import type { Memory } from "../../store/memory.ts";

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
