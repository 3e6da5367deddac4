// The page between its parts and the host: edits go out, what the host says comes in.
import type { Input } from "../../model/fields/registry.ts";
import type { Target } from "../../model/form/draft.ts";
import { fieldOf, type Form } from "../../model/form/form.ts";
import { sameInput } from "../../model/form/input.ts";
import type { Choice } from "../../model/merge/encounter.ts";
import type {
  HostMethods,
  PageCommits,
  PageConflict,
  PageContent,
  PageDraft,
  PageHistory,
  Question,
} from "../../protocol/page.ts";
import type { PageTexts } from "../../protocol/pageTexts.ts";
import type { Rpc } from "../../protocol/rpc.ts";
import { filled } from "../shared/format.ts";
import { keepingCaret } from "../shared/keys.ts";
import { type FieldPlace, LinkBook, type Page } from "./context.ts";
import { DraftCopy } from "./draftCopy.ts";
import { FieldViews } from "./fieldViews.ts";
import { Unheard } from "./pendingEdits.ts";

/** Puts the focus on the choices of a field. */
export function enterQuestion(target: Target): void {
  const choice = document.querySelector<HTMLElement>(`#question-${target} [role=radio][tabindex="0"]`);
  choice?.scrollIntoView({ block: "center" });
  choice?.focus({ preventScroll: true });
}

// What was chosen is shown at once, whatever the host is doing.

interface Made {
  readonly choice: Choice;
  /** What the host knew of then. */
  readonly over: Choice | undefined;
  /** Whether the host has it: what it says next counts. */
  readonly isAnswered: boolean;
}

class Choices {
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

/** A problem is told when nobody has typed for this long, in milliseconds. */
const patience = 1_000;

export type FormContent = PageContent & { readonly kind: "form" };

export type Turn = "form" | "conflict";

export class FormPage implements Page {
  readonly call: Rpc<HostMethods>["call"];
  readonly book: LinkBook;
  readonly copy = new DraftCopy();
  readonly unheard: Unheard;
  readonly choices = new Choices();
  content: PageContent | undefined;
  history: PageHistory | undefined;
  commits: PageCommits | undefined;
  /** What the host could not do when it was last asked. */
  trouble: string | undefined;
  /** Said to those who don't see the page. */
  said = "";
  /** Fields that the tracker hides, and that are shown all the same for what is in them. */
  readonly unhidden = new Set<number>();
  readonly #draw: () => void;
  readonly #places = new Map<Target, FieldPlace>();
  readonly #waiting = new Map<Target, number>();
  #texts: PageTexts | undefined;
  #views: FieldViews | undefined;

  constructor(call: Rpc<HostMethods>["call"], draw: () => void) {
    this.call = call;
    this.#draw = draw;
    this.book = new LinkBook((ids) => call("describeArtifacts", { ids }));
    this.unheard = new Unheard(call, draw);
  }

