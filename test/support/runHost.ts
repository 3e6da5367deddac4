// npm run test:host [-- --oldest]: the tests of test/host inside a real VS Code.
// ARTIFACTS_VSCODE=desktop takes the desktop build that @vscode/test-electron downloads.
import { parseArgs } from "node:util";
import { makeCustomEditor } from "./customEditor.ts";
import { runHostTests } from "./hostTests.ts";
import { runStage } from "./stage.ts";

const { values: flags } = parseArgs({ options: { oldest: { type: "boolean", default: false } } });

await runStage(flags.oldest ? "host-oldest" : "host", async () =>
  runHostTests("host", {
    age: flags.oldest ? "oldest" : "newest",
    companion: await makeCustomEditor(),
  }),
);
