// Times in TQL: servers read them in their own time zone, in whole minutes. Only the current UTC offset of that zone can
// be learned, and not by every account, so the bounds are a little too wide, never too narrow: rows have to be filtered
// by their exact time.

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
/** A clock change between that time and now shifts the offset by at most this. */
const clockChangeMs = hourMs;
/** Offsets of all time zones, in minutes. */
const [minOffset, maxOffset] = [-12 * 60, 14 * 60];

/** Minutes east of UTC, from a date like `2026-11-16T05:34:07+01:00`; `undefined` without a time zone. */
export function parseUtcOffset(date: string): number | undefined {
  const [, isUtc, sign, hours, minutes] = /(?:(Z)|([+-])(\d\d):?(\d\d))$/.exec(date) ?? [];
  if (isUtc !== undefined) return 0;
  if (hours === undefined || minutes === undefined) return undefined;
  const offset = Number(hours) * 60 + Number(minutes);
  return sign === "-" ? -offset : offset;
}

/** `at` is in milliseconds; the zone's own offset was added before. */
function formatMinute(at: number): string {
  return new Date(at).toISOString().slice(0, 16).replace("T", " ");
}

/** For `>=`: a minute that starts at that time or earlier, in every time zone that the server may be in. */
export function formatEarliestMinute(at: number, utcOffset: number | undefined): string {
  const local = at + (utcOffset ?? minOffset) * minuteMs - clockChangeMs;
  return formatMinute(Math.floor(local / minuteMs) * minuteMs);
}

/** For `<=`: a minute that ends at that time or later, in every time zone that the server may be in. */
export function formatLatestMinute(at: number, utcOffset: number | undefined): string {
  const local = at + (utcOffset ?? maxOffset) * minuteMs + clockChangeMs;
  return formatMinute(Math.floor(local / minuteMs) * minuteMs);
}
