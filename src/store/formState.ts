// What is known of one form: the state of the server that it stands on, what was typed over that, and what the
// person should know.
import { type Failure, isFailure } from "../model/failure.ts";
import { type Draft, rebased, typedIn } from "../model/form/draft.ts";
import { type Form, fieldOf } from "../model/form/form.ts";
import { sameInput } from "../model/form/input.ts";
import { inReadingOrder } from "../model/form/layout.ts";
import type { Writing } from "../model/history.ts";
import {
  alone,
  collisionsOf,
  type Contest,
  type Encounter,
  met,
  questionsOf,
} from "../model/merge/encounter.ts";
import { isSameRevision } from "../model/revision.ts";
import { isNewSubject, type Subject } from "../model/subject.ts";
import { Emitter } from "./emitter.ts";
import type { Base } from "./keptDraft.ts";
import { type News, Notices } from "./notices.ts";
import type { FormBackend } from "./formBackend.ts";
import { WorkingDraft } from "./workingDraft.ts";

/** What a read is for. `look`: nobody has asked for it; `settle`: it holds what we have just sent. */
export type Reading = "open" | "refresh" | "look" | "save" | "settle";

/** What came of one: something that nobody here knew of, or nothing new, or nothing at all. */
export type Read = "news" | "nothingNew" | "failed";

/** What is another one than before; what the form itself does not change has neither. */
function isNew({ before, after }: News): boolean {
  return !sameInput(before, after) || (before === undefined && after === undefined);
}

export function newsIn(form: Form, { taken, contests }: Encounter): readonly News[] {
  return inReadingOrder(form, [...contests, ...taken])
    .map(({ fieldId, label, before, by, on }) => {
      const after = fieldOf(form, fieldId)?.base;
      return { fieldId, label, before, by, on, after };
    })
    .filter(isNew);
}

/** Some fields in another state, except for those that someone is typing into: there nothing goes unasked. */
function takenAsItIs(older: Base, fresh: Base, isTaken: (fieldId: number) => boolean, draft: Draft): Base {
  const fields = older.form.fields.flatMap((field) =>
    isTaken(field.id) && typedIn(draft, field.id) === undefined
      ? (fieldOf(fresh.form, field.id) ?? [])
      : field,
  );
  return { ...older, form: { ...older.form, fields } };
}

/** A state that is named by its second has the same name after something of our own was written in that very second. */
function isAnother(base: Base, fresh: Base, own: readonly number[]): boolean {
  const isWritten = (id: number): boolean =>
    !sameInput(fieldOf(base.form, id)?.base, fieldOf(fresh.form, id)?.base);
  const isUpToDateNow = base.asOf !== undefined;
  const isOtherAccess = base.form.isReadOnly !== fresh.form.isReadOnly;
  return (
    isUpToDateNow || isOtherAccess || !isSameRevision(base.revision, fresh.revision) || own.some(isWritten)
  );
}

export class FormState {
  /** `content`: the form itself is another one; `draft`: what was typed, or what is known about it. */
  readonly changed = new Emitter<"content" | "draft">();
  readonly notices = new Notices();
  readonly working: WorkingDraft;
  readonly #host: FormBackend;
  #base: Base | undefined;
  #readAt: number | undefined;
  #reads = 0;
  /** Fields that this person has changed otherwise than here: what is new in them is no news. */
  #ownFields: readonly number[] = [];

  constructor(host: FormBackend, subject: Subject) {
    this.#host = host;
    this.working = new WorkingDraft({ ...host, onChange: () => this.changed.announce("draft") }, subject);
  }

  get base(): Base | undefined {
    return this.#base;
  }

  /** When what is shown was last read, in milliseconds; undefined where it only came with what was typed. */
  get asOf(): number | undefined {
    return this.#base?.asOf ?? this.#readAt;
  }

  /** What only the person can decide. */
  get collisions(): readonly Contest[] {
    const { current, encounter } = this.working;
    return this.#base === undefined ? [] : collisionsOf(this.#base.form, current, encounter);
  }

  /** What others have changed since something was typed. */
  get news(): readonly News[] {
    return this.#base === undefined ? [] : newsIn(this.#base.form, this.working.encounter);
  }

  /** Stands on another state, with what was typed over it. */
  rest(base: Base, encounter = this.working.encounter): void {
    this.#base = base;
    this.working.become(rebased(base.form, this.working.current), base, encounter);
  }

  /** Stands on a state that came with the draft itself. */
  restOnKept(base: Base): void {
    this.#base = base;
  }

