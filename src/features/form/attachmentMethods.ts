// RPC methods of the form page for attachments. The page passes only IDs; files and fields are looked up in the form.
import * as vscode from "vscode";
import { type Attachment, type DiskFailure, hasPreview } from "../../model/attachment.ts";
import { toDisplayLine, escapeLinks } from "../../model/displayText.ts";
import type { FormField } from "../../model/form/form.ts";
import type {
  ArtifactTarget,
  CommandArguments,
  LocalFile,
  NewFilesTarget,
} from "../../protocol/commandArguments.ts";
import type { AttachmentAction, FormHostMethods } from "../../protocol/formProtocol.ts";
import { RpcError } from "../../protocol/rpc.ts";
import type { Services } from "../../services.ts";
import type { AttachmentServices } from "../../store/attachments/attachmentServices.ts";
import { toDiskFailure } from "../../store/attachments/fileSystem.ts";
import type { StagedFile } from "../../store/attachments/stagedFiles.ts";
import { formatReference } from "./formHeading.ts";
import type { FormPanel } from "./formPanel.ts";

/** Limits for files that a page sends at a time. */
const maxFiles = 100;
const maxTotalBytes = 4 * 1024 * 1024 * 1024;

interface ReceivedFile {
  readonly file: LocalFile;
  readonly size: number;
  readonly staged: Promise<StagedFile>;
  /** Bytes received from the page, written to disk or not. */
  receivedBytes: number;
}

function formatDiskError({ kind }: DiskFailure, name: string): string {
  return kind === "noSpace"
    ? vscode.l10n.t("{0} wasn't attached because the disk is full. Free up space and try again.", name)
    : vscode.l10n.t(
        "{0} wasn't attached because VS Code can't write to its storage. See the log for details.",
        name,
      );
}

/** Files that were pasted or dropped into the page, staged on disk. The page is untrusted: it can't send more than announced. */
export class FilesReceivedFromPage {
  readonly #tools: () => Promise<AttachmentServices>;
  readonly #logError: (error: unknown) => void;
  readonly #files = new Map<number, ReceivedFile>();
  #nextKey = 1;

  constructor(tools: () => Promise<AttachmentServices>, logError: (error: unknown) => void) {
    this.#tools = tools;
    this.#logError = logError;
  }

  async begin(name: string, type: string, size: number): Promise<number> {
    const totalBytes = [...this.#files.values()].reduce((sum, each) => sum + each.size, size);
    if (this.#files.size >= maxFiles || totalBytes > maxTotalBytes) {
      throw new RpcError(
        vscode.l10n.t(
          "The files are too many or too large to attach at once. Attach fewer or smaller files.",
        ),
      );
    }
    const key = this.#nextKey;
    this.#nextKey += 1;
    const staged = this.#tools().then(({ stagedFiles }) => stagedFiles.create(name));
    const file = { path: "", name, type: type === "" ? undefined : type, origin: name };
    this.#files.set(key, { file, size, staged, receivedBytes: 0 });
    await this.#withDiskErrors(name, () => staged).catch((error: unknown) => {
      this.#files.delete(key);
      throw error;
    });
    return key;
  }

  async append(key: number, data: string): Promise<void> {
    const receivedFile = this.#files.get(key);
    if (receivedFile === undefined) {
      throw new RpcError(vscode.l10n.t("The upload of this file was canceled. Attach it again."));
    }
    const { name } = receivedFile.file;
    const bytes = Buffer.from(data, "base64");
    receivedFile.receivedBytes += bytes.length;
    if (receivedFile.receivedBytes > receivedFile.size) {
      throw new RpcError(vscode.l10n.t("{0} changed size during the transfer. Attach it again.", name));
    }
    await this.#withDiskErrors(name, async () => (await receivedFile.staged).append(bytes));
  }

  /** Provides complete files and removes their staged copies afterwards. */
  async withFiles(
    keys: readonly number[],
    useFiles: (files: readonly LocalFile[]) => Promise<void>,
  ): Promise<void> {
    const receivedFiles = this.#take(keys);
    try {
      const files: LocalFile[] = [];
      for (const { file, size, staged } of receivedFiles) {
        const { path, size: receivedSize } = await this.#withDiskErrors(file.name, async () => {
          const stagedFile = await staged;
          await stagedFile.finish();
          return stagedFile;
        });
        if (receivedSize !== size) {
          throw new RpcError(vscode.l10n.t("{0} wasn't transferred completely. Try again.", file.name));
        }
        files.push({ ...file, path });
      }
      if (files.length > 0) await useFiles(files);
    } finally {
      await removeStagedFiles(receivedFiles);
    }
  }

  async discard(keys: readonly number[]): Promise<void> {
    await removeStagedFiles(this.#take(keys));
  }

  /** Returns the names of the discarded files. */
  async discardAll(): Promise<readonly string[]> {
    const files = this.#take([...this.#files.keys()]);
    await removeStagedFiles(files);
    return files.map(({ file }) => file.name);
  }

  #take(keys: readonly number[]): readonly ReceivedFile[] {
    const files = keys.flatMap((key) => this.#files.get(key) ?? []);
    for (const key of keys) this.#files.delete(key);
    return files;
  }

  /** Converts disk errors to messages for the page; details go to the log. */
  async #withDiskErrors<T>(name: string, run: () => Promise<T>): Promise<T> {
    try {
      return await run();
    } catch (error) {
      const diskFailure = toDiskFailure(error, name);
      this.#logError(error);
      throw new RpcError(formatDiskError(diskFailure, name));
    }
  }
}

