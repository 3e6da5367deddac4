// The builder's list: shows a query as it is put together, and how many it finds, until something is to be done with it.
import * as vscode from "vscode";
import { oneLine } from "../../model/displayText.ts";
import type { Site } from "../../model/site.ts";
import type { Tracker } from "../../model/tracker.ts";
import { converse, type Reply, type StepRow } from "../../platform/askStep.ts";
import { Latest } from "../../platform/latest.ts";
import type { Preview } from "../../store/queries/preview.ts";
import { previewText } from "./previewText.ts";
import type { Sketch } from "./sketch.ts";
import { type Act, sketchRows } from "./sketchRows.ts";

export interface ActQuestion {
  readonly site: Site;
  readonly tracker: Tracker;
  readonly sketch: Sketch;
  readonly isKept: boolean;
  /** Where to begin: what was done last is often done again. */
  readonly last: Act["kind"] | undefined;
  readonly preview: (signal: AbortSignal) => Promise<Preview>;
  readonly hasOwnWays: () => Promise<boolean>;
  readonly failed: (error: unknown) => void;
}

/** Long enough for one who turns a switch on and off again. */
const pauseMs = 150;

type Box = vscode.QuickPick<StepRow<Act>>;

function setRows(box: Box, rows: readonly StepRow<Act>[], active: (act: Act) => boolean): void {
  box.items = rows;
  const row = rows.find(({ value }) => value !== undefined && active(value));
  if (row !== undefined) box.activeItems = [row];
}

function isSame(one: Act, other: Act | undefined): boolean {
  if (one.kind !== other?.kind) return false;
  return !("place" in one) || ("place" in other && one.place === other.place);
}

export async function askAct(question: ActQuestion): Promise<Reply<Act>> {
  const { site, tracker, sketch, isKept, last } = question;
  const box: Box = vscode.window.createQuickPick<StepRow<Act>>();
  box.placeholder = vscode.l10n.t("What to change, or what to do with it");
  box.matchOnDetail = true;
  box.keepScrollPosition = true;
  let hasOwnWays = false;
  let preview: Preview | undefined;
  let isOver = false;

  const rows = (): readonly StepRow<Act>[] =>
    sketchRows({
      site,
      sketch,
      tracker,
      isKept,
      hasOwnWays,
      problems: preview?.kind === "problems" ? preview.problems : [],
    });
  const redraw = (): void => {
    if (isOver) return;
    const active = box.activeItems[0]?.value;
    setRows(box, rows(), (act) => isSame(act, active));
  };

  setRows(box, rows(), ({ kind }) => kind === (last ?? "add"));
  box.prompt = vscode.l10n.t("Counting…");
  box.busy = true;
  const latest = new Latest(pauseMs, (error) => {
    box.busy = false;
    box.prompt = undefined;
    question.failed(error);
  });
  latest.ask(question.preview, (counted) => {
    box.busy = false;
    preview = counted;
    box.prompt = oneLine(previewText(counted, site));
    if (counted.kind === "problems") redraw();
  });
  question.hasOwnWays().then((isSo) => {
    if (isSo === hasOwnWays) return;
    hasOwnWays = isSo;
    redraw();
  }, question.failed);

  const name = oneLine(tracker.label, 60);
  const title = isKept
    ? vscode.l10n.t("Query “{0}” of {1}", oneLine(sketch.name, 60), name)
    : vscode.l10n.t("New Query of {0}", name);
  const removed = new Promise<Reply<Act>>((resolve) => {
    box.onDidTriggerItemButton(({ item: { value } }) => {
      const act: Act =
        value?.kind === "change" ? { kind: "remove", place: value.place } : { kind: "conditions" };
      resolve({ kind: "answer", value: act });
    });
  });
  const reply = await Promise.race([
    removed,
    converse(box, { title, canGoBack: false }, () => box.selectedItems[0]?.value),
  ]);
  isOver = true;
  latest.cancel();
  box.hide();
  return reply;
}
