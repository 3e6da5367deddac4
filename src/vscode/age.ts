import * as vscode from "vscode";
import { ageUnit, serverTime } from "../model/localTime.ts";

/** An instant as the server wrote it, with its offset: what stands in a hover of what is shown in the zone of this machine. */
export function serverMoment(iso: string | undefined): string | undefined {
  const text = serverTime(iso);
  return text === undefined ? undefined : vscode.l10n.t("Server time: {0}", text);
}

/**
 * How long ago something was, as people say it: "5 minutes ago", "now" within the first minute, and for what
 * another clock puts into the future. Takes milliseconds or an ISO date; empty for what is neither.
 */
export function age(at: number | string, now: number): string {
  const moment = typeof at === "string" ? Date.parse(at) : at;
  if (!Number.isFinite(moment)) return "";
  const { unit, count } = ageUnit(moment, now) ?? { unit: "second", count: 0 };
  // "Yesterday" would be wrong for 30 hours ago, which may be the day before: numbers, except for "now".
  const numeric = count === 0 ? "auto" : "always";
  return new Intl.RelativeTimeFormat(vscode.env.language, { numeric }).format(-count, unit);
}
