// Values that are only read, and inputs that have lost their control.
import { html, type TemplateResult } from "lit";
import { fieldText, type Input } from "../../../model/fields/registry.ts";
import { inputText } from "../../../model/form/input.ts";
import type { PageTexts } from "../../../protocol/pageTexts.ts";
import { timeZone } from "../../shared/format.ts";
import { drawingOfControl, drawingOfInput, drawingOfValue } from "./drawings.ts";
import { type Place, shownText } from "./place.ts";

/** What was typed, all of it: here it can still be read and copied. */
export function wholeText(input: Input, texts: PageTexts): string {
  return drawingOfInput(input)?.wholeText?.(input, texts) ?? inputText(input, timeZone);
}

/** A field that can't be changed. What was typed into it earlier, or by another window, is shown below. */
export function readControl(place: Place): TemplateResult {
  const { field, input, isChanged, texts } = place.view;
  const { value, control } = field;
  const instead = drawingOfControl(control)?.unchangeable?.(place, control);
  if (instead !== undefined) return instead;
  const shown = value && drawingOfValue(value)?.shown?.(place, value);
  const text = shown ?? shownText(place.view, value === undefined ? "" : fieldText(value));
  if (!isChanged || input === undefined) return text;
  return html`${text}
    <div class="typed" dir="auto">${wholeText(input, texts)}</div>`;
}
