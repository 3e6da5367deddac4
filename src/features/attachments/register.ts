// Registers commands and the file system of attachments. The feature is loaded on first use.
import * as vscode from "vscode";
import { attachmentScheme } from "../../protocol/contributions.ts";
import type { Services } from "../../services.ts";
import { memoizeAsync } from "../../vscode/async.ts";
import { LazyFileSystem } from "../../vscode/fileSystems.ts";

export function registerAttachments(services: Services): void {
  const { commands } = services;
  const feature = memoizeAsync(async () => (await import("./feature.ts")).createAttachmentsFeature(services));
  services.registerFeature("attachments", {
    selectNewFiles: async (target) => (await feature()).attachmentCommands.selectNewFiles(target),
  });
  const files = new LazyFileSystem(async () => (await feature()).fileSystem);
  const isReadonly = new vscode.MarkdownString(
    vscode.l10n.t("Attachments are read-only. Download the file to edit it."),
  );
  services.addDisposable(
    vscode.Disposable.from(
      files,
      vscode.workspace.registerFileSystemProvider(attachmentScheme, files, {
        isCaseSensitive: true,
        isReadonly,
      }),
      commands.register("artifacts.openAttachment", async (...rows) => (await feature()).open(...rows)),
      commands.register("artifacts.downloadAttachment", async (...rows) =>
        (await feature()).download(...rows),
      ),
      commands.register("artifacts.saveAttachmentAs", async (...rows) => (await feature()).saveAs(...rows)),
      commands.register("artifacts.downloadAllAttachments", async (...rows) =>
        (await feature()).downloadAll(...rows),
      ),
      commands.register("artifacts.removeAttachment", async (...rows) => (await feature()).remove(...rows)),
      commands.register("artifacts.attachFile", async (resource, selected) =>
        (await feature()).attachmentCommands.attachResources(resource, selected),
      ),
      commands.register("artifacts.attachToArtifact", async (target) =>
        (await feature()).attachmentCommands.attachToArtifact(target),
      ),
    ),
  );
}
