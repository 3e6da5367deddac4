// Adds a comment from an input box. It is saved in the artifact's draft while it is typed, so Escape or a failure doesn't lose it.
import * as vscode from "vscode";
import { escapeLinks } from "../../model/displayText.ts";
import type { TriageArguments } from "../../protocol/commandArguments.ts";
import type { Services } from "../../services.ts";
import {
  type CommentDraft,
  openCommentDraft,
  saveComment,
  type CommentText,
} from "../../store/triage/commentDraft.ts";
import type { QuickEditOutcome } from "../../store/triage/quickEdit.ts";
import type { QuickEditTarget } from "../../store/triage/artifactLoader.ts";
import { failureText } from "../../vscode/failureText.ts";
import { showNotification, withProgress } from "../../vscode/notifications.ts";
import { type EditTargetResolver, toArtifactTarget } from "./editTargetResolver.ts";
import { withCurrentRow, formatQuickEditError, confirmEditAnyway } from "./quickEditRunner.ts";
import { resolveTriageTargets } from "./triageTargets.ts";

/** `undefined` if the user dismisses the box, which needs no confirmation since the text is in the draft. */
function promptComment(comment: CommentDraft, title: string): Promise<"send" | "openForm" | undefined> {
  const box = vscode.window.createInputBox();
  const openForm = {
    iconPath: new vscode.ThemeIcon("go-to-file"),
    tooltip: vscode.l10n.t("Open Form"),
  };
  box.title = title;
  box.prompt = vscode.l10n.t("Saved as a local draft until you submit it");
  box.value = comment.text;
  // Puts the cursor at the end of an existing text.
  box.valueSelection = [comment.text.length, comment.text.length];
  box.ignoreFocusOut = true;
  box.buttons = [openForm];
  return new Promise((resolve) => {
    box.onDidChangeValue((text) => {
      box.validationMessage =
        comment.setText(text) === "accepted"
          ? undefined
          : vscode.l10n.t("This draft is being edited in another window. What you type here isn't saved.");
    });
    box.onDidAccept(() => {
      switch (comment.compareWithDraft(box.value)) {
        case "nothing":
          box.validationMessage = vscode.l10n.t("Enter a comment.");
          return;
        case "different":
          box.validationMessage = vscode.l10n.t(
            "Your draft was changed elsewhere, so the comment wasn't added. Edit the text to replace the draft, or open the form.",
          );
          return;
        case "sendable":
          resolve("send");
          box.hide();
      }
    });
    box.onDidTriggerButton(() => {
      resolve("openForm");
      box.hide();
    });
    box.onDidHide(() => {
      resolve(undefined);
      box.dispose();
    });
    box.show();
  });
}

type CommentResult =
  QuickEditOutcome | { readonly kind: "openForm" } | { readonly kind: "draftSaved" | "nothing" };

/** An input box has one line of plain text; a draft may have more. */
function fitsInputBox({ text, format }: CommentDraft): boolean {
  return text === "" || (format !== "html" && !/[\r\n]/.test(text));
}

export class QuickComments {
  readonly #services: Services;
  readonly #editTargets: EditTargetResolver;

  constructor(services: Services, editTargets: EditTargetResolver) {
    this.#services = services;
    this.#editTargets = editTargets;
  }

