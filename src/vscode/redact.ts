// Takes secrets out of what is written to the log, whatever way they got into it.
import { shortened } from "../model/displayText.ts";

/** A server decides how long its texts are; no log or message needs more of one. */
const longestText = 2000;

// Every repetition has an upper bound, so that no text of a server can make this slow.
const patterns: readonly (readonly [RegExp, string])[] = [
  [/tlp[-.]k1[-.]\d{1,20}\.[0-9a-f]{1,2000}/gi, "tlp-k1-…"],
  // The same where a server has left the prefix away.
  [/(?<![\w.-])\d{1,20}\.[0-9a-f]{32,2000}/gi, "…"],
  [/(X-Auth-(?:AccessKey|Token)["']?\s{0,99}[:=]\s{0,99}["']?)[^\s"',}]{1,2000}/gi, "$1…"],
  [/(Authorization["']?\s{0,99}[:=]\s{0,99}["']?(?:Basic|Bearer)\s{1,99})[^\s"',}]{1,2000}/gi, "$1…"],
  [/(\/tokens\/)[^\s/?#"']{1,2000}/gi, "$1…"],
  [/(["'](?:password|token|key)["']\s{0,99}:\s{0,99}["'])[^"']{0,2000}/gi, "$1…"],
  // A password may hold a slash, which an address should not: all up to the last @ is taken for it.
  [/(\/\/)[^\s@:/]{1,2000}:\S{1,2000}@/g, "$1…@"],
];

/** At most 2,000 characters of a text, without secrets. */
export function redact(text: string): string {
  return patterns.reduce(
    (safe, [pattern, replacement]) => safe.replace(pattern, replacement),
    shortened(text, longestText),
  );
}
