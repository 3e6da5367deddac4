// Points in time as people read and type them: in one zone, whatever zone an answer was printed in. Without a zone it is
// that of this process; a page is told the one of the extension host, which may run on another machine.

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const day = /^\d{4}-\d\d-\d\d$/;
const clockTime = /^(\d{4}-\d\d-\d\d)[T ]+(\d\d:\d\d)(?::(\d\d)(?:\.\d+)?)?(?:\s*(Z|[+-]\d\d:?\d\d))?$/;

/** Whether it is written as a day, and there is such a day. */
export function isDay(text: string): boolean {
  const parts = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text);
  if (parts === null) return false;
  const [year, month, date] = parts.slice(1).map(Number) as [number, number, number];
  const instant = new Date(Date.UTC(year, month - 1, date));
  return instant.getUTCMonth() === month - 1 && instant.getUTCDate() === date;
}

interface ClockTime {
  /** What a clock shows: YYYY-MM-DD HH:MM. */
  readonly shown: string;
  readonly seconds: string;
  /** Z or an offset; undefined where it is left to the server. */
  readonly offset: string | undefined;
}

function parse(text: string): ClockTime | undefined {
  const [, date, time, seconds = "00", offset] = clockTime.exec(text.trim()) ?? [];
  return date === undefined || time === undefined ? undefined : { shown: `${date} ${time}`, seconds, offset };
}

/** Making a format is dear, using one is not. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatFor(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known !== undefined) return known;
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

function offsetMs(at: number, zone: string | undefined): number {
  if (zone === undefined) return -new Date(at).getTimezoneOffset() * minuteMs;
  const parts = new Map(
    formatFor(zone)
      .formatToParts(at)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const part = (type: Intl.DateTimeFormatPartTypes): number => parts.get(type) ?? 0;
  // Given to Date.UTC, the years of the first century would be those of the last one.
  const shown = new Date(0);
  shown.setUTCFullYear(part("year"), part("month") - 1, part("day"));
  shown.setUTCHours(part("hour"), part("minute"));
  return shown.getTime() - Math.floor(at / minuteMs) * minuteMs;
}

function offsetText(offset: number): string {
  const minutes = Math.abs(offset) / minuteMs;
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60].map((each) => String(each).padStart(2, "0"));
  return `${offset < 0 ? "-" : "+"}${hours}:${rest}`;
}

function written(at: number, offset: number): string {
  return `${new Date(at + offset).toISOString().slice(0, 19)}${offsetText(offset)}`;
}

/** What clocks show at an instant, YYYY-MM-DD HH:MM. Anything else, a day or what is half typed, stays as it is. */
export function localTime(text: string, zone?: string): string {
  const at = instantMs(text);
  if (at === undefined) return text;
  return new Date(at + offsetMs(at, zone)).toISOString().slice(0, 16).replace("T", " ");
}

/** The same for other programs: an instant with the offset of the zone. */
export function localIso(text: string, zone?: string): string {
  const at = instantMs(text);
  return at === undefined ? text : written(at, offsetMs(at, zone));
}

/** The instant that clocks show as what was typed; the first of two, and a later one where clocks skip it. */
export function typedInstant(text: string, zone?: string): string {
  const typed = parse(text);
  const shown = typed?.offset === undefined ? shownMs(typed) : undefined;
  if (shown === undefined) return text;
  const [before, after] = [shown - dayMs, shown + dayMs].map((at) => offsetMs(at, zone));
  const found = [before, after]
    .map((offset = 0) => shown - offset)
    .find((at) => at + offsetMs(at, zone) === shown);
  const at = found ?? shown - (before ?? 0);
  return written(at, offsetMs(at, zone));
}

/** The first minute of a day. */
export function firstMinute(text: string, zone?: string): string {
  return day.test(text.trim()) ? typedInstant(`${text.trim()} 00:00`, zone) : text;
}

/** As the server wrote it, with its offset; undefined for what has no time. */
export function serverTime(text: string | undefined): string | undefined {
  const time = text === undefined ? undefined : parse(text);
  if (time === undefined) return undefined;
  return time.offset === undefined
    ? time.shown
    : `${time.shown} ${time.offset === "Z" ? "+00:00" : time.offset}`;
}

