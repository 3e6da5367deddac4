// The control of a field, by its type.
import type { TemplateResult } from "lit";
import type { Input } from "../../../model/fields/registry.ts";
import { emptyInput } from "../../../model/form/input.ts";
import type { TextState } from "./drawing.ts";
import { drawingOfControl } from "./drawings.ts";
import type { Place } from "./place.ts";
import { readControl } from "./shown.ts";

/** What stands in it; a draft from another time can hold an input of another kind, which is of no use here. */
function inputOf({ view: { field, input } }: Place): Input | undefined {
  const empty = emptyInput(field.control);
  return input?.kind === empty?.kind ? input : empty;
}

/** What takes no input is drawn as if it could not be changed. */
export function controlOf(place: Place, state: TextState): TemplateResult {
  const { control } = place.view.field;
  const input = inputOf(place);
  return (input && drawingOfControl(control)?.control?.(place, control, input, state)) ?? readControl(place);
}

export function toolsOf(place: Place, state: TextState): TemplateResult | undefined {
  const input = inputOf(place);
  return input && drawingOfControl(place.view.field.control)?.tools?.(place, input, state);
}
