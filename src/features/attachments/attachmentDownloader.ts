// Downloads attachments to the folder of the settings, or to a location that the user selects.
import * as vscode from "vscode";
import { type Attachment, findAttachments } from "../../model/attachment.ts";
import { formatArtifactLabel, toDisplayLine, escapeLinks } from "../../model/displayText.ts";
import { toUniqueFileName, toSafeFileName } from "../../model/fileName.ts";
import type { Site } from "../../model/site.ts";
import type { ArtifactTarget, AttachmentTarget } from "../../protocol/commandArguments.ts";
import type { Services } from "../../services.ts";
import type { DownloadOutcome, DownloadTarget } from "../../store/attachments/downloadAttachment.ts";
import type { StagedFiles } from "../../store/attachments/stagedFiles.ts";
import type { ErrorHandler } from "../../vscode/errorHandler.ts";
import { showNotification, withProgress, withTransferProgress } from "../../vscode/notifications.ts";
import { openAsTextOrImage } from "../../vscode/tabs.ts";
import { getOrPickDownloadFolder, type DownloadFolder, offerGitignore } from "./downloadFolder.ts";
import { formatDownloadError } from "./attachmentErrors.ts";

/** Moves downloads to a virtual file system, after they are complete and verified in the extension's storage. */
export class DownloadMover {
  readonly stagingTarget: DownloadTarget;
  readonly #destination: vscode.Uri;
  readonly #isFolder: boolean;

  private constructor(destination: vscode.Uri, isFolder: boolean, stagedFiles: StagedFiles) {
    const path = stagedFiles.getSharedFolder("downloads");
    this.stagingTarget = { kind: "folder", root: path, path };
    this.#destination = destination;
    this.#isFolder = isFolder;
  }

  /** `undefined` if files can be written directly. */
  static create(
    destination: vscode.Uri,
    isFolder: boolean,
    stagedFiles: StagedFiles,
  ): DownloadMover | undefined {
    return destination.scheme === "file" ? undefined : new DownloadMover(destination, isFolder, stagedFiles);
  }

  get displayPath(): string {
    return this.#destination.path;
  }

