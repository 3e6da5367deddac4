import assert from "node:assert/strict";
import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { type Simulator, startSimulator } from "../simulator/simulator.ts";
import { launchChromium } from "../support/window/chromium.ts";
import { temporaryFolder } from "../support/ending.ts";
import { runCommand } from "../support/processes.ts";
import { repository } from "../support/repository.ts";
import { waitLimitMs } from "../support/wait.ts";
import { treeRow } from "../support/window/tree.ts";
import { installVSCode, type VSCodeAge } from "../support/window/vscodeInstall.ts";
import {
  programArguments,
  programEnvironment,
  quietSettings,
  startVSCodeProgram,
  writeUserSettings,
} from "../support/window/vscodeServer.ts";

const megabyte = 1_000_000;
const vsix = join(repository, "out", "artifacts-for-tuleap.vsix");

interface Manifest {
  readonly publisher: string;
  readonly name: string;
  readonly version: string;
}

describe("the package that people install", () => {
  let listed: string;
  let manifest: Manifest;
  let server: Simulator;
  let browser: Browser;

  before(async function () {
    // A production build, and the first start of an older VS Code.
    listed = await runCommand("npm", ["run", "package"], { cwd: repository });
    manifest = JSON.parse(await readFile(join(repository, "package.json"), "utf8")) as Manifest;
    server = await startSimulator({ dialect: "product" });
    browser = await launchChromium();
  });
  after(async () => {
    await browser.close();
    await server.close();
  });

  it("is small, says what is in it, and carries no picture of the README", async () => {
    assert.ok((await stat(vsix)).size < megabyte);
    assert.match(listed, /extension\.js/);
    assert.match(listed, /THIRD-PARTY-NOTICES\.txt/);
    assert.doesNotMatch(listed, /docs|screenshots|test/);
  });

  it("has the version that the changelog begins with", async () => {
    const changelog = await readFile(join(repository, "CHANGELOG.md"), "utf8");
    assert.equal(/^## \[(\d+\.\d+\.\d+)\]/m.exec(changelog)?.[1], manifest.version);
  });

  for (const age of ["oldest", "newest"] as const satisfies readonly VSCodeAge[]) {
    it(`is installed by the ${age} VS Code's own command line, and shows its tree there`, async function () {
      const installation = await installVSCode(age);
      const home = temporaryFolder();
      const program = { installation, userData: home, extensions: join(home, "extensions") };
      const env = programEnvironment(home);
      const run = (...args: readonly string[]): Promise<string> =>
        runCommand(installation.node, [...programArguments(program), ...args], { env });
      await run(`--install-extension=${vsix}`);
      const { publisher, name, version } = manifest;
      assert.match(
        await run("--list-extensions", "--show-versions"),
        new RegExp(`${publisher}.${name}@${version}`),
      );

      await writeUserSettings(home, {
        ...quietSettings,
        "artifacts.sites": [{ url: server.url, label: "Demo" }],
      });
      const { address, stop } = await startVSCodeProgram(program, home);
      const page = await browser.newPage();
      page.setDefaultTimeout(waitLimitMs);
      await page.goto(address);
      await page
        .locator(".activitybar")
        .getByRole("tab", { name: /^Artifacts( - |$)/ })
        .click();
      await treeRow(page, "Open Tides").waitFor();
      await page.close();
      await stop();
    });
  }
});