  async add(...args: TriageArguments): Promise<void> {
    const title = vscode.l10n.t("Add Comment");
    const artifacts = await resolveTriageTargets(this.#services, args, title);
    const [target] = artifacts;
    if (target === undefined) return;
    if (artifacts.length > 1) {
      await this.#services.features.table.openBulkEdit({ artifacts });
      return;
    }
    const editTarget = await this.#editTargets.resolve(target);
    const comment = editTarget && (await this.#open(editTarget));
    if (editTarget === undefined || comment === undefined) return;
    // Notifications may stay open for a long time, so the draft is closed before.
    const result = await this.#promptAndSave(editTarget, comment).finally(() => comment.close());
    await this.#showResult(editTarget, result, comment);
  }

  async #open({ site, loader, selected, label }: QuickEditTarget): Promise<CommentDraft | undefined> {
    const [forms, subject] = [
      await this.#services.features.form.getForms(),
      await loader.toSubject(selected),
    ];
    const { trackerId } = selected;
    const opened = await withProgress(vscode.l10n.t("Loading from {0}…", site.label), (signal) =>
      openCommentDraft(forms, site, { subject, trackerId }, signal),
    );
    switch (opened.kind) {
      case "open":
        return opened.comment;
      case "noComments":
        void vscode.window.showInformationMessage(
          escapeLinks(vscode.l10n.t("{0} doesn't support adding comments.", site.label)),
        );
        return undefined;
      case "otherWindow":
        void vscode.window.showInformationMessage(
          escapeLinks(vscode.l10n.t("You're editing {0} in another window. Add your comment there.", label)),
        );
        return undefined;
      case "failed":
        if (opened.failure.kind !== "canceled") {
          void vscode.window.showErrorMessage(escapeLinks(failureText(opened.failure, site.label)));
        }
        return undefined;
    }
  }

  async #promptAndSave(editTarget: QuickEditTarget, comment: CommentDraft): Promise<CommentResult> {
    if (!fitsInputBox(comment)) return { kind: "openForm" };
    switch (await promptComment(comment, escapeLinks(vscode.l10n.t("Comment on {0}", editTarget.label)))) {
      case "send":
        return this.#save(editTarget, comment, { text: comment.text, format: comment.format });
      case "openForm":
        return { kind: "openForm" };
      case undefined:
        return { kind: comment.text === "" ? "nothing" : "draftSaved" };
    }
  }

  async #save(editTarget: QuickEditTarget, comment: CommentDraft, text: CommentText): Promise<CommentResult> {
    const { loader, selected, label } = editTarget;
    const title = vscode.l10n.t("Adding your comment to {0}…", label);
    const outcome = await withProgress(title, (signal) =>
      saveComment(loader, comment, { ...text, selected }, signal),
    );
    if (outcome.kind !== "changedSince") return outcome;
    const current = withCurrentRow(editTarget, outcome.now);
    const isConfirmed = await confirmEditAnyway(current, {
      label: vscode.l10n.t("Comment Anyway"),
      open: () => this.#openForm(editTarget, comment),
    });
    return isConfirmed ? this.#save(current, comment, text) : { kind: "nothing" };
  }

  async #showResult(
    editTarget: QuickEditTarget,
    result: CommentResult,
    comment: CommentDraft,
  ): Promise<void> {
    const { site, label } = editTarget;
    switch (result.kind) {
      case "nothing":
        return;
      case "openForm":
        return this.#openForm(editTarget, comment);
      case "done":
        void vscode.window.showInformationMessage(
          escapeLinks(vscode.l10n.t("Added your comment to {0}.", label)),
        );
        return;
      case "draftSaved":
      case "canceled":
        return this.#showDraftSaved(editTarget, comment, undefined);
      default:
        return this.#showDraftSaved(
          editTarget,
          comment,
          formatQuickEditError(result, { site: site.label, artifact: label }),
        );
    }
  }

  #showDraftSaved(editTarget: QuickEditTarget, comment: CommentDraft, problem: string | undefined): void {
    const open = { label: vscode.l10n.t("Open"), run: () => this.#openForm(editTarget, comment) };
    const draftText = vscode.l10n.t(
      "Your comment on {0} wasn't added. It's still in your local draft.",
      editTarget.label,
    );
    const { errorHandler } = this.#services;
    if (problem === undefined) showNotification(errorHandler, "information", draftText, open);
    else showNotification(errorHandler, "error", `${problem} ${draftText}`, open);
  }

  /** Focuses the comment; the form shows the same draft, so the text is already there. */
  async #openForm(editTarget: QuickEditTarget, { format }: CommentDraft): Promise<void> {
    const request = { kind: "comment", source: "", format } as const;
    await this.#services.features.form.openWithEdit(toArtifactTarget(editTarget), request);
  }
}
