// npm run test:ui: the tests of test/ui, which drive the window of a real VS Code as a person does, and its pages in a browser.
// Names of files narrow it down to those: npm run test:ui -- tree; --only windows|pages to one of the two; --main to the main
// ways through the windows, over one dialect of the simulated server: the others are skipped and counted as such.
// npm run screenshots: the same, with pictures in every theme (out/screenshots), some of which the README shows.
import { join } from "node:path";
import { parseArgs } from "node:util";
import { findChromium } from "./chromium.ts";
import { runInParts, shares } from "./inParts.ts";
import { driveMainWaysOnly } from "./mainWays.ts";
import { renewReadmePictures } from "./readmePictures.ts";
import { runStage } from "./stage.ts";
import { testFiles } from "./testFiles.ts";
import { arePicturesInEveryTheme, takePicturesInEveryTheme } from "./themes.ts";
import { installVSCode } from "./vscodeInstall.ts";

const { values: flags, positionals: wanted } = parseArgs({
  options: {
    "every-theme": { type: "boolean", default: false },
    only: { type: "string" },
    main: { type: "boolean", default: false },
  },
  allowPositionals: true,
});
const { only } = flags;
if (flags["every-theme"]) takePicturesInEveryTheme();
if (flags.main) driveMainWaysOnly();

await runStage(only ?? "ui", async () => {
  const files = await testFiles("ui");
  // Once, before several ask for them at the same time.
  await findChromium();
  await installVSCode("newest");
  const chosen = files.filter((file) => wanted.every((part) => file.includes(part)));
  // A window keeps a machine busy; pages in a bare browser are light enough to go beside them.
  const isPage = (file: string): boolean => file.includes(join("ui", "page"));
  const windows = only === "pages" ? [] : chosen.filter((file) => !isPage(file));
  const pages = only === "windows" ? [] : chosen.filter(isPage);
  const counts = await runInParts("ui", only === "pages" ? await shares(pages) : [windows, pages]);
  if (arePicturesInEveryTheme()) await renewReadmePictures();
  return counts;
});
