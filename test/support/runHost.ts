// npm run test:host [-- --oldest]: the tests of test/host inside a real VS Code.
// ARTIFACTS_VSCODE=desktop takes the desktop build that @vscode/test-electron downloads.
import { mkdir } from "node:fs/promises";
import { delimiter, dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { runTests } from "@vscode/test-electron";
import { noCounts, readCounts } from "./counts.ts";
import type { Counts } from "./counts.ts";
import { temporaryFolder } from "./ending.ts";
import { bundleHostTests } from "./hostBundle.ts";
import { hostCountsVariable } from "./mochaInHost.ts";
import { runStage } from "./stage.ts";
import { stageExtension } from "./stagedExtension.ts";
import { installSvn } from "./svnInstall.ts";
import { svnFolderVariable } from "./workingCopies.ts";
import { vscodeVersion } from "./vscodeInstall.ts";
import { quietSettings, writeUserSettings } from "./vscodeServer.ts";

const { values: flags } = parseArgs({ options: { oldest: { type: "boolean", default: false } } });
const age = flags.oldest ? "oldest" : "newest";

async function hostTests(): Promise<Counts> {
  const folder = temporaryFolder();
  const workspace = join(folder, "workspace");
  const userData = join(folder, "data");
  const counts = join(folder, "counts.json");
  await mkdir(workspace);
  await writeUserSettings(userData, quietSettings);
  const tests = await bundleHostTests(folder);
  const extension = await stageExtension(folder, "development");
  await runTests({
    ...host(),
    extensionDevelopmentPath: extension,
    extensionTestsPath: tests,
    extensionTestsEnv: {
      [hostCountsVariable]: counts,
      // The adapter is a script for the Node that runs this one.
      PATH: [dirname(process.execPath), process.env["PATH"]].join(delimiter),
      // VS Code has the PATH of the person's shell in the end.
      [svnFolderVariable]: await svnFolder(),
    },
    launchArgs: [
      workspace,
      `--npm-delivered=${age}`,
      `--user-data-dir=${userData}`,
      `--extensions-dir=${join(folder, "extensions")}`,
    ],
  }).catch((error: unknown) => {
    console.error(String(error));
  });
  return (await readCounts(counts)) ?? noCounts;
}

/** Empty where Subversion is not to be had: tests that need it are skipped then. */
async function svnFolder(): Promise<string> {
  const svn = await installSvn();
  if (!("reason" in svn)) return dirname(svn.svn);
  console.error(svn.reason);
  return "";
}

function host(): { readonly version: string } | { readonly vscodeExecutablePath: string } {
  return process.env["ARTIFACTS_VSCODE"] === "desktop"
    ? { version: vscodeVersion(age) }
    : { vscodeExecutablePath: join(import.meta.dirname, "desktopAdapter.ts") };
}

await runStage(flags.oldest ? "host-oldest" : "host", hostTests);
