// Checkboxes and radio buttons.
import { html, type TemplateResult } from "lit";
import type { Chosen } from "../../../model/value.ts";
import { dot } from "../../shared/icons.ts";
import { radioStep, steppedTo } from "../../shared/keys.ts";
import { refine } from "../refine.ts";
import { descriptionOf, isInvalid, labelId, type Place } from "./place.ts";

// Several values to tick: checkboxes of a list, groups of permissions.

interface ShownOffer extends Chosen {
  readonly shown: string;
  readonly color: string | undefined;
}

interface CheckboxOptions {
  readonly offers: readonly ShownOffer[];
  readonly chosen: readonly Chosen[];
  readonly set: (chosen: readonly Chosen[]) => void;
}

export function checkboxes(place: Place, { offers, chosen, set }: CheckboxOptions): TemplateResult {
  const isChosen = new Set(chosen.map(({ id }) => String(id)));
  const toggle = ({ id, label }: ShownOffer): void =>
    set(
      isChosen.has(String(id))
        ? chosen.filter((each) => String(each.id) !== String(id))
        : [...chosen, { id, label }],
    );
  return html`<div
    id=${place.id}
    class="options"
    role="group"
    aria-labelledby=${labelId(place)}
    aria-description=${descriptionOf(place)}
  >
    ${offers.map(
      (offer) =>
        html`<vscode-checkbox
          .checked=${isChosen.has(String(offer.id))}
          ?invalid=${isInvalid(place)}
          @change=${() => toggle(offer)}
          ><span class="option-label">${dot(offer.color)}<bdi>${offer.shown}</bdi></span></vscode-checkbox
        >`,
    )}
  </div>`;
}

// One value of a few, all of them in sight. Arrows go from one to the next, as in any group of radio buttons; the
// library's own group would not tell us about it.

interface RadioOptions {
  readonly offers: readonly ShownOffer[];
  readonly chosen: Chosen | undefined;
  readonly set: (chosen: readonly Chosen[]) => void;
}

interface Radio {
  readonly key: string;
  readonly shown: string;
  readonly color?: string | undefined;
}

export function radioGroup(
  place: Place,
  radios: readonly Radio[],
  chosen: string | undefined,
  choose: (key: string) => void,
  id = place.id,
): TemplateResult {
  const at = radios.findIndex(({ key }) => key === chosen);
  const move = (event: KeyboardEvent & { currentTarget: HTMLElement }): void => {
    const by = radioStep(event);
    if (by === 0) return;
    event.preventDefault();
    const next = steppedTo(at, by, radios.length);
    const radio = radios[next];
    if (radio === undefined) return;
    choose(radio.key);
    event.currentTarget.querySelectorAll<HTMLElement>("vscode-radio")[next]?.focus();
  };
  return html`<div
    id=${id}
    class="options"
    role="radiogroup"
    aria-labelledby=${labelId(place)}
    aria-description=${descriptionOf(place)}
    aria-required=${place.view.field.isRequired ? "true" : "false"}
    @keydown=${move}
  >
    ${radios.map(
      ({ key, shown, color }, index) =>
        html`<vscode-radio
          name=${id}
          value=${key}
          .checked=${key === chosen}
          .tabIndex=${index === Math.max(at, 0) ? 0 : -1}
          ?invalid=${isInvalid(place)}
          @change=${() => choose(key)}
          ${refine({
            description: "",
            isInvalid: isInvalid(place),
            isRequired: false,
            role: "radio",
            isChecked: key === chosen,
          })}
          ><span class="option-label">${dot(color)}<bdi>${shown}</bdi></span></vscode-radio
        >`,
    )}
  </div>`;
}

export function radios(place: Place, { offers, chosen, set }: RadioOptions): TemplateResult {
  const { field, texts } = place.view;
  const all: readonly Radio[] = [
    ...(field.isRequired ? [] : [{ key: "", shown: texts.list.none }]),
    ...offers.map(({ id, shown, color }) => ({ key: String(id), shown, color })),
  ];
  return radioGroup(place, all, chosen === undefined ? "" : String(chosen.id), (key) =>
    set(offers.filter(({ id }) => String(id) === key).map(({ id, label }) => ({ id, label }))),
  );
}
