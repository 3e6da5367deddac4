// Links that other programs open in VS Code (`store/references/deepLink`). They show an artifact and do nothing else.
import * as vscode from "vscode";
import type { Commands } from "../../platform/commands.ts";
import type { CommandArguments } from "../../protocol/commands.ts";
import { linkedFromOutside } from "../../store/references/deepLink.ts";
import type { Sites } from "../../store/sites.ts";

interface LinkSources {
  readonly sites: Sites;
  readonly commands: Commands<CommandArguments>;
}

export async function openFromOutside({ sites, commands }: LinkSources, uri: vscode.Uri): Promise<void> {
  const linked = linkedFromOutside(sites.list(), uri);
  switch (linked.kind) {
    case "artifact":
      await commands.run("artifacts.openArtifact", {
        siteApi: linked.site.api,
        artifactId: linked.artifactId,
      });
      return;
    // What such a link says is anybody's: none of it is repeated.
    case "notConnected":
      void vscode.window.showWarningMessage(
        vscode.l10n.t("The link is about a site that you are not connected to."),
      );
      return;
    case "malformed":
      void vscode.window.showWarningMessage(vscode.l10n.t("The link names no artifact."));
  }
}
