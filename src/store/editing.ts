// One form that a person works at: what the server holds, what was typed over it, and what became of the tries to
// send it. The authority on all three; pages and editors show it and send edits.
import { type Failure, isFailure } from "../model/failure.ts";
import { collisions, differences } from "../model/form/compare.ts";
import {
  type Draft,
  type Edit,
  edited,
  rebased,
  redone,
  stepTarget,
  type Target,
  undone,
  untouched,
} from "../model/form/draft.ts";
import { problemsOf } from "../model/form/problems.ts";
import { settled, unsent } from "../model/form/settle.ts";
import type { Revision } from "../model/revision.ts";
import type { Subject } from "../model/subject.ts";
import type { Drafts } from "./drafts.ts";
import { Emitter } from "./emitter.ts";
import type { Base } from "./keptDraft.ts";
import { type EditingNotice, Notices } from "./notices.ts";
import type { SaveOutcome, Sending } from "./saving.ts";
import { WorkingDraft, type WorkingView } from "./workingDraft.ts";

export interface EditingHost {
  readonly drafts: Drafts;
  readonly now: () => number;
  /** Reads what the form starts from. */
  readonly read: (subject: Subject, signal: AbortSignal) => Promise<Base>;
  readonly send: (sending: Sending, signal: AbortSignal) => Promise<SaveOutcome>;
  /** Who has written since a state was read, as far as the server tells. */
  readonly writersSince: (base: Base) => Promise<readonly string[]>;
}

/** What a save comes to, for whoever pressed the key. */
export type SaveResult =
  | { readonly kind: "saved"; readonly artifactId: number; readonly wasNew: boolean }
  | { readonly kind: "nothing" }
  /** Not sent: the first place that has something wrong. */
  | { readonly kind: "problem"; readonly target: Target }
  /** A notice says why. */
  | { readonly kind: "notSaved" };

type Meeting = "take" | "ask" | "settle";

function isSameRevision(one: Revision | undefined, other: Revision | undefined): boolean {
  return one !== undefined && JSON.stringify(one) === JSON.stringify(other);
}

export class Editing {
  /** `content`: the form itself is another one; `draft`: what was typed, or what is known about it. */
  readonly changed = new Emitter<"content" | "draft">();
  readonly #host: EditingHost;
  readonly #notices = new Notices();
  readonly #working: WorkingDraft;
  #base: Base | undefined;
  /** A newer state that collides with what was typed, until the person has decided. */
  #theirs: Base | undefined;
  #seen = 0;
  #loading: Promise<void> | undefined;
  #sending: Promise<SaveResult> | undefined;

  constructor(host: EditingHost, subject: Subject) {
    this.#host = host;
    this.#working = new WorkingDraft({ ...host, onChange: () => this.changed.announce("draft") }, subject);
  }

  /** What was typed, where it is kept and whose it is. */
  get working(): WorkingView {
    return this.#working;
  }

  get subject(): Subject {
    return this.#working.subject;
  }

  /** Undefined until something could be read. */
  get base(): Base | undefined {
    return this.#base;
  }

  get draft(): Draft {
    return this.#working.current;
  }

  get notices(): readonly EditingNotice[] {
    return this.#notices.all;
  }

  /** The number of the page's last edit that is in the draft. */
  get seen(): number {
    return this.#seen;
  }

