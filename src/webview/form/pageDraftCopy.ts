// The page's copy of the draft, which has every edit immediately, before the host confirms it.
import type { Input } from "../../model/fields/registry.ts";
import {
  type Draft,
  type DraftEdit,
  type InputTarget,
  type DraftInput,
  emptyDraft,
} from "../../model/form/draft.ts";
import { findField, type Form } from "../../model/form/form.ts";
import { isEmptyInput, isSameInput } from "../../model/form/input.ts";
import type { FormPageDraft } from "../../protocol/formProtocol.ts";
import { isTooLongToSend, type NumberedEdit } from "./pendingEdits.ts";

/** After a longer pause, typing starts a new undo step. */
const typingPauseMs = 1_000;

export class PageDraftCopy {
  #form: Form | undefined;
  #inputs: ReadonlyMap<InputTarget, Input> = new Map();
  #hostInputs: ReadonlyMap<InputTarget, Input> = new Map();
  #lastTyping: { readonly target: InputTarget; readonly at: number } | undefined;
  #number = 0;
  /** Edits that the last draft from the host didn't contain. */
  #unconfirmedEdits: readonly NumberedEdit[] = [];
  /** Inputs that are too long to be sent to the host. */
  readonly #tooLongInputs = new Map<InputTarget, Input>();
  readonly #touched = new Set<InputTarget>();

  get inputs(): ReadonlyMap<InputTarget, Input> {
    return this.#inputs;
  }

  get draft(): Draft {
    const inputs: DraftInput[] = [...this.#inputs].map(([target, input]) => ({ target, input }));
    return { ...emptyDraft, inputs };
  }

  getInput(target: InputTarget): Input | undefined {
    return this.#inputs.get(target) ?? this.getBaseInput(target);
  }

  /** The first target with an input that is too long to be sent. */
  get tooLongTarget(): InputTarget | undefined {
    return this.#tooLongInputs.keys().next().value;
  }

  get unconfirmedTargets(): ReadonlySet<InputTarget> {
    return new Set(this.#unconfirmedEdits.map(({ edit }) => edit.target));
  }

  /** Whether the target was edited since the page was loaded. */
  isTouched(target: InputTarget): boolean {
    return this.#touched.has(target);
  }

  /** Returns `undefined` if the input is too long to be sent. */
  applyEdit(target: InputTarget, input: Input | undefined, isTyping: boolean): NumberedEdit | undefined {
    this.#touched.add(target);
    if (input !== undefined && isTooLongToSend(input)) {
      this.#tooLongInputs.set(target, input);
      this.#lastTyping = undefined;
      this.#inputs = this.#withTooLongInputs(this.#inputs);
      return undefined;
    }
    this.#tooLongInputs.delete(target);
    const now = performance.now();
    const continuesTyping =
      isTyping && this.#lastTyping?.target === target && now - this.#lastTyping.at < typingPauseMs;
    this.#lastTyping = isTyping ? { target, at: now } : undefined;
    this.#number += 1;
    const edit: DraftEdit = { target, input, step: continuesTyping ? "join" : "begin" };
    const numbered = { number: this.#number, edit };
    this.#unconfirmedEdits = [...this.#unconfirmedEdits, numbered];
    this.#inputs = this.#withEdit(this.#inputs, edit);
    return numbered;
  }

  discardTooLongInputs(): void {
    this.#tooLongInputs.clear();
    this.#inputs = this.#unconfirmedEdits.reduce(
      (result, { edit }) => this.#withEdit(result, edit),
      this.#hostInputs,
    );
  }

  /** The next edit starts a new undo step. */
  endTyping(): void {
    this.#lastTyping = undefined;
  }

  updateFromHost(form: Form, { inputs, lastEditNumber }: FormPageDraft): void {
    this.#form = form;
    this.#unconfirmedEdits = this.#unconfirmedEdits.filter(({ number }) => number > lastEditNumber);
    this.#hostInputs = new Map(
      inputs.map(({ target, input }) => [target, this.#reuseEqualInput(target, input)]),
    );
    this.#inputs = this.#withTooLongInputs(
      this.#unconfirmedEdits.reduce((result, { edit }) => this.#withEdit(result, edit), this.#hostInputs),
    );
  }

  #withTooLongInputs(inputs: ReadonlyMap<InputTarget, Input>): ReadonlyMap<InputTarget, Input> {
    return this.#tooLongInputs.size === 0 ? inputs : new Map([...inputs, ...this.#tooLongInputs]);
  }

  /** Keeps the object of an equal input, so that its field isn't rendered again. */
  #reuseEqualInput(target: InputTarget, input: Input): Input {
    const current = this.#inputs.get(target);
    return current !== undefined && isSameInput(current, input) ? current : input;
  }

  /** The input that the field has without edits. */
  getBaseInput(target: InputTarget): Input | undefined {
    if (target === "comment" || this.#form === undefined) return undefined;
    return findField(this.#form, target)?.base;
  }

  /** An input equal to the base is no change, and neither is an empty comment. */
  #withEdit(
    inputs: ReadonlyMap<InputTarget, Input>,
    { target, input }: DraftEdit,
  ): ReadonlyMap<InputTarget, Input> {
    const isUnchanged =
      target === "comment" ? isEmptyInput(input) : isSameInput(input, this.getBaseInput(target));
    const next = new Map(inputs);
    if (input === undefined || isUnchanged) next.delete(target);
    else next.set(target, input);
    return next;
  }
}
