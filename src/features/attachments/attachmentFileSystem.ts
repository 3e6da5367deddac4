// A read-only file system of attachments.
import * as vscode from "vscode";
import { findAttachments } from "../../model/attachment.ts";
import { isFailure } from "../../model/failure.ts";
import { isBinaryContent, binaryDetectionBytes } from "../../model/fileType.ts";
import type { Site } from "../../model/site.ts";
import type { FileDescription } from "../../model/valueTypes.ts";
import type { Services } from "../../services.ts";
import type { Connection } from "../../store/connections.ts";
import { failureText } from "../../vscode/failureText.ts";
import { ReadOnlyFileSystem } from "../../vscode/fileSystems.ts";
import { withProgress } from "../../vscode/notifications.ts";
import { type AttachmentUriParts, parseAttachmentUri, hasSafeAttachmentExtension } from "./attachmentUri.ts";

interface OpenedAttachment {
  readonly site: Site;
  readonly connection: Connection;
  readonly file: FileDescription;
}

function toCacheKey({ siteApi, accountId, fileId }: AttachmentUriParts): string {
  return JSON.stringify([siteApi, accountId, fileId]);
}

/** Smaller files are opened without a check, since VS Code detects binary content itself. */
const smallFileBytes = 1024 * 1024;

/** Attachments never change. */
const noChanges = new vscode.EventEmitter<vscode.FileChangeEvent[]>();

export class AttachmentFileSystem extends ReadOnlyFileSystem {
  readonly onDidChangeFile = noChanges.event;
  readonly #services: Services;
  /** Never invalidated, since attachments don't change. */
  readonly #descriptions = new Map<string, FileDescription>();

  constructor(services: Services) {
    super();
    this.#services = services;
  }

  /** Saves the request for the description. */
  cacheDescription(location: Omit<AttachmentUriParts, "fileId">, file: FileDescription): void {
    this.#descriptions.set(toCacheKey({ ...location, fileId: file.id }), file);
  }

  async stat(uri: vscode.Uri): Promise<vscode.FileStat> {
    const { file } = await this.#open(uri);
    return {
      type: vscode.FileType.File,
      ctime: 0,
      mtime: 0,
      size: file.size,
      permissions: vscode.FilePermission.Readonly,
    };
  }

  async readFile(uri: vscode.Uri): Promise<Uint8Array> {
    const { site, connection, file } = await this.#open(uri);
    const { contents } = await this.#services.attachmentTools();
    const source = { siteApi: site.api, accountId: connection.account?.id, client: connection.client };
    return this.#withFileSystemErrors(uri, site, () =>
      withProgress(vscode.l10n.t("Loading {0}…", file.name), (signal) => contents.load(source, file, signal)),
    );
  }

  /** Whether a text editor would show a large file with unreadable content. */
  async isLargeBinary(uri: vscode.Uri): Promise<boolean> {
    const { connection, file, site } = await this.#open(uri);
    if (file.size <= smallFileBytes) return false;
    const { contents } = await this.#services.attachmentTools();
    const source = { siteApi: site.api, accountId: connection.account?.id, client: connection.client };
    return withProgress(vscode.l10n.t("Loading {0}…", file.name), async (signal) =>
      isBinaryContent(await contents.loadStart(source, file, binaryDetectionBytes, signal)),
    );
  }

  async #open(uri: vscode.Uri): Promise<OpenedAttachment> {
    const location = parseAttachmentUri(uri);
    const site = location === undefined ? undefined : this.#services.sites.find(location.siteApi);
    if (location === undefined || site === undefined) throw vscode.FileSystemError.FileNotFound(uri);
    // A tab from an earlier version, or a URI of another extension.
    if (!hasSafeAttachmentExtension(uri)) {
      throw vscode.FileSystemError.NoPermissions(
        vscode.l10n.t("This tab can't be restored. Open the attachment again from its artifact."),
      );
    }
    return this.#withFileSystemErrors(uri, site, async () => {
      const connection = await this.#services.catalog.getSite(site).connect();
      if (connection.account?.id !== location.accountId) {
        throw vscode.FileSystemError.NoPermissions(
          vscode.l10n.t(
            "This file was opened with a different account on {0}. Sign in with that account.",
            site.label,
          ),
        );
      }
      const file = await this.#describe(location, connection);
      if (file === undefined) throw vscode.FileSystemError.FileNotFound(uri);
      return { site, connection, file };
    });
  }

  async #describe(
    location: AttachmentUriParts,
    { client }: Connection,
  ): Promise<FileDescription | undefined> {
    const cached = this.#descriptions.get(toCacheKey(location));
    if (cached !== undefined) return cached;
    const { values } = await client.artifact(location.artifactId);
    const description = findAttachments(values).find(({ file }) => file.id === location.fileId)?.file;
    if (description !== undefined) this.cacheDescription(location, description);
    return description;
  }

  async #withFileSystemErrors<T>(uri: vscode.Uri, site: Site, load: () => Promise<T>): Promise<T> {
    try {
      return await load();
    } catch (failure) {
      if (!isFailure(failure)) throw failure;
      if (failure.kind === "notFound") throw vscode.FileSystemError.FileNotFound(uri);
      throw vscode.FileSystemError.Unavailable(failureText(failure, site.label));
    }
  }
}