/** The one way of writing an instant that all programs read. */
function plainIso(text: string): string {
  return text
    .trim()
    .replace(/[T ]+/, "T")
    .replace(/\s*([+-]\d\d):?(\d\d)$/, "$1:$2");
}

/** Undefined for what is none, or lacks its offset. */
function instantMs(text: string): number | undefined {
  const time = parse(text);
  const at = time?.offset === undefined ? Number.NaN : Date.parse(plainIso(text));
  return Number.isNaN(at) ? undefined : at;
}

function shownMs(time: ClockTime | undefined): number | undefined {
  const at = Date.parse(`${time?.shown.replace(" ", "T")}Z`);
  // Days that a month does not have would become others.
  return new Date(Number.isNaN(at) ? 0 : at).toISOString().startsWith(time?.shown.replace(" ", "T") ?? "-")
    ? at
    : undefined;
}

/**
 * Whether two texts mean the same minute. Without an offset it is the server's time: that of the other text, as far as
 * anybody knows. A day stands for its first minute.
 */
export function sameMoment(one: string, other: string): boolean {
  const [here, there] = [instantMs(one), instantMs(other)];
  if (here !== undefined && there !== undefined) {
    return Math.floor(here / minuteMs) === Math.floor(there / minuteMs);
  }
  const clock = (text: string): string =>
    parse(text)?.shown ?? (day.test(text.trim()) ? `${text.trim()} 00:00` : text.trim());
  return clock(one) === clock(other);
}

/** Zones lie whole quarters of an hour apart. */
const quarter = /:(?:00|15|30|45)$/;

/**
 * The day whose midnight on the server this is, though it may be printed in a zone where it is another hour. What is no
 * midnight in any zone is a time that the field does not show.
 */
export function nearestDay(text: string): string {
  const time = parse(text);
  const isMidnightSomewhere = time?.seconds === "00" && quarter.test(time.shown);
  const shown = isMidnightSomewhere ? shownMs(time) : undefined;
  return shown === undefined
    ? text.slice(0, "YYYY-MM-DD".length)
    : new Date(shown + dayMs / 2).toISOString().slice(0, 10);
}

/** Whether a day begins with it where it was printed. */
export function isMidnight(text: string): boolean {
  const time = parse(text);
  return time?.seconds === "00" && time.shown.endsWith(" 00:00");
}

/** A point in time to compare others with; without an offset it is the server's clock, read as if that were in UTC. */
export interface Comparable {
  readonly at: number;
  readonly hasOffset: boolean;
}

/** A day counts as its first minute. */
export function comparable(text: string): Comparable | undefined {
  const exact = instantMs(text);
  if (exact !== undefined) return { at: Math.floor(exact / minuteMs) * minuteMs, hasOffset: true };
  const at = shownMs(parse(day.test(text.trim()) ? `${text.trim()} 00:00` : text));
  return at === undefined ? undefined : { at, hasOffset: false };
}

/** No zone is further from UTC. */
const furthestOffsetMs = 14 * 60 * minuteMs;

/** Whether it is known which of the two is earlier, whatever the server's zone is. */
export function canCompare(one: Comparable, other: Comparable): boolean {
  return one.hasOffset === other.hasOffset || Math.abs(one.at - other.at) > furthestOffsetMs;
}

/** In milliseconds; years and months are those of the calendar on average, of 365.25 and 30.44 days. */
const units = [
  ["year", 31_557_600_000],
  ["month", 2_630_016_000],
  ["week", 604_800_000],
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
] as const;

export type AgeUnit = (typeof units)[number][0];

/** How long ago something was, in the largest unit that fits; undefined within the first minute, and in the future. */
export function ageUnit(
  at: number,
  now: number,
): { readonly unit: AgeUnit; readonly count: number } | undefined {
  const passed = now - at;
  const largest = units.find(([, each]) => passed >= each);
  return largest && { unit: largest[0], count: Math.floor(passed / largest[1]) };
}
