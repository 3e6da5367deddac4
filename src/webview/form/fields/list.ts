// Lists of which one or several values are chosen, and the same for people.
import { html, noChange, type TemplateResult } from "lit";
import { Directive, directive, type ElementPart } from "lit/directive.js";
import type { ListField } from "../../../model/fields/list.ts";
import type { Offer } from "../../../model/form/offered.ts";
import type { Chosen } from "../../../model/value.ts";
import { filled } from "../../shared/format.ts";
import { dot, hueClass } from "../../shared/icons.ts";
import type { PickItem } from "../../shared/picker.ts";
import { inlineSheet, pillSheet, selectSheet } from "../../shared/styles.ts";
import { checkboxes, radios } from "./boxes.ts";
import type { FieldDrawing } from "./drawing.ts";
import { choiceItem, peoplePicker, pickedValues, pickerControl } from "./pickers.ts";
import { change, chosenEntries, isInvalid, type Place, refined } from "./place.ts";

/** Longer lists are searched rather than looked through. */
const longList = 14;

interface SelectOption {
  readonly value: string;
  readonly label: string;
}

interface SelectElement extends Element {
  options: readonly SelectOption[];
  value: string;
}

/** The element takes its value only after its options. */
class Selection extends Directive {
  #done = "";

  override update(
    { element }: ElementPart,
    [options, value]: [readonly SelectOption[], string],
  ): typeof noChange {
    const key = JSON.stringify([options, value]);
    if (key === this.#done) return noChange;
    this.#done = key;
    const select = element as SelectElement;
    select.options = options;
    select.value = value;
    return noChange;
  }

  render(_options: readonly SelectOption[], _value: string): typeof noChange {
    return noChange;
  }
}

const selection = directive(Selection);

function offerLabel({ view }: Place, { label, isGone }: Offer): string {
  return isGone ? filled(view.texts.list.noLongerOffered, label) : label;
}

function asChosen({ id, label }: Offer): Chosen {
  return { id, label };
}

function selectSheetOf({ look }: Place): CSSStyleSheet {
  if (look === "status") return pillSheet;
  return look === "inline" ? inlineSheet : selectSheet;
}

function select(place: Place, chosen: readonly Chosen[]): TemplateResult {
  const { view, look, id } = place;
  const { offers, field, texts } = view;
  const value = chosen[0] === undefined ? "" : String(chosen[0].id);
  const options = [
    ...(field.isRequired && value !== ""
      ? []
      : [{ value: "", label: field.isRequired ? filled(texts.list.choose, field.label) : texts.list.none }]),
    ...offers.map((offer) => ({ value: String(offer.id), label: offerLabel(place, offer) })),
  ];
  const pick = ({ currentTarget }: Event & { currentTarget: SelectElement }): void => {
    const picked = offers.find((offer) => String(offer.id) === currentTarget.value);
    change(place, { kind: "choices", chosen: picked === undefined ? [] : [asChosen(picked)] });
  };
  const color = offers.find((offer) => String(offer.id) === value)?.color;
  return html`<span class="select look-${look} ${hueClass(color) ?? ""}">
    ${look === "status" ? undefined : dot(color)}
    <vscode-single-select
      id=${id}
      .label=${field.label}
      ?invalid=${isInvalid(place)}
      @change=${pick}
      ${selection(options, value)}
      ${refined(place, selectSheetOf(place))}
    ></vscode-single-select>
  </span>`;
}

function asItem(place: Place, offer: Offer): PickItem {
  const { id, label, color } = offer;
  return { key: String(id), label, shown: offerLabel(place, offer), color, value: id };
}

/** Chips, and a line to find more values with. */
function picked(place: Place, chosen: readonly Chosen[], takes: "one" | "many"): TemplateResult {
  const items = place.view.offers.map((offer) => asItem(place, offer));
  return pickerControl(place, {
    chosen: chosen.map(
      ({ id, label }) =>
        items.find(({ key }) => key === String(id)) ?? {
          key: String(id),
          label,
          color: undefined,
          value: id,
        },
    ),
    takes,
    items,
    set: (now) => change(place, { kind: "choices", chosen: pickedValues(now) }),
  });
}

function choiceControl(
  place: Place,
  listLook: "select" | "radio" | "multiSelect" | "checkboxes",
  chosen: readonly Chosen[],
): TemplateResult {
  const { offers } = place.view;
  const isInHeading = place.look === "status" || place.look === "inline";
  const set = (now: readonly Chosen[]): void => change(place, { kind: "choices", chosen: now });
  const asOffers = offers.map((offer) => ({
    ...asChosen(offer),
    shown: offerLabel(place, offer),
    color: offer.color,
  }));
  switch (listLook) {
    case "radio":
      if (isInHeading) return select(place, chosen);
      return radios(place, { offers: asOffers, chosen: chosen[0], set });
    case "select":
      return offers.length > longList ? picked(place, chosen, "one") : select(place, chosen);
    case "checkboxes":
      if (isInHeading) return picked(place, chosen, "many");
      return checkboxes(place, { offers: asOffers, chosen, set });
    case "multiSelect":
      return picked(place, chosen, "many");
  }
}

function peopleControl(place: Place, takes: "one" | "many", chosen: readonly Chosen[]): TemplateResult {
  return pickerControl(place, {
    takes,
    chosen: chosen.map(choiceItem),
    items: [],
    ...peoplePicker(place),
    set: (now) => change(place, { kind: "choices", chosen: pickedValues(now) }),
  });
}

export const listDrawing: FieldDrawing<ListField> = {
  control: (place, control, { chosen }) =>
    control.kind === "people"
      ? peopleControl(place, control.takes, chosen)
      : choiceControl(place, control.look, chosen),
  entries: ({ chosen }) => chosenEntries(chosen),
};
