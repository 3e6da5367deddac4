import * as vscode from "vscode";

const datePattern = /^\d{4}-\d\d-\d\d$/;

/** In VS Code's language. Creating a format takes much longer than using it, and lists have thousands of dates. */
function createFormat(options: Intl.DateTimeFormatOptions): (date: Date | number) => string {
  let format: Intl.DateTimeFormat | undefined;
  return (date) => (format ??= new Intl.DateTimeFormat(vscode.env.language, options)).format(date);
}

const toDateTimeText = createFormat({ dateStyle: "medium", timeStyle: "short" });
const toDateText = createFormat({ dateStyle: "medium" });
const toUtcDateText = createFormat({ dateStyle: "medium", timeZone: "UTC" });
const toTimeText = createFormat({ timeStyle: "short" });

/** Only the time if it is today, else date and time. */
export function formatRecentTime(iso: string | undefined): string | undefined {
  const date = new Date(iso ?? Number.NaN);
  return isToday(date) ? toTimeText(date) : formatDateTime(iso);
}

/** Like `formatRecentTime`, for a local timestamp in milliseconds. */
export function formatRecentTimestamp(timestamp: number): string {
  const date = new Date(timestamp);
  return isToday(date) ? toTimeText(date) : toDateTimeText(date);
}

/** Only the date, in VS Code's language; `undefined` if it is invalid. */
export function formatDate(iso: string | undefined): string | undefined {
  return formatInstant(iso, toDateText);
}

function isToday(date: Date): boolean {
  return date.toDateString() === new Date().toDateString();
}

/** A date, with the time if it has one, in VS Code's language; `undefined` if it is invalid. */
export function formatDateTime(iso: string | undefined): string | undefined {
  return formatInstant(iso, toDateTimeText);
}

function formatInstant(iso: string | undefined, format: (date: Date | number) => string): string | undefined {
  const date = iso === undefined ? Number.NaN : Date.parse(iso);
  if (iso === undefined || Number.isNaN(date)) return undefined;
  // A date without time is parsed as midnight UTC, and has to be formatted in UTC to stay the same day.
  return datePattern.test(iso) ? toUtcDateText(date) : format(date);
}
