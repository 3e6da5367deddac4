import { html, nothing, type TemplateResult } from "lit";
import type { Input } from "../../model/form/input.ts";
import { filled } from "../filled.ts";
import { manualControl } from "./line.ts";
import { change, type Place } from "./place.ts";
import { radioGroup } from "./radios.ts";

/** A number that the server works out, unless somebody sets it. */
export function computedControl(place: Place, input: Input & { readonly kind: "computed" }): TemplateResult {
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
