// One form that a person works at: what the server holds, what was typed over it, and what became of the tries to
// send it. The authority on all three; pages and editors show it and send edits.
import type { Input } from "../model/fields/registry.ts";
import {
  type Draft,
  type Edit,
  edited,
  redone,
  stepTarget,
  type Target,
  typedIn,
  undone,
  untouched,
} from "../model/form/draft.ts";
import {
  alone,
  type Choice,
  chosen,
  type Contest,
  type Encounter,
  typedOver,
} from "../model/merge/encounter.ts";
import { isNewSubject, type Subject } from "../model/subject.ts";
import type { Emitter } from "./emitter.ts";
import { type FormBackend } from "./formBackend.ts";
import { FormState, type Read } from "./formState.ts";
import type { Base } from "./keptDraft.ts";
import type { EditingNotice, News } from "./notices.ts";
import { type SaveResult, type SaveWay, Submission } from "./submission.ts";
import type { WorkingView } from "./workingDraft.ts";

export class Editing {
  readonly #state: FormState;
  readonly #submission: Submission;
  #seen = 0;
  #loading: Promise<void> | undefined;
  #looking: Promise<Read | undefined> | undefined;
  /** Something was written since the look under way began. */
  #isLookOld = false;

  constructor(host: FormBackend, subject: Subject) {
    this.#state = new FormState(host, subject);
    this.#submission = new Submission(host, this.#state);
  }

  /** `content`: the form itself is another one; `draft`: what was typed, or what is known about it. */
  get changed(): Emitter<"content" | "draft"> {
    return this.#state.changed;
  }

  /** What was typed, where it is kept and whose it is. */
  get working(): WorkingView {
    return this.#state.working;
  }

  get subject(): Subject {
    return this.#state.working.subject;
  }

  /** Undefined until something could be read. */
  get base(): Base | undefined {
    return this.#state.base;
  }

  /** When what is shown was last read, in milliseconds; undefined where it only came with what was typed. */
  get asOf(): number | undefined {
    return this.#state.asOf;
  }

  get draft(): Draft {
    return this.#state.working.current;
  }

  get notices(): readonly EditingNotice[] {
    return this.#state.notices.all;
  }

  /** What others have changed since something was typed, and what was chosen about it. */
  get encounter(): Encounter {
    return this.#state.working.encounter;
  }

  /** Those of it that only the person can decide. */
  get collisions(): readonly Contest[] {
    return this.#state.collisions;
  }

  get news(): readonly News[] {
    return this.#state.news;
  }

  /** The number of the page's last edit that is in the draft. */
  get seen(): number {
    return this.#seen;
  }

  get isSending(): boolean {
    return this.#submission.isUnderWay;
  }

