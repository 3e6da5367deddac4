// How much structure an answer may have. Parsers pay for brackets and elements many times what they are long: some megabytes of
// nothing else would take gigabytes of memory, or minutes.

/** Answers of the API are some ten levels deep; whoever walks through one by recursion can rely on this. */
const deepest = 200;
/** The largest trackers come to some hundred thousand values, all lists of people included. */
const mostValues = 500_000;
const mostElements = 200_000;

const quote = 0x22;
const comma = 0x2c;
const opening: ReadonlySet<number> = new Set([0x5b, 0x7b]);
const closing: ReadonlySet<number> = new Set([0x5d, 0x7d]);
const backslash = 0x5c;

function refuse(what: string): never {
  throw new RangeError(`The answer is made of too many ${what}.`);
}

function isEscaped(text: string, at: number): boolean {
  let backslashes = 0;
  while (text.charCodeAt(at - 1 - backslashes) === backslash) backslashes += 1;
  return backslashes % 2 === 1;
}

/** Where the string ends that begins there. */
function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (end !== -1 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end === -1 ? text.length : end;
}

/** Throws for JSON that is deeper, or of more values, than any answer. */
export function refuseImmodestJson(text: string): void {
  let depth = 0;
  let values = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === quote) at = endOfString(text, at);
    else if (code === comma) values += 1;
    else if (closing.has(code)) depth -= 1;
    else if (opening.has(code)) {
      depth += 1;
      values += 1;
    }
    if (depth > deepest) refuse("levels");
    if (values > mostValues) refuse("values");
  }
}

/** The same for XML without its CDATA sections. */
export function refuseImmodestXml(markup: string): void {
  let depth = 0;
  let elements = 0;
  let end = 0;
  for (let at = markup.indexOf("<"); at !== -1; at = markup.indexOf("<", at + 1)) {
    const next = markup[at + 1];
    if (next === "!" || next === "?") continue;
    if (next === "/") {
      depth -= 1;
      continue;
    }
    elements += 1;
    // Looked for once, however many begin before it.
    if (end < at) end = markup.indexOf(">", at);
    if (end === -1 || markup[end - 1] !== "/") depth += 1;
    if (depth > deepest) refuse("levels");
    if (elements > mostElements) refuse("elements");
  }
}
