// Which repository a command is about, asked where several are open.
import * as vscode from "vscode";
import { oneLine, withoutIcons, withoutLinks } from "../../model/displayText.ts";
import type { ArtifactTarget } from "../../protocol/commands.ts";
import type { Sites } from "../../store/sites.ts";
import type { CommitsContext } from "./commitsContext.ts";
import type { OpenRepository } from "./folderContext.ts";
import type { GitHere } from "./gitExtension.ts";
import type { Repositories } from "./repositories.ts";

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
async function pickRepository(
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

// The repository that work on an artifact goes on in: one whose folder is about the artifact's site.

function sayOfRepository(text: string): undefined {
  void vscode.window.showInformationMessage(withoutLinks(oneLine(text)));
}

function label(sites: Sites, api: string): string {
  return sites.find(api)?.label ?? api;
}

export async function askWorkRepository(
  { sites, workplace }: Pick<CommitsContext, "sites" | "workplace">,
  { siteApi }: ArtifactTarget,
  title: string,
): Promise<OpenRepository | undefined> {
  const all = await Promise.all(
    workplace.repositories.map(async (repository) => ({
      repository,
      site: await workplace.siteOf(repository.root),
    })),
  );
  // Of folders whose site nobody has told yet, one may be meant.
  const fitting = all.filter(({ site }) => site === undefined || site.api === siteApi);
  if (fitting.length === 0) {
    const others = [...new Set(all.map(({ site }) => site?.label ?? ""))].join(", ");
    return sayOfRepository(
      vscode.l10n.t(
        "This artifact is on {0}, but the repository in this window is about {1}: see the setting {2}.",
        label(sites, siteApi),
        others,
        "artifacts.folderSite",
      ),
    );
  }
  const repository = await pickRepository(
    fitting.map((each) => each.repository),
    title,
    workplace.current(),
  );
  if (repository === undefined) return undefined;
  const site = await workplace.askSite(repository.root);
  if (site === undefined || site.api === siteApi) return site && repository;
  return sayOfRepository(
    vscode.l10n.t(
      "This artifact is on {0}, but that folder is about {1}.",
      label(sites, siteApi),
      site.label,
    ),
  );
}
