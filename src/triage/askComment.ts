import * as vscode from "vscode";
import type { CommentDraft } from "../store/triage/commentDrafts.ts";

/** Each letter is in the draft at once, so turning away needs no question. Undefined for who turns away. */
export function askComment(comment: CommentDraft, title: string): Promise<"send" | "openForm" | undefined> {
  const box = vscode.window.createInputBox();
  const openForm = {
    iconPath: new vscode.ThemeIcon("go-to-file"),
    tooltip: vscode.l10n.t("Write It in the Form"),
  };
  box.title = title;
  box.prompt = vscode.l10n.t("It is kept as a draft until it is sent.");
  box.value = comment.text;
  // With what was typed before, the cursor belongs behind it.
  box.valueSelection = [comment.text.length, comment.text.length];
  box.ignoreFocusOut = true;
  box.buttons = [openForm];
  return new Promise((resolve) => {
    box.onDidChangeValue((text) => {
      box.validationMessage =
        comment.type(text) === "taken"
          ? undefined
          : vscode.l10n.t("You are changing this in another window: this is not kept.");
    });
    box.onDidAccept(() => {
      switch (comment.sendable(box.value)) {
        case "nothing":
          box.validationMessage = vscode.l10n.t("There is nothing to send yet.");
          return;
        case "another":
          box.validationMessage = vscode.l10n.t(
            "Your draft holds another text by now, so nothing was sent. Go on typing to keep this one, or write it in the form.",
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
