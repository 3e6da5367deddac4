#!/usr/bin/env node
// Replaces the desktop build of VS Code: @vscode/test-electron starts it with the arguments of the desktop binary, and
// it runs the tests in the npm build of VS Code in headless Chromium. Console output and exit code are those of the
// desktop build. ARTIFACTS_VSCODE_LOG=1 shows VS Code's own log too.
import { dirname } from "node:path";
import { format, parseArgs } from "node:util";
import { launchChromium } from "../window/chromium.ts";
import { runScript } from "../cleanup.ts";
import { testOutputMark } from "./testOutput.ts";
import { installVSCode } from "../window/installVscode.ts";
import type { VSCodeRelease } from "../window/installVscode.ts";
import { startVSCodeServer } from "../window/vscodeServer.ts";
import { waitTimeoutMs } from "../wait.ts";

const timeLimitMs = 45 * 60_000;

interface LaunchArguments {
  readonly release: VSCodeRelease;
  readonly workspace: string;
  readonly extension: string;
  readonly tests: string;
  readonly userData: string;
}

function parseLaunchArguments(): LaunchArguments {
  const { values, positionals } = parseArgs({
    // The desktop build has many more flags than are needed here.
    strict: false,
    allowPositionals: true,
    options: {
      extensionDevelopmentPath: { type: "string" },
      extensionTestsPath: { type: "string" },
      "user-data-dir": { type: "string" },
      "npm-delivered": { type: "string" },
    },
  });
  return {
    release: values["npm-delivered"] === "oldest" ? "oldest" : "newest",
    workspace: requireArgument(positionals[0], "a folder to open"),
    extension: requireArgument(values.extensionDevelopmentPath, "--extensionDevelopmentPath"),
    tests: requireArgument(values.extensionTestsPath, "--extensionTestsPath"),
    userData: requireArgument(values["user-data-dir"], "--user-data-dir"),
  };
}

function requireArgument(value: string | boolean | undefined, name: string): string {
  if (typeof value !== "string") throw new Error(`The adapter was started without ${name}.`);
  return value;
}

/** VS Code's own log is long and mostly irrelevant; it is only printed if the tests don't finish. */
const vscodeLog: string[] = [];

function printLog(_kind: string, args: readonly unknown[]): void {
  const text = format(...args);
  if (text.startsWith(testOutputMark)) console.log(text.slice(testOutputMark.length));
  else if (process.env["ARTIFACTS_VSCODE_LOG"] === undefined) vscodeLog.push(text);
  else console.error(text);
}

function createTestUrl(server: string, launch: LaunchArguments): string {
  const location = new URL(server);
  const remote = (path: string): string => `vscode-remote://${location.host}${path}`;
  location.searchParams.set("folder", launch.workspace);
  location.searchParams.set(
    "payload",
    JSON.stringify([
      ["extensionDevelopmentPath", remote(launch.extension)],
      ["extensionTestsPath", remote(launch.tests)],
    ]),
  );
  return location.href;
}

/** Rejects when the runner has exited; the runner holds the other end of stdin. */
function waitForRunnerExit(): Promise<never> {
  return new Promise((_resolve, reject) => {
    process.stdin.once("close", () => reject(new Error("The test runner has exited."))).resume();
  });
}

async function main(): Promise<number> {
  const launch = parseLaunchArguments();
  const runnerExit = waitForRunnerExit();
  const installation = await installVSCode(launch.release);
  const server = await startVSCodeServer({
    installation,
    // The server stores user data in `data` below its folder, and the runner uses the same layout.
    folder: dirname(launch.userData),
    // Without this, a built VS Code doesn't accept tests from the URL.
    args: ["--enable-smoke-test-driver"],
  });
  const browser = await launchChromium();
  const page = await browser.newPage({ reducedMotion: "reduce" });
  // VS Code calls these two functions while it runs tests; they must be defined before it loads.
  let finish: (code: number) => void = () => undefined;
  const exitCode = new Promise<number>((resolve) => {
    finish = resolve;
  });
  await page.exposeFunction("codeAutomationLog", printLog);
  await page.exposeFunction("codeAutomationExit", (code: number) => finish(code));
  const error = new Promise<never>((_resolve, reject) => {
    page.once("crash", () => reject(new Error("The page with VS Code crashed.")));
    const limit = setTimeout(() => reject(new Error("The tests took too long.")), timeLimitMs);
    limit.unref();
  });
  await page.goto(createTestUrl(server.url, launch), { timeout: waitTimeoutMs });
  try {
    return await Promise.race([exitCode, server.failure, error, runnerExit]);
  } catch (error) {
    console.error(vscodeLog.join("\n"));
    throw error;
  }
}

await runScript(main);
// An open stdin would keep the process alive.
process.stdin.destroy();
