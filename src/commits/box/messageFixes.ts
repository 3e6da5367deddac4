// What mends a commit message, as quick fixes.
import * as vscode from "vscode";
import type { Fix } from "../../model/reference/messageFixes.ts";
import type { MessageProblem } from "../../model/reference/messageProblems.ts";
import { messageDocuments } from "./messageDocuments.ts";
import type { MessageDiagnostics } from "./messageDiagnostics.ts";
import { fixText } from "./problemText.ts";

function actionOf(
  document: vscode.TextDocument,
  fix: Fix,
  { problem, shown }: { readonly problem: MessageProblem; readonly shown: vscode.Diagnostic },
  branchId: number | undefined,
): vscode.CodeAction {
  const action = new vscode.CodeAction(fixText(fix, problem, branchId), vscode.CodeActionKind.QuickFix);
  const { start, end, text } = fix.edit;
  const range = new vscode.Range(document.positionAt(start), document.positionAt(end));
  action.edit = new vscode.WorkspaceEdit();
  action.edit.replace(document.uri, range, text);
  action.diagnostics = [shown];
  action.isPreferred = problem.fixes[0] === fix;
  return action;
}

export function offerFixes(diagnostics: MessageDiagnostics): vscode.Disposable {
  return vscode.languages.registerCodeActionsProvider(
    messageDocuments,
    {
      provideCodeActions(document, range) {
        const found = diagnostics.foundAt(document, range);
        return found?.problems.flatMap((each) =>
          each.problem.fixes.map((fix) => actionOf(document, fix, each, found.activeId)),
        );
      },
    },
    { providedCodeActionKinds: [vscode.CodeActionKind.QuickFix] },
  );
}
