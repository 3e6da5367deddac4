// What keeps git from telling something, and what to do about it: one sentence each.
import * as vscode from "vscode";
import { oneLine, withoutLinks } from "../../model/displayText.ts";
import type { GitFailure } from "../../store/commits/repository.ts";

function sentence(failure: GitFailure, repository: string): string | undefined {
  const { t } = vscode.l10n;
  const name = oneLine(repository, 80);
  switch (failure.kind) {
    case "cancelled":
      return undefined;
    case "gitMissing":
      return t("Git could not be started: see VS Code's git output.");
    case "notARepository":
      return t("{0} is no git repository any more.", name);
    case "unsafeRepository":
      return t("{0} belongs to somebody else: manage it in the Source Control view first.", name);
    case "refUnknown":
      return t("{0} has no commit named {1}.", name, oneLine(failure.ref, 100));
    case "tooMuch":
      return t("Git said more about {0} than can be read.", name);
    case "failed":
      return t("Git could not tell that of {0}: {1}", name, oneLine(failure.said));
  }
}

/**
 * `repository` by the name of its folder. Undefined for whoever has called it off. Git repeats what stands in a repository's
 * config, and VS Code would make links of that.
 */
export function gitFailureText(failure: GitFailure, repository: string): string | undefined {
  const text = sentence(failure, repository);
  return text === undefined ? undefined : withoutLinks(text);
}

export function sayGitFailure(failure: GitFailure, repository: string): undefined {
  const text = gitFailureText(failure, repository);
  if (text !== undefined) void vscode.window.showErrorMessage(text);
}
