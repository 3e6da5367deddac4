// A comment typed in passing. It stands in the artifact's own draft while it is typed, so nothing of it is ever lost: neither by
// Escape nor by a server that can't be reached.
import * as vscode from "vscode";
import { withoutLinks } from "../../model/displayText.ts";
import type { DecisionArguments } from "../../protocol/commands.ts";
import type { Services } from "../../services.ts";
import {
  type CommentDraft,
  openComment,
  sayComment,
  type SentOff,
} from "../../store/triage/commentDrafts.ts";
import type { Decision } from "../../store/triage/decide.ts";
import type { Concern } from "../../store/triage/states.ts";
import { failureText } from "../../vscode/failureText.ts";
import { notify, withProgress } from "../../vscode/notifications.ts";
import { type Concerns, targetOf } from "./concern.ts";
import { asItIsNow, decisionProblem, isMeantAllTheSame } from "./decided.ts";
import { decisionTargets } from "./decisionTargets.ts";

/** Each letter is in the draft at once, so turning away needs no question. Undefined for who turns away. */
function askComment(comment: CommentDraft, title: string): Promise<"send" | "openForm" | undefined> {
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

/** What the person did with the box, and what came of it. */
type Ending = Decision | { readonly kind: "openForm" } | { readonly kind: "kept" | "nothing" };

/** A box holds one line of plain words; what was typed in the form may be more. */
function fitsIntoBox({ text, format }: CommentDraft): boolean {
  return text === "" || (format !== "html" && !/[\r\n]/.test(text));
}

export class Comments {
  readonly #services: Services;
  readonly #concerns: Concerns;

  constructor(services: Services, concerns: Concerns) {
    this.#services = services;
    this.#concerns = concerns;
  }

  async add(...given: DecisionArguments): Promise<void> {
    const title = vscode.l10n.t("Add Comment");
    const artifacts = await decisionTargets(this.#services, given, title);
    const [target] = artifacts;
    if (target === undefined) return;
    if (artifacts.length > 1) {
      await this.#services.features.table.openChange({ artifacts });
      return;
    }
    const concern = await this.#concerns.of(target);
    const comment = concern && (await this.#open(concern));
    if (concern === undefined || comment === undefined) return;
    // What is said afterwards may stay on the screen for long: the draft is let go of before.
    const ending = await this.#type(concern, comment).finally(() => comment.close());
    await this.#tell(concern, ending, comment);
  }

  async #open({ site, states, selected, label }: Concern): Promise<CommentDraft | undefined> {
    const [forms, subject] = [await this.#services.features.form.forms(), await states.subject(selected)];
    const { trackerId } = selected;
    const opening = await withProgress(vscode.l10n.t("Reading from {0}", site.label), (signal) =>
      openComment(forms, site, { subject, trackerId }, signal),
    );
    switch (opening.kind) {
      case "open":
        return opening.comment;
      case "noComments":
        void vscode.window.showInformationMessage(
          withoutLinks(vscode.l10n.t("{0} takes no comments.", site.label)),
        );
        return undefined;
      case "elsewhere":
        void vscode.window.showInformationMessage(
          withoutLinks(vscode.l10n.t("You are changing {0} in another window: comment there.", label)),
        );
        return undefined;
      case "failed":
        if (opening.failure.kind !== "cancelled") {
          void vscode.window.showErrorMessage(withoutLinks(failureText(opening.failure, site.label)));
        }
        return undefined;
    }
  }

  async #type(concern: Concern, comment: CommentDraft): Promise<Ending> {
    if (!fitsIntoBox(comment)) return { kind: "openForm" };
    switch (await askComment(comment, withoutLinks(vscode.l10n.t("Comment on {0}", concern.label)))) {
      case "send":
        return this.#say(concern, comment, { text: comment.text, format: comment.format });
      case "openForm":
        return { kind: "openForm" };
      case undefined:
        return { kind: comment.text === "" ? "nothing" : "kept" };
    }
  }

  async #say(concern: Concern, comment: CommentDraft, sentOff: SentOff): Promise<Ending> {
    const { states, selected, label } = concern;
    const sending = vscode.l10n.t("Sending your comment on {0}", label);
    const decision = await withProgress(sending, (signal) =>
      sayComment(states, comment, { ...sentOff, selected }, signal),
    );
    if (decision.kind !== "changedSince") return decision;
    const now = asItIsNow(concern, decision.now);
    const isMeant = await isMeantAllTheSame(now, {
      label: vscode.l10n.t("Comment All the Same"),
      open: () => this.#openForm(concern, comment),
    });
    return isMeant ? this.#say(now, comment, sentOff) : { kind: "nothing" };
  }

  async #tell(concern: Concern, ending: Ending, comment: CommentDraft): Promise<void> {
    const { site, label } = concern;
    switch (ending.kind) {
      case "nothing":
        return;
      case "openForm":
        return this.#openForm(concern, comment);
      case "done":
        void vscode.window.showInformationMessage(
          withoutLinks(vscode.l10n.t("Your comment on {0} was sent.", label)),
        );
        return;
      case "kept":
      case "cancelled":
        return this.#sayKept(concern, comment, undefined);
      default:
        return this.#sayKept(
          concern,
          comment,
          decisionProblem(ending, { site: site.label, artifact: label }),
        );
    }
  }

  #sayKept(concern: Concern, comment: CommentDraft, problem: string | undefined): void {
    const open = { label: vscode.l10n.t("Open"), run: () => this.#openForm(concern, comment) };
    const kept = vscode.l10n.t("Your comment on {0} is kept, but not sent.", concern.label);
    const { boundary } = this.#services;
    if (problem === undefined) notify(boundary, "information", kept, open);
    else notify(boundary, "error", `${problem} ${kept}`, open);
  }

  /** At the comment; the text is there already, since it is the same draft. */
  async #openForm(concern: Concern, { format }: CommentDraft): Promise<void> {
    const wish = { kind: "comment", source: "", format } as const;
    await this.#services.features.form.openWithEdit(targetOf(concern), wish);
  }
}
