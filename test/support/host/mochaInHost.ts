import Mocha from "mocha";
import { mapStack } from "./mapStack.ts";
import { type Counts, writeCounts } from "../runner/counts.ts";
import { runMocha } from "../runner/mochaRun.ts";
import { markTestOutput } from "./testOutput.ts";

/** A test file of the bundle: its path, and what evaluates it. */
type TestFile = readonly [path: string, evaluate: () => Promise<unknown>];

/** Tells the tests in the extension host where to leave their counts. */
export const hostCountsVariable = "ARTIFACTS_HOST_COUNTS";

/** Tells them which titles are wanted, if not all. */
export const hostTitlesVariable = "ARTIFACTS_HOST_TITLES";

/** What the extension host calls: resolves when all tests passed, rejects otherwise. */
export async function runInHost(files: readonly TestFile[]): Promise<void> {
  markTestOutput();
  // Mocha kept the console's function from before.
  Mocha.reporters.Base.consoleLog = console.log;
  const counts = await runFiles(files).catch((error: unknown) => {
    // VS Code would only say it in its own log.
    console.log(error instanceof Error ? mapStack(error.stack ?? error.message) : error);
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
      // What Mocha does around a file that it loads by itself.
      mocha.suite.emit("pre-require", globalThis, path, mocha);
      const exports = await evaluate();
      mocha.suite.emit("require", exports, path, mocha);
      mocha.suite.emit("post-require", globalThis, path, mocha);
    }
  }, options);
}

function mapFailure(this: Mocha.Context): void {
  const error = this.currentTest?.err;
  if (error?.stack !== undefined) error.stack = mapStack(error.stack);
}
