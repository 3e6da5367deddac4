// Files on their way to an artifact, and what is told of it.
import * as vscode from "vscode";
import { artifactLabel, oneLine, withoutIcons, withoutLinks } from "../../model/displayText.ts";
import { byteLimitText } from "../../model/byteText.ts";
import { mediaTypeOf } from "../../model/fileContent.ts";
import type { FormField } from "../../model/form/form.ts";
import { PaceMeter } from "../../model/pace.ts";
import type { Site } from "../../model/site.ts";
import type { AttachTarget, LocalFile } from "../../protocol/commands.ts";
import type { Services } from "../../services.ts";
import type { AttachmentPlace, AttachOutcome } from "../../store/attachments/attach.ts";
import type { Staging } from "../../store/attachments/staging.ts";
import { severalAtOnce } from "../../store/concurrency.ts";
import { readBase } from "../../store/readBase.ts";
import { type TransferProgress, withProgress, withTransfer } from "../../vscode/notifications.ts";
import { attachProblem } from "./outcomeText.ts";

// A file to be attached, wherever it is: on this machine, or behind some file system of VS Code.

/** A file of this machine that can be sent from. */
export interface Ready {
  readonly file: LocalFile;
  /** Whether it is a copy, which goes with the end of the work. */
  readonly isTemporary: boolean;
  giveBack(): Promise<void>;
}

export interface Source {
  readonly name: string;
  /** Where people know it from. */
  readonly origin: string;
  /** Nothing is copied before somebody has agreed to it. */
  ready(staging: Staging): Promise<Ready>;
}

/** One that is on this machine already; whoever put it there takes it away. */
export function sourceOfFile(file: LocalFile): Source {
  const { name, path, origin } = file;
  const isTemporary = origin !== undefined;
  const nothing = (): Promise<void> => Promise.resolve();
  return {
    name,
    origin: origin ?? path,
    ready: () => Promise.resolve({ file, isTemporary, giveBack: nothing }),
  };
}

function nameOf({ path }: vscode.Uri): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

async function copied(uri: vscode.Uri, staging: Staging): Promise<Ready> {
  const name = nameOf(uri);
  const staged = await staging.begin(name);
  try {
    await staged.finish();
    await vscode.workspace.fs.copy(uri, vscode.Uri.file(staged.path), { overwrite: true });
    const file = { path: staged.path, name, origin: uri.toString(true) };
    return { file, isTemporary: true, giveBack: () => staged.remove() };
  } catch (error) {
    await staged.remove();
    throw error;
  }
}

function sourceAt(uri: vscode.Uri): Source {
  const name = nameOf(uri);
  if (uri.scheme === "file") return { ...sourceOfFile({ path: uri.fsPath, name }) };
  return { name, origin: uri.toString(true), ready: (staging) => copied(uri, staging) };
}

/** What is typed in an editor and not saved is not in the file. */
async function isAsWanted(uri: vscode.Uri): Promise<boolean> {
  const document = vscode.workspace.textDocuments.find(
    (each) => each.isDirty && each.uri.toString() === uri.toString(),
  );
  if (document === undefined) return true;
  const [save, leave] = [vscode.l10n.t("Save and Attach"), vscode.l10n.t("Attach as Saved Before")];
  const text = vscode.l10n.t("{0} has changes that are not saved.", oneLine(nameOf(uri), 60));
  const choice = await vscode.window.showWarningMessage(withoutLinks(text), { modal: true }, save, leave);
  return choice === save ? document.save() : choice === leave;
}

/** Undefined where the person turns away, or is told why it can't be. */
export async function sourcesAt(uris: readonly vscode.Uri[]): Promise<readonly Source[] | undefined> {
  for (const uri of uris) {
    const stat = await vscode.workspace.fs.stat(uri).then(
      ({ type }) => type,
      () => undefined,
    );
    if (stat !== undefined && (stat & vscode.FileType.Directory) !== 0) {
      const name = oneLine(nameOf(uri), 60);
      const text = vscode.l10n.t("{0} is a folder: attach its files, or an archive of it.", name);
      void vscode.window.showInformationMessage(withoutLinks(text));
      return undefined;
    }
    if (!(await isAsWanted(uri))) return undefined;
  }
  return uris.map(sourceAt);
}

