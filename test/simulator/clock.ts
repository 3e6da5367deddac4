/** Time on the simulated server. It stands still until a test moves it, so that a run never depends on the day it runs. */
export interface SimulatedClock {
  now(): number;
  advance(milliseconds: number): void;
}

/** A Monday morning; every date of the demo data lies before it. */
export const clockStart = Date.UTC(2026, 2, 2, 8, 0, 0);

/** The product writes every date with the offset of its own time zone, never the caller's. */
const serverOffsetMinutes = 60;

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
export function isoDate(at: number): string {
  return `${new Date(at + serverOffsetMinutes * 60_000).toISOString().slice(0, 19)}+01:00`;
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
  const at = Date.parse(/^\d{4}-\d{2}-\d{2}$/.test(text) ? `${text}T00:00:00+01:00` : text);
  return Number.isNaN(at) ? undefined : at;
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
