// A place in a text that names an artifact.

/** In UTF-16 units, the end not included: what editors count in. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** What the platform writes into the artifact: "closed by", "fixed by" and so on. */
export type ClosingVerb = "closes" | "fixes" | "implements" | "resolves";

/** The word before a reference that has the platform close the artifact, when the commit comes to the default branch. */
export interface Closing extends TextRange {
  /** As it was written. */
  readonly word: string;
  readonly verb: ClosingVerb;
}

export interface ArtifactReference extends TextRange {
  readonly artifactId: number;
  /** `hash` is `art #12`, `dash` is `TULEAP-12`, `pattern` comes from a setting. */
  readonly form: "hash" | "dash" | "pattern";
  /** As it was written: what stands before the id. */
  readonly keyword: string;
  /** Short name or id of a project, where one is named. */
  readonly project: string | undefined;
  readonly closing: Closing | undefined;
}

/** Ids of the platform are positive numbers of 32 bits; zeros before them don't count. */
export function artifactIdIn(digits: string): number | undefined {
  const [, significant] = /^0*([1-9]\d{0,9})$/.exec(digits) ?? [];
  const id = Number(significant);
  return id <= 0x7fff_ffff ? id : undefined;
}

// The platform reads bytes: its letters, digits and blanks are those of ASCII, whatever language a text is in.
// Codes are of UTF-16; past an end there is NaN, which is none of them.

export function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

export function isWord(code: number): boolean {
  return isDigit(code) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122) || code === 95;
}

/** Line breaks are blanks too. */
export function isBlank(code: number): boolean {
  return code === 32 || (code >= 9 && code <= 13);
}

// Numbers that name no artifact, though they stand where one could: those of a date (2026-11-15) or a version (17.4).

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
