// Sending what was typed. The draft is marked on disk before anything is sent, and the mark goes when the end is
// known: whatever happens in between, nothing is sent twice without a look.
import { isFailure } from "../model/failure.ts";
import { type Draft, isUntouched, type Target, untouched } from "../model/form/draft.ts";
import { problemsOf } from "../model/form/problems.ts";
import { settled, unsent } from "../model/form/settle.ts";
import { alone, forSending, met } from "../model/merge/encounter.ts";
import type { EditingHost, FormState } from "./formState.ts";
import type { Base } from "./keptDraft.ts";
import type { SaveOutcome, Sending } from "./saving.ts";

/** What a save comes to, for whoever pressed the key. */
export type SaveResult =
  | { readonly kind: "saved"; readonly artifactId: number; readonly wasNew: boolean }
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

const notSaved: SaveResult = { kind: "notSaved" };

/** So often a draft is put on top of what others have saved without asking. */
const mostMerges = 3;

export class Submission {
  readonly #host: EditingHost;
  readonly #state: FormState;
  #underWay: Promise<SaveResult> | undefined;
  /** Saved, and not yet looked whether others wrote in the same moment. */
  #unchecked: Sending | undefined;

  constructor(host: EditingHost, state: FormState) {
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
    this.#underWay ??= this.#save(way, signal).finally(() => {
      this.#underWay = undefined;
      this.#state.changed.announce("draft");
    });
    return this.#underWay;
  }

  /** Looks what became of a save whose end nobody has seen. Undefined if that is settled, or there was none. */
  async lookInto(signal: AbortSignal): Promise<SaveResult | undefined> {
    const { working, base, notices } = this.#state;
    const { unsettled } = working;
    if (unsettled === undefined || base === undefined || working.standing !== "ours") return undefined;
    const { since, historyLength, sent, typed = sent } = unsettled;
    const draft: Draft = { ...untouched, inputs: sent };
    const sending: Sending = { subject: working.subject, base, draft, how: "checked", historyLength };
    const verdict = await this.#host.judge(sending, { since, look: "again" });
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

  /** Whether others wrote in the same moment as we did: then their changes bear the same name as ours. */
  async check(): Promise<void> {
    const { notices, changed } = this.#state;
    const sent = this.#unchecked;
    if (sent?.historyLength === undefined) return;
    try {
      const entries = await this.#host.writtenBeside(sent, sent.historyLength);
      if (this.#unchecked === sent) this.#unchecked = undefined;
      if (entries.length === 0) return;
      notices.put({ kind: "beside", entries });
    } catch (failure) {
      if (!isFailure(failure)) throw failure;
      if (failure.kind !== "cancelled") notices.put({ kind: "failed", failure, doing: "refresh" });
    }
    changed.announce("draft");
  }

  async #save(way: SaveWay, signal: AbortSignal): Promise<SaveResult> {
    const { working, notices } = this.#state;
    await working.flush();
    const earlier = way === "checked" ? await this.lookInto(signal) : undefined;
    if (earlier?.kind === "notSaved") return earlier;
    if (this.#state.base === undefined || working.standing !== "ours") return notSaved;
    // Whoever insists has let go of the question what became of the save before.
    await working.settle(undefined, this.#state.base);
    // What was given up for theirs is on its way out too.
    const hasNothing = !working.hasUnsent && !this.#state.base.form.isNew;
    if (hasNothing && working.encounter.contests.length === 0) return earlier ?? { kind: "nothing" };
    notices.clearOutcomes();
    return this.#saveOver(way, signal);
  }

  /** On top of whatever others have saved, as long as nobody has to be asked. */
  async #saveOver(way: SaveWay, signal: AbortSignal): Promise<SaveResult> {
    const { notices } = this.#state;
    let wasRefused = false;
    let merges = 0;
    for (;;) {
      const look = await this.#lookFirst(wasRefused, signal);
      if (look === undefined) return notSaved;
      if (await this.#hasToAsk(signal)) return { kind: "collision" };
      if (look.isNews || wasRefused) merges += 1;
      // Whoever sends something for the second time should see what is there first.
      const isEnough = merges > mostMerges || (merges > 0 && way === "anyway");
      if (isEnough) {
        if (merges > mostMerges) notices.put({ kind: "overtaken" });
        return notSaved;
      }
      const result = await this.#send(way, look.historyLength, signal);
      if (result !== "refused") return result;
      wasRefused = true;
    }
  }

  /** How things stand just before something is sent; undefined if that could not be seen. */
  async #lookFirst(
    wasRefused: boolean,
    signal: AbortSignal,
  ): Promise<{ readonly isNews: boolean; readonly historyLength: number | undefined } | undefined> {
    const { base, notices, working } = this.#state;
    if (base === undefined) return undefined;
    if (working.subject.kind === "new") return { isNews: false, historyLength: undefined };
    try {
      // First how many writes there are, then what they have led to: one that comes in between is counted twice
      // at most, and never missed.
      const historyLength = await this.#host.historyLength(base);
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
    if (base === undefined || working.standing !== "ours") return notSaved;
    // What is checked is what is sent, whatever is typed meanwhile.
    const { current: typed, encounter } = working;
    const draft = forSending(base.form, { draft: typed, encounter });
    if (isUntouched(draft) && !base.form.isNew) return this.#nothingLeft(base);
    const [problem] = problemsOf(base.form, draft);
    if (problem !== undefined) return { kind: "problem", target: problem[0] };
    const asTyped = draft === typed ? {} : { typed: typed.inputs };
    await working.settle({ since: this.#host.now(), sent: draft.inputs, historyLength, ...asTyped }, base);
    this.#state.changed.announce("draft");
    const how = way === "overwrite" ? "overwrite" : "checked";
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
    { artifactId, revision }: Saved,
    signal: AbortSignal,
  ): Promise<SaveResult> {
    const { working, notices, news } = this.#state;
    const { base, draft } = sent;
    const { kind, siteApi, accountId } = working.subject;
    const over: Base = { ...base, form: settled(base.form, draft), revision };
    notices.clear();
    if (news.length > 0) notices.put({ kind: "merged", news });
    this.#state.restOnKept(over);
    working.resolve(false, over);
    // Typed while the answer was on its way: that is not sent yet, and meets what it was put together with.
    const left = unsent(base.form, typed, working.current);
    const older = settled(base.form, typed);
    const { draft: now, encounter } = met(
      { older, newer: over.form, writings: [] },
      { draft: left, encounter: alone },
    );
    working.become(now, over, { taken: [], contests: encounter.contests });
    if (kind === "new") await working.moveTo({ kind: "artifact", siteApi, accountId, artifactId }, over);
    await working.settle(undefined, over);
    await working.flush();
    this.#unchecked = sent;
    await this.#state.readAgain("settle", signal);
    await this.check();
    return { kind: "saved", artifactId, wasNew: kind === "new" };
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
      case "unknown":
      case "noRevision":
      case "gone":
        notices.put(outcome);
    }
    return notSaved;
  }
}
