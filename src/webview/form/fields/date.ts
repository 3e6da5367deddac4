// Renders date fields, with or without time.
import { html, type TemplateResult } from "lit";
import type { DateFieldShapes } from "../../../model/fields/date.ts";
import type { Input } from "../../../model/fields/registry.ts";
import {
  isCalendarDate,
  formatLocalTime,
  formatTimeInOwnZone,
  localTimeToIso,
} from "../../../model/localTime.ts";
import { fillPlaceholders, pageLanguage, hostTimeZone } from "../../shared/localization.ts";
import type { FieldRenderer } from "./fieldRenderer.ts";
import { renderLineInput, type LineInputOptions, type TextInputElement } from "./singleLineFields.ts";
import { changeInput, type FieldContext, renderValueText } from "./fieldContext.ts";

/** The browser's date picker, for the mouse only; keyboard and screen reader users type the date. */
function renderCalendarButton(
  context: FieldContext,
  text: string,
  toInput: LineInputOptions["toInput"],
): TemplateResult {
  const { field, texts } = context.view;
  const [date = "", time] = text.trim().split(/[T ]+/);
  const pick = ({ currentTarget }: Event & { currentTarget: TextInputElement }): void => {
    const picked = currentTarget.value;
    if (picked === "") return;
    changeInput(context, toInput(time === undefined ? picked : `${picked} ${time}`));
  };
  return html`<input
    slot="content-after"
    class="calendar"
    type="date"
    tabindex="-1"
    aria-hidden="true"
    title=${fillPlaceholders(texts.pickDate, field.label)}
    .value=${isCalendarDate(date) ? date : ""}
    @input=${(event: Event) => event.stopPropagation()}
    @change=${(event: Event & { currentTarget: TextInputElement }) => {
      event.stopPropagation();
      pick(event);
    }}
  />`;
}

/** The value as the server wrote it. A default with a time has no offset and stays in the server's time until it is changed. */
function formatServerTime({ view }: FieldContext, text: string): string | undefined {
  const { value } = view.field;
  const serverTime = view.isChanged
    ? undefined
    : formatTimeInOwnZone(value?.kind === "date" ? value.date : text);
  return serverTime === undefined ? undefined : fillPlaceholders(view.texts.serverTime, serverTime);
}

function renderDateControl(context: FieldContext, value: string, withTime: boolean): TemplateResult {
  const { texts } = context.view;
  const text = formatLocalTime(value, hostTimeZone);
  const toInput = (typed: string): Input => ({
    kind: "date",
    text: withTime ? localTimeToIso(typed, hostTimeZone) : typed,
  });
  return renderLineInput(context, {
    text,
    placeholder: withTime ? texts.timeFormat : texts.dateFormat,
    title: formatServerTime(context, value),
    toInput,
    suffix: renderCalendarButton(context, text, toInput),
  });
}

function formatDate(date: string): string {
  const isDateOnly = /^\d{4}-\d\d-\d\d$/.test(date);
  const instant = new Date(date);
  if (Number.isNaN(instant.getTime())) return date;
  const format = new Intl.DateTimeFormat(
    pageLanguage,
    isDateOnly
      ? { dateStyle: "medium", timeZone: "UTC" }
      : { dateStyle: "medium", timeStyle: "short", timeZone: hostTimeZone },
  );
  return format.format(instant);
}

export const dateRenderer: FieldRenderer<DateFieldShapes> = {
  renderControl: (context, { withTime }, { text }) => renderDateControl(context, text, withTime),
  renderValue({ view }, { date }) {
    const serverTime = formatTimeInOwnZone(date);
    if (date === undefined) return undefined;
    return renderValueText(
      view,
      formatDate(date),
      serverTime && fillPlaceholders(view.texts.serverTime, serverTime),
    );
  },
  isLabelable: true,
};
