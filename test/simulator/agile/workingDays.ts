import { formatIsoDate, getStartOfDay } from "../clock.ts";

const day = 24 * 60 * 60 * 1000;

function isWorkingDay(at: number): boolean {
  const weekday = new Date(formatIsoDate(at).slice(0, 10)).getUTCDay();
  return weekday !== 0 && weekday !== 6;
}

/** Without weekends; negative if the end is before the start. */
export function countWorkingDays(start: number, end: number): number {
  if (end < start) return -countWorkingDays(end, start);
  const last = getStartOfDay(end);
  let count = 0;
  // Noon, because of days of 23 and 25 hours.
  for (let at = getStartOfDay(start) + day / 2; at < last; at += day) if (isWorkingDay(at)) count += 1;
  return count;
}
