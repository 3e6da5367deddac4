// Opens forms: artifacts, drafts, new artifacts, and tabs that were open before a crash.
import * as vscode from "vscode";
import { type ArtifactRow, formatArtifactReference } from "../../model/artifact.ts";
import { normalizeLine } from "../../model/displayText.ts";
import { toCodeBlock, toInlineCode } from "../../model/markdownCode.ts";
import type { Input } from "../../model/fields/registry.ts";
import type { DraftEdit } from "../../model/form/draft.ts";
import type { Form } from "../../model/form/form.ts";
import type { Account, Site } from "../../model/site.ts";
import { isSubject, type FormSubject } from "../../model/form/formSubject.ts";
import type { FieldEditRequest } from "../../model/triage/fieldEditRequest.ts";
import {
  type ArtifactPromptContext,
  type ArtifactTarget,
  type CommandArguments,
  type TriageTarget,
  type DraftTarget,
  type NewArtifactContent,
  type RowArguments,
  getCommandRows,
  type SiteTarget,
  type TrackerTarget,
} from "../../protocol/commandArguments.ts";
import type { Services } from "../../services.ts";
import { PendingComments } from "../../store/commits/pendingComments.ts";
import type { FormSession } from "../../store/formSession.ts";
import type { DraftBase } from "../../store/storedDraft.ts";
import { formatCodeLocation } from "../../vscode/codeLocation.ts";
import { showNotification } from "../../vscode/notifications.ts";
import { ArtifactPicker } from "./artifactPicker.ts";
import { pickTracker, type PickedTracker, connectIfNoSite } from "./pickTracker.ts";
import type { FormPanel } from "./formPanel.ts";
import type { FormPanels, OpenFormOptions } from "./formPanels.ts";
import { formatSubjectName } from "./formHeading.ts";
import type { FormNavigation } from "./formNavigation.ts";
import { applyEditRequest } from "./applyEditRequest.ts";

/** The first content of a new artifact. */
type FirstContent = Omit<NewArtifactContent, "siteApi">;

const maxTitleLength = 120;
const maxSnippetLength = 20_000;

/** Doesn't split a surrogate pair, and marks the cut with an ellipsis. */
function truncateCode(code: string): string {
  if (code.length <= maxSnippetLength) return code;
  return `${code.slice(0, maxSnippetLength).replace(/[\uD800-\uDBFF]$/, "")}\n…`;
}

/** The first line of the selection that isn't blank, and the whole selection as a code block. */
function createSnippet({ document, selection }: vscode.TextEditor): FirstContent {
  const code = truncateCode(document.getText(selection).replace(/\r\n?/g, "\n"));
  const { start, end } = selection;
  // A selection that ends at the start of a line doesn't include that line.
  const lastLine = end.character === 0 && end.line > start.line ? end.line - 1 : end.line;
  const location = toInlineCode(formatCodeLocation(document.uri, start.line, lastLine));
  const firstLine = code.split("\n").find((titleField) => titleField.trim() !== "") ?? "";
  return {
    title: normalizeLine(firstLine, maxTitleLength),
    text: `${location}\n\n${toCodeBlock(code, document.languageId)}`,
  };
}

