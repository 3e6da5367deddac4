// What was typed into one form, in memory and in its file. Every change goes through here, so that there is none
// that is not on its way to disk.
import { type Draft, isUntouched, untouched } from "../model/form/draft.ts";
import { alone, type Encounter } from "../model/merge/encounter.ts";
import type { Subject } from "../model/subject.ts";
import type { Claim, DraftFile, Drafts } from "./drafts.ts";
import type { Base, KeptDraft, Unsettled } from "./keptDraft.ts";

// Brings a draft to disk soon after each change: not once per key, never later than promised, one write at a
// time.

/** Time to collect the keys of a fast typist; the promise is 300 ms with the write itself. */
const delayMs = 100;

/** What a draft's file should hold: a draft, or nothing at all. */
type Content = KeptDraft | "nothing";

export type KeepState =
  | { readonly kind: "idle" }
  | { readonly kind: "keeping" }
  | { readonly kind: "kept"; readonly at: number }
  | { readonly kind: "notKept"; readonly error: unknown };

interface KeeperOptions {
  readonly file: DraftFile;
  readonly now: () => number;
  readonly onState: (state: KeepState) => void;
  /** Another window has taken the draft over: nothing is written from here any more. */
  readonly onTaken: () => void;
}

export class DraftKeeper {
  readonly #options: KeeperOptions;
  #wanted: Content | undefined;
  #written: Content | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #writing: Promise<void> = Promise.resolve();
  #isTaken = false;
  #isWriting = false;

  constructor(options: KeeperOptions) {
    this.#options = options;
  }

