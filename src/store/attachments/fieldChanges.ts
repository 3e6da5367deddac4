// Changes of an artifact's files from here, one write after the other. Those of a field that wait for their turn go together:
// one write, one entry in the history, one mail to whoever watches the artifact.
import {
  changeFiles,
  type FieldOutcome,
  type FieldWorld,
  type FileField,
  stateKey,
  type Wish,
} from "./fileField.ts";
import { Turns } from "./turns.ts";

interface Change {
  readonly wish: Wish;
  readonly signal: AbortSignal;
  /** Once it is being made, by itself or with others. */
  outcome?: Promise<FieldOutcome>;
}

/** Whether a single file may be what the server objects to. One that is gone is told as if its artifact were. */
function isRefusal(outcome: FieldOutcome): boolean {
  return outcome.kind === "gone" || (outcome.kind === "failed" && outcome.failure.kind === "invalid");
}

/** Called off when all of them are. */
async function untilAllAreCalledOff<T>(
  signals: readonly AbortSignal[],
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const [all, ended] = [new AbortController(), new AbortController()];
  const look = (): void => {
    if (signals.every(({ aborted }) => aborted)) all.abort();
  };
  for (const each of signals) each.addEventListener("abort", look, { signal: ended.signal });
  look();
  try {
    return await work(all.signal);
  } finally {
    ended.abort();
  }
}

export class FieldChanges {
  readonly #world: FieldWorld;
  readonly #turns = new Turns();
  readonly #waiting = new Map<string, Change[]>();

  constructor(world: FieldWorld) {
    this.#world = world;
  }

  /** Only those of one account go together. */
  make(
    field: FileField,
    accountId: string | undefined,
    wish: Wish,
    signal: AbortSignal,
  ): Promise<FieldOutcome> {
    const key = JSON.stringify([stateKey(field), field.fieldId, accountId ?? null]);
    const change: Change = { wish, signal };
    this.#waiting.set(key, [...(this.#waiting.get(key) ?? []), change]);
    return this.#turns.take(stateKey(field), () => {
      // One that came before may have taken it along.
      if (change.outcome === undefined) this.#begin(field, key);
      return change.outcome ?? Promise.reject(new Error("A change was not among those that wait."));
    });
  }

  #begin(field: FileField, key: string): void {
    const together = this.#waiting.get(key) ?? [];
    this.#waiting.delete(key);
    const outcomes = this.#carryOut(field, together);
    for (const [index, change] of together.entries()) {
      change.outcome = outcomes.then((all) => all[index] ?? { kind: "cancelled" });
      // It is told in the turn of each.
      change.outcome.catch(() => undefined);
    }
  }

  async #carryOut(field: FileField, together: readonly Change[]): Promise<readonly FieldOutcome[]> {
    let sent: readonly Change[] = [];
    const wanted: Wish = (ids) => {
      sent = together.filter(({ signal }) => !signal.aborted);
      return sent.reduce((left, { wish }) => wish(left), ids);
    };
    const signals = together.map(({ signal }) => signal);
    const outcome = await untilAllAreCalledOff(signals, (signal) =>
      changeFiles(field, this.#world, wanted, signal),
    );
    if (together.length > 1 && isRefusal(outcome)) return this.#oneByOne(field, together);
    return together.map((change) =>
      change.signal.aborted && !sent.includes(change) ? { kind: "cancelled" } : outcome,
    );
  }

  /** One of them may be at fault: it must not keep the others from being made. */
  async #oneByOne(field: FileField, changes: readonly Change[]): Promise<readonly FieldOutcome[]> {
    const outcomes: FieldOutcome[] = [];
    for (const change of changes) outcomes.push(...(await this.#carryOut(field, [change])));
    return outcomes;
  }
}
