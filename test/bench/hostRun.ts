// node hostRun.ts REQUEST, as JSON: measures inside VS Code, in another process because VS Code's runner prints to stdout.
import { runScript } from "../support/cleanup.ts";
import { runHostTests } from "../support/host/runHostTests.ts";
import { hasPassed } from "../support/runner/counts.ts";
import { findTestFiles } from "../support/runner/testFiles.ts";
import { createEnvironment, type BenchRequest } from "./host/benchRequest.ts";

const [text = ""] = process.argv.slice(2);

await runScript(async () => {
  const env = createEnvironment(JSON.parse(text) as BenchRequest);
  const counts = await runHostTests(await findTestFiles("bench/host"), { api: "extension", env });
  for (const failure of counts.failures) console.error(failure);
  return hasPassed(counts) ? 0 : 1;
});
