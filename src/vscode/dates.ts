import * as vscode from "vscode";

const day = /^\d{4}-\d\d-\d\d$/;

/** A point in time of today by its hour and minute, any other one whole. */
export function recentMoment(iso: string | undefined): string | undefined {
  const date = new Date(iso ?? Number.NaN);
  return isToday(date) ? timeOfDay(date) : moment(iso);
}

/** The same for what this machine has measured, in milliseconds. */
export function momentHere(at: number): string {
  const date = new Date(at);
  if (isToday(date)) return timeOfDay(date);
  return date.toLocaleString(vscode.env.language, { dateStyle: "medium", timeStyle: "short" });
}

function isToday(date: Date): boolean {
  return date.toDateString() === new Date().toDateString();
}

function timeOfDay(date: Date): string {
  return date.toLocaleTimeString(vscode.env.language, { timeStyle: "short" });
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
