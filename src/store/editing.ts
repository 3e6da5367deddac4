// One form that a person works at: what the server holds, what was typed over it, and what became of the tries to
// send it. The authority on all three; pages and editors show it and send edits.
import {
  type Draft,
  type Edit,
  edited,
  redone,
  stepTarget,
  type Target,
  undone,
  untouched,
} from "../model/form/draft.ts";
import type { Subject } from "../model/subject.ts";
import type { Emitter } from "./emitter.ts";
import { type EditingHost, FormState } from "./formState.ts";
import type { Base } from "./keptDraft.ts";
import type { EditingNotice } from "./notices.ts";
import { type SaveResult, type SaveWay, Submission } from "./submission.ts";
import type { WorkingView } from "./workingDraft.ts";

export class Editing {
  readonly #state: FormState;
  readonly #submission: Submission;
  #seen = 0;
  #loading: Promise<void> | undefined;

  constructor(host: EditingHost, subject: Subject) {
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

  get draft(): Draft {
    return this.#state.working.current;
  }

  get notices(): readonly EditingNotice[] {
    return this.#state.notices.all;
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
    const settled = await this.#submission.lookInto(signal);
    if (settled?.kind !== "saved") await this.#readAgain("refresh", signal);
  }

  /** Refused where another window is at the draft: then what was typed stays with whoever sent it. */
  edit(edit: Edit, number: number): "taken" | "refused" {
    const { base, working, notices } = this.#state;
    if (base === undefined || working.standing !== "ours") return "refused";
    this.#seen = number;
    if (typeof edit.target === "number") notices.forgetRefusal(edit.target);
    working.become(edited(base.form, working.current, edit), base);
    return "taken";
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
    return target;
  }

  save(way: SaveWay, signal: AbortSignal): Promise<SaveResult> {
    return this.#submission.save(way, signal);
  }

  /** Resolves when nothing is on its way to the server any more. */
  whenSent(): Promise<void> {
    return this.#submission.over();
  }

  /** Throws away what was typed, here and on disk. What is on its way to the server can't be taken back. */
  async discard(): Promise<void> {
    const { theirs, base: own, working, notices } = this.#state;
    const base = theirs ?? own;
    if (base === undefined || this.isSending || working.standing !== "ours") return;
    notices.clear();
    working.become(untouched, base);
    await working.settle(undefined, base);
    this.#state.rest(base);
    await working.flush();
    this.changed.announce("content");
  }

  /** Takes the server's newer state for all fields but those that were typed in. */
  acceptTheirs(): void {
    const { theirs } = this.#state;
    if (theirs === undefined) return;
    this.#state.rest(theirs);
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

  async #load(remembered: string | undefined, signal: AbortSignal): Promise<void> {
    const { working, notices } = this.#state;
    const kept = await working.claim(remembered);
    if (kept !== undefined) {
      this.#state.restOnKept(kept.base);
      const isOurs = working.standing === "ours" && working.hasUnsent;
      if (isOurs) notices.put({ kind: "restored", at: kept.changedAt });
      this.changed.announce("content");
    }
    const settled = await this.#submission.lookInto(signal);
    if (settled?.kind !== "saved") await this.#readAgain("open", signal);
  }

  /** As long as it is not known whether the last save arrived, a newer state may be its own doing. */
  #readAgain(doing: "open" | "refresh", signal: AbortSignal): Promise<void> {
    const how = this.#state.working.unsettled === undefined ? "take" : "ask";
    return this.#state.readAgain(doing, how, signal);
  }
}
