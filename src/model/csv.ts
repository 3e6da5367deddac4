// Rows as a file that spreadsheets read: RFC 4180, in UTF-8 with the mark that tells them so.

const byteOrderMark = "\uFEFF";
const lineEnd = "\r\n";

/** Spreadsheets run what begins so, also after blanks; some of them take the wide forms of East Asia for the same. */
const runnable = /^(?:[\s\p{Cc}"]*[=+\-@＝＋－＠]|[\t\r])/u;
/** Where the language parts cells by something else than commas, quotes in the middle hold nothing together: a cell may begin there. */
const runnableInside = /(\r\n|[,;\t\r\n])(?=(?:(?![\t\r\n])[\s\p{Cc}"])*[=+\-@＝＋－＠])/gu;
const plainNumber = /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const special = /[",;\t\r\n]|^\s|\s$/;

/**
 * Somebody else's text is no formula: with an apostrophe before it, it is text to every spreadsheet, at its beginning and
 * wherever one may see another cell begin. Numbers stay numbers.
 */
export function harmless(cell: string): string {
  if (plainNumber.test(cell)) return cell;
  const text = cell.replaceAll(runnableInside, "$1'");
  return runnable.test(cell) ? `'${text}` : text;
}

function written(cell: string): string {
  const text = harmless(cell);
  return special.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

export function csvText(rows: readonly (readonly string[])[]): string {
  const lines = rows.map((cells) => cells.map(written).join(",") + lineEnd);
  return byteOrderMark + lines.join("");
}
