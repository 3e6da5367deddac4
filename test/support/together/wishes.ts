// What one person wants of the elements they have changed, until it is saved or given up.
import type { Base } from "../../../src/store/keptDraft.ts";
import { at, type Elements, fieldNames, namesIn, type Place } from "./fields.ts";
import type { Ledger, Sending } from "./ledger.ts";
import { places, type View } from "./view.ts";
import { Violation } from "./violation.ts";

interface Wish {
  readonly place: Place;
  readonly element: string;
  readonly value: string;
  /** What stood there whenever they decided about it, on the server and in the form: they know that it goes. */
  readonly over: readonly string[];
  /** Whether it is what had stood there: then there is nothing to wish for. */
  readonly isNoChange: boolean;
  /** How many sendings there were before it: what was sent earlier was not this wish. */
  readonly since: number;
  /** What it is to take back: without that, it is no change at all. */
  readonly takesBack: Sending | undefined;
}

function keyOf(place: Place, element: string): string {
  return `${place} ${element}`;
}

function described({ place, element, value }: Wish): string {
  return `${place} ${element} “${value}”`;
}

export class Wishes {
  readonly #person: number;
  readonly #ledger: Ledger;
  readonly #told: ReadonlySet<number>;
  readonly #wishes = new Map<string, Wish>();
  /** All that was typed there, and since when: undo brings it back. */
  readonly #typed = new Map<string, Map<string, number>>();
  /** The last sending that is known to be saved. */
  #saved = -1;
  /** A sending whose end the form does not know yet, and the state that it was typed over. */
  #open: { readonly sending: Sending; readonly over: Base | undefined } | undefined;

  /** `told`: the writes of others that the person has read of beside their own. */
  constructor(person: number, ledger: Ledger, told: ReadonlySet<number>) {
    this.#person = person;
    this.#ledger = ledger;
    this.#told = told;
  }

