// The ways to attachments. What is behind them is loaded on first need.
import * as vscode from "vscode";
import type { Services } from "../../services.ts";
import { once } from "../../vscode/async.ts";
import { LateFileSystem } from "../../vscode/fileSystems.ts";
import { fileScheme } from "./fileUri.ts";

export function registerAttachments(services: Services): void {
  const { commands } = services;
  const feature = once(async () => (await import("./feature.ts")).createAttachmentsFeature(services));
  const files = new LateFileSystem(async () => (await feature()).files);
  const isReadonly = new vscode.MarkdownString(
    vscode.l10n.t("Attachments can't be changed: download it to edit it."),
  );
  services.own(
    vscode.Disposable.from(
      files,
      vscode.workspace.registerFileSystemProvider(fileScheme, files, { isCaseSensitive: true, isReadonly }),
      commands.register("artifacts.openAttachment", async (...given) => (await feature()).open(...given)),
      commands.register("artifacts.downloadAttachment", async (...given) =>
        (await feature()).download(...given),
      ),
      commands.register("artifacts.saveAttachmentAs", async (...given) => (await feature()).saveAs(...given)),
      commands.register("artifacts.downloadAll", async (...given) => (await feature()).downloadAll(...given)),
      commands.register("artifacts.removeAttachment", async (...given) => (await feature()).remove(...given)),
      commands.register("artifacts.attachFile", async (resource, selected) =>
        (await feature()).attaching.resources(resource, selected),
      ),
      commands.register("artifacts.attachToArtifact", async (target) =>
        (await feature()).attaching.toArtifact(target),
      ),
    ),
  );
}
