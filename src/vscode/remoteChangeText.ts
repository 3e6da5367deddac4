import * as vscode from "vscode";
import { oneLine } from "../model/displayText.ts";

interface RemoteChange {
  /** Names, the last to write first; none where the server doesn't tell. */
  readonly by: readonly string[];
  /** By their labels. */
  readonly fields: readonly string[];
}

/** What someone else has done meanwhile, as the end of a sentence about an artifact. */
export function remoteChangeText(theirs: RemoteChange | undefined): string {
  const by = oneLine(theirs?.by.join(", ") ?? "", 120);
  const fields = oneLine(theirs?.fields.join(", ") ?? "", 120);
  if (by === "" && fields === "") return vscode.l10n.t("someone else has changed it since");
  if (by === "") return vscode.l10n.t("someone else has changed {0} since", fields);
  return fields === ""
    ? vscode.l10n.t("{0} has changed it since", by)
    : vscode.l10n.t("{0} has changed {1} since", by, fields);
}
