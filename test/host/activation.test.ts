import assert from "node:assert/strict";
import { Session } from "node:inspector";
import { pathToFileURL } from "node:url";
import * as vscode from "vscode";
import { startSimulator } from "../simulator/simulator.ts";
import {
  setSites,
  clearSites,
  getExtension,
  activateExtension,
  setAssistantsEnabled,
} from "./extensionUnderTest.ts";

/** The loaded files of the extension, without hashes in their names. */
function getLoadedFiles(): readonly string[] {
  const folder = `${pathToFileURL(getExtension().extensionPath).href}/dist/`;
  const files: string[] = [];
  const session = new Session();
  session.connect();
  // Enabling the debugger reports all parsed scripts synchronously.
  session.on("Debugger.scriptParsed", ({ params: { url } }) => {
    if (url.startsWith(folder)) files.push(url.slice(folder.length).replace(/-[A-Z0-9]{8}(?=\.js$)/, ""));
  });
  session.post("Debugger.enable");
  session.disconnect();
  return files.toSorted();
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
