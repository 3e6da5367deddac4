import * as vscode from "vscode";
import { openAsTextOrImage } from "../platform/openInEditor.ts";
import type { AttachmentTarget, CommandArguments } from "../protocol/commands.ts";
import { type RowArguments, selectedRows } from "../protocol/selectedRows.ts";
import { Attaching } from "./attach.ts";
import type { FilesDependencies } from "./dependencies.ts";
import { Downloading } from "./download.ts";
import { AttachmentFiles } from "./fileSystem.ts";
import { fileUri, shownName } from "./fileUri.ts";

export interface FilesFeature {
  readonly files: AttachmentFiles;
  readonly attaching: Attaching;
  /** In editors. */
  open(...given: RowArguments<AttachmentTarget>): Promise<void>;
  download(...given: RowArguments<AttachmentTarget>): Promise<void>;
  saveAs(...given: RowArguments<AttachmentTarget>): Promise<void>;
  remove(...given: RowArguments<AttachmentTarget>): Promise<void>;
  downloadAll(...given: CommandArguments["artifacts.downloadAll"]): Promise<void>;
}

export function openFiles(dependencies: FilesDependencies): FilesFeature {
  const { sites, catalog, tools, commands } = dependencies;
  const files = new AttachmentFiles({ sites, catalog, tools });
  const downloading = new Downloading(dependencies);
  const attaching = new Attaching(dependencies);

  async function open({ siteApi, artifactId, file }: AttachmentTarget): Promise<void> {
    const site = sites.find(siteApi);
    if (site === undefined) return;
    const place = { siteApi, artifactId, accountId: (await catalog.of(site).account())?.id };
    files.note(place, file);
    await openAsTextOrImage(fileUri(place, file), shownName(file));
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
        const artifact = target ?? (await commands.ask("artifacts.chooseArtifact", title));
        if (artifact !== undefined) await downloading.all(artifact);
      }
    },
  };
}