  /** The server takes no change from this account: what was typed stays, and nothing more can be typed. */
  lock(): void {
    if (this.#base === undefined) return;
    this.#base = { ...this.#base, form: { ...this.#base.form, isReadOnly: true } };
    this.changed.announce("content");
  }

  noteOwn(fieldIds: readonly number[]): void {
    this.#ownFields = [...this.#ownFields, ...fieldIds];
  }

  async readAgain(doing: Reading, signal: AbortSignal, how: "known" | "fresh" = "known"): Promise<Read> {
    this.#reads += 1;
    const turn = this.#reads;
    const askedAt = this.#host.now();
    try {
      const older = this.#base;
      // Something older than what is here would make others' changes of it.
      const isFirst = older === undefined && doing === "open";
      const options = {
        trackerId: older?.tracker.id,
        how: isFirst ? "lastSeen" : how,
        older,
        signal,
      } as const;
      const fresh = await this.#host.read(this.working.subject, options);
      // Someone has begun to read later: what they get is newer. What is read while something is sent may be its doing.
      if (turn !== this.#reads || this.working.unsettled !== undefined) return "failed";
      this.#readAt = askedAt;
      if (this.notices.readAgain()) this.changed.announce("draft");
      return await this.#meet(fresh, doing, turn, signal);
    } catch (failure) {
      if (!isFailure(failure)) throw failure;
      this.#troubled(failure, doing);
      return "failed";
    }
  }

  /** Something new is nobody else's, but it may be typed over fields that are only remembered: undefined if they can't be read. */
  async lookAtNew({ asOf }: Base, signal: AbortSignal) {
    const read = asOf === undefined ? "nothingNew" : await this.readAgain("save", signal, "fresh");
    return read === "failed" ? undefined : { isNews: false, historyLength: undefined };
  }

  /** With nothing to show at all, the failure is the content. */
  #troubled(failure: Failure, doing: Reading): void {
    if (this.#base === undefined) throw failure;
    const isThere = !isNewSubject(this.working.subject);
    if (failure.kind === "notFound" && isThere) this.notices.put({ kind: "gone" });
    else if (failure.kind !== "cancelled" && doing !== "look") {
      this.notices.put({ kind: "failed", failure, doing: doing === "settle" ? "refresh" : doing });
    }
    this.changed.announce("content");
  }

  async #meet(fresh: Base, doing: Reading, turn: number, signal: AbortSignal): Promise<Read> {
    const base = this.#base;
    // A server may write down what we have sent in its own way; that is nobody else's change.
    const isOwn =
      doing === "settle" && (base?.revision === undefined || isSameRevision(fresh.revision, base.revision));
    const { current } = this.working;
    const settled = isOwn ? base && takenAsItIs(base, fresh, () => true, current) : base;
    const own = this.#ownFields;
    const older = settled && takenAsItIs(settled, fresh, (id) => own.includes(id), current);
    const isNews = older !== undefined && this.#met(older, fresh, []).isNews;
    if (older !== undefined && isNews) {
      const writings = await this.#host.writingsSince(older, signal);
      if (turn !== this.#reads) return "failed";
      // Another window's draft was taken over, with the state that it stands on.
      if (this.#base !== base) return this.#meet(fresh, doing, turn, signal);
      this.#take(older, fresh, writings);
    } else if (base === undefined || doing !== "look" || isAnother(base, fresh, own)) {
      this.rest(fresh);
    } else {
      return "nothingNew";
    }
    this.#ownFields = this.#ownFields.filter((id) => !own.includes(id));
    this.changed.announce("content");
    return isNews ? "news" : "nothingNew";
  }

  /** What was typed over another state; and whether that has anything to say. */
  #met(older: Base, fresh: Base, writings: readonly Writing[]) {
    const { current: draft, encounter } = this.working;
    const meeting = met({ older: older.form, newer: fresh.form, writings }, { draft, encounter });
    return { ...meeting, isNews: meeting.encounter !== encounter };
  }

  #take(older: Base, fresh: Base, writings: readonly Writing[]): void {
    // Meanwhile something may have been typed: what counts is what meets now.
    const { draft, encounter } = this.#met(older, fresh, writings);
    // What was given up for theirs may be a question again.
    const isAtIt = this.working.hasUnsent || this.working.encounter.contests.length > 0;
    const news = newsIn(fresh.form, encounter);
    this.#base = fresh;
    // Over nothing typed there is nothing to remember.
    this.working.become(draft, fresh, isAtIt ? encounter : alone);
    if (news.length > 0) this.notices.put({ kind: "news", news });
    else this.notices.remove("news");
    this.endResolving();
  }

  /** Where nothing is asked any more, the form is what people want to see, and go on seeing. */
  endResolving(): void {
    const { current, encounter, isResolving } = this.working;
    if (this.#base === undefined || !isResolving) return;
    if (questionsOf(this.#base.form, current, encounter).length === 0) {
      this.working.resolve(false, this.#base);
    }
  }
}