  get texts(): PageTexts {
    if (this.#texts === undefined) throw new Error("The host has not said its texts yet.");
    return this.#texts;
  }

  get isReady(): boolean {
    return this.#texts !== undefined && this.content !== undefined;
  }

  get views(): FieldViews | undefined {
    return this.#views;
  }

  /** What stands in the page: the form, or the choices in its place. */
  get turn(): Turn | undefined {
    if (this.content?.kind !== "form") return undefined;
    return this.content.draft.conflict === undefined ? "form" : "conflict";
  }

  takeTexts(texts: PageTexts): void {
    this.#texts = texts;
  }

  show(content: PageContent): void {
    const before = this.content?.kind === "form" ? this.content.form : undefined;
    this.content = content;
    this.unhidden.clear();
    if (content.kind === "form") {
      this.copy.take(content.form, content.draft);
      this.unheard.take(content.draft);
      this.choices.take(content.draft.conflict);
      const views = new FieldViews(content.form, this.copy, this.texts);
      // Something new is checked whole, also while nothing is typed.
      const goesOn = content.draft.inputs.length > 0 || content.form.isNew;
      if (this.#views !== undefined && goesOn) views.goOnFrom(this.#views);
      this.#views = views;
      if (before !== undefined) this.#sayTypedOver(before, content.form);
    } else {
      this.#views = undefined;
    }
    void keepingCaret(() => this.#update());
  }

  takeDraft(draft: PageDraft): void {
    if (this.content?.kind !== "form") return;
    this.content = { ...this.content, draft };
    this.copy.take(this.content.form, draft);
    this.unheard.take(draft);
    this.choices.take(draft.conflict);
    if (this.copy.inputs.size === 0) this.#views?.forgetTouches();
    void keepingCaret(() => this.#update());
  }

  takeHistory(history: PageHistory): void {
    this.history = history;
    this.#draw();
  }

  takeCommits(commits: PageCommits): void {
    this.commits = commits;
    this.#draw();
  }

  /** `before` is what stood in the field when it was typed, if that is another one by now. */
  edit(target: Target, input: Input | undefined, isTyping: boolean, before?: Input): void {
    if (this.content?.kind !== "form") return;
    const edit = this.copy.edit(target, input, isTyping);
    const over = before ?? this.copy.baseOf(target);
    if (edit !== undefined) this.unheard.send(before === undefined ? edit : { ...edit, before }, over);
    this.#waitFor(target, isTyping && edit !== undefined);
    this.#update();
  }

  /** What an earlier page could not hand over, where nobody has typed since. */
  handOver(): void {
    const { inherited } = this.unheard;
    const last = new Map(inherited.map(({ target, input }) => [target, input]));
    const left = inherited.filter(
      ({ target }) =>
        !this.copy.isTouched(target) && !sameInput(last.get(target), this.copy.inputs.get(target)),
    );
    for (const { target, input, over } of left) {
      const isOld = over !== undefined && !sameInput(over, this.copy.baseOf(target));
      this.edit(target, input, false, isOld ? over : undefined);
    }
    this.unheard.handedOver();
  }

  /** What was on its way to the host while others' changes were on their way to us was typed over what stood here. */
  #sayTypedOver(older: Form, newer: Form): void {
    for (const target of this.copy.ahead) {
      const before = target === "comment" ? undefined : fieldOf(older, target)?.base;
      const now = target === "comment" ? undefined : fieldOf(newer, target)?.base;
      const input = this.copy.inputs.get(target);
      if (before === undefined || input === undefined || sameInput(before, now)) continue;
      this.edit(target, input, false, before);
    }
  }

  leave(target: Target): void {
    this.copy.pause();
    if (this.copy.inputs.has(target)) this.#touch(target);
  }

  attach(place: FieldPlace): void {
    this.#places.set(place.target, place);
    this.#fill(place);
  }

  detach(place: FieldPlace): void {
    if (this.#places.get(place.target) === place) this.#places.delete(place.target);
  }

  /** Puts the focus back into a field, without moving anything. */
  focus(target: Target): void {
    this.#places.get(target)?.focus();
  }

  async save(): Promise<void> {
    const { heldBack } = this.copy;
    // The host does not know of it, and would send the rest.
    if (heldBack !== undefined) return this.reveal(heldBack);
    this.showAllProblems();
    await this.call("save", null);
  }

  /** Decides what becomes of a field. */
  async choose(question: Question, choice: Choice): Promise<void> {
    const { fieldId } = question;
    this.choices.make(question, choice);
    // What is typed next is a step of its own.
    this.copy.pause();
    this.#draw();
    try {
      await this.call("choose", { fieldId, choice });
      this.choices.answered(fieldId);
    } catch (failure) {
      this.choices.forget(fieldId);
      this.#draw();
      throw failure;
    }
  }

  async discard(): Promise<void> {
    await this.call("discard", null);
    const isDone = this.content?.kind === "form" && this.content.draft.inputs.length === 0;
    if (!isDone || this.copy.heldBack === undefined) return;
    this.copy.letGoOfHeldBack();
    this.#update();
  }

  showAllProblems(): void {
    this.#views?.showAllProblems();
    this.#update();
  }

  async reveal(target: Target): Promise<void> {
    if (this.turn === "conflict") this.choices.require();
    this.showAllProblems();
    // What is shown only for its problem is drawn by then.
    await Promise.resolve();
    const place = this.#places.get(target);
    if (place !== undefined) await place.enter();
    else if (this.turn === "conflict") enterQuestion(target);
    else document.querySelector<HTMLElement>(`#field-${target} button`)?.focus();
    const field = this.#views?.fieldOf(target);
    const problem = this.#views?.problemOf(target);
    if (field === undefined || problem === undefined) return;
    this.say(filled(this.texts.fieldProblem, field.label, problem));
  }

  complain(text: string | undefined): void {
    this.trouble = text;
    this.#draw();
  }

  say(text: string): void {
    // The same text twice would not be read again.
    this.said = this.said === text ? `${text}\u00a0` : text;
    this.#draw();
  }

  /** A choice is made at once; somebody who types gets some time. */
  #waitFor(target: Target, isTyping: boolean): void {
    window.clearTimeout(this.#waiting.get(target));
    this.#waiting.delete(target);
    const input = this.copy.inputs.get(target);
    // Who has just chosen to set a number has had no time to type one.
    if (input?.kind === "computed" && !input.isAutomatic && input.text === "") return;
    if (!isTyping) {
      this.#views?.touch(target);
      return;
    }
    const timer = window.setTimeout(() => this.#touch(target), patience);
    this.#waiting.set(target, timer);
  }

  #touch(target: Target): void {
    if (this.#views?.touch(target) === true) this.#update();
  }

  #fill(place: FieldPlace): void {
    if (this.content?.kind !== "form") return;
    const view = this.#views?.viewOf(place.target, (this.content satisfies FormContent).draft);
    if (view !== undefined) place.show(view);
  }

  /** Brings everything up to date with what was typed and told. */
  #update(): void {
    this.#views?.update();
    for (const place of this.#places.values()) this.#fill(place);
    this.#draw();
  }
}
