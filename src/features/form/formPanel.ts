// One form in an editor tab: between the page that draws it and the editing that knows it.
import * as vscode from "vscode";
import { isFailure } from "../../model/failure.ts";
import { canRedo, canUndo, type Target } from "../../model/form/draft.ts";
import type { Site } from "../../model/site.ts";
import { isNewSubject, type Subject } from "../../model/subject.ts";
import type { DraftState, HostMethods, PageContent, PageDraft, PageMethods } from "../../protocol/page.ts";
import { CallFailed } from "../../protocol/rpc.ts";
import { checkMessage } from "../../protocol/schemas.ts";
import type { Services } from "../../services.ts";
import type { Editing } from "../../store/editing.ts";
import { Emitter } from "../../store/emitter.ts";
import type { FormHold } from "../../store/forms.ts";
import { formPage } from "../../vscode/pageFrame.ts";
import { WebviewPage } from "../../vscode/webviewPage.ts";
import { headingOf, tabTitle } from "./heading.ts";
import { noticesOf, refusalsOf } from "./notices.ts";
import { contestedFields, pageConflict } from "./pageConflict.ts";
import { pageTexts } from "./pageTexts.ts";
import { troubleReading } from "./reading.ts";

// What was typed, and what became of it, as the page shows it.

function clock(at: number): string {
  return new Date(at).toLocaleTimeString(vscode.env.language);
}

function stateOf({ isSending, working: { keep, hasUnsent } }: Editing): DraftState {
  if (isSending) return { kind: "sending" };
  if (keep.kind === "notKept") {
    return { kind: "notKept", text: vscode.l10n.t("The draft can't be written to disk: see the log.") };
  }
  if (!hasUnsent) return { kind: "nothing" };
  return keep.kind === "kept"
    ? { kind: "kept", text: vscode.l10n.t("Draft kept {0}", clock(keep.at)) }
    : { kind: "keeping" };
}

function pageDraft(editing: Editing, site: string, isOffline: boolean): PageDraft {
  const { draft, seen, working } = editing;
  return {
    inputs: draft.inputs,
    seen,
    state: stateOf(editing),
    canUndo: canUndo(draft),
    canRedo: canRedo(draft),
    refusals: refusalsOf(editing, site),
    notices: noticesOf(editing, site, isOffline),
    contested: contestedFields(editing),
    conflict: pageConflict(editing),
    isElsewhere: working.standing !== "ours",
  };
}

/** Keys come faster than a page needs to hear how its draft is doing. */
const draftPauseMs = 50;

export interface FormPanelOptions {
  readonly panel: vscode.WebviewPanel;
  readonly site: Site;
  readonly hold: FormHold;
  /** What the page may ask for; the panel itself answers `ready` and `edit`. */
  readonly methods: (panel: FormPanel) => Omit<HostMethods, "ready" | "edit">;
  /** The holder that this tab had before a reload. */
  readonly remembered: string | undefined;
  /** What to type in first, once the form is there. */
  readonly prepare: (editing: Editing) => void;
}

type PanelServices = Pick<Services, "boundary" | "reach" | "extensionUri">;

function iconOf(subject: Subject): string {
  if (isNewSubject(subject)) return "new-file";
  return subject.kind === "svn" ? "repo" : "issues";
}

export class FormPanel implements vscode.Disposable {
  /** Says that the page is gone, since its tab is not seen any more. */
  readonly hidden = new Emitter<void>();
  /** Says that the site can be reached again. */
  readonly siteBack = new Emitter<void>();
  readonly #services: PanelServices;
  readonly #options: FormPanelOptions;
  readonly #closed = new AbortController();
  readonly #listening: { dispose(): void };
  readonly #page: WebviewPage<HostMethods, PageMethods>;
  #wasActive = true;
  #draftTimer: ReturnType<typeof setTimeout> | undefined;
  #loading: Promise<unknown>;
  /** Asked for before there was a page to show it. */
  #toFocus: Target | undefined;
  #trouble: PageContent | undefined;
  #noted: unknown;

