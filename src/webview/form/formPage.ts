// The state of the form page: sends edits to the host and applies what the host sends.
import type { Input } from "../../model/fields/registry.ts";
import type { InputTarget } from "../../model/form/draft.ts";
import { findField, type Form } from "../../model/form/form.ts";
import { isSameInput } from "../../model/form/input.ts";
import type { Resolution } from "../../model/merge/mergeState.ts";
import type {
  FormHostMethods,
  FileReferenceView,
  FormPageCommits,
  FormPageConflicts,
  FormPageContent,
  FormPageDraft,
  FormPageHistory,
  ConflictQuestion,
  TextMode,
} from "../../protocol/formProtocol.ts";
import type { FormTexts } from "../../protocol/formTexts.ts";
import type { Rpc } from "../../protocol/rpc.ts";
import { fillPlaceholders } from "../shared/localization.ts";
import { preserveCaret } from "../shared/keyboard.ts";
import { type FieldWidget, LinkedArtifactCache, type FormPageContext } from "./formPageContext.ts";
import { PageDraftCopy } from "./pageDraftCopy.ts";
import { FieldViewModels } from "./fieldViewModels.ts";
import { PendingEdits } from "./pendingEdits.ts";

/** Focuses the resolution buttons of a field. */
export function focusConflict(target: InputTarget): void {
  const button = document.querySelector<HTMLElement>(`#conflict-${target} [role=radio][tabindex="0"]`);
  button?.scrollIntoView({ block: "center" });
  button?.focus({ preventScroll: true });
}

// Resolutions are shown immediately, before the host confirms them.

interface PendingResolution {
  readonly resolution: Resolution;
  /** The resolution that the host had then, and those that it may still have to answer. */
  readonly previous: readonly (Resolution | undefined)[];
  /** Whether the host has it: the next draft from the host replaces it. */
  readonly isConfirmed: boolean;
}

class PendingResolutions {
  readonly #pending = new Map<number, PendingResolution>();
  #areRequired = false;

  /** After an attempt to save, unresolved conflicts are marked. */
  requireAll(): void {
    this.#areRequired = true;
  }

  isMissing(question: ConflictQuestion): boolean {
    return this.#areRequired && this.getResolution(question) === undefined;
  }

  getResolution({ fieldId, resolution }: ConflictQuestion): Resolution | undefined {
    return this.#pending.get(fieldId)?.resolution ?? resolution;
  }

  add({ fieldId, resolution }: ConflictQuestion, choice: Resolution): PendingResolution {
    const earlier = this.#pending.get(fieldId);
    const unanswered =
      earlier === undefined || earlier.isConfirmed ? [] : [...earlier.previous, earlier.resolution];
    const pending = { resolution: choice, previous: [resolution, ...unanswered], isConfirmed: false };
    this.#pending.set(fieldId, pending);
    return pending;
  }

