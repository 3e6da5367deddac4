// Commands to attach files and to remove attachments.
import * as vscode from "vscode";
import type { PendingFile } from "../../model/valueTypes.ts";
import { toDisplayLine, escapeIcons, escapeLinks } from "../../model/displayText.ts";
import { guessMediaType } from "../../model/fileType.ts";
import type {
  AttachmentTarget,
  AttachTarget,
  NewFilesTarget,
  UriLike,
} from "../../protocol/commandArguments.ts";
import type { Services } from "../../services.ts";
import { uploadFailureText } from "../../vscode/failureText.ts";
import { withProgress } from "../../vscode/notifications.ts";
import { formatRemovalError } from "./attachmentErrors.ts";
import {
  type PreparedFile,
  type ArtifactFileField,
  pickArtifactFileField,
  type FileToAttach,
  toFileToAttach,
  confirmFilesToAttach,
  AttachmentUploader,
} from "./attachmentUploader.ts";

export class AttachmentCommands {
  readonly #services: Services;
  readonly #uploader: AttachmentUploader;

  constructor(services: Services) {
    this.#services = services;
    this.#uploader = new AttachmentUploader(services);
  }

  /** From the Explorer or the Command Palette: prompts for the artifact. */
  async attachResources(
    resource: UriLike | undefined,
    selected: readonly UriLike[] | undefined,
  ): Promise<void> {
    const { features } = this.#services;
    const clicked = resource === undefined ? [] : [resource];
    const resources = selected === undefined || selected.length === 0 ? clicked : selected;
    const title = vscode.l10n.t("Attach File to Artifact");
    const artifact = await features.form.selectArtifact(title, { resource: resources[0] });
    if (artifact !== undefined) await this.attachToArtifact({ ...artifact, resources });
  }

  async attachToArtifact(target: AttachTarget): Promise<void> {
    const fileField = await pickArtifactFileField(this.#services, target);
    if (fileField === undefined) return;
    const sources = target.files?.map(toFileToAttach) ?? (await this.#pickFiles(target.resources ?? []));
    const confirmed = sources === undefined ? undefined : await confirmFiles(fileField, sources);
    if (confirmed !== undefined) await this.#upload(fileField, confirmed.files, confirmed.description);
  }

  async remove(targets: readonly AttachmentTarget[]): Promise<void> {
    const removals: Removal[] = [];
    for (const target of targets) {
      const field = await pickArtifactFileField(this.#services, target);
      if (field !== undefined) removals.push({ field, file: target.file });
    }
    if (!(await confirmRemoval(removals))) return;
    for (const removal of removals) await this.#remove(removal);
  }

  async #remove({ field, file }: Removal): Promise<void> {
    const { site, artifactId, trackerId, attachmentField, label } = field;
    const name = toDisplayLine(file.name, 60);
    const { attachments } = await this.#services.attachmentTools();
    const outcome = await withProgress(vscode.l10n.t("Removing {0}…", name), (signal) =>
      attachments.remove(attachmentField, file.id, signal),
    );
    const problem = formatRemovalError(outcome, { name, site: site.label, artifact: label });
    if (problem !== undefined) void vscode.window.showErrorMessage(escapeLinks(problem));
    if (outcome.kind !== "removed") return;
    this.#services.catalog.reportWrite(site, artifactId, trackerId, [attachmentField.field.id]);
  }

  /** Prompts for files if there are no resources. */
  async #pickFiles(resources: readonly UriLike[]): Promise<readonly FileToAttach[] | undefined> {
    const givenUris = resources.map((resource) => vscode.Uri.from(resource));
    const uris =
      givenUris.length > 0
        ? givenUris
        : ((await vscode.window.showOpenDialog({
            canSelectMany: true,
            title: vscode.l10n.t("Attach Files"),
            openLabel: vscode.l10n.t("Attach"),
          })) ?? []);
    return uris.length === 0 ? undefined : confirmFilesToAttach(uris);
  }

  async #upload(
    fileField: ArtifactFileField,
    sources: readonly FileToAttach[],
    description: string,
  ): Promise<void> {
    await this.#withPreparedFiles(sources, (preparedFiles) =>
      this.#uploader.upload(fileField, preparedFiles, description),
    );
  }

  /** Copies are removed afterwards. Does nothing if the user cancels, or a file can't be read, which is shown. */
  async #withPreparedFiles(
    sources: readonly FileToAttach[],
    useFiles: (files: readonly PreparedFile[]) => Promise<void>,
  ): Promise<void> {
    const { stagedFiles } = await this.#services.attachmentTools();
    const preparedFiles: PreparedFile[] = [];
    try {
      await withProgress(vscode.l10n.t("Reading files to attach…"), async (signal) => {
        for (const source of sources) {
          if (!signal.aborted) preparedFiles.push(await source.prepare(stagedFiles));
        }
      });
      if (preparedFiles.length === sources.length) await useFiles(preparedFiles);
    } catch (error) {
      if (!(error instanceof vscode.FileSystemError)) throw error;
      this.#showUnreadable(sources[preparedFiles.length]?.name ?? "", error);
    } finally {
      for (const preparedFile of preparedFiles) await preparedFile.release();
    }
  }

  #showUnreadable(fileName: string, error: vscode.FileSystemError): void {
    this.#services.errorHandler.logError("read files to attach", error);
    const text = vscode.l10n.t("{0} can't be read ({1}).", toDisplayLine(fileName, 60), error.code);
    void vscode.window.showErrorMessage(escapeLinks(text));
  }

  /** The files that are attached when the artifact is created; those that are too large are shown and left out. */
  async selectNewFiles(target: NewFilesTarget): Promise<readonly PendingFile[]> {
    const sources = target.files?.map(toFileToAttach) ?? (await this.#pickFiles(target.resources ?? []));
    const confirmed = sources === undefined ? undefined : await confirmFiles(target, sources);
    const selected: PendingFile[] = [];
    await this.#withPreparedFiles(confirmed?.files ?? [], async (preparedFiles) => {
      for (const preparedFile of preparedFiles) {
        try {
          const file = await this.#toPendingFile(target, preparedFile, confirmed?.description ?? "");
          if (file !== undefined) selected.push(file);
        } catch (error) {
          if (!(error instanceof vscode.FileSystemError)) throw error;
          this.#showUnreadable(preparedFile.file.name, error);
        }
      }
    });
    return selected;
  }

  async #toPendingFile(
    { maxBytes = Infinity, draftKey }: NewFilesTarget,
    { file, isTemporary }: PreparedFile,
    description: string,
  ): Promise<PendingFile | undefined> {
    const { name, type = guessMediaType(name) } = file;
    const { size } = await vscode.workspace.fs.stat(vscode.Uri.file(file.path));
    if (size > maxBytes) {
      const text = uploadFailureText({ kind: "tooLarge", size, limit: maxBytes }, name, "");
      void vscode.window.showErrorMessage(escapeLinks(text));
      return undefined;
    }
    const { stagedFiles } = await this.#services.attachmentTools();
    const path = isTemporary ? await stagedFiles.moveToDraft(file.path, draftKey) : file.path;
    return { key: crypto.randomUUID(), name, size, type, description, path, isCopy: isTemporary };
  }
}

