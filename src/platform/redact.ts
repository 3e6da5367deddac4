// Takes secrets out of what is written to the log, whatever way they got into it.

const patterns: readonly (readonly [RegExp, string])[] = [
  [/tlp[-.]k1[-.]\d+\.[0-9a-f]+/gi, "tlp-k1-…"],
  [/(X-Auth-(?:AccessKey|Token)["']?\s*[:=]\s*["']?)[^\s"',}]+/gi, "$1…"],
  [/(Authorization["']?\s*[:=]\s*["']?(?:Basic|Bearer)\s+)[^\s"',}]+/gi, "$1…"],
  [/(\/tokens\/)[^\s/?#"']+/gi, "$1…"],
  [/(["'](?:password|token|key)["']\s*:\s*["'])[^"']*/gi, "$1…"],
  // A password may hold a slash, which an address should not: all up to the last @ is taken for it.
  [/(\/\/)[^\s@:]+:[^\s]+@/g, "$1…@"],
];

export function redact(text: string): string {
  return patterns.reduce((safe, [pattern, replacement]) => safe.replace(pattern, replacement), text);
}
