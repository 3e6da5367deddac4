import * as vscode from "vscode";

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** The largest unit that fits; years and months are those of the calendar on average. */
const units = [
  ["year", 365.25 * day],
  ["month", 30.44 * day],
  ["day", day],
  ["hour", hour],
  ["minute", minute],
] as const;

/**
 * How long ago something was, as people say it: "5 minutes ago", "now" within the first minute, and for what
 * another clock puts into the future. Takes milliseconds or an ISO date; empty for what is neither.
 */
export function age(at: number | string, now: number): string {
  const passed = now - (typeof at === "string" ? Date.parse(at) : at);
  if (!Number.isFinite(passed)) return "";
  const [unit, length] = units.find(([, each]) => passed >= each) ?? ["second", Number.POSITIVE_INFINITY];
  // "Yesterday" would be wrong for 30 hours ago, which may be the day before: numbers, except for "now".
  const numeric = unit === "second" ? "auto" : "always";
  const format = new Intl.RelativeTimeFormat(vscode.env.language, { numeric });
  return format.format(-Math.floor(Math.max(0, passed) / length), unit);
}
