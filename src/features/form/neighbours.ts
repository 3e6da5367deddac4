// From one form to the next of the list that it was opened from. A form that is left with nothing unsent in it goes, as a
// preview does: whoever walks through a list does not want a tab for each.
import * as vscode from "vscode";
import type { ArtifactTarget } from "../../protocol/commands.ts";
import type { ContextKeys } from "../../protocol/contributions.ts";
import { setContext } from "../../vscode/commands.ts";
import { withProgress } from "../../vscode/notifications.ts";
import type { FormPanel } from "./formPanel.ts";
import { type Direction, type Place, placeIn, type Step, stepFrom } from "./placeInList.ts";

type Open = (target: ArtifactTarget, viewColumn: vscode.ViewColumn | undefined) => Promise<unknown>;

export class Neighbours {
  readonly #places = new WeakMap<FormPanel, Place>();
  #isShown = false;

  /** Remembers where a form was opened from; one that is opened from nowhere in particular stays where it was. */
  opened(panel: FormPanel, target: ArtifactTarget): void {
    const { neighbours, readOn } = target;
    if (neighbours !== undefined) this.#places.set(panel, placeIn(neighbours, target, readOn));
  }

  /** Lets the title bar offer to go on where that is possible. */
  async offer(inFront: FormPanel | undefined): Promise<void> {
    const isShown = inFront !== undefined && this.#places.has(inFront);
    if (isShown === this.#isShown) return;
    this.#isShown = isShown;
    await setContext<ContextKeys>("artifacts.formHasNeighbours", isShown);
  }

  async go(from: FormPanel, direction: Direction, open: Open): Promise<void> {
    const place = this.#places.get(from);
    const { subject } = from.editing;
    if (place === undefined || subject.kind !== "artifact") {
      say(vscode.l10n.t("This form was not opened from a list."));
      return;
    }
    const title = vscode.l10n.t("Reading from {0}", from.site.label);
    const step = await withProgress(title, (signal) => stepFrom(place, subject, direction, signal));
    if (step === undefined) return;
    if (step.kind !== "to") {
      say(endText(step.kind));
      return;
    }
    const { neighbours = place.list, readOn = place.readOn } = step.target;
    await open({ ...step.target, neighbours, readOn }, from.viewColumn);
    from.closeIfNothingUnsent();
  }
}

function endText(end: Exclude<Step["kind"], "to">): string {
  switch (end) {
    case "first":
      return vscode.l10n.t("This is the first one of the list.");
    case "last":
      return vscode.l10n.t("This is the last one of the list.");
    case "noneYet":
      return vscode.l10n.t("More of the list was read, and none of it comes after this one: try once more.");
    case "notRead":
      return vscode.l10n.t("This is the last one that was read: the list goes on, read on there.");
  }
}

function say(text: string): void {
  void vscode.window.showInformationMessage(text);
}
