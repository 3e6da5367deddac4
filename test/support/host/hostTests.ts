// Tests inside a real VS Code: which of them, and what they find there.
import { cp, mkdir } from "node:fs/promises";
import { basename, delimiter, dirname, join } from "node:path";
import { runTests } from "@vscode/test-electron";
import { temporaryFolder } from "../ending.ts";
import { bundleHostTests } from "./hostBundle.ts";
import { hostCountsVariable, hostTitlesVariable } from "./mochaInHost.ts";
import { type Counts, noCounts, readCounts } from "../runner/counts.ts";
import { stageExtension } from "../window/stagedExtension.ts";
import { installSvn } from "../fixtures/svnInstall.ts";
import { type VSCodeAge, vscodeVersion } from "../window/vscodeInstall.ts";
import {
  quietSettings,
  type Settings,
  writeMachineSettings,
  writeUserSettings,
} from "../window/vscodeServer.ts";
import { svnFolderVariable } from "../fixtures/workingCopies.ts";

interface HostOptions {
  readonly age?: VSCodeAge;
  /** Everything that VS Code and the tests write is below it; one of its own if none is given. */
  readonly folder?: string;
  /** Whether the tests have a `vscode` of their own, or that of the extension. */
  readonly api?: "own" | "ofExtension";
  readonly machineSettings?: Settings;
  /** The folder of another extension, installed beside ours. */
  readonly companion?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Only tests whose full title matches are run. */
  readonly titles?: string | undefined;
}

export async function runHostTests(files: readonly string[], options: HostOptions = {}): Promise<Counts> {
  const { age = "newest", folder = temporaryFolder(), api = "own", machineSettings = {}, env = {} } = options;
  const workspace = join(folder, "workspace");
  const userData = join(folder, "data");
  const counts = join(folder, "counts.json");
  await mkdir(workspace, { recursive: true });
  await writeUserSettings(userData, quietSettings);
  await writeMachineSettings(userData, machineSettings);
  const extensions = join(folder, "extensions");
  if (options.companion !== undefined) {
    await cp(options.companion, join(extensions, basename(options.companion)), { recursive: true });
  }
  const extension = await stageExtension(folder, "development");
  // VS Code gives each extension a `vscode` of its own, by where the file lies that asks for it.
  const tests = await bundleHostTests(api === "own" ? folder : extension, files);
  await runTests({
    ...host(age),
    extensionDevelopmentPath: extension,
    extensionTestsPath: tests,
    extensionTestsEnv: {
      ...env,
      [hostCountsVariable]: counts,
      ...(options.titles === undefined ? {} : { [hostTitlesVariable]: options.titles }),
      // The adapter is a script for the Node that runs this one.
      PATH: [dirname(process.execPath), process.env["PATH"]].join(delimiter),
      // VS Code has the PATH of the person's shell in the end.
      [svnFolderVariable]: await svnFolder(),
    },
    launchArgs: [
      workspace,
      `--npm-delivered=${age}`,
      `--user-data-dir=${userData}`,
      `--extensions-dir=${extensions}`,
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

function host(age: VSCodeAge): { readonly version: string } | { readonly vscodeExecutablePath: string } {
  return process.env["ARTIFACTS_VSCODE"] === "desktop"
    ? { version: vscodeVersion(age) }
    : { vscodeExecutablePath: join(import.meta.dirname, "desktopAdapter.ts") };
}
