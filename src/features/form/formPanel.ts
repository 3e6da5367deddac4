// One form in an editor tab: connects the page with its form session.
import * as vscode from "vscode";
import { getFinalTime } from "../../model/artifactVersion.ts";
import { isFailure } from "../../model/failure.ts";
import { canRedo, canUndo, type InputTarget } from "../../model/form/draft.ts";
import type { Form } from "../../model/form/form.ts";
import type { SeenChanges } from "../../model/inbox.ts";
import { collectReferenceKeywords } from "../../model/reference/formatReference.ts";
import type { Site } from "../../model/site.ts";
import { isNewSubject, type FormSubject } from "../../model/form/formSubject.ts";
import type {
  FormPageDraftState,
  FormHostMethods,
  FormPageContent,
  FormPageDraft,
  FormPageMethods,
  TextMode,
} from "../../protocol/formProtocol.ts";
import { settingKeys } from "../../protocol/contributions.ts";
import { RpcError } from "../../protocol/rpc.ts";
import { parseFormMessage } from "../../protocol/formSchemas.ts";
import type { Services } from "../../services.ts";
import type { FormSession } from "../../store/formSession.ts";
import { Emitter } from "../../store/emitter.ts";
import type { FormSessionHandle } from "../../store/formSessions.ts";
import { formPageAssets } from "../../vscode/pageHtml.ts";
import { WebviewPage } from "../../vscode/webviewPage.ts";
import { createFormHeading, formatTabTitle } from "./formHeading.ts";
import { toPageNotices, listFieldServerErrors } from "./pageNotices.ts";
import { listConcurrentEdits, toPageConflicts } from "./pageConflicts.ts";
import { getFormTexts } from "./formTexts.ts";
import { loadForm } from "./loadForm.ts";

function formatTime(timestamp: number): string {
  return new Date(timestamp).toLocaleTimeString(vscode.env.language);
}

function toDraftState({ isSaving, formDraft: { saveState, hasEdits } }: FormSession): FormPageDraftState {
  if (isSaving) return { kind: "savingToServer" };
  if (saveState.kind === "failed") {
    return {
      kind: "failed",
      text: vscode.l10n.t("The draft can't be saved to disk. See the log for details."),
    };
  }
  if (!hasEdits) return { kind: "empty" };
  return saveState.kind === "saved"
    ? { kind: "saved", text: vscode.l10n.t("Draft saved locally at {0}", formatTime(saveState.at)) }
    : { kind: "saving" };
}

function toPageDraft(session: FormSession, site: string, isOffline: boolean): FormPageDraft {
  const { draft, lastEditNumber, formDraft } = session;
  return {
    inputs: draft.inputs,
    lastEditNumber,
    state: toDraftState(session),
    canUndo: canUndo(draft),
    canRedo: canRedo(draft),
    serverErrors: listFieldServerErrors(session, site),
    notices: toPageNotices(session, site, isOffline),
    concurrentEdits: listConcurrentEdits(session),
    conflicts: toPageConflicts(session),
    isOpenInOtherWindow: formDraft.ownership !== "ours",
  };
}

/** Minimum time between two updates of the draft in the page. */
const draftThrottleMs = 50;

export interface FormPanelDependencies {
  readonly panel: vscode.WebviewPanel;
  readonly site: Site;
  readonly handle: FormSessionHandle;
  /** RPC methods for the page; the panel itself implements `ready` and `edit`. */
  readonly methods: (panel: FormPanel) => Omit<FormHostMethods, "ready" | "edit">;
  /** The holder that this tab had before a reload. */
  readonly previousHolder: string | undefined;
  /** Makes the first edits after the form is loaded. */
  readonly prefill: (session: FormSession) => void;
}

type PanelServices = Pick<
  Services,
  "errorHandler" | "connectivity" | "extensionUri" | "catalog" | "onDidShowArtifact"
>;

function readTextMode(): TextMode {
  const mode: unknown = vscode.workspace.getConfiguration().get(settingKeys.formTextMode);
  return mode === "editing" ? "editing" : "reading";
}

function getSubjectIcon(subject: FormSubject): string {
  if (isNewSubject(subject)) return "new-file";
  return subject.kind === "svn" ? "repo" : "issues";
}

