// Actions on a form, from its buttons, keys and commands, and the RPC methods of its page.
import * as vscode from "vscode";
import { artifactWebPath } from "../../model/artifact.ts";
import { escapeLinks } from "../../model/displayText.ts";
import { getPendingAttachments } from "../../model/form/draft.ts";
import { isSameInput } from "../../model/form/input.ts";
import { isNewSubject } from "../../model/form/formSubject.ts";
import { TransferRateMeter } from "../../model/transferRate.ts";
import type { FormHostMethods, LinkableArtifactView } from "../../protocol/formProtocol.ts";
import { RpcError } from "../../protocol/rpc.ts";
import type { Services } from "../../services.ts";
import type { FormSession } from "../../store/formSession.ts";
import type { FormSessions } from "../../store/formSessions.ts";
import {
  createLinkSearch,
  loadLinkedArtifacts,
  findLinkableArtifacts,
  type LinkedArtifact,
} from "../../store/linkedArtifacts.ts";
import type { FormNotice } from "../../store/formNotices.ts";
import { SearchScopeStore } from "../../store/queries/searchedTrackers.ts";
import { parseArtifactIdFromUrl, toPageUrl } from "../../store/sites.ts";
import type { SaveMode, SavePart, SaveResult } from "../../store/saveOperation.ts";
import { withProgress, withTransferProgress } from "../../vscode/notifications.ts";
import { createAttachmentMethods } from "./attachmentMethods.ts";
import type { DraftTextFileSystem } from "./draftTextFileSystem.ts";
import type { FormPanel } from "./formPanel.ts";
import { formatSubjectName } from "./formHeading.ts";
import type { NoticeActionId } from "./pageNotices.ts";
import {
  isFieldInConflict,
  findOverwrittenChanges,
  formatOverwrittenChanges,
  formatChangeAuthorsMidSentence,
} from "./pageConflicts.ts";
import { FormCommits, FormHistory } from "./formHistory.ts";
import { FormFileReferences } from "./formFileReferences.ts";
import { confirmSvnSettingsReplacement } from "./svnForms.ts";

export class FormActions {
  readonly #services: Services;
  readonly #forms: FormSessions;
  readonly #draftFiles: DraftTextFileSystem;

  constructor(services: Services, forms: FormSessions, draftFiles: DraftTextFileSystem) {
    this.#services = services;
    this.#forms = forms;
    this.#draftFiles = draftFiles;
  }