  constructor(services: PanelServices, options: FormPanelOptions) {
    const { panel, hold } = options;
    this.#services = services;
    this.#options = options;
    this.#page = this.#createPage();
    this.#listening = hold.editing.changed.listen((what) => this.#changed(what));
    panel.onDidChangeViewState(() => {
      if (panel.active && !this.#wasActive) this.look();
      this.#wasActive = panel.active;
    });
    this.#title();
    this.#loading = services.boundary.run("open form", () => this.#load());
  }

  get editing(): Editing {
    return this.#options.hold.editing;
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

  /** Resolves when the first reading is over, whatever came of it. */
  get loaded(): Promise<unknown> {
    return this.#loading;
  }

  /** Ends with the tab: whatever waits for the server on its behalf. */
  get signal(): AbortSignal {
    return this.#closed.signal;
  }

  reveal(): void {
    this.#options.panel.reveal();
  }

  dispose(): void {
    this.#options.panel.dispose();
  }

  closeIfNothingUnsent(): void {
    const { editing } = this;
    if (!editing.working.hasUnsent && !editing.isSending) this.dispose();
  }

  /** Brings a field into view, with the cursor in it; as soon as there is a page. */
  focus(target: Target): void {
    this.#toFocus = this.#page.isReady ? undefined : target;
    // It may be in what the page is about to hear.
    this.#tellDraft();
    this.tell("reveal", { target });
  }

  /** Asks the page for something; while it is hidden there is nobody to ask. */
  tell<K extends keyof PageMethods>(method: K, params: Parameters<PageMethods[K]>[0]): void {
    this.#page.tell(method, params);
  }

  /** Looks whether others have changed what is shown here. */
  look(): void {
    if (!this.#options.panel.visible) return;
    this.#services.boundary.start("look at form", () => this.editing.look(this.signal));
  }

  /** Reads what could not be read before. */
  tryAgain(): Promise<void> {
    return this.#load();
  }

  /** The same person is signed in again: what failed for want of it may work now. */
  accessRestored(): void {
    if (this.editing.base === undefined) this.#services.boundary.start("read form again", () => this.#load());
    else this.editing.dismiss("failed");
  }

  /** The site can't be reached any more: what is shown grows old. */
  siteIsAway(): void {
    this.#changed("draft");
  }

  /** The site can be reached again. */
  siteIsBack(): void {
    const { boundary } = this.#services;
    this.#changed("draft");
    if (this.editing.base === undefined) boundary.start("read form again", () => this.#load());
    // Hidden ones too: a tab that is seen without being focused isn't looked at again.
    else boundary.start("look at form", () => this.editing.recover(this.signal));
    this.siteBack.announce();
  }

  async #load(): Promise<void> {
    const { remembered, prepare } = this.#options;
    this.#trouble = undefined;
    const trouble = await troubleReading(this.editing, { remembered, prepare, signal: this.signal });
    if (trouble !== undefined) this.#trouble = this.#problem(this.#page.explain(trouble.error));
    this.#changed("content");
    // With a form in sight nobody would see that.
    const isUnseen = this.editing.base !== undefined && !isFailure(trouble?.error);
    if (trouble !== undefined && isUnseen) throw trouble.error;
  }

  #problem(text: string): PageContent {
    return { kind: "problem", text, action: { id: "tryAgain", label: vscode.l10n.t("Try Again") } };
  }

  #content(): PageContent {
    const { base } = this.editing;
    if (base !== undefined) {
      const draft = this.#draft();
      return { kind: "form", heading: headingOf(this.site, this.editing, base), form: base.form, draft };
    }
    return this.#trouble ?? { kind: "loading", text: vscode.l10n.t("Reading {0}…", tabTitle(this.editing)) };
  }

  #changed(what: "content" | "draft"): void {
    if (this.signal.aborted) return;
    this.#title();
    if (what === "content") {
      this.#rememberSubject();
      this.tell("show", this.#content());
      return;
    }
    this.#logKeeping();
    this.#draftTimer ??= setTimeout(() => this.#tellDraft(), draftPauseMs);
  }

  #tellDraft(): void {
    if (this.#draftTimer === undefined) return;
    clearTimeout(this.#draftTimer);
    this.#draftTimer = undefined;
    if (this.editing.base !== undefined) this.tell("draft", this.#draft());
  }

  #draft(): PageDraft {
    const isOffline = this.#services.reach.outOf(this.site.api) !== undefined;
    return pageDraft(this.editing, this.site.label, isOffline);
  }

  /** The page says that a draft can't be kept; the log says why. */
  #logKeeping(): void {
    const { keep } = this.editing.working;
    const error = keep.kind === "notKept" ? keep.error : undefined;
    if (error !== undefined && error !== this.#noted) this.#services.boundary.note("keep draft", error);
    this.#noted = error;
  }

  #title(): void {
    const { panel } = this.#options;
    const title = tabTitle(this.editing);
    if (panel.title === title) return;
    panel.title = title;
    panel.iconPath = new vscode.ThemeIcon(iconOf(this.editing.subject));
  }

  #rememberSubject(): void {
    const { subject, working } = this.editing;
    this.tell("remember", { subject, holder: working.holder });
  }

  #createPage(): WebviewPage<HostMethods, PageMethods> {
    const { panel, methods } = this.#options;
    return new WebviewPage(panel, {
      ...this.#services,
      page: formPage,
      check: checkMessage,
      siteLabel: () => this.site.label,
      onHidden: () => {
        this.#toFocus = undefined;
        this.hidden.announce();
      },
      methods: {
        ...methods(this),
        ready: () => this.#ready(),
        edit: ({ number, edit, before }) => {
          if (this.editing.edit(edit, number, before) === "taken") return;
          throw new CallFailed(vscode.l10n.t("You are changing this in another window."));
        },
      },
    });
  }

  #ready(): void {
    this.#page.ready();
    this.editing.forgetNumbers();
    this.tell("texts", pageTexts());
    this.#changed("content");
    if (this.#toFocus !== undefined) this.focus(this.#toFocus);
  }

  /** The tab is gone. */
  async end(): Promise<void> {
    this.#closed.abort();
    this.#page.close();
    clearTimeout(this.#draftTimer);
    this.#listening.dispose();
    await this.#options.hold.release();
  }
}
