// Files of this machine on their way to an artifact, and off it.
import * as vscode from "vscode";
import { oneLine, withoutLinks } from "../model/displayText.ts";
import { mediaTypeOf } from "../model/mediaType.ts";
import { PaceMeter } from "../model/pace.ts";
import { withProgress } from "../platform/progress.ts";
import { type TransferProgress, withTransfer } from "../platform/transfer.ts";
import type { AttachmentTarget, AttachTarget, LocalFile, Resource } from "../protocol/commands.ts";
import type { AttachOutcome } from "../store/attachments/attach.ts";
import type { FilesDependencies } from "./dependencies.ts";
import { attachProblem, removalProblem } from "./outcomeText.ts";
import { type Recipient, recipientOf } from "./recipient.ts";
import { type Borrowed, borrow } from "./borrowed.ts";

export class Attaching {
  readonly #dependencies: FilesDependencies;

  constructor(dependencies: FilesDependencies) {
    this.#dependencies = dependencies;
  }

  /** From VS Code's own views, or the palette: the artifact has to be asked for. */
  async resources(resource: Resource | undefined, selected: readonly Resource[] | undefined): Promise<void> {
    const { commands } = this.#dependencies;
    const one = resource === undefined ? [] : [resource];
    const resources = selected === undefined || selected.length === 0 ? one : selected;
    const title = vscode.l10n.t("Attach File to Artifact");
    const artifact = await commands.ask("artifacts.chooseArtifact", title);
    if (artifact !== undefined) await this.toArtifact({ ...artifact, resources });
  }

