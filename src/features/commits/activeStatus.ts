// The active artifact in the status bar, with its menu.
import * as vscode from "vscode";
import { artifactLabel, oneLine, withoutIcons } from "../../model/displayText.ts";
import type { ArtifactTarget } from "../../protocol/commands.ts";
import type { Answer } from "../../store/references/lookups.ts";
import { notify } from "../../vscode/notifications.ts";
import { ActiveFacts } from "./activeFacts.ts";
import type { CommitsContext } from "./commitsContext.ts";
import type { ActiveArtifact, OpenRepository } from "./folderContext.ts";
import { isOffering, offerAgain } from "./scmInput/settings.ts";
import { Work } from "./startWork.ts";

// What can be done about the artifact of the branch.

interface Action extends vscode.QuickPickItem {
  readonly run: () => Promise<void>;
}

/** For who has said before that nothing is to be offered. */
function offerAgainText(): string {
  return vscode.l10n.t("Offer Again After Commits");
}

function actionsOf(
  { commands, memory }: CommitsContext,
  work: Work,
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
    action("debug-stop", t("Stop Work"), () => work.stop(repository)),
  ];
}

function sayNoArtifact({ commands, memory, boundary }: CommitsContext, repository: OpenRepository): void {
  const start = { label: vscode.l10n.t("Start Work…"), run: () => commands.run("artifacts.startWork") };
  const again = { label: offerAgainText(), run: () => offerAgain(memory, repository) };
  const buttons = isOffering(memory, repository) ? [start] : [start, again];
  notify(boundary, "information", vscode.l10n.t("The branch is about no artifact."), ...buttons);
}

async function showActiveMenu(context: CommitsContext, facts: ActiveFacts, work: Work): Promise<void> {
  const { workplace } = context;
  const title = vscode.l10n.t("Artifact of the Branch");
  const repository = await workplace.askRepository(title);
  if (repository === undefined) return;
  const active = workplace.activeIn(repository);
  if (active === undefined) return sayNoArtifact(context, repository);
  const told = facts.of(active);
  const known = told?.kind === "artifact" ? told : undefined;
  const { site, artifactId } = active;
  const target = { siteApi: site.api, artifactId, page: known?.page, trackerId: known?.trackerId };
  const picked = await vscode.window.showQuickPick(actionsOf(context, work, repository, target), {
    title: withoutIcons(artifactLabel(artifactId, known?.title)),
    placeHolder: known?.status === undefined ? site.label : `${known.status} · ${site.label}`,
  });
  await picked?.run();
}

// The item that shows the artifact of the branch.

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

function showInStatusBar({ gitRepositories, active }: CommitsContext, facts: ActiveFacts): vscode.Disposable {
  const item = vscode.window.createStatusBarItem("artifacts.active", vscode.StatusBarAlignment.Left, 99);
  item.name = vscode.l10n.t("Artifact of the Branch");
  item.command = "artifacts.activeArtifact";

  function draw(): void {
    const repository = gitRepositories.current();
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
    gitRepositories.currentChanged(draw),
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

export function openWork(context: CommitsContext): WorkFeature {
  const facts = new ActiveFacts(context.lookups, context.boundary, Date.now);
  const work = new Work(context);
  const all = vscode.Disposable.from(facts, showInStatusBar(context, facts));
  return {
    start: (given) => work.start(given),
    stop: () => work.stop(),
    showMenu: () => showActiveMenu(context, facts, work),
    dispose: () => all.dispose(),
  };
}
