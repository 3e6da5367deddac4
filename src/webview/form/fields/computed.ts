// Numbers that the server works out, unless somebody sets them.
import { html, nothing, type TemplateResult } from "lit";
import type { ComputedField } from "../../../model/fields/computed.ts";
import { filled } from "../../shared/format.ts";
import { radioGroup } from "./boxes.ts";
import type { FieldDrawing } from "./drawing.ts";
import { lineOf } from "./line.ts";
import { change, type Place } from "./place.ts";

function manualControl(place: Place, text: string): TemplateResult {
  return lineOf(place, { text, make: (typed) => ({ kind: "computed", isAutomatic: false, text: typed }) });
}

/** A number that the server works out, unless somebody sets it. */
function computedControl(place: Place, input: ComputedField["input"]): TemplateResult {
  const { field, texts } = place.view;
  const computed = field.value?.kind === "computed" ? field.value.computed : undefined;
  const choose = (key: string): void =>
    change(place, { kind: "computed", isAutomatic: key === "automatic", text: input.text });
  const group = radioGroup(
    place,
    [
      { key: "automatic", shown: filled(texts.automatic, computed?.toString() ?? texts.noComputedValue) },
      { key: "manual", shown: texts.manual },
    ],
    input.isAutomatic ? "automatic" : "manual",
    choose,
    `${place.id}-way`,
  );
  return html`<div class="computed">
    ${group}${input.isAutomatic ? nothing : manualControl(place, input.text)}
  </div>`;
}

export const computedDrawing: FieldDrawing<ComputedField> = {
  control: (place, _control, input) => computedControl(place, input),
  wholeText: ({ isAutomatic, text }, texts) =>
    isAutomatic ? filled(texts.automatic, texts.noComputedValue) : text,
};
