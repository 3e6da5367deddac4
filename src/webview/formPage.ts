// The page between its parts and the host: edits go out, what the host says comes in.
import type { Target } from "../model/form/draft.ts";
import type { Input } from "../model/form/input.ts";
import type { HostMethods, PageContent, PageDraft, PageHistory } from "../protocol/page.ts";
import type { PageTexts } from "../protocol/pageTexts.ts";
import type { Rpc } from "../protocol/rpc.ts";
import { keepingCaret } from "./caret.ts";
import type { FieldPlace, Page } from "./context.ts";
import { DraftCopy } from "./draftCopy.ts";
import { FieldViews } from "./fieldViews.ts";
import { filled } from "./filled.ts";
import { LinkBook } from "./linkBook.ts";
import { Unheard } from "./unheard.ts";

/** A problem is told when nobody has typed for this long, in milliseconds. */
const patience = 1_000;

export type FormContent = PageContent & { readonly kind: "form" };

export class FormPage implements Page {
  readonly call: Rpc<HostMethods>["call"];
  readonly book: LinkBook;
  readonly copy = new DraftCopy();
  readonly unheard: Unheard;
  content: PageContent | undefined;
  history: PageHistory | undefined;
  /** What the host could not do when it was last asked. */
  trouble: string | undefined;
  /** Said to those who don't see the page. */
  said = "";
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

  takeTexts(texts: PageTexts): void {
    this.#texts = texts;
  }

  show(content: PageContent): void {
    this.content = content;
    if (content.kind === "form") {
      this.copy.take(content.form, content.draft);
      this.unheard.take(content.draft);
      const views = new FieldViews(content.form, this.copy, this.texts);
      if (this.#views !== undefined && content.draft.inputs.length > 0) views.goOnFrom(this.#views);
      this.#views = views;
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
    if (this.copy.inputs.size === 0) this.#views?.forgetTouches();
    void keepingCaret(() => this.#update());
  }

  takeHistory(history: PageHistory): void {
    this.history = history;
    this.#draw();
  }

  edit(target: Target, input: Input | undefined, isTyping: boolean): void {
    if (this.content?.kind !== "form") return;
    this.unheard.send(this.copy.edit(target, input, isTyping));
    this.#waitFor(target, isTyping);
    this.#update();
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

  async save(): Promise<void> {
    this.showAllProblems();
    await this.call("save", null);
  }

  showAllProblems(): void {
    this.#views?.showAllProblems();
    this.#update();
  }

  async reveal(target: Target): Promise<void> {
    this.showAllProblems();
    await this.#places.get(target)?.enter();
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
