// What stands in a saved query for something that is known only when it is asked: who asks, and when.
import { isDay } from "../query.ts";

export const me = "${me}";

const relativeDay = /^\$\{today(?:\s*([+-])\s*(\d{1,5}))?\}$/;
const dayMs = 24 * 60 * 60 * 1000;

export function isPlaceholder(text: string): boolean {
  return text === me || relativeDay.test(text);
}

/** `${today}`, or so many days before or after it. */
export function todayAnd(days: number): string {
  if (days === 0) return "${today}";
  return days > 0 ? `\${today+${days}}` : `\${today${days}}`;
}

/** How many days after today a text means; undefined for one that counts nothing from today. */
export function daysAfterToday(text: string): number | undefined {
  const counted = relativeDay.exec(text);
  return counted === null ? undefined : Number(counted[2] ?? 0) * (counted[1] === "-" ? -1 : 1);
}

/**
 * How many days after today was typed: with a sign, after the word, or as it stands in a saved query. A number alone may mean either
 * side, most likely the past. None where it is something else.
 */
export function typedDays(text: string): readonly number[] {
  const typed = text.trim().toLowerCase();
  const days = /^\d{1,5}$/.test(typed) ? Number(typed) : undefined;
  if (days !== undefined) return days === 0 ? [0] : [-days, days];
  if (typed === "") return [];
  const counted = daysAfterToday(typed.startsWith("${") ? typed : `\${today${typed.replace(/^today/, "")}}`);
  return counted === undefined ? [] : [counted];
}

/** The day that a text means: one that is written out, or one that is counted from today. */
export function dayMeant(text: string, today: string): string | undefined {
  if (isDay(text)) return text;
  const days = daysAfterToday(text);
  if (days === undefined || !isDay(today)) return undefined;
  // Days of a calendar, which has no hours that are left out: UTC will do.
  const [day = ""] = new Date(Date.parse(today) + days * dayMs).toISOString().split("T");
  return isDay(day) ? day : undefined;
}

/** The day that it is here, at an instant. */
export function dayHere(now: Date): string {
  const two = (number: number): string => String(number).padStart(2, "0");
  return `${String(now.getFullYear()).padStart(4, "0")}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}
