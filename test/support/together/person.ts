// One of those who work on the same artifact: what they do to their form, and what they then expect of it.
import type { Update } from "../../../src/api/artifacts.ts";
import { offeredChoices, questionsOf } from "../../../src/model/merge/encounter.ts";
import type { Revision } from "../../../src/model/revision.ts";
import type { Editing } from "../../../src/store/editing.ts";
import type { SaveResult, SaveWay } from "../../../src/store/submission.ts";
import type { WorkingDraft } from "../../../src/store/workingDraft.ts";
import type { Errand } from "./errand.ts";
import { Errands, expectFailure } from "./errands.ts";
import { at, differenceBetween, type Elements, type Place, valueFor } from "./fields.ts";
import type { Ledger } from "./ledger.ts";
import type { Seat, Table } from "./table.ts";
import { View } from "./view.ts";
import { Violation } from "./violation.ts";
import { shownIn, Wishes } from "./wishes.ts";

const { signal } = new AbortController();

/** So often someone tries to save at peace: twice what is needed where it is not known what became of the last try. */
const patience = 4;

interface Surroundings {
  readonly table: Table;
  readonly artifactId: number;
  readonly ledger: Ledger;
  readonly say: (line: string) => void;
}

export class Person {
  /** The writes of others in the same moment that this person has read of. */
  readonly told = new Set<number>();
  readonly id: number;
  readonly #seat: Seat;
  readonly #around: Surroundings;
  readonly #wishes: Wishes;
  #editing: Editing | undefined;
  readonly #errands = new Errands();
  #edits = 0;
  #way: SaveWay = "checked";
  #last: SaveResult | undefined;

  constructor(seat: Seat, around: Surroundings) {
    this.id = seat.account.id;
    this.#seat = seat;
    this.#around = around;
    this.#wishes = new Wishes(this.id, around.ledger, this.told);
    seat.watch = (update, revision) => this.#sends(update, revision);
  }

  get errands(): readonly Errand[] {
    return this.#errands.list;
  }

  type(place: Place, element: string, token: string): void {
    const view = this.#view();
    if (view === undefined || (place === "comment" && !view.form.takesComment)) return;
    const value = valueFor(place, element, token);
    if (at(view.shown(place), element) === value) return;
    this.#edit(view, place, { ...view.shown(place), [element]: value });
    this.#around.ledger.note(place, element, value);
    this.#wishes.put(view, place, element, value);
    this.#say(`types “${value}” into ${place} ${element}`);
  }

  putBack(place: Place): void {
    const view = this.#view();
    if (view?.isTyped(place) !== true) return;
    const before = view.shown(place);
    this.#edit(view, place, undefined);
    this.#wishes.follow(view, place, before);
    this.#say(`puts ${place} back`);
  }

  step(direction: "undo" | "redo"): void {
    const view = this.#view();
    const before = view === undefined ? [] : [...shownIn(view)];
    if (view?.editing.step(direction) === undefined) return;
    for (const [place, shown] of before) this.#wishes.follow(view, place, shown);
    this.#say(`takes a step: ${direction}`);
  }

  /** One of the questions, one of its answers. */
  choose(which: number, answer: number): void {
    const view = this.#view();
    if (view === undefined) return;
    const { form, editing } = view;
    const questions = questionsOf(form, editing.draft, editing.encounter);
    const question = questions[which % questions.length];
    if (question === undefined) return;
    const offered = offeredChoices(form, editing.draft, question);
    this.#answer(view, question.fieldId, offered[answer % offered.length] ?? "mine");
  }

  resolve(isResolving: boolean): void {
    this.#view()?.editing.resolve(isResolving);
    this.#say(isResolving ? "begins to choose" : "goes back to the form");
  }

  async discard(): Promise<void> {
    const editing = this.#view()?.editing;
    if (editing === undefined || editing.isSending) return;
    await editing.discard();
    this.#wishes.discard();
    this.#say("discards");
  }

