// What is wrong with a commit message, or will come of it, in words.
import * as vscode from "vscode";
import { reference } from "../../model/artifact.ts";
import { oneLine } from "../../model/displayText.ts";
import type { Fix } from "../../model/reference/messageFixes.ts";
import type { MessageProblem } from "../../model/reference/messageProblems.ts";

export function closesText(artifactId: number): string {
  return vscode.l10n.t("Closes #{0} once the commit is on the default branch", artifactId);
}

/** `site` by its label. */
export function problemText(problem: MessageProblem, site: string): string {
  const { t } = vscode.l10n;
  const artifactId = problem.artifactId ?? "";
  const label = oneLine(site);
  switch (problem.kind) {
    case "noReference":
      return t("The branch is about #{0}, and the message does not refer to it.", artifactId);
    case "onlyReference":
      return t("There is nothing but the reference: say what the commit does in a line above it.");
    case "refused":
      return t(
        "The Subversion repository {0} at {1} refuses messages without a reference, such as {2}.",
        oneLine(problem.repository),
        label,
        reference(problem.artifactId ?? 12),
      );
    case "missing":
      return t("There is no artifact #{0} at {1} that you may see.", artifactId, label);
    case "unreadable":
      return t("Artifact #{0} at {1} is hidden from your account.", artifactId, label);
    case "closed":
      return t("Artifact #{0} is closed already.", artifactId);
    case "closes":
      return t(
        "“{0}” closes #{1} at {2} once the commit is on the default branch.",
        oneLine(problem.word),
        artifactId,
        label,
      );
  }
}

/** `branchId`: the artifact of the branch. */
export function fixText({ kind, edit }: Fix, problem: MessageProblem, branchId: number | undefined): string {
  const { t } = vscode.l10n;
  switch (kind) {
    case "insert":
      return t("Add “{0}” to the Message", oneLine(edit.text));
    case "remove":
      return t("Remove the Reference to #{0}", problem.artifactId ?? "");
    case "useBranch":
      return t("Refer to #{0} of the Branch", branchId ?? problem.artifactId ?? "");
    case "keepOpen":
      return t("Refer to #{0} Without Closing It", problem.artifactId ?? "");
  }
}
