// Days, and days with a time.
import {
  comparable,
  firstMinute,
  isDay,
  isMidnight,
  localIso,
  localTime,
  nearestDay,
  sameMoment,
  typedInstant,
} from "../localTime.ts";
import { isBlankText, typedText } from "./common.ts";
import type { FieldType, HostFieldType, Members, Problem } from "./fieldType.ts";
import { defaultText, readOptionalBoolean, readOptionalText } from "./reading.ts";

export interface DateField {
  /** The time may be left out where the server doesn't say which dates have one. */
  readonly control: { readonly kind: "date"; readonly withTime: boolean; readonly isTimeOptional?: boolean };
  /** Once it is complete, a day or an instant with its offset; a time without one is that of the server. */
  readonly input: { readonly kind: "date"; readonly text: string };
  /** A day (YYYY-MM-DD) or an instant with its offset; undefined when empty. */
  readonly value: { readonly kind: "date"; readonly date: string | undefined; readonly withTime: boolean };
  readonly edit: { readonly kind: "date"; readonly date: string | undefined };
}

const clockTime = /^(?:[01]\d|2[0-3]):[0-5]\d$/;

function dateProblem(typed: string, withTime: boolean): Problem | undefined {
  const text = localTime(typed.trim());
  if (text === "") return undefined;
  const [day = "", clock, ...more] = text.split(/[T ]+/);
  if (!/^\d{4}-\d\d-\d\d$/.test(day) || more.length > 0) return { kind: "notADate" };
  if (!isDay(day)) return { kind: "noSuchDay" };
  const isTimeGood = withTime ? clock === undefined || clockTime.test(clock) : clock === undefined;
  return isTimeGood ? undefined : { kind: "notADate" };
}

export const dateType: FieldType<DateField> = {
  controls: ["date"],
  input: {
    empty: { kind: "date", text: "" },
    ...typedText,
    essence: ({ text }) => text,
    // Servers print the same instant in more than one zone. A day alone is not yet a time.
    isSame: (one, other) =>
      [one, other].every(({ text }) => text.includes(":")) && sameMoment(one.text, other.text),
    text: ({ text }, zone) => localTime(text, zone),
    problem: ({ text }, control) => dateProblem(text, control?.withTime === true),
    moment: ({ text }) =>
      isBlankText(text) || dateProblem(text, true) !== undefined ? undefined : comparable(text),
  },
  // As it is: how to write dates is the person's.
  value: { kinds: ["date"], text: ({ date }) => date ?? "" },
};

function readDate({ value, is_time_displayed }: Members): DateField["value"] {
  const withTime = readOptionalBoolean(is_time_displayed);
  const date = readOptionalText(value);
  // A day is sent as its midnight on the server, which may be another day where the person is.
  const isDayAlone = withTime === false || (withTime === undefined && date !== undefined && isMidnight(date));
  return {
    kind: "date",
    date: isDayAlone && date !== undefined ? nearestDay(date) : date,
    withTime: withTime ?? true,
  };
}

/** When something was done is never a day, also where it was at midnight. */
function readInstant({ value }: Members): DateField["value"] {
  return { kind: "date", date: readOptionalText(value), withTime: true };
}

function dayOrTime(value: string, withTime: boolean): string {
  const parts = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d))?/.exec(value);
  if (parts === null) return "";
  return withTime && parts[2] !== undefined ? `${parts[1]} ${parts[2]}` : (parts[1] ?? "");
}

function sentDate(text: string, control: DateField["control"] | undefined): string | undefined {
  if (isBlankText(text)) return undefined;
  const date = text.trim().replace(/[T ]+/, "T");
  // A date with a time needs one; a day alone stands for its first minute.
  return control?.withTime === true && control.isTimeOptional !== true ? firstMinute(date) : date;
}

export const dateHostType: HostFieldType<DateField> = {
  serverTypes: {
    date: { control: ({ withTime }) => ({ kind: "date", withTime }), read: readDate },
    subon: { read: readInstant, isFilledByServer: true },
    lud: { read: readInstant, isFilledByServer: true },
  },
  // Servers that say nothing of times of day still send them: what is shown can be typed.
  controlBeside: (control, value, field) =>
    value.withTime ? { ...control, withTime: true, isTimeOptional: !field.withTime } : control,
  inputOf: ({ date }) => ({ kind: "date", text: date ?? "" }),
  defaultInput: (value, _field, { withTime }) => ({
    kind: "date",
    text: dayOrTime(defaultText(value) ?? "", withTime),
  }),
  // A day alone stands for its first minute where there is a time: that of the server, where it was sent as a day.
  holdsSent: (sent, stored) =>
    stored !== undefined &&
    (sameMoment(sent.text, stored.text) || sameMoment(firstMinute(sent.text), stored.text)),
  edit: ({ text }, control) => ({ kind: "date", date: sentDate(text, control) }),
  edits: {
    kinds: ["date"],
    members: ({ date }) => ({ value: date ?? "" }),
    // A day alone is given back as its midnight by servers that don't tell days from instants.
    isHeld: (value, { date }) =>
      value.date === undefined || date === undefined ? value.date === date : sameMoment(value.date, date),
  },
  taken: ({ withTime }) => ({ kind: "write", look: withTime ? "dateTime" : "date" }),
  // As the server gives it back, so that a day typed alone is the same the next time.
  written(typed, _format, { withTime, isTimeOptional }) {
    const text = typed.trim();
    const complete = isTimeOptional === true ? text : firstMinute(text);
    return { kind: "date", text: withTime ? typedInstant(complete) : text };
  },
  takenFacts: ({ withTime }) => ({
    takes: withTime ? "YYYY-MM-DD HH:MM in the user's time zone" : "YYYY-MM-DD",
  }),
  valueFact: ({ date }) => (date === undefined ? null : localIso(date)),
};
