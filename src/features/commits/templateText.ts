// What is wrong with a template, in words.
import * as vscode from "vscode";
import { oneLine, withoutLinks } from "../../model/displayText.ts";
import type { ReferenceTemplateProblem } from "../../model/reference/referenceText.ts";
import type { TemplateProblem } from "../../model/reference/template.ts";

function sentence({ code, part = "" }: TemplateProblem): string {
  const { t } = vscode.l10n;
  switch (code) {
    case "tooLong":
      return t("This is too long for a template.");
    case "badCharacter":
      return t("A template has no line breaks or other invisible characters.");
    case "unclosed":
      return t("A brace is not closed: names are written like {0}.", "${title}");
    case "noName":
      return t("The name is missing in {0}.", oneLine(part));
    case "unknownFilter":
      return t("“{0}” is no filter: there are lower, upper, slug and max:40.", oneLine(part));
    case "badLength":
      return t("“{0}” is no length: write it like max:40.", oneLine(part));
  }
}

/** Settings may come with a workspace, and VS Code would make links of what they say. */
export function templateProblemText(problem: TemplateProblem): string {
  return withoutLinks(sentence(problem));
}

export function referenceProblemText(code: ReferenceTemplateProblem): string {
  const { t } = vscode.l10n;
  switch (code) {
    case "noReference":
      return t("It names no artifact in a form that is found again.");
    case "comment":
      return t("Git would take it for a comment.");
    case "closes":
      return t("It would close the artifact, which is done by words that you choose yourself.");
  }
}
