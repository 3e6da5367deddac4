// Sending what was typed. The draft is marked on disk before anything is sent, and the mark goes when the end is
// known: whatever happens in between, nothing is sent twice without a look.
import { type Draft, type Target, untouched } from "../model/form/draft.ts";
import { problemsOf } from "../model/form/problems.ts";
import { settled, unsent } from "../model/form/settle.ts";
import type { EditingHost, FormState } from "./formState.ts";
import type { Base } from "./keptDraft.ts";
import type { SaveOutcome, Sending } from "./saving.ts";

/** What a save comes to, for whoever pressed the key. */
export type SaveResult =
  | { readonly kind: "saved"; readonly artifactId: number; readonly wasNew: boolean }
  | { readonly kind: "nothing" }
  /** Not sent: the first place that has something wrong. */
  | { readonly kind: "problem"; readonly target: Target }
  /** A notice says why. */
  | { readonly kind: "notSaved" };

/** `anyway` sends although it is not known what became of the save before; both are explicit acts of a person. */
export type SaveWay = Sending["how"] | "anyway";

type Saved = Extract<SaveOutcome, { kind: "saved" }>;

const notSaved: SaveResult = { kind: "notSaved" };

export class Submission {
  readonly #host: EditingHost;
  readonly #state: FormState;
  #underWay: Promise<SaveResult> | undefined;

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
    const sent: Draft = { ...untouched, inputs: unsettled.sent };
    const sending: Sending = { subject: working.subject, base, draft: sent, how: "checked" };
    const verdict = await this.#host.judge(sending, { since: unsettled.since, look: "again" });
    switch (verdict.kind) {
      case "saved":
        return this.#saved(base, sent, verdict, signal);
      case "notSaved":
        notices.remove("unknown");
        await working.settle(undefined, base);
        return undefined;
      case "unknown":
        notices.put(verdict);
        return notSaved;
    }
  }

  async #save(way: SaveWay, signal: AbortSignal): Promise<SaveResult> {
    const { working, notices } = this.#state;
    await working.flush();
    const earlier = way === "checked" ? await this.lookInto(signal) : undefined;
    if (earlier?.kind === "notSaved") return earlier;
    // Without a name for the state nothing can be checked; perhaps it just could not be read the last time.
    const isNameless = working.subject.kind === "artifact" && this.#state.base?.revision === undefined;
    if (isNameless && way === "checked") await this.#state.readAgain("refresh", "take", signal);
    const { base } = this.#state;
    // What is checked is what is sent, whatever is typed meanwhile.
    const sent = working.current;
    if (base === undefined || working.standing !== "ours") return notSaved;
    if (!working.hasUnsent && !base.form.isNew) return earlier ?? { kind: "nothing" };
    const [problem] = problemsOf(base.form, sent);
    if (problem !== undefined) return { kind: "problem", target: problem[0] };
    notices.clearOutcomes();
    await working.settle({ since: this.#host.now(), sent: sent.inputs }, base);
    this.#state.changed.announce("draft");
    const how = way === "overwrite" ? "overwrite" : "checked";
    const outcome = await this.#host.send({ subject: working.subject, base, draft: sent, how }, signal);
    return outcome.kind === "saved"
      ? this.#saved(base, sent, outcome, signal)
      : this.#refused(outcome, signal);
  }

  async #saved(
    base: Base,
    sent: Draft,
    { artifactId, revision }: Saved,
    signal: AbortSignal,
  ): Promise<SaveResult> {
    const { working, notices } = this.#state;
    const { kind, siteApi, accountId } = working.subject;
    const over: Base = { ...base, form: settled(base.form, sent), revision };
    notices.clear();
    // Typed while the answer was on its way: that is not sent yet.
    working.become(unsent(base.form, sent, working.current), over);
    this.#state.restOnKept(over);
    if (kind === "new") await working.moveTo({ kind: "artifact", siteApi, accountId, artifactId }, over);
    await working.settle(undefined, over);
    await working.flush();
    await this.#state.readAgain("refresh", "settle", signal);
    return { kind: "saved", artifactId, wasNew: kind === "new" };
  }

  async #refused(outcome: Exclude<SaveOutcome, Saved>, signal: AbortSignal): Promise<SaveResult> {
    const { working, notices, base } = this.#state;
    if (outcome.kind !== "unknown" && base !== undefined) await working.settle(undefined, base);
    switch (outcome.kind) {
      case "conflict":
        await this.#state.readAgain("refresh", "ask", signal);
        break;
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
