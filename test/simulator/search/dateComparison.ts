import { formatIsoDate, getStartOfDay, toServerInstant } from "../clock.ts";
import { InvalidPartError } from "./searchContext.ts";
import type { SearchContext } from "./searchContext.ts";
import type { Comparison, ComparisonOperator, Period, TqlValue } from "./tqlQuery.ts";

/** Milliseconds; the end is the first one after it. */
interface TimeSpan {
  readonly start: number;
  readonly end: number;
}

type DateFilter = (at: number) => boolean;

const minute = 60_000;
const day = 24 * 60 * minute;

export interface DateComparisonOptions {
  /** Whether texts can have a time. */
  readonly precision: "day" | "minute";
  /** Errors for texts that can't be compared. */
  readonly createTextError: (text: string) => InvalidPartError;
}

/**
 * Compares with whole minutes, or whole days for a date without a time. `>` is after the end of the minute or day, and
 * `>=` is from its start. Texts are in the server's time zone.
 */
export function createDateFilter(
  { name, operator, values }: Comparison,
  { server }: SearchContext,
  options: DateComparisonOptions,
): DateFilter {
  const spans = values.map((value) => toTimeSpan(value, name, operator, server.clock.now(), options));
  const [first, last] = [spans[0], spans.at(-1)];
  if (first === undefined || last === undefined) throw new Error("A comparison has a value.");
  switch (operator) {
    case "=":
    case "BETWEEN()":
      return (at) => at >= first.start && at < last.end;
    case "!=":
      return (at) => at < first.start || at >= first.end;
    case "<":
      return (at) => at < first.start;
    case "<=":
      return (at) => at < first.end;
    case ">":
      return (at) => at >= first.end;
    case ">=":
      return (at) => at >= first.start;
    case "IN()":
    case "NOT IN()":
      throw new InvalidPartError(`${name} is not supported for the operator ${operator}.`);
  }
}

function toTimeSpan(
  value: TqlValue,
  name: string,
  operator: ComparisonOperator,
  now: number,
  { precision, createTextError }: DateComparisonOptions,
): TimeSpan {
  switch (value.kind) {
    case "now": {
      if (operator === "=" || operator === "!=") {
        throw new InvalidPartError(`${name} cannot be compared to NOW() with the operator ${operator}.`);
      }
      const start = addPeriod(now, value.period);
      if (precision === "minute") return { start, end: start + minute };
      return { start: getStartOfDay(start), end: getStartOfDay(start) + day };
    }
    case "myself":
      throw new InvalidPartError(`${name} cannot be compared to MYSELF().`);
    case "open":
      throw new InvalidPartError(`${name} cannot be compared to OPEN().`);
    case "text":
    case "integer":
    case "float": {
      const text = value.kind === "text" ? value.text : String(value.number);
      const span = parseTimeSpan(text, precision);
      if (span === undefined) throw createTextError(text);
      return span;
    }
  }
}

/** `YYYY-MM-DD` or `YYYY-MM-DD HH:MM`, nothing else. A day has 24 hours, also when the clocks change. */
function parseTimeSpan(text: string, precision: "day" | "minute"): TimeSpan | undefined {
  const match = /^(\d{4})-(\d{1,2})-(\d{1,2})(?: (\d{1,2}):(\d{2}))?$/.exec(text);
  if (match === null || (precision === "day" && match[4] !== undefined)) return undefined;
  const [year = 0, month = 0, dayOfMonth = 0, hours = 0, minutes = 0] = match
    .slice(1)
    .map((part: string | undefined) => Number(part ?? 0));
  if (month < 1 || month > 12 || dayOfMonth < 1 || dayOfMonth > 31 || hours > 24 || minutes > 59) {
    return undefined;
  }
  const start = toServerInstant(Date.UTC(year, month - 1, dayOfMonth, hours, minutes));
  return { start, end: start + (match[4] === undefined ? day : minute) };
}

/** Whole minutes; months and years keep the day and the time of the server's clock. */
function addPeriod(now: number, period: Period | undefined): number {
  const wallClock = new Date(`${formatIsoDate(now).slice(0, 16)}Z`);
  const { amount, unit } = period ?? { amount: 0, unit: "d" };
  switch (unit) {
    case "d":
      wallClock.setUTCDate(wallClock.getUTCDate() + amount);
      break;
    case "w":
      wallClock.setUTCDate(wallClock.getUTCDate() + amount * 7);
      break;
    case "m":
      wallClock.setUTCMonth(wallClock.getUTCMonth() + amount);
      break;
    case "y":
      wallClock.setUTCFullYear(wallClock.getUTCFullYear() + amount);
      break;
  }
  return toServerInstant(wallClock.getTime());
}
