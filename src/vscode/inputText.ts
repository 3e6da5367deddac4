// Values of fields as text for messages.
import * as vscode from "vscode";
import type { FieldEntry } from "../model/artifact.ts";
import { oneLine } from "../model/displayText.ts";
import { fieldText, type FieldValue, type Input } from "../model/fields/registry.ts";
import { inputText, isEmpty } from "../model/form/input.ts";
import { moment } from "./dates.ts";

/** A value as a line, in the person's own way of writing dates. */
export function valueText(value: FieldValue): string {
  return value.kind === "date" ? (moment(value.date) ?? "") : fieldText(value);
}

export function fieldValue({ value }: FieldEntry): string {
  return valueText(value);
}

// The value of a field as one line of a message.

export function inputLine(input: Input | undefined): string {
  const isAutomatic = input?.kind === "computed" && input.isAutomatic;
  if (isAutomatic) return vscode.l10n.t("computed");
  // What is cut off anyway needs no look.
  const text = input === undefined || isEmpty(input) ? "" : oneLine(inputText(input).slice(0, 2000), 120);
  return text === "" ? vscode.l10n.t("nothing") : text;
}

/** Long texts are shown from shortly before the place where they begin to differ. */
export function differingLines(sent: Input, stored: Input | undefined): readonly [string, string] {
  const one = inputText(sent);
  const other = stored === undefined ? "" : inputText(stored);
  const end = Math.min(one.length, other.length);
  let same = 0;
  while (same < end && one[same] === other[same]) same += 1;
  const from = same > 60 ? same - 20 : 0;
  const shown = (input: Input | undefined, text: string): string =>
    from === 0 ? inputLine(input) : `…${oneLine(text.slice(from, from + 2000), 120)}`;
  return [shown(sent, one), shown(stored, other)];
}
