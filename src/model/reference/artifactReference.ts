/** In UTF-16 units like editor positions; `end` is exclusive. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** The verb that Tuleap shows in the artifact, such as "closed by". */
export type ClosingVerb = "closes" | "fixes" | "implements" | "resolves";

/** The word before a reference that closes the artifact when the commit reaches the default branch. */
export interface ClosingKeyword extends TextRange {
  /** As written. */
  readonly word: string;
  readonly verb: ClosingVerb;
}

export interface ArtifactReference extends TextRange {
  readonly artifactId: number;
  /** `hash` is `art #12`, `dash` is `TULEAP-12`, `pattern` is from a setting. */
  readonly form: "hash" | "dash" | "pattern";
  /** As written before the id. */
  readonly keyword: string;
  /** Short name or id of the project, if given. */
  readonly project: string | undefined;
  readonly closing: ClosingKeyword | undefined;
}

/** Tuleap ids are positive 32-bit integers; leading zeros are ignored. */
export function parseArtifactId(digits: string): number | undefined {
  const [, significant] = /^0*([1-9]\d{0,9})$/.exec(digits) ?? [];
  const id = Number(significant);
  return id <= 0x7fff_ffff ? id : undefined;
}

// Tuleap matches bytes: letters, digits and blanks are ASCII only. Codes are UTF-16; NaN past the end matches
// nothing.

export function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

export function isWordCharacter(code: number): boolean {
  return isDigit(code) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122) || code === 95;
}

/** Includes line breaks. */
export function isWhitespace(code: number): boolean {
  return code === 32 || (code >= 9 && code <= 13);
}

// Numbers that are part of a date (2026-11-15) or version (17.4), not artifact ids.

const year = /^(?:19|20)\d\d$/;
const month = /^(?:0[1-9]|1[0-2])$/;
const day = /^(?:0[1-9]|[12]\d|3[01])$/;
const wholeDate = /^(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])$/;
const monthAndDayNext = /^([-_])(?:0[1-9]|1[0-2])\1(?:0[1-9]|[12]\d|3[01])(?!\d)/;
/** A longer text could be a title: `tuleap-2001-12-monkeys`. */
const lastMonthNext = /^[-_](?:0[1-9]|1[0-2])(?![-\w])/;
const yearBefore = /(?<!\d)(?:19|20)\d\d[-_]$/;
const monthBefore = /(?<!\d)(?:19|20)\d\d[-_](?:0[1-9]|1[0-2])[-_]$/;

/** Checks the text around the digits. */
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
