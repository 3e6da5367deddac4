// npm run test:ui: the tests of test/ui, which drive the window of a real VS Code as a person does.
// Names of files narrow it down to those: npm run test:ui -- tree
// npm run screenshots: the same, with pictures in every theme (out/screenshots).
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { runInParts } from "./inParts.ts";
import { runStage } from "./stage.ts";
import { testFiles } from "./testFiles.ts";
import { takePicturesInEveryTheme } from "./themes.ts";
import { installVSCode } from "./vscodeInstall.ts";

const everyTheme = "--every-theme";
const wanted = process.argv.slice(2).filter((argument) => argument !== everyTheme);
if (process.argv.includes(everyTheme)) takePicturesInEveryTheme();

/** What a test of a bare page takes of the time of one of a window. */
const pageShare = 0.4;

/**
 * Two processes: one has windows only, the other all of the pages and then what is left of the windows. Pages are light:
 * most of the time there is one window at once, which is what people have, and what two processors can show in good time.
 */
async function sharesOfWindows(files: readonly string[]): Promise<readonly (readonly string[])[]> {
  const isPage = (file: string): boolean => file.includes(join("ui", "page"));
  const sized = await Promise.all(files.map(async (file) => ({ file, size: (await stat(file)).size })));
  const pages = sized.filter(({ file }) => isPage(file));
  const windows = sized.filter(({ file }) => !isPage(file));
  const sum = (some: typeof sized): number => some.reduce((total, { size }) => total + size, 0);
  const half = (sum(windows) + pageShare * sum(pages)) / 2;
  const first = windows.filter((_, at) => sum(windows.slice(0, at + 1)) <= half);
  const rest = windows.slice(first.length);
  return [first, [...pages, ...rest]].map((part) => part.map(({ file }) => file));
}

await runStage("ui", async () => {
  const files = await testFiles("ui");
  // Once, before several ask for it at the same time.
  await installVSCode("newest");
  const chosen = files.filter((file) => wanted.every((part) => file.includes(part)));
  return runInParts("ui", await sharesOfWindows(chosen));
});