  /** Returns the new location. Replaces a file that was selected in a dialog, but never one in a folder. */
  async move(path: string): Promise<vscode.Uri> {
    const source = vscode.Uri.file(path);
    try {
      if (!this.#isFolder) {
        await vscode.workspace.fs.copy(source, this.#destination, { overwrite: true });
        return this.#destination;
      }
      await vscode.workspace.fs.createDirectory(this.#destination);
      const existingNames = (await vscode.workspace.fs.readDirectory(this.#destination)).map(
        ([name]) => name,
      );
      const name = toUniqueFileName(
        toSafeFileName(source.path.slice(source.path.lastIndexOf("/") + 1)),
        existingNames,
      );
      const target = vscode.Uri.joinPath(this.#destination, name);
      await vscode.workspace.fs.copy(source, target, { overwrite: false });
      return target;
    } finally {
      await vscode.workspace.fs.delete(source);
    }
  }
}

/** A file that was saved, or the reason why it was not. */
interface DownloadResult {
  readonly attachment: Attachment;
  readonly outcome: DownloadOutcome;
  /** The location of the saved file. */
  readonly uri: vscode.Uri | undefined;
}

interface ArtifactDownload {
  readonly site: Site;
  readonly artifactId: number;
  readonly attachments: readonly Attachment[];
  readonly destination: DownloadFolder | vscode.Uri;
}

function isDownloadFolder(destination: DownloadFolder | vscode.Uri): destination is DownloadFolder {
  return "folder" in destination;
}

export class AttachmentDownloader {
  readonly #services: Services;

  constructor(services: Services) {
    this.#services = services;
  }

  async download(targets: readonly AttachmentTarget[]): Promise<void> {
    for (const { site, artifactId, attachments } of this.#groupByArtifact(targets)) {
      await this.#downloadToFolder(site, artifactId, attachments);
    }
  }

  async downloadAll(target: ArtifactTarget): Promise<void> {
    const { sites, catalog } = this.#services;
    const site = sites.find(target.siteApi);
    if (site === undefined) return;
    const { artifactId } = target;
    const artifact = await withProgress(vscode.l10n.t("Loading from {0}…", site.label), async (signal) => {
      const { client } = await catalog.getSite(site).connect();
      return client.artifact(artifactId, signal);
    });
    const attachments = findAttachments(artifact.values);
    if (attachments.length > 0) return this.#downloadToFolder(site, artifactId, attachments);
    const name = formatArtifactLabel(artifactId, artifact.title);
    void vscode.window.showInformationMessage(escapeLinks(vscode.l10n.t("{0} has no attachments.", name)));
  }

  /** Prompts for a file, or for a folder if there are several attachments. */
  async saveAs(targets: readonly AttachmentTarget[]): Promise<void> {
    const [only] = targets;
    if (only === undefined) return;
    const destination =
      targets.length === 1 ? await this.#promptForFile(only) : await this.#promptForFolder();
    if (destination === undefined) return;
    for (const request of this.#groupByArtifact(targets)) await this.#save({ ...request, destination });
  }

  #groupByArtifact(targets: readonly AttachmentTarget[]): readonly Omit<ArtifactDownload, "destination">[] {
    const requests = new Map<
      string,
      Omit<ArtifactDownload, "destination"> & { readonly attachments: Attachment[] }
    >();
    for (const target of targets) {
      const { siteApi, artifactId } = target;
      const site = this.#services.sites.find(siteApi);
      if (site === undefined) continue;
      const key = `${siteApi} ${artifactId}`;
      const request = requests.get(key) ?? { site, artifactId, attachments: [] };
      request.attachments.push(target);
      requests.set(key, request);
    }
    return [...requests.values()];
  }

  /** Prompts for a location if there is no workspace. */
  async #downloadToFolder(site: Site, artifactId: number, attachments: readonly Attachment[]): Promise<void> {
    const folder = await getOrPickDownloadFolder(artifactId);
    if (folder === undefined) return;
    const [only] = attachments;
    if (folder === "none" && only !== undefined && attachments.length === 1) {
      return this.saveAs([{ siteApi: site.api, artifactId, ...only }]);
    }
    const destination = folder === "none" ? await this.#promptForFolder() : folder;
    if (destination !== undefined) await this.#save({ site, artifactId, attachments, destination });
  }

  async #promptForFile({ file }: Attachment): Promise<vscode.Uri | undefined> {
    const { HOME = "/", USERPROFILE = HOME } = process.env;
    const folder = vscode.workspace.workspaceFolders?.[0]?.uri ?? vscode.Uri.file(USERPROFILE);
    const name = toSafeFileName(file.name);
    return vscode.window.showSaveDialog({
      title: vscode.l10n.t("Save Attachment"),
      defaultUri: vscode.Uri.joinPath(folder, name),
    });
  }

  async #promptForFolder(): Promise<DownloadFolder | undefined> {
    const [folder] =
      (await vscode.window.showOpenDialog({
        canSelectFiles: false,
        canSelectFolders: true,
        title: vscode.l10n.t("Save Attachments"),
        openLabel: vscode.l10n.t("Save Here"),
      })) ?? [];
    if (folder === undefined) return undefined;
    return { folder, root: folder, sharedFolder: folder, workspaceFolder: undefined };
  }

  async #save(request: ArtifactDownload): Promise<void> {
    const { attachments, destination } = request;
    const [first] = attachments;
    const title =
      attachments.length === 1 && first !== undefined
        ? vscode.l10n.t("Downloading {0}…", toDisplayLine(first.file.name, 60))
        : vscode.l10n.t("Downloading {0} attachments…", attachments.length);
    const results = await withTransferProgress(title, (signal, report) =>
      this.#downloadFiles(request, signal, report),
    );
    this.#showResults(request, results);
    const isSaved = results.some(({ uri }) => uri !== undefined);
    if (!isSaved || !isDownloadFolder(destination)) return;
    const { errorHandler, workspaceState } = this.#services;
    errorHandler.runInBackground("offer .gitignore", () => offerGitignore(workspaceState, destination));
  }