async function removeStagedFiles(files: readonly ReceivedFile[]): Promise<void> {
  for (const { staged } of files) await (await staged.catch(() => undefined))?.remove();
}

type AttachmentMethods = Pick<
  FormHostMethods,
  | "runAttachmentAction"
  | "downloadAll"
  | "pickFilesToAttach"
  | "attachUris"
  | "beginFile"
  | "sendFileChunk"
  | "attachSentFiles"
  | "discardSentFiles"
  | "removeNewFile"
  | "loadPreview"
>;

const commandByAction = {
  open: "artifacts.openAttachment",
  download: "artifacts.downloadAttachment",
  saveAs: "artifacts.saveAttachmentAs",
  remove: "artifacts.removeAttachment",
} as const satisfies Readonly<Record<AttachmentAction, keyof CommandArguments>>;

/** The page is untrusted: it can attach only files of this machine and of the workspace. */
function isLocalOrWorkspaceUri({ scheme }: vscode.Uri): boolean {
  const folders = vscode.workspace.workspaceFolders ?? [];
  // In a remote window, files of this machine have the scheme `vscode-remote`.
  return ["file", "vscode-remote", ...folders.map(({ uri }) => uri.scheme)].includes(scheme);
}

function listAttachments({ id, value }: FormField): readonly Attachment[] {
  return value?.kind === "files" ? value.files.map((file) => ({ fieldId: id, file })) : [];
}

