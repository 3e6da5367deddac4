// Prefills empty SCM inputs with the reference, and keeps it up to date. Changes of an input are visible only through its
// document, which exists while the input is shown; hidden inputs change only by commits.
import * as vscode from "vscode";
import { createInsertReferenceEdit } from "../../../model/reference/insertReference.ts";
import { applyTextEdit } from "../../../model/reference/commitMessage.ts";
import { settingKeys } from "../../../protocol/contributions.ts";
import { hasMergeOrSquashMessage, findPreparedMessageKind } from "../../../store/commits/commitMessage.ts";
import type { CommitsContext } from "../commitsContext.ts";
import type { ActiveArtifact, OpenRepository } from "../workspaceContext.ts";
import type { CommitWatcher } from "./afterCommit.ts";
import { watchEachRepository } from "./messageDocuments.ts";
import {
  type NewPrefill,
  isSameText,
  isUntouchedPrefill,
  planPrefill,
  type StoredPrefill,
  parseStoredPrefill,
  OverwrittenTypingRecovery,
} from "./prefillRules.ts";
import { readAddReferenceMode } from "./commitSettings.ts";

/** A user who clears the input may be about to type. */
const debounceMs = 300;

function getMementoKey({ key }: OpenRepository): string {
  return `commitBox ${key}`;
}

export function toArtifactKey({ site, artifactId }: Pick<ActiveArtifact, "site" | "artifactId">): string {
  return `${site.api} ${artifactId}`;
}

export class ScmInputPrefill {
  readonly #context: Pick<
    CommitsContext,
    "workspace" | "workspaceState" | "errorHandler" | "referenceFormatter"
  >;
  readonly #listeners: vscode.Disposable;
  /** The latest update of each repository; older ones are ignored. */
  readonly #pendingUpdates = new Map<string, symbol>();
  readonly #timers = new Map<string, NodeJS.Timeout>();
  /** Empty inputs during a merge or similar operation, which has its own message: they are filled afterwards. */
  readonly #waiting = new Set<string>();
  readonly #concurrentTyping = new OverwrittenTypingRecovery(Date.now);

