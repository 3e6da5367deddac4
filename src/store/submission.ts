// Sending what was typed. The draft is marked on disk before anything is sent, and the mark goes when the end is
// known: whatever happens in between, nothing is sent twice without a look.
import { isFailure } from "../model/failure.ts";
import type { Input } from "../model/fields/registry.ts";
import { settled, type StoredDifference, storedDifferences, unsent } from "../model/form/changes.ts";
import { type Draft, isUntouched, type Target, typedIn, untouched } from "../model/form/draft.ts";
import type { Form } from "../model/form/form.ts";
import { problemsOf } from "../model/form/problems.ts";
import type { HistoryEntry } from "../model/history.ts";
import { type ConcurrentValue, concurrentValues } from "../model/merge/concurrent.ts";
import { alone, forSending, isDecidedIn, keptIn, type Meeting, met } from "../model/merge/encounter.ts";
import { isSameRevision } from "../model/revision.ts";
import { createdSubject, isNewSubject } from "../model/subject.ts";
import { type FormBackend } from "./formBackend.ts";
import { type FormState, newsIn } from "./formState.ts";
import type { Base } from "./keptDraft.ts";
import type { SaveOutcome, Sending } from "./formBackend.ts";

// What is left to send after a save.

/**
 * Typed while the answer was on its way: that is not sent yet, and meets what it was put together with. What was put
 * back meanwhile was put back with theirs in it, and what was typed after that was typed over theirs. `over` is what the
 * server has now, `typed` what stood in the form when it was sent.
 */
function leftAfter(form: Form, over: Form, typed: Draft, { draft: now, encounter: known }: Meeting): Meeting {
  const left = unsent(form, typed, now);
  const kept = typed.inputs.filter(
    ({ target }) => typedIn(now, target) !== undefined && !isDecidedIn(now, known, target),
  );
  const older = settled(over, { ...typed, inputs: kept });
  const { draft, encounter } = met({ older, newer: over, writings: [] }, { draft: left, encounter: alone });
  return { draft, encounter: { taken: [], contests: encounter.contests } };
}

/** What a save comes to, for whoever pressed the key. */
export type SaveResult =
  | { readonly kind: "saved"; readonly id: number; readonly wasNew: boolean }
  | { readonly kind: "nothing" }
  /** Not sent: the first place that has something wrong. */
  | { readonly kind: "problem"; readonly target: Target }
  /** Not sent: the person has to choose between their own and what others have saved. */
  | { readonly kind: "collision" }
  /** A notice says why. */
  | { readonly kind: "notSaved" };

/** `anyway` sends although it is not known what became of the save before; both are explicit acts of a person. */
export type SaveWay = Sending["how"] | "anyway";

type Saved = Extract<SaveOutcome, { kind: "saved" }>;

interface UncheckedSave {
  readonly sent: Sending;
  /** Where what was read right after it differs from it; others may have done that. */
  readonly differences: readonly StoredDifference[];
}

const notSaved: SaveResult = { kind: "notSaved" };

/** So often a draft is put on top of what others have saved without asking. */
const mostMerges = 3;

export class Submission {
  readonly #host: FormBackend;
  readonly #state: FormState;
  #underWay: Promise<SaveResult> | undefined;
  #looking: Promise<SaveResult | undefined> | undefined;
  /** The server has refused the very state that it told. */
  #isRefusing = false;
  /** Saved, and not yet looked whether others wrote in the same moment. */
  #unchecked: UncheckedSave | undefined;

  constructor(host: FormBackend, state: FormState) {
    this.#host = host;
    this.#state = state;
  }

  get isUnderWay(): boolean {
    return this.#underWay !== undefined;
  }

  /** Resolves when nothing is on its way to the server any more. */
  async over(): Promise<void> {
    await this.#underWay?.catch(() => undefined);
  }

