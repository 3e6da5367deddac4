import * as vscode from "vscode";
import { oneLine } from "../../model/displayText.ts";
import { byteText } from "../../model/byteText.ts";
import { isFailure } from "../../model/failure.ts";
import { mediaTypeOf } from "../../model/fileContent.ts";
import {
  type AttachmentTarget,
  type CommandArguments,
  type RowArguments,
  selectedRows,
} from "../../protocol/commands.ts";
import type { Services } from "../../services.ts";
import { notify } from "../../vscode/notifications.ts";
import { isBitmapName, openAsTextOrImage } from "../../vscode/tabs.ts";
import { Attaching } from "./attach.ts";
import { Downloading } from "./download.ts";
import { AttachmentFiles } from "./fileSystem.ts";
import { fileUri, shownName } from "./fileUri.ts";

export interface AttachmentsFeature {
  readonly files: AttachmentFiles;
  readonly attaching: Attaching;
  /** In editors. */
  open(...given: RowArguments<AttachmentTarget>): Promise<void>;
  download(...given: RowArguments<AttachmentTarget>): Promise<void>;
  saveAs(...given: RowArguments<AttachmentTarget>): Promise<void>;
  remove(...given: RowArguments<AttachmentTarget>): Promise<void>;
  downloadAll(...given: CommandArguments["artifacts.downloadAll"]): Promise<void>;
}

export function createAttachmentsFeature(services: Services): AttachmentsFeature {
  const { sites, catalog, features, boundary } = services;
  const files = new AttachmentFiles(services);
  const downloading = new Downloading(services);
  const attaching = new Attaching(services);

  async function open(target: AttachmentTarget): Promise<void> {
    const { siteApi, artifactId, file } = target;
    const site = sites.find(siteApi);
    if (site === undefined) return;
    const place = { siteApi, artifactId, accountId: (await catalog.of(site).account())?.id };
    files.note(place, file);
    const [uri, name] = [fileUri(place, file), shownName(file)];
    if (!isBitmapName(name) && (await isLargeBinary(uri))) offerDownload(target);
    else await openAsTextOrImage(uri, name);
  }

  async function isLargeBinary(uri: vscode.Uri): Promise<boolean> {
    try {
      return await files.isLargeBinary(uri);
    } catch (failure) {
      if (isFailure(failure) && failure.kind === "cancelled") throw failure;
      // The editor says what is in the way, and reads again when it is asked to.
      if (isFailure(failure) || failure instanceof vscode.FileSystemError) return false;
      throw failure;
    }
  }

  function offerDownload(target: AttachmentTarget): void {
    const { name, type, size } = target.file;
    const text = vscode.l10n.t(
      "{0} is a binary file ({1}, {2}). Download it to open it in another application.",
      oneLine(name),
      oneLine(type === "" ? mediaTypeOf(name) : type),
      byteText(size, vscode.env.language),
    );
    const label = vscode.l10n.t("Download");
    notify(boundary, "information", text, { label, run: () => downloading.some([target]) });
  }

  return {
    files,
    attaching,
    async open(...given) {
      for (const target of selectedRows(...given)) await open(target);
    },
    download: (...given) => downloading.some(selectedRows(...given)),
    saveAs: (...given) => downloading.saveAs(selectedRows(...given)),
    remove: (...given) => attaching.remove(selectedRows(...given)),
    async downloadAll(clicked, selected) {
      const title = vscode.l10n.t("Download All Attachments");
      for (const target of selectedRows(clicked, selected)) {
        const artifact = target ?? (await features.form.chooseArtifact(title));
        if (artifact !== undefined) await downloading.all(artifact);
      }
    },
  };
}
