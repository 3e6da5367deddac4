// What was chosen is shown at once, whatever the host is doing.
import type { Choice } from "../../model/merge/encounter.ts";
import type { PageConflict, Question } from "../../protocol/page.ts";

interface Made {
  readonly choice: Choice;
  /** What the host knew of then. */
  readonly over: Choice | undefined;
  /** Whether the host has it: what it says next counts. */
  readonly isAnswered: boolean;
}

export class Choices {
  readonly #made = new Map<number, Made>();
  #areRequired = false;

  /** Somebody wants to save: what is still open says so from now on. */
  require(): void {
    this.#areRequired = true;
  }

  isMissing(question: Question): boolean {
    return this.#areRequired && this.chosenIn(question) === undefined;
  }

  chosenIn({ fieldId, chosen }: Question): Choice | undefined {
    return this.#made.get(fieldId)?.choice ?? chosen;
  }

  make({ fieldId, chosen }: Question, choice: Choice): void {
    this.#made.set(fieldId, { choice, over: chosen, isAnswered: false });
  }

  answered(fieldId: number): void {
    const made = this.#made.get(fieldId);
    if (made !== undefined) this.#made.set(fieldId, { ...made, isAnswered: true });
  }

  forget(fieldId: number): void {
    this.#made.delete(fieldId);
  }

  /** As soon as the host says something else than before, that is how it is. */
  take(conflict: PageConflict | undefined): void {
    if (conflict === undefined) this.#areRequired = false;
    for (const [fieldId, { over, isAnswered }] of this.#made) {
      const question = conflict?.questions.find((each) => each.fieldId === fieldId);
      if (isAnswered || question === undefined || question.chosen !== over) this.#made.delete(fieldId);
    }
  }
}
