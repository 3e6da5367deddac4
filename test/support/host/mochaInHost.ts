import Mocha from "mocha";
import { mapStackToSources } from "./mapStack.ts";
import { type Counts, writeCounts } from "../runner/counts.ts";
import { runMocha } from "../runner/runMocha.ts";
import { markTestOutput } from "./testOutput.ts";

/** A test file of the bundle: its path, and a function that evaluates it. */
type TestFile = readonly [path: string, evaluate: () => Promise<unknown>];

/** Environment variable with the file for the counts of the tests in the extension host. */
export const hostCountsVariable = "ARTIFACTS_HOST_COUNTS";

/** Environment variable with a pattern of test titles, if not all are run. */
export const hostTitlesVariable = "ARTIFACTS_HOST_TITLES";

/** The extension host calls this: resolves if all tests passed, rejects otherwise. */
export async function runInHost(files: readonly TestFile[]): Promise<void> {
  markTestOutput();
  // Mocha stored the previous console.log.
  Mocha.reporters.Base.consoleLog = console.log;
  const counts = await runFiles(files).catch((error: unknown) => {
    // VS Code would only write it to its own log.
    console.log(error instanceof Error ? mapStackToSources(error.stack ?? error.message) : error);
    throw error;
  });
  const file = process.env[hostCountsVariable];
  if (file !== undefined) await writeCounts(file, counts);
  if (counts.failed > 0) throw new Error(`${counts.failed} of the tests failed.`);
}

function runFiles(files: readonly TestFile[]): Promise<Counts> {
  const titles = process.env[hostTitlesVariable];
  const options = {
    titles: titles === undefined ? undefined : new RegExp(titles, "i"),
  };
  return runMocha(async (mocha) => {
    mocha.rootHooks({ afterEach: mapFailure });
    for (const [path, evaluate] of files) {
      // Mocha emits these events around each file that it loads itself.
      mocha.suite.emit("pre-require", globalThis, path, mocha);
      const exports = await evaluate();
      mocha.suite.emit("require", exports, path, mocha);
      mocha.suite.emit("post-require", globalThis, path, mocha);
    }
  }, options);
}

function mapFailure(this: Mocha.Context): void {
  const error = this.currentTest?.err;
  if (error?.stack !== undefined) error.stack = mapStackToSources(error.stack);
}
