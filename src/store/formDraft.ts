// The draft of a form, in memory and in its file. All changes go through here, so that each one is written to disk.
import { type Draft, isEmptyDraft, emptyDraft } from "../model/form/draft.ts";
import { emptyMergeState, type MergeState } from "../model/merge/mergeState.ts";
import type { FormSubject } from "../model/form/formSubject.ts";
import type { DraftClaimResult, DraftFile, DraftStore } from "./draftStore.ts";
import type { DraftBase, StoredDraft, PendingSave, UncheckedSave } from "./storedDraft.ts";

/** Debounce for typing. A change must be on disk within 300 ms, including the write. */
const delayMs = 100;

/** `empty` removes the file. */
type DraftFileContent = StoredDraft | "empty";

export type DraftSaveState =
  | { readonly kind: "idle" }
  | { readonly kind: "saving" }
  | { readonly kind: "saved"; readonly at: number }
  | { readonly kind: "failed"; readonly error: unknown };

interface DraftWriterOptions {
  readonly file: DraftFile;
  readonly now: () => number;
  readonly onStateChange: (state: DraftSaveState) => void;
  /** Another window took the draft over; nothing is written from here any more. */
  readonly onTakenOver: () => void;
}

export class DraftWriter {
  readonly #options: DraftWriterOptions;
  #scheduled: DraftFileContent | undefined;
  #written: DraftFileContent | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #writing: Promise<void> = Promise.resolve();
  #isTakenOver = false;
  #isWriting = false;

  constructor(options: DraftWriterOptions) {
    this.#options = options;
  }

