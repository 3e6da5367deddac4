import Mocha from "mocha";
import { type Counts, slowestOf, type TestDuration } from "./counts.ts";

/** How long a test may take unless its suite or the test itself says otherwise. */
export const defaultTimeoutMs = 60_000;

export interface MochaOptions {
  readonly timeoutMs?: number;
  /** Only tests whose full title matches are run. */
  readonly titles?: RegExp | undefined;
}

/** Runs what `load` defines and counts it. Used in plain Node and, bundled, inside the extension host. */
export async function runMocha(
  load: (mocha: Mocha) => Promise<void>,
  { timeoutMs = defaultTimeoutMs, titles }: MochaOptions = {},
): Promise<Counts> {
  const mocha = new Mocha({ timeout: timeoutMs, forbidOnly: true });
  if (titles !== undefined) mocha.grep(titles);
  await load(mocha);
  const failures: string[] = [];
  const durations: TestDuration[] = [];
  return new Promise((resolve) => {
    const runner = mocha.run((failed) =>
      resolve({
        passed: runner.stats?.passes ?? 0,
        failed,
        skipped: runner.stats?.pending ?? 0,
        failures,
        slowest: slowestOf(durations),
      }),
    );
    runner.on("fail", (test, error: Error) => failures.push(`${test.fullTitle()}: ${error.message}`));
    runner.on("test end", (test) => {
      if (test.duration !== undefined) {
        durations.push({ title: test.fullTitle(), milliseconds: Math.round(test.duration) });
      }
    });
  });
}
