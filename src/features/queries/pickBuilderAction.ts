// The quick pick of the query builder: shows the draft and the number of results, and returns the selected action.
import * as vscode from "vscode";
import { toDisplayLine } from "../../model/displayText.ts";
import type { Site } from "../../model/site.ts";
import type { Tracker } from "../../model/tracker.ts";
import type { QueryCountResult } from "../../store/queries/queryCount.ts";
import { DebouncedRequest } from "../../vscode/async.ts";
import { failureText } from "../../vscode/failureText.ts";
import { showPrompt, type PromptResult, type PromptItem } from "../../vscode/prompts.ts";
import { severalTrackersNotSupportedText } from "../../vscode/severalTrackersText.ts";
import type { QueryDraft } from "./queryDraft.ts";
import { type BuilderAction, createBuilderRows } from "./builderRows.ts";

export function formatResultCountPreview(preview: QueryCountResult, site: Site): string {
  switch (preview.kind) {
    case "counted":
      return formatCount(preview, site);
    case "failed":
      return failureText(preview.failure, site.label);
    case "problems":
      return vscode.l10n.t("This query can't be run. Edit or remove the marked conditions.");
    case "severalTrackersNotSupported":
      return severalTrackersNotSupportedText(site.label);
    case "siteUnknown":
      return vscode.l10n.t("You aren't connected to the site of this query.");
  }
}

function formatCount(
  { count, isOpenStateUnknown }: QueryCountResult & { kind: "counted" },
  { label }: Site,
): string {
  switch (count.kind) {
    case "contradicted":
      return vscode.l10n.t(
        "{0} ignored these conditions and returned artifacts that don't match. Edit the conditions.",
        label,
      );
    case "notReported":
      return vscode.l10n.t("{0} doesn't report the number of results.", label);
    case "atMost": {
      const text = formatSize(count.size);
      return isOpenStateUnknown
        ? vscode.l10n.t("{0}, including closed ones because {1} doesn't report which are open", text, label)
        : text;
    }
  }
}

function formatSize(size: number): string {
  if (size === 0) return vscode.l10n.t("No artifacts");
  if (size === 1) return vscode.l10n.t("Up to 1 artifact");
  return vscode.l10n.t("Up to {0} artifacts", size.toLocaleString(vscode.env.language));
}

interface PickActionOptions {
  readonly site: Site;
  readonly tracker: Tracker;
  readonly draft: QueryDraft;
  readonly isSaved: boolean;
  /** Active at first, since actions are often repeated. */
  readonly lastAction: BuilderAction["kind"] | undefined;
  readonly preview: (signal: AbortSignal) => Promise<QueryCountResult>;
  readonly checkTqlAndReports: () => Promise<boolean>;
  readonly onError: (error: unknown) => void;
}

/** Skips the preview if a switch is toggled twice quickly. */
const debounceMs = 150;

type ActionBox = vscode.QuickPick<PromptItem<BuilderAction>>;

function setRows(
  box: ActionBox,
  rows: readonly PromptItem<BuilderAction>[],
  isActive: (action: BuilderAction) => boolean,
): void {
  box.items = rows;
  const row = rows.find(({ value }) => value !== undefined && isActive(value));
  if (row !== undefined) box.activeItems = [row];
}

function isSameAction(a: BuilderAction, b: BuilderAction | undefined): boolean {
  if (a.kind !== b?.kind) return false;
  return !("index" in a) || ("index" in b && a.index === b.index);
}

export async function pickBuilderAction(options: PickActionOptions): Promise<PromptResult<BuilderAction>> {
  const { site, tracker, draft, isSaved, lastAction } = options;
  const box: ActionBox = vscode.window.createQuickPick<PromptItem<BuilderAction>>();
  box.placeholder = vscode.l10n.t("Edit the query or select an action");
  box.matchOnDetail = true;
  box.keepScrollPosition = true;
  let hasTqlAndReports = false;
  let preview: QueryCountResult | undefined;
  let isClosed = false;

  const rows = (): readonly PromptItem<BuilderAction>[] =>
    createBuilderRows({
      site,
      draft,
      tracker,
      isSaved,
      hasTqlAndReports,
      problems: preview?.kind === "problems" ? preview.problems : [],
    });
  const redraw = (): void => {
    if (isClosed) return;
    const activeAction = box.activeItems[0]?.value;
    setRows(box, rows(), (action) => isSameAction(action, activeAction));
  };

  setRows(box, rows(), ({ kind }) => kind === (lastAction ?? "add"));
  box.prompt = vscode.l10n.t("Counting…");
  box.busy = true;
  const previewRequest = new DebouncedRequest(debounceMs, (error) => {
    box.busy = false;
    box.prompt = undefined;
    options.onError(error);
  });
  previewRequest.run(options.preview, (newPreview) => {
    box.busy = false;
    preview = newPreview;
    box.prompt = toDisplayLine(formatResultCountPreview(newPreview, site));
    if (newPreview.kind === "problems") redraw();
  });
  options.checkTqlAndReports().then((isSupported) => {
    if (isSupported === hasTqlAndReports) return;
    hasTqlAndReports = isSupported;
    redraw();
  }, options.onError);

  const trackerName = toDisplayLine(tracker.label, 60);
  const title = isSaved
    ? vscode.l10n.t("Query “{0}” for {1}", toDisplayLine(draft.name, 60), trackerName)
    : vscode.l10n.t("New Query for {0}", trackerName);
  const removed = new Promise<PromptResult<BuilderAction>>((resolve) => {
    box.onDidTriggerItemButton(({ item: { value } }) => {
      const action: BuilderAction =
        value?.kind === "change" ? { kind: "remove", index: value.index } : { kind: "conditions" };
      resolve({ kind: "accepted", value: action });
    });
  });
  const result = await Promise.race([
    removed,
    showPrompt(box, { title, canGoBack: false }, () => box.selectedItems[0]?.value),
  ]);
  isClosed = true;
  previewRequest.cancel();
  box.hide();
  return result;
}
