// Windows take most of the time of a run. Where that is short only the main ways through the product are driven, over one
// dialect; the rest is left to the tests below the window, and to whoever runs all of them.
import { basename } from "node:path";

/** Told by the environment, as tests run in processes of their own. */
const variable = "ARTIFACTS_WINDOWS";

const mainWays: ReadonlySet<string> = new Set(
  ["browse", "conflict", "connect", "firstChange", "form", "formCreate", "package", "table"].map(
    (name) => `${name}.test.ts`,
  ),
);

export function driveMainWaysOnly(): void {
  process.env[variable] = "main";
}

/** Skips the others, if only the main ways are wanted. */
export function leaveOutByways(suite: Mocha.Suite): void {
  if (process.env[variable] !== "main") return;
  const isOnMainWay = suite.file === undefined || mainWays.has(basename(suite.file));
  if (!isOnMainWay || suite.title.endsWith("(documented)")) suite.pending = true;
  for (const each of suite.suites) leaveOutByways(each);
}