export function createAttachmentMethods(
  {
    catalog,
    attachmentTools,
    errorHandler,
    commands,
    features,
  }: Pick<Services, "catalog" | "attachmentTools" | "errorHandler" | "commands" | "features">,
  panel: FormPanel,
): AttachmentMethods {
  const receivedFiles = new FilesReceivedFromPage(attachmentTools, (error) =>
    errorHandler.logError("receive files from page", error),
  );

  /** A hidden or closed page can't finish its transfers, and shows no message itself. */
  async function discardAll(): Promise<void> {
    const names = await receivedFiles.discardAll();
    if (names.length === 0) return;
    const text = vscode.l10n.t(
      "{0} wasn't transferred completely. Attach it again, and keep the form open until the upload finishes.",
      names.join(", "),
    );
    void vscode.window.showWarningMessage(escapeLinks(toDisplayLine(text)));
  }
  panel.onDidHide.event(() => errorHandler.runInBackground("discard received files", discardAll));
  panel.signal.addEventListener("abort", () =>
    errorHandler.runInBackground("discard received files", discardAll),
  );

  function getArtifact(): ArtifactTarget {
    const { subject, base } = panel.session;
    if (subject.kind !== "artifact") {
      throw new RpcError(vscode.l10n.t("This form has no attachments."));
    }
    const { siteApi, artifactId } = subject;
    return { siteApi, artifactId, trackerId: base?.tracker.id, page: base?.page };
  }

  function findAttachment(fileId: number): Attachment {
    const fields = panel.session.base?.form.fields ?? [];
    const attachment = fields.flatMap(listAttachments).find(({ file }) => file.id === fileId);
    if (attachment === undefined) throw new RpcError(vscode.l10n.t("This attachment no longer exists."));
    return attachment;
  }

  function assertNotSaving(result: "accepted" | "refused"): void {
    if (result === "accepted") return;
    throw new RpcError(vscode.l10n.t("Saving is in progress. Try again when it has finished."));
  }

  /** The files are uploaded when the artifact is created. The prompts name them, because the page isn't trusted. */
  async function attachToNewArtifact(
    fieldId: number,
    draftKey: string,
    selection: Pick<NewFilesTarget, "files" | "resources">,
  ): Promise<void> {
    const { session } = panel;
    assertNotSaving(session.isSaving ? "refused" : "accepted");
    const { base } = session;
    const fields = base?.form.fields.filter(({ control }) => control.kind === "newFiles") ?? [];
    const field = fields.find(({ id }) => id === fieldId);
    if (base === undefined || field?.control.kind !== "newFiles") {
      throw new RpcError(vscode.l10n.t("Files can't be attached to this field."));
    }
    const files = await features.attachments.selectNewFiles({
      ...selection,
      label: formatReference(session, base),
      fieldLabel: fields.length > 1 ? field.label : undefined,
      maxBytes: field.control.maxBytes,
      draftKey,
    });
    if (files.length === 0) return;
    assertNotSaving(session.addFiles(fieldId, files));
    const names = toDisplayLine(files.map(({ name }) => name).join(", "));
    const text = vscode.l10n.t("{0} will be uploaded when you create the artifact.", names);
    panel.notifyPage("announce", { text });
  }

  /** Attaches to the artifact, or adds to the draft of a new one. */
  function attach(fieldId: number, selection: Pick<NewFilesTarget, "files" | "resources">): Promise<unknown> {
    const { subject } = panel.session;
    return subject.kind === "new"
      ? attachToNewArtifact(fieldId, subject.key, selection)
      : commands.execute("artifacts.attachToArtifact", { ...getArtifact(), fieldId, ...selection });
  }

  return {
    runAttachmentAction: ({ fileId, action }) =>
      commands.execute(commandByAction[action], { ...getArtifact(), ...findAttachment(fileId) }),
    downloadAll: () => commands.execute("artifacts.downloadAllAttachments", getArtifact()),
    pickFilesToAttach: async ({ fieldId }) => {
      // An upload runs in the background, so that more files can be attached meanwhile.
      if (panel.session.subject.kind === "new") await attach(fieldId, {});
      else errorHandler.runInBackground("attach files", () => attach(fieldId, {}));
    },
    attachUris: async ({ fieldId, uris }) => {
      const resources = uris.map((uri) => vscode.Uri.parse(uri, true)).filter(isLocalOrWorkspaceUri);
      if (resources.length === 0) {
        throw new RpcError(
          vscode.l10n.t(
            "These items can't be attached. Drop files from this machine or from the open workspace.",
          ),
        );
      }
      await attach(fieldId, { resources });
    },
    beginFile: ({ name, type, size }) => receivedFiles.begin(name, type, size),
    sendFileChunk: ({ key, data }) => receivedFiles.append(key, data),
    attachSentFiles: ({ fieldId, keys }) =>
      receivedFiles.withFiles(keys, async (files) => {
        await attach(fieldId, { files });
      }),
    discardSentFiles: ({ keys }) => receivedFiles.discard(keys),
    removeNewFile: async ({ fieldId, key }) => assertNotSaving(await panel.session.removeFile(fieldId, key)),
    loadPreview: async ({ fileId }) => {
      const { file } = findAttachment(fileId);
      if (!hasPreview(file)) throw new RpcError(vscode.l10n.t("No preview is available for {0}.", file.name));
      const { client, account } = await catalog.getSite(panel.site).connect();
      const { contents } = await attachmentTools();
      const attachmentSource = { siteApi: panel.site.api, accountId: account?.id, client };
      const bytes = await contents.load(attachmentSource, file, panel.signal);
      return `data:${file.type.toLowerCase()};base64,${Buffer.from(bytes).toString("base64")}`;
    },
  };
}
