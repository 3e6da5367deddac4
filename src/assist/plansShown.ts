import type { Plan } from "../store/assist/plans.ts";

/** Those that were not confirmed are never asked for again. */
const mostKept = 20;

/**
 * Plans that a person is asked about. VS Code hands the same input to the tool once it was confirmed: what was shown for it is
 * what is carried out, once.
 */
export class PlansShown {
  #shown: readonly { readonly key: string; readonly plan: Plan }[] = [];

  keep(input: unknown, plan: Plan): void {
    this.#shown = [...this.#shown, { key: JSON.stringify(input), plan }].slice(-mostKept);
  }

  /** The one that was shown last for this input. */
  take(input: unknown): Plan | undefined {
    const key = JSON.stringify(input);
    const at = this.#shown.findLastIndex((each) => each.key === key);
    const found = this.#shown[at];
    this.#shown = this.#shown.filter((each) => each !== found);
    return found?.plan;
  }
}
