import * as vscode from "vscode";
import type { Boundary } from "../platform/boundary.ts";
import type { Commands } from "../platform/commands.ts";
import type { CommandArguments } from "../protocol/commands.ts";
import type { Connections } from "../store/connections.ts";
import type { Sites } from "../store/sites.ts";
import { ArtifactPanels } from "./artifactPanels.ts";

interface FormDependencies {
  readonly sites: Sites;
  readonly connections: Connections;
  readonly extensionUri: vscode.Uri;
  readonly boundary: Boundary;
  readonly commands: Commands<CommandArguments>;
}

export function registerForm(dependencies: FormDependencies): vscode.Disposable {
  const { sites, commands } = dependencies;
  const panels = new ArtifactPanels(dependencies);
  return vscode.Disposable.from(
    panels,
    commands.register("artifacts.openArtifact", ({ siteApi, artifactId }) => {
      const site = sites.find(siteApi);
      if (site !== undefined) panels.show(site, artifactId);
    }),
  );
}
