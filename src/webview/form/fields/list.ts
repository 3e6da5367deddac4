// Renders list fields with one or several values, also of users.
import { html, noChange, type TemplateResult } from "lit";
import { Directive, directive, type ElementPart } from "lit/directive.js";
import type { ListFieldShapes } from "../../../model/fields/list.ts";
import type { AvailableChoice } from "../../../model/form/availableChoices.ts";
import type { LabeledId } from "../../../model/valueTypes.ts";
import { fillPlaceholders } from "../../shared/localization.ts";
import { renderColorDot, toHueClass } from "../../shared/icons.ts";
import type { PickerItem } from "../../shared/picker.ts";
import { inlineSelectStyles, statusPillStyles, selectStyles } from "../../shared/controlStyles.ts";
import { renderCheckboxes, renderListRadios } from "./optionGroups.ts";
import type { FieldRenderer } from "./fieldRenderer.ts";
import { toPickerItem, getUserPickerOptions, toChosenValues, renderPicker } from "./pickers.ts";
import {
  changeInput,
  toListEntries,
  hasProblem,
  type FieldContext,
  setFieldAttributes,
} from "./fieldContext.ts";

/** Longer lists get a picker with search. */
const maxSelectOptions = 14;

interface SelectOption {
  readonly value: string;
  readonly label: string;
}

interface SelectElement extends Element {
  options: readonly SelectOption[];
  value: string;
}

/** Sets options before the value, because the element ignores a value without a matching option. */
class SelectOptionsDirective extends Directive {
  #appliedKey = "";

  override update(
    { element }: ElementPart,
    [options, value]: [readonly SelectOption[], string],
  ): typeof noChange {
    const key = JSON.stringify([options, value]);
    if (key === this.#appliedKey) return noChange;
    this.#appliedKey = key;
    const select = element as SelectElement;
    select.options = options;
    select.value = value;
    return noChange;
  }

  render(_options: readonly SelectOption[], _value: string): typeof noChange {
    return noChange;
  }
}

const setSelectOptions = directive(SelectOptionsDirective);

function formatOfferLabel({ view }: FieldContext, { label, isRemoved }: AvailableChoice): string {
  return isRemoved ? fillPlaceholders(view.texts.list.choiceRemoved, label) : label;
}

function toLabeledId({ id, label }: AvailableChoice): LabeledId {
  return { id, label };
}

function getSelectStyles({ variant }: FieldContext): CSSStyleSheet {
  if (variant === "status") return statusPillStyles;
  return variant === "inline" ? inlineSelectStyles : selectStyles;
}

function renderSelect(context: FieldContext, selected: readonly LabeledId[]): TemplateResult {
  const { view, variant, id } = context;
  const { offers, field, texts } = view;
  const value = selected[0] === undefined ? "" : String(selected[0].id);
  const options = [
    ...(field.isRequired && value !== ""
      ? []
      : [
          {
            value: "",
            label: field.isRequired ? fillPlaceholders(texts.list.choose, field.label) : texts.list.noValue,
          },
        ]),
    ...offers.map((offer) => ({ value: String(offer.id), label: formatOfferLabel(context, offer) })),
  ];
  const pick = ({ currentTarget }: Event & { currentTarget: SelectElement }): void => {
    const picked = offers.find((offer) => String(offer.id) === currentTarget.value);
    changeInput(context, { kind: "choices", chosen: picked === undefined ? [] : [toLabeledId(picked)] });
  };
  const color = offers.find((offer) => String(offer.id) === value)?.color;
  return html`<span class="select variant-${variant} ${toHueClass(color) ?? ""}">
    ${variant === "status" ? undefined : renderColorDot(color)}
    <vscode-single-select
      id=${id}
      .label=${field.label}
      ?invalid=${hasProblem(context)}
      @change=${pick}
      ${setSelectOptions(options, value)}
      ${setFieldAttributes(context, getSelectStyles(context))}
    ></vscode-single-select>
  </span>`;
}

function offerToPickerItem(context: FieldContext, offer: AvailableChoice): PickerItem {
  const { id, label, color } = offer;
  return { key: String(id), label, displayLabel: formatOfferLabel(context, offer), color, value: id };
}

/** Chips, and a line to find more values with. */
function renderListPicker(
  context: FieldContext,
  selected: readonly LabeledId[],
  selectionMode: "one" | "many",
): TemplateResult {
  const items = context.view.offers.map((offer) => offerToPickerItem(context, offer));
  return renderPicker(context, {
    selected: selected.map(
      ({ id, label }) =>
        items.find(({ key }) => key === String(id)) ?? {
          key: String(id),
          label,
          color: undefined,
          value: id,
        },
    ),
    selectionMode,
    items,
    onChange: (newSelection) =>
      changeInput(context, { kind: "choices", chosen: toChosenValues(newSelection) }),
  });
}

function renderChoiceControl(
  context: FieldContext,
  listControl: "select" | "radio" | "multiSelect" | "checkboxes",
  selected: readonly LabeledId[],
): TemplateResult {
  const { offers } = context.view;
  const isInHeading = context.variant === "status" || context.variant === "inline";
  const onChange = (newSelection: readonly LabeledId[]): void =>
    changeInput(context, { kind: "choices", chosen: newSelection });
  const options = offers.map((offer) => ({
    ...toLabeledId(offer),
    displayLabel: formatOfferLabel(context, offer),
    color: offer.color,
  }));
  switch (listControl) {
    case "radio":
      if (isInHeading) return renderSelect(context, selected);
      return renderListRadios(context, { options, selected: selected[0], onChange });
    case "select":
      return offers.length > maxSelectOptions
        ? renderListPicker(context, selected, "one")
        : renderSelect(context, selected);
    case "checkboxes":
      if (isInHeading) return renderListPicker(context, selected, "many");
      return renderCheckboxes(context, { options, selected, onChange });
    case "multiSelect":
      return renderListPicker(context, selected, "many");
  }
}

function renderUserControl(
  context: FieldContext,
  selectionMode: "one" | "many",
  selected: readonly LabeledId[],
): TemplateResult {
  return renderPicker(context, {
    selectionMode,
    selected: selected.map(toPickerItem),
    items: [],
    ...getUserPickerOptions(context),
    onChange: (newSelection) =>
      changeInput(context, { kind: "choices", chosen: toChosenValues(newSelection) }),
  });
}

export const listRenderer: FieldRenderer<ListFieldShapes> = {
  renderControl: (context, control, { chosen }) =>
    control.kind === "people"
      ? renderUserControl(context, control.takes, chosen)
      : renderChoiceControl(context, control.look, chosen),
  toEntries: ({ chosen }) => toListEntries(chosen),
};
