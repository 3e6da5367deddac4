import * as vscode from "vscode";
import { toDisplayLine, escapeIcons } from "../../model/displayText.ts";
import {
  type ArtifactTarget,
  type BulkEditTarget,
  type CommandArguments,
  type TriageTarget,
  getCommandRows,
  type TableSource,
  type TableTarget,
  type TableView,
} from "../../protocol/commandArguments.ts";
import type { Services } from "../../services.ts";
import { createArtifactLoaderLookup } from "../../store/triage/artifactLoader.ts";
import { openKanban } from "./openKanban.ts";
import { createTrackerQuery } from "./tableContent.ts";
import { TableLayouts } from "./tableLayouts.ts";
import { BulkCommentDrafts } from "./bulkCommentDrafts.ts";
import { TablePanels } from "./tablePanels.ts";

/** Of one site. */
function toSelectionSource(artifacts: readonly ArtifactTarget[]): TableSource | undefined {
  const [first, ...others] = artifacts;
  if (first === undefined) return undefined;
  const { siteApi } = first;
  if (others.some((artifact) => artifact.siteApi !== siteApi)) {
    const text = vscode.l10n.t(
      "The selected artifacts are on different sites. Select artifacts from one site only.",
    );
    void vscode.window.showInformationMessage(text);
    return undefined;
  }
  return {
    kind: "selection",
    siteApi,
    artifacts: artifacts.map(({ artifactId, trackerId }) => ({ artifactId, trackerId })),
  };
}

/** Selected rows of artifacts, which are shown together. */
function isArtifact(target: TableTarget): target is ArtifactTarget {
  return "artifactId" in target && !("milestoneId" in target);
}

/** Rows of the tree have more properties, and kinds of their own. */
function toTableSource(target: Exclude<TableTarget, ArtifactTarget>): TableSource {
  if ("kanbanId" in target) {
    const { siteApi, kanbanId, trackerId } = target;
    return { kind: "kanban", siteApi, kanbanId, trackerId };
  }
  if ("milestoneId" in target) {
    const { siteApi, milestoneId } = target;
    return { kind: "milestone", siteApi, milestoneId };
  }
  if ("queryKey" in target) return { kind: "saved", queryKey: target.queryKey };
  return "trackerId" in target ? { kind: "unsaved", query: createTrackerQuery(target) } : target;
}

class TableOpener {
  readonly #services: Services;
  readonly #panels: TablePanels;

  constructor(services: Services, panels: TablePanels) {
    this.#services = services;
    this.#panels = panels;
  }

  async open(
    view: TableView,
    ...[clicked, selected]: CommandArguments["artifacts.openTable"]
  ): Promise<void> {
    const targets = getCommandRows(clicked, selected).filter((target) => target !== undefined);
    const artifacts = targets.filter(isArtifact);
    const sources =
      clicked === undefined
        ? [await this.#pickSource(view)]
        : [
            ...targets.flatMap((target) => (isArtifact(target) ? [] : [toTableSource(target)])),
            toSelectionSource(artifacts),
          ];
    for (const source of sources) if (source !== undefined) this.#panels.open(source, view);
  }

  async openKanban(): Promise<void> {
    const kanban = await openKanban(this.#services);
    if (kanban !== undefined) this.#panels.open({ kind: "kanban", ...kanban }, "board");
  }

  openBulkEdit({ artifacts, field, values }: BulkEditTarget): void {
    const source = toSelectionSource(artifacts);
    if (source !== undefined) this.#panels.open(source, "table").prepareBulkEdit({ field, values });
  }

  /** Prompts for a saved query, or a tracker. */
  async #pickSource(view: TableView): Promise<TableSource | undefined> {
    const { savedQueries, features } = this.#services;
    const title = view === "board" ? vscode.l10n.t("Open as Board") : vscode.l10n.t("Open as Table");
    const queryItems = savedQueries.list().flatMap(({ key, parsed }) =>
      parsed.kind === "query" && (view === "table" || typeof parsed.query.tracker === "number")
        ? [
            {
              label: escapeIcons(toDisplayLine(parsed.query.name)),
              description: escapeIcons(toDisplayLine(parsed.query.site)),
              key,
            },
          ]
        : [],
    );
    const trackerItem = {
      label: `$(list-tree) ${vscode.l10n.t("Select a Tracker…")}`,
      description: "",
      key: undefined,
    };
    const picked =
      queryItems.length === 0
        ? trackerItem
        : await vscode.window.showQuickPick([...queryItems, trackerItem], {
            title,
            placeHolder: vscode.l10n.t("Select a query"),
          });
    if (picked === undefined) return undefined;
    if (picked.key !== undefined) return { kind: "saved", queryKey: picked.key };
    const tracker = await features.form.selectTracker(title);
    return tracker && toTableSource(tracker);
  }
}

export interface TableFeature {
  readonly opener: TableOpener;
  readonly panels: Pick<vscode.WebviewPanelSerializer, "deserializeWebviewPanel">;
  reopenAfterCrash(): Promise<void>;
  /** Reloads the active table. */
  refresh(): void;
  /** The selection of the active table; `undefined` if no table is active. */
  getSelection(): readonly TriageTarget[] | undefined;
}

export function createTableFeature(services: Services): TableFeature {
  const panels = new TablePanels({
    ...services,
    layouts: new TableLayouts(services.workspaceState),
    bulkComments: new BulkCommentDrafts(services.workspaceState),
    loaderFor: createArtifactLoaderLookup(services.catalog),
  });
  return {
    opener: new TableOpener(services, panels),
    panels,
    reopenAfterCrash: () => panels.reopenAfterCrash(),
    refresh: () => panels.active?.reload("fresh"),
    getSelection: () => panels.active?.selectedTargets,
  };
}
