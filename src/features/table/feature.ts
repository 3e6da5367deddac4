import * as vscode from "vscode";
import { toDisplayLine, escapeIcons } from "../../model/displayText.ts";
import type { SavedQuery } from "../../model/query/savedQuery.ts";
import {
  type BulkEditTarget,
  type CommandArguments,
  type TriageTarget,
  type QueryTarget,
  getCommandRows,
  type TableSource,
  type TableView,
  type TrackerTarget,
} from "../../protocol/commandArguments.ts";
import type { Services } from "../../services.ts";
import { toSiteSettingUrl } from "../../store/sites.ts";
import { createArtifactLoaderLookup } from "../../store/triage/artifactLoader.ts";
import { TableLayouts } from "./tableLayouts.ts";
import { BulkCommentDrafts } from "./bulkCommentDrafts.ts";
import { TablePanels } from "./tablePanels.ts";

/** All artifacts of a tracker. */
function createTrackerQuery({ siteApi, trackerId }: TrackerTarget): SavedQuery {
  return {
    name: "",
    site: toSiteSettingUrl(siteApi),
    tracker: trackerId,
    where: [],
    openOnly: undefined,
    sort: undefined,
    group: undefined,
    text: undefined,
    report: undefined,
  };
}

function toTableSource(target: TableSource | TrackerTarget | QueryTarget): TableSource {
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
    for (const target of getCommandRows(clicked, selected)) {
      const source = target === undefined ? await this.#pickSource(view) : toTableSource(target);
      if (source !== undefined) this.#panels.open(source, view);
    }
  }

  openBulkEdit({ artifacts, field, values }: BulkEditTarget): void {
    const [first, ...otherArtifacts] = artifacts;
    if (first === undefined) return;
    const { siteApi } = first;
    if (otherArtifacts.some((artifact) => artifact.siteApi !== siteApi)) {
      const text = vscode.l10n.t(
        "The selected artifacts are on different sites. Select artifacts from one site only.",
      );
      void vscode.window.showInformationMessage(text);
      return;
    }
    const tableArtifacts = artifacts.map(({ artifactId, trackerId }) => ({ artifactId, trackerId }));
    this.#panels
      .open({ kind: "selection", siteApi, artifacts: tableArtifacts }, "table")
      .prepareBulkEdit({ field, values });
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
