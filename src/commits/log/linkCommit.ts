// A commit made known at an artifact, by a comment.
import * as vscode from "vscode";
import { oneLine, withoutLinks } from "../../model/displayText.ts";
import { withProgress } from "../../platform/progress.ts";
import type { ArtifactTarget } from "../../protocol/commands.ts";
import { isCommitSaid } from "../../store/commits/commitSaid.ts";
import { isOnRemoteBranch } from "../../store/commits/published.ts";
import { nameOf } from "../askRepository.ts";
import type { PartDependencies } from "../dependencies.ts";
import { askCommit, type ChosenCommit } from "./askCommit.ts";
import { askLinked } from "./askLinked.ts";
import { commitPage } from "./commitPage.ts";
import { commitComment, linkedText, shortHash } from "./commitText.ts";
import { sayGitFailure } from "./gitFailureText.ts";
import type { LinksAfterPush } from "./linksAfterPush.ts";

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

/** A link to a commit that was never pushed leads nowhere; undefined when dismissed. */
async function askWhen(
  { repository, commit }: ChosenCommit,
  title: string,
): Promise<"now" | "afterPush" | undefined> {
  const told = await isOnRemoteBranch(repository.asked, commit.hash);
  if (told.kind !== "told") return sayGitFailure(told, nameOf(repository));
  if (told.isSo) return "now";
  const rows = [
    { label: vscode.l10n.t("Link After the Push"), when: "afterPush" },
    { label: vscode.l10n.t("Link Now"), when: "now" },
  ] as const;
  const picked = await vscode.window.showQuickPick(rows, {
    title,
    placeHolder: vscode.l10n.t(
      "Commit {0} is on no remote branch, so others can't open it yet.",
      shortHash(commit.hash),
    ),
  });
  return picked?.when;
}

/** What is going to be said, to be read and changed first. */
async function askComment(
  { sites }: PartDependencies,
  { repository, commit }: ChosenCommit,
  { artifactId }: ArtifactTarget,
): Promise<string | undefined> {
  const text = await vscode.window.showInputBox({
    title: vscode.l10n.t("Comment on #{0}", artifactId),
    prompt: vscode.l10n.t("The comment that links the commit, as Markdown. Press Enter to accept it."),
    value: commitComment(commit, await commitPage(sites, repository, commit.hash)),
    valueSelection: [0, 0],
    ignoreFocusOut: true,
    validateInput: (typed) => (typed.trim() === "" ? vscode.l10n.t("Enter a comment.") : undefined),
  });
  return text?.trim();
}

export async function linkCommit(
  dependencies: PartDependencies,
  links: Pick<LinksAfterPush, "add">,
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
  const when = await askWhen(chosen, title);
  const source = when && (await askComment(dependencies, chosen, artifact));
  if (source === undefined) return;
  const { hash } = chosen.commit;
  const { artifactId } = artifact;
  if (when === "afterPush") {
    await links.add(chosen.repository, { hash, siteApi: site.api, artifactId, source });
    const text = vscode.l10n.t("Commit {0} is linked to #{1} after the push.", shortHash(hash), artifactId);
    void vscode.window.showInformationMessage(text);
    return;
  }
  const wish = { kind: "comment", source, format: "commonmark" } as const;
  await commands.run("artifacts.decide", artifact, wish, withoutLinks(linkedText(hash, artifactId)));
}
