// What a person wants to attach, and to take off.
import * as vscode from "vscode";
import { oneLine, withoutIcons, withoutLinks } from "../../model/displayText.ts";
import type { AttachmentTarget, AttachTarget, Resource } from "../../protocol/commands.ts";
import type { Services } from "../../services.ts";
import { withProgress } from "../../vscode/notifications.ts";
import { removalProblem } from "./outcomeText.ts";
import {
  type Ready,
  type Recipient,
  recipientOf,
  type Source,
  sourceOfFile,
  sourcesAt,
  Uploading,
} from "./upload.ts";

export class Attaching {
  readonly #services: Services;
  readonly #uploading: Uploading;

  constructor(services: Services) {
    this.#services = services;
    this.#uploading = new Uploading(services);
  }

  /** From VS Code's own views, or the palette: the artifact has to be asked for. */
  async resources(resource: Resource | undefined, selected: readonly Resource[] | undefined): Promise<void> {
    const { features } = this.#services;
    const one = resource === undefined ? [] : [resource];
    const resources = selected === undefined || selected.length === 0 ? one : selected;
    const title = vscode.l10n.t("Attach File to Artifact");
    const artifact = await features.form.chooseArtifact(title, { resource: resources[0] });
    if (artifact !== undefined) await this.toArtifact({ ...artifact, resources });
  }

  async toArtifact(target: AttachTarget): Promise<void> {
    const recipient = await recipientOf(this.#services, target);
    if (recipient === undefined) return;
    const sources = target.files?.map(sourceOfFile) ?? (await this.#chosen(target.resources ?? []));
    const wanted = sources === undefined ? undefined : await confirmed(recipient, sources);
    if (wanted !== undefined) await this.#send(recipient, wanted.sources, wanted.description);
  }

  async remove(targets: readonly AttachmentTarget[]): Promise<void> {
    const removals: Removal[] = [];
    for (const target of targets) {
      const recipient = await recipientOf(this.#services, target);
      if (recipient !== undefined) removals.push({ recipient, file: target.file });
    }
    if (!(await isRemovalMeant(removals))) return;
    for (const removal of removals) await this.#remove(removal);
  }

  async #remove({ recipient, file }: Removal): Promise<void> {
    const { site, artifactId, trackerId, place, label } = recipient;
    const name = oneLine(file.name, 60);
    const { attachments } = await this.#services.tools();
    const outcome = await withProgress(vscode.l10n.t("Removing {0}", name), (signal) =>
      attachments.remove(place, file.id, signal),
    );
    const problem = removalProblem(outcome, { name, site: site.label, artifact: label });
    if (problem !== undefined) void vscode.window.showErrorMessage(withoutLinks(problem));
    if (outcome.kind !== "removed") return;
    this.#services.catalog.noteWritten(site, artifactId, trackerId, [place.field.id]);
  }

  /** Those of a dialog where none are given. */
  async #chosen(resources: readonly Resource[]): Promise<readonly Source[] | undefined> {
    const given = resources.map((each) => vscode.Uri.from(each));
    const uris =
      given.length > 0
        ? given
        : ((await vscode.window.showOpenDialog({
            canSelectMany: true,
            title: vscode.l10n.t("Attach Files"),
            openLabel: vscode.l10n.t("Attach"),
          })) ?? []);
    return uris.length === 0 ? undefined : sourcesAt(uris);
  }

  async #send(recipient: Recipient, sources: readonly Source[], description: string): Promise<void> {
    const { staging } = await this.#services.tools();
    const ready: Ready[] = [];
    try {
      await withProgress(vscode.l10n.t("Reading what is to be attached"), async (signal) => {
        for (const source of sources) {
          if (!signal.aborted) ready.push(await source.ready(staging));
        }
      });
      if (ready.length === sources.length) await this.#uploading.send(recipient, ready, description);
    } catch (error) {
      if (!(error instanceof vscode.FileSystemError)) throw error;
      this.#services.boundary.note("read what is to be attached", error);
      const name = oneLine(sources[ready.length]?.name ?? "", 60);
      const text = vscode.l10n.t("{0} can't be read ({1}).", name, error.code);
      void vscode.window.showErrorMessage(withoutLinks(text));
    } finally {
      for (const each of ready) await each.giveBack();
    }
  }
}

interface Removal {
  readonly recipient: Recipient;
  readonly file: AttachmentTarget["file"];
}

async function isRemovalMeant(removals: readonly Removal[]): Promise<boolean> {
  const [first] = removals;
  if (first === undefined) return false;
  const isOne = removals.length === 1;
  const name = oneLine(first.file.name, 60);
  const names = removals.map(({ file, recipient }) => `${oneLine(file.name, 60)} (${recipient.label})`);
  const removeIt = vscode.l10n.t("Remove");
  const choice = await vscode.window.showWarningMessage(
    withoutLinks(
      isOne
        ? vscode.l10n.t("Remove {0} from {1}?", name, first.recipient.label)
        : vscode.l10n.t("Remove {0} attachments?", removals.length),
    ),
    {
      modal: true,
      detail: isOne
        ? vscode.l10n.t("The server erases its content. It can't be brought back.")
        : [...names, "", vscode.l10n.t("The server erases their content. It can't be brought back.")].join(
            "\n",
          ),
    },
    removeIt,
  );
  return choice === removeIt;
}

interface Confirmed {
  readonly sources: readonly Source[];
  readonly description: string;
}

/** Of several, each is named: whoever asked for it, a person has seen what is sent. */
async function picked(sources: readonly Source[], title: string): Promise<readonly Source[]> {
  if (sources.length < 2) return sources;
  const rows = sources.map((source) => ({
    label: withoutIcons(oneLine(source.name)),
    description: withoutIcons(oneLine(source.origin)),
    picked: true,
    source,
  }));
  const chosen = await vscode.window.showQuickPick(rows, { title, canPickMany: true, ignoreFocusOut: true });
  return (chosen ?? []).map(({ source }) => source);
}

/** The questions name what is sent and where. */
async function confirmed(
  { label, fieldLabel }: Recipient,
  offered: readonly Source[],
): Promise<Confirmed | undefined> {
  const where = fieldLabel === undefined ? label : `${label}, ${oneLine(fieldLabel, 60)}`;
  const titleFor = (sources: readonly Source[]): string => {
    const [first] = sources;
    const what =
      sources.length === 1 && first !== undefined
        ? oneLine(first.name, 60)
        : vscode.l10n.t("{0} files", sources.length);
    return withoutLinks(vscode.l10n.t("Attach {0} to {1}", what, where));
  };
  const sources = await picked(offered, titleFor(offered));
  if (sources.length === 0) return undefined;
  const description = await vscode.window.showInputBox({
    title: titleFor(sources),
    prompt: withoutLinks(oneLine(sources.map(({ origin }) => origin).join(", "))),
    placeHolder: vscode.l10n.t("Description (optional)"),
    ignoreFocusOut: true,
  });
  return description === undefined ? undefined : { sources, description: description.trim() };
}
