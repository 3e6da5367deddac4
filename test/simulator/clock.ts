/**
 * Time on the simulated server. It only moves when a test advances it, so a run doesn't depend on the current date; the
 * clock of the demo runs.
 */
export interface SimulatedClock {
  now(): number;
  advance(milliseconds: number): void;
}

/** A Monday morning after every date of the demo data. */
export const clockStart = Date.UTC(2026, 2, 2, 8, 0, 0);

/**
 * Dates are formatted with an offset: in server time (Paris), or for a few responses in the account's time zone (UTC).
 */
export type TimeZone = "server" | "account";

const hour = 60 * 60 * 1000;

/** The last Sunday of a month at 01:00 UTC, when daylight saving time starts or ends in Europe. */
function getClockChange(year: number, month: number): number {
  const last = new Date(Date.UTC(year, month + 1, 0, 1));
  return last.getTime() - last.getUTCDay() * 24 * hour;
}

function getZoneOffset(at: number, zone: TimeZone): number {
  if (zone === "account") return 0;
  const year = new Date(at).getUTCFullYear();
  // There is no daylight saving time before 1981; the epoch, which invalid dates are stored as, is in winter time.
  const isSummer = year > 1980 && at >= getClockChange(year, 2) && at < getClockChange(year, 9);
  return isSummer ? 2 * hour : hour;
}

export function createClock(): SimulatedClock {
  let now = clockStart;
  return {
    now: () => now,
    advance: (milliseconds) => {
      now += milliseconds;
    },
  };
}

/** The time of this machine. */
export function createRunningClock(): SimulatedClock {
  let advanced = 0;
  return {
    now: () => Date.now() + advanced,
    advance: (milliseconds) => {
      advanced += milliseconds;
    },
  };
}

/** Such as `2026-03-02T09:00:00+01:00`. */
export function formatIsoDate(at: number, zone: TimeZone = "server"): string {
  const offset = getZoneOffset(at, zone);
  return `${new Date(at + offset).toISOString().slice(0, 19)}+0${offset / hour}:00`;
}

/** Converts a wall clock time on the server, expressed as if it were UTC, to the actual instant. */
export function toServerInstant(wallClockTime: number): number {
  return wallClockTime - getZoneOffset(wallClockTime - hour, "server");
}

/** Such as `2026-03-02 09:00`, the format of default values of date fields. */
export function formatPlainDate(at: number, precision: "day" | "minute"): string {
  return formatIsoDate(at)
    .slice(0, precision === "day" ? 10 : 16)
    .replace("T", " ");
}

/** Parses a date in server time; `undefined` if the text isn't a date. */
export function parseDate(text: string): number | undefined {
  if (!/^\d{4}-\d{2}-\d{2}/.test(text)) return undefined;
  const hasZone = /(?:Z|[+-]\d{2}:?\d{2})$/.test(text.slice(10));
  const at = Date.parse(hasZone ? text : `${text.replace(" ", "T")}${text.length > 10 ? "" : "T00:00"}Z`);
  if (Number.isNaN(at)) return undefined;
  return hasZone ? at : toServerInstant(at);
}

export function getStartOfDay(at: number): number {
  return parseDate(formatIsoDate(at).slice(0, 10)) ?? at;
}

/** The server stores times in seconds. */
export function truncateToSecond(at: number): number {
  return Math.floor(at / 1000) * 1000;
}

/** Such as `Mon, 02 Mar 2026 08:00:00 GMT`. */
export function formatHttpDate(at: number): string {
  return new Date(at).toUTCString();
}
