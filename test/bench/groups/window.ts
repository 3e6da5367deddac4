import { join } from "node:path";
import { launchChromium } from "../../support/window/chromium.ts";
import { readContainerTitle } from "../../support/window/containerTitle.ts";
import { createTemporaryFolder } from "../../support/cleanup.ts";
import { stageExtension } from "../../support/window/stagedExtension.ts";
import { getTreeRow } from "../../support/window/tree.ts";
import { getMedian } from "../median.ts";
import { waitForIdleMachine } from "../waitForIdleMachine.ts";
import { roundFigures } from "../roundFigures.ts";
import { type Figures, type Scale, pickByScale } from "../scale.ts";
import { withServer } from "../benchSite.ts";
import { RestartableWindow } from "../restartableWindow.ts";

/** Start time of VS Code until our first rows, and until its own explorer with and without the extension. */
export async function measure(scale: Scale): Promise<Figures> {
  const simulator = join(import.meta.dirname, "..", "..", "simulator", "cli.ts");
  const extension = await stageExtension(createTemporaryFolder(), "production");
  return withServer([simulator, "--json"], async ({ api }) => {
    const settings = { "artifacts.sites": [{ url: api.replace(/\/api$/, ""), label: "Demo" }] };
    const browser = await launchChromium();
    const ours = await RestartableWindow.create(browser, { extension, settings });
    const installed = await RestartableWindow.create(browser, { extension, settings });
    const without = await RestartableWindow.create(browser, {});
    const firstRow = getTreeRow(ours.page, "Open Tides");
    // The first, untimed start fills the caches; after that this window opens with our views.
    await ours.start(ours.fileRow);
    const title = (await readContainerTitle(extension, undefined)) ?? "";
    await ours.showContainer(title);
    const otherWindows = pickByScale(scale, { full: [installed, without], smallest: [] });
    for (const window of otherWindows) await window.start(window.fileRow);
    const times = { ours: [] as number[], installed: [] as number[], without: [] as number[] };
    const starts = [
      async () => times.ours.push(await ours.start(firstRow)),
      async () => times.installed.push(await installed.start(installed.fileRow)),
      async () => times.without.push(await without.start(without.fileRow)),
    ];
    for (let round = 0; round < pickByScale(scale, { full: 5, smallest: 1 }); round += 1) {
      for (const start of round % 2 === 0 ? starts : starts.toReversed()) {
        // A window shows its files long before its start is complete.
        await pickByScale(scale, { full: waitForIdleMachine, smallest: () => Promise.resolve() })();
        await start();
      }
    }
    for (const window of [ours, installed, without]) await window.close();
    await browser.close();
    const firstRowsMs = getMedian(times.ours);
    const filesMs = getMedian(times.installed);
    const filesWithoutMs = getMedian(times.without);
    return roundFigures({
      firstRowsMs,
      filesMs,
      filesWithoutMs,
      filesRatio: filesMs / filesWithoutMs,
      firstRowsRatio: firstRowsMs / filesWithoutMs,
    });
  });
}
