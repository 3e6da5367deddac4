import assert from "node:assert/strict";
import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { type Simulator, startSimulator } from "../simulator/simulator.ts";
import { launchChromium } from "../support/window/chromium.ts";
import { createTemporaryFolder } from "../support/cleanup.ts";
import { runCommand } from "../support/processes.ts";
import { runsEveryTest } from "../support/runner/everyTest.ts";
import { repositoryRoot } from "../support/repositoryRoot.ts";
import { waitTimeoutMs } from "../support/wait.ts";
import { getTreeRow } from "../support/window/tree.ts";
import { installVSCode, type VSCodeRelease } from "../support/window/installVscode.ts";
import {
  createProgramArguments,
  createProgramEnvironment,
  quietSettings,
  startVSCodeProgram,
  writeUserSettings,
} from "../support/window/vscodeServer.ts";

/** Of these, 300 kB are for the pictures of the walkthroughs. */
const maxBytes = 1_300_000;
const vsix = join(repositoryRoot, "out", "artifacts-for-tuleap.vsix");

interface Manifest {
  readonly publisher: string;
  readonly name: string;
  readonly version: string;
}

describe("the package", () => {
  let packageListing: string;
  let manifest: Manifest;
  let server: Simulator;
  let browser: Browser;

  before(async function () {
    packageListing = await runCommand("npm", ["run", "package"], { cwd: repositoryRoot });
    manifest = JSON.parse(await readFile(join(repositoryRoot, "package.json"), "utf8")) as Manifest;
    server = await startSimulator({ dialect: "product" });
    browser = await launchChromium();
  });
  after(async () => {
    await browser.close();
    await server.close();
  });

  it("is small, contains the notices and no screenshots or tests", async () => {
    assert.ok((await stat(vsix)).size < maxBytes);
    assert.match(packageListing, /extension\.js/);
    assert.match(packageListing, /THIRD-PARTY-NOTICES\.txt/);
    assert.doesNotMatch(packageListing, /docs|screenshots|test/);
  });

  it("has the newest version of the changelog", async () => {
    const changelog = await readFile(join(repositoryRoot, "CHANGELOG.md"), "utf8");
    assert.equal(/^## \[(\d+\.\d+\.\d+)\]/m.exec(changelog)?.[1], manifest.version);
  });

  // As with the other tests, the oldest VS Code is only used if every test is run.
  const releases: readonly VSCodeRelease[] = runsEveryTest() ? ["oldest", "newest"] : ["newest"];
  for (const release of releases) {
    it(`is installed by the command line of the ${release} VS Code and shows its tree`, async function () {
      const installation = await installVSCode(release);
      const home = createTemporaryFolder();
      const program = { installation, userData: home, extensions: join(home, "extensions") };
      const env = createProgramEnvironment(home);
      const run = (...args: readonly string[]): Promise<string> =>
        runCommand(installation.node, [...createProgramArguments(program), ...args], { env });
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
      const { url, stop } = await startVSCodeProgram(program, home);
      const page = await browser.newPage();
      page.setDefaultTimeout(waitTimeoutMs);
      await page.goto(url);
      await page
        .locator(".activitybar")
        .getByRole("tab", { name: /^Artifacts( - |$)/ })
        .click();
      await getTreeRow(page, "Open Tides").waitFor();
      await page.close();
      await stop();
    });
  }
});
