// All form tabs: one per subject, restored after a reload or a crash.
import * as vscode from "vscode";
import type { Site } from "../../model/site.ts";
import { isSubject, type FormSubject, subjectKey } from "../../model/form/formSubject.ts";
import type { ArtifactTarget } from "../../protocol/commandArguments.ts";
import { formViewType } from "../../protocol/contributions.ts";
import type { FormWebviewState } from "../../protocol/formProtocol.ts";
import type { Services } from "../../services.ts";
import type { FormSession } from "../../store/formSession.ts";
import { Emitter } from "../../store/emitter.ts";
import type { FormSessions, FormHints } from "../../store/formSessions.ts";
import { FormPanel, type FormPanelDependencies } from "./formPanel.ts";

export interface OpenFormOptions extends FormHints {
  readonly viewColumn?: vscode.ViewColumn | undefined;
  readonly prefill?: (session: FormSession) => void;
}

interface FormTab {
  readonly panel: vscode.WebviewPanel;
  readonly form: FormPanel;
}

export class FormPanels implements vscode.WebviewPanelSerializer, vscode.Disposable {
  readonly #services: Services;
  readonly #forms: FormSessions;
  readonly #methods: FormPanelDependencies["methods"];
  readonly #tabs = new Set<FormTab>();
  /** Fires when another form, or none, is active. */
  readonly onDidChangeActive = new Emitter<void>();
  /** Fires when a tab with a draft was closed. */
  readonly onDidCloseWithDraft = new Emitter<FormSession>();
  #isDisposed = false;

  constructor(services: Services, forms: FormSessions, methods: FormPanelDependencies["methods"]) {
    this.#services = services;
    this.#forms = forms;
    this.#methods = methods;
  }

  get active(): FormPanel | undefined {
    return [...this.#tabs].find(({ form }) => form.isActive)?.form;
  }

  /** All open forms, the active one first. */
  get all(): readonly FormPanel[] {
    const { active } = this;
    const forms = [...this.#tabs].map(({ form }) => form);
    return active === undefined ? forms : [active, ...forms.filter((form) => form !== active)];
  }

  open(site: Site, subject: FormSubject, options: OpenFormOptions = {}): FormPanel {
    const openTab = this.#find(subject);
    if (openTab !== undefined) {
      openTab.form.reveal();
      return openTab.form;
    }
    const viewColumn = options.viewColumn ?? vscode.ViewColumn.Active;
    const panel = vscode.window.createWebviewPanel(formViewType, "", viewColumn, { enableScripts: true });
    return this.#attach(panel, site, subject, undefined, options);
  }

  /** Called after a reload when the tab becomes visible. */
  async deserializeWebviewPanel(
    panel: vscode.WebviewPanel,
    state: Partial<FormWebviewState> | undefined,
  ): Promise<void> {
    const subject = state?.subject;
    const site = isSubject(subject) ? this.#services.sites.find(subject.siteApi) : undefined;
    const account = site === undefined ? undefined : await this.#services.catalog.getSite(site).getAccount();
    // Another account may be signed in since.
    if (
      !isSubject(subject) ||
      site === undefined ||
      account?.id !== subject.accountId ||
      this.#find(subject)
    ) {
      panel.dispose();
      return;
    }
    this.#attach(panel, site, subject, state?.holder, {});
  }

  /** Closes the forms of an account that is no longer signed in. Its drafts stay on disk. */
  async handleAccountChange(siteApi: string): Promise<void> {
    const { sites, catalog } = this.#services;
    const site = sites.find(siteApi);
    const account = site === undefined ? undefined : await catalog.getSite(site).getAccount();
    for (const { form, panel } of this.#tabs) {
      const { subject } = form.session;
      if (subject.siteApi !== siteApi) continue;
      if (site !== undefined && subject.accountId === undefined && account !== undefined) {
        // A draft that was started before the first sign-in belongs to the account that signs in.
        await form.session.assignToAccount(account.id);
      }
      if (site === undefined || account?.id !== form.session.subject.accountId) panel.dispose();
      else form.handleSignIn();
    }
  }

  /** Called when the window gets the focus, or an artifact was changed elsewhere in the extension. */
  checkForChanges(artifact?: ArtifactTarget): void {
    for (const { form } of this.#tabs) {
      const { subject } = form.session;
      const isSameArtifact =
        artifact === undefined ||
        (subject.kind === "artifact" &&
          subject.siteApi === artifact.siteApi &&
          subject.artifactId === artifact.artifactId);
      if (isSameArtifact) form.checkForChanges();
    }
  }

  handleConnectivityChange(siteApi: string, isBack: boolean): void {
    for (const { form } of this.#tabs) {
      if (form.site.api !== siteApi) continue;
      if (isBack) form.handleOnline();
      else form.handleOffline();
    }
  }

  /** Leaves the tabs open, so that VS Code restores them after a reload. */
  dispose(): void {
    this.#isDisposed = true;
  }

  #find(subject: FormSubject): FormTab | undefined {
    const key = subjectKey(subject);
    return [...this.#tabs].find(({ form }) => subjectKey(form.session.subject) === key);
  }

  #attach(
    panel: vscode.WebviewPanel,
    site: Site,
    subject: FormSubject,
    previousHolder: string | undefined,
    { prefill = () => undefined, trackerId, repository }: OpenFormOptions,
  ): FormPanel {
    const { errorHandler } = this.#services;
    const handle = this.#forms.open(site, subject, { trackerId, repository });
    const form = this.#createForm({ panel, site, handle, methods: this.#methods, previousHolder, prefill });
    const tab = { panel, form };
    this.#tabs.add(tab);
    this.#recordOpenTabs();
    const subscription = handle.session.onDidChange.event(() => this.#recordOpenTabs());
    panel.onDidChangeViewState(() => {
      this.#recordOpenTabs();
      this.onDidChangeActive.fire();
    });
    panel.onDidDispose(() => {
      subscription.dispose();
      this.#tabs.delete(tab);
      this.#recordOpenTabs();
      this.onDidChangeActive.fire();
      errorHandler.runInBackground("close form", () => this.#handleClosed(form));
    });
    this.onDidChangeActive.fire();
    return form;
  }

  #createForm(options: FormPanelDependencies): FormPanel {
    try {
      return new FormPanel(this.#services, options);
    } catch (error) {
      // A tab that was closed while it was restored has no webview.
      this.#services.errorHandler.runInBackground("release form", () => options.handle.release());
      throw error;
    }
  }

  /** Waits for a save in progress first. */
  async #handleClosed(form: FormPanel): Promise<void> {
    const { session } = form;
    await Promise.all([form.cleanUp(), session.whenSaved()]);
    if (this.#isDisposed || !session.formDraft.hasEdits || this.#find(session.subject) !== undefined) return;
    this.onDidCloseWithDraft.fire(session);
  }

  /** Records the open tabs, so that they can be reopened if the extension host crashes. */
  #recordOpenTabs(): void {
    if (this.#isDisposed) return;
    this.#services.formTabs.save(
      [...this.#tabs].map(({ form, panel }) => ({
        shown: form.session.subject,
        title: panel.title,
        viewColumn: panel.viewColumn,
      })),
    );
  }
}
