// Times as users read and type them: in one zone, whatever zone the server used. The default is the zone of
// this process; pages get the zone of the extension host, which may run on another machine.

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const datePattern = /^\d{4}-\d\d-\d\d$/;
const clockTimePattern =
  /^(\d{4}-\d\d-\d\d)[T ]+(\d\d:\d\d)(?::(\d\d)(?:\.\d+)?)?(?:\s*(Z|[+-]\d\d:?\d\d))?$/;

/** Whether the text is YYYY-MM-DD and an existing date. */
export function isCalendarDate(text: string): boolean {
  const parts = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text);
  if (parts === null) return false;
  const [year, month, date] = parts.slice(1).map(Number) as [number, number, number];
  const instant = new Date(Date.UTC(year, month - 1, date));
  return instant.getUTCMonth() === month - 1 && instant.getUTCDate() === date;
}

interface ClockTime {
  /** YYYY-MM-DD HH:MM. */
  readonly dateTime: string;
  readonly seconds: string;
  /** "Z" or an offset; undefined for the server's zone. */
  readonly offset: string | undefined;
}

function parseClockTime(text: string): ClockTime | undefined {
  const [, date, time, seconds = "00", offset] = clockTimePattern.exec(text.trim()) ?? [];
  return date === undefined || time === undefined
    ? undefined
    : { dateTime: `${date} ${time}`, seconds, offset };
}

/** Creating a format is expensive. */
const formats = new Map<string, Intl.DateTimeFormat>();

function getZoneFormat(timeZone: string): Intl.DateTimeFormat {
  const cached = formats.get(timeZone);
  if (cached !== undefined) return cached;
  const format = new Intl.DateTimeFormat("en", {
    timeZone,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
  });
  formats.set(timeZone, format);
  return format;
}

function getOffsetMs(at: number, zone: string | undefined): number {
  if (zone === undefined) return -new Date(at).getTimezoneOffset() * minuteMs;
  const parts = new Map(
    getZoneFormat(zone)
      .formatToParts(at)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const part = (type: Intl.DateTimeFormatPartTypes): number => parts.get(type) ?? 0;
  // Date.UTC maps years 0 to 99 to 1900 to 1999.
  const shown = new Date(0);
  shown.setUTCFullYear(part("year"), part("month") - 1, part("day"));
  shown.setUTCHours(part("hour"), part("minute"));
  return shown.getTime() - Math.floor(at / minuteMs) * minuteMs;
}

function formatOffset(offset: number): string {
  const minutes = Math.abs(offset) / minuteMs;
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60].map((each) => String(each).padStart(2, "0"));
  return `${offset < 0 ? "-" : "+"}${hours}:${rest}`;
}

function toIsoWithOffset(at: number, offset: number): string {
  return `${new Date(at + offset).toISOString().slice(0, 19)}${formatOffset(offset)}`;
}

/** YYYY-MM-DD HH:MM for a time with offset; any other text is returned unchanged. */
export function formatLocalTime(text: string, zone?: string): string {
  const at = parseInstantMs(text);
  if (at === undefined) return text;
  return new Date(at + getOffsetMs(at, zone)).toISOString().slice(0, 16).replace("T", " ");
}

/** ISO 8601 with the offset of the zone. */
export function isoToLocalOffset(text: string, zone?: string): string {
  const at = parseInstantMs(text);
  return at === undefined ? text : toIsoWithOffset(at, getOffsetMs(at, zone));
}

/** The time with offset for a local time: the first of two when clocks go back, a later one when they go forward. */
export function localTimeToIso(text: string, zone?: string): string {
  const typed = parseClockTime(text);
  const shown = typed?.offset === undefined ? toUtcMs(typed) : undefined;
  if (shown === undefined) return text;
  const [before, after] = [shown - dayMs, shown + dayMs].map((at) => getOffsetMs(at, zone));
  const found = [before, after]
    .map((offset = 0) => shown - offset)
    .find((at) => at + getOffsetMs(at, zone) === shown);
  const at = found ?? shown - (before ?? 0);
  return toIsoWithOffset(at, getOffsetMs(at, zone));
}

/** Midnight of a date. */
export function dateToLocalMidnight(text: string, zone?: string): string {
  return datePattern.test(text.trim()) ? localTimeToIso(`${text.trim()} 00:00`, zone) : text;
}

