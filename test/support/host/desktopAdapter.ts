#!/usr/bin/env node
// Stands in for the desktop build of VS Code: @vscode/test-electron starts it with the arguments of the
// desktop binary, and it runs the tests in the npm-delivered VS Code in a headless Chromium. Console output
// and exit code are those that the desktop build would give. ARTIFACTS_VSCODE_LOG=1 shows VS Code's own log too.
import { dirname } from "node:path";
import { format, parseArgs } from "node:util";
import { launchChromium } from "../window/chromium.ts";
import { runScript } from "../ending.ts";
import { testOutputMark } from "./testOutput.ts";
import { installVSCode } from "../window/vscodeInstall.ts";
import type { VSCodeAge } from "../window/vscodeInstall.ts";
import { startVSCodeServer } from "../window/vscodeServer.ts";
import { waitLimitMs } from "../wait.ts";

const timeLimitMs = 45 * 60_000;

interface Launch {
  readonly age: VSCodeAge;
  readonly workspace: string;
  readonly extension: string;
  readonly tests: string;
  readonly userData: string;
}

function readArguments(): Launch {
  const { values, positionals } = parseArgs({
    // The desktop build has many more flags than matter here.
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
    age: values["npm-delivered"] === "oldest" ? "oldest" : "newest",
    workspace: given(positionals[0], "a folder to open"),
    extension: given(values.extensionDevelopmentPath, "--extensionDevelopmentPath"),
    tests: given(values.extensionTestsPath, "--extensionTestsPath"),
    userData: given(values["user-data-dir"], "--user-data-dir"),
  };
}

function given(value: string | boolean | undefined, name: string): string {
  if (typeof value !== "string") throw new Error(`The adapter was started without ${name}.`);
  return value;
}

/** VS Code's own words are many and mostly of no interest; they are kept for when the tests come to no end. */
const ownWords: string[] = [];

function printLog(_kind: string, args: readonly unknown[]): void {
  const text = format(...args);
  if (text.startsWith(testOutputMark)) console.log(text.slice(testOutputMark.length));
  else if (process.env["ARTIFACTS_VSCODE_LOG"] === undefined) ownWords.push(text);
  else console.error(text);
}

function testAddress(server: string, launch: Launch): string {
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

/** Rejects when nobody is left who waits for the tests; the runner holds the other end of the input. */
function abandoned(): Promise<never> {
  return new Promise((_resolve, reject) => {
    process.stdin.once("close", () => reject(new Error("The test runner is gone."))).resume();
  });
}

async function main(): Promise<number> {
  const launch = readArguments();
  const runnerGone = abandoned();
  const installation = await installVSCode(launch.age);
  const server = await startVSCodeServer({
    installation,
    // The server keeps user data in `data` under its folder, and the runner lays its folders out likewise.
    folder: dirname(launch.userData),
    // Without this a built VS Code takes no tests from the address.
    args: ["--enable-smoke-test-driver"],
  });
  const browser = await launchChromium();
  const page = await browser.newPage({ reducedMotion: "reduce" });
  // VS Code calls these two while it runs tests; they have to be there before it loads.
  let finish: (code: number) => void = () => undefined;
  const exitCode = new Promise<number>((resolve) => {
    finish = resolve;
  });
  await page.exposeFunction("codeAutomationLog", printLog);
  await page.exposeFunction("codeAutomationExit", (code: number) => finish(code));
  const broken = new Promise<never>((_resolve, reject) => {
    page.once("crash", () => reject(new Error("The page with VS Code crashed.")));
    const limit = setTimeout(() => reject(new Error("The tests took too long.")), timeLimitMs);
    limit.unref();
  });
  await page.goto(testAddress(server.address, launch), { timeout: waitLimitMs });
  try {
    return await Promise.race([exitCode, server.failed, broken, runnerGone]);
  } catch (error) {
    console.error(ownWords.join("\n"));
    throw error;
  }
}

await runScript(main);
// An open input would keep the process alive.
process.stdin.destroy();
