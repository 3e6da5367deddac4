// Diagnostics of references, in commit messages and in comments of source code.
import * as vscode from "vscode";
import { toDisplayLine } from "../../../model/displayText.ts";
import type { TextRange } from "../../../model/reference/artifactReference.ts";

interface ReferenceProblem extends TextRange {
  /** The code of the diagnostic. */
  readonly kind: string;
}

export function createReferenceDiagnostic(
  document: vscode.TextDocument,
  { start, end, kind }: ReferenceProblem,
  message: string,
  severity: vscode.DiagnosticSeverity,
): vscode.Diagnostic {
  const range = new vscode.Range(document.positionAt(start), document.positionAt(end));
  const diagnostic = new vscode.Diagnostic(range, message, severity);
  diagnostic.source = "Artifacts";
  diagnostic.code = kind;
  return diagnostic;
}

/** `site` is the label of the site. */
export function formatMissingArtifact(artifactId: number, site: string): string {
  return vscode.l10n.t(
    "Artifact #{0} doesn't exist on {1}, or you don't have access to it.",
    artifactId,
    toDisplayLine(site),
  );
}
