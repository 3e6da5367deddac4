// What can be done about the artifact of the branch.
import * as vscode from "vscode";
import { artifactLabel, withoutIcons } from "../../model/displayText.ts";
import { notify } from "../../platform/notify.ts";
import type { ArtifactTarget } from "../../protocol/commands.ts";
import type { ActiveFacts } from "./activeFacts.ts";
import type { PartDependencies } from "../dependencies.ts";
import { isOffering, offerAgain } from "../offerMemory.ts";
import type { OpenRepository } from "../workplace.ts";

interface MenuDependencies extends PartDependencies {
  readonly facts: ActiveFacts;
  readonly stopWork: (repository: OpenRepository) => Promise<void>;
}

interface Action extends vscode.QuickPickItem {
  readonly run: () => Promise<void>;
}

/** For who has said before that nothing is to be offered. */
function offerAgainText(): string {
  return vscode.l10n.t("Offer Again After Commits");
}

function actionsOf(
  { commands, memory, stopWork }: MenuDependencies,
  repository: OpenRepository,
  target: ArtifactTarget,
): readonly Action[] {
  const { t } = vscode.l10n;
  const action = (icon: string, label: string, run: () => Promise<void>): Action => ({
    label: `$(${icon}) ${label}`,
    run,
  });
  return [
    action("go-to-file", t("Open"), () => commands.run("artifacts.openArtifact", target)),
    action("circle-large-filled", t("Set Status…"), () => commands.run("artifacts.setStatus", target)),
    action("comment", t("Add Comment…"), () => commands.run("artifacts.addComment", target)),
    action("references", t("Add Reference to Commit Message"), () =>
      // In the form in which VS Code's own views name a repository.
      commands.run("artifacts.addReference", { rootUri: repository.root }),
    ),
    action("link-external", t("Open in Browser"), () => commands.run("artifacts.openInBrowser", target)),
    action("copy", t("Copy Reference"), () => commands.run("artifacts.copyReference", target)),
    ...(isOffering(memory, repository)
      ? []
      : [action("bell", offerAgainText(), () => offerAgain(memory, repository))]),
    action("debug-stop", t("Stop Work"), () => stopWork(repository)),
  ];
}

function sayNoArtifact({ commands, memory, boundary }: MenuDependencies, repository: OpenRepository): void {
  const start = { label: vscode.l10n.t("Start Work…"), run: () => commands.run("artifacts.startWork") };
  const again = { label: offerAgainText(), run: () => offerAgain(memory, repository) };
  const buttons = isOffering(memory, repository) ? [start] : [start, again];
  notify(boundary, "information", vscode.l10n.t("The branch is about no artifact."), ...buttons);
}

export async function showActiveMenu(dependencies: MenuDependencies): Promise<void> {
  const { workplace, facts } = dependencies;
  const title = vscode.l10n.t("Artifact of the Branch");
  const repository = await workplace.askRepository(title);
  if (repository === undefined) return;
  const active = workplace.activeIn(repository);
  if (active === undefined) return sayNoArtifact(dependencies, repository);
  const told = facts.of(active);
  const known = told?.kind === "artifact" ? told : undefined;
  const { site, artifactId } = active;
  const target = { siteApi: site.api, artifactId, page: known?.page, trackerId: known?.trackerId };
  const picked = await vscode.window.showQuickPick(actionsOf(dependencies, repository, target), {
    title: withoutIcons(artifactLabel(artifactId, known?.title)),
    placeHolder: known?.status === undefined ? site.label : `${known.status} · ${site.label}`,
  });
  await picked?.run();
}
