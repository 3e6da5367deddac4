// All that one person waits for at the same time.
import { isFailure } from "../../../src/model/failure.ts";
import { Errand } from "./errand.ts";
import { Violation } from "./violation.ts";

export class Errands {
  #underWay: readonly Errand[] = [];

  get list(): readonly Errand[] {
    return this.#underWay;
  }

  async begin(name: string, act: () => Promise<void>): Promise<Errand> {
    const errand = Errand.begin(name, act);
    this.#underWay = [...this.#underWay, errand];
    await this.#rest();
    return errand;
  }

  /** What is under way takes so many steps more. */
  async go(errand: Errand, steps: number): Promise<void> {
    for (let taken = 0; taken < steps; taken += 1) {
      if (!errand.isHeld) return;
      errand.proceed();
      await this.#rest();
    }
  }

  /** Until nothing is under way any more. */
  async finish(): Promise<void> {
    while (this.#underWay.some(({ isOver }) => !isOver)) {
      const held = this.#underWay.find(({ isHeld }) => isHeld);
      if (held === undefined) throw new Violation("sound", "something waits for what never comes");
      await this.go(held, Number.POSITIVE_INFINITY);
    }
  }

  /** What has come to its end is over. */
  clear(): void {
    this.#underWay = this.#underWay.filter(({ isOver }) => !isOver);
  }

  /** Nobody waits any more. */
  abandon(): void {
    this.#underWay = [];
  }

  /** Until all that is under way has to wait. */
  async #rest(): Promise<void> {
    for (const errand of this.#underWay) await errand.rest(this.#underWay.length === 1);
  }
}

/** A server that can't be reached is part of the game. */
export function expectFailure(error: unknown): void {
  if (!isFailure(error)) throw error;
}
