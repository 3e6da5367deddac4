import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import { chromium } from "playwright-core";
import type { Browser } from "playwright-core";
import { atEnd, ExpectedFailure, temporaryFolder } from "../ending.ts";
import { runCommand } from "../processes.ts";

/** The first is the same browser without all that only a person's needs, and takes a quarter less of the processor. */
const usualNames = [
  "chromium-headless-shell",
  "chromium",
  "chromium-browser",
  "google-chrome",
  "google-chrome-stable",
];

const switches = [
  "--disable-gpu",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
  "--disable-quic",
  // Chromium refuses to sandbox itself for root.
  ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
];

/** A headless Chromium that lives no longer than this process. */
export async function launchChromium(): Promise<Browser> {
  const browser = await chromium.launch({
    executablePath: await findChromium(),
    args: switches,
    // Or it would keep reports of crashes in the home of whoever runs the tests.
    env: { ...process.env, CHROME_CONFIG_HOME: temporaryFolder() },
    // Playwright would end the process on a signal before the rest of what we started is ended.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  });
  atEnd(() => browser.close());
  return browser;
}

/** The Chromium to use, installed from Debian's package where there is none and where that is possible. */
export async function findChromium(): Promise<string> {
  const found = process.env["CHROMIUM"] ?? onPath(usualNames);
  if (found !== undefined) return found;
  const advice =
    "Install Chromium (Debian: apt-get install chromium-headless-shell) or name one in CHROMIUM.";
  if (process.getuid?.() !== 0 || onPath(["apt-get"]) === undefined) {
    throw new ExpectedFailure(`The tests need a Chromium and none was found. ${advice}`);
  }
  console.error("Installing Debian's Chromium, once…");
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  try {
    await runCommand("apt-get", ["update"], { env });
    await runCommand("apt-get", ["install", "--yes", "chromium-headless-shell"], { env });
  } catch (error) {
    throw new ExpectedFailure(`Debian's Chromium could not be installed. ${advice}\n${String(error)}`);
  }
  const installed = onPath(usualNames);
  if (installed === undefined) throw new ExpectedFailure(`Debian's Chromium is not on the PATH. ${advice}`);
  return installed;
}

function onPath(names: readonly string[]): string | undefined {
  const folders = (process.env["PATH"] ?? "").split(delimiter).filter((folder) => folder !== "");
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isExecutable);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