// An artifact that takes files, and loses them.

export interface Recipient {
  readonly site: Site;
  readonly artifactId: number;
  readonly trackerId: number | undefined;
  /** In one short line. */
  readonly label: string;
  /** Where it has several fields for files: which of them. */
  readonly fieldLabel: string | undefined;
  readonly place: AttachmentPlace;
}

function maxBytesOf({ control }: FormField): number | undefined {
  return control.kind === "files" ? control.maxBytes : undefined;
}

async function chooseField(fields: readonly FormField[]): Promise<FormField | undefined> {
  if (fields.length < 2) return fields[0];
  const rows = fields.map((field) => {
    const limit = maxBytesOf(field);
    const description =
      limit === undefined ? "" : vscode.l10n.t("up to {0} each", byteLimitText(limit, vscode.env.language));
    return { label: withoutIcons(oneLine(field.label)), description, field };
  });
  const placeHolder = vscode.l10n.t("Attach to which field?");
  return (await vscode.window.showQuickPick(rows, { placeHolder }))?.field;
}

/** Reads what is needed to know; undefined where nothing can be attached, which the person is told then. */
export async function recipientOf(
  { sites, catalog, tools }: Services,
  { siteApi, artifactId, trackerId, fieldId }: AttachTarget,
): Promise<Recipient | undefined> {
  const site = sites.find(siteApi);
  if (site === undefined) return undefined;
  const siteCatalog = catalog.of(site);
  const { account, client } = await siteCatalog.connection();
  const accountId = account?.id;
  const subject = { kind: "artifact", siteApi, accountId, artifactId } as const;
  const base = await withProgress(vscode.l10n.t("Reading from {0}", site.label), (signal) =>
    readBase(siteCatalog, subject, { trackerId, how: "known", signal }),
  );
  const { attachments } = await tools();
  attachments.seen({ siteApi, artifactId }, base.revision);
  const label = artifactLabel(artifactId, base.title);
  const fields = base.form.fields.filter(
    ({ id, control }) =>
      control.kind === "files" && control.isOpen && (fieldId === undefined || fieldId === id),
  );
  if (fields.length === 0) {
    const text = vscode.l10n.t("{0} has no field for attachments that you may change.", label);
    void vscode.window.showInformationMessage(withoutLinks(text));
  }
  const field = await chooseField(fields);
  if (field === undefined) return undefined;
  const place = {
    siteApi,
    accountId,
    client,
    artifactId,
    field: { id: field.id, maxUploadBytes: maxBytesOf(field), isReadable: true },
  };
  const hasSeveral = base.form.fields.filter(({ control }) => control.kind === "files").length > 1;
  const fieldLabel = hasSeveral ? field.label : undefined;
  return { site, artifactId, trackerId: base.tracker.id ?? trackerId, label, fieldLabel, place };
}

/** Small files are mostly waiting. What they change is the same field, and goes together where it can. */
const filesAtOnce = 3;

/** Another try would come to the same. */
const final = new Set<AttachOutcome["kind"]>(["noUploads", "tooLarge", "gone"]);

interface Failed {
  readonly ready: Ready;
  readonly outcome: AttachOutcome;
  readonly why: string;
}

async function sizeAt(path: string): Promise<number> {
  return vscode.workspace.fs.stat(vscode.Uri.file(path)).then(
    ({ size }) => size,
    () => 0,
  );
}

export class Uploading {
  readonly #services: Services;

  constructor(services: Services) {
    this.#services = services;
  }