/** Puts it into the title field, the description or the first long text, and the first link field. */
function toContentEdits(
  form: Form,
  descriptionId: number | undefined,
  { title, text, linkedArtifactId: artifactId }: FirstContent,
): readonly DraftEdit[] {
  const editable = form.fields.filter(({ access }) => access === "edit");
  const titleField =
    editable.find(({ id }) => id === form.promoted.title) ??
    editable.find(({ control }) => control.kind === "line");
  const textField =
    editable.find(({ id, control }) => id === descriptionId && control.kind === "text") ??
    editable.find(({ control }) => control.kind === "text");
  const linkField = editable.find(
    ({ id, control }) => form.linkFields.includes(id) && control.kind === "links",
  );
  // Without a link field, the server finds the reference in the text.
  const source =
    artifactId === undefined || linkField !== undefined
      ? text
      : `${text}\n\n${formatArtifactReference(artifactId)}`;
  return [
    ...(titleField?.control.kind === "line"
      ? [{ target: titleField.id, input: { kind: "line", text: title }, step: "begin" } as const]
      : []),
    ...(textField === undefined
      ? []
      : [
          {
            target: textField.id,
            input: { kind: "text", source, format: "commonmark" },
            step: "begin",
          } as const,
        ]),
    ...(linkField === undefined || artifactId === undefined
      ? []
      : [
          {
            target: linkField.id,
            input: { kind: "links", forward: [{ artifactId, type: "" }] },
            step: "begin",
          } as const,
        ]),
  ];
}

/** Adds a loaded artifact to the recently opened ones; removes a deleted one. */
async function recordOpenedArtifact(
  { catalog, recentlyOpened }: Services,
  site: Site,
  panel: FormPanel,
): Promise<void> {
  await panel.whenLoaded;
  const { subject, base, notices } = panel.session;
  if (subject.kind !== "artifact") return;
  const account = await catalog.getSite(site).getAccount();
  if (notices.some(({ kind }) => kind === "gone")) {
    await recentlyOpened.remove(site.api, account, subject.artifactId);
  } else if (base !== undefined) {
    const { id, label = "" } = base.tracker;
    const tracker = id === undefined ? undefined : { id, label, color: base.color };
    await recentlyOpened.add(site.api, account, { id: subject.artifactId, title: base.title, tracker });
  }
}

/** The row that a loaded form corresponds to, for the check whether the artifact has changed since. */
function toArtifactRow(id: number, { title, page, modifiedOn, revision: version }: DraftBase): ArtifactRow {
  return {
    kind: "artifact",
    id,
    title,
    page,
    modifiedOn,
    version,
    status: undefined,
    isOpen: undefined,
    assignees: [],
    submittedBy: undefined,
    submittedOn: undefined,
  };
}

export class FormOpener implements vscode.Disposable {
  readonly #services: Services;
  readonly #panels: FormPanels;
  readonly #navigation: FormNavigation;
  readonly #picker: ArtifactPicker;
  readonly #pendingComments: PendingComments;

  constructor(services: Services, panels: FormPanels, navigation: FormNavigation) {
    this.#services = services;
    this.#panels = panels;
    this.#navigation = navigation;
    this.#picker = new ArtifactPicker(services, panels);
    this.#pendingComments = new PendingComments(services.workspaceState);
  }

  dispose(): void {
    this.#picker.dispose();
  }

  async openArtifacts(...[clicked, selected]: CommandArguments["artifacts.openArtifact"]): Promise<void> {
    for (const target of getCommandRows(clicked, selected)) await this.openArtifact(target);
  }

  async openDrafts(...rows: RowArguments<DraftTarget>): Promise<void> {
    for (const target of getCommandRows(...rows)) await this.openDraft(target);
  }

