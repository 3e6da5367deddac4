import { join } from "node:path";
import type { Page } from "playwright-core";
import { repositoryRoot } from "../repositoryRoot.ts";
import { areScreenshotsEnabled } from "./themes.ts";

interface ScreenshotOptions {
  /** Includes what has to be scrolled to. */
  readonly isFullPage?: boolean;
}

/** Takes a screenshot if this run takes any. */
export async function takeScreenshot(
  page: Page,
  name: string,
  options: ScreenshotOptions = {},
): Promise<void> {
  if (areScreenshotsEnabled()) await takeFailureScreenshot(page, name, options);
}

/** Takes a screenshot of a failed test. */
export async function takeFailureScreenshot(
  page: Page,
  name: string,
  { isFullPage = false }: ScreenshotOptions = {},
): Promise<void> {
  const path = join(repositoryRoot, "out", "screenshots", `${name}.png`);
  await page.screenshot({ path, fullPage: isFullPage });
}
