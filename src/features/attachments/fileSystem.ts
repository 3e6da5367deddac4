// Attachments as files that can be read and not written.
import * as vscode from "vscode";
import { attachmentsIn } from "../../model/attachment.ts";
import { isFailure } from "../../model/failure.ts";
import { isBinary, tellingBytes } from "../../model/fileContent.ts";
import type { Site } from "../../model/site.ts";
import type { FileDescription } from "../../model/value.ts";
import type { Services } from "../../services.ts";
import type { Connection } from "../../store/connections.ts";
import { failureText } from "../../vscode/failureText.ts";
import { ReadOnlyFiles } from "../../vscode/fileSystems.ts";
import { withProgress } from "../../vscode/notifications.ts";
import { type FilePlace, filePlace, hasNeutralEnding } from "./fileUri.ts";

interface Opened {
  readonly site: Site;
  readonly connection: Connection;
  readonly file: FileDescription;
}

function keyOf({ siteApi, accountId, fileId }: FilePlace): string {
  return JSON.stringify([siteApi, accountId, fileId]);
}

/** Up to here it costs little to have VS Code look at what is in a file. In bytes. */
const smallFile = 1024 * 1024;

/** What does not change needs no watching. */
const noChanges = new vscode.EventEmitter<vscode.FileChangeEvent[]>();

export class AttachmentFiles extends ReadOnlyFiles {
  readonly onDidChangeFile = noChanges.event;
  readonly #services: Services;
  /** Files never change once they are attached: what was read of one stays true. */
  readonly #described = new Map<string, FileDescription>();

  constructor(services: Services) {
    super();
    this.#services = services;
  }

  /** Whoever has its description spares us to ask for it. */
  note(place: Omit<FilePlace, "fileId">, file: FileDescription): void {
    this.#described.set(keyOf({ ...place, fileId: file.id }), file);
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
    const { contents } = await this.#services.tools();
    const place = { siteApi: site.api, accountId: connection.account?.id, client: connection.client };
    return this.#explained(uri, site, () =>
      withProgress(vscode.l10n.t("Reading {0}", file.name), (signal) => contents.read(place, file, signal)),
    );
  }

  /** Whether it is one that an editor would show as a long text without sense. Where that can't be told, the editor says why. */
  async isLargeBinary(uri: vscode.Uri): Promise<boolean> {
    const { connection, file, site } = await this.#open(uri);
    if (file.size <= smallFile) return false;
    const { contents } = await this.#services.tools();
    const place = { siteApi: site.api, accountId: connection.account?.id, client: connection.client };
    return withProgress(vscode.l10n.t("Reading {0}", file.name), async (signal) =>
      isBinary(await contents.readStart(place, file, tellingBytes, signal)),
    );
  }

  async #open(uri: vscode.Uri): Promise<Opened> {
    const place = filePlace(uri);
    const site = place === undefined ? undefined : this.#services.sites.find(place.siteApi);
    if (place === undefined || site === undefined) throw vscode.FileSystemError.FileNotFound(uri);
    // A tab from an earlier version, or a made-up address.
    if (!hasNeutralEnding(uri)) {
      throw vscode.FileSystemError.NoPermissions(
        vscode.l10n.t("This tab can't be restored. Open the attachment again from its artifact."),
      );
    }
    return this.#explained(uri, site, async () => {
      const connection = await this.#services.catalog.of(site).connection();
      if (connection.account?.id !== place.accountId) {
        throw vscode.FileSystemError.NoPermissions(
          vscode.l10n.t("This was opened with another account on {0}: sign in with that one.", site.label),
        );
      }
      const file = await this.#describe(place, connection);
      if (file === undefined) throw vscode.FileSystemError.FileNotFound(uri);
      return { site, connection, file };
    });
  }

  async #describe(place: FilePlace, { client }: Connection): Promise<FileDescription | undefined> {
    const known = this.#described.get(keyOf(place));
    if (known !== undefined) return known;
    const { values } = await client.artifact(place.artifactId);
    const found = attachmentsIn(values).find(({ file }) => file.id === place.fileId)?.file;
    if (found !== undefined) this.note(place, found);
    return found;
  }

  async #explained<T>(uri: vscode.Uri, site: Site, act: () => Promise<T>): Promise<T> {
    try {
      return await act();
    } catch (failure) {
      if (!isFailure(failure)) throw failure;
      if (failure.kind === "notFound") throw vscode.FileSystemError.FileNotFound(uri);
      throw vscode.FileSystemError.Unavailable(failureText(failure, site.label));
    }
  }
}
