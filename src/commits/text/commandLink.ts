// Commands as addresses, for links and hovers. What they carry is numbers and the address of a site that the person connected.
import * as vscode from "vscode";
import type { ArtifactTarget, CommandArguments } from "../../protocol/commands.ts";

/** The commands that a hover may run, and no other. */
export const hoverCommands = [
  "artifacts.openArtifact",
  "artifacts.openInBrowser",
  "artifacts.copyReference",
  "artifacts.setStatus",
] as const satisfies readonly (keyof CommandArguments)[];

export function commandLink(
  command: (typeof hoverCommands)[number],
  { siteApi, artifactId, trackerId, page }: ArtifactTarget,
): vscode.Uri {
  const json = JSON.stringify([{ siteApi, artifactId, trackerId, page }]);
  // VS Code decodes what it has decoded before.
  const query = json.replaceAll("%", String.raw`\u0025`);
  return vscode.Uri.from({ scheme: "command", path: command, query });
}