interface Removal {
  readonly field: ArtifactFileField;
  readonly file: AttachmentTarget["file"];
}

async function confirmRemoval(removals: readonly Removal[]): Promise<boolean> {
  const [first] = removals;
  if (first === undefined) return false;
  const isOne = removals.length === 1;
  const name = toDisplayLine(first.file.name, 60);
  const names = removals.map(({ file, field }) => `${toDisplayLine(file.name, 60)} (${field.label})`);
  const remove = vscode.l10n.t("Remove");
  const choice = await vscode.window.showWarningMessage(
    escapeLinks(
      isOne
        ? vscode.l10n.t("Remove {0} from {1}?", name, first.field.label)
        : vscode.l10n.t("Remove {0} attachments?", removals.length),
    ),
    {
      modal: true,
      detail: isOne
        ? vscode.l10n.t("The file will be permanently deleted from the server. You can't undo this action.")
        : [
            ...names,
            "",
            vscode.l10n.t(
              "The files will be permanently deleted from the server. You can't undo this action.",
            ),
          ].join("\n"),
    },
    remove,
  );
  return choice === remove;
}

interface ConfirmedFiles {
  readonly files: readonly FileToAttach[];
  readonly description: string;
}

/** Lists several files by name, since a page or another extension may have requested the upload. */
async function pickFiles(sources: readonly FileToAttach[], title: string): Promise<readonly FileToAttach[]> {
  if (sources.length < 2) return sources;
  const rows = sources.map((source) => ({
    label: escapeIcons(toDisplayLine(source.name)),
    description: escapeIcons(toDisplayLine(source.displayPath)),
    picked: true,
    source,
  }));
  const selected = await vscode.window.showQuickPick(rows, {
    title,
    canPickMany: true,
    ignoreFocusOut: true,
  });
  return (selected ?? []).map(({ source }) => source);
}

/** The prompts name the files and the artifact. */
async function confirmFiles(
  { label, fieldLabel }: Pick<ArtifactFileField, "label" | "fieldLabel">,
  candidates: readonly FileToAttach[],
): Promise<ConfirmedFiles | undefined> {
  const destination = fieldLabel === undefined ? label : `${label}, ${toDisplayLine(fieldLabel, 60)}`;
  const formatTitle = (sources: readonly FileToAttach[]): string => {
    const [first] = sources;
    const fileNames =
      sources.length === 1 && first !== undefined
        ? toDisplayLine(first.name, 60)
        : vscode.l10n.t("{0} files", sources.length);
    return escapeLinks(vscode.l10n.t("Attach {0} to {1}", fileNames, destination));
  };
  const files = await pickFiles(candidates, formatTitle(candidates));
  if (files.length === 0) return undefined;
  const description = await vscode.window.showInputBox({
    title: formatTitle(files),
    prompt: escapeLinks(toDisplayLine(files.map(({ displayPath }) => displayPath).join(", "))),
    placeHolder: vscode.l10n.t("Description (optional)"),
    ignoreFocusOut: true,
  });
  return description === undefined ? undefined : { files, description: description.trim() };
}