  /** Over when all of them hang there, or nobody wants to try again: copies of files are kept for that long. */
  async send(recipient: Recipient, files: readonly Ready[], description: string): Promise<void> {
    const { site, label } = recipient;
    const current = await this.#current(recipient);
    if (current === undefined) return;
    const [only] = files.length === 1 ? files : [];
    const title =
      only === undefined
        ? vscode.l10n.t("Attaching {0} files to {1}", files.length, label)
        : vscode.l10n.t("Attaching {0} to {1}", oneLine(only.file.name, 60), label);
    const outcomes = await withTransfer(title, (signal, report) =>
      this.#upload(current, files, description, signal, report),
    );
    const attached = outcomes.filter(({ kind }) => kind === "attached").length;
    if (attached > 0) this.#changed(recipient);
    const failed = files.flatMap((ready, index): Failed[] => {
      const outcome = outcomes[index] ?? { kind: "cancelled" };
      const why = attachProblem(outcome, { name: ready.file.name, site: site.label, artifact: label });
      return why === undefined ? [] : [{ ready, outcome, why }];
    });
    if (failed.length > 0) return this.#offerAgain(recipient, failed, description, files.length);
    if (attached === 0) return;
    const [first] = attached === 1 ? files.filter((_, index) => outcomes[index]?.kind === "attached") : [];
    const text =
      first === undefined
        ? vscode.l10n.t("Attached {0} files to {1}.", attached, label)
        : vscode.l10n.t("Attached {0} to {1}.", oneLine(first.file.name, 60), label);
    void vscode.window.showInformationMessage(withoutLinks(text));
  }

  /** Whoever took their time, or tries again, may have signed in anew since; as someone else nothing is sent. */
  async #current(recipient: Recipient): Promise<Recipient | undefined> {
    const { site, place, label } = recipient;
    const { client, account } = await this.#services.catalog.of(site).connection();
    if (account?.id === place.accountId) return { ...recipient, place: { ...place, client } };
    const text = vscode.l10n.t(
      "Nothing was attached to {0}: that was begun with another account on {1}.",
      label,
      site.label,
    );
    void vscode.window.showErrorMessage(withoutLinks(text));
    return undefined;
  }

  async #upload(
    { place }: Recipient,
    files: readonly Ready[],
    description: string,
    signal: AbortSignal,
    report: (progress: TransferProgress) => void,
  ): Promise<readonly AttachOutcome[]> {
    const { attachments } = await this.#services.tools();
    const meter = new PaceMeter();
    const sizes = await Promise.all(files.map(({ file }) => sizeAt(file.path)));
    const total = sizes.reduce((sum, size) => sum + size, 0);
    const sent = sizes.map(() => 0);
    return severalAtOnce(files, filesAtOnce, ({ file, isTemporary }, index) => {
      const { path, name, type = mediaTypeOf(name) } = file;
      return attachments.attach(
        place,
        { path, name, type, description, isTemporary },
        {
          signal,
          onProgress: (bytes) => {
            sent[index] = bytes;
            const [at, all] = [Date.now(), sent.reduce((sum, each) => sum + each, 0)];
            meter.note(at, all);
            report({ bytes: all, total, pace: meter.pace(at, total - all) });
          },
        },
      );
    });
  }

  async #offerAgain(
    recipient: Recipient,
    failed: readonly Failed[],
    description: string,
    tried: number,
  ): Promise<void> {
    const why = failed[0]?.why ?? "";
    const text =
      tried === 1 ? why : vscode.l10n.t("{0} of {1} files were not attached. {2}", failed.length, tried, why);
    const mayWork = failed.filter(({ outcome }) => !final.has(outcome.kind)).map(({ ready }) => ready);
    const again = vscode.l10n.t("Try Again");
    const choice = await vscode.window.showErrorMessage(
      withoutLinks(text),
      ...(mayWork.length > 0 ? [again] : []),
    );
    if (choice === again) await this.send(recipient, mayWork, description);
  }

  #changed({ site, artifactId, trackerId, place }: Recipient): void {
    this.#services.catalog.noteWritten(site, artifactId, trackerId, [place.field.id]);
  }
}
