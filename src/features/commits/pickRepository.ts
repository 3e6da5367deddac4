// Prompts for the repository of a command if several are open.
import * as vscode from "vscode";
import { toDisplayLine, escapeIcons, escapeLinks } from "../../model/displayText.ts";
import type { ArtifactTarget } from "../../protocol/commandArguments.ts";
import type { Sites } from "../../store/sites.ts";
import type { CommitsContext } from "./commitsContext.ts";
import type { OpenRepository } from "./workspaceContext.ts";
import type { GitExtension } from "./gitExtension.ts";
import type { GitRepositories } from "./gitRepositories.ts";

export function getRepositoryName({ root }: OpenRepository): string {
  return root.path.split("/").findLast((part) => part !== "") ?? root.path;
}

function showMessage(text: string): false {
  void vscode.window.showInformationMessage(text);
  return false;
}

/** Whether a repository is open; shows a message if not. */
export async function checkRepositoryIsOpen(
  gitExtension: GitExtension,
  repositories: GitRepositories,
): Promise<boolean> {
  if (!vscode.workspace.isTrusted) {
    return showMessage(
      vscode.l10n.t("Git features are disabled in Restricted Mode. Trust this workspace to use them."),
    );
  }
  await gitExtension.whenReady();
  if (gitExtension.api === undefined) {
    return showMessage(vscode.l10n.t("Enable VS Code's built-in Git extension to use this command."));
  }
  return (
    repositories.list.length > 0 || showMessage(vscode.l10n.t("No Git repository is open in this window."))
  );
}

/** Prompts if there are several; the current one comes first. */
async function pickFromRepositories(
  list: readonly OpenRepository[],
  title: string,
  current: OpenRepository | undefined,
): Promise<OpenRepository | undefined> {
  const [onlyRepository] = list;
  if (list.length <= 1) return onlyRepository;
  const rank = ({ key }: OpenRepository): number => (key === current?.key ? 0 : 1);
  const items = [...list]
    .sort((left, right) => rank(left) - rank(right))
    .map((repository) => ({
      label: escapeIcons(toDisplayLine(getRepositoryName(repository))),
      description: escapeIcons(toDisplayLine(repository.scm.state.HEAD?.name ?? "")),
      detail: escapeIcons(repository.root.fsPath),
      repository,
    }));
  const placeHolder = vscode.l10n.t("Select a repository");
  return (await vscode.window.showQuickPick(items, { title, placeHolder }))?.repository;
}

/** The current repository, else the user's choice. */
export async function getCurrentOrPickRepository(
  gitExtension: GitExtension,
  repositories: GitRepositories,
  title: string,
): Promise<OpenRepository | undefined> {
  if (!(await checkRepositoryIsOpen(gitExtension, repositories))) return undefined;
  return repositories.getCurrent() ?? pickFromRepositories(repositories.list, title, undefined);
}

// The repository for work on an artifact: one whose folder belongs to the site of the artifact.

function showRepositoryMessage(text: string): undefined {
  void vscode.window.showInformationMessage(escapeLinks(toDisplayLine(text)));
}

function getSiteLabel(sites: Sites, api: string): string {
  return sites.find(api)?.label ?? api;
}

export async function pickRepositoryForArtifact(
  { sites, workspace }: Pick<CommitsContext, "sites" | "workspace">,
  { siteApi }: ArtifactTarget,
  title: string,
): Promise<OpenRepository | undefined> {
  const candidates = await Promise.all(
    workspace.repositories.map(async (repository) => ({
      repository,
      site: await workspace.getSite(repository.root),
    })),
  );
  // Folders without a known site may belong to the site, too.
  const matching = candidates.filter(({ site }) => site === undefined || site.api === siteApi);
  if (matching.length === 0) {
    const otherSites = [...new Set(candidates.map(({ site }) => site?.label ?? ""))].join(", ");
    return showRepositoryMessage(
      vscode.l10n.t(
        "This artifact is on {0}, but the repository in this window is associated with {1}. You can change this in the setting {2}.",
        getSiteLabel(sites, siteApi),
        otherSites,
        "artifacts.folderSite",
      ),
    );
  }
  const repository = await pickFromRepositories(
    matching.map((each) => each.repository),
    title,
    workspace.getCurrentRepository(),
  );
  if (repository === undefined) return undefined;
  const site = await workspace.getOrPickSite(repository.root);
  if (site === undefined || site.api === siteApi) return site && repository;
  return showRepositoryMessage(
    vscode.l10n.t(
      "This artifact is on {0}, but the folder is associated with {1}.",
      getSiteLabel(sites, siteApi),
      site.label,
    ),
  );
}
