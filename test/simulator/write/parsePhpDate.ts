import { parseDate, toServerInstant, getStartOfDay } from "../clock.ts";

const day = 24 * 60 * 60 * 1000;

/**
 * Parses nearly anything as PHP does: days past the end of a month roll over, slashes are American, words are relative
 * to today. `undefined` if PHP can't parse it either.
 */
export function parsePhpDate(text: string, now: number): number | undefined {
  const trimmed = text.trim();
  const iso =
    /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?)?\s*(Z|[+-]\d{2}:?\d{2})?$/;
  const parts = iso.exec(trimmed);
  if (parts !== null) {
    const [, year, month, date, hour = 0, minute = 0, second = 0, zone] = parts;
    return toInstant([year, month, date, hour, minute, second].map(Number), zone);
  }
  const slashes = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(trimmed);
  if (slashes !== null) {
    const [, month, date, year] = slashes;
    return toInstant([year, month, date, 0, 0, 0].map(Number), undefined);
  }
  return parseRelativeDate(trimmed.toLowerCase(), now);
}

/** Without a zone, server time. */
function toInstant(numbers: readonly number[], zone: string | undefined): number | undefined {
  const [year = 0, month = 0, date = 0, hour = 0, minute = 0, second = 0] = numbers;
  if (month < 1 || month > 12 || date > 31 || hour > 24 || minute > 59) return undefined;
  const wallClockTime = Date.UTC(year, month - 1, date, hour, minute, second);
  return zone === undefined ? toServerInstant(wallClockTime) : wallClockTime - parseZoneOffset(zone);
}

function parseZoneOffset(zone: string): number {
  if (zone === "Z") return 0;
  const [, sign, hours, minutes] = /^([+-])(\d{2}):?(\d{2})$/.exec(zone) ?? [];
  return (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
}

function parseRelativeDate(text: string, now: number): number | undefined {
  const today = getStartOfDay(now);
  switch (text) {
    case "now":
      return now;
    case "today":
      return today;
    case "tomorrow":
      return today + day;
    case "yesterday":
      return today - day;
    default: {
      const [, sign, count, unit] = /^([+-]?)(\d+) (day|week)s?$/.exec(text) ?? [];
      if (count === undefined) return undefined;
      return now + (sign === "-" ? -1 : 1) * Number(count) * (unit === "week" ? 7 : 1) * day;
    }
  }
}

/** What invalid dates are stored as. */
export const epochDay = parseDate("1970-01-01") ?? 0;
