// The active artifact in the status bar, with its menu.
import * as vscode from "vscode";
import { artifactLabel, oneLine, withoutIcons } from "../../model/displayText.ts";
import type { ArtifactTarget } from "../../protocol/commands.ts";
import type { Answer } from "../../store/references/lookups.ts";
import { notify } from "../../vscode/notifications.ts";
import type { ActiveArtifacts } from "./activeArtifact.ts";
import { ActiveFacts } from "./activeFacts.ts";
import type { ActiveArtifact, OpenRepository, PartDependencies } from "./folderContext.ts";
import type { Repositories } from "./repositories.ts";
import { isOffering, offerAgain } from "./scmInput/settings.ts";
import { Work, type WorkDependencies } from "./startWork.ts";

// What can be done about the artifact of the branch.

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

async function showActiveMenu(dependencies: MenuDependencies): Promise<void> {
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

// The item that shows the artifact of the branch.

interface StatusBarDependencies {
  readonly repositories: Repositories;
  readonly active: ActiveArtifacts;
  readonly facts: ActiveFacts;
}

const longestTitle = 40;

function labelOf(artifactId: number, title: string | undefined): string {
  return title === undefined
    ? `#${artifactId}`
    : `#${artifactId} ${withoutIcons(oneLine(title, longestTitle))}`;
}

function factsOf(told: Answer | undefined): readonly string[] {
  const { t } = vscode.l10n;
  switch (told?.kind) {
    case "artifact":
      return [
        ...(told.status === undefined ? [] : [t("Status: {0}", oneLine(told.status))]),
        ...(told.assignees.length === 0
          ? []
          : [t("Assigned to: {0}", oneLine(told.assignees.map((name) => oneLine(name)).join(", ")))]),
      ];
    case "missing":
      return [t("There is no such artifact.")];
    case "unreadable":
      return [t("You may not read this artifact.")];
    case undefined:
      return [];
  }
}

function tooltipOf({ site, artifactId }: ActiveArtifact, told: Answer | undefined): string {
  const title = told?.kind === "artifact" ? told.title : undefined;
  const heading = title === undefined ? `#${artifactId}` : `#${artifactId} ${oneLine(title)}`;
  return [heading, ...factsOf(told), vscode.l10n.t("Site: {0}", oneLine(site.label))].join("\n");
}

function showInStatusBar({ repositories, active, facts }: StatusBarDependencies): vscode.Disposable {
  const item = vscode.window.createStatusBarItem("artifacts.active", vscode.StatusBarAlignment.Left, 99);
  item.name = vscode.l10n.t("Artifact of the Branch");
  item.command = "artifacts.activeArtifact";

  function draw(): void {
    const repository = repositories.current();
    const shown = repository && active.in(repository);
    if (shown === undefined) return item.hide();
    const known = facts.of(shown);
    const label = labelOf(shown.artifactId, known?.kind === "artifact" ? known.title : undefined);
    item.text = `$(issues) ${label}`;
    // A plain text, not Markdown: nothing in it can be a link or a command.
    item.tooltip = tooltipOf(shown, known);
    item.accessibilityInformation = { label: vscode.l10n.t("Artifact of the branch: {0}", label) };
    item.show();
  }

  draw();
  return vscode.Disposable.from(
    item,
    repositories.currentChanged(draw),
    active.changed(draw),
    facts.changed.listen(draw),
  );
}

// The artifact that somebody is on: taking it up, seeing it in the status bar, being done with it.

export interface WorkFeature {
  start(given?: unknown): Promise<void>;
  stop(): Promise<void>;
  showMenu(): Promise<void>;
  dispose(): void;
}

export function openWork(dependencies: WorkDependencies): WorkFeature {
  const facts = new ActiveFacts({ ...dependencies, now: Date.now });
  const work = new Work(dependencies);
  const all = vscode.Disposable.from(facts, showInStatusBar({ ...dependencies, facts }));
  return {
    start: (given) => work.start(given),
    stop: () => work.stop(),
    showMenu: () =>
      showActiveMenu({ ...dependencies, facts, stopWork: (repository) => work.stop(repository) }),
    dispose: () => all.dispose(),
  };
}
