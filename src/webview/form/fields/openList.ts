// Lists that anything can be typed into.
import type { TemplateResult } from "lit";
import type { OpenListField } from "../../../model/fields/openList.ts";
import type { OpenEntry } from "../../../model/value.ts";
import type { PickItem } from "../../shared/picker.ts";
import type { FieldDrawing } from "./drawing.ts";
import { fewest, peopleSearch, pickerControl } from "./pickers.ts";
import { change, type Place } from "./place.ts";

function entryItem({ id, label }: OpenEntry): PickItem {
  return { key: id === undefined ? `typed ${label}` : String(id), label, value: id };
}

function openListControl(
  place: Place,
  { choices, of }: OpenListField["control"],
  entries: readonly OpenEntry[],
): TemplateResult {
  const items = choices
    .filter(({ isHidden }) => !isHidden)
    .map(({ id, label, color }) => ({ key: String(id), label, color, value: id }));
  return pickerControl(place, {
    takes: "many",
    chosen: entries.map(entryItem),
    items,
    takesTyped: of === "texts" || of === "paths",
    isExact: of === "paths",
    ...(of === "people"
      ? { ask: peopleSearch(place.page), placeholder: place.view.texts.list.findPeople }
      : {}),
    ...(of === "people" && items.length === 0 ? { minimum: fewest } : {}),
    set: (now, isTyping) =>
      change(
        place,
        { kind: "openList", entries: now.map(({ value, label }) => ({ id: value, label })) },
        isTyping,
      ),
  });
}

export const openListDrawing: FieldDrawing<OpenListField> = {
  control: (place, control, { entries }) => openListControl(place, control, entries),
  entries: ({ entries }) => entries.map(({ label }) => ({ key: label, label })),
};