  /** Two who press the key get one save. */
  save(way: SaveWay, signal: AbortSignal): Promise<SaveResult> {
    if (this.#underWay !== undefined) return this.#underWay;
    const saving = this.#save(way, signal).finally(() => {
      this.#underWay = undefined;
      this.#state.changed.announce("draft");
    });
    this.#underWay = saving;
    this.#state.changed.announce("draft");
    return saving;
  }

  /**
   * Looks what became of a save whose end nobody has seen. Undefined if that is settled, or there was none. Whoever
   * asks meanwhile gets the same answer: what is settled once must not be settled again.
   */
  lookInto(signal: AbortSignal): Promise<SaveResult | undefined> {
    this.#looking ??= this.#lookInto(signal).finally(() => {
      this.#looking = undefined;
    });
    return this.#looking;
  }

  async #lookInto(signal: AbortSignal): Promise<SaveResult | undefined> {
    const { working, base, notices } = this.#state;
    const { unsettled } = working;
    if (unsettled === undefined || base === undefined || working.standing !== "ours") return undefined;
    const { since, historyLength, sent, typed = sent } = unsettled;
    const draft: Draft = { ...untouched, inputs: sent };
    const sending: Sending = { subject: working.subject, base, draft, how: "checked", historyLength };
    const verdict = await this.#host.judge(sending, { since, look: "again" });
    // Whoever insists on sending, or took the draft over, was faster.
    if (working.unsettled !== unsettled) return undefined;
    switch (verdict.kind) {
      case "saved":
        return this.#saved(sending, { ...untouched, inputs: typed }, verdict, signal);
      case "notSaved":
        notices.remove("unknown");
        await working.settle(undefined, base);
        return undefined;
      case "unknown":
        notices.put(verdict);
        this.#state.changed.announce("content");
        return notSaved;
    }
  }

  /**
   * Whether an artifact is all that a creation without an answer has come to: it holds what was sent, and nothing was typed
   * since. What can't be read may be another one.
   */
  async hasCreated(id: number, signal: AbortSignal): Promise<boolean> {
    const { working, base } = this.#state;
    const { subject, unsettled } = working;
    if (unsettled === undefined || base === undefined || !isNewSubject(subject)) return false;
    const { sent, typed = sent } = unsettled;
    try {
      const options = { trackerId: base.tracker.id, how: "known", signal } as const;
      const { form } = await this.#host.read(createdSubject(subject, id), options);
      const isIt = storedDifferences(base.form, { ...untouched, inputs: sent }, form).length === 0;
      return isIt && isUntouched(unsent(base.form, { ...untouched, inputs: typed }, working.current));
    } catch (failure) {
      if (!isFailure(failure)) throw failure;
      return false;
    }
  }

  /** Whether others wrote in the same moment as we did: then their changes bear the same name as ours. */
  async check(signal: AbortSignal): Promise<void> {
    const { notices, changed } = this.#state;
    try {
      const hasWrites = await this.#tellBeside(signal);
      // They may have written after what we have sent was read.
      if (hasWrites) await this.#state.readAgain("settle", signal);
    } catch (failure) {
      if (!isFailure(failure)) throw failure;
      if (failure.kind !== "cancelled") notices.put({ kind: "failed", failure, doing: "refresh" });
    }
    changed.announce("draft");
  }

  /** Answers whether there are such writes. */
  async #tellBeside(signal: AbortSignal): Promise<boolean> {
    const { notices } = this.#state;
    const unchecked = this.#unchecked;
    if (unchecked === undefined) return false;
    const { base, draft } = unchecked.sent;
    const entries = await this.#host.writtenBeside(unchecked.sent, signal);
    if (this.#unchecked === unchecked) this.#unchecked = undefined;
    const { entries: told = [], values: left = [] } = notices.beside ?? {};
    // What was sent again since is no question any more.
    const open = left.filter(({ fieldId }) => typedIn(draft, fieldId) === undefined);
    const values = [...concurrentValues(base.form, draft, entries), ...open];
    if (entries.length > 0 || values.length > 0) {
      notices.put({ kind: "beside", entries: [...entries, ...told], values });
    } else if (left.length > 0) notices.remove("beside");
    this.#tellAltered(unchecked, entries);
    return entries.length > 0;
  }

  /** Whether what is typed goes over a value that others wrote beside the last save, and that was not told until now. */
  #wouldReplaceUnseen(told: readonly ConcurrentValue[]): boolean {
    const { notices, working } = this.#state;
    const { beside } = notices;
    const typed = (fieldId: number): Input | undefined => typedIn(working.current, fieldId);
    const isUnseen = ({ fieldId }: ConcurrentValue): boolean =>
      typed(fieldId) !== undefined && told.every((each) => each.fieldId !== fieldId);
    if (beside?.values.some(isUnseen) !== true) return false;
    // The choice is between theirs and what is typed now.
    const values = beside.values.map((each) => ({ ...each, mine: typed(each.fieldId) ?? each.mine }));
    notices.put({ ...beside, values, isNextNotSent: true });
    return true;
  }

  /** What the server has made of what was sent is no change of others. */
  #tellAltered({ sent, differences }: UncheckedSave, entries: readonly HistoryEntry[]): void {
    const { notices } = this.#state;
    const news = notices.all.flatMap((notice) => (notice.kind === "news" ? notice.news : []));
    // Without a history nobody can tell what is new in a field from what was made of it.
    const isTold = sent.base.changesetsUri !== undefined;
    const others = isTold ? entries.flatMap(({ changes }) => changes) : news;
    const altered = differences.filter(({ fieldId }) => others.every((each) => each.fieldId !== fieldId));
    if (altered.length === 0) return;
    const left = news.filter(({ fieldId }) => altered.every((each) => each.fieldId !== fieldId));
    if (left.length === 0) notices.remove("news");
    else if (left.length < news.length) notices.put({ kind: "news", news: left });
    notices.put({ kind: "altered", differences: altered });
  }

  async #save(way: SaveWay, signal: AbortSignal): Promise<SaveResult> {
    const { working, notices } = this.#state;
    await working.flush();
    const earlier = way === "checked" ? await this.lookInto(signal) : undefined;
    if (earlier?.kind === "notSaved") return earlier;
    if (this.#state.base === undefined || working.standing !== "ours") return notSaved;
    if (this.#state.base.form.isReadOnly === true) return notSaved;
    // Whoever insists has let go of the question what became of the save before.
    await working.settle(undefined, this.#state.base);
    // What was given up for theirs is on its way out too.
    const hasNothing = !working.hasUnsent && !this.#state.base.form.isNew;
    if (hasNothing && working.encounter.contests.length === 0) return earlier ?? { kind: "nothing" };
    // What the save before has come to just now was not read yet.
    if (earlier === undefined) notices.clearOutcomes();
    return this.#saveOver(way, signal);
  }

  /** On top of whatever others have saved, as long as nobody has to be asked. */
  async #saveOver(way: SaveWay, signal: AbortSignal): Promise<SaveResult> {
    const { notices } = this.#state;
    let refused: Base | undefined;
    let merges = 0;
    for (;;) {
      const look = await this.#lookFirst(refused !== undefined, signal);
      if (look === undefined) return notSaved;
      if (await this.#hasToAsk(signal)) return { kind: "collision" };
      const isSameState =
        refused !== undefined && isSameRevision(refused.revision, this.#state.base?.revision);
      if (isSameState && !look.isNews) {
        this.#isRefusing = true;
        notices.put({ kind: "refusing" });
        return notSaved;
      }
      if (look.isNews || refused !== undefined) merges += 1;
      if (merges > mostMerges) {
        notices.put({ kind: "overtaken" });
        return notSaved;
      }
      // Whoever sends something for the second time should see what is there first.
      if (look.isNews && way === "anyway") return notSaved;
      refused = this.#state.base;
      const result = await this.#send(way, look.historyLength, signal);
      if (result !== "refused") return result;
    }
  }

  /** How things stand just before something is sent; undefined if that could not be seen. */
  async #lookFirst(
    wasRefused: boolean,
    signal: AbortSignal,
  ): Promise<{ readonly isNews: boolean; readonly historyLength: number | undefined } | undefined> {
    const { base, notices, working } = this.#state;
    if (base === undefined) return undefined;
    if (isNewSubject(working.subject)) return this.#state.lookAtNew(base, signal);
    const told = notices.beside?.values ?? [];
    try {
      // What was written beside the last save is told before there is another.
      await this.#tellBeside(signal);
      if (this.#wouldReplaceUnseen(told)) return undefined;
      // First how many writes there are, then what they have led to: one that comes in between is counted twice
      // at most, and never missed.
      const historyLength = await this.#host.historyLength(base, signal);
      const read = await this.#state.readAgain("save", signal, wasRefused ? "fresh" : "known");
      return read === "failed" ? undefined : { isNews: read === "news", historyLength };
    } catch (failure) {
      if (!isFailure(failure)) throw failure;
      if (failure.kind === "notFound") notices.put({ kind: "gone" });
      else if (failure.kind !== "cancelled") notices.put({ kind: "failed", failure, doing: "save" });
      return undefined;
    }
  }

  /** Whether the person has to choose; then that is what they are at. */
  async #hasToAsk(signal: AbortSignal): Promise<boolean> {
    const { working, notices } = this.#state;
    if (this.#state.collisions.length === 0) return false;
    // A field may be gone, or another one by now: people choose between what there is.
    await this.#state.readAgain("save", signal, "fresh");
    const { base } = this.#state;
    if (base === undefined || this.#state.collisions.length === 0) return false;
    notices.remove("news");
    working.resolve(true, base);
    return true;
  }

  async #send(
    way: SaveWay,
    historyLength: number | undefined,
    signal: AbortSignal,
  ): Promise<SaveResult | "refused"> {
    const { working } = this.#state;
    const { base } = this.#state;
    if (base === undefined || !working.isHeldHere()) return notSaved;
    // What is checked is what is sent, whatever is typed meanwhile.
    const { current: typed, encounter } = working;
    const draft = forSending(base.form, { draft: typed, encounter });
    if (isUntouched(draft) && !base.form.isNew) return this.#nothingLeft(base);
    const [problem] = problemsOf(base.form, draft);
    if (problem !== undefined) return { kind: "problem", target: problem[0] };
    const asTyped = draft === typed ? {} : { typed: typed.inputs };
    await working.settle({ since: this.#host.now(), sent: draft.inputs, historyLength, ...asTyped }, base);
    // Writing the mark shows whether another window has taken the draft.
    if (!working.isHeldHere()) return notSaved;
    this.#state.changed.announce("draft");
    // Where a state has a name, what was chosen about it is sent on it: what the person has not seen stays.
    const isBlind = base.revision === undefined || this.#isRefusing;
    const how = way === "overwrite" && isBlind ? "overwrite" : "checked";
    const sending: Sending = { subject: working.subject, base, draft, how, historyLength };
    const outcome = await this.#host.send(sending, signal);
    return outcome.kind === "saved" ? this.#saved(sending, typed, outcome, signal) : this.#refused(outcome);
  }

  /** All of it was given up for what others have saved, or says the same. */
  async #nothingLeft(base: Base): Promise<SaveResult> {
    const { working } = this.#state;
    // An undo would lead back to what was typed over other states, without a question.
    working.become(untouched, base, alone);
    working.resolve(false, base);
    await working.flush();
    this.#state.changed.announce("content");
    return { kind: "nothing" };
  }

  /** `typed` is what stood in the form when it was sent: others' changes may have been put together with it. */
  async #saved(
    sent: Sending,
    typed: Draft,
    { id, revision }: Saved,
    signal: AbortSignal,
  ): Promise<SaveResult> {
    const { working, notices } = this.#state;
    const { base, draft } = sent;
    const news = newsIn(base.form, keptIn(base.form, { draft: typed, encounter: working.encounter }));
    this.#isRefusing = false;
    const wasNew = isNewSubject(working.subject);
    const over: Base = { ...base, form: settled(base.form, draft), revision };
    const { beside } = notices;
    notices.clear();
    if (beside !== undefined) notices.put(beside);
    if (news.length > 0) notices.put({ kind: "merged", news });
    this.#state.restOnKept(over);
    working.resolve(false, over);
    const left = leftAfter(base.form, over.form, typed, {
      draft: working.current,
      encounter: working.encounter,
    });
    working.become(left.draft, over, left.encounter);
    if (wasNew) await working.moveTo(createdSubject(working.subject, id), over);
    await working.settle(undefined, over);
    await working.flush();
    const read = await this.#state.readAgain("settle", signal);
    const now = read === "failed" ? undefined : this.#state.base;
    const differences = now === undefined ? [] : storedDifferences(base.form, draft, now.form);
    this.#unchecked = { sent, differences };
    await this.check(signal);
    return { kind: "saved", id, wasNew };
  }

  async #refused(outcome: Exclude<SaveOutcome, Saved>): Promise<SaveResult | "refused"> {
    const { working, notices, base } = this.#state;
    if (outcome.kind !== "unknown" && base !== undefined) await working.settle(undefined, base);
    switch (outcome.kind) {
      case "conflict":
        return "refused";
      case "failed":
        if (outcome.failure.kind !== "cancelled") notices.put({ ...outcome, doing: "save" });
        break;
      case "rejected":
        if (outcome.isFinal === true) this.#state.lock();
        notices.put(outcome);
        break;
      case "unknown":
      case "noRevision":
      case "gone":
        notices.put(outcome);
    }
    return notSaved;
  }
}
