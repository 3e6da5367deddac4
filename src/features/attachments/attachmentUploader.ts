// Uploads files to an artifact.
import * as vscode from "vscode";
import { formatArtifactLabel, toDisplayLine, escapeIcons, escapeLinks } from "../../model/displayText.ts";
import { formatByteLimit } from "../../model/formatBytes.ts";
import { guessMediaType } from "../../model/fileType.ts";
import type { FormField } from "../../model/form/form.ts";
import { TransferRateMeter } from "../../model/transferRate.ts";
import type { Site } from "../../model/site.ts";
import type { AttachTarget, LocalFile } from "../../protocol/commandArguments.ts";
import type { Services } from "../../services.ts";
import type { AttachmentFieldTarget, AttachOutcome } from "../../store/attachments/attachFile.ts";
import type { StagedFiles } from "../../store/attachments/stagedFiles.ts";
import { mapConcurrent } from "../../store/concurrency.ts";
import { loadDraftBase } from "../../store/loadDraftBase.ts";
import { type TransferProgress, withProgress, withTransferProgress } from "../../vscode/notifications.ts";
import { formatAttachError } from "./attachmentErrors.ts";

/** A file on this machine that can be uploaded. */
export interface PreparedFile {
  readonly file: LocalFile;
  /** Whether it is a staged copy, which is removed after the upload. */
  readonly isTemporary: boolean;
  release(): Promise<void>;
}

export interface FileToAttach {
  readonly name: string;
  readonly displayPath: string;
  /** Stages a copy if needed; called only after the user has confirmed. */
  prepare(stagedFiles: StagedFiles): Promise<PreparedFile>;
}

/** Doesn't remove the file on release, even if it is temporary: the caller owns it. */
export function toFileToAttach(file: LocalFile): FileToAttach {
  const { name, path, origin } = file;
  const isTemporary = origin !== undefined;
  const doNothing = (): Promise<void> => Promise.resolve();
  return {
    name,
    displayPath: origin ?? path,
    prepare: () => Promise.resolve({ file, isTemporary, release: doNothing }),
  };
}

function getFileName({ path }: vscode.Uri): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

async function stageCopy(uri: vscode.Uri, stagedFiles: StagedFiles): Promise<PreparedFile> {
  const name = getFileName(uri);
  const copy = await stagedFiles.create(name);
  try {
    await copy.finish();
    await vscode.workspace.fs.copy(uri, vscode.Uri.file(copy.path), { overwrite: true });
    const file = { path: copy.path, name, origin: uri.toString(true) };
    return { file, isTemporary: true, release: () => copy.remove() };
  } catch (error) {
    await copy.remove();
    throw error;
  }
}

function fromUri(uri: vscode.Uri): FileToAttach {
  const name = getFileName(uri);
  if (uri.scheme === "file") return { ...toFileToAttach({ path: uri.fsPath, name }) };
  return { name, displayPath: uri.toString(true), prepare: (stagedFiles) => stageCopy(uri, stagedFiles) };
}

/** Asks whether to save first if the file has unsaved changes in an editor. */
async function confirmUnsavedFile(uri: vscode.Uri): Promise<boolean> {
  const document = vscode.workspace.textDocuments.find(
    (each) => each.isDirty && each.uri.toString() === uri.toString(),
  );
  if (document === undefined) return true;
  const [saveAndAttach, attachSaved] = [
    vscode.l10n.t("Save and Attach"),
    vscode.l10n.t("Attach Last Saved Version"),
  ];
  const text = vscode.l10n.t("{0} has unsaved changes.", toDisplayLine(getFileName(uri), 60));
  const choice = await vscode.window.showWarningMessage(
    escapeLinks(text),
    { modal: true },
    saveAndAttach,
    attachSaved,
  );
  return choice === saveAndAttach ? document.save() : choice === attachSaved;
}

/** `undefined` if the user cancels, or was shown why the files can't be attached. */
export async function confirmFilesToAttach(
  uris: readonly vscode.Uri[],
): Promise<readonly FileToAttach[] | undefined> {
  for (const uri of uris) {
    const fileType = await vscode.workspace.fs.stat(uri).then(
      ({ type }) => type,
      () => undefined,
    );
    if (fileType !== undefined && (fileType & vscode.FileType.Directory) !== 0) {
      const name = toDisplayLine(getFileName(uri), 60);
      const text = vscode.l10n.t("{0} is a folder. Attach its files or an archive instead.", name);
      void vscode.window.showInformationMessage(escapeLinks(text));
      return undefined;
    }
    if (!(await confirmUnsavedFile(uri))) return undefined;
  }
  return uris.map(fromUri);
}

