/** Time on the simulated server. It stands still until a test moves it, so that a run never depends on the day it runs. */
export interface SimulatedClock {
  now(): number;
  advance(milliseconds: number): void;
}

/** A Monday morning; every date of the demo data lies before it. */
export const clockStart = Date.UTC(2026, 2, 2, 8, 0, 0);

/**
 * Dates are printed with an offset: in the time of the server, which is that of Paris, but for the few answers that are printed in
 * the time of the user's account, which is UTC.
 */
export type TimeZone = "server" | "account";

const hour = 60 * 60 * 1000;

/** The last Sunday of a month, at 01:00 UTC: when clocks change all over Europe. */
function clockChange(year: number, month: number): number {
  const last = new Date(Date.UTC(year, month + 1, 0, 1));
  return last.getTime() - last.getUTCDay() * 24 * hour;
}

function offsetAt(at: number, zone: TimeZone): number {
  if (zone === "account") return 0;
  const year = new Date(at).getUTCFullYear();
  // There was no summer time in the years before, where dates that are none end up.
  const isSummer = year > 1980 && at >= clockChange(year, 2) && at < clockChange(year, 9);
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

/** Such as `2026-03-02T09:00:00+01:00`. */
export function isoDate(at: number, zone: TimeZone = "server"): string {
  const offset = offsetAt(at, zone);
  return `${new Date(at + offset).toISOString().slice(0, 19)}+0${offset / hour}:00`;
}

/** The instant at which clocks on the server show what those in UTC show at another one. */
export function serverInstant(shown: number): number {
  return shown - offsetAt(shown - hour, "server");
}

/** Such as `2026-03-02 09:00`: how defaults of date fields are written. */
export function plainDate(at: number, precision: "day" | "minute"): string {
  return isoDate(at)
    .slice(0, precision === "day" ? 10 : 16)
    .replace("T", " ");
}

/** The instant a date text means on the server, or undefined when it is no date. */
export function instantOf(text: string): number | undefined {
  if (!/^\d{4}-\d{2}-\d{2}/.test(text)) return undefined;
  const hasZone = /(?:Z|[+-]\d{2}:?\d{2})$/.test(text.slice(10));
  const at = Date.parse(hasZone ? text : `${text.replace(" ", "T")}${text.length > 10 ? "" : "T00:00"}Z`);
  if (Number.isNaN(at)) return undefined;
  return hasZone ? at : serverInstant(at);
}

export function startOfDay(at: number): number {
  return instantOf(isoDate(at).slice(0, 10)) ?? at;
}

/** The platform keeps time in seconds. */
export function wholeSecond(at: number): number {
  return Math.floor(at / 1000) * 1000;
}

/** Such as `Mon, 02 Mar 2026 08:00:00 GMT`. */
export function httpDate(at: number): string {
  return new Date(at).toUTCString();
}
