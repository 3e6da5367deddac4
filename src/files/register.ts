import * as vscode from "vscode";
import type { AttachmentTarget } from "../protocol/commands.ts";
import { Attaching } from "./attach.ts";
import type { FilesDependencies } from "./dependencies.ts";
import { Downloading } from "./download.ts";
import { AttachmentFiles } from "./fileSystem.ts";
import { fileScheme, fileUri } from "./fileUri.ts";

export function registerFiles(dependencies: FilesDependencies): vscode.Disposable {
  const { sites, catalog, tools, commands } = dependencies;
  const files = new AttachmentFiles({ sites, catalog, tools });
  const downloading = new Downloading(dependencies);
  const attaching = new Attaching(dependencies);

  async function open(target: AttachmentTarget): Promise<void> {
    const { siteApi, artifactId, file } = target;
    const site = sites.find(siteApi);
    if (site === undefined) return;
    const place = { siteApi, artifactId, accountId: (await catalog.of(site).account())?.id };
    files.note(place, file);
    await vscode.commands.executeCommand("vscode.open", fileUri(place, file));
  }

  return vscode.Disposable.from(
    vscode.workspace.registerFileSystemProvider(fileScheme, files, {
      isCaseSensitive: true,
      isReadonly: new vscode.MarkdownString(
        vscode.l10n.t("Attachments can't be changed: download it to edit it."),
      ),
    }),
    commands.register("artifacts.openAttachment", open),
    commands.register("artifacts.downloadAttachment", (target) => downloading.one(target)),
    commands.register("artifacts.saveAttachmentAs", (target) => downloading.saveAs(target)),
    commands.register("artifacts.removeAttachment", (target) => attaching.remove(target)),
    commands.register("artifacts.downloadAll", async (target) => {
      const title = vscode.l10n.t("Download All Attachments");
      const artifact = target ?? (await commands.ask("artifacts.chooseArtifact", title));
      if (artifact !== undefined) await downloading.all(artifact);
    }),
    commands.register("artifacts.attachFile", (resource, selected) =>
      attaching.resources(resource, selected),
    ),
    commands.register("artifacts.attachToArtifact", (target) => attaching.toArtifact(target)),
  );
}