  /** RPC methods for the page; the panel itself implements `ready` and `edit`. */
  createHostMethods(panel: FormPanel): Omit<FormHostMethods, "ready" | "edit"> {
    const { catalog, errorHandler, commands, workspaceState } = this.#services;
    const { site, session } = panel;
    const siteCatalog = () => catalog.getSite(site);
    const linkSearch = createLinkSearch(
      { ...this.#services, scope: new SearchScopeStore(workspaceState) },
      site,
      () => session.base?.tracker.id,
    );
    const history = new FormHistory(panel, this.#forms, errorHandler);
    const commits = new FormCommits(this.#services, panel);
    const fileReferences = new FormFileReferences(this.#services, panel);
    const showHistory = async (entries: "newest" | "older"): Promise<void> => {
      if (entries === "newest") {
        errorHandler.runInBackground("find commits", () => commits.show());
        errorHandler.runInBackground("find references in files", () => fileReferences.show());
      }
      await history.show(entries);
    };
    panel.onDidRequestUnread.event(() => {
      history.revealUnread();
      errorHandler.runInBackground("load history", async () => {
        await panel.whenLoaded;
        await showHistory("newest");
      });
    });
    return {
      undo: () => this.undoOrRedo(panel, "undo"),
      redo: () => this.undoOrRedo(panel, "redo"),
      save: () => this.save(panel, "checked"),
      sendComment: () => this.save(panel, "checked", "comment"),
      discard: () => this.discard(panel),
      refresh: () => this.refresh(panel),
      openInBrowser: () => this.openInBrowser(panel),
      resolveConflict: ({ fieldId, choice }) => {
        if (session.resolveConflict(fieldId, choice) === "accepted") return;
        throw new RpcError(vscode.l10n.t("Saving is in progress. Try again when it has finished."));
      },
      openDiff: ({ fieldId }) => this.#draftFiles.openDiff(session, fieldId),
      backToForm: () => session.setResolving(false),
      overwrite: () => this.overwrite(panel),
      runNoticeAction: ({ noticeId, actionId }) => this.runNoticeAction(panel, noticeId, actionId),
      findPeople: async ({ query }) => {
        const { client } = await siteCatalog().connect();
        const people = await client.findUsers(query, panel.signal);
        return people.map(({ id, label, username }) => ({ id, label, detail: username }));
      },
      findArtifacts: async ({ query }) =>
        (await findLinkableArtifacts(siteCatalog(), linkSearch, query, panel.signal)).map(toLinkTarget),
      describeArtifacts: async ({ ids }) => (await loadLinkedArtifacts(siteCatalog(), ids)).map(toLinkTarget),
      loadHistory: ({ entries }) => showHistory(entries),
      openCommit: (commit) => commits.open(commit),
      openFileReference: (reference) => fileReferences.open(reference),
      openHistoryEntry: ({ changesetId }) => this.openInBrowser(panel, `#followup_${changesetId}`),
      loadImage: async ({ address }) => {
        const { client } = await siteCatalog().connect();
        const { mediaType, bytes } = await client.fetchImage(address, panel.signal);
        return `data:${mediaType};base64,${Buffer.from(bytes).toString("base64")}`;
      },
      openTextInEditor: ({ target }) => this.#draftFiles.openEditor(session, target),
      openArtifact: ({ artifactId }) =>
        commands.execute("artifacts.openArtifact", { siteApi: site.api, artifactId }),
      openUrl: ({ address }) => openUrl(this.#services, site.api, address),
      ...createAttachmentMethods(this.#services, panel),
    };
  }

  undoOrRedo(panel: FormPanel, direction: "undo" | "redo"): void {
    const target = panel.session.undoOrRedo(direction);
    if (target !== undefined) panel.focus(target);
  }

  /** The only method that writes a draft to the server. */
  async save(panel: FormPanel, mode: SaveMode, part: SavePart = "everything"): Promise<void> {
    const { session } = panel;
    const previousSubject = session.subject;
    const wasResolving = session.formDraft.isResolving;
    // A text editor may have changes that the form doesn't have yet.
    if (!(await this.#draftFiles.saveDirtyEditors(session))) {
      void vscode.window.showWarningMessage(
        vscode.l10n.t("A field is open in a text editor with unsaved changes. Save that editor first."),
      );
      return;
    }
    const confirmedMode = await confirmSvnSettingsReplacement(session, mode);
    // The tab may have been closed during the prompt, for example because the account signed out.
    if (confirmedMode === undefined || panel.signal.aborted) return;
    const title = vscode.l10n.t("Saving to {0}…", panel.site.label);
    const result = await withSaveProgress(title, session, confirmedMode, part);
    switch (result.kind) {
      case "saved":
        // The name of a new artifact or repository isn't known before it is loaded.
        if (result.wasNew) await session.whenChecked();
        else this.#services.errorHandler.runInBackground("check save", () => session.whenChecked());
        if (part === "everything") showSaved(panel, result.wasNew);
        else panel.notifyPage("announce", { text: vscode.l10n.t("Comment added.") });
        // URIs of editors contain the subject, which changes when it is created.
        if (result.wasNew) await this.#draftFiles.closeEditors(previousSubject);
        else if (part === "everything") await this.#draftFiles.closeDiffs(previousSubject);
        break;
      case "nothingToSave":
        panel.notifyPage("announce", { text: vscode.l10n.t("No changes to save.") });
        break;
      case "problem":
        // The conflict view shows only the fields in conflict.
        if (!isFieldInConflict(session, result.target)) session.setResolving(false);
        panel.focus(result.target);
        break;
      case "conflict": {
        const [first] = session.conflicts;
        if (wasResolving && first !== undefined) panel.focus(first.fieldId);
        break;
      }
      case "notSaved":
        break;
    }
  }

  /** Saves over remote changes, after the user has confirmed the changes that are lost. */
  async overwrite(panel: FormPanel): Promise<void> {
    const { session } = panel;
    if (!session.formDraft.isResolving || session.isSaving) return;
    const changes = findOverwrittenChanges(session);
    if (changes.length === 0) return this.save(panel, "checked");
    const overwrite = vscode.l10n.t("Overwrite");
    const choice = await vscode.window.showWarningMessage(
      vscode.l10n.t("Overwrite the changes saved by {0}?", formatChangeAuthorsMidSentence(changes)),
      { modal: true, detail: formatOverwrittenChanges(changes).join("\n") },
      overwrite,
    );
    if (choice !== overwrite || panel.signal.aborted) return;
    // Remote changes that arrived during the prompt were not confirmed, so they stay conflicts.
    const currentChanges = findOverwrittenChanges(session);
    for (const { fieldId, theirs } of changes) {
      const isUnchanged = currentChanges.some(
        (each) => each.fieldId === fieldId && isSameInput(each.theirs, theirs),
      );
      const isUnresolved = session.conflicts.some((conflict) => conflict.fieldId === fieldId);
      if (isUnchanged && isUnresolved) session.resolveConflict(fieldId, "mine");
    }
    await this.save(panel, "overwrite");
  }

  /** Asks first, since it can't be undone. */
  async discard(panel: FormPanel): Promise<void> {
    const { session } = panel;
    if (!session.formDraft.hasEdits) {
      // Only resolutions in favor of remote changes are discarded, which needs no confirmation.
      await session.discard();
      if (isNewSubject(session.subject)) panel.dispose();
      return;
    }
    const discard = vscode.l10n.t("Discard");
    const choice = await vscode.window.showWarningMessage(
      vscode.l10n.t("Discard your changes?"),
      {
        modal: true,
        detail: vscode.l10n.t(
          "Your changes haven't been saved to the server and will be lost. You can't undo this action.",
        ),
      },
      discard,
    );
    if (choice !== discard) return;
    await session.discard();
    if (isNewSubject(session.subject)) panel.dispose();
  }

  async refresh(panel: FormPanel): Promise<void> {
    if (panel.session.base === undefined) return panel.retryLoad();
    const title = vscode.l10n.t("Loading from {0}…", panel.site.label);
    await withProgress(title, (signal) => panel.session.refresh(AbortSignal.any([signal, panel.signal])));
  }

  /** `anchor` is a part of the artifact's page. */
  async openInBrowser({ session: { subject, base } }: FormPanel, anchor = ""): Promise<void> {
    const { commands } = this.#services;
    const { siteApi } = subject;
    if (subject.kind === "artifact") {
      const { artifactId } = subject;
      const page = `${artifactWebPath(artifactId, base?.page)}${anchor}`;
      await commands.execute("artifacts.openInBrowser", { siteApi, artifactId, page });
    } else if (base?.page !== undefined) {
      await commands.execute("artifacts.openInBrowser", { siteApi, page: base.page });
    }
  }

  /** Opens an artifact that a creation with unknown outcome may have created; if it did, the form is closed. */
  async #openCandidate(panel: FormPanel, artifactId: number): Promise<void> {
    const { commands } = this.#services;
    const { session, site, signal } = panel;
    const { subject, base } = session;
    // A text editor may have changes that the form doesn't have yet.
    const isCreated =
      (await this.#draftFiles.saveDirtyEditors(session)) &&
      (await session.isCreatedArtifact(artifactId, signal));
    if (isCreated && subject.kind === "new") {
      this.#forms.onDidCreateArtifact.fire({ key: subject.key, artifactId });
    }
    if (isCreated) await session.discard();
    await commands.execute("artifacts.openArtifact", {
      siteApi: site.api,
      artifactId,
      trackerId: base?.tracker.id,
    });
    if (!isCreated) return;
    await this.#draftFiles.closeEditors(subject);
    panel.dispose();
  }

  async runNoticeAction(panel: FormPanel, noticeId: string, actionId: string): Promise<void> {
    const { commands } = this.#services;
    const { session, site } = panel;
    const openedId = /^open (\d+)$/.exec(actionId)?.[1];
    if (openedId !== undefined) return this.#openCandidate(panel, Number(openedId));
    const [, chosenSide, field] = /^use(Mine|Theirs) (\d+)$/.exec(actionId) ?? [];
    if (chosenSide !== undefined) {
      return resolveConcurrentWrite(panel, Number(field), chosenSide === "Mine" ? "mine" : "theirs");
    }
    switch (actionId as Exclude<NoticeActionId, `${string} ${number}`>) {
      case "dismiss":
        return session.dismissNotice(noticeId as FormNotice["kind"]);
      case "resolve":
        return session.setResolving(true);
      case "saveAgain":
        return this.save(panel, "checked");
      case "overwrite": {
        const isOffered = session.notices.some(
          ({ kind }) => kind === "noVersion" || kind === "versionRejected",
        );
        return isOffered ? this.save(panel, "overwrite") : undefined;
      }
      case "saveAnyway":
        return this.save(panel, "anyway");
      case "refresh":
        return this.refresh(panel);
      case "tryAgain":
        return panel.retryLoad();
      case "signIn":
        return commands.execute("artifacts.signIn", { siteApi: site.api });
      case "takeOver":
        return session.takeOver();
      case "discard":
        return this.discard(panel);
    }
  }
}

/** The files of a new artifact are uploaded first, with their progress. */
function withSaveProgress(
  title: string,
  session: FormSession,
  mode: SaveMode,
  part: SavePart,
): Promise<SaveResult> {
  if (getPendingAttachments(session.draft).length === 0) {
    return withProgress(title, (signal) => session.save(mode, signal, { part }));
  }
  const meter = new TransferRateMeter();
  return withTransferProgress(title, (signal, report) =>
    session.save(mode, signal, {
      part,
      onUploadProgress: ({ bytes, total }) => {
        const now = Date.now();
        meter.record(now, bytes);
        report({ bytes, total, pace: meter.measure(now, total - bytes) });
      },
    }),
  );
}

function resolveConcurrentWrite(panel: FormPanel, fieldId: number, chosenSide: "mine" | "theirs"): void {
  if (panel.session.resolveConcurrentWrite(fieldId, chosenSide) === "accepted") panel.focus(fieldId);
}

function formatSaved(session: FormSession, wasNew: boolean): string {
  const name = formatSubjectName(session);
  if (!wasNew) return vscode.l10n.t("Saved {0}.", name);
  return session.subject.kind === "svn"
    ? vscode.l10n.t("Created {0}. It might take a few minutes before you can use it.", name)
    : vscode.l10n.t("Created {0}.", name);
}

function showSaved(panel: FormPanel, wasNew: boolean): void {
  const text = formatSaved(panel.session, wasNew);
  panel.notifyPage("announce", { text });
  // The form doesn't show that a new repository can't be used yet.
  const shouldNotify = wasNew && panel.session.subject.kind === "svn";
  if (shouldNotify) void vscode.window.showInformationMessage(escapeLinks(text));
}

function toLinkTarget({ artifactId, row, trackerLabel }: LinkedArtifact): LinkableArtifactView {
  return {
    artifactId,
    reference: trackerLabel === undefined ? `#${artifactId}` : `${trackerLabel} #${artifactId}`,
    title: row?.title,
    status: row?.status,
    isOpen: row?.isOpen,
  };
}

/** Opens links in texts of the server: artifacts in a form, other pages in the browser, no other schemes. */
async function openUrl({ commands }: Services, siteApi: string, address: string): Promise<void> {
  const artifactId = parseArtifactIdFromUrl(siteApi, address);
  if (artifactId !== undefined) return commands.execute("artifacts.openArtifact", { siteApi, artifactId });
  const isAbsolute = /^(https?|mailto):/i.test(address);
  const url = isAbsolute ? address : toPageUrl(siteApi, address);
  await vscode.env.openExternal(vscode.Uri.parse(url, true));
}
