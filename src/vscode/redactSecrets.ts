// Removes secrets from texts for the log.
import { truncateAtWord } from "../model/displayText.ts";

/** Server messages can have any length; no log or message needs more. */
const maxTextLength = 2000;

// Every repetition has an upper bound, so that no server message can make this slow.
const secretPatterns: readonly (readonly [RegExp, string])[] = [
  [/tlp[-.]k1[-.]\d{1,20}\.[0-9a-f]{1,2000}/gi, "tlp-k1-…"],
  // The same without the prefix, as some servers repeat it.
  [/(?<![\w.-])\d{1,20}\.[0-9a-f]{32,2000}/gi, "…"],
  [/(X-Auth-(?:AccessKey|Token)["']?\s{0,99}[:=]\s{0,99}["']?)[^\s"',}]{1,2000}/gi, "$1…"],
  [/(Authorization["']?\s{0,99}[:=]\s{0,99}["']?(?:Basic|Bearer)\s{1,99})[^\s"',}]{1,2000}/gi, "$1…"],
  [/(\/tokens\/)[^\s/?#"']{1,2000}/gi, "$1…"],
  [/(["'](?:password|token|key)["']\s{0,99}:\s{0,99}["'])[^"']{0,2000}/gi, "$1…"],
  // A password may contain a slash, so everything up to the last @ is removed.
  [/(\/\/)[^\s@:/]{1,2000}:\S{1,2000}@/g, "$1…@"],
];

/** Truncates the text, too. */
export function redactSecrets(text: string): string {
  return secretPatterns.reduce(
    (safe, [pattern, replacement]) => safe.replace(pattern, replacement),
    truncateAtWord(text, maxTextLength),
  );
}
