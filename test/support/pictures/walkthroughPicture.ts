// The pictures of the walkthroughs in VS Code, which a window test takes from the demo.
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Locator } from "playwright-core";
import { repositoryRoot } from "../repositoryRoot.ts";
import { getForm } from "../window/form.ts";
import type { VSCodeWindow } from "../window/window.ts";
import { arePicturesUpdated } from "./documentPictures.ts";
import { PngWriter } from "./pngWriter.ts";

const folder = join(repositoryRoot, "media", "walkthrough");

/** Enough for a window, and a third smaller than with all colors. */
const maxColors = 64;

interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A part of the window, around an element: VS Code shows it in about half of an editor, and the package stays small. */
export async function getArea(element: Locator, margin: number): Promise<Area> {
  const box = await element.boundingBox();
  if (box === null) throw new Error("There is nothing to take a picture of.");
  const [x, y] = [Math.max(0, box.x - margin), Math.max(0, box.y - margin)];
  return { x, y, width: box.x + box.width + margin - x, height: box.y + box.height + margin - y };
}

/** Writes a picture in a light and in a dark theme; high contrast themes show them too. */
export async function updateWalkthroughPicture(
  window: VSCodeWindow,
  name: string,
  area: Area,
): Promise<void> {
  if (!arePicturesUpdated()) return;
  await mkdir(folder, { recursive: true });
  for (const theme of ["light", "dark"] as const) {
    await window.setTheme(theme);
    if ((await window.page.locator("iframe.webview.ready:visible").count()) > 0) {
      await getForm(window).locator(`body.vscode-${theme}`).waitFor();
    }
    const writer = new PngWriter();
    writer.add(await window.page.screenshot({ clip: area, scale: "css", animations: "disabled" }));
    await writeFile(join(folder, `${name}-${theme}.png`), writer.encode(maxColors));
  }
}