export interface ArtifactFileField {
  readonly site: Site;
  readonly artifactId: number;
  readonly trackerId: number | undefined;
  /** ID and title of the artifact. */
  readonly label: string;
  /** Set only if the artifact has several file fields. */
  readonly fieldLabel: string | undefined;
  readonly attachmentField: AttachmentFieldTarget;
}

function getMaxBytes({ control }: FormField): number | undefined {
  return control.kind === "files" ? control.maxBytes : undefined;
}

async function pickField(fields: readonly FormField[]): Promise<FormField | undefined> {
  if (fields.length < 2) return fields[0];
  const rows = fields.map((field) => {
    const limit = getMaxBytes(field);
    const description =
      limit === undefined ? "" : vscode.l10n.t("up to {0} each", formatByteLimit(limit, vscode.env.language));
    return { label: escapeIcons(toDisplayLine(field.label)), description, field };
  });
  const placeHolder = vscode.l10n.t("Select the field to attach to");
  return (await vscode.window.showQuickPick(rows, { placeHolder }))?.field;
}

/** `undefined` if the user dismisses the prompt, or was shown that nothing can be attached. */
export async function pickArtifactFileField(
  { sites, catalog, attachmentTools }: Services,
  { siteApi, artifactId, trackerId, fieldId }: AttachTarget,
): Promise<ArtifactFileField | undefined> {
  const site = sites.find(siteApi);
  if (site === undefined) return undefined;
  const siteCatalog = catalog.getSite(site);
  const { account, client } = await siteCatalog.connect();
  const accountId = account?.id;
  const subject = { kind: "artifact", siteApi, accountId, artifactId } as const;
  const base = await withProgress(vscode.l10n.t("Loading from {0}…", site.label), (signal) =>
    loadDraftBase(siteCatalog, subject, { trackerId, source: "known", signal }),
  );
  const { attachments } = await attachmentTools();
  attachments.noteVersion({ siteApi, artifactId }, base.revision);
  const label = formatArtifactLabel(artifactId, base.title);
  const fields = base.form.fields.filter(
    ({ id, control }) =>
      control.kind === "files" && control.isOpen && (fieldId === undefined || fieldId === id),
  );
  if (fields.length === 0) {
    const text = vscode.l10n.t("{0} has no attachment field that you can edit.", label);
    void vscode.window.showInformationMessage(escapeLinks(text));
  }
  const field = await pickField(fields);
  if (field === undefined) return undefined;
  const attachmentField = {
    siteApi,
    accountId,
    client,
    artifactId,
    field: { id: field.id, maxUploadBytes: getMaxBytes(field), isReadable: true },
  };
  const hasSeveral = base.form.fields.filter(({ control }) => control.kind === "files").length > 1;
  const fieldLabel = hasSeveral ? field.label : undefined;
  return { site, artifactId, trackerId: base.tracker.id ?? trackerId, label, fieldLabel, attachmentField };
}

/** Uploads of small files are mostly latency; the changes of the field are combined where possible. */
const maxConcurrentUploads = 3;

/** Outcomes that a retry wouldn't change. */
const permanentFailures = new Set<AttachOutcome["kind"]>(["noUploads", "tooLarge", "gone"]);

interface FailedUpload {
  readonly preparedFile: PreparedFile;
  readonly outcome: AttachOutcome;
  readonly message: string;
}

async function getFileSize(path: string): Promise<number> {
  return vscode.workspace.fs.stat(vscode.Uri.file(path)).then(
    ({ size }) => size,
    () => 0,
  );
}

export class AttachmentUploader {
  readonly #services: Services;

  constructor(services: Services) {
    this.#services = services;
  }