  /**
   * Reads the server's state and what was typed before. What was typed shows even if the server can't be
   * reached; without either, the failure is thrown.
   */
  load(remembered: string | undefined, signal: AbortSignal): Promise<void> {
    this.#loading ??= this.#load(remembered, signal).catch((error: unknown) => {
      this.#loading = undefined;
      throw error;
    });
    return this.#loading;
  }

  /** Reads the server's state again. What was typed is not touched. */
  async refresh(signal: AbortSignal): Promise<void> {
    if (this.isSending) return;
    const settled = await this.#submission.lookInto(signal);
    if (settled === undefined) await this.#state.readAgain("refresh", signal, "fresh");
    await this.#submission.check(signal);
  }

  /** This person has changed some of its fields otherwise than here. */
  noteOwn(fieldIds: readonly number[]): void {
    this.#isLookOld = true;
    this.#state.noteOwn(fieldIds);
  }

  /** Looks whether others have changed it. Nobody has asked for that: what fails is not told. */
  look(signal: AbortSignal): Promise<Read | undefined> {
    this.#looking ??= this.#lookTillFresh(signal).finally(() => {
      this.#looking = undefined;
    });
    return this.#looking;
  }

  /** The site can be reached again: reads what could not be read, and what became of a save, and says no more that it couldn't. */
  async recover(signal: AbortSignal): Promise<void> {
    if (this.isSending) return;
    const settled = await this.#submission.lookInto(signal);
    const read = settled === undefined ? await this.look(signal) : undefined;
    if (read !== "failed" && this.#state.notices.endUnavailable()) this.changed.announce("draft");
    await this.#submission.check(signal);
  }

  /**
   * Refused where another window is at the draft: then what was typed stays with whoever sent it. `before` is what
   * stood in the field when it was typed, for those who could not know that it is another one by now.
   */
  edit(edit: Edit, number: number, before?: Input): "taken" | "refused" {
    const { base, working, notices } = this.#state;
    if (base === undefined || working.standing !== "ours") return "refused";
    this.#seen = number;
    if (typeof edit.target === "number") notices.forgetRefusal(edit.target);
    const { target, input } = edit;
    // Whoever puts back a field that others have changed takes theirs.
    if (input === undefined && typeof target === "number") this.choose(target, "theirs");
    const isOverTheirs = typedIn(working.current, target) === undefined;
    const draft = edited(base.form, working.current, edit);
    const encounter =
      before === undefined || typeof target !== "number"
        ? working.encounter
        : typedOver(base.form, { draft, encounter: working.encounter }, target, before);
    working.become(draft, base, encounter);
    // What is typed with theirs in sight answers the question.
    if (isOverTheirs && before === undefined && typeof target === "number") {
      this.#decide(base, target, "edit");
    }
    this.#state.endResolving();
    return "taken";
  }

  /** Decides what becomes of a field that others have changed too. Refused while something is on its way. */
  choose(fieldId: number, choice: Choice): "taken" | "refused" {
    const { base, working } = this.#state;
    if (base === undefined || this.isSending || working.standing !== "ours") return "refused";
    this.#decide(base, fieldId, choice);
    return "taken";
  }

  /**
   * Puts one of the values that two have saved in the same moment into the form, to be sent with the next save. Refused where
   * there is nothing to choose, or while something is on its way.
   */
  chooseConcurrent(fieldId: number, side: "mine" | "theirs"): "taken" | "refused" {
    const { base, working, notices } = this.#state;
    const { beside } = notices;
    const value = beside?.values.find((each) => each.fieldId === fieldId);
    const canChoose = !this.isSending && working.standing === "ours";
    if (base === undefined || beside === undefined || value === undefined || !canChoose) return "refused";
    const edit = { target: fieldId, input: value[side], step: "begin" } as const;
    working.become(edited(base.form, working.current, edit), base);
    const values = beside.values.filter((each) => each !== value);
    if (values.length === 0) notices.remove("beside");
    else notices.put({ ...beside, values });
    this.changed.announce("draft");
    return "taken";
  }

  /** The person begins to choose, or goes back to the form. */
  resolve(isResolving: boolean): void {
    const { base, working } = this.#state;
    if (base !== undefined) working.resolve(isResolving, base);
  }

  /** A new page counts its edits from the start. */
  forgetNumbers(): void {
    this.#seen = 0;
  }

  /** Takes one step back or forth; returns where something changed. */
  step(direction: "undo" | "redo"): Target | undefined {
    const { base, working } = this.#state;
    if (base === undefined) return undefined;
    const target = stepTarget(working.current, direction);
    const take = direction === "undo" ? undone : redone;
    working.become(take(base.form, working.current), base);
    this.#state.endResolving();
    return target;
  }

  save(way: SaveWay, signal: AbortSignal): Promise<SaveResult> {
    return this.#submission.save(way, signal);
  }

  /** Whether an artifact is all that a creation without an answer has come to. */
  hasCreated(artifactId: number, signal: AbortSignal): Promise<boolean> {
    return this.#submission.hasCreated(artifactId, signal);
  }

  /** Resolves when nothing is on its way to the server any more. */
  whenSent(): Promise<void> {
    return this.#submission.over();
  }

  /** Throws away what was typed, here and on disk. What is on its way to the server can't be taken back. */
  async discard(): Promise<void> {
    const { base, working, notices } = this.#state;
    if (base === undefined || this.isSending || working.standing !== "ours") return;
    notices.clear();
    working.resolve(false, base);
    working.become(untouched, base, alone);
    await working.settle(undefined, base);
    await working.flush();
    this.changed.announce("content");
  }

  async takeOver(): Promise<void> {
    const kept = await this.#state.working.takeOver();
    if (kept !== undefined) this.#state.restOnKept(kept.base);
    this.changed.announce("content");
  }

  /** What was typed by nobody in particular belongs to the one who has signed in since. */
  async adoptBy(accountId: string): Promise<void> {
    const { working, base } = this.#state;
    if (base === undefined) return;
    await working.moveTo({ ...working.subject, accountId }, base);
    this.changed.announce("content");
  }

  dismiss(kind: EditingNotice["kind"]): void {
    this.#state.notices.remove(kind);
    this.changed.announce("draft");
  }

  /** Something has happened in the folder of drafts: perhaps another window has begun, or let go. */
  async lookAround(): Promise<void> {
    const { working } = this.#state;
    const before = working.standing;
    const kept = await working.lookAround();
    if (kept !== undefined) this.#state.restOnKept(kept.base);
    if (kept !== undefined || working.standing !== before) this.changed.announce("content");
  }

  /** Brings to disk what is still on its way, and lets go of the file for others. */
  close(): Promise<void> {
    return this.#state.working.release(this.base);
  }

  #decide(base: Base, fieldId: number, choice: Choice): void {
    const { working } = this.#state;
    const { current: draft, encounter } = working;
    const now = chosen(base.form, { draft, encounter }, fieldId, choice);
    if (now.encounter !== encounter) working.become(now.draft, base, now.encounter);
  }

  async #lookTillFresh(signal: AbortSignal): Promise<Read | undefined> {
    let read: Read | undefined;
    do {
      this.#isLookOld = false;
      read = await this.#look(signal);
    } while (this.#isWrittenSince() && !signal.aborted);
    return read;
  }

  #isWrittenSince(): boolean {
    return this.#isLookOld;
  }

  async #look(signal: AbortSignal): Promise<Read | undefined> {
    const { base, working } = this.#state;
    // What is new is nobody else's, but its fields may have been only remembered.
    const isKnown = base !== undefined && (!isNewSubject(working.subject) || base.asOf !== undefined);
    const canLook = isKnown && !this.isSending && working.unsettled === undefined;
    return canLook ? this.#state.readAgain("look", signal) : undefined;
  }

  async #load(remembered: string | undefined, signal: AbortSignal): Promise<void> {
    const { working, notices } = this.#state;
    const kept = await working.claim(remembered);
    if (kept !== undefined) {
      this.#state.restOnKept(kept.base);
      const isOurs = working.standing === "ours" && working.hasUnsent;
      if (isOurs) notices.put({ kind: "restored", at: kept.changedAt });
      this.changed.announce("content");
    }
    // As long as it is not known whether the last save arrived, a newer state may be its own doing.
    const settled = await this.#submission.lookInto(signal);
    if (settled === undefined) await this.#state.readAgain("open", signal);
  }
}