  async toArtifact(target: AttachTarget): Promise<void> {
    const recipient = await recipientOf(this.#dependencies, target);
    if (recipient === undefined) return;
    const { files, resources = [] } = target;
    if (files !== undefined) return this.#describeAndSend(recipient, files);
    const uris = resources.map((each) => vscode.Uri.from(each));
    await this.#withFiles(uris, (borrowed) => this.#describeAndSend(recipient, borrowed));
  }

  async remove(target: AttachmentTarget): Promise<void> {
    const recipient = await recipientOf(this.#dependencies, target);
    if (recipient === undefined) return;
    const { site, place, label } = recipient;
    const { file } = target;
    const name = oneLine(file.name, 60);
    const removeIt = vscode.l10n.t("Remove");
    const choice = await vscode.window.showWarningMessage(
      withoutLinks(vscode.l10n.t("Remove {0} from {1}?", name, label)),
      { modal: true, detail: vscode.l10n.t("The server erases its content. It can't be brought back.") },
      removeIt,
    );
    if (choice !== removeIt) return;
    const { attachments } = await this.#dependencies.tools();
    const outcome = await withProgress(vscode.l10n.t("Removing {0}", name), (signal) =>
      attachments.remove(place, file.id, signal),
    );
    const problem = removalProblem(outcome, { name, site: site.label, artifact: label });
    if (problem !== undefined) void vscode.window.showErrorMessage(withoutLinks(problem));
    if (outcome.kind === "removed") this.#changed(recipient);
  }

  /** Files of a dialog where none are given. Those that are elsewhere are copied here first, and the copies go at the end. */
  async #withFiles(
    given: readonly vscode.Uri[],
    use: (files: readonly LocalFile[]) => Promise<void>,
  ): Promise<void> {
    const uris =
      given.length > 0
        ? given
        : ((await vscode.window.showOpenDialog({
            canSelectMany: true,
            title: vscode.l10n.t("Attach Files"),
            openLabel: vscode.l10n.t("Attach"),
          })) ?? []);
    if (uris.length === 0) return;
    const borrowed: Borrowed[] = [];
    try {
      for (const uri of uris) borrowed.push(await borrow(uri, this.#dependencies.storageUri));
      await use(borrowed.map(({ file }) => file));
    } finally {
      for (const each of borrowed) await each.giveBack();
    }
  }

  /** The question names what is sent and where: whoever asked for it, a person has seen it. */
  async #describeAndSend(recipient: Recipient, files: readonly LocalFile[]): Promise<void> {
    const [first] = files;
    if (first === undefined) return;
    const what =
      files.length === 1 ? oneLine(first.name, 60) : vscode.l10n.t("{0} files", String(files.length));
    const description = await vscode.window.showInputBox({
      title: withoutLinks(vscode.l10n.t("Attach {0} to {1}", what, recipient.label)),
      prompt: withoutLinks(oneLine(files.map(({ path, origin }) => origin ?? path).join(", "))),
      placeHolder: vscode.l10n.t("Description (optional)"),
      ignoreFocusOut: true,
    });
    if (description !== undefined) await this.#send(recipient, files, description.trim());
  }

  async #send(recipient: Recipient, files: readonly LocalFile[], description: string): Promise<void> {
    const { site, label } = recipient;
    const [first] = files;
    const title =
      files.length === 1 && first !== undefined
        ? vscode.l10n.t("Attaching {0} to {1}", oneLine(first.name, 60), label)
        : vscode.l10n.t("Attaching {0} files to {1}", files.length, label);
    const outcomes = await withTransfer(title, (signal, report) =>
      this.#upload(recipient, files, description, signal, report),
    );
    if (outcomes.some(({ kind }) => kind === "attached")) this.#changed(recipient);
    const failed = files.flatMap((file, index) => {
      const outcome = outcomes[index];
      const about = { name: file.name, site: site.label, artifact: label };
      const why = outcome === undefined ? undefined : attachProblem(outcome, about);
      return why === undefined ? [] : [{ file, why, outcome }];
    });
    const [problem] = failed;
    if (problem === undefined) {
      const attached = outcomes.filter(({ kind }) => kind === "attached").length;
      if (attached === 0) return;
      const text =
        files.length === 1 && first !== undefined
          ? vscode.l10n.t("Attached {0} to {1}.", oneLine(first.name, 60), label)
          : vscode.l10n.t("Attached {0} files to {1}.", attached, label);
      void vscode.window.showInformationMessage(withoutLinks(text));
      return;
    }
    await this.#sayFailed(recipient, failed, description, outcomes.length);
  }

  /** One after the other: they change the same field. */
  async #upload(
    { place }: Recipient,
    files: readonly LocalFile[],
    description: string,
    signal: AbortSignal,
    report: (progress: TransferProgress) => void,
  ): Promise<readonly AttachOutcome[]> {
    const { attachments } = await this.#dependencies.tools();
    const meter = new PaceMeter();
    const sizes = await Promise.all(files.map(({ path }) => sizeAt(path)));
    const total = sizes.reduce((sum, size) => sum + size, 0);
    const outcomes: AttachOutcome[] = [];
    let done = 0;
    for (const [index, { path, name, type }] of files.entries()) {
      const attachment = { path, name, type: type ?? mediaTypeOf(name), description };
      const outcome = await attachments.attach(place, attachment, {
        signal,
        onProgress: (sent) => {
          const [at, bytes] = [Date.now(), done + sent];
          meter.note(at, bytes);
          report({ bytes, total, pace: meter.pace(at, total - bytes) });
        },
      });
      outcomes.push(outcome);
      done += sizes[index] ?? 0;
      // What the server does not take at all it won't take from the next file either.
      if (outcome.kind === "noUploads" || outcome.kind === "cancelled") break;
    }
    return outcomes;
  }

  #sayFailed(
    recipient: Recipient,
    failed: readonly {
      readonly file: LocalFile;
      readonly why: string;
      readonly outcome: AttachOutcome | undefined;
    }[],
    description: string,
    tried: number,
  ): Promise<void> | undefined {
    const [first] = failed;
    if (first === undefined) return undefined;
    const text =
      failed.length === 1
        ? first.why
        : vscode.l10n.t("{0} of {1} files were not attached. {2}", failed.length, tried, first.why);
    const mayWork = failed.filter(
      ({ outcome }) => !["noUploads", "tooLarge", "gone"].includes(outcome?.kind ?? ""),
    );
    return this.#offerAgain(
      recipient,
      text,
      mayWork.map(({ file }) => file),
      description,
    );
  }

  async #offerAgain(
    recipient: Recipient,
    text: string,
    files: readonly LocalFile[],
    description: string,
  ): Promise<void> {
    const again = vscode.l10n.t("Try Again");
    const actions = files.length > 0 ? [again] : [];
    const choice = await vscode.window.showErrorMessage(withoutLinks(text), ...actions);
    if (choice === again) await this.#send(recipient, files, description);
  }

  #changed({ site, artifactId, trackerId, place }: Recipient): void {
    this.#dependencies.catalog.noteWritten(site, artifactId, trackerId, [place.field.id]);
  }
}

async function sizeAt(path: string): Promise<number> {
  return vscode.workspace.fs.stat(vscode.Uri.file(path)).then(
    ({ size }) => size,
    () => 0,
  );
}
