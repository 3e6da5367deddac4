// All forms in tabs: one tab per subject, brought back after a reload, a crash, or another sign-in.
import * as vscode from "vscode";
import type { Site } from "../../model/site.ts";
import { isSubject, type Subject, subjectKey } from "../../model/subject.ts";
import type { ArtifactTarget } from "../../protocol/commands.ts";
import { formViewType } from "../../protocol/contributions.ts";
import type { PageMemory } from "../../protocol/page.ts";
import type { Services } from "../../services.ts";
import type { Editing } from "../../store/editing.ts";
import { Emitter } from "../../store/emitter.ts";
import type { Forms, KnownBefore } from "../../store/forms.ts";
import { FormPanel, type FormPanelOptions } from "./formPanel.ts";

export interface OpenOptions extends KnownBefore {
  readonly viewColumn?: vscode.ViewColumn | undefined;
  readonly prepare?: (editing: Editing) => void;
}

interface Tab {
  readonly panel: vscode.WebviewPanel;
  readonly form: FormPanel;
}

export class FormPanels implements vscode.WebviewPanelSerializer, vscode.Disposable {
  readonly #services: Services;
  readonly #forms: Forms;
  readonly #methods: FormPanelOptions["methods"];
  readonly #tabs = new Set<Tab>();
  /** Says that another form is in front, or none. */
  readonly turned = new Emitter<void>();
  /** A tab was closed whose draft is not sent. */
  readonly closedUnsent = new Emitter<Editing>();
  #isEnding = false;

  constructor(services: Services, forms: Forms, methods: FormPanelOptions["methods"]) {
    this.#services = services;
    this.#forms = forms;
    this.#methods = methods;
  }

  /** The form that has the focus. */
  get active(): FormPanel | undefined {
    return [...this.#tabs].find(({ form }) => form.isActive)?.form;
  }

  /** All that are open, the one that has the focus first. */
  get list(): readonly FormPanel[] {
    const { active } = this;
    const forms = [...this.#tabs].map(({ form }) => form);
    return active === undefined ? forms : [active, ...forms.filter((form) => form !== active)];
  }

  open(site: Site, subject: Subject, options: OpenOptions = {}): FormPanel {
    const known = this.#find(subject);
    if (known !== undefined) {
      known.form.reveal();
      return known.form;
    }
    const column = options.viewColumn ?? vscode.ViewColumn.Active;
    const panel = vscode.window.createWebviewPanel(formViewType, "", column, { enableScripts: true });
    return this.#attach(panel, site, subject, undefined, options);
  }

  /** After a reload, when a tab is looked at again. */
  async deserializeWebviewPanel(
    panel: vscode.WebviewPanel,
    memory: Partial<PageMemory> | undefined,
  ): Promise<void> {
    const subject = memory?.subject;
    const site = isSubject(subject) ? this.#services.sites.find(subject.siteApi) : undefined;
    const account = site === undefined ? undefined : await this.#services.catalog.of(site).account();
    // Whoever is signed in by now may be someone else.
    if (
      !isSubject(subject) ||
      site === undefined ||
      account?.id !== subject.accountId ||
      this.#find(subject)
    ) {
      panel.dispose();
      return;
    }
    this.#attach(panel, site, subject, memory?.holder, {});
  }

  /** Someone else is signed in now, or nobody: what an account has seen goes with it. Its drafts stay on disk. */
  async accountChanged(siteApi: string): Promise<void> {
    const { sites, catalog } = this.#services;
    const site = sites.find(siteApi);
    const account = site === undefined ? undefined : await catalog.of(site).account();
    for (const { form, panel } of this.#tabs) {
      const { subject } = form.editing;
      if (subject.siteApi !== siteApi) continue;
      if (site !== undefined && subject.accountId === undefined && account !== undefined) {
        // Whoever typed before signing in is the one who has signed in.
        await form.editing.adoptBy(account.id);
      }
      if (site === undefined || account?.id !== form.editing.subject.accountId) panel.dispose();
      else form.accessRestored();
    }
  }

  /** What is seen may be old: somebody is back at the window, or has changed an artifact otherwise than by its form. */
  look(artifact?: ArtifactTarget): void {
    for (const { form } of this.#tabs) {
      const { subject } = form.editing;
      const isIt =
        artifact === undefined ||
        (subject.kind === "artifact" &&
          subject.siteApi === artifact.siteApi &&
          subject.artifactId === artifact.artifactId);
      if (isIt) form.look();
    }
  }

  reachChanged(siteApi: string, isBack: boolean): void {
    for (const { form } of this.#tabs) {
      if (form.site.api !== siteApi) continue;
      if (isBack) form.siteIsBack();
      else form.siteIsAway();
    }
  }

  /** The tabs stay: after a reload they come back with what is in them. */
  dispose(): void {
    this.#isEnding = true;
  }

  #find(subject: Subject): Tab | undefined {
    const key = subjectKey(subject);
    return [...this.#tabs].find(({ form }) => subjectKey(form.editing.subject) === key);
  }

  #attach(
    panel: vscode.WebviewPanel,
    site: Site,
    subject: Subject,
    remembered: string | undefined,
    { prepare = () => undefined, trackerId, repository }: OpenOptions,
  ): FormPanel {
    const { boundary } = this.#services;
    const hold = this.#forms.hold(site, subject, { trackerId, repository });
    const form = this.#createForm({ panel, site, hold, methods: this.#methods, remembered, prepare });
    const tab = { panel, form };
    this.#tabs.add(tab);
    this.#note();
    const listening = hold.editing.changed.listen(() => this.#note());
    panel.onDidChangeViewState(() => {
      this.#note();
      this.turned.announce();
    });
    panel.onDidDispose(() => {
      listening.dispose();
      this.#tabs.delete(tab);
      this.#note();
      this.turned.announce();
      boundary.start("close form", () => this.#closed(form));
    });
    return form;
  }

  #createForm(options: FormPanelOptions): FormPanel {
    try {
      return new FormPanel(this.#services, options);
    } catch (error) {
      // A tab that was closed while it was restored has no webview any more.
      this.#services.boundary.start("release form", () => options.hold.release());
      throw error;
    }
  }

  /** What is on its way to the server when the tab is closed comes to its end first. */
  async #closed(form: FormPanel): Promise<void> {
    const { editing } = form;
    await Promise.all([form.end(), editing.whenSent()]);
    if (this.#isEnding || !editing.working.hasUnsent || this.#find(editing.subject) !== undefined) return;
    this.closedUnsent.announce(editing);
  }

  /** Keeps what is open, for the case that the extension host dies. */
  #note(): void {
    if (this.#isEnding) return;
    this.#services.openForms.keep(
      [...this.#tabs].map(({ form, panel }) => ({
        shown: form.editing.subject,
        title: panel.title,
        viewColumn: panel.viewColumn,
      })),
    );
  }
}
