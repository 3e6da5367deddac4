// What was typed, and what became of it, as the page shows it.
import * as vscode from "vscode";
import { canRedo, canUndo } from "../model/form/draft.ts";
import type { DraftState, PageDraft } from "../protocol/page.ts";
import type { Editing } from "../store/editing.ts";
import { noticesOf } from "./notices.ts";
import { contestedFields, pageConflict } from "./pageConflict.ts";
import { refusalsOf } from "./refusals.ts";

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

export function pageDraft(editing: Editing, site: string, isOffline: boolean): PageDraft {
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
