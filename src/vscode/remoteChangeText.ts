import * as vscode from "vscode";
import { toDisplayLine } from "../model/displayText.ts";

interface RemoteChangeSummary {
  /** Names, the latest first; empty if the server doesn't report them. */
  readonly by: readonly string[];
  /** Labels. */
  readonly fields: readonly string[];
}

/** Remote changes, as the end of a sentence about an artifact. */
export function remoteChangeText(changes: RemoteChangeSummary | undefined): string {
  const by = toDisplayLine(changes?.by.join(", ") ?? "", 120);
  const fields = toDisplayLine(changes?.fields.join(", ") ?? "", 120);
  if (by === "" && fields === "") return vscode.l10n.t("someone else changed the artifact in the meantime");
  if (by === "") return vscode.l10n.t("someone else changed {0} in the meantime", fields);
  return fields === ""
    ? vscode.l10n.t("{0} changed the artifact in the meantime", by)
    : vscode.l10n.t("{0} changed {1} in the meantime", by, fields);
}
