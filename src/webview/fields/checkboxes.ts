// Several values to tick: checkboxes of a list, groups of permissions.
import { html, type TemplateResult } from "lit";
import type { Chosen } from "../../model/value.ts";
import { dot } from "../dot.ts";
import { descriptionOf, isInvalid, labelId, type Place } from "./place.ts";

export interface ShownOffer extends Chosen {
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
