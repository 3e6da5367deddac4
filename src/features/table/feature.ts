import * as vscode from "vscode";
import { oneLine, withoutIcons } from "../../model/displayText.ts";
import type { SavedQuery } from "../../model/query/savedQuery.ts";
import {
  type ChangeTarget,
  type CommandArguments,
  type DecisionTarget,
  type QueryTarget,
  selectedRows,
  type TableSource,
  type TrackerTarget,
} from "../../protocol/commands.ts";
import type { Services } from "../../services.ts";
import { readableAddress } from "../../store/sites.ts";
import { statesBySite } from "../../store/triage/states.ts";
import { Layouts } from "./layouts.ts";
import { ManyComments } from "./manyComments.ts";
import { TablePanels } from "./tablePanels.ts";

// The ways to a table: from a query, a tracker, or a selection that one change is meant for.

/** A whole tracker. */
function everythingIn({ siteApi, trackerId }: TrackerTarget): SavedQuery {
  return {
    name: "",
    site: readableAddress(siteApi),
    tracker: trackerId,
    where: [],
    openOnly: undefined,
    sort: undefined,
    group: undefined,
    text: undefined,
    report: undefined,
  };
}

function sourceOf(given: TableSource | TrackerTarget | QueryTarget): TableSource {
  if ("queryKey" in given) return { kind: "saved", queryKey: given.queryKey };
  return "trackerId" in given ? { kind: "unsaved", query: everythingIn(given) } : given;
}

class TableOpening {
  readonly #services: Services;
  readonly #panels: TablePanels;

  constructor(services: Services, panels: TablePanels) {
    this.#services = services;
    this.#panels = panels;
  }

  async tables(...[clicked, selected]: CommandArguments["artifacts.openTable"]): Promise<void> {
    for (const given of selectedRows(clicked, selected)) {
      const source = given === undefined ? await this.#ask() : sourceOf(given);
      if (source !== undefined) this.#panels.open(source);
    }
  }

  change({ artifacts, field, values }: ChangeTarget): void {
    const [first, ...others] = artifacts;
    if (first === undefined) return;
    const { siteApi } = first;
    if (others.some((other) => other.siteApi !== siteApi)) {
      const text = vscode.l10n.t("These artifacts are on several sites: select those of one.");
      void vscode.window.showInformationMessage(text);
      return;
    }
    const chosen = artifacts.map(({ artifactId, trackerId }) => ({ artifactId, trackerId }));
    this.#panels.open({ kind: "selection", siteApi, artifacts: chosen }).prepareChange({ field, values });
  }

  /** A query of the settings, else a tracker. */
  async #ask(): Promise<TableSource | undefined> {
    const { queries, features } = this.#services;
    const title = vscode.l10n.t("Open as Table");
    const kept = queries.list().flatMap(({ key, parsed }) =>
      parsed.kind === "query"
        ? [
            {
              label: withoutIcons(oneLine(parsed.query.name)),
              description: withoutIcons(oneLine(parsed.query.site)),
              key,
            },
          ]
        : [],
    );
    const other = { label: `$(list-tree) ${vscode.l10n.t("A tracker…")}`, description: "", key: undefined };
    const picked =
      kept.length === 0
        ? other
        : await vscode.window.showQuickPick([...kept, other], {
            title,
            placeHolder: vscode.l10n.t("Which query?"),
          });
    if (picked === undefined) return undefined;
    if (picked.key !== undefined) return { kind: "saved", queryKey: picked.key };
    const tracker = await features.form.chooseTracker(title);
    return tracker && sourceOf(tracker);
  }
}

export interface TableFeature {
  readonly opening: TableOpening;
  readonly panels: Pick<vscode.WebviewPanelSerializer, "deserializeWebviewPanel">;
  /** Opens those again that an extension host has left behind which is gone. */
  reopen(): Promise<void>;
  /** Reads the table in front once more. */
  refresh(): void;
  /** What is selected in the table in front; undefined where there is none in front. */
  selected(): readonly DecisionTarget[] | undefined;
}

export function createTables(services: Services): TableFeature {
  const panels = new TablePanels({
    ...services,
    layouts: new Layouts(services.memory),
    comments: new ManyComments(services.memory),
    statesOf: statesBySite(services.catalog),
  });
  return {
    opening: new TableOpening(services, panels),
    panels,
    reopen: () => panels.reopen(),
    refresh: () => panels.active?.readAgain("fresh"),
    selected: () => panels.active?.selected,
  };
}
