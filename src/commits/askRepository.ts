import * as vscode from "vscode";
import { oneLine, withoutIcons } from "../model/displayText.ts";
import type { GitHere } from "./gitHere.ts";
import type { Repositories } from "./repositories.ts";
import type { OpenRepository } from "./workplace.ts";

export function nameOf({ root }: OpenRepository): string {
  return root.path.split("/").findLast((part) => part !== "") ?? root.path;
}

function say(text: string): false {
  void vscode.window.showInformationMessage(text);
  return false;
}

/** Whether there is a repository to work with; says what is missing where there is none. */
export async function hasRepository(git: GitHere, repositories: Repositories): Promise<boolean> {
  if (!vscode.workspace.isTrusted) {
    return say(vscode.l10n.t("Git is not used in a workspace that is not trusted."));
  }
  await git.settled();
  if (git.api === undefined) {
    return say(vscode.l10n.t("This needs VS Code's git extension, which is missing or switched off."));
  }
  return (
    repositories.list.length > 0 || say(vscode.l10n.t("There is no git repository open in this window."))
  );
}

/** Asks where there are several; the one that somebody is at comes first. */
export async function pickRepository(
  list: readonly OpenRepository[],
  title: string,
  current: OpenRepository | undefined,
): Promise<OpenRepository | undefined> {
  const [only] = list;
  if (list.length <= 1) return only;
  const rank = ({ key }: OpenRepository): number => (key === current?.key ? 0 : 1);
  const rows = [...list]
    .sort((left, right) => rank(left) - rank(right))
    .map((repository) => ({
      label: withoutIcons(oneLine(nameOf(repository))),
      description: withoutIcons(oneLine(repository.git.state.HEAD?.name ?? "")),
      detail: withoutIcons(repository.root.fsPath),
      repository,
    }));
  const placeHolder = vscode.l10n.t("In which repository?");
  return (await vscode.window.showQuickPick(rows, { title, placeHolder }))?.repository;
}

/** The one at hand, else the person's choice. */
export async function askRepository(
  git: GitHere,
  repositories: Repositories,
  title: string,
): Promise<OpenRepository | undefined> {
  if (!(await hasRepository(git, repositories))) return undefined;
  return repositories.current() ?? pickRepository(repositories.list, title, undefined);
}
