import Mocha from "mocha";
import { type Counts, getSlowest, type TestDuration } from "./counts.ts";

/**
 * Timeout of a test. It only stops tests that hang: on a busy machine, a test of four seconds has taken three minutes.
 */
const testLimitMs = 10 * 60_000;

export interface MochaOptions {
  /** Only tests whose full title matches are run. */
  readonly titles?: RegExp | undefined;
}

/** Runs and counts the tests that `load` defines. Used in plain Node and, bundled, in the extension host. */
export async function runMocha(
  load: (mocha: Mocha) => Promise<void>,
  { titles }: MochaOptions = {},
): Promise<Counts> {
  const mocha = new Mocha({ timeout: testLimitMs, forbidOnly: true });
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
        slowest: getSlowest(durations),
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