  save(wanted: SaveWay): Promise<Errand | undefined> {
    const view = this.#view();
    if (view === undefined || view.editing.isSending) return Promise.resolve(undefined);
    const way = this.#offeredWay(view, wanted);
    this.#way = way;
    if (way !== "checked" && view.isInDoubt) this.#wishes.insist(view);
    return this.#begin(`save ${way}`, async ({ editing } = view) => {
      this.#last = await editing.save(way, signal);
      this.#say(`is told: ${this.#last.kind} ${noticesIn(editing)}`);
      if (this.#last.kind === "saved") this.#hearsSaved();
    });
  }

  /** Nobody asks for it. */
  look(): Promise<Errand | undefined> {
    const view = this.#view();
    if (view === undefined) return Promise.resolve(undefined);
    return this.#begin("look", async ({ editing } = view) => {
      await editing.look(signal);
      this.#say(`has looked ${noticesIn(editing)}`);
    });
  }

  /** Reads again; whoever has no form yet tries to open it. */
  refresh(): Promise<Errand | undefined> {
    const view = this.#view();
    if (view === undefined) return this.open();
    return this.#begin("refresh", async ({ editing } = view) => {
      await editing.refresh(signal);
      this.#say(`has read again ${noticesIn(editing)}`);
    });
  }

  open(): Promise<Errand | undefined> {
    if (this.errands.some(({ name }) => name === "open")) return Promise.resolve(undefined);
    const editing = this.#editing ?? this.#nextWindow();
    this.#editing = editing;
    return this.#begin("open", async () => {
      await editing.load(undefined, signal).catch(expectFailure);
      this.#say(`has opened the form ${noticesIn(editing)}`);
    });
  }

  /** What is under way takes so many steps more. */
  async go(errand: Errand | undefined, steps: number): Promise<void> {
    if (errand !== undefined) await this.#errands.go(errand, steps);
  }

  /** Until nothing is under way any more. */
  finish(): Promise<void> {
    return this.#errands.finish();
  }

  /** The window goes with all that is under way in it. What was typed had its tenth of a second to get to disk. */
  async crash(): Promise<void> {
    if (this.#editing === undefined) return;
    await (this.#editing.working as WorkingDraft).flush();
    this.#say(`loses the window${this.errands.length > 0 ? ", with something under way" : ""}`);
    this.#wishes.moveOn(this.#view());
    this.#editing = undefined;
    this.#errands.abandon();
  }

  /** What has come to its end is over; what there is to read was read; nothing that was typed is missing. */
  attend(): void {
    this.#errands.clear();
    const view = this.#view();
    if (view === undefined) return;
    for (const id of view.toldBeside()) this.told.add(id);
    // Where nothing is told of a save any more, the person takes it for settled.
    if (this.errands.length === 0 && !view.isInDoubt) this.#wishes.close();
    this.#wishes.checkNothingLost(view);
  }

  /** The server answers, and the form was read again: what it stands on is what there is. */
  checkCurrent(): void {
    const view = this.#view() ?? this.#isMissing();
    if (view.isInDoubt) return;
    const difference = differenceBetween(view.state, this.#around.ledger.now);
    if (difference !== undefined) throw new Violation("current", difference);
  }

  /** Nobody interferes, and every question is answered: whatever this person wants is saved now. */
  async saveAtPeace(): Promise<void> {
    for (let tries = 0; tries < patience; tries += 1) {
      const view = this.#view() ?? this.#isMissing();
      for (const { fieldId } of view.editing.collisions) this.#answer(view, fieldId, "mine");
      await this.save("anyway");
      await this.finish();
      this.attend();
      if (this.#last?.kind === "saved" || this.#last?.kind === "nothing") break;
    }
    const [unfulfilled] = this.#wishes.unfulfilled;
    const { kind } = this.#last ?? { kind: "nothing" };
    if (unfulfilled !== undefined) throw new Violation("peace", `${kind}, but not ${unfulfilled}`);
    if (kind !== "saved" && kind !== "nothing") throw new Violation("peace", kind);
  }

  /** Leaves nothing for the next run. What is under way stays where it is. */
  async leave(): Promise<void> {
    if (this.#editing?.isSending === false) await this.#editing.discard();
    else await this.#seat.forget(this.#around.artifactId);
  }

  #nextWindow(): Editing {
    const { artifactId, table } = this.#around;
    const editing = this.#seat.openInNextWindow(artifactId, table.fields.trackerId);
    editing.changed.listen(() => {
      const view = View.of(editing, table.fields);
      if (view !== undefined && editing === this.#editing) this.#wishes.noteHeld(view);
    });
    return editing;
  }

  #say(line: string): void {
    this.#around.say(`${this.#seat.account.username} ${line}`);
  }

  /** What there is to see. */
  #view(): View | undefined {
    return View.of(this.#editing, this.#around.table.fields);
  }

  #isMissing(): never {
    throw new Violation("peace", "the form can't be opened");
  }

  #begin(name: string, act: () => Promise<void>): Promise<Errand> {
    this.#say(`begins: ${name}`);
    return this.#errands.begin(name, act);
  }

  #edit({ editing }: View, place: Place, elements: Elements | undefined): void {
    const { fields } = this.#around.table;
    this.#edits += 1;
    const target = place === "comment" ? place : fields.idOf(place);
    const input = elements && fields.input(place, elements);
    const answer = editing.edit({ target, input, step: "begin" }, this.#edits);
    if (answer === "refused") throw new Violation("lost", `nothing can be typed into ${place}`);
  }

  #answer(view: View, fieldId: number, choice: Parameters<Editing["choose"]>[1]): void {
    const { editing } = view;
    const { encounter } = editing;
    const place = this.#around.table.fields.nameOf(fieldId);
    const before = place && view.shown(place);
    editing.choose(fieldId, choice);
    if (place === undefined || before === undefined || editing.encounter === encounter) return;
    this.#wishes.giveUp(place);
    if (choice === "theirs") this.#wishes.follow(view, place, before);
    else this.#wishes.putAll(view, place);
    this.#say(`chooses ${choice} for ${place}`);
  }

  /** Of the ways to send something, what the form offers just now. */
  #offeredWay(view: View, wanted: SaveWay): SaveWay {
    const { editing } = view;
    if (wanted === "anyway") return view.isInDoubt ? wanted : "checked";
    const isOffered = editing.working.isResolving && editing.encounter.contests.length > 0;
    if (wanted === "checked" || !isOffered) return "checked";
    for (const { fieldId } of editing.collisions) this.#answer(view, fieldId, "mine");
    return "overwrite";
  }

  #sends(update: Update, revision: Revision | undefined): <T>(carryOut: () => Promise<T>) => Promise<T> {
    const { ledger } = this.#around;
    const view = this.#view() ?? this.#isMissing();
    const sending = ledger.begin(update, { by: this.id, base: view.state, revision, way: this.#way });
    this.#wishes.begin(view, sending);
    return async (carryOut) => {
      try {
        return await ledger.carryOut(sending, carryOut);
      } finally {
        const became = sending.made ? "written" : "not written";
        this.#say(`sends ${Object.keys(sending.sent).join(", ")}: ${became}`);
      }
    };
  }

  #hearsSaved(): void {
    const { ledger } = this.#around;
    const sending = ledger.sendingsOf(this.id).at(-1);
    if (sending === undefined || !ledger.isKept(sending)) {
      throw new Violation("saved", `${JSON.stringify(sending?.sent)} ${sending?.comment ?? ""} is not`);
    }
    this.#wishes.settle(sending);
  }
}

function noticesIn({ notices }: Editing): string {
  return JSON.stringify(notices.map(({ kind }) => kind));
}
