import { chromium } from "playwright-core";
import type { Browser } from "playwright-core";
import { onExit, UserError, createTemporaryFolder } from "../cleanup.ts";
import { createFontEnvironment } from "../pictures/fonts.ts";
import { canInstallPackages, findOnPath, installPackages } from "./debianPackages.ts";

/** The first is the headless shell, which uses a quarter less processor time. */
const executableNames = [
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
  // Chromium's sandbox doesn't run as root.
  ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
];

/** A headless Chromium that is stopped with this process. */
export async function launchChromium(): Promise<Browser> {
  const browser = await chromium.launch({
    executablePath: await findChromium(),
    args: switches,
    // Otherwise crash reports are written to the user's home folder.
    env: { ...process.env, ...createFontEnvironment(), CHROME_CONFIG_HOME: createTemporaryFolder() },
    // Otherwise Playwright would end the process on a signal before our cleanups have run.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  });
  onExit(() => browser.close());
  return browser;
}

/** The Chromium to use, installed from Debian's package if there is none and if that is possible. */
export async function findChromium(): Promise<string> {
  const existing = process.env["CHROMIUM"] ?? findOnPath(executableNames);
  if (existing !== undefined) return existing;
  const hint = "Install Chromium (Debian: apt-get install chromium-headless-shell) or name one in CHROMIUM.";
  if (!canInstallPackages()) {
    throw new UserError(`The tests need a Chromium and none was found. ${hint}`);
  }
  console.error("Installing Debian's Chromium, once…");
  try {
    await installPackages("chromium-headless-shell");
  } catch (error) {
    throw new UserError(`Debian's Chromium could not be installed. ${hint}\n${String(error)}`);
  }
  const installed = findOnPath(executableNames);
  if (installed === undefined) throw new UserError(`Debian's Chromium is not on the PATH. ${hint}`);
  return installed;
}