  get unfulfilled(): readonly string[] {
    return [...this.#wishes.values()].map(described);
  }

  /** Something was typed. */
  put(view: View, place: Place, element: string, value: string): void {
    const wish = this.#wish(view, place, element, value);
    this.#noteTyped(wish);
    if (wish.isNoChange && wish.takesBack === undefined) this.#drop(wish);
    else this.#wishes.set(keyOf(place, element), wish);
  }

  /** An answer to a question is about all of the field. */
  putAll(view: View, place: Place): void {
    const [shown, held] = [view.shown(place), view.held(place)];
    for (const element of namesIn(shown, held)) {
      const value = at(shown, element);
      if (value === at(held, element)) this.#wishes.delete(keyOf(place, element));
      else this.put(view, place, element, value);
    }
  }

  /**
   * A place shows something else, because steps were taken back or done again. What others have put there is no wish
   * of this person, although it comes and goes with their steps.
   */
  follow(view: View, place: Place, before: Elements): void {
    const shown = view.shown(place);
    for (const element of namesIn(before, shown)) {
      const value = at(shown, element);
      const wish = this.#wish(view, place, element, value);
      const typed = this.#typed.get(keyOf(place, element));
      const isTyped = (typed?.get(value) ?? -1) > this.#saved && !wish.isNoChange;
      const isTakenBack = typed !== undefined && this.#toTakeBack(view, place) !== undefined;
      const isAsBefore = value === at(before, element);
      // What was decided with the rest of the field may be undone without being another one.
      const isNothing = isAsBefore ? wish.isNoChange : !isTyped;
      if (isNothing && !isTakenBack) this.#drop(wish);
      if (isAsBefore || (isNothing && !isTakenBack)) continue;
      this.#noteTyped(wish);
      this.#wishes.set(keyOf(place, element), wish);
    }
  }

  /** All of it is thrown away, and the question what became of the last sending with it. */
  discard(): void {
    this.#wishes.clear();
    this.#letGo();
  }

  /** Given up by an explicit choice. */
  giveUp(place: Place): void {
    for (const wish of this.#wishes.values()) {
      if (wish.place === place) this.#drop(wish);
    }
  }

  /**
   * The person sends again without knowing what became of the last sending, and is shown what is there first. What
   * they had put back since to what was there before it is no change to what is sent now.
   */
  insist(view: View): void {
    this.#letGo();
    for (const wish of this.#wishes.values()) {
      if (wish.value === at(view.held(wish.place), wish.element)) this.#drop(wish);
    }
  }

  /** The person was told that this is saved. */
  settle({ index, sent, comment }: Sending): void {
    this.#saved = Math.max(this.#saved, index);
    for (const wish of this.#wishes.values()) {
      const { place, element, value, since } = wish;
      const wasSent = place === "comment" ? comment === value : at(sent[place], element) === value;
      if (wasSent && since <= index && (place === "comment" || sent[place] !== undefined)) this.#drop(wish);
    }
  }

  /** The person knows what became of the last sending. */
  close(): void {
    this.#open = undefined;
  }

  /** The window is gone. The next one finds on disk what is on its way, and the state that it was typed over. */
  moveOn(view: View | undefined): void {
    const open = view === undefined ? this.#open?.sending : this.#onItsWay(view);
    for (const sending of this.#ledger.sendingsOf(this.#person)) sending.isLetGo ||= sending !== open;
    this.#open = open && { sending: open, over: undefined };
  }

  /** Something goes: what this person wants, over what they know. */
  begin({ editing }: View, sending: Sending): void {
    const { base, sent, comment } = sending;
    this.#open = { sending, over: editing.base };
    for (const place of fieldNames) {
      const changed = sent[place];
      if (changed === undefined) continue;
      for (const element of namesIn(base[place], changed)) {
        const [was, becomes] = [at(base[place], element), at(changed, element)];
        if (was !== becomes) this.#checkWanted(place, element, was, becomes);
      }
    }
    if (comment !== undefined) this.#checkWanted("comment", "whole", "", comment);
  }

  /** The form stands on a state that has it already: there is nothing left to send. */
  noteHeld(view: View): void {
    for (const wish of this.#wishes.values()) {
      const { place, element, value } = wish;
      const isHeld = !view.isTyped(place) && at(view.held(place), element) === value;
      const isToTakeBack = this.#toTakeBack(view, place) !== undefined;
      if (isHeld && !isToTakeBack && this.#ledger.wasHeld(place, element, value)) this.#drop(wish);
    }
  }

  /** What was typed is in the draft, or kept with the answer that gave it up, or on the server. */
  checkNothingLost(view: View): void {
    this.noteHeld(view);
    for (const wish of this.#wishes.values()) {
      const { place, element, value, since, takesBack } = wish;
      const isInDraft = view.isTyped(place) && at(view.shown(place), element) === value;
      const isGivenUp = view.givenUp(place)?.[element] === value;
      const isHeld = at(view.held(place), element) === value;
      if (isInDraft || isGivenUp || (isHeld && this.#toTakeBack(view, place) !== undefined)) continue;
      const isNoChange =
        (isHeld && this.#ledger.wasHeld(place, element, value)) ||
        (takesBack !== undefined && takesBack.made === undefined);
      const isSaved = this.#ledger.hasKept(this.#person, place, element, value, since);
      if (!isNoChange && !isSaved) throw new Violation("lost", `${described(wish)} is nowhere`);
      this.#drop(wish);
    }
  }

  #checkWanted(place: Place, element: string, was: string, becomes: string): void {
    const wish = this.#wishes.get(keyOf(place, element));
    const what = `${place} ${element} “${was}” is sent as “${becomes}”`;
    if (wish?.value !== becomes) throw new Violation("asked", `${what}, which nobody wants`);
    const isOwn = this.#ledger.hasKept(this.#person, place, element, was);
    const isKnown =
      wish.over.includes(was) || isOwn || this.#told.has(this.#ledger.writerOf(place, element, was));
    if (isKnown) return;
    throw new Violation("asked", `${what}, which was typed over “${wish.over.join("” and “")}”`);
  }

  #letGo(): void {
    if (this.#open !== undefined) this.#open.sending.isLetGo = true;
    this.#open = undefined;
  }

  #wish(view: View, place: Place, element: string, value: string): Wish {
    const [held, ground] = [at(view.held(place), element), at(view.ground(place), element)];
    const open = this.#onItsWay(view);
    const sent = place === "comment" ? open?.comment : open?.sent[place]?.[element];
    // Typed back to what is on its way, it goes with that.
    const joined = sent === value ? open?.index : undefined;
    const since = joined ?? this.#ledger.sendingsOf(this.#person).length;
    const isNoChange = value === ground;
    const isBack = isNoChange || value === held;
    const takesBack = isBack ? this.#toTakeBack(view, place) : undefined;
    const over = [...(this.#wishes.get(keyOf(place, element))?.over ?? []), held, ground];
    return { place, element, value, over, since, isNoChange, takesBack };
  }

  #noteTyped({ place, element, value, since }: Wish): void {
    const known = this.#typed.get(keyOf(place, element)) ?? new Map<string, number>();
    this.#typed.set(keyOf(place, element), known.set(value, since));
  }

  #onItsWay({ editing: { base } }: View): Sending | undefined {
    if (this.#open === undefined) return undefined;
    const { sending, over = base } = this.#open;
    this.#open = { sending, over };
    return over === base ? sending : undefined;
  }

  /** What is on its way can only be taken back by sending again, and what was said not at all. */
  #toTakeBack(view: View, place: Place): Sending | undefined {
    const sending = this.#onItsWay(view);
    return place === "comment" || sending?.sent[place] === undefined ? undefined : sending;
  }

  #drop({ place, element }: Wish): void {
    this.#wishes.delete(keyOf(place, element));
  }
}

/** What all places show. */
export function shownIn(view: View): ReadonlyMap<Place, Elements> {
  return new Map(places.map((place) => [place, view.shown(place)]));
}