  constructor(
    context: Pick<CommitsContext, "workspace" | "workspaceState" | "errorHandler" | "referenceFormatter">,
    commits: CommitWatcher,
  ) {
    this.#context = context;
    const { workspace } = context;
    this.#listeners = vscode.Disposable.from(
      watchEachRepository(workspace, (repository) => this.#watch(repository)),
      workspace.onDidChangeActiveArtifact((repository) => this.#startUpdate(repository)),
      commits.onDidCommit(({ repository }) => {
        // A reference removed from the last message is prefilled again for the next one.
        this.#storePrefilled(repository, undefined);
        this.#startUpdate(repository);
      }),
      vscode.workspace.onDidChangeTextDocument(({ document }) => this.#handleDocumentChange(document)),
      vscode.workspace.onDidChangeConfiguration((change) => {
        const isAffected = [settingKeys.commitReference, settingKeys.commitTemplate].some((name) =>
          change.affectsConfiguration(name),
        );
        if (isAffected) {
          for (const repository of workspace.repositories) this.#startUpdateIfActive(repository);
        }
      }),
    );
  }

  /** A reference that a command put into an empty input counts as prefilled, too. */
  markPrefilled(repository: OpenRepository, prefill: NewPrefill): void {
    this.#storePrefilled(repository, { ...prefill, state: "in" });
  }

  /** Replaces the input if it is empty or holds only the reference; returns whether it did. */
  async replaceIfUntouched(repository: OpenRepository, text: string): Promise<boolean> {
    const prefill = await this.#createPrefillText(repository);
    const { inputBox } = repository.scm;
    // The reported value may be outdated: text that was prefilled before a commit can still be there after it.
    const hasOnlyReference =
      this.#isUntouched(repository) || (prefill !== undefined && isSameText(inputBox.value, prefill.text));
    if (inputBox.value !== "" && !hasOnlyReference) return false;
    // A running update could take the input for empty.
    this.#pendingUpdates.delete(repository.key);
    inputBox.value = text;
    this.#storePrefilled(repository, undefined);
    return true;
  }

  /** Restores the empty subject line above a message that is only the prefilled reference. */
  async restoreSubjectLine(repository: OpenRepository): Promise<void> {
    const prefill = await this.#createPrefillText(repository);
    const { inputBox } = repository.scm;
    if (prefill === undefined || inputBox.value.trim() !== prefill.text.trim()) return;
    inputBox.value = prefill.text;
    this.markPrefilled(repository, prefill);
  }

  dispose(): void {
    this.#listeners.dispose();
    for (const timer of this.#timers.values()) clearTimeout(timer);
  }

  #watch(repository: OpenRepository): vscode.Disposable {
    this.#startUpdateIfActive(repository);
    const { scm, key } = repository;
    return vscode.Disposable.from(
      scm.state.onDidChange(() => this.#handleStateChange(repository)),
      {
        dispose: () => {
          this.#pendingUpdates.delete(key);
          this.#waiting.delete(key);
          this.#concurrentTyping.forget(key);
          clearTimeout(this.#timers.get(key));
        },
      },
    );
  }

  #handleDocumentChange(document: vscode.TextDocument): void {
    if (document.uri.scheme !== "vscode-scm") return;
    const repository = this.#context.workspace.findMessageRepository(document);
    if (repository === undefined) return;
    const recovered = this.#concurrentTyping.recoverTyped(repository.key, document.getText());
    if (recovered !== undefined) repository.scm.inputBox.value = recovered;
    clearTimeout(this.#timers.get(repository.key));
    this.#timers.set(
      repository.key,
      setTimeout(() => this.#startUpdateIfActive(repository), debounceMs),
    );
  }

  #isUntouched(repository: OpenRepository): boolean {
    return isUntouchedPrefill(repository.scm.inputBox.value, this.#readPrefilled(repository));
  }

  #handleStateChange(repository: OpenRepository): void {
    if (this.#isUntouched(repository)) {
      this.#context.errorHandler.runInBackground("SCM input", () => this.#clearForPendingMessage(repository));
    } else if (this.#waiting.has(repository.key) && repository.scm.inputBox.value === "") {
      this.#startUpdateIfActive(repository);
    }
  }

  /** A merge or similar operation has its own message, which git uses if the input is empty. */
  async #clearForPendingMessage(repository: OpenRepository): Promise<void> {
    if (!(await hasMergeOrSquashMessage(repository.cli)) || !this.#isUntouched(repository)) return;
    repository.scm.inputBox.value = "";
    this.#storePrefilled(repository, undefined);
    this.#waiting.add(repository.key);
  }

  async #hasPreparedMessage(repository: OpenRepository): Promise<boolean> {
    const prepared = await findPreparedMessageKind(repository.cli);
    if (prepared === "pending") this.#waiting.add(repository.key);
    else this.#waiting.delete(repository.key);
    return prepared !== undefined;
  }

  /** Without an active artifact nothing is updated, because the artifact may just not be known yet. */
  #startUpdateIfActive(repository: OpenRepository): void {
    if (this.#context.workspace.getActiveArtifact(repository) !== undefined) this.#startUpdate(repository);
  }

  #startUpdate(repository: OpenRepository): void {
    this.#context.errorHandler.runInBackground("SCM input", () => this.#update(repository));
  }

  async #update(repository: OpenRepository): Promise<void> {
    const updateId = Symbol(repository.key);
    this.#pendingUpdates.set(repository.key, updateId);
    const { inputBox } = repository.scm;
    const prefill = await this.#createPrefillText(repository);
    const mode = readAddReferenceMode(repository.root) === "automatic" ? "fill" : "keep";
    const plan = (): ReturnType<typeof planPrefill> =>
      planPrefill(inputBox.value, this.#readPrefilled(repository), prefill, mode);
    const isNewPrefill = inputBox.value === "" && plan().newText !== undefined;
    if (isNewPrefill && (await this.#hasPreparedMessage(repository))) return;
    if (this.#pendingUpdates.get(repository.key) !== updateId) return;
    // No `await` from here to the assignment, so that nothing typed meanwhile is overwritten.
    const { prefilled, newText } = plan();
    if (newText !== undefined) {
      // If only prefilled text is replaced, there is no typed text to recover.
      if (inputBox.value === "") this.#concurrentTyping.markWritten(repository.key, newText);
      inputBox.value = newText;
    }
    this.#storePrefilled(repository, prefilled);
  }

  async #createPrefillText(repository: OpenRepository): Promise<NewPrefill | undefined> {
    const { workspace, referenceFormatter } = this.#context;
    const active = workspace.getActiveArtifact(repository);
    if (active === undefined) return undefined;
    const mention = await referenceFormatter.formatMention(repository.root, active);
    const rules = { commentPrefix: undefined, grammar: workspace.getGrammar(active.site) };
    const edit = createInsertReferenceEdit("", mention, rules);
    // VS Code puts the cursor at the end; the space separates the number from what is typed there.
    return edit && { about: toArtifactKey(active), text: `${applyTextEdit("", edit)} ` };
  }

  #readPrefilled(repository: OpenRepository): StoredPrefill | undefined {
    return parseStoredPrefill(this.#context.workspaceState.get(getMementoKey(repository)));
  }

  #storePrefilled(repository: OpenRepository, prefilled: StoredPrefill | undefined): void {
    const { workspaceState, errorHandler } = this.#context;
    if (JSON.stringify(this.#readPrefilled(repository)) === JSON.stringify(prefilled)) return;
    errorHandler.runInBackground("SCM input", () =>
      workspaceState.update(getMementoKey(repository), prefilled),
    );
  }
}