/** In the server's zone with its offset; undefined without a time. */
export function formatTimeInOwnZone(text: string | undefined): string | undefined {
  const time = text === undefined ? undefined : parseClockTime(text);
  if (time === undefined) return undefined;
  return time.offset === undefined
    ? time.dateTime
    : `${time.dateTime} ${time.offset === "Z" ? "+00:00" : time.offset}`;
}

function normalizeIso(text: string): string {
  return text
    .trim()
    .replace(/[T ]+/, "T")
    .replace(/\s*([+-]\d\d):?(\d\d)$/, "$1:$2");
}

/** Undefined for an invalid time or one without offset. */
function parseInstantMs(text: string): number | undefined {
  const time = parseClockTime(text);
  const at = time?.offset === undefined ? Number.NaN : Date.parse(normalizeIso(text));
  return Number.isNaN(at) ? undefined : at;
}

function toUtcMs(time: ClockTime | undefined): number | undefined {
  const at = Date.parse(`${time?.dateTime.replace(" ", "T")}Z`);
  // Invalid dates such as February 30 would roll over.
  return new Date(Number.isNaN(at) ? 0 : at).toISOString().startsWith(time?.dateTime.replace(" ", "T") ?? "-")
    ? at
    : undefined;
}

/** A time without offset is assumed to be in the zone of the other one. A date counts as its midnight. */
export function isSameMinute(one: string, other: string): boolean {
  const [first, second] = [parseInstantMs(one), parseInstantMs(other)];
  if (first !== undefined && second !== undefined) {
    return Math.floor(first / minuteMs) === Math.floor(second / minuteMs);
  }
  const clock = (text: string): string =>
    parseClockTime(text)?.dateTime ?? (datePattern.test(text.trim()) ? `${text.trim()} 00:00` : text.trim());
  return clock(one) === clock(other);
}

/** Zone offsets are multiples of 15 minutes. */
const quarterHour = /:(?:00|15|30|45)$/;

/**
 * The date whose midnight in the server's zone this is, even if it is given in another zone. A time that
 * isn't midnight in any zone keeps its date.
 */
export function toServerDate(text: string): string {
  const time = parseClockTime(text);
  const isMidnightSomewhere = time?.seconds === "00" && quarterHour.test(time.dateTime);
  const shown = isMidnightSomewhere ? toUtcMs(time) : undefined;
  return shown === undefined
    ? text.slice(0, "YYYY-MM-DD".length)
    : new Date(shown + dayMs / 2).toISOString().slice(0, 10);
}

/** Whether it is midnight in the zone of the text. */
export function isMidnight(text: string): boolean {
  const time = parseClockTime(text);
  return time?.seconds === "00" && time.dateTime.endsWith(" 00:00");
}

/** `at` is in milliseconds; without offset, the server's local time read as UTC. */
export interface ComparableTime {
  readonly at: number;
  readonly hasOffset: boolean;
}

/** A date counts as its midnight. */
export function toComparableTime(text: string): ComparableTime | undefined {
  const exact = parseInstantMs(text);
  if (exact !== undefined) return { at: Math.floor(exact / minuteMs) * minuteMs, hasOffset: true };
  const at = toUtcMs(parseClockTime(datePattern.test(text.trim()) ? `${text.trim()} 00:00` : text));
  return at === undefined ? undefined : { at, hasOffset: false };
}

/** No zone has a larger offset. */
const maxOffsetMs = 14 * 60 * minuteMs;

/** Whether the order is certain for every possible server zone. */
export function canCompareTimes(one: ComparableTime, other: ComparableTime): boolean {
  return one.hasOffset === other.hasOffset || Math.abs(one.at - other.at) > maxOffsetMs;
}

/** In milliseconds; years have 365.25 days and months 30.44 days. */
const units = [
  ["year", 31_557_600_000],
  ["month", 2_630_016_000],
  ["week", 604_800_000],
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
] as const;

export type AgeUnit = (typeof units)[number][0];

/** The age in the largest unit that fits; undefined for less than a minute and for the future. */
export function toAge(
  at: number,
  now: number,
): { readonly unit: AgeUnit; readonly count: number } | undefined {
  const passed = now - at;
  const largest = units.find(([, each]) => passed >= each);
  return largest && { unit: largest[0], count: Math.floor(passed / largest[1]) };
}
