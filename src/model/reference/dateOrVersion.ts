// Numbers that name no artifact, though they stand where one could: those of a date (2026-11-15) or a version (17.4).
import { isDigit } from "./characters.ts";

const year = /^(?:19|20)\d\d$/;
const month = /^(?:0[1-9]|1[0-2])$/;
const day = /^(?:0[1-9]|[12]\d|3[01])$/;
const wholeDate = /^(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])$/;
const monthAndDayNext = /^([-_])(?:0[1-9]|1[0-2])\1(?:0[1-9]|[12]\d|3[01])(?!\d)/;
/** With more after it, it could be the beginning of a title: `tuleap-2001-12-monkeys`. */
const lastMonthNext = /^[-_](?:0[1-9]|1[0-2])(?![-\w])/;
const yearBefore = /(?<!\d)(?:19|20)\d\d[-_]$/;
const monthBefore = /(?<!\d)(?:19|20)\d\d[-_](?:0[1-9]|1[0-2])[-_]$/;

/** Of the digits between start and end, by what is around them. */
export function isDateOrVersion(text: string, start: number, end: number): boolean {
  if (text.charAt(end) === "." && isDigit(text.charCodeAt(end + 1))) return true;
  if (text.charAt(start - 1) === "." && isDigit(text.charCodeAt(start - 2))) return true;
  if (end - start > 8) return false;
  const digits = text.slice(start, end);
  const before = text.slice(Math.max(0, start - 10), start);
  const after = text.slice(end, end + 8);
  if (wholeDate.test(digits)) return true;
  if (year.test(digits)) return monthAndDayNext.test(after) || lastMonthNext.test(after);
  return (month.test(digits) && yearBefore.test(before)) || (day.test(digits) && monthBefore.test(before));
}
