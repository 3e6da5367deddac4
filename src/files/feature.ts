import * as vscode from "vscode";
import { openAsTextOrImage } from "../platform/openInEditor.ts";
import type { ArtifactTarget, AttachmentTarget } from "../protocol/commands.ts";
import { Attaching } from "./attach.ts";
import type { FilesDependencies } from "./dependencies.ts";
import { Downloading } from "./download.ts";
import { AttachmentFiles } from "./fileSystem.ts";
import { fileUri, shownName } from "./fileUri.ts";

export interface FilesFeature {
  readonly files: AttachmentFiles;
  readonly downloading: Downloading;
  readonly attaching: Attaching;
  /** In an editor. */
  open(target: AttachmentTarget): Promise<void>;
  downloadAll(target: ArtifactTarget | undefined): Promise<void>;
}

export function openFiles(dependencies: FilesDependencies): FilesFeature {
  const { sites, catalog, tools, commands } = dependencies;
  const files = new AttachmentFiles({ sites, catalog, tools });
  const downloading = new Downloading(dependencies);
  return {
    files,
    downloading,
    attaching: new Attaching(dependencies),
    async open({ siteApi, artifactId, file }) {
      const site = sites.find(siteApi);
      if (site === undefined) return;
      const place = { siteApi, artifactId, accountId: (await catalog.of(site).account())?.id };
      files.note(place, file);
      await openAsTextOrImage(fileUri(place, file), shownName(file));
    },
    async downloadAll(target) {
      const title = vscode.l10n.t("Download All Attachments");
      const artifact = target ?? (await commands.ask("artifacts.chooseArtifact", title));
      if (artifact !== undefined) await downloading.all(artifact);
    },
  };
}
