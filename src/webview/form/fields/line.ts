import { html, nothing, type TemplateResult } from "lit";
import type { Input } from "../../../model/form/input.ts";
import { localTime, serverTime, typedInstant } from "../../../model/localTime.ts";
import { isDay } from "../../../model/query/query.ts";
import { filled, timeZone } from "../../shared/format.ts";
import { lineSheet, titleSheet } from "../../shared/styles.ts";
import { radioGroup } from "./boxes.ts";
import { change, isInvalid, type Place, refined } from "./place.ts";

// Single lines: texts, numbers, dates.

type Typed = HTMLElement & { readonly value: string };

interface LineOptions {
  readonly make: (text: string) => Input;
  readonly text: string;
  readonly placeholder?: string;
  /** What a hover says. */
  readonly title?: string | undefined;
  /** Stands inside of the control, after the text. */
  readonly after?: TemplateResult;
}

function lineOf(place: Place, { make, text, placeholder = "", title, after }: LineOptions): TemplateResult {
  return html`<vscode-textfield
    id=${place.id}
    .label=${place.view.field.label}
    .value=${text}
    .placeholder=${placeholder}
    title=${title ?? nothing}
    ?invalid=${isInvalid(place)}
    @input=${({ currentTarget }: InputEvent & { currentTarget: Typed }) =>
      change(place, make(currentTarget.value), true)}
    ${refined(place, lineSheet)}
    >${after}</vscode-textfield
  >`;
}

export function lineControl(place: Place, text: string): TemplateResult {
  return place.look === "title"
    ? titleControl(place, text)
    : lineOf(place, { text, make: (typed) => ({ kind: "line", text: typed }) });
}

/** A title is one line that may be broken over several, so that all of it can be read. */
function titleControl(place: Place, text: string): TemplateResult {
  return html`<vscode-textarea
    id=${place.id}
    rows="1"
    .label=${place.view.field.label}
    .value=${text}
    .placeholder=${place.view.field.isRequired ? `${place.view.field.label} *` : place.view.field.label}
    ?invalid=${isInvalid(place)}
    @keydown=${(event: KeyboardEvent) => {
      if (event.key === "Enter") event.preventDefault();
    }}
    @input=${({ currentTarget }: InputEvent & { currentTarget: Typed }) =>
      change(place, { kind: "line", text: currentTarget.value.replaceAll(/\r?\n/g, " ") }, true)}
    ${refined(place, titleSheet)}
  ></vscode-textarea>`;
}

export function numberControl(place: Place, text: string): TemplateResult {
  return lineOf(place, { text, make: (typed) => ({ kind: "number", text: typed }) });
}

function manualControl(place: Place, text: string): TemplateResult {
  return lineOf(place, { text, make: (typed) => ({ kind: "computed", isAutomatic: false, text: typed }) });
}

/** The browser's own calendar, for the mouse; whoever types or hears the page has the line itself. */
function calendar(place: Place, text: string, make: LineOptions["make"]): TemplateResult {
  const { field, texts } = place.view;
  const [day = "", clock] = text.trim().split(/[T ]+/);
  const pick = ({ currentTarget }: Event & { currentTarget: Typed }): void => {
    const picked = currentTarget.value;
    if (picked === "") return;
    change(place, make(clock === undefined ? picked : `${picked} ${clock}`));
  };
  return html`<input
    slot="content-after"
    class="calendar"
    type="date"
    tabindex="-1"
    aria-hidden="true"
    title=${filled(texts.pickDay, field.label)}
    .value=${isDay(day) ? day : ""}
    @input=${(event: Event) => event.stopPropagation()}
    @change=${(event: Event & { currentTarget: Typed }) => {
      event.stopPropagation();
      pick(event);
    }}
  />`;
}

/** As the server wrote what it holds. A default with a time lacks its offset, and stays in the server's time until it is changed. */
function serverTimeIn({ view }: Place, text: string): string | undefined {
  const { value } = view.field;
  const held = view.isChanged ? undefined : serverTime(value?.kind === "date" ? value.date : text);
  return held === undefined ? undefined : filled(view.texts.serverTime, held);
}

export function dateControl(place: Place, held: string, withTime: boolean): TemplateResult {
  const { texts } = place.view;
  const text = localTime(held, timeZone);
  const make = (typed: string): Input => ({
    kind: "date",
    text: withTime ? typedInstant(typed, timeZone) : typed,
  });
  return lineOf(place, {
    text,
    placeholder: withTime ? texts.timeFormat : texts.dayFormat,
    title: serverTimeIn(place, held),
    make,
    after: calendar(place, text, make),
  });
}

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
