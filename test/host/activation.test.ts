import assert from "node:assert/strict";
import { createRequire } from "node:module";
import * as vscode from "vscode";
import { startSimulator } from "../simulator/simulator.ts";
import { connectTo, disconnectAll, extension, exportsOf, letAssistants } from "./extensionUnderTest.ts";

/** The files that this extension host has loaded, ours among them. */
function loaded(): readonly string[] {
  const { cache } = createRequire(__filename);
  return Object.keys(cache).filter((file) => file.includes("dist"));
}

describe("activation", () => {
  after(disconnectAll);

  it("loads the entry alone and asks nothing of a server until somebody looks", async () => {
    const server = await startSimulator({ dialect: "product" });
    await connectTo(server.url);
    const { tree } = await exportsOf();
    assert.ok(
      loaded().some((file) => file.endsWith("extension.cjs")),
      loaded().join(),
    );
    const later = (): readonly string[] => loaded().filter((file) => /(late|features)\.cjs$/.test(file));
    assert.deepEqual(later(), []);
    // Assistants may now ask for something; until one does there is no more of it than its name.
    await letAssistants(true);
    assert.deepEqual(later(), []);
    await letAssistants(undefined);
    assert.equal(server.requests.length, 0);

    await tree.getChildren();
    assert.equal(loaded().filter((file) => file.endsWith("late.cjs")).length, 1);
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
