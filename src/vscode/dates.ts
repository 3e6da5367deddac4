import * as vscode from "vscode";

const datePattern = /^\d{4}-\d\d-\d\d$/;

/** Only the time if it is today, else date and time. */
export function formatRecentTime(iso: string | undefined): string | undefined {
  const date = new Date(iso ?? Number.NaN);
  return isToday(date) ? formatTimeOfDay(date) : formatDateTime(iso);
}

/** Like `formatRecentTime`, for a local timestamp in milliseconds. */
export function formatRecentTimestamp(timestamp: number): string {
  const date = new Date(timestamp);
  if (isToday(date)) return formatTimeOfDay(date);
  return date.toLocaleString(vscode.env.language, { dateStyle: "medium", timeStyle: "short" });
}

/** Only the date, in VS Code's language; `undefined` if it is invalid. */
export function formatDate(iso: string | undefined): string | undefined {
  return formatInstant(iso, { dateStyle: "medium" });
}

function isToday(date: Date): boolean {
  return date.toDateString() === new Date().toDateString();
}

function formatTimeOfDay(date: Date): string {
  return date.toLocaleTimeString(vscode.env.language, { timeStyle: "short" });
}

/** A date, with the time if it has one, in VS Code's language; `undefined` if it is invalid. */
export function formatDateTime(iso: string | undefined): string | undefined {
  return formatInstant(iso, { dateStyle: "medium", timeStyle: "short" });
}

function formatInstant(iso: string | undefined, options: Intl.DateTimeFormatOptions): string | undefined {
  const date = iso === undefined ? Number.NaN : Date.parse(iso);
  if (iso === undefined || Number.isNaN(date)) return undefined;
  // A date without time is parsed as midnight UTC, and has to be formatted in UTC to stay the same day.
  return new Date(date).toLocaleString(
    vscode.env.language,
    datePattern.test(iso) ? { dateStyle: "medium", timeZone: "UTC" } : options,
  );
}
