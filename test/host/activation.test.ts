import assert from "node:assert/strict";
import { Session } from "node:inspector";
import { pathToFileURL } from "node:url";
import * as vscode from "vscode";
import { startSimulator } from "../simulator/simulator.ts";
import { connectTo, disconnectAll, extension, exportsOf, letAssistants } from "./extensionUnderTest.ts";

/** The files of the extension that this host has loaded, without what makes their names unique. */
function loaded(): readonly string[] {
  const folder = `${pathToFileURL(extension().extensionPath).href}/dist/`;
  const files: string[] = [];
  const session = new Session();
  session.connect();
  // All that were parsed are named at once.
  session.on("Debugger.scriptParsed", ({ params: { url } }) => {
    if (url.startsWith(folder)) files.push(url.slice(folder.length).replace(/-[A-Z0-9]{8}(?=\.js$)/, ""));
  });
  session.post("Debugger.enable");
  session.disconnect();
  return files.toSorted();
}

describe("activation", () => {
  after(disconnectAll);

  it("loads the entry alone and asks nothing of a server until somebody looks", async () => {
    const server = await startSimulator({ dialect: "product" });
    await connectTo(server.url);
    const { tree } = await exportsOf();
    assert.deepEqual(loaded(), ["chunk.js", "extension.js"]);
    // Assistants may now ask for something; until one does there is no more of it than its name.
    await letAssistants(true);
    assert.deepEqual(loaded(), ["chunk.js", "extension.js"]);
    await letAssistants(undefined);
    assert.equal(server.requests.length, 0);

    await tree.getChildren();
    assert.ok(loaded().includes("client.js"), loaded().join());
    assert.ok(!loaded().includes("feature.js"), loaded().join());
    assert.equal(server.requests.length, 1);
    await server.close();
  });

  it("registers each command that the manifest promises", async () => {
    await exportsOf();
    const registered = new Set(await vscode.commands.getCommands(true));
    const { commands } = (
      extension().packageJSON as { contributes: { commands: readonly { command: string }[] } }
    ).contributes;
    assert.ok(commands.length > 10);
    assert.deepEqual(
      commands.filter(({ command }) => !registered.has(command)),
      [],
    );
  });

  it("says what it may do in untrusted and in virtual workspaces", () => {
    const { untrustedWorkspaces, virtualWorkspaces } = (
      extension().packageJSON as {
        capabilities: { untrustedWorkspaces: { supported: unknown }; virtualWorkspaces: unknown };
      }
    ).capabilities;
    assert.deepEqual([untrustedWorkspaces.supported, virtualWorkspaces], ["limited", true]);
  });
});
