// Dates with or without a time.
import {
  toComparableTime,
  dateToLocalMidnight,
  isCalendarDate,
  isMidnight,
  isoToLocalOffset,
  formatLocalTime,
  toServerDate,
  isSameMinute,
  localTimeToIso,
} from "../localTime.ts";
import { isBlankText, textInputMethods } from "./fieldTypeHelpers.ts";
import type { FieldType, HostFieldType, WireObject, Problem } from "./fieldType.ts";
import { readDefaultText, readOptionalBoolean, readOptionalText } from "./readWireValue.ts";

export interface DateFieldShapes {
  /** The time is optional if the server doesn't report which date fields have one. */
  readonly control: { readonly kind: "date"; readonly withTime: boolean; readonly isTimeOptional?: boolean };
  /** A complete input is a date or a time with offset; a time without offset is in the server's zone. */
  readonly input: { readonly kind: "date"; readonly text: string };
  /** A date (YYYY-MM-DD) or a time with offset; undefined if empty. */
  readonly value: { readonly kind: "date"; readonly date: string | undefined; readonly withTime: boolean };
  readonly edit: { readonly kind: "date"; readonly date: string | undefined };
}

const clockTime = /^(?:[01]\d|2[0-3]):[0-5]\d$/;

function checkDate(typed: string, withTime: boolean): Problem | undefined {
  const text = formatLocalTime(typed.trim());
  if (text === "") return undefined;
  const [date = "", clock, ...more] = text.split(/[T ]+/);
  if (!/^\d{4}-\d\d-\d\d$/.test(date) || more.length > 0) return { kind: "notADate" };
  if (!isCalendarDate(date)) return { kind: "noSuchDate" };
  const isTimeValid = withTime ? clock === undefined || clockTime.test(clock) : clock === undefined;
  return isTimeValid ? undefined : { kind: "notADate" };
}

export const dateType: FieldType<DateFieldShapes> = {
  controlKinds: ["date"],
  input: {
    empty: { kind: "date", text: "" },
    ...textInputMethods,
    toComparisonKey: ({ text }) => text,
    // Servers return the same time in several zones. A date without time isn't equal to its midnight.
    isEquivalent: (one, other) =>
      [one, other].every(({ text }) => text.includes(":")) && isSameMinute(one.text, other.text),
    toText: ({ text }, zone) => formatLocalTime(text, zone),
    findProblem: ({ text }, control) => checkDate(text, control?.withTime === true),
    toComparableTime: ({ text }) =>
      isBlankText(text) || checkDate(text, true) !== undefined ? undefined : toComparableTime(text),
  },
  // Not localized: the display formats dates.
  value: { kinds: ["date"], toText: ({ date }) => date ?? "" },
};

function readDate({ value, is_time_displayed }: WireObject): DateFieldShapes["value"] {
  const withTime = readOptionalBoolean(is_time_displayed);
  const date = readOptionalText(value);
  // Servers send a date as their midnight, which can be another date in the user's zone.
  const isDateOnly = withTime === false || (withTime === undefined && date !== undefined && isMidnight(date));
  return {
    kind: "date",
    date: isDateOnly && date !== undefined ? toServerDate(date) : date,
    withTime: withTime ?? true,
  };
}

/** Timestamps are never dates without time, even at midnight. */
function readInstant({ value }: WireObject): DateFieldShapes["value"] {
  return { kind: "date", date: readOptionalText(value), withTime: true };
}

function toDefaultDateText(value: string, withTime: boolean): string {
  const parts = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d))?/.exec(value);
  if (parts === null) return "";
  return withTime && parts[2] !== undefined ? `${parts[1]} ${parts[2]}` : (parts[1] ?? "");
}

function toSentDate(text: string, control: DateFieldShapes["control"] | undefined): string | undefined {
  if (isBlankText(text)) return undefined;
  const date = text.trim().replace(/[T ]+/, "T");
  // A date without time is sent as midnight if the field has a time.
  return control?.withTime === true && control.isTimeOptional !== true ? dateToLocalMidnight(date) : date;
}

export const dateHostType: HostFieldType<DateFieldShapes> = {
  serverTypes: {
    date: {
      toControl: ({ withTime }) => ({ kind: "date", withTime }),
      readValue: readDate,
      conditionType: "day",
      columnType: "date",
    },
    subon: {
      readValue: readInstant,
      isSetByServer: true,
      builtInColumn: "submitted",
      conditionType: "day",
      columnType: "date",
    },
    lud: {
      readValue: readInstant,
      isSetByServer: true,
      builtInColumn: "modified",
      conditionType: "day",
      columnType: "date",
    },
  },
  toComparable: ({ date }) => ({ kind: "date", date }),
  // Servers that don't report `withTime` still return times: they must be editable.
  adjustControl: (control, value, field) =>
    value.withTime ? { ...control, withTime: true, isTimeOptional: !field.withTime } : control,
  toInput: ({ date }) => ({ kind: "date", text: date ?? "" }),
  toDefaultInput: (value, _field, { withTime }) => ({
    kind: "date",
    text: toDefaultDateText(readDefaultText(value) ?? "", withTime),
  }),
  // A date without time is equal to its midnight, in the server's zone if it was sent as a date.
  isStoredAsSent: (sent, stored) =>
    stored !== undefined &&
    (isSameMinute(sent.text, stored.text) || isSameMinute(dateToLocalMidnight(sent.text), stored.text)),
  toEdit: ({ text }, control) => ({ kind: "date", date: toSentDate(text, control) }),
  editRules: {
    kinds: ["date"],
    toWire: ({ date }) => ({ value: date ?? "" }),
    // Servers that don't distinguish dates and times return midnight for a date.
    isStored: (value, { date }) =>
      value.date === undefined || date === undefined ? value.date === date : isSameMinute(value.date, date),
  },
  toBulkInput: ({ withTime }) => ({ kind: "write", inputType: withTime ? "dateTime" : "date" }),
  // Normalized like the server's response, so that the same date compares as equal later.
  parseText(typed, _format, { withTime, isTimeOptional }) {
    const text = typed.trim();
    const complete = isTimeOptional === true ? text : dateToLocalMidnight(text);
    return { kind: "date", text: withTime ? localTimeToIso(complete) : text };
  },
  describeInput: ({ withTime }) => ({
    takes: withTime ? "YYYY-MM-DD HH:MM in the user's time zone" : "YYYY-MM-DD",
  }),
  toAssistantValue: ({ date }) => (date === undefined ? null : isoToLocalOffset(date)),
};
