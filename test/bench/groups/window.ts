import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { launchChromium } from "../../support/window/chromium.ts";
import { readContainerTitle } from "../../support/window/containerTitle.ts";
import { createTemporaryFolder } from "../../support/cleanup.ts";
import { stageExtension } from "../../support/window/stagedExtension.ts";
import { getUsualRatio, getUsualTime } from "../statistics.ts";
import { waitForIdleMachine } from "../waitForIdleMachine.ts";
import { roundFigures } from "../roundFigures.ts";
import { type Figures, type Scale, pickByScale } from "../scale.ts";
import { withServer } from "../benchSite.ts";
import { fileRow, RestartableWindow } from "../restartableWindow.ts";

const projectLabel = "Open Tides";
const projectRow = { selector: ".sidebar .monaco-list-row .label-name", text: projectLabel };

/** An extension with a static tree of the same rows, the last one after one request: what VS Code and the server take to show them. */
async function createStaticTree(parent: string, api: string): Promise<string> {
  const folder = join(parent, "bench.static-tree-1.0.0");
  await mkdir(folder, { recursive: true });
  const manifest = {
    publisher: "bench",
    name: "static-tree",
    version: "1.0.0",
    engines: { vscode: "^1.100.0" },
    main: "./extension.js",
    contributes: {
      viewsContainers: { activitybar: [{ id: "static", title: "Static", icon: "$(list-tree)" }] },
      views: { static: [{ id: "static.tree", name: "Static" }] },
    },
  };
  const code = `const vscode = require("vscode");
const { get } = require("node:http");
const { Expanded, None } = vscode.TreeItemCollapsibleState;
const rows = ["Demo", "All Projects", "${projectLabel}"];
const request = () => new Promise((resolve, reject) => {
  get("${api}/projects?limit=50&offset=0", (response) => response.resume().on("end", resolve)).on("error", reject);
});
exports.activate = () => vscode.window.registerTreeDataProvider("static.tree", {
  getChildren: async (row) => {
    if (row === rows.at(-2)) await request();
    return [rows[rows.indexOf(row) + 1]];
  },
  getTreeItem: (row) => new vscode.TreeItem(row, row === rows.at(-1) ? None : Expanded),
});
`;
  await writeFile(join(folder, "package.json"), JSON.stringify(manifest));
  await writeFile(join(folder, "extension.js"), code);
  return folder;
}

/** Start time of VS Code until our first rows, those of a static tree, and its own files with and without the extension. */
export async function measure(scale: Scale): Promise<Figures> {
  const simulator = join(import.meta.dirname, "..", "..", "simulator", "cli.ts");
  const extension = await stageExtension(createTemporaryFolder(), "production");
  return withServer([simulator, "--json"], async ({ api }) => {
    const settings = { "artifacts.sites": [{ url: api.replace(/\/api$/, ""), label: "Demo" }] };
    const browser = await launchChromium();
    const ours = await RestartableWindow.create(browser, { extension, settings });
    const installed = await RestartableWindow.create(browser, { extension, settings });
    const without = await RestartableWindow.create(browser, {});
    const staticTree = await RestartableWindow.create(browser, {
      extension: await createStaticTree(createTemporaryFolder(), api),
    });
    // The first, untimed start fills the caches; after that these windows open with the views.
    await ours.start(fileRow);
    await ours.showContainer((await readContainerTitle(extension, undefined)) ?? "");
    await staticTree.start(fileRow);
    await staticTree.showContainer("Static");
    const otherWindows = pickByScale(scale, { full: [installed, without], smallest: [] });
    for (const window of otherWindows) await window.start(fileRow);
    const times = {
      ours: [] as number[],
      staticTree: [] as number[],
      installed: [] as number[],
      without: [] as number[],
    };
    const starts = [
      async () => times.ours.push(await ours.start(projectRow)),
      async () => times.staticTree.push(await staticTree.start(projectRow)),
      async () => times.installed.push(await installed.start(fileRow)),
      async () => times.without.push(await without.start(fileRow)),
    ];
    for (let round = 0; round < pickByScale(scale, { full: 11, smallest: 1 }); round += 1) {
      for (const start of round % 2 === 0 ? starts : starts.toReversed()) {
        // A window shows its files long before its start is complete.
        await pickByScale(scale, { full: waitForIdleMachine, smallest: () => Promise.resolve() })();
        await start();
      }
    }
    for (const window of [ours, staticTree, installed, without]) await window.close();
    await browser.close();
    return roundFigures({
      firstRowsMs: getUsualTime(times.ours),
      staticRowsMs: getUsualTime(times.staticTree),
      staticRowsRatio: getUsualRatio(times.ours, times.staticTree),
      filesMs: getUsualTime(times.installed),
      filesWithoutMs: getUsualTime(times.without),
      filesRatio: getUsualRatio(times.installed, times.without),
      firstRowsRatio: getUsualRatio(times.ours, times.without),
    });
  });
}
