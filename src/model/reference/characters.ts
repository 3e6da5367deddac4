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