  /** What the file shall hold from now on; the newest wish counts. */
  keep(content: Content): void {
    if (this.#isTaken) return;
    this.#wanted = content;
    this.#timer ??= setTimeout(() => void this.flush(), delayMs);
    this.#options.onState({ kind: "keeping" });
  }

  /** Writes at once what still waits. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#writing = this.#writing.then(() => this.#write());
    await this.#writing;
  }

  /** Looks whether the file is still ours. One that has just vanished is written again: nobody has what was in it. */
  async check(): Promise<void> {
    if ((await this.#checkFile()) !== "lost") return;
    // What is being written now is newer than what was written last.
    const isNewerComing = this.#wanted !== undefined || this.#isWriting;
    if (!isNewerComing && this.#written !== undefined) this.keep(this.#written);
  }

  async #checkFile(): Promise<"there" | "taken" | "lost"> {
    if (this.#isTaken) return "taken";
    const found = await this.#options.file.whereabouts();
    if (found === "taken") this.#noteTaken();
    return found;
  }

  /** Once, although two checks may find it at the same time. */
  #noteTaken(): void {
    if (this.#isTaken) return;
    this.#isTaken = true;
    this.#options.onTaken();
  }

  /** Whether something was typed while the file was written. */
  #hasNewer(): boolean {
    return this.#wanted !== undefined;
  }

  async #write(): Promise<void> {
    const content = this.#wanted;
    this.#wanted = undefined;
    if (content === undefined) return;
    const { file, now, onState } = this.#options;
    this.#isWriting = true;
    try {
      if ((await this.#checkFile()) === "taken") return;
      if (content === "nothing") await file.remove();
      else await file.write(content);
      this.#written = content;
      if (this.#hasNewer()) return;
      onState(content === "nothing" ? { kind: "idle" } : { kind: "kept", at: now() });
    } catch (error) {
      // What could not be written waits for the next try, which the next change brings.
      this.#wanted ??= content;
      onState({ kind: "notKept", error });
    } finally {
      this.#isWriting = false;
    }
  }
}

/** Whose the draft is: ours to write, or that of another window which was there first, or took it over. */
export type Standing = "ours" | "elsewhere" | "taken";

interface WorkingDraftOptions {
  readonly drafts: Drafts;
  readonly now: () => number;
  readonly onChange: () => void;
}

/** What others may see of a draft. */
export type WorkingView = Pick<
  WorkingDraft,
  "current" | "encounter" | "hasUnsent" | "holder" | "isResolving" | "keep" | "standing"
>;

export class WorkingDraft {
  readonly #options: WorkingDraftOptions;
  #subject: Subject;
  #draft: Draft = untouched;
  #standing: Standing = "ours";
  #keep: KeepState = { kind: "idle" };
  #keeper: DraftKeeper | undefined;
  #holder: string | undefined;
  #unsettled: Unsettled | undefined;
  #encounter: Encounter = alone;
  #isResolving = false;
  /** Files change hands one after the other. */
  #turn: Promise<unknown> = Promise.resolve();

  constructor(options: WorkingDraftOptions, subject: Subject) {
    this.#options = options;
    this.#subject = subject;
  }

  get subject(): Subject {
    return this.#subject;
  }

  get current(): Draft {
    return this.#draft;
  }

  get standing(): Standing {
    return this.#standing;
  }

  /** A question rather than a property: it can become false while something is awaited. */
  isHeldHere(): boolean {
    return this.#standing === "ours";
  }

  get keep(): KeepState {
    return this.#keep;
  }

  get holder(): string | undefined {
    return this.#holder;
  }

  /** A save whose end nobody has seen. */
  get unsettled(): Unsettled | undefined {
    return this.#unsettled;
  }

  /** What others have changed since it was begun, and what was chosen about it. */
  get encounter(): Encounter {
    return this.#encounter;
  }

  get isResolving(): boolean {
    return this.#isResolving;
  }

  get hasUnsent(): boolean {
    return !isUntouched(this.#draft);
  }

  /** Takes up what was typed before; `remembered` is the holder that this tab had before a reload. */
  claim(remembered?: string): Promise<KeptDraft | undefined> {
    return this.#inTurn(() => this.#claim(remembered));
  }

  takeOver(): Promise<KeptDraft | undefined> {
    return this.#inTurn(async () => this.#adopt(await this.#options.drafts.takeOver(this.#subject)));
  }

  /** The draft is another one from now on, typed over `base`. */
  become(draft: Draft, base: Base, encounter = this.#encounter): void {
    if (this.#standing !== "ours") return;
    const wasEmpty = this.#isEmpty();
    this.#draft = draft;
    this.#encounter = encounter;
    if (wasEmpty && this.#isEmpty()) return;
    this.#write(base);
    this.#options.onChange();
  }

  /** Whether the person is at choosing between their own and what others have saved. */
  resolve(isResolving: boolean, base: Base): void {
    if (this.#standing !== "ours" || this.#isResolving === isResolving) return;
    this.#isResolving = isResolving;
    if (!this.#isEmpty()) this.#write(base);
    this.#options.onChange();
  }

  /** Marks on disk that a save is under way, before it is; `undefined` when its end is known. */
  async settle(unsettled: Unsettled | undefined, base: Base): Promise<void> {
    if (this.#unsettled === undefined && unsettled === undefined) return;
    this.#unsettled = unsettled;
    if (this.#standing === "ours") this.#write(base);
    await this.flush();
  }

  /** Something new has become an artifact: what is typed, even meanwhile, belongs to that. */
  moveTo(subject: Subject, base: Base): Promise<void> {
    return this.#inTurn(async () => {
      const left = this.#keeper;
      const { drafts } = this.#options;
      const claim = await drafts.claim(subject).catch(() => drafts.begin(subject));
      this.#subject = subject;
      this.#stand(claim);
      if (!this.#isEmpty()) this.#keeper?.keep(this.#kept(base));
      left?.keep("nothing");
      await left?.flush();
    });
  }

  /** Looks whether another window has begun to type here or is done with it, or has taken our draft. */
  lookAround(): Promise<KeptDraft | undefined> {
    return this.#inTurn(async () => {
      await this.#keeper?.check();
      if (this.#standing === "ours" && this.hasUnsent) return undefined;
      const isElsewhere = await this.#options.drafts.isElsewhere(this.#subject);
      return isElsewhere === (this.#standing !== "ours") ? undefined : this.#claim();
    });
  }

  /** Lets go of the file, so that any window may go on with it. */
  release(base: Base | undefined): Promise<void> {
    return this.#inTurn(async () => {
      if (base !== undefined && !this.#isEmpty() && this.#standing === "ours") {
        this.#keeper?.keep({ ...this.#kept(base), holder: undefined });
      }
      await this.flush();
    });
  }

  /** Brings to disk what is still on its way there, if it is still ours. */
  async flush(): Promise<void> {
    await this.#keeper?.flush();
    await this.#keeper?.check();
  }

  #kept(base: Base): KeptDraft {
    return this.#options.drafts.keptBy(this.#holder ?? "", {
      format: 1,
      subject: this.#subject,
      base,
      draft: this.#draft,
      unsettled: this.#unsettled,
      ...(this.#encounter === alone ? {} : { encounter: this.#encounter }),
      ...(this.#isResolving ? { isResolving: true } : {}),
      changedAt: this.#options.now(),
    });
  }

  #isEmpty(): boolean {
    // What was given up for theirs can be taken again as long as nothing was sent.
    const hasGivenUp = this.#encounter.contests.some(({ decided }) => decided !== undefined);
    return isUntouched(this.#draft) && this.#unsettled === undefined && !hasGivenUp;
  }

  #write(base: Base): void {
    this.#keeper?.keep(this.#isEmpty() ? "nothing" : this.#kept(base));
  }

  #inTurn<T>(act: () => Promise<T>): Promise<T> {
    const turn = this.#turn.then(act);
    this.#turn = turn.catch(() => undefined);
    return turn;
  }

  /** A folder that can't be read keeps nobody from working; that nothing is kept there is told. */
  async #claim(remembered?: string): Promise<KeptDraft | undefined> {
    const { drafts } = this.#options;
    try {
      return this.#adopt(await drafts.claim(this.#subject, remembered));
    } catch (error) {
      this.#adopt(await drafts.begin(this.#subject));
      this.#keep = { kind: "notKept", error };
      return undefined;
    }
  }

  /** The draft is what there is of it on disk; nothing, where another window was done with it. */
  #adopt(claim: Claim): KeptDraft | undefined {
    const { kept } = claim;
    this.#stand(claim);
    this.#draft = kept?.draft ?? untouched;
    this.#unsettled = kept?.unsettled;
    this.#encounter = kept?.encounter ?? alone;
    this.#isResolving = kept?.isResolving ?? false;
    this.#keep = kept === undefined ? { kind: "idle" } : { kind: "kept", at: kept.changedAt };
    return kept;
  }

  #stand(claim: Claim): void {
    this.#standing = claim.kind;
    this.#keeper = claim.kind === "ours" ? this.#keeperOf(claim) : undefined;
  }

  #keeperOf({ file }: Extract<Claim, { kind: "ours" }>): DraftKeeper {
    this.#holder = file.holder.id;
    const keeper: DraftKeeper = new DraftKeeper({
      file,
      now: this.#options.now,
      onState: (state) => {
        if (this.#keeper !== keeper) return;
        this.#keep = state;
        this.#options.onChange();
      },
      onTaken: () => {
        if (this.#keeper !== keeper) return;
        this.#standing = "taken";
        this.#options.onChange();
      },
    });
    return keeper;
  }
}
