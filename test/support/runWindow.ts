// npm run test:ui: the tests of test/ui, which drive the window of a real VS Code as a person does.
// Names of files narrow it down to those: npm run test:ui -- tree
// npm run screenshots: the same, with pictures in every theme (out/screenshots), some of which the README shows.
import { join } from "node:path";
import { runInParts } from "./inParts.ts";
import { runStage } from "./stage.ts";
import { testFiles } from "./testFiles.ts";
import { renewReadmePictures } from "./readmePictures.ts";
import { arePicturesInEveryTheme, takePicturesInEveryTheme } from "./themes.ts";
import { installVSCode } from "./vscodeInstall.ts";

const everyTheme = "--every-theme";
const wanted = process.argv.slice(2).filter((argument) => argument !== everyTheme);
if (process.argv.includes(everyTheme)) takePicturesInEveryTheme();

await runStage("ui", async () => {
  const files = await testFiles("ui");
  // Once, before several ask for it at the same time.
  await installVSCode("newest");
  const chosen = files.filter((file) => wanted.every((part) => file.includes(part)));
  // A window keeps a machine busy; pages in a bare browser are light enough to go beside them.
  const isPage = (file: string): boolean => file.includes(join("ui", "page"));
  const counts = await runInParts("ui", [chosen.filter((file) => !isPage(file)), chosen.filter(isPage)]);
  if (arePicturesInEveryTheme()) await renewReadmePictures();
  return counts;
});
