// The item that shows the artifact of the branch.
import * as vscode from "vscode";
import { oneLine, withoutIcons } from "../../model/displayText.ts";
import type { ActiveArtifacts } from "../active.ts";
import type { ActiveFacts } from "./activeFacts.ts";
import type { Repositories } from "../repositories.ts";
import type { Answer } from "../../store/references/told.ts";
import type { ActiveArtifact } from "../workplace.ts";

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

export function showInStatusBar({ repositories, active, facts }: StatusBarDependencies): vscode.Disposable {
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
