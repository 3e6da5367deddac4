import * as vscode from "vscode";
import type { Boundary } from "../platform/boundary.ts";
import type { Commands } from "../platform/commands.ts";
import type { CommandArguments } from "../protocol/commands.ts";
import type { Catalog } from "../store/catalog.ts";
import type { Connections } from "../store/connections.ts";
import type { Sites } from "../store/sites.ts";
import { ArtifactPanels } from "./artifactPanels.ts";

interface FormDependencies {
  readonly sites: Sites;
  readonly catalog: Catalog;
  readonly connections: Connections;
  readonly extensionUri: vscode.Uri;
  readonly boundary: Boundary;
  readonly commands: Commands<CommandArguments>;
}

export function registerForm(dependencies: FormDependencies): vscode.Disposable {
  const { catalog, commands } = dependencies;
  const panels = new ArtifactPanels(dependencies);
  return vscode.Disposable.from(
    panels,
    catalog.forgotten.listen((siteApi) => panels.closeOf(siteApi)),
    commands.register("artifacts.openArtifact", ({ siteApi, artifactId }) =>
      panels.show(siteApi, artifactId),
    ),
  );
}