  /** Resolves when all files are attached or the user stops retrying, since staged copies are needed until then. */
  async upload(
    fileField: ArtifactFileField,
    files: readonly PreparedFile[],
    description: string,
  ): Promise<void> {
    const { site, label } = fileField;
    const current = await this.#refreshConnection(fileField);
    if (current === undefined) return;
    const [only] = files.length === 1 ? files : [];
    const title =
      only === undefined
        ? vscode.l10n.t("Attaching {0} files to {1}…", files.length, label)
        : vscode.l10n.t("Attaching {0} to {1}…", toDisplayLine(only.file.name, 60), label);
    const outcomes = await withTransferProgress(title, (signal, report) =>
      this.#uploadFiles(current, files, description, signal, report),
    );
    const attachedCount = outcomes.filter(({ kind }) => kind === "attached").length;
    if (attachedCount > 0) this.#noteWritten(fileField);
    const failedUploads = files.flatMap((preparedFile, index): FailedUpload[] => {
      const outcome = outcomes[index] ?? { kind: "canceled" };
      const message = formatAttachError(outcome, {
        name: preparedFile.file.name,
        site: site.label,
        artifact: label,
      });
      return message === undefined ? [] : [{ preparedFile, outcome, message }];
    });
    if (failedUploads.length > 0) {
      return this.#offerRetry(fileField, failedUploads, description, files.length);
    }
    if (attachedCount === 0) return;
    const [first] =
      attachedCount === 1 ? files.filter((_, index) => outcomes[index]?.kind === "attached") : [];
    const text =
      first === undefined
        ? vscode.l10n.t("Attached {0} files to {1}.", attachedCount, label)
        : vscode.l10n.t("Attached {0} to {1}.", toDisplayLine(first.file.name, 60), label);
    void vscode.window.showInformationMessage(escapeLinks(text));
  }

  /** The user may have signed in again since; with another account nothing is uploaded. */
  async #refreshConnection(fileField: ArtifactFileField): Promise<ArtifactFileField | undefined> {
    const { site, attachmentField, label } = fileField;
    const { client, account } = await this.#services.catalog.getSite(site).connect();
    if (account?.id === attachmentField.accountId) {
      return { ...fileField, attachmentField: { ...attachmentField, client } };
    }
    const text = vscode.l10n.t(
      "No files were attached to {0}. The upload was started with a different account on {1}.",
      label,
      site.label,
    );
    void vscode.window.showErrorMessage(escapeLinks(text));
    return undefined;
  }

  async #uploadFiles(
    { attachmentField }: ArtifactFileField,
    files: readonly PreparedFile[],
    description: string,
    signal: AbortSignal,
    report: (progress: TransferProgress) => void,
  ): Promise<readonly AttachOutcome[]> {
    const { attachments } = await this.#services.attachmentTools();
    const meter = new TransferRateMeter();
    const sizes = await Promise.all(files.map(({ file }) => getFileSize(file.path)));
    const total = sizes.reduce((sum, size) => sum + size, 0);
    const sentBytes = sizes.map(() => 0);
    return mapConcurrent(files, maxConcurrentUploads, ({ file, isTemporary }, index) => {
      const { path, name, type = guessMediaType(name) } = file;
      return attachments.attach(
        attachmentField,
        { path, name, type, description, isTemporary },
        {
          signal,
          onProgress: (bytes) => {
            sentBytes[index] = bytes;
            const [now, totalSent] = [Date.now(), sentBytes.reduce((sum, each) => sum + each, 0)];
            meter.record(now, totalSent);
            report({ bytes: totalSent, total, pace: meter.measure(now, total - totalSent) });
          },
        },
      );
    });
  }

  async #offerRetry(
    fileField: ArtifactFileField,
    failedUploads: readonly FailedUpload[],
    description: string,
    fileCount: number,
  ): Promise<void> {
    const firstMessage = failedUploads[0]?.message ?? "";
    const text =
      fileCount === 1
        ? firstMessage
        : vscode.l10n.t(
            "{0} of {1} files weren't attached. {2}",
            failedUploads.length,
            fileCount,
            firstMessage,
          );
    const retryable = failedUploads
      .filter(({ outcome }) => !permanentFailures.has(outcome.kind))
      .map(({ preparedFile }) => preparedFile);
    const retry = vscode.l10n.t("Retry");
    const choice = await vscode.window.showErrorMessage(
      escapeLinks(text),
      ...(retryable.length > 0 ? [retry] : []),
    );
    if (choice === retry) await this.upload(fileField, retryable, description);
  }

  #noteWritten({ site, artifactId, trackerId, attachmentField }: ArtifactFileField): void {
    this.#services.catalog.reportWrite(site, artifactId, trackerId, [attachmentField.field.id]);
  }
}
