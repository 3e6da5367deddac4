import Mocha from "mocha";
import type { Counts } from "./counts.ts";

/** What a test may take. */
export const usualTimeoutMs = 20_000;

/** Runs what `load` defines and counts it. Used in plain Node and, bundled, inside the extension host. */
export async function runMocha(
  load: (mocha: Mocha) => Promise<void>,
  { timeoutMs = usualTimeoutMs }: { readonly timeoutMs?: number } = {},
): Promise<Counts> {
  const mocha = new Mocha({ timeout: timeoutMs, forbidOnly: true });
  await load(mocha);
  const failures: string[] = [];
  return new Promise((resolve) => {
    const runner = mocha.run((failed) =>
      resolve({ passed: runner.stats?.passes ?? 0, failed, skipped: runner.stats?.pending ?? 0, failures }),
    );
    runner.on("fail", (test, error: Error) => failures.push(`${test.fullTitle()}: ${error.message}`));
  });
}
