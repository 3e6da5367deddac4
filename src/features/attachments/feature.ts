import * as vscode from "vscode";
import { toDisplayLine } from "../../model/displayText.ts";
import { formatBytes } from "../../model/formatBytes.ts";
import { isFailure } from "../../model/failure.ts";
import { guessMediaType } from "../../model/fileType.ts";
import {
  type AttachmentTarget,
  type CommandArguments,
  type RowArguments,
  getCommandRows,
} from "../../protocol/commandArguments.ts";
import type { Services } from "../../services.ts";
import { showNotification } from "../../vscode/notifications.ts";
import { isBitmapFileName, openAsTextOrImage } from "../../vscode/tabs.ts";
import { AttachmentCommands } from "./attachmentCommands.ts";
import { AttachmentDownloader } from "./attachmentDownloader.ts";
import { AttachmentFileSystem } from "./attachmentFileSystem.ts";
import { toAttachmentUri, toDisplayFileName } from "./attachmentUri.ts";

export interface AttachmentsFeature {
  readonly fileSystem: AttachmentFileSystem;
  readonly attachmentCommands: AttachmentCommands;
  open(...rows: RowArguments<AttachmentTarget>): Promise<void>;
  download(...rows: RowArguments<AttachmentTarget>): Promise<void>;
  saveAs(...rows: RowArguments<AttachmentTarget>): Promise<void>;
  remove(...rows: RowArguments<AttachmentTarget>): Promise<void>;
  downloadAll(...rows: CommandArguments["artifacts.downloadAllAttachments"]): Promise<void>;
}

export function createAttachmentsFeature(services: Services): AttachmentsFeature {
  const { sites, catalog, features, errorHandler } = services;
  const fileSystem = new AttachmentFileSystem(services);
  const downloader = new AttachmentDownloader(services);
  const attachmentCommands = new AttachmentCommands(services);

  async function open(target: AttachmentTarget): Promise<void> {
    const { siteApi, artifactId, file } = target;
    const site = sites.find(siteApi);
    if (site === undefined) return;
    const location = { siteApi, artifactId, accountId: (await catalog.getSite(site).getAccount())?.id };
    fileSystem.cacheDescription(location, file);
    const [uri, name] = [toAttachmentUri(location, file), toDisplayFileName(file)];
    if (!isBitmapFileName(name) && (await isLargeBinary(uri))) offerDownload(target);
    else await openAsTextOrImage(uri, name);
  }

  async function isLargeBinary(uri: vscode.Uri): Promise<boolean> {
    try {
      return await fileSystem.isLargeBinary(uri);
    } catch (failure) {
      if (isFailure(failure) && failure.kind === "canceled") throw failure;
      // The editor shows the error and offers a retry.
      if (isFailure(failure) || failure instanceof vscode.FileSystemError) return false;
      throw failure;
    }
  }

  function offerDownload(target: AttachmentTarget): void {
    const { name, type, size } = target.file;
    const text = vscode.l10n.t(
      "{0} is a binary file ({1}, {2}). Download it to open it in another application.",
      toDisplayLine(name),
      toDisplayLine(type === "" ? guessMediaType(name) : type),
      formatBytes(size, vscode.env.language),
    );
    const label = vscode.l10n.t("Download");
    showNotification(errorHandler, "information", text, { label, run: () => downloader.download([target]) });
  }

  return {
    fileSystem,
    attachmentCommands,
    async open(...rows) {
      for (const target of getCommandRows(...rows)) await open(target);
    },
    download: (...rows) => downloader.download(getCommandRows(...rows)),
    saveAs: (...rows) => downloader.saveAs(getCommandRows(...rows)),
    remove: (...rows) => attachmentCommands.remove(getCommandRows(...rows)),
    async downloadAll(clicked, selected) {
      const title = vscode.l10n.t("Download All Attachments");
      for (const target of getCommandRows(clicked, selected)) {
        const artifact = target ?? (await features.form.selectArtifact(title));
        if (artifact !== undefined) await downloader.downloadAll(artifact);
      }
    },
  };
}
