// Days, and days with a time.
import { html, type TemplateResult } from "lit";
import type { DateField } from "../../../model/fields/date.ts";
import type { Input } from "../../../model/fields/registry.ts";
import { isDay, localTime, serverTime, typedInstant } from "../../../model/localTime.ts";
import { filled, language, timeZone } from "../../shared/format.ts";
import type { FieldDrawing } from "./drawing.ts";
import { lineOf, type LineOptions, type Typed } from "./line.ts";
import { change, type Place, shownText } from "./place.ts";

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

function dateControl(place: Place, held: string, withTime: boolean): TemplateResult {
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

function dateText(date: string): string {
  const isDay = /^\d{4}-\d\d-\d\d$/.test(date);
  const instant = new Date(date);
  if (Number.isNaN(instant.getTime())) return date;
  const format = new Intl.DateTimeFormat(
    language,
    isDay ? { dateStyle: "medium", timeZone: "UTC" } : { dateStyle: "medium", timeStyle: "short", timeZone },
  );
  return format.format(instant);
}

export const dateDrawing: FieldDrawing<DateField> = {
  control: (place, { withTime }, { text }) => dateControl(place, text, withTime),
  shown({ view }, { date }) {
    const server = serverTime(date);
    if (date === undefined) return undefined;
    return shownText(view, dateText(date), server && filled(view.texts.serverTime, server));
  },
  isLabelled: true,
};
