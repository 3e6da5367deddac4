// Markdown as the server understands it. What comes out is markup yet to be sanitised.
import { Marked } from "marked";
import { checkpoint, TooComplex } from "./renderLimits.ts";

const longestSource = 65_536;
/** The parser's time for an address grows with the square of its length. */
const longAddress = /^(?:https?:\/\/|ftp:\/\/|www\.)\S{2000}/i;

/** False leaves the token to the parser. */
function passOn(): false {
  checkpoint();
  return false;
}

const marked = new Marked({
  gfm: true,
  // These are tried first for each block, for each piece of a line, and for each address.
  tokenizer: {
    space: passOn,
    escape: passOn,
    url: (source) => {
      if (longAddress.test(source)) throw new TooComplex("An address in the text is too long.");
      return passOn();
    },
  },
  renderer: {
    // A box that can't be ticked is a sign, not a control.
    checkbox: ({ checked }) => (checked ? "☑ " : "☐ "),
  },
});

/** Throws for what would take too long, or is nested too deeply for the parser. */
export function markdownToHtml(source: string): string {
  if (source.length > longestSource) throw new TooComplex("The text is too long.");
  return marked.parse(source, { async: false });
}
