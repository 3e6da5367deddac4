// The repository that work on an artifact goes on in: one whose folder is about the artifact's site.
import * as vscode from "vscode";
import { oneLine, withoutLinks } from "../../model/displayText.ts";
import type { ArtifactTarget } from "../../protocol/commands.ts";
import type { Sites } from "../../store/sites.ts";
import { pickRepository } from "../askRepository.ts";
import type { OpenRepository, Workplace } from "../workplace.ts";

interface WorkRepositoryDependencies {
  readonly sites: Sites;
  readonly workplace: Workplace;
}

function say(text: string): undefined {
  void vscode.window.showInformationMessage(withoutLinks(oneLine(text)));
}

function label(sites: Sites, api: string): string {
  return sites.find(api)?.label ?? api;
}

export async function askWorkRepository(
  { sites, workplace }: WorkRepositoryDependencies,
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
    return say(
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
  return say(
    vscode.l10n.t(
      "This artifact is on {0}, but that folder is about {1}.",
      label(sites, siteApi),
      site.label,
    ),
  );
}
