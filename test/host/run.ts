// node run.ts [--oldest] [--titles PATTERN] [FILE…]: the tests of test/host inside a real VS Code, all of them unless files are named.
// ARTIFACTS_VSCODE=desktop takes the desktop build that @vscode/test-electron downloads.
import { parseArgs } from "node:util";
import { createCustomEditorExtension } from "../support/window/customEditorExtension.ts";
import { runScript } from "../support/cleanup.ts";
import { runHostTests } from "../support/host/runHostTests.ts";
import { reportCounts } from "../support/runner/counts.ts";
import { findTestFiles } from "../support/runner/testFiles.ts";

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: { oldest: { type: "boolean", default: false }, titles: { type: "string" } },
});

await runScript(async () => {
  const files = positionals.length > 0 ? positionals : await findTestFiles("host");
  const release = flags.oldest ? "oldest" : "newest";
  const otherExtension = await createCustomEditorExtension();
  return reportCounts(await runHostTests(files, { release, titles: flags.titles, otherExtension }));
});
