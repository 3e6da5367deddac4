import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { Session } from "node:inspector";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import * as vscode from "vscode";
import { startSimulator } from "../simulator/simulator.ts";
import { waitUntil } from "../support/wait.ts";
import { OpenedRepositories } from "./openedRepositories.ts";
import {
  setSites,
  clearSites,
  getExtension,
  activateExtension,
  setAssistantsEnabled,
} from "./extensionUnderTest.ts";

function getFolder(): string {
  return `${pathToFileURL(getExtension().extensionPath).href}/dist/`;
}

/** The URLs of the loaded files of the extension. */
function getLoadedUrls(): readonly string[] {
  const folder = getFolder();
  const urls: string[] = [];
  const session = new Session();
  session.connect();
  // Enabling the debugger reports all parsed scripts synchronously.
  session.on("Debugger.scriptParsed", ({ params: { url } }) => {
    if (url.startsWith(folder)) urls.push(url);
  });
  session.post("Debugger.enable");
  session.disconnect();
  return urls;
}

/** Without hashes in their names. */
function getLoadedFiles(): readonly string[] {
  const { length } = getFolder();
  return getLoadedUrls()
    .map((url) => url.slice(length).replace(/-[A-Z0-9]{8}(?=\.js$)/, ""))
    .toSorted();
}

/** Every feature has a file of this name. */
function isFeatureLoaded(content: string): boolean {
  return getLoadedUrls().some(
    (url) => url.includes("/feature-") && readFileSync(new URL(url), "utf8").includes(content),
  );
}

/** Runs a command, and dismisses its prompts. */
async function runAndDismiss(command: string, ...args: readonly unknown[]): Promise<void> {
  let hasEnded = false;
  const run = Promise.resolve(vscode.commands.executeCommand(command, ...args)).finally(() => {
    hasEnded = true;
  });
  await waitUntil(`${command} has ended`, async () => {
    await vscode.commands.executeCommand("workbench.action.closeQuickOpen");
    return hasEnded;
  });
  await run;
}

describe("activation", () => {
  after(clearSites);

  it("loads only the entry point and sends no request until the tree is shown", async () => {
    const server = await startSimulator({ dialect: "product" });
    await setSites(server.url);
    const { tree } = await activateExtension();
    assert.deepEqual(getLoadedFiles(), ["chunk.js", "extension.js"]);
    // Registered tools load nothing until an assistant uses them.
    await setAssistantsEnabled(true);
    assert.deepEqual(getLoadedFiles(), ["chunk.js", "extension.js"]);
    await setAssistantsEnabled(undefined);
    assert.equal(server.requests.length, 0);

    await tree.getChildren();
    assert.ok(getLoadedFiles().includes("client.js"), getLoadedFiles().join());
    assert.ok(!getLoadedFiles().includes("feature.js"), getLoadedFiles().join());
    assert.equal(server.requests.length, 1);
    await server.close();
  });

  it("loads line hovers, histories and change logs only when they are used", async () => {
    await setSites("https://tuleap.example.com");
    await activateExtension();
    const repositories = await OpenedRepositories.open();
    const { testRepository } = await repositories.openRepository("lazy");
    await testRepository.commitFile("tide.ts", "one\n", "Add");
    await waitUntil("commits are loaded", () => isFeatureLoaded("artifacts.showActiveArtifact"));
    const uses = ["commitRangeChangeLog.js", "lineHovers.js", "pathArtifactsPick.js"];
    const getLoadedUses = (): readonly string[] => getLoadedFiles().filter((file) => uses.includes(file));
    assert.deepEqual(getLoadedUses(), []);

    const uri = vscode.Uri.file(join(testRepository.folder, "tide.ts"));
    await vscode.workspace.openTextDocument(uri);
    await vscode.commands.executeCommand("vscode.executeHoverProvider", uri, new vscode.Position(0, 0));
    assert.deepEqual(getLoadedUses(), ["lineHovers.js"]);
    await runAndDismiss("artifacts.findArtifactsInHistory", uri);
    assert.deepEqual(getLoadedUses(), ["lineHovers.js", "pathArtifactsPick.js"]);
    await runAndDismiss("artifacts.listArtifactsInRange");
    assert.deepEqual(getLoadedUses(), uses);
    await repositories.closeAll();
  });

  it("registers every command of the manifest", async () => {
    await activateExtension();
    const registered = new Set(await vscode.commands.getCommands(true));
    const { commands } = (
      getExtension().packageJSON as { contributes: { commands: readonly { command: string }[] } }
    ).contributes;
    assert.ok(commands.length > 10);
    assert.deepEqual(
      commands.filter(({ command }) => !registered.has(command)),
      [],
    );
  });

  it("declares support for untrusted and virtual workspaces", () => {
    const { untrustedWorkspaces, virtualWorkspaces } = (
      getExtension().packageJSON as {
        capabilities: { untrustedWorkspaces: { supported: unknown }; virtualWorkspaces: unknown };
      }
    ).capabilities;
    assert.deepEqual([untrustedWorkspaces.supported, virtualWorkspaces], ["limited", true]);
  });
});