  get isSending(): boolean {
    return this.#sending !== undefined;
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

  async #load(remembered: string | undefined, signal: AbortSignal): Promise<void> {
    const kept = await this.#working.claim(remembered);
    if (kept !== undefined) {
      this.#base = kept.base;
      if (this.#working.standing === "ours") this.#notices.put({ kind: "restored", at: kept.changedAt });
      this.changed.announce("content");
    }
    await this.#readAgain("open", "take", signal);
  }

  /** Reads the server's state again. What was typed is not touched. */
  refresh(signal: AbortSignal): Promise<void> {
    return this.#readAgain("refresh", "take", signal);
  }

  /** Refused where another window is at the draft: then what was typed stays with whoever sent it. */
  edit(edit: Edit, number: number): "taken" | "refused" {
    if (this.#base === undefined || this.#working.standing !== "ours") return "refused";
    this.#seen = number;
    if (typeof edit.target === "number") this.#notices.forgetRefusal(edit.target);
    this.#working.become(edited(this.#base.form, this.draft, edit), this.#base);
    return "taken";
  }

  /** A new page counts its edits from the start. */
  forgetNumbers(): void {
    this.#seen = 0;
  }

  /** Takes one step back or forth; returns where something changed. */
  step(direction: "undo" | "redo"): Target | undefined {
    if (this.#base === undefined) return undefined;
    const target = stepTarget(this.draft, direction);
    const take = direction === "undo" ? undone : redone;
    this.#working.become(take(this.#base.form, this.draft), this.#base);
    return target;
  }

  /** Two who press the key get one save. */
  save(how: Sending["how"], signal: AbortSignal): Promise<SaveResult> {
    this.#sending ??= this.#save(how, signal).finally(() => {
      this.#sending = undefined;
      this.changed.announce("draft");
    });
    return this.#sending;
  }

  /** Throws away what was typed, here and on disk. */
  async discard(): Promise<void> {
    const base = this.#theirs ?? this.#base;
    // What is on its way to the server can't be taken back.
    if (base === undefined || this.isSending || this.#working.standing !== "ours") return;
    this.#base = base;
    this.#theirs = undefined;
    this.#notices.clear();
    this.#working.become(untouched, base);
    await this.#working.flush();
    this.changed.announce("content");
  }

  /** Takes the server's newer state for all fields but those that were typed in. */
  acceptTheirs(): void {
    if (this.#theirs === undefined) return;
    this.#rest(this.#theirs);
    this.changed.announce("content");
  }

  async takeOver(): Promise<void> {
    const kept = await this.#working.takeOver();
    if (kept !== undefined) this.#base = kept.base;
    this.changed.announce("content");
  }

  dismiss(kind: EditingNotice["kind"]): void {
    this.#notices.remove(kind);
    this.changed.announce("draft");
  }

  /** Something has happened in the folder of drafts: perhaps another window has begun, or let go. */
  async lookAround(): Promise<void> {
    const before = this.#working.standing;
    const kept = await this.#working.lookAround();
    if (kept !== undefined) this.#base = kept.base;
    if (kept !== undefined || this.#working.standing !== before) this.changed.announce("content");
  }

  /** Brings to disk what is still on its way, and lets go of the file for others. */
  close(): Promise<void> {
    return this.#working.release(this.#base);
  }

  /** `ask` takes nothing of a newer state before the person says so; `settle` looks at what we have just sent. */
  async #readAgain(doing: "open" | "refresh", how: Meeting, signal: AbortSignal): Promise<void> {
    try {
      const fresh = await this.#host.read(this.subject, signal);
      this.#notices.remove("failed");
      await this.#meet(fresh, how);
    } catch (failure) {
      if (!isFailure(failure)) throw failure;
      this.#troubled(failure, doing);
    }
    this.changed.announce("content");
  }

  /** With nothing to show at all, the failure is the content. */
  #troubled(failure: Failure, doing: "open" | "refresh"): void {
    if (this.#base === undefined) throw failure;
    if (failure.kind === "notFound" && this.subject.kind === "artifact") this.#notices.put({ kind: "gone" });
    else if (failure.kind !== "cancelled") this.#notices.put({ kind: "failed", failure, doing });
  }

  /** A newer state of the server: taken where it does not touch what was typed, else left to the person. */
  async #meet(fresh: Base, how: Meeting): Promise<void> {
    const older = this.#base;
    // A server may write down what we have sent in its own way; that is nobody else's change.
    const isOwn = how === "settle" && isSameRevision(fresh.revision, older?.revision);
    const changes =
      older === undefined || isOwn || !this.#working.hasUnsent
        ? []
        : differences(older.form, fresh.form, this.draft);
    const isTaken = how !== "ask" && collisions(changes).length === 0;
    const isNews = older !== undefined && (changes.length > 0 || !isTaken);
    const who = isNews ? await this.#host.writersSince(older) : [];
    if (isTaken) this.#rest(fresh);
    else this.#theirs = fresh;
    if (isNews) this.#notices.put({ kind: isTaken ? "merged" : "theirs", who, changes });
  }

  /** Stands on a newer state, with what was typed over it. */
  #rest(fresh: Base): void {
    this.#base = fresh;
    this.#theirs = undefined;
    this.#notices.remove("theirs");
    this.#working.become(rebased(fresh.form, this.draft), fresh);
  }

  async #save(how: Sending["how"], signal: AbortSignal): Promise<SaveResult> {
    await this.#working.flush();
    const base = this.#base;
    // What is checked is what is sent, whatever is typed meanwhile.
    const sent = this.draft;
    if (base === undefined || this.#working.standing !== "ours") return { kind: "notSaved" };
    const [problem] = problemsOf(base.form, sent);
    if (problem !== undefined) return { kind: "problem", target: problem[0] };
    if (!this.#working.hasUnsent && !base.form.isNew) return { kind: "nothing" };
    this.#notices.clearOutcomes();
    this.changed.announce("draft");
    const outcome = await this.#host.send({ subject: this.subject, base, draft: sent, how }, signal);
    if (outcome.kind === "saved") return this.#saved(base, sent, outcome, signal);
    await this.#notSaved(outcome, signal);
    return { kind: "notSaved" };
  }

  async #saved(
    base: Base,
    sent: Draft,
    { artifactId, revision }: Extract<SaveOutcome, { kind: "saved" }>,
    signal: AbortSignal,
  ): Promise<SaveResult> {
    const { kind, siteApi, accountId } = this.subject;
    this.#notices.clear();
    this.#theirs = undefined;
    this.#base = { ...base, form: settled(base.form, sent), revision };
    // Typed while the answer was on its way: that is not sent yet.
    this.#working.become(unsent(base.form, sent, this.draft), this.#base);
    if (kind === "new") {
      await this.#working.moveTo({ kind: "artifact", siteApi, accountId, artifactId }, this.#base);
    }
    await this.#working.flush();
    await this.#readAgain("refresh", "settle", signal);
    return { kind: "saved", artifactId, wasNew: kind === "new" };
  }

  async #notSaved(outcome: Exclude<SaveOutcome, { kind: "saved" }>, signal: AbortSignal): Promise<void> {
    switch (outcome.kind) {
      case "conflict":
        return this.#readAgain("refresh", "ask", signal);
      case "failed":
        if (outcome.failure.kind !== "cancelled") this.#notices.put({ ...outcome, doing: "save" });
        return;
      case "rejected":
      case "unknown":
      case "noRevision":
      case "gone":
        this.#notices.put(outcome);
    }
  }
}