  async #downloadFiles(
    { site, attachments, destination }: ArtifactDownload,
    signal: AbortSignal,
    report: Parameters<Parameters<typeof withTransferProgress>[1]>[1],
  ): Promise<readonly DownloadResult[]> {
    const { catalog, attachmentTools } = this.#services;
    const { client, account } = await catalog.getSite(site).connect();
    const accountId = account?.id;
    const { downloads, stagedFiles } = await attachmentTools();
    const mover = DownloadMover.create(
      isDownloadFolder(destination) ? destination.folder : destination,
      isDownloadFolder(destination),
      stagedFiles,
    );
    const target: DownloadTarget = mover?.stagingTarget ?? toDownloadTarget(destination);
    const requests = attachments.map(({ file }) => ({ siteApi: site.api, accountId, client, file, target }));
    const outcomes = await downloads.downloadAll(requests, signal, report);
    const results: DownloadResult[] = [];
    for (const [index, attachment] of attachments.entries()) {
      const outcome = outcomes[index] ?? { kind: "canceled" };
      results.push({ attachment, ...(await this.#moveDownload(outcome, mover)) });
    }
    return results;
  }

  /** Errors of one file don't stop the others. */
  async #moveDownload(
    outcome: DownloadOutcome,
    mover: DownloadMover | undefined,
  ): Promise<Pick<DownloadResult, "outcome" | "uri">> {
    if (outcome.kind !== "saved") return { outcome, uri: undefined };
    const { path } = outcome;
    if (mover === undefined) return { outcome, uri: vscode.Uri.file(path) };
    try {
      return { outcome, uri: await mover.move(path) };
    } catch (error) {
      if (!(error instanceof vscode.FileSystemError)) throw error;
      this.#services.errorHandler.logError("move download", error);
      const diskFailure = { kind: "disk", path: mover.displayPath, code: error.code } as const;
      return { outcome: { kind: "disk", diskFailure }, uri: undefined };
    }
  }

  #showResults(request: ArtifactDownload, results: readonly DownloadResult[]): void {
    const { site, artifactId } = request;
    const savedUris = results.flatMap(({ uri }) => uri ?? []);
    const failed = results.flatMap(({ attachment, outcome }) => {
      const { name } = attachment.file;
      const message = formatDownloadError(outcome, { name, site: site.label, artifact: `#${artifactId}` });
      return message === undefined ? [] : [{ attachment, message }];
    });
    const { errorHandler } = this.#services;
    if (savedUris.length > 0) showSavedFiles(errorHandler, savedUris);
    const [first] = failed;
    if (first === undefined) return;
    const text =
      failed.length === 1
        ? first.message
        : vscode.l10n.t(
            "{0} of {1} attachments weren't saved. {2}",
            failed.length,
            results.length,
            first.message,
          );
    showNotification(errorHandler, "error", text, {
      label: vscode.l10n.t("Retry"),
      run: () => this.#save({ ...request, attachments: failed.map(({ attachment }) => attachment) }),
    });
  }
}

function toDownloadTarget(destination: DownloadFolder | vscode.Uri): DownloadTarget {
  return isDownloadFolder(destination)
    ? { kind: "folder", root: destination.root.fsPath, path: destination.folder.fsPath }
    : { kind: "file", path: destination.fsPath };
}

function showSavedFiles(errorHandler: ErrorHandler, savedUris: readonly vscode.Uri[]): void {
  const [first] = savedUris;
  if (first === undefined) return;
  const open = { label: vscode.l10n.t("Open"), run: () => openAsTextOrImage(first, first.path) };
  const reveal = {
    label: vscode.l10n.t("Reveal in Explorer View"),
    run: () => vscode.commands.executeCommand("revealInExplorer", first),
  };
  const folder = vscode.workspace.asRelativePath(vscode.Uri.joinPath(first, ".."), false);
  const text =
    savedUris.length === 1
      ? vscode.l10n.t("Saved {0}.", vscode.workspace.asRelativePath(first, false))
      : vscode.l10n.t("Saved {0} attachments to {1}.", savedUris.length, folder);
  const isInWorkspace = vscode.workspace.getWorkspaceFolder(first) !== undefined;
  const actions = [...(savedUris.length === 1 ? [open] : []), ...(isInWorkspace ? [reveal] : [])];
  showNotification(errorHandler, "information", text, ...actions);
}