export class FormPanel implements vscode.Disposable {
  /** Fires when the tab is hidden, which destroys its page. */
  readonly onDidHide = new Emitter<void>();
  /** Fires when the page can show the first unread entry of the history. */
  readonly onDidRequestUnread = new Emitter<void>();
  /** Fires when the site is online again. */
  readonly onDidReconnect = new Emitter<void>();
  readonly #services: PanelServices;
  readonly #options: FormPanelDependencies;
  readonly #closed = new AbortController();
  readonly #subscription: { dispose(): void };
  readonly #page: WebviewPage<FormHostMethods, FormPageMethods>;
  #wasActive = true;
  #draftTimer: ReturnType<typeof setTimeout> | undefined;
  #loading: Promise<unknown>;
  /** Set if focus was requested before the page was ready. */
  #pendingFocus: InputTarget | undefined;
  /** The first changeset that the user hasn't seen, and whether the page still has to show it. */
  #unread: { readonly from: number; readonly isPending: boolean } | undefined;
  #loadProblem: FormPageContent | undefined;
  #loggedError: unknown;

  constructor(services: PanelServices, options: FormPanelDependencies) {
    const { panel, handle } = options;
    this.#services = services;
    this.#options = options;
    this.#page = this.#createPage();
    this.#subscription = handle.session.onDidChange.event((change) => this.#handleChange(change));
    panel.onDidChangeViewState(() => {
      if (panel.active && !this.#wasActive) this.checkForChanges();
      this.#wasActive = panel.active;
      this.#reportContent();
    });
    this.#updateTitle();
    this.#loading = services.errorHandler.run("open form", () => this.#load());
  }

  get session(): FormSession {
    return this.#options.handle.session;
  }

  get site(): Site {
    return this.#options.site;
  }

  get isActive(): boolean {
    return this.#options.panel.active;
  }

  get viewColumn(): vscode.ViewColumn | undefined {
    return this.#options.panel.viewColumn;
  }

  /** Resolves after the first load, even if it failed. */
  get whenLoaded(): Promise<unknown> {
    return this.#loading;
  }

  /** Aborted when the tab is closed. */
  get signal(): AbortSignal {
    return this.#closed.signal;
  }

  reveal(): void {
    this.#options.panel.reveal();
  }

  dispose(): void {
    this.#options.panel.dispose();
  }

  closeIfNoDraft(): void {
    const { session } = this;
    if (!session.formDraft.hasEdits && !session.isSaving) this.dispose();
  }

  /** Reveals and focuses a field, once the page is ready. */
  focus(target: InputTarget): void {
    this.#pendingFocus = this.#page.isReady ? undefined : target;
    // The field may exist only with the pending draft.
    this.#sendDraft();
    this.notifyPage("revealField", { target });
  }

  /** The first changeset that the user hasn't seen, if known. */
  get unreadFrom(): number | undefined {
    return this.#unread?.from;
  }

  /** Marks the history from a changeset on as new, and scrolls there once the page is ready. */
  showUnread(from: number): void {
    this.#unread = { from, isPending: true };
    if (!this.#page.isReady) return;
    this.#requestUnread();
    // The form may have been open for a long time.
    this.checkForChanges();
  }

  /** Call when the page shows changes of the artifact. */
  reportShown(seen: SeenChanges): void {
    const { subject } = this.session;
    if (subject.kind !== "artifact" || !this.#options.panel.visible) return;
    const { siteApi, artifactId } = subject;
    this.#services.onDidShowArtifact.fire({ siteApi, artifactId, ...seen });
  }

  /** Ignored while the page is hidden. */
  notifyPage<K extends keyof FormPageMethods>(method: K, params: Parameters<FormPageMethods[K]>[0]): void {
    this.#page.notify(method, params);
  }

  checkForChanges(): void {
    if (!this.#options.panel.visible) return;
    this.#services.errorHandler.runInBackground("check form for changes", async () => {
      await this.session.checkForChanges(this.signal);
      this.#reportContent();
    });
  }

  retryLoad(): Promise<void> {
    return this.#load();
  }

  /** The same account is signed in again, so a request that failed may succeed now. */
  handleSignIn(): void {
    if (this.session.base === undefined) {
      this.#services.errorHandler.runInBackground("reload form", () => this.#load());
    } else this.session.dismissNotice("failed");
  }

  handleOffline(): void {
    this.#handleChange("draft");
  }

  handleOnline(): void {
    const { errorHandler } = this.#services;
    this.#handleChange("draft");
    if (this.session.base === undefined) errorHandler.runInBackground("reload form", () => this.#load());
    // Hidden tabs too: a tab that becomes visible without focus isn't checked again.
    else {
      errorHandler.runInBackground("check form for changes", () =>
        this.session.recoverFromOffline(this.signal),
      );
    }
    this.onDidReconnect.fire();
  }

  async #load(): Promise<void> {
    const { previousHolder, prefill } = this.#options;
    this.#loadProblem = undefined;
    const problem = await loadForm(this.session, { previousHolder, prefill, signal: this.signal });
    if (problem !== undefined) {
      this.#loadProblem = this.#toProblemContent(this.#page.toErrorText(problem.error));
    }
    this.#handleChange("content");
    // While the form is shown, the page doesn't show the load problem.
    const isErrorHidden = this.session.base !== undefined && !isFailure(problem?.error);
    if (problem !== undefined && isErrorHidden) throw problem.error;
  }

  #toProblemContent(text: string): FormPageContent {
    return { kind: "problem", text, action: { id: "tryAgain", label: vscode.l10n.t("Retry") } };
  }

  #content(): FormPageContent {
    const { base } = this.session;
    if (base !== undefined) {
      const draft = this.#draft();
      return {
        kind: "form",
        heading: createFormHeading(this.site, this.session, base),
        form: base.form,
        draft,
        // The settings of a repository are read to be edited.
        textMode: this.session.subject.kind === "artifact" ? readTextMode() : "editing",
        trackerNames: this.#listTrackerNames(base.form),
      };
    }
    return (
      this.#loadProblem ?? {
        kind: "loading",
        text: vscode.l10n.t("Loading {0}…", formatTabTitle(this.session)),
      }
    );
  }

  #listTrackerNames(form: Form): readonly string[] {
    const { trackerShortNames } = this.#services.catalog.getSite(this.site);
    return [...new Set([...trackerShortNames, ...collectReferenceKeywords(form)])];
  }

  #handleChange(change: "content" | "draft"): void {
    if (this.signal.aborted) return;
    this.#updateTitle();
    if (change === "content") {
      this.#rememberSubject();
      this.notifyPage("showContent", this.#content());
      this.#reportContent();
      return;
    }
    this.#logDraftError();
    this.#draftTimer ??= setTimeout(() => this.#sendDraft(), draftThrottleMs);
  }

  /** Not what comes from a cache or a stored draft. */
  #reportContent(): void {
    const { base, asOf } = this.session;
    if (base === undefined || base.asOf !== undefined || asOf === undefined) return;
    const seenUntil = getFinalTime(base.revision, base.isVersionFinal);
    if (seenUntil !== undefined) this.reportShown({ seenUntil });
  }

  #sendDraft(): void {
    if (this.#draftTimer === undefined) return;
    clearTimeout(this.#draftTimer);
    this.#draftTimer = undefined;
    if (this.session.base !== undefined) this.notifyPage("setDraft", this.#draft());
  }

  #draft(): FormPageDraft {
    const isOffline = this.#services.connectivity.getOfflineState(this.site.api) !== undefined;
    return toPageDraft(this.session, this.site.label, isOffline);
  }

  /** The page shows that the draft couldn't be saved; the reason is in the log. */
  #logDraftError(): void {
    const { saveState } = this.session.formDraft;
    const error = saveState.kind === "failed" ? saveState.error : undefined;
    if (error !== undefined && error !== this.#loggedError) {
      this.#services.errorHandler.logError("save draft", error);
    }
    this.#loggedError = error;
  }

  #updateTitle(): void {
    const { panel } = this.#options;
    const title = formatTabTitle(this.session);
    if (panel.title === title) return;
    panel.title = title;
    panel.iconPath = new vscode.ThemeIcon(getSubjectIcon(this.session.subject));
  }

  #rememberSubject(): void {
    const { subject, formDraft } = this.session;
    this.notifyPage("saveState", { subject, holder: formDraft.holder });
  }

  #createPage(): WebviewPage<FormHostMethods, FormPageMethods> {
    const { panel, methods } = this.#options;
    return new WebviewPage(panel, {
      ...this.#services,
      assets: formPageAssets,
      parseMessage: parseFormMessage,
      siteLabel: () => this.site.label,
      onHidden: () => {
        this.#pendingFocus = undefined;
        this.onDidHide.fire();
      },
      methods: {
        ...methods(this),
        ready: () => this.#handleReady(),
        edit: ({ number, edit, before }) => {
          if (this.session.edit(edit, number, before) === "refused") {
            throw new RpcError(vscode.l10n.t("This draft is being edited in another window."));
          }
          this.#services.errorHandler.runInBackground("prepare save", () =>
            this.session.prepareSave(this.signal),
          );
        },
      },
    });
  }

  #handleReady(): void {
    this.#page.markReady();
    this.session.resetEditNumbers();
    this.notifyPage("setTexts", getFormTexts());
    this.#handleChange("content");
    if (this.#pendingFocus !== undefined) this.focus(this.#pendingFocus);
    this.#requestUnread();
  }

  #requestUnread(): void {
    if (this.#unread?.isPending !== true) return;
    this.#unread = { from: this.#unread.from, isPending: false };
    this.onDidRequestUnread.fire();
  }

  /** Called after the tab was closed. */
  async cleanUp(): Promise<void> {
    this.#closed.abort();
    this.#page.close();
    clearTimeout(this.#draftTimer);
    this.#subscription.dispose();
    await this.#options.handle.release();
  }
}
