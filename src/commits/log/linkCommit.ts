// A commit made known at an artifact, by a comment.
import * as vscode from "vscode";
import { oneLine, withoutLinks } from "../../model/displayText.ts";
import { withProgress } from "../../platform/progress.ts";
import type { ArtifactTarget } from "../../protocol/commands.ts";
import { isCommitSaid } from "../../store/commits/commitSaid.ts";
import type { PartDependencies } from "../dependencies.ts";
import { askCommit, type ChosenCommit } from "./askCommit.ts";
import { askLinked } from "./askLinked.ts";
import { commitPage } from "./commitPage.ts";
import { commitComment, shortHash } from "./commitText.ts";

/** A comment stays: nobody says the same twice without having been asked. */
async function isWanted(
  { sites, catalog }: PartDependencies,
  { siteApi, artifactId }: ArtifactTarget,
  { commit }: ChosenCommit,
): Promise<boolean> {
  const site = sites.find(siteApi);
  if (site === undefined) return false;
  const isSaid = await withProgress(vscode.l10n.t("Reading from {0}", site.label), (signal) =>
    isCommitSaid(catalog.of(site), artifactId, commit.hash, signal),
  );
  if (!isSaid) return true;
  const again = vscode.l10n.t("Comment Again");
  const text = vscode.l10n.t(
    "A comment on #{0} names commit {1} already.",
    artifactId,
    shortHash(commit.hash),
  );
  return (await vscode.window.showWarningMessage(text, { modal: true }, again)) === again;
}

/** A comment would tell people of one site about the commits of another. */
function sayElsewhere(site: string): undefined {
  const text = vscode.l10n.t("Choose an artifact of {0}: this repository is about that site.", site);
  void vscode.window.showInformationMessage(withoutLinks(oneLine(text)));
}

export async function linkCommit(
  dependencies: PartDependencies,
  commit?: unknown,
  from?: unknown,
): Promise<void> {
  const { workplace, commands } = dependencies;
  const title = vscode.l10n.t("Link Commit to Artifact");
  const chosen = await askCommit(workplace, title, commit, from);
  if (chosen === undefined) return;
  const site = await workplace.askSite(chosen.repository.root);
  const artifact = site && (await askLinked(dependencies, chosen, site, title));
  if (site === undefined || artifact === undefined) return;
  if (artifact.siteApi !== site.api) return sayElsewhere(site.label);
  if (!(await isWanted(dependencies, artifact, chosen))) return;
  const source = commitComment(
    chosen.commit,
    await commitPage(dependencies.sites, chosen.repository, chosen.commit.hash),
  );
  const done = vscode.l10n.t(
    "Commit {0} is linked to #{1} now.",
    shortHash(chosen.commit.hash),
    artifact.artifactId,
  );
  const wish = { kind: "comment", source, format: "commonmark" } as const;
  await commands.run("artifacts.decide", artifact, wish, withoutLinks(oneLine(done)));
}
