// Files on their way to an artifact, and what is told of it.
import * as vscode from "vscode";
import { oneLine, withoutLinks } from "../model/displayText.ts";
import { mediaTypeOf } from "../model/mediaType.ts";
import { PaceMeter } from "../model/pace.ts";
import { type TransferProgress, withTransfer } from "../platform/transfer.ts";
import type { AttachOutcome } from "../store/attachments/attach.ts";
import { severalAtOnce } from "../store/severalAtOnce.ts";
import type { FilesDependencies } from "./dependencies.ts";
import { attachProblem } from "./outcomeText.ts";
import type { Recipient } from "./recipient.ts";
import type { Ready } from "./source.ts";

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
  readonly #dependencies: FilesDependencies;

  constructor(dependencies: FilesDependencies) {
    this.#dependencies = dependencies;
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
    const { client, account } = await this.#dependencies.catalog.of(site).connection();
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
    const { attachments } = await this.#dependencies.tools();
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
    this.#dependencies.catalog.noteWritten(site, artifactId, trackerId, [place.field.id]);
  }
}
