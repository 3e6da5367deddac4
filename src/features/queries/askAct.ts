// The builder's list: shows a query as it is put together, and how many it finds, until something is to be done with it.
import * as vscode from "vscode";
import { oneLine } from "../../model/displayText.ts";
import type { Site } from "../../model/site.ts";
import type { Tracker } from "../../model/tracker.ts";
import type { Preview } from "../../store/queries/preview.ts";
import { Latest } from "../../vscode/async.ts";
import { failureText } from "../../vscode/failureText.ts";
import { converse, type Reply, type StepRow } from "../../vscode/prompts.ts";
import type { Sketch } from "./sketch.ts";
import { type Act, sketchRows } from "./sketchRows.ts";

// How many a query finds, in words.

export function previewText(preview: Preview, site: Site): string {
  switch (preview.kind) {
    case "counted":
      return countText(preview, site);
    case "failed":
      return failureText(preview.failure, site.label);
    case "problems":
      return vscode.l10n.t("It can't be asked like this: change or remove what is marked.");
    case "siteUnknown":
      return vscode.l10n.t("You are not connected to its site.");
  }
}

function countText({ count, isOpenUntold }: Preview & { kind: "counted" }, { label }: Site): string {
  switch (count.kind) {
    case "contradicted":
      return vscode.l10n.t(
        "{0} does not heed these conditions: it lists artifacts that don't meet them.",
        label,
      );
    case "untold":
      return vscode.l10n.t("{0} does not say how many there are.", label);
    case "atMost": {
      const text = sizeText(count.size);
      return isOpenUntold
        ? vscode.l10n.t("{0}, closed ones too: {1} does not say which are open.", text, label)
        : text;
    }
  }
}

function sizeText(size: number): string {
  if (size === 0) return vscode.l10n.t("No artifacts");
  if (size === 1) return vscode.l10n.t("At most 1 artifact");
  return vscode.l10n.t("At most {0} artifacts", size.toLocaleString(vscode.env.language));
}

interface ActQuestion {
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
