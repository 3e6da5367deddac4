// Next and previous artifact from a form. A form without a draft is closed when the user moves on, as a preview editor is.
import * as vscode from "vscode";
import type { ArtifactTarget } from "../../protocol/commandArguments.ts";
import type { ContextKeyTypes } from "../../protocol/contributions.ts";
import { setContext } from "../../vscode/commandRegistry.ts";
import { withProgress } from "../../vscode/notifications.ts";
import type { FormPanel } from "./formPanel.ts";
import {
  type NavigationDirection,
  type ListPosition,
  createListPosition,
  type NavigationResult,
  findAdjacentArtifact,
} from "./listNavigation.ts";

type OpenArtifact = (target: ArtifactTarget, viewColumn: vscode.ViewColumn | undefined) => Promise<unknown>;

export class FormNavigation {
  readonly #positions = new WeakMap<FormPanel, ListPosition>();
  #isContextKeySet = false;

  /** A form that is opened again without a list keeps its position. */
  recordPosition(panel: FormPanel, target: ArtifactTarget): void {
    const { getListedArtifacts, loadMore } = target;
    if (getListedArtifacts !== undefined) {
      this.#positions.set(panel, createListPosition(getListedArtifacts, target, loadMore));
    }
  }

  /** Shows or hides the buttons of the title bar. */
  async updateContextKey(activePanel: FormPanel | undefined): Promise<void> {
    const isInList = activePanel !== undefined && this.#positions.has(activePanel);
    if (isInList === this.#isContextKeySet) return;
    this.#isContextKeySet = isInList;
    await setContext<ContextKeyTypes>("artifacts.formHasList", isInList);
  }

  async navigate(from: FormPanel, direction: NavigationDirection, open: OpenArtifact): Promise<void> {
    const position = this.#positions.get(from);
    const { subject } = from.session;
    if (position === undefined || subject.kind !== "artifact") {
      showMessage(
        vscode.l10n.t(
          "Next Artifact and Previous Artifact aren't available because this artifact wasn't opened from a list.",
        ),
      );
      return;
    }
    const title = vscode.l10n.t("Loading from {0}…", from.site.label);
    const result = await withProgress(title, (signal) =>
      findAdjacentArtifact(position, subject, direction, signal),
    );
    if (result === undefined) return;
    if (result.kind !== "artifact") {
      showMessage(formatEndOfList(result.kind));
      return;
    }
    const { getListedArtifacts = position.list, loadMore = position.loadMore } = result.target;
    await open({ ...result.target, getListedArtifacts, loadMore }, from.viewColumn);
    from.closeIfNoDraft();
  }
}

function formatEndOfList(reason: Exclude<NavigationResult["kind"], "artifact">): string {
  switch (reason) {
    case "first":
      return vscode.l10n.t("This is the first artifact in the list.");
    case "last":
      return vscode.l10n.t("This is the last artifact in the list.");
    case "noneLoadedYet":
      return vscode.l10n.t("The next artifact isn't loaded yet. Try again to load more.");
    case "notRead":
      return vscode.l10n.t("This is the last loaded artifact. Load more in the list to continue.");
  }
}

function showMessage(text: string): void {
  void vscode.window.showInformationMessage(text);
}
