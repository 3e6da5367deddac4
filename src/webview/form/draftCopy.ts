// The page's own copy of the draft: an edit is in it at once, whatever the host is doing.
import type { Input } from "../../model/fields/registry.ts";
import { type Draft, type Edit, type Target, type Typed, untouched } from "../../model/form/draft.ts";
import { fieldOf, type Form } from "../../model/form/form.ts";
import { isEmpty, sameInput } from "../../model/form/input.ts";
import type { PageDraft } from "../../protocol/page.ts";
import { isTooLongToSend, type NumberedEdit } from "./pendingEdits.ts";

/** Typing goes on when the next letter comes within this time, in milliseconds. */
const pause = 1_000;

export class DraftCopy {
  #form: Form | undefined;
  #inputs: ReadonlyMap<Target, Input> = new Map();
  #told: ReadonlyMap<Target, Input> = new Map();
  #last: { readonly target: Target; readonly at: number } | undefined;
  #number = 0;
  /** Edits that the host's draft did not hold when it was last heard of. */
  #ahead: readonly NumberedEdit[] = [];
  /** What only the page has: it is too long for the host. */
  readonly #heldBack = new Map<Target, Input>();
  readonly #touched = new Set<Target>();

  get inputs(): ReadonlyMap<Target, Input> {
    return this.#inputs;
  }

  /** As the rules of the model want it. */
  get draft(): Draft {
    const inputs: Typed[] = [...this.#inputs].map(([target, input]) => ({ target, input }));
    return { ...untouched, inputs };
  }

  /** What a field shows. */
  inputIn(target: Target): Input | undefined {
    return this.#inputs.get(target) ?? this.baseOf(target);
  }

  /** The first place that has more in it than the host takes. */
  get heldBack(): Target | undefined {
    return this.#heldBack.keys().next().value;
  }

  /** Where something was typed that the host's draft does not hold yet. */
  get ahead(): ReadonlySet<Target> {
    return new Set(this.#ahead.map(({ edit }) => edit.target));
  }

  /** Whether something was typed into it since the page is there. */
  isTouched(target: Target): boolean {
    return this.#touched.has(target);
  }

  /** Undefined for what the host would not take; that stays here. */
  edit(target: Target, input: Input | undefined, isTyping: boolean): NumberedEdit | undefined {
    this.#touched.add(target);
    if (input !== undefined && isTooLongToSend(input)) {
      this.#heldBack.set(target, input);
      this.#last = undefined;
      this.#inputs = this.#withHeldBack(this.#inputs);
      return undefined;
    }
    this.#heldBack.delete(target);
    const now = performance.now();
    const goesOn = isTyping && this.#last?.target === target && now - this.#last.at < pause;
    this.#last = isTyping ? { target, at: now } : undefined;
    this.#number += 1;
    const edit: Edit = { target, input, step: goesOn ? "join" : "begin" };
    const numbered = { number: this.#number, edit };
    this.#ahead = [...this.#ahead, numbered];
    this.#inputs = this.#with(this.#inputs, edit);
    return numbered;
  }

  letGoOfHeldBack(): void {
    this.#heldBack.clear();
    this.#inputs = this.#ahead.reduce((so, { edit }) => this.#with(so, edit), this.#told);
  }

  /** Whatever is typed next begins a new step. */
  pause(): void {
    this.#last = undefined;
  }

  take(form: Form, { inputs, seen }: PageDraft): void {
    this.#form = form;
    this.#ahead = this.#ahead.filter(({ number }) => number > seen);
    this.#told = new Map(inputs.map(({ target, input }) => [target, this.#known(target, input)]));
    this.#inputs = this.#withHeldBack(this.#ahead.reduce((so, { edit }) => this.#with(so, edit), this.#told));
  }

  #withHeldBack(inputs: ReadonlyMap<Target, Input>): ReadonlyMap<Target, Input> {
    return this.#heldBack.size === 0 ? inputs : new Map([...inputs, ...this.#heldBack]);
  }

  /** What says the same stays the same object: nothing is drawn for it. */
  #known(target: Target, input: Input): Input {
    const known = this.#inputs.get(target);
    return known !== undefined && sameInput(known, input) ? known : input;
  }

  /** What a field starts from. */
  baseOf(target: Target): Input | undefined {
    if (target === "comment" || this.#form === undefined) return undefined;
    return fieldOf(this.#form, target)?.base;
  }

  /** Typing a field back to what it starts from is no change; neither is an empty comment. */
  #with(inputs: ReadonlyMap<Target, Input>, { target, input }: Edit): ReadonlyMap<Target, Input> {
    const isBack = target === "comment" ? isEmpty(input) : sameInput(input, this.baseOf(target));
    const next = new Map(inputs);
    if (input === undefined || isBack) next.delete(target);
    else next.set(target, input);
    return next;
  }
}