  /** Only the latest content is written. */
  schedule(content: DraftFileContent): void {
    if (this.#isTakenOver) return;
    this.#scheduled = content;
    this.#timer ??= setTimeout(() => void this.flush(), delayMs);
    this.#options.onStateChange({ kind: "saving" });
  }

  /** Writes scheduled content immediately. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#writing = this.#writing.then(() => this.#write());
    await this.#writing;
  }

  /** Checks whether the file still belongs to this window. A file that disappeared is written again. */
  async checkOwnership(): Promise<void> {
    if ((await this.#checkFile()) !== "missing") return;
    // Newer content is already scheduled or being written.
    const isNewerComing = this.#scheduled !== undefined || this.#isWriting;
    if (!isNewerComing && this.#written !== undefined) this.schedule(this.#written);
  }

  async #checkFile(): Promise<"present" | "takenOver" | "missing"> {
    if (this.#isTakenOver) return "takenOver";
    const found = await this.#options.file.checkFile();
    if (found === "takenOver") this.#markTakenOver();
    return found;
  }

  /** Fires once, although two checks may find it at the same time. */
  #markTakenOver(): void {
    if (this.#isTakenOver) return;
    this.#isTakenOver = true;
    this.#options.onTakenOver();
  }

  #hasNewer(): boolean {
    return this.#scheduled !== undefined;
  }

  async #write(): Promise<void> {
    const content = this.#scheduled;
    this.#scheduled = undefined;
    if (content === undefined) return;
    const { file, now, onStateChange } = this.#options;
    this.#isWriting = true;
    try {
      if ((await this.#checkFile()) === "takenOver") return;
      if (content === "empty") await file.remove();
      else await file.write(content);
      this.#written = content;
      if (this.#hasNewer()) return;
      onStateChange(content === "empty" ? { kind: "idle" } : { kind: "saved", at: now() });
    } catch (error) {
      // The next change retries the write.
      this.#scheduled ??= content;
      onStateChange({ kind: "failed", error });
    } finally {
      this.#isWriting = false;
    }
  }
}

/** `otherWindow` edited it first, or it was `takenOver` by another window. */
export type DraftOwnership = "ours" | "otherWindow" | "takenOver";

interface FormDraftOptions {
  readonly drafts: DraftStore;
  readonly now: () => number;
  readonly onChange: () => void;
}

/** Read-only view of a draft. */
export type ReadonlyFormDraft = Pick<
  FormDraft,
  | "current"
  | "mergeState"
  | "hasEdits"
  | "hasUncheckedSave"
  | "holder"
  | "isResolving"
  | "saveState"
  | "ownership"
>;

export class FormDraft {
  readonly #options: FormDraftOptions;
  #subject: FormSubject;
  #draft: Draft = emptyDraft;
  #ownership: DraftOwnership = "ours";
  #saveState: DraftSaveState = { kind: "idle" };
  #writer: DraftWriter | undefined;
  #holder: string | undefined;
  #pendingSave: PendingSave | undefined;
  #uncheckedSave: UncheckedSave | undefined;
  #mergeState: MergeState = emptyMergeState;
  #isResolving = false;
  /** Claims run one after the other. */
  #queue: Promise<unknown> = Promise.resolve();

  constructor(options: FormDraftOptions, subject: FormSubject) {
    this.#options = options;
    this.#subject = subject;
  }

  get subject(): FormSubject {
    return this.#subject;
  }

  get current(): Draft {
    return this.#draft;
  }

  get ownership(): DraftOwnership {
    return this.#ownership;
  }

  /** A method rather than a property, because it can change while something is awaited. */
  isOwned(): boolean {
    return this.#ownership === "ours";
  }

  get saveState(): DraftSaveState {
    return this.#saveState;
  }

  get holder(): string | undefined {
    return this.#holder;
  }

  /** A save with unknown outcome. */
  get pendingSave(): PendingSave | undefined {
    return this.#pendingSave;
  }

  get uncheckedSave(): UncheckedSave | undefined {
    return this.#uncheckedSave;
  }

  get hasUncheckedSave(): boolean {
    return this.#uncheckedSave !== undefined;
  }

  /** Remote changes since the draft was started, and resolutions. */
  get mergeState(): MergeState {
    return this.#mergeState;
  }

  get isResolving(): boolean {
    return this.#isResolving;
  }

  get hasEdits(): boolean {
    return !isEmptyDraft(this.#draft);
  }

  /** Restores the stored draft. `rememberedId` is the owner ID of this tab before a reload. */
  claim(rememberedId?: string): Promise<StoredDraft | undefined> {
    return this.#enqueue(() => this.#claim(rememberedId));
  }

  takeOver(): Promise<StoredDraft | undefined> {
    return this.#enqueue(async () => this.#restore(await this.#options.drafts.takeOver(this.#subject)));
  }

  /** Replaces the draft, which is based on `base`. */
  update(draft: Draft, base: DraftBase, mergeState = this.#mergeState): void {
    if (this.#ownership !== "ours") return;
    const wasEmpty = this.#isEmpty();
    this.#draft = draft;
    this.#mergeState = mergeState;
    if (wasEmpty && this.#isEmpty()) return;
    this.#write(base);
    this.#options.onChange();
  }

  /** Whether the user is resolving conflicts. */
  setResolving(isResolving: boolean, base: DraftBase): void {
    if (this.#ownership !== "ours" || this.#isResolving === isResolving) return;
    this.#isResolving = isResolving;
    if (!this.#isEmpty()) this.#write(base);
    this.#options.onChange();
  }

  /** Records on disk that a save is in progress, before it is sent; `undefined` when its outcome is known. */
  async setPendingSave(pendingSave: PendingSave | undefined, base: DraftBase): Promise<void> {
    if (this.#pendingSave === undefined && pendingSave === undefined) return;
    this.#pendingSave = pendingSave;
    if (this.#ownership === "ours") this.#write(base);
    await this.flush();
  }

  /** Recorded on disk together with the end of the pending save, until the check is done and its result was seen. */
  setUncheckedSave(uncheckedSave: UncheckedSave | undefined, base: DraftBase): void {
    if (this.#uncheckedSave === uncheckedSave) return;
    this.#uncheckedSave = uncheckedSave;
    if (this.#ownership === "ours") this.#write(base);
  }

  /** The new artifact was created: its draft, including edits made meanwhile, belongs to the artifact. */
  moveToSubject(subject: FormSubject, base: DraftBase): Promise<void> {
    return this.#enqueue(async () => {
      const previousWriter = this.#writer;
      const { drafts } = this.#options;
      const claim = await drafts.claim(subject).catch(() => drafts.createUnread(subject));
      this.#subject = subject;
      this.#setOwnership(claim);
      if (!this.#isEmpty()) this.#writer?.schedule(this.#toStored(base));
      previousWriter?.schedule("empty");
      await previousWriter?.flush();
    });
  }

  /** Checks whether another window started or stopped editing, or took the draft over. */
  reload(): Promise<StoredDraft | undefined> {
    return this.#enqueue(async () => {
      await this.#writer?.checkOwnership();
      if (this.#ownership === "ours" && !this.#isEmpty()) return undefined;
      const isInOtherWindow = await this.#options.drafts.isInOtherWindow(this.#subject);
      return isInOtherWindow === (this.#ownership !== "ours") ? undefined : this.#claim();
    });
  }

  /** Gives up ownership, so that any window can continue. */
  release(base: DraftBase | undefined): Promise<void> {
    return this.#enqueue(async () => {
      if (base !== undefined && !this.#isEmpty() && this.#ownership === "ours") {
        this.#writer?.schedule({ ...this.#toStored(base), window: undefined });
      }
      await this.flush();
    });
  }

  /** Writes pending changes if the draft still belongs to this window. */
  async flush(): Promise<void> {
    await this.#writer?.flush();
    await this.#writer?.checkOwnership();
  }

  #toStored(base: DraftBase): StoredDraft {
    return this.#options.drafts.toStoredDraft(this.#holder ?? "", {
      format: 2,
      subject: this.#subject,
      base,
      draft: this.#draft,
      pendingSave: this.#pendingSave,
      uncheckedSave: this.#uncheckedSave,
      ...(this.#mergeState === emptyMergeState ? {} : { mergeState: this.#mergeState }),
      ...(this.#isResolving ? { isResolving: true } : {}),
      changedAt: this.#options.now(),
    });
  }

  #isEmpty(): boolean {
    // Edits given up for remote values can be restored until the next save.
    const hasResolutions = this.#mergeState.conflicts.some(({ decision }) => decision !== undefined);
    const hasSave = this.#pendingSave !== undefined || this.#uncheckedSave !== undefined;
    return isEmptyDraft(this.#draft) && !hasSave && !hasResolutions;
  }

  #write(base: DraftBase): void {
    this.#writer?.schedule(this.#isEmpty() ? "empty" : this.#toStored(base));
  }

  #enqueue<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#queue.then(work);
    this.#queue = result.catch(() => undefined);
    return result;
  }

  /** If the folder can't be read, editing continues and the save state reports the error. */
  async #claim(rememberedId?: string): Promise<StoredDraft | undefined> {
    const { drafts } = this.#options;
    try {
      return this.#restore(await drafts.claim(this.#subject, rememberedId));
    } catch (error) {
      this.#restore(await drafts.createUnread(this.#subject));
      this.#saveState = { kind: "failed", error };
      return undefined;
    }
  }

  /** Replaces the draft by the stored one, or by an empty one if the other window is done with it. */
  #restore(claim: DraftClaimResult): StoredDraft | undefined {
    const { stored } = claim;
    this.#setOwnership(claim);
    this.#draft = stored?.draft ?? emptyDraft;
    this.#pendingSave = stored?.pendingSave;
    this.#uncheckedSave = stored?.uncheckedSave;
    this.#mergeState = stored?.mergeState ?? emptyMergeState;
    this.#isResolving = stored?.isResolving ?? false;
    this.#saveState = stored === undefined ? { kind: "idle" } : { kind: "saved", at: stored.changedAt };
    return stored;
  }

  #setOwnership(claim: DraftClaimResult): void {
    this.#ownership = claim.kind;
    this.#writer = claim.kind === "ours" ? this.#createWriter(claim) : undefined;
  }

  #createWriter({ file }: Extract<DraftClaimResult, { kind: "ours" }>): DraftWriter {
    this.#holder = file.holder.id;
    const writer: DraftWriter = new DraftWriter({
      file,
      now: this.#options.now,
      onStateChange: (state) => {
        if (this.#writer !== writer) return;
        this.#saveState = state;
        this.#options.onChange();
      },
      onTakenOver: () => {
        if (this.#writer !== writer) return;
        this.#ownership = "takenOver";
        this.#options.onChange();
      },
    });
    return writer;
  }
}
