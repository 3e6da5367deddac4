// Renders open lists, which also accept typed values.
import type { TemplateResult } from "lit";
import type { OpenListFieldShapes } from "../../../model/fields/openList.ts";
import type { OpenListEntry } from "../../../model/valueTypes.ts";
import type { PickerItem } from "../../shared/picker.ts";
import type { FieldRenderer } from "./fieldRenderer.ts";
import { minUserSearchLength, getUserSearch, renderPicker } from "./pickers.ts";
import { changeInput, type FieldContext } from "./fieldContext.ts";

function entryToPickerItem({ id, label }: OpenListEntry): PickerItem {
  return { key: id === undefined ? `typed ${label}` : String(id), label, value: id };
}

function renderOpenList(
  context: FieldContext,
  { choices, of }: OpenListFieldShapes["control"],
  entries: readonly OpenListEntry[],
): TemplateResult {
  const items = choices
    .filter(({ isHidden }) => !isHidden)
    .map(({ id, label, color }) => ({ key: String(id), label, color, value: id }));
  return renderPicker(context, {
    selectionMode: "many",
    selected: entries.map(entryToPickerItem),
    items,
    allowsTyped: of === "texts" || of === "paths",
    isCaseSensitive: of === "paths",
    ...(of === "people"
      ? { search: getUserSearch(context.page), placeholder: context.view.texts.list.findPeople }
      : {}),
    ...(of === "people" && items.length === 0 ? { minQueryLength: minUserSearchLength } : {}),
    onChange: (newSelection, isTyping) =>
      changeInput(
        context,
        { kind: "openList", entries: newSelection.map(({ value, label }) => ({ id: value, label })) },
        isTyping,
      ),
  });
}

export const openListRenderer: FieldRenderer<OpenListFieldShapes> = {
  renderControl: (context, control, { entries }) => renderOpenList(context, control, entries),
  toEntries: ({ entries }) => entries.map(({ label }) => ({ key: label, label })),
};
