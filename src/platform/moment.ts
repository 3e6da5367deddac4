import * as vscode from "vscode";

const day = /^\d{4}-\d\d-\d\d$/;

/** A point in time of today by its hour and minute, any other one whole. */
export function recentMoment(iso: string | undefined): string | undefined {
  const date = new Date(iso ?? Number.NaN);
  const isToday = date.toDateString() === new Date().toDateString();
  return isToday ? date.toLocaleTimeString(vscode.env.language, { timeStyle: "short" }) : moment(iso);
}

/** A point in time, or a day, as the person writes it; undefined for what is none. */
export function moment(iso: string | undefined): string | undefined {
  const date = iso === undefined ? Number.NaN : Date.parse(iso);
  if (iso === undefined || Number.isNaN(date)) return undefined;
  // A day alone is read as its midnight in UTC, and must be written there too to stay the same day.
  const options: Intl.DateTimeFormatOptions = day.test(iso)
    ? { dateStyle: "medium", timeZone: "UTC" }
    : { dateStyle: "medium", timeStyle: "short" };
  return new Date(date).toLocaleString(vscode.env.language, options);
}