  /** Does nothing if the user has selected another resolution since. */
  confirm(fieldId: number, pending: PendingResolution): void {
    if (this.#pending.get(fieldId) === pending) this.#pending.set(fieldId, { ...pending, isConfirmed: true });
  }

  remove(fieldId: number, pending: PendingResolution): void {
    if (this.#pending.get(fieldId) === pending) this.#pending.delete(fieldId);
  }

  /** Drops pending resolutions once the host's own resolution has changed. */
  updateFromHost(conflict: FormPageConflicts | undefined): void {
    if (conflict === undefined) this.#areRequired = false;
    for (const [fieldId, { previous, isConfirmed }] of this.#pending) {
      const question = conflict?.questions.find((each) => each.fieldId === fieldId);
      if (isConfirmed || question === undefined || !previous.includes(question.resolution)) {
        this.#pending.delete(fieldId);
      }
    }
  }
}

/** The problem of a field is shown after a pause in typing of this length. */
const problemDelayMs = 1_000;

export type FormContent = FormPageContent & { readonly kind: "form" };

export type CommitGrouping = "branch" | "author";

export type FormPageView = "form" | "conflict";

export class FormPage implements FormPageContext {
  readonly call: Rpc<FormHostMethods>["call"];
  readonly linkedArtifacts: LinkedArtifactCache;
  readonly draftCopy = new PageDraftCopy();
  readonly pendingEdits: PendingEdits;
  readonly resolutions = new PendingResolutions();
  content: FormPageContent | undefined;
  history: FormPageHistory | undefined;
  commits: FormPageCommits | undefined;
  commitGrouping: CommitGrouping = "branch";
  fileReferences: readonly FileReferenceView[] = [];
  /** The error of the last failed call to the host. */
  errorText: string | undefined;
  /** For screen readers. */
  announcement = "";
  /** Fields that the tracker hides, but that are shown because they have an edit or a problem. */
  readonly shownHiddenFields = new Set<number>();
  readonly #render: () => void;
  readonly #fieldWidgets = new Map<InputTarget, FieldWidget>();
  readonly #problemTimers = new Map<InputTarget, number>();
  #texts: FormTexts | undefined;
  #fieldViewModels: FieldViewModels | undefined;

  constructor(call: Rpc<FormHostMethods>["call"], render: () => void) {
    this.call = call;
    this.#render = render;
    this.linkedArtifacts = new LinkedArtifactCache((ids) => call("describeArtifacts", { ids }));
    this.pendingEdits = new PendingEdits(call, render);
  }

  get texts(): FormTexts {
    if (this.#texts === undefined) throw new Error("The host has not sent its texts yet.");
    return this.#texts;
  }

  get textMode(): TextMode {
    return this.content?.kind === "form" ? this.content.textMode : "editing";
  }

  get trackerNames(): readonly string[] {
    return this.content?.kind === "form" ? this.content.trackerNames : [];
  }

  get isReady(): boolean {
    return this.#texts !== undefined && this.content !== undefined;
  }

  get fieldViewModels(): FieldViewModels | undefined {
    return this.#fieldViewModels;
  }

  get activeView(): FormPageView | undefined {
    if (this.content?.kind !== "form") return undefined;
    return this.content.draft.conflicts === undefined ? "form" : "conflict";
  }

  setTexts(texts: FormTexts): void {
    this.#texts = texts;
  }

  setContent(content: FormPageContent): void {
    const before = this.content?.kind === "form" ? this.content.form : undefined;
    this.content = content;
    this.shownHiddenFields.clear();
    if (content.kind === "form") {
      this.draftCopy.updateFromHost(content.form, content.draft);
      this.pendingEdits.updateFromHost(content.draft);
      this.resolutions.updateFromHost(content.draft.conflicts);
      const viewModels = new FieldViewModels(content.form, this.draftCopy, this.texts);
      // New artifacts are checked as a whole, even without edits.
      const keepsTouched = content.draft.inputs.length > 0 || content.form.isNew;
      if (this.#fieldViewModels !== undefined && keepsTouched) {
        viewModels.copyTouchedFrom(this.#fieldViewModels);
      }
      this.#fieldViewModels = viewModels;
      if (before !== undefined) this.#resendEditsOverOldBase(before, content.form);
    } else {
      this.#fieldViewModels = undefined;
    }
    void preserveCaret(() => this.#update());
  }

  setDraft(draft: FormPageDraft): void {
    if (this.content?.kind !== "form") return;
    this.content = { ...this.content, draft };
    this.draftCopy.updateFromHost(this.content.form, draft);
    this.pendingEdits.updateFromHost(draft);
    this.resolutions.updateFromHost(draft.conflicts);
    if (this.draftCopy.inputs.size === 0) this.#fieldViewModels?.clearTouched();
    void preserveCaret(() => this.#update());
  }

  setHistory(history: FormPageHistory): void {
    this.history = history;
    this.#render();
  }

  setCommits(commits: FormPageCommits): void {
    this.commits = commits;
    this.#render();
  }

  setFileReferences(references: readonly FileReferenceView[]): void {
    this.fileReferences = references;
    this.#render();
  }

  setCommitGrouping(grouping: CommitGrouping): void {
    this.commitGrouping = grouping;
    this.#render();
  }

  /** `before` is the base that the input was typed over, if the base has changed since. */
  editField(target: InputTarget, input: Input | undefined, isTyping: boolean, before?: Input): void {
    if (this.content?.kind !== "form") return;
    const edit = this.draftCopy.applyEdit(target, input, isTyping);
    const over = before ?? this.draftCopy.getBaseInput(target);
    if (edit !== undefined) this.pendingEdits.send(before === undefined ? edit : { ...edit, before }, over);
    this.#scheduleProblem(target, isTyping && edit !== undefined);
    this.#update();
  }

  /** Sends edits of an earlier page that the host didn't confirm, except in fields that were edited since. */
  resendStoredEdits(): void {
    const { storedEdits } = this.pendingEdits;
    const lastInputs = new Map(storedEdits.map(({ target, input }) => [target, input]));
    const unsent = storedEdits.filter(
      ({ target }) =>
        !this.draftCopy.isTouched(target) &&
        !isSameInput(lastInputs.get(target), this.draftCopy.inputs.get(target)),
    );
    for (const { target, input, over } of unsent) {
      const isBaseChanged = over !== undefined && !isSameInput(over, this.draftCopy.getBaseInput(target));
      this.editField(target, input, false, isBaseChanged ? over : undefined);
    }
    this.pendingEdits.clearStoredEdits();
  }

  /** Edits that the host hasn't confirmed were typed over the old base: the host has to know that base to merge. */
  #resendEditsOverOldBase(oldForm: Form, newForm: Form): void {
    for (const target of this.draftCopy.unconfirmedTargets) {
      const before = target === "comment" ? undefined : findField(oldForm, target)?.base;
      const now = target === "comment" ? undefined : findField(newForm, target)?.base;
      const input = this.draftCopy.inputs.get(target);
      if (before === undefined || input === undefined || isSameInput(before, now)) continue;
      this.editField(target, input, false, before);
    }
  }

  handleFieldBlur(target: InputTarget): void {
    this.draftCopy.endTyping();
    if (this.draftCopy.inputs.has(target)) this.#markTouched(target);
  }

  registerField(widget: FieldWidget): void {
    this.#fieldWidgets.set(widget.target, widget);
    this.#updateWidget(widget);
  }

  unregisterField(widget: FieldWidget): void {
    if (this.#fieldWidgets.get(widget.target) === widget) this.#fieldWidgets.delete(widget.target);
  }

  /** Focuses a field without scrolling. */
  focusField(target: InputTarget): void {
    this.#fieldWidgets.get(target)?.focus();
  }

  async save(): Promise<void> {
    const { tooLongTarget } = this.draftCopy;
    // The host doesn't have this input and would save the rest without it.
    if (tooLongTarget !== undefined) return this.revealField(tooLongTarget);
    this.showAllProblems();
    await this.call("save", null);
  }

  async sendComment(): Promise<void> {
    if (this.draftCopy.tooLongTarget === "comment") return this.revealField("comment");
    this.draftCopy.endTyping();
    await this.call("sendComment", null);
  }

  get canComment(): boolean {
    if (this.content?.kind !== "form") return false;
    const { form, draft } = this.content;
    return form.takesComment && form.isReadOnly !== true && !draft.isOpenInOtherWindow;
  }

  async quoteInComment(text: string): Promise<void> {
    const typed = this.draftCopy.getInput("comment");
    const { source, format } = typed?.kind === "text" ? typed : { source: "", format: "commonmark" as const };
    const quotation = text
      .trim()
      .split(/\r\n|\r|\n/)
      .map((line) => (line === "" ? ">" : `> ${line}`))
      .join("\n");
    const before = source.trim() === "" ? "" : `${source.trimEnd()}\n\n`;
    this.editField("comment", { kind: "text", source: `${before}${quotation}\n\n`, format }, false);
    await this.#fieldWidgets.get("comment")?.revealAndFocus();
  }

  async resolveConflict(question: ConflictQuestion, choice: Resolution): Promise<void> {
    const { fieldId } = question;
    const pending = this.resolutions.add(question, choice);
    // The next edit is a separate undo step.
    this.draftCopy.endTyping();
    this.#render();
    try {
      await this.call("resolveConflict", { fieldId, choice });
      this.resolutions.confirm(fieldId, pending);
    } catch (failure) {
      this.resolutions.remove(fieldId, pending);
      this.#render();
      throw failure;
    }
  }

  async discard(): Promise<void> {
    await this.call("discard", null);
    const isDone = this.content?.kind === "form" && this.content.draft.inputs.length === 0;
    if (!isDone || this.draftCopy.tooLongTarget === undefined) return;
    this.draftCopy.discardTooLongInputs();
    this.#update();
  }

  showAllProblems(): void {
    this.#fieldViewModels?.showAllProblems();
    this.#update();
  }

  async revealField(target: InputTarget): Promise<void> {
    if (this.activeView === "conflict") this.resolutions.requireAll();
    this.showAllProblems();
    // Hidden fields with a problem are rendered after this task.
    await Promise.resolve();
    const widget = this.#fieldWidgets.get(target);
    if (widget !== undefined) await widget.revealAndFocus();
    else if (this.activeView === "conflict") focusConflict(target);
    else document.querySelector<HTMLElement>(`#field-${target} button`)?.focus();
    const field = this.#fieldViewModels?.findField(target);
    const problem = this.#fieldViewModels?.getProblemText(target);
    if (field === undefined || problem === undefined) return;
    this.announce(fillPlaceholders(this.texts.fieldProblem, field.label, problem));
  }

  showError(text: string | undefined): void {
    this.errorText = text;
    this.#render();
  }

  announce(text: string): void {
    // Screen readers don't read the same text twice.
    this.announcement = this.announcement === text ? `${text}\u00a0` : text;
    this.#render();
  }

  /** Shows a problem immediately after a choice, and after a pause while the user is typing. */
  #scheduleProblem(target: InputTarget, isTyping: boolean): void {
    window.clearTimeout(this.#problemTimers.get(target));
    this.#problemTimers.delete(target);
    const input = this.draftCopy.inputs.get(target);
    // The user has just switched to manual and hasn't typed a number yet.
    if (input?.kind === "computed" && !input.isAutomatic && input.text === "") return;
    if (!isTyping) {
      this.#fieldViewModels?.markTouched(target);
      return;
    }
    const timer = window.setTimeout(() => this.#markTouched(target), problemDelayMs);
    this.#problemTimers.set(target, timer);
  }

  #markTouched(target: InputTarget): void {
    if (this.#fieldViewModels?.markTouched(target) === true) this.#update();
  }

  #updateWidget(widget: FieldWidget): void {
    if (this.content?.kind !== "form") return;
    const view = this.#fieldViewModels?.createViewModel(
      widget.target,
      (this.content satisfies FormContent).draft,
    );
    if (view !== undefined) widget.setViewModel(view);
  }

  #update(): void {
    this.#fieldViewModels?.updateProblems();
    for (const widget of this.#fieldWidgets.values()) this.#updateWidget(widget);
    this.#render();
  }
}
