// All forms in tabs: one tab per subject, brought back after a reload, a crash, or another sign-in.
import * as vscode from "vscode";
import type { Site } from "../../model/site.ts";
import { isSubject, type Subject, subjectKey } from "../../model/subject.ts";
import type { ArtifactTarget } from "../../protocol/commands.ts";
import { formViewType } from "../../protocol/contributions.ts";
import type { PageMemory } from "../../protocol/page.ts";
import type { Catalog } from "../../store/catalog.ts";
import type { Editing } from "../../store/editing.ts";
import { Emitter } from "../../store/emitter.ts";
import type { Forms, KnownBefore } from "../../store/forms.ts";
import type { Reach } from "../../store/reach.ts";
import type { Sites } from "../../store/sites.ts";
import type { Boundary } from "../../vscode/errorHandler.ts";
import { formPage } from "../../vscode/pageFrame.ts";
import { pageHtml } from "../../vscode/pageHtml.ts";
import type { OpenTabs } from "../../vscode/tabs.ts";
import { FormPanel, type PanelParts } from "./formPanel.ts";

export interface PanelsDependencies {
  readonly sites: Sites;
  readonly catalog: Catalog;
  readonly reach: Reach;
  readonly forms: Forms;
  readonly openForms: OpenTabs<Subject>;
  readonly extensionUri: vscode.Uri;
  readonly boundary: Boundary;
  readonly methods: PanelParts["methods"];
  /** Told when a tab with something unsent in it was closed. */
  readonly onClosedUnsent: (editing: Editing) => void;
}

export interface OpenOptions extends KnownBefore {
  readonly viewColumn?: vscode.ViewColumn | undefined;
  readonly prepare?: (editing: Editing) => void;
}

interface Tab {
  readonly panel: vscode.WebviewPanel;
  readonly form: FormPanel;
}

export class FormPanels implements vscode.WebviewPanelSerializer, vscode.Disposable {
  readonly #dependencies: PanelsDependencies;
  readonly #tabs = new Set<Tab>();
  /** Says that another form is in front, or none. */
  readonly turned = new Emitter<void>();
  #isEnding = false;

  constructor(dependencies: PanelsDependencies) {
    this.#dependencies = dependencies;
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
    const site = isSubject(subject) ? this.#dependencies.sites.find(subject.siteApi) : undefined;
    const account = site === undefined ? undefined : await this.#dependencies.catalog.of(site).account();
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
    const { sites, catalog } = this.#dependencies;
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
    const { extensionUri, boundary, reach, forms, methods } = this.#dependencies;
    panel.webview.options = {
      enableScripts: true,
      localResourceRoots: [
        vscode.Uri.joinPath(extensionUri, "dist"),
        vscode.Uri.joinPath(extensionUri, "media"),
      ],
    };
    const hold = forms.hold(site, subject, { trackerId, repository });
    const form = new FormPanel({
      panel,
      site,
      hold,
      boundary,
      isOffline: () => reach.outOf(site.api) !== undefined,
      methods,
      remembered,
      prepare,
    });
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
    panel.webview.html = pageHtml(panel.webview, extensionUri, formPage);
    return form;
  }

  /** What is on its way to the server when the tab is closed comes to its end first. */
  async #closed(form: FormPanel): Promise<void> {
    const { editing } = form;
    await Promise.all([form.end(), editing.whenSent()]);
    if (this.#isEnding || !editing.working.hasUnsent || this.#find(editing.subject) !== undefined) return;
    this.#dependencies.onClosedUnsent(editing);
  }

  /** Keeps what is open, for the case that the extension host dies. */
  #note(): void {
    if (this.#isEnding) return;
    this.#dependencies.openForms.keep(
      [...this.#tabs].map(({ form, panel }) => ({
        shown: form.editing.subject,
        title: panel.title,
        viewColumn: panel.viewColumn,
      })),
    );
  }
}
