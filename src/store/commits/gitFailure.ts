import type { GitFailure } from "./repository.ts";

/** Git has one exit code for nearly everything; its English words are what tells failures apart. */
const known: readonly (readonly [RegExp, GitFailure])[] = [
  [/^fatal: (not a git repository|cannot change to )/m, { kind: "notARepository" }],
  [/^fatal: (detected dubious ownership|unsafe repository)/m, { kind: "unsafeRepository" }],
];

const longestLine = 500;

export function gitFailure(stderr: string): GitFailure {
  for (const [words, failure] of known) if (words.test(stderr)) return failure;
  return { kind: "failed", said: firstWords(stderr) };
}

/** Warnings come first; what went wrong is the line that says so. */
function firstWords(stderr: string): string {
  const lines = stderr.split("\n").filter((line) => line.trim() !== "");
  const line = lines.find((each) => /^(fatal|error): /.test(each)) ?? lines[0] ?? "";
  const said = line.replace(/^(fatal|error): /, "").slice(0, longestLine);
  // An address may carry somebody's key.
  return said.replaceAll(/\/\/[^\s/@]*@/g, "//");
}
