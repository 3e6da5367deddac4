// The fields that can be searched in several trackers, with their labels.
import * as vscode from "vscode";
import {
  type CrossTrackerField,
  type CrossTrackerStatus,
  createCombinedTracker,
} from "../model/query/combinedTracker.ts";
import type { Tracker } from "../model/tracker.ts";
import { type SeveralTrackers, severalTrackersText } from "./severalTrackersText.ts";

function getFieldLabel(name: CrossTrackerField): string {
  switch (name) {
    case "title":
      return vscode.l10n.t("Title");
    case "status":
      return vscode.l10n.t("Status");
    case "assignee":
      return vscode.l10n.t("Assignee");
    case "submitter":
      return vscode.l10n.t("Submitted by");
    case "submitted":
      return vscode.l10n.t("Submitted");
    case "modified":
      return vscode.l10n.t("Modified");
  }
}

function getStatusLabel(status: CrossTrackerStatus): string {
  return status === "open" ? vscode.l10n.t("open") : vscode.l10n.t("closed");
}

/** These fields as those of a tracker. */
export function getCombinedTracker(trackers: SeveralTrackers): Tracker {
  return createCombinedTracker({
    tracker: severalTrackersText(trackers),
    getField: getFieldLabel,
    getStatus: getStatusLabel,
  });
}
