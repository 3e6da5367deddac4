import * as vscode from "vscode";
import { toAge, formatTimeInOwnZone } from "../model/localTime.ts";

/** The time as the server wrote it, with its offset, for hovers of local times. */
export function serverTimeText(iso: string | undefined): string | undefined {
  const text = formatTimeInOwnZone(iso);
  return text === undefined ? undefined : vscode.l10n.t("Server time: {0}", text);
}

/**
 * Such as "5 minutes ago"; "now" within the first minute, and for times in the future due to another clock.
 * Takes milliseconds or an ISO date; empty if invalid.
 */
export function formatRelativeTime(at: number | string, now: number): string {
  const time = typeof at === "string" ? Date.parse(at) : at;
  if (!Number.isFinite(time)) return "";
  const { unit, count } = toAge(time, now) ?? { unit: "second", count: 0 };
  // "Yesterday" would be wrong for 30 hours ago, so numbers are used except for "now".
  const numeric = count === 0 ? "auto" : "always";
  return new Intl.RelativeTimeFormat(vscode.env.language, { numeric }).format(-count, unit);
}
