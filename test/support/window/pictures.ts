import { join } from "node:path";
import type { Page } from "playwright-core";
import { repository } from "../repository.ts";
import { arePicturesTaken } from "./themes.ts";

interface PictureOptions {
  /** What is below the fold too. */
  readonly isWhole?: boolean;
}

/** A picture for people to look at; none where nobody will. */
export async function takePicture(page: Page, name: string, options: PictureOptions = {}): Promise<void> {
  if (arePicturesTaken()) await takePictureOfFailure(page, name, options);
}

/** Of what a test failed at: somebody will look at it. */
export async function takePictureOfFailure(
  page: Page,
  name: string,
  { isWhole = false }: PictureOptions = {},
): Promise<void> {
  const path = join(repository, "out", "screenshots", `${name}.png`);
  await page.screenshot({ path, fullPage: isWhole });
}
