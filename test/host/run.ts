// node run.ts [--oldest] [--titles PATTERN] [FILE…]: the tests of test/host inside a real VS Code, all of them unless files are named.
// ARTIFACTS_VSCODE=desktop takes the desktop build that @vscode/test-electron downloads.
import { parseArgs } from "node:util";
import { makeCustomEditor } from "../support/window/customEditor.ts";
import { runScript } from "../support/ending.ts";
import { runHostTests } from "../support/host/hostTests.ts";
import { reportCounts } from "../support/runner/counts.ts";
import { testFiles } from "../support/runner/testFiles.ts";

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: { oldest: { type: "boolean", default: false }, titles: { type: "string" } },
});

await runScript(async () => {
  const files = positionals.length > 0 ? positionals : await testFiles("host");
  const age = flags.oldest ? "oldest" : "newest";
  const companion = await makeCustomEditor();
  return reportCounts(await runHostTests(files, { age, titles: flags.titles, companion }));
});