  async openArtifact(
    target: ArtifactTarget | undefined,
    viewColumn?: vscode.ViewColumn,
  ): Promise<FormPanel | undefined> {
    if (await connectIfNoSite(this.#services)) return undefined;
    const title = vscode.l10n.t("Go to Artifact");
    // The active artifact isn't suggested.
    const excluded = this.getActiveArtifact();
    const artifact = target ?? (await this.#picker.pick({ title, excluded }));
    const site = artifact === undefined ? undefined : this.#services.sites.find(artifact.siteApi);
    if (artifact === undefined || site === undefined) return undefined;
    const { artifactId, trackerId, unreadFrom, opensBeside = false } = artifact;
    const defaultColumn = opensBeside ? vscode.ViewColumn.Beside : undefined;
    const accountId = (await this.#account(site))?.id;
    const subject = { kind: "artifact", siteApi: site.api, accountId, artifactId } as const;
    const panel = this.#panels.open(site, subject, { trackerId, viewColumn: viewColumn ?? defaultColumn });
    if (unreadFrom !== undefined) panel.showUnread(unreadFrom);
    this.#recordOpened(site, panel);
    this.#navigation.recordPosition(panel, artifact);
    await this.#navigation.updateContextKey(this.#panels.active);
    return panel;
  }

  async openWithEdit(
    target: ArtifactTarget,
    request: FieldEditRequest,
    before: Input | undefined,
  ): Promise<void> {
    const panel = await this.openArtifact(target);
    await panel?.whenLoaded;
    // The form may have been open for a long time.
    await panel?.session.checkForChanges(panel.signal);
    if (panel !== undefined) applyEditRequest(panel, request, before);
  }

  async pickArtifact(
    title: string,
    context: ArtifactPromptContext = {},
  ): Promise<ArtifactTarget | undefined> {
    if (await connectIfNoSite(this.#services)) return undefined;
    const { siteApi, linkedFrom, resource } = context;
    return this.#picker.pick({
      title,
      siteApi: siteApi ?? linkedFrom?.siteApi,
      excluded: linkedFrom,
      resource,
    });
  }

  /** The artifact of the active form. */
  getActiveArtifact(): TriageTarget | undefined {
    const { subject, base } = this.#panels.active?.session ?? {};
    if (subject?.kind !== "artifact") return undefined;
    const { siteApi, artifactId } = subject;
    const artifact = base === undefined ? undefined : toArtifactRow(artifactId, base);
    return { siteApi, artifactId, trackerId: base?.tracker.id, artifact };
  }

  async pickTracker(title: string, target?: SiteTarget): Promise<TrackerTarget | undefined> {
    const { catalog, sites } = this.#services;
    if (await connectIfNoSite(this.#services)) return undefined;
    const offered = sites.list().filter(({ api }) => target === undefined || api === target.siteApi);
    const pickedTracker = await pickTracker(catalog, offered, title);
    return pickedTracker && { siteApi: pickedTracker.site.api, trackerId: pickedTracker.trackerId };
  }

  /** Only the account that a draft belongs to can open it. */
  async openDraft({ siteApi, subject }: DraftTarget): Promise<void> {
    const site = this.#services.sites.find(siteApi);
    if (site === undefined) return;
    if (await this.#isOwn(subject)) {
      this.#recordOpened(site, this.#panels.open(site, subject));
      return;
    }
    void vscode.window.showInformationMessage(
      vscode.l10n.t(
        "This draft belongs to a different account on {0}. Sign in with that account to continue.",
        site.label,
      ),
    );
  }

  async openNewArtifact(target: TrackerTarget | undefined): Promise<void> {
    const { sites } = this.#services;
    if (await connectIfNoSite(this.#services)) return;
    const site = target === undefined ? undefined : sites.find(target.siteApi);
    const pickedTracker =
      target === undefined || site === undefined
        ? await this.#pickTracker()
        : { site, trackerId: target.trackerId };
    if (pickedTracker !== undefined) await this.#openNew(pickedTracker, {});
  }

  async openNewFromSelection(): Promise<void> {
    const editor = vscode.window.activeTextEditor;
    if (editor === undefined || (await connectIfNoSite(this.#services))) return;
    const snippet = createSnippet(editor);
    const pickedTracker = await this.#pickTracker();
    if (pickedTracker !== undefined) await this.#openNewPrefilled(pickedTracker, snippet);
  }

  /** Returns the key of the new subject; `undefined` if the user dismisses the prompt. */
  async openNewWithContent({ siteApi, ...content }: NewArtifactContent): Promise<string | undefined> {
    const site = this.#services.sites.find(siteApi);
    const pickedTracker = site && (await this.#pickTracker([site]));
    if (pickedTracker === undefined) return undefined;
    const title = normalizeLine(content.title, maxTitleLength);
    const isShortened = content.title.length > maxTitleLength;
    const text = isShortened ? `${content.title}\n\n${content.text}` : content.text;
    return this.#openNewPrefilled(pickedTracker, { ...content, title, text });
  }

  /** A new artifact was created. The feature of comments is loaded only if it was opened from one. */
  handleCreated(key: string, artifactId: number): void {
    const comment = this.#pendingComments.get(key);
    if (comment === undefined) return;
    const { errorHandler, features } = this.#services;
    errorHandler.runInBackground("add reference to comment", async () => {
      await features.commits.addReferenceToComment(comment, artifactId);
      await this.#pendingComments.remove(key);
    });
  }

  /** What the user writes next into the form of a new artifact isn't about the comment that it was opened from. */
  handleDiscarded(key: string): void {
    this.#services.errorHandler.runInBackground("handle discarded draft", () =>
      this.#pendingComments.remove(key),
    );
  }

  /** VS Code doesn't let a webview prevent closing; the draft is on disk anyway. */
  async showDraftSaved(session: FormSession): Promise<void> {
    const { subject } = session;
    const isOwnAccount = await this.#isOwn(subject);
    const reopen = {
      label: vscode.l10n.t("Reopen"),
      run: () => this.openDraft({ siteApi: subject.siteApi, subject }),
    };
    const name = formatSubjectName(session);
    const text = isOwnAccount
      ? vscode.l10n.t(
          "Your changes to {0} are in a local draft. They haven't been saved to the server.",
          name,
        )
      : vscode.l10n.t("Your draft of {0} is stored until you sign in with the same account again.", name);
    showNotification(this.#services.errorHandler, "information", text, ...(isOwnAccount ? [reopen] : []));
  }

  async reopenAfterCrash(): Promise<void> {
    const { sites, formTabs } = this.#services;
    await formTabs.closeOrphanedTabs();
    for (const { shown: subject, viewColumn } of formTabs.orphanedTabs) {
      if (!isSubject(subject)) continue;
      const site = sites.find(subject.siteApi);
      if (site === undefined || !(await this.#isOwn(subject))) continue;
      this.#panels.open(site, subject, { viewColumn });
    }
  }

  #account(site: Site): Promise<Account | undefined> {
    return this.#services.catalog.getSite(site).getAccount();
  }

  async #isOwn({ siteApi, accountId }: FormSubject): Promise<boolean> {
    const site = this.#services.sites.find(siteApi);
    return site !== undefined && (await this.#account(site))?.id === accountId;
  }

  #recordOpened(site: Site, panel: FormPanel): void {
    this.#services.errorHandler.runInBackground("record opened artifact", () =>
      recordOpenedArtifact(this.#services, site, panel),
    );
  }

  #pickTracker(sites = this.#services.sites.list()): Promise<PickedTracker | undefined> {
    return pickTracker(this.#services.catalog, sites, vscode.l10n.t("New Artifact"));
  }

  /** Returns the key of the new subject. */
  async #openNewPrefilled(pickedTracker: PickedTracker, content: FirstContent): Promise<string> {
    const { site, trackerId } = pickedTracker;
    const { semantics } = await this.#services.catalog.getSite(site).loadTracker(trackerId);
    return this.#openNew(pickedTracker, {
      prefill: (session) => {
        const form = session.base?.form;
        if (form === undefined || session.formDraft.hasEdits) return;
        const edits = toContentEdits(form, semantics.descriptionFieldId, content);
        for (const edit of edits) session.edit(edit, 0);
      },
    });
  }

  async #openNew({ site, trackerId }: PickedTracker, options: OpenFormOptions): Promise<string> {
    const accountId = (await this.#account(site))?.id;
    const key = crypto.randomUUID();
    this.#panels.open(site, { kind: "new", siteApi: site.api, accountId, trackerId, key }, options);
    return key;
  }
}
