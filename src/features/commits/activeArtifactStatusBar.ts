// The active artifact in the status bar, with its menu.
import * as vscode from "vscode";
import { formatArtifactLabel, toDisplayLine, escapeIcons } from "../../model/displayText.ts";
import type { ArtifactTarget } from "../../protocol/commandArguments.ts";
import type { CachedReference } from "../../store/references/referenceCache.ts";
import { showNotification } from "../../vscode/notifications.ts";
import { ActiveArtifactDetails } from "./activeArtifactDetails.ts";
import type { CommitsContext } from "./commitsContext.ts";
import type { ActiveArtifact, OpenRepository } from "./workspaceContext.ts";
import { areCommitOffersEnabled, enableCommitOffers } from "./scmInput/commitSettings.ts";
import { StartStopWorkCommands } from "./workCommands.ts";

interface MenuAction extends vscode.QuickPickItem {
  readonly run: () => Promise<void>;
}

/** Shown if prompts are disabled for the repository. */
function getOfferAgainLabel(): string {
  return vscode.l10n.t("Enable Prompts After Commits");
}

function createMenuActions(
  { commands, workspaceState }: CommitsContext,
  work: StartStopWorkCommands,
  repository: OpenRepository,
  target: ArtifactTarget,
): readonly MenuAction[] {
  const action = (icon: string, label: string, run: () => Promise<void>): MenuAction => ({
    label: `$(${icon}) ${label}`,
    run,
  });
  return [
    action("go-to-file", vscode.l10n.t("Open"), () => commands.execute("artifacts.openArtifact", target)),
    action("circle-large-filled", vscode.l10n.t("Set Status…"), () =>
      commands.execute("artifacts.setStatus", target),
    ),
    action("comment", vscode.l10n.t("Add Comment…"), () => commands.execute("artifacts.addComment", target)),
    action("references", vscode.l10n.t("Add Reference to Commit Message"), () =>
      // The same argument as from VS Code's Source Control menus.
      commands.execute("artifacts.addReference", { rootUri: repository.root }),
    ),
    action("link-external", vscode.l10n.t("Open in Browser"), () =>
      commands.execute("artifacts.openInBrowser", target),
    ),
    action("copy", vscode.l10n.t("Copy Reference"), () =>
      commands.execute("artifacts.copyReference", target),
    ),
    ...(areCommitOffersEnabled(workspaceState, repository)
      ? []
      : [action("bell", getOfferAgainLabel(), () => enableCommitOffers(workspaceState, repository))]),
    action("debug-stop", vscode.l10n.t("Stop Work"), () => work.stop(repository)),
  ];
}

function showNoActiveArtifact(
  { commands, workspaceState, errorHandler }: CommitsContext,
  repository: OpenRepository,
): void {
  const start = { label: vscode.l10n.t("Start Work…"), run: () => commands.execute("artifacts.startWork") };
  const enablePrompts = {
    label: getOfferAgainLabel(),
    run: () => enableCommitOffers(workspaceState, repository),
  };
  const buttons = areCommitOffersEnabled(workspaceState, repository) ? [start] : [start, enablePrompts];
  showNotification(
    errorHandler,
    "information",
    vscode.l10n.t("This branch isn't associated with an artifact."),
    ...buttons,
  );
}

async function showActiveArtifactMenu(
  context: CommitsContext,
  details: ActiveArtifactDetails,
  work: StartStopWorkCommands,
): Promise<void> {
  const { workspace } = context;
  const title = vscode.l10n.t("Active Artifact");
  const repository = await workspace.pickRepository(title);
  if (repository === undefined) return;
  const active = workspace.getActiveArtifact(repository);
  if (active === undefined) return showNoActiveArtifact(context, repository);
  const reference = details.get(active);
  const artifact = reference?.kind === "artifact" ? reference : undefined;
  const { site, artifactId } = active;
  const target = { siteApi: site.api, artifactId, page: artifact?.page, trackerId: artifact?.trackerId };
  const picked = await vscode.window.showQuickPick(createMenuActions(context, work, repository, target), {
    title: escapeIcons(formatArtifactLabel(artifactId, artifact?.title)),
    placeHolder: artifact?.status === undefined ? site.label : `${artifact.status} · ${site.label}`,
  });
  await picked?.run();
}

const maxTitleLength = 40;

function formatStatusLabel(artifactId: number, title: string | undefined): string {
  return title === undefined
    ? `#${artifactId}`
    : `#${artifactId} ${escapeIcons(toDisplayLine(title, maxTitleLength))}`;
}

function formatArtifactDetails(reference: CachedReference | undefined): readonly string[] {
  switch (reference?.kind) {
    case "artifact":
      return [
        ...(reference.status === undefined
          ? []
          : [vscode.l10n.t("Status: {0}", toDisplayLine(reference.status))]),
        ...(reference.assignees.length === 0
          ? []
          : [
              vscode.l10n.t(
                "Assignee: {0}",
                toDisplayLine(reference.assignees.map((name) => toDisplayLine(name)).join(", ")),
              ),
            ]),
      ];
    case "missing":
      return [vscode.l10n.t("This artifact doesn't exist, or you don't have access to it.")];
    case "unreadable":
      return [vscode.l10n.t("You don't have permission to view this artifact.")];
    case undefined:
      return [];
  }
}

function formatTooltip({ site, artifactId }: ActiveArtifact, reference: CachedReference | undefined): string {
  const title = reference?.kind === "artifact" ? reference.title : undefined;
  const heading = title === undefined ? `#${artifactId}` : `#${artifactId} ${toDisplayLine(title)}`;
  return [
    heading,
    ...formatArtifactDetails(reference),
    vscode.l10n.t("Site: {0}", toDisplayLine(site.label)),
  ].join("\n");
}

function createStatusBarItem(
  { gitRepositories, activeArtifacts }: CommitsContext,
  details: ActiveArtifactDetails,
): vscode.Disposable {
  const item = vscode.window.createStatusBarItem("artifacts.active", vscode.StatusBarAlignment.Left, 99);
  item.name = vscode.l10n.t("Active Artifact");
  item.command = "artifacts.showActiveArtifact";

  function update(): void {
    const repository = gitRepositories.getCurrent();
    const active = repository && activeArtifacts.get(repository);
    if (active === undefined) return item.hide();
    const reference = details.get(active);
    const label = formatStatusLabel(
      active.artifactId,
      reference?.kind === "artifact" ? reference.title : undefined,
    );
    item.text = `$(issues) ${label}`;
    // Plain text, so that server text can't become a link or a command.
    item.tooltip = formatTooltip(active, reference);
    item.accessibilityInformation = { label: vscode.l10n.t("Active artifact: {0}", label) };
    item.show();
  }

  update();
  return vscode.Disposable.from(
    item,
    gitRepositories.onDidChangeCurrent(update),
    activeArtifacts.onDidChange(update),
    details.onDidChange.event(update),
  );
}

export interface ActiveArtifactFeature {
  startWork(target?: unknown): Promise<void>;
  stopWork(): Promise<void>;
  showMenu(): Promise<void>;
  dispose(): void;
}

export function createActiveArtifactFeature(context: CommitsContext): ActiveArtifactFeature {
  const details = new ActiveArtifactDetails(context.referenceCache, context.errorHandler, Date.now);
  const work = new StartStopWorkCommands(context);
  const disposables = vscode.Disposable.from(details, createStatusBarItem(context, details));
  return {
    startWork: (target) => work.start(target),
    stopWork: () => work.stop(),
    showMenu: () => showActiveArtifactMenu(context, details, work),
    dispose: () => disposables.dispose(),
  };
}
