// Texts for problems of templates.
import * as vscode from "vscode";
import { toDisplayLine, escapeLinks } from "../../model/displayText.ts";
import type { ReferenceTemplateProblem } from "../../model/reference/formatReference.ts";
import type { TemplateProblem } from "../../model/reference/template.ts";

function formatTemplateError({ code, part = "" }: TemplateProblem): string {
  switch (code) {
    case "tooLong":
      return vscode.l10n.t("The template is too long.");
    case "invalidCharacter":
      return vscode.l10n.t("A template can't contain line breaks or other invisible characters.");
    case "unclosed":
      return vscode.l10n.t("Missing closing brace. Use the form {0} for variables.", "${title}");
    case "emptyPlaceholder":
      return vscode.l10n.t("The variable name is missing in {0}.", toDisplayLine(part));
    case "unknownFilter":
      return vscode.l10n.t(
        "“{0}” isn't a valid filter. Use lower, upper, slug, or max:40.",
        toDisplayLine(part),
      );
    case "invalidLength":
      return vscode.l10n.t("“{0}” isn't a valid length. Use, for example, max:40.", toDisplayLine(part));
  }
}

/** Escapes links, because the template may come from workspace settings. */
export function formatTemplateProblem(problem: TemplateProblem): string {
  return escapeLinks(formatTemplateError(problem));
}

export function formatReferenceTemplateProblem(code: ReferenceTemplateProblem): string {
  switch (code) {
    case "noReference":
      return vscode.l10n.t("The template doesn't contain a reference that can be recognized.");
    case "comment":
      return vscode.l10n.t("Git would treat the reference as a comment.");
    case "closes":
      return vscode.l10n.t(
        "The reference would close the artifact. Add closing keywords to the commit message yourself.",
      );
  }
}
