// Texts of field values, inputs and remote changes for messages.
import * as vscode from "vscode";
import type { FieldWithValue } from "../model/artifact.ts";
import { toDisplayLine } from "../model/displayText.ts";
import { toFieldText, type FieldValue, type Input } from "../model/fields/registry.ts";
import { toInputText, isEmptyInput } from "../model/form/input.ts";
import { formatDateTime } from "./dates.ts";

/** The value as one line, with dates in VS Code's language. */
export function fieldValueText(value: FieldValue): string {
  return value.kind === "date" ? (formatDateTime(value.date) ?? "") : toFieldText(value);
}

export function valueTextOfField({ value }: FieldWithValue): string {
  return fieldValueText(value);
}

export function formatInputLine(input: Input | undefined): string {
  const isAutomatic = input?.kind === "computed" && input.isAutomatic;
  if (isAutomatic) return vscode.l10n.t("computed");
  // Only the beginning is shown, so the rest isn't processed.
  const text =
    input === undefined || isEmptyInput(input) ? "" : toDisplayLine(toInputText(input).slice(0, 2000), 120);
  return text === "" ? vscode.l10n.t("(empty)") : text;
}

/** Long texts are shown from shortly before their first difference. */
export function formatDifferingInputs(sent: Input, stored: Input | undefined): readonly [string, string] {
  const sentText = toInputText(sent);
  const storedText = stored === undefined ? "" : toInputText(stored);
  const end = Math.min(sentText.length, storedText.length);
  let commonLength = 0;
  while (commonLength < end && sentText[commonLength] === storedText[commonLength]) commonLength += 1;
  const from = commonLength > 60 ? commonLength - 20 : 0;
  const format = (input: Input | undefined, text: string): string =>
    from === 0 ? formatInputLine(input) : `…${toDisplayLine(text.slice(from, from + 2000), 120)}`;
  return [format(sent, sentText), format(stored, storedText)];
}

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
