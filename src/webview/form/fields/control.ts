// The control of a field, by its kind.
import { html, type TemplateResult } from "lit";
import { emptyInput, type Input } from "../../../model/form/input.ts";
import { checkboxes } from "./boxes.ts";
import { choiceControl } from "./choice.ts";
import { filesControl } from "./files.ts";
import { computedControl, dateControl, lineControl, numberControl } from "./line.ts";
import { linksControl } from "./links.ts";
import { notificationsControl } from "./notifications.ts";
import { openListControl, peopleControl } from "./pickers.ts";
import { change, type Place } from "./place.ts";
import { readControl } from "./shown.ts";
import { stepsControl } from "./steps.ts";
import { textControl, type TextInput, type TextState } from "./text.ts";

/** What stands in it; a draft from another time can hold an input of another kind, which is of no use here. */
function inputOf<K extends Input["kind"]>({ view }: Place, kind: K): Extract<Input, { kind: K }> {
  const input = view.input?.kind === kind ? view.input : emptyInput(view.field.control);
  if (input?.kind !== kind) throw new Error(`A control of this kind takes no ${kind}.`);
  return input as Extract<Input, { kind: K }>;
}

/** The text of a field that holds one. */
export function textIn(place: Place): TextInput {
  return inputOf(place, "text");
}

function permissionsControl(place: Place): TemplateResult {
  const { control, base } = place.view.field;
  const listed = control.kind === "permissions" ? control.groups : [];
  const { groups } = inputOf(place, "permissions");
  const present = [...groups, ...(base?.kind === "permissions" ? base.groups : [])];
  const known = new Set(listed.map(({ id }) => String(id)));
  const others = new Map(
    present.filter(({ id }) => !known.has(String(id))).map((each) => [String(each.id), each]),
  );
  const offers = [...listed, ...others.values()].map(({ id, label }) => ({
    id,
    label,
    shown: label,
    color: undefined,
  }));
  return checkboxes(place, {
    offers,
    chosen: groups,
    set: (chosen) => change(place, { kind: "permissions", groups: chosen }),
  });
}

export function controlOf(place: Place, state: TextState): TemplateResult {
  const { control } = place.view.field;
  switch (control.kind) {
    case "line":
      return lineControl(place, inputOf(place, "line").text);
    case "text":
      return textControl(place, textIn(place), state);
    case "number":
      return numberControl(place, inputOf(place, "number").text);
    case "date":
      return dateControl(place, inputOf(place, "date").text, control.withTime);
    case "choice":
      return choiceControl(place, control.look, inputOf(place, "choices").chosen);
    case "people":
      return peopleControl(place, control.takes, inputOf(place, "choices").chosen);
    case "openList":
      return openListControl(place, control, inputOf(place, "openList").entries);
    case "links":
      return linksControl(place, control.types, inputOf(place, "links").forward, true);
    case "permissions":
      return permissionsControl(place);
    case "computed":
      return computedControl(place, inputOf(place, "computed"));
    case "steps":
      return stepsControl(place, inputOf(place, "steps").steps);
    case "notifications":
      return notificationsControl(place, control.groups, inputOf(place, "notifications").rows);
    case "files":
      return filesControl(place);
    case "shown":
      return readControl(place);
    case "broken":
      return html`<p class="problem">${place.view.texts.broken}</p>`;
  }
}
