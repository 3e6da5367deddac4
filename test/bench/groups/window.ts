import { join } from "node:path";
import { launchChromium } from "../../support/window/chromium.ts";
import { containerTitle } from "../../support/window/containerTitle.ts";
import { temporaryFolder } from "../../support/ending.ts";
import { stageExtension } from "../../support/window/stagedExtension.ts";
import { treeRow } from "../../support/window/tree.ts";
import { median } from "../median.ts";
import { untilQuiet } from "../quiet.ts";
import { rounded } from "../rounded.ts";
import { type Figures, type Scale, sized } from "../scale.ts";
import { withSite } from "../site.ts";
import { StartingWindow } from "../startingWindow.ts";

/** What somebody waits for who starts VS Code: our first rows, and VS Code's own with and without us. */
export async function measure(scale: Scale): Promise<Figures> {
  const simulator = join(import.meta.dirname, "..", "..", "simulator", "cli.ts");
  const extension = await stageExtension(temporaryFolder(), "production");
  return withSite([simulator, "--json"], async ({ api }) => {
    const settings = { "artifacts.sites": [{ url: api.replace(/\/api$/, ""), label: "Demo" }] };
    const browser = await launchChromium();
    const ours = await StartingWindow.prepare(browser, { extension, settings });
    const beside = await StartingWindow.prepare(browser, { extension, settings });
    const without = await StartingWindow.prepare(browser, {});
    const firstRow = treeRow(ours.page, "Open Tides");
    // Once unmeasured, for the caches of disk and browser; from then on this window begins with our views.
    await ours.start(ours.file);
    const title = (await containerTitle(extension, undefined)) ?? "";
    await ours.begin(title);
    const others = sized(scale, { full: [beside, without], smallest: [] });
    for (const window of others) await window.start(window.file);
    const times = { ours: [] as number[], beside: [] as number[], without: [] as number[] };
    const starts = [
      async () => times.ours.push(await ours.start(firstRow)),
      async () => times.beside.push(await beside.start(beside.file)),
      async () => times.without.push(await without.start(without.file)),
    ];
    for (let round = 0; round < sized(scale, { full: 5, smallest: 1 }); round += 1) {
      for (const start of round % 2 === 0 ? starts : starts.toReversed()) {
        // Its files are there long before a window has started altogether.
        await sized(scale, { full: untilQuiet, smallest: () => Promise.resolve() })();
        await start();
      }
    }
    for (const window of [ours, beside, without]) await window.close();
    await browser.close();
    const firstRowsMs = median(times.ours);
    const filesMs = median(times.beside);
    const filesWithoutMs = median(times.without);
    return rounded({
      firstRowsMs,
      filesMs,
      filesWithoutMs,
      filesRatio: filesMs / filesWithoutMs,
      firstRowsRatio: firstRowsMs / filesWithoutMs,
    });
  });
}
