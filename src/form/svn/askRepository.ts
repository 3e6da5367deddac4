// Which repository is meant, where no row of the tree says it. A server that can't list them knows them by number all
// the same.
import * as vscode from "vscode";
import { oneLine, withoutIcons } from "../../model/displayText.ts";
import type { Project } from "../../model/project.ts";
import type { Site } from "../../model/site.ts";
import type { SvnSummary } from "../../model/svn.ts";
import type { SvnRepositories } from "../../store/svn/repositories.ts";

interface RepositoryItem extends vscode.QuickPickItem {
  readonly repository: Pick<SvnSummary, "id" | "name" | "address"> | undefined;
}

function itemOf(repository: SvnSummary): RepositoryItem {
  const { id, name = "", address = "" } = repository;
  const line = oneLine(name);
  return {
    label: withoutIcons(line === "" ? `#${id}` : line),
    description: withoutIcons(oneLine(address)),
    repository,
  };
}

async function rowsOf(
  repositories: SvnRepositories,
  site: Site,
  project: Project,
): Promise<readonly RepositoryItem[]> {
  const { listing, isTold } = repositories.of(site, project);
  await listing.loadUntil(() => false);
  const known = listing.items.flatMap((item) => (item.kind === "svnRepository" ? [itemOf(item)] : []));
  if (known.length === 0 && listing.trouble !== undefined) throw listing.trouble.failure;
  const byNumber = {
    label: vscode.l10n.t("$(symbol-number) Another One, by Its Number…"),
    repository: undefined,
  };
  return isTold() === true ? known : [...known, byNumber];
}

async function askNumber(title: string): Promise<number | undefined> {
  const typed = await vscode.window.showInputBox({
    title,
    prompt: vscode.l10n.t("The number of the repository, which the server's pages show in their address."),
    ignoreFocusOut: true,
    validateInput: (text) =>
      /^\s*[1-9]\d{0,14}\s*$/.test(text) || text.trim() === ""
        ? undefined
        : vscode.l10n.t("This is no number of a repository."),
  });
  const id = Number(typed ?? "");
  return Number.isSafeInteger(id) && id > 0 ? id : undefined;
}

export async function askRepository(
  repositories: SvnRepositories,
  site: Site,
  project: Project,
  title: string,
): Promise<RepositoryItem["repository"]> {
  const picked = await vscode.window.showQuickPick(rowsOf(repositories, site, project), {
    title,
    placeHolder: vscode.l10n.t("Which repository?"),
    matchOnDescription: true,
  });
  if (picked === undefined || picked.repository !== undefined) return picked?.repository;
  const id = await askNumber(title);
  return id === undefined ? undefined : { id, name: undefined, address: undefined };
}
