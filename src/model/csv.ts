// Rows as a file that spreadsheets read: RFC 4180, in UTF-8 with the mark that tells them so.

const byteOrderMark = "\uFEFF";
const lineEnd = "\r\n";

/** Spreadsheets run what begins so, also after blanks; some of them take the wide forms of East Asia for the same. */
const runnable = /^(?:[\s\p{Cc}]*[=+\-@＝＋－＠]|[\t\r])/u;
const plainNumber = /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const special = /[",;\t\r\n]|^\s|\s$/;

/** Somebody else's text is no formula: with an apostrophe before it, it is text to every spreadsheet. Numbers stay numbers. */
export function harmless(cell: string): string {
  return runnable.test(cell) && !plainNumber.test(cell) ? `'${cell}` : cell;
}

function written(cell: string): string {
  const text = harmless(cell);
  return special.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

export function csvText(rows: readonly (readonly string[])[]): string {
  const lines = rows.map((cells) => cells.map(written).join(",") + lineEnd);
  return byteOrderMark + lines.join("");
}
