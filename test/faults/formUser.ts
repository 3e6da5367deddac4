// A user of a form, who types, saves, and retries after the faults have ended.
import type { PendingFile } from "../../src/model/valueTypes.ts";
import { isFailure } from "../../src/model/failure.ts";
import type { Input } from "../../src/model/fields/registry.ts";
import { getPendingAttachments, type InputTarget } from "../../src/model/form/draft.ts";
import type { FormSubject } from "../../src/model/form/formSubject.ts";
import type { FormSession } from "../../src/store/formSession.ts";
import type { SaveMode } from "../../src/store/saveOperation.ts";
import { waitUntil } from "../support/wait.ts";
import { assertInvariant, Violation } from "./invariant.ts";
import { neverAborted, type ScenarioContext } from "./scenarioContext.ts";

interface FieldInput {
  /** Name of a field, or "comment". */
  readonly field: string;
  readonly createInput: (session: FormSession) => Input;
  /** Unique word of the input, to find it again on the server or on disk. */
  readonly token?: string;
}

interface FormFile {
  /** Name of a field. */
  readonly field: string;
  /** Its name is unique. */
  readonly file: PendingFile;
}

interface FormUserOptions {
  readonly createSubject: () => FormSubject;
  readonly trackerId?: number;
  readonly inputs: readonly FieldInput[];
  /** Files of a new artifact. */
  readonly files?: readonly FormFile[];
  /** Whether the server has a token, checked without the client under test. */
  readonly isStored: (token: string) => Promise<boolean>;
  /** Save mode for servers without preconditions. */
  readonly saveMode?: SaveMode;
}

const maxSaveAttempts = 6;

/** Drafts are written within 300 ms; a busy machine may take longer. */
const draftTimeoutMs = 20_000;

export class FormUser {
  readonly #context: ScenarioContext;
  readonly #options: FormUserOptions;
  /** Tokens that a save reported as saved. */
  readonly #reportedSaved = new Set<string>();
  /** Tokens that were accepted as edits. */
  readonly #typed = new Set<string>();
  #session: FormSession | undefined;

  constructor(context: ScenarioContext, options: FormUserOptions) {
    this.#context = context;
    this.#options = options;
  }

  get session(): FormSession | undefined {
    return this.#session;
  }

  get hasSaved(): boolean {
    return this.#reportedSaved.size > 0;
  }

  /** Leaves the form closed if loading fails. */
  async open(): Promise<void> {
    const { createSubject, trackerId } = this.#options;
    const { forms, site } = this.#context.window;
    const { session } = forms.open(site, createSubject(), { trackerId });
    try {
      await session.load(undefined, neverAborted);
      this.#session = session;
    } catch (failure) {
      if (!isFailure(failure)) throw failure;
    }
  }

  /** Types all inputs; rejected ones do not count as typed. */
  type(): void {
    const session = this.#session;
    if (session === undefined) return;
    for (const { field, createInput, token } of this.#options.inputs) {
      const target = findTarget(session, field);
      if (target === undefined) continue;
      const isAccepted =
        session.edit({ target, input: createInput(session), step: "begin" }, 1) === "accepted";
      if (isAccepted && token !== undefined) this.#typed.add(token);
    }
    for (const { field, file } of this.#options.files ?? []) {
      const target = findTarget(session, field);
      const isAccepted = typeof target === "number" && session.addFiles(target, [file]) === "accepted";
      if (isAccepted) this.#typed.add(file.name);
    }
  }

  async save(mode: SaveMode = this.#options.saveMode ?? "checked"): Promise<void> {
    const result = await this.#session?.save(mode, neverAborted);
    await this.#session?.whenChecked();
    if (result?.kind === "saved") for (const token of this.#typed) this.#reportedSaved.add(token);
  }

  /** Forgets the session, because the window was replaced; the draft restores the input. */
  closeForm(): void {
    this.#session = undefined;
  }

  async check(): Promise<void> {
    for (const token of this.#reportedSaved) {
      assertInvariant(await this.#options.isStored(token), "saveStored", `${token} is not on the server`);
    }
    for (const token of this.#typed) await this.#checkInputKept(token);
  }

  /** Opens the form and types if that failed before, and saves until the server has the input. */
  async saveEventually(): Promise<void> {
    if (this.#session === undefined) await this.open();
    const session = this.#session;
    if (session === undefined) throw new Violation("recovers", "the form can't be opened");
    if (this.#typed.size === 0) this.type();
    for (let attempt = 0; attempt < maxSaveAttempts; attempt += 1) if (await this.#retrySave(session)) return;
    throw new Violation("recovers", `the form can't be saved: ${JSON.stringify(session.notices)}`);
  }

  async #retrySave(session: FormSession): Promise<boolean> {
    const { saveMode = "checked" } = this.#options;
    const isUnknown = session.notices.some(({ kind }) => kind === "unknown");
    if (isUnknown && (await this.#isAllStored())) {
      await session.discard();
      return true;
    }
    await this.#removeUnsupportedFiles(session);
    // As the notice offers, after a change was rejected for lack of permission.
    if (session.base?.form.isReadOnly === true) await session.refresh(neverAborted);
    const needsOverwrite = session.notices.some(
      ({ kind }) => kind === "versionRejected" || kind === "noVersion",
    );
    const result = await session.save(
      isUnknown ? "anyway" : needsOverwrite ? "overwrite" : saveMode,
      neverAborted,
    );
    await session.whenChecked();
    switch (result.kind) {
      case "saved":
        for (const token of this.#typed) this.#reportedSaved.add(token);
        return true;
      case "nothingToSave":
        assertInvariant(
          await this.#isAllStored(),
          "inputKept",
          "there is nothing to save, but the server does not have the input",
        );
        return true;
      case "problem":
        throw new Violation("recovers", `the form reports a problem with ${result.target}`);
      case "conflict":
        for (const { fieldId } of session.conflicts) session.resolveConflict(fieldId, "mine");
        return false;
      case "notSaved":
        return false;
    }
  }

  /** As the notice advises, if the server couldn't be asked before whether it supports uploads. */
  async #removeUnsupportedFiles(session: FormSession): Promise<void> {
    const isUnsupported = session.notices.some(
      (notice) => notice.kind === "fileNotUploaded" && notice.failure.kind === "noUploads",
    );
    for (const { fieldId, file } of isUnsupported ? getPendingAttachments(session.draft) : []) {
      await session.removeFile(fieldId, file.key);
      this.#typed.delete(file.name);
    }
  }

  async #isAllStored(): Promise<boolean> {
    for (const token of this.#typed) if (!(await this.#options.isStored(token))) return false;
    return true;
  }

  async #checkInputKept(token: string): Promise<void> {
    if (await this.#options.isStored(token)) return;
    const isOnDisk = (): Promise<boolean> => this.#context.isDraftOnDisk(token);
    const hasFailed = (): boolean => this.#session?.formDraft.saveState.kind === "failed";
    const isDone = async (): Promise<boolean> => hasFailed() || isOnDisk();
    await waitUntil("the draft is on disk", isDone, draftTimeoutMs).catch(() => undefined);
    assertInvariant(await isOnDisk(), "inputKept", `${token} is neither on the server nor on disk`);
  }
}

function findTarget({ base }: FormSession, name: string): InputTarget | undefined {
  if (name === "comment") return base?.form.takesComment === true ? name : undefined;
  return base?.form.fields.find((field) => field.name === name)?.id;
}
