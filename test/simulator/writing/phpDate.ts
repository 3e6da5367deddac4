import { instantOf, serverInstant, startOfDay } from "../clock.ts";

const day = 24 * 60 * 60 * 1000;

/**
 * What PHP makes of a text that should be a date: nearly anything. Days that a month does not have roll over into the next, slashes
 * are American, words count from today. Undefined is what even PHP does not understand.
 */
export function phpDate(text: string, now: number): number | undefined {
  const trimmed = text.trim();
  const iso =
    /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?)?\s*(Z|[+-]\d{2}:?\d{2})?$/;
  const parts = iso.exec(trimmed);
  if (parts !== null) {
    const [, year, month, date, hour = 0, minute = 0, second = 0, zone] = parts;
    return instant([year, month, date, hour, minute, second].map(Number), zone);
  }
  const slashes = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(trimmed);
  if (slashes !== null) {
    const [, month, date, year] = slashes;
    return instant([year, month, date, 0, 0, 0].map(Number), undefined);
  }
  return words(trimmed.toLowerCase(), now);
}

/** Without a zone it is the server's own. */
function instant(numbers: readonly number[], zone: string | undefined): number | undefined {
  const [year = 0, month = 0, date = 0, hour = 0, minute = 0, second = 0] = numbers;
  if (month < 1 || month > 12 || date > 31 || hour > 24 || minute > 59) return undefined;
  const shown = Date.UTC(year, month - 1, date, hour, minute, second);
  return zone === undefined ? serverInstant(shown) : shown - offset(zone);
}

function offset(zone: string): number {
  if (zone === "Z") return 0;
  const [, sign, hours, minutes] = /^([+-])(\d{2}):?(\d{2})$/.exec(zone) ?? [];
  return (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
}

function words(text: string, now: number): number | undefined {
  const today = startOfDay(now);
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

/** Where everything that is no date ends up. */
export const epochDay = instantOf("1970-01-01") ?? 0;
