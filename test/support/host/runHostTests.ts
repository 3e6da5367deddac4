// Runs tests inside a real VS Code.
import { cp, mkdir } from "node:fs/promises";
import { basename, delimiter, dirname, join } from "node:path";
import { runTests } from "@vscode/test-electron";
import { createTemporaryFolder } from "../cleanup.ts";
import { bundleHostTests } from "./bundleHostTests.ts";
import { hostCountsVariable, hostTitlesVariable } from "./mochaInHost.ts";
import { type Counts, emptyCounts, readCounts } from "../runner/counts.ts";
import { stageExtension } from "../window/stagedExtension.ts";
import { installSvn } from "../fixtures/installSvn.ts";
import { type VSCodeRelease, getVscodeVersion } from "../window/installVscode.ts";
import {
  quietSettings,
  type Settings,
  writeMachineSettings,
  writeUserSettings,
} from "../window/vscodeServer.ts";
import { svnFolderVariable } from "../fixtures/workingCopies.ts";

interface HostTestOptions {
  readonly release?: VSCodeRelease;
  /** VS Code and the tests only write below it; a new temporary folder by default. */
  readonly folder?: string;
  /** Whether the tests get a separate `vscode` API object, or that of the extension. */
  readonly api?: "own" | "extension";
  readonly machineSettings?: Settings;
  /** The folder of another extension to install. */
  readonly otherExtension?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Only tests whose full title matches are run. */
  readonly titles?: string | undefined;
}

export async function runHostTests(files: readonly string[], options: HostTestOptions = {}): Promise<Counts> {
  const {
    release = "newest",
    folder = createTemporaryFolder(),
    api = "own",
    machineSettings = {},
    env = {},
  } = options;
  const workspace = join(folder, "workspace");
  const userData = join(folder, "data");
  const counts = join(folder, "counts.json");
  await mkdir(workspace, { recursive: true });
  await writeUserSettings(userData, quietSettings);
  await writeMachineSettings(userData, machineSettings);
  const extensions = join(folder, "extensions");
  if (options.otherExtension !== undefined) {
    await cp(options.otherExtension, join(extensions, basename(options.otherExtension)), { recursive: true });
  }
  const extension = await stageExtension(folder, "development");
  // VS Code gives each extension its own `vscode` object, by the location of the importing file.
  const tests = await bundleHostTests(api === "own" ? folder : extension, files);
  await runTests({
    ...getVscodeOptions(release),
    extensionDevelopmentPath: extension,
    extensionTestsPath: tests,
    extensionTestsEnv: {
      ...env,
      [hostCountsVariable]: counts,
      ...(options.titles === undefined ? {} : { [hostTitlesVariable]: options.titles }),
      // The adapter is a script for the Node that runs this one.
      PATH: [dirname(process.execPath), process.env["PATH"]].join(delimiter),
      // VS Code replaces PATH with that of the user's shell.
      [svnFolderVariable]: await findSvnFolder(),
    },
    launchArgs: [
      workspace,
      `--npm-delivered=${release}`,
      `--user-data-dir=${userData}`,
      `--extensions-dir=${extensions}`,
    ],
  }).catch((error: unknown) => {
    console.error(String(error));
  });
  return (await readCounts(counts)) ?? emptyCounts;
}

/** Empty if Subversion isn't available: tests that need it are skipped. */
async function findSvnFolder(): Promise<string> {
  const svn = await installSvn();
  if (!("reason" in svn)) return dirname(svn.svn);
  console.error(svn.reason);
  return "";
}

function getVscodeOptions(
  release: VSCodeRelease,
): { readonly version: string } | { readonly vscodeExecutablePath: string } {
  return process.env["ARTIFACTS_VSCODE"] === "desktop"
    ? { version: getVscodeVersion(release) }
    : { vscodeExecutablePath: join(import.meta.dirname, "desktopAdapter.ts") };
}
