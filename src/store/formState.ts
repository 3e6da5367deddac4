// What is known of one form: the state of the server that it stands on, what was typed over that, and what the
// person should know.
import { type Failure, isFailure } from "../model/failure.ts";
import { collisions, type Difference, differences } from "../model/form/compare.ts";
import { rebased } from "../model/form/draft.ts";
import type { Revision } from "../model/revision.ts";
import type { Subject } from "../model/subject.ts";
import type { Drafts } from "./drafts.ts";
import { Emitter } from "./emitter.ts";
import type { Base } from "./keptDraft.ts";
import { Notices } from "./notices.ts";
import type { Doubt, SaveOutcome, Sending, Verdict } from "./saving.ts";
import { WorkingDraft } from "./workingDraft.ts";

/** What a form needs of the world around it. */
export interface EditingHost {
  readonly drafts: Drafts;
  readonly now: () => number;
  /** Reads what the form starts from. */
  readonly read: (subject: Subject, signal: AbortSignal) => Promise<Base>;
  readonly send: (sending: Sending, signal: AbortSignal) => Promise<SaveOutcome>;
  /** What became of a save whose answer nobody has heard. */
  readonly judge: (sending: Sending, doubt: Doubt) => Promise<Verdict>;
  /** Who has written since a state was read, as far as the server tells. */
  readonly writersSince: (base: Base) => Promise<readonly string[]>;
}

/**
 * How a newer state is met. `take`: it becomes ours where it does not touch what was typed. `ask`: nothing is taken
 * before the person says so. `settle`: it holds what we have just sent.
 */
type Meeting = "take" | "ask" | "settle";

function isSameRevision(one: Revision | undefined, other: Revision | undefined): boolean {
  return one !== undefined && JSON.stringify(one) === JSON.stringify(other);
}

export class FormState {
  /** `content`: the form itself is another one; `draft`: what was typed, or what is known about it. */
  readonly changed = new Emitter<"content" | "draft">();
  readonly notices = new Notices();
  readonly working: WorkingDraft;
  readonly #host: EditingHost;
  #base: Base | undefined;
  /** A newer state that the person has not accepted yet. */
  #theirs: Base | undefined;
  #reads = 0;

  constructor(host: EditingHost, subject: Subject) {
    this.#host = host;
    this.working = new WorkingDraft({ ...host, onChange: () => this.changed.announce("draft") }, subject);
  }

  get base(): Base | undefined {
    return this.#base;
  }

  get theirs(): Base | undefined {
    return this.#theirs;
  }

  /** Stands on another state, with what was typed over it. */
  rest(base: Base): void {
    this.#base = base;
    this.#theirs = undefined;
    this.notices.remove("theirs");
    this.working.become(rebased(base.form, this.working.current), base);
  }

  /** Stands on a state that came with the draft itself. */
  restOnKept(base: Base): void {
    this.#base = base;
    this.#theirs = undefined;
  }

  async readAgain(doing: "open" | "refresh", how: Meeting, signal: AbortSignal): Promise<void> {
    this.#reads += 1;
    const turn = this.#reads;
    try {
      const fresh = await this.#host.read(this.working.subject, signal);
      // Someone has begun to read later: what they get is newer.
      if (turn !== this.#reads) return;
      this.notices.remove("failed");
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
    const isArtifact = this.working.subject.kind === "artifact";
    if (failure.kind === "notFound" && isArtifact) this.notices.put({ kind: "gone" });
    else if (failure.kind !== "cancelled") this.notices.put({ kind: "failed", failure, doing });
  }

  #changesIn(fresh: Base, how: Meeting): readonly Difference[] {
    const older = this.#base;
    // A server may write down what we have sent in its own way; that is nobody else's change.
    const isOwn = how === "settle" && isSameRevision(fresh.revision, older?.revision);
    if (older === undefined || isOwn || !this.working.hasUnsent) return [];
    return differences(older.form, fresh.form, this.working.current);
  }

  async #meet(fresh: Base, how: Meeting): Promise<void> {
    const older = this.#base;
    const isNews = older !== undefined && (how === "ask" || this.#changesIn(fresh, how).length > 0);
    const who = isNews ? await this.#host.writersSince(older) : [];
    // Meanwhile something may have been typed: what counts is what collides now.
    const changes = this.#changesIn(fresh, how);
    const isTaken = how !== "ask" && collisions(changes).length === 0;
    if (isTaken) this.rest(fresh);
    else this.#theirs = fresh;
    if (isNews) this.notices.put({ kind: isTaken ? "merged" : "theirs", who, changes });
  }
}
