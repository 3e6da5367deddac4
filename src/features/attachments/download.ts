// Attachments on their way into the workspace, or wherever the person says.
import * as vscode from "vscode";
import { type Attachment, attachmentsIn } from "../../model/attachment.ts";
import { artifactLabel, oneLine, withoutLinks } from "../../model/displayText.ts";
import { freeName, safeFileName } from "../../model/fileName.ts";
import type { Site } from "../../model/site.ts";
import type { ArtifactTarget, AttachmentTarget } from "../../protocol/commands.ts";
import type { Services } from "../../services.ts";
import type { DownloadOutcome, Target } from "../../store/attachments/download.ts";
import type { Staging } from "../../store/attachments/staging.ts";
import type { Boundary } from "../../vscode/errorHandler.ts";
import { notify, withProgress, withTransfer } from "../../vscode/notifications.ts";
import { openAsTextOrImage } from "../../vscode/tabs.ts";
import { chooseDestination, type Destination, offerGitignore } from "./destination.ts";
import { downloadProblem } from "./outcomeText.ts";

// A workspace may be no folder of this machine. What is downloaded for it lies in the extension's own storage first, whole
// and checked, and is handed over then.

export class Handover {
  /** Where downloads go first. */
  readonly target: Target;
  readonly #place: vscode.Uri;
  readonly #isFolder: boolean;

  private constructor(place: vscode.Uri, isFolder: boolean, staging: Staging) {
    const path = staging.sharedFolder("downloads");
    this.target = { kind: "folder", root: path, path };
    this.#place = place;
    this.#isFolder = isFolder;
  }

  /** Undefined where files can be written directly. */
  static to(place: vscode.Uri, isFolder: boolean, staging: Staging): Handover | undefined {
    return place.scheme === "file" ? undefined : new Handover(place, isFolder, staging);
  }

  /** Where it is to be, for people. */
  get goal(): string {
    return this.#place.path;
  }

  /** Says where it is then. What was chosen in a dialog is replaced; in a folder nothing ever is. */
  async pass(path: string): Promise<vscode.Uri> {
    const source = vscode.Uri.file(path);
    try {
      if (!this.#isFolder) {
        await vscode.workspace.fs.copy(source, this.#place, { overwrite: true });
        return this.#place;
      }
      await vscode.workspace.fs.createDirectory(this.#place);
      const taken = (await vscode.workspace.fs.readDirectory(this.#place)).map(([name]) => name);
      const name = freeName(safeFileName(source.path.slice(source.path.lastIndexOf("/") + 1)), taken);
      const goal = vscode.Uri.joinPath(this.#place, name);
      await vscode.workspace.fs.copy(source, goal, { overwrite: false });
      return goal;
    } finally {
      await vscode.workspace.fs.delete(source);
    }
  }
}

/** A file that was saved, or the reason why it was not. */
interface Result {
  readonly attachment: Attachment;
  readonly outcome: DownloadOutcome;
  /** Where it is now. */
  readonly uri: vscode.Uri | undefined;
}

interface Request {
  readonly site: Site;
  readonly artifactId: number;
  readonly attachments: readonly Attachment[];
  readonly place: Destination | vscode.Uri;
}

function isFolder(place: Destination | vscode.Uri): place is Destination {
  return "folder" in place;
}

export class Downloading {
  readonly #services: Services;

  constructor(services: Services) {
    this.#services = services;
  }

  async some(targets: readonly AttachmentTarget[]): Promise<void> {
    for (const { site, artifactId, attachments } of this.#byArtifact(targets)) {
      await this.#intoFolder(site, artifactId, attachments);
    }
  }

  async all(target: ArtifactTarget): Promise<void> {
    const { sites, catalog } = this.#services;
    const site = sites.find(target.siteApi);
    if (site === undefined) return;
    const { artifactId } = target;
    const artifact = await withProgress(vscode.l10n.t("Reading from {0}", site.label), async (signal) => {
      const { client } = await catalog.of(site).connection();
      return client.artifact(artifactId, signal);
    });
    const attachments = attachmentsIn(artifact.values);
    if (attachments.length > 0) return this.#intoFolder(site, artifactId, attachments);
    const name = artifactLabel(artifactId, artifact.title);
    void vscode.window.showInformationMessage(withoutLinks(vscode.l10n.t("{0} has no attachments.", name)));
  }

  /** Several go into one folder, each under its own name. */
  async saveAs(targets: readonly AttachmentTarget[]): Promise<void> {
    const [only] = targets;
    if (only === undefined) return;
    const place = targets.length === 1 ? await this.#askWhere(only) : await this.#askFolder();
    if (place === undefined) return;
    for (const request of this.#byArtifact(targets)) await this.#save({ ...request, place });
  }

  /** Each artifact has a folder of its own. */
  #byArtifact(targets: readonly AttachmentTarget[]): readonly Omit<Request, "place">[] {
    const requests = new Map<string, Omit<Request, "place"> & { readonly attachments: Attachment[] }>();
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

  /** Into the folder that the settings say; without a workspace the person says where. */
  async #intoFolder(site: Site, artifactId: number, attachments: readonly Attachment[]): Promise<void> {
    const destination = await chooseDestination(artifactId);
    if (destination === undefined) return;
    const [only] = attachments;
    if (destination === "none" && only !== undefined && attachments.length === 1) {
      return this.saveAs([{ siteApi: site.api, artifactId, ...only }]);
    }
    const place = destination === "none" ? await this.#askFolder() : destination;
    if (place !== undefined) await this.#save({ site, artifactId, attachments, place });
  }

  async #askWhere({ file }: Attachment): Promise<vscode.Uri | undefined> {
    const { HOME = "/", USERPROFILE = HOME } = process.env;
    const folder = vscode.workspace.workspaceFolders?.[0]?.uri ?? vscode.Uri.file(USERPROFILE);
    const name = safeFileName(file.name);
    return vscode.window.showSaveDialog({
      title: vscode.l10n.t("Save Attachment"),
      defaultUri: vscode.Uri.joinPath(folder, name),
    });
  }

  async #askFolder(): Promise<Destination | undefined> {
    const [folder] =
      (await vscode.window.showOpenDialog({
        canSelectFiles: false,
        canSelectFolders: true,
        title: vscode.l10n.t("Save Attachments"),
        openLabel: vscode.l10n.t("Save Here"),
      })) ?? [];
    if (folder === undefined) return undefined;
    return { folder, root: folder, shared: folder, workspaceFolder: undefined };
  }

  async #save(request: Request): Promise<void> {
    const { attachments, place } = request;
    const [first] = attachments;
    const title =
      attachments.length === 1 && first !== undefined
        ? vscode.l10n.t("Downloading {0}", oneLine(first.file.name, 60))
        : vscode.l10n.t("Downloading {0} attachments", attachments.length);
    const results = await withTransfer(title, (signal, report) => this.#bring(request, signal, report));
    this.#tell(request, results);
    const isSaved = results.some(({ uri }) => uri !== undefined);
    if (!isSaved || !isFolder(place)) return;
    const { boundary, memory } = this.#services;
    boundary.start("offer .gitignore", () => offerGitignore(memory, place));
  }

  async #bring(
    { site, attachments, place }: Request,
    signal: AbortSignal,
    report: Parameters<Parameters<typeof withTransfer>[1]>[1],
  ): Promise<readonly Result[]> {
    const { catalog, tools } = this.#services;
    const { client, account } = await catalog.of(site).connection();
    const accountId = account?.id;
    const { downloads, staging } = await tools();
    const handover = Handover.to(isFolder(place) ? place.folder : place, isFolder(place), staging);
    const target: Target = handover?.target ?? targetOf(place);
    const wanted = attachments.map(({ file }) => ({ siteApi: site.api, accountId, client, file, target }));
    const outcomes = await downloads.save(wanted, signal, report);
    const results: Result[] = [];
    for (const [index, attachment] of attachments.entries()) {
      const outcome = outcomes[index] ?? { kind: "cancelled" };
      results.push({ attachment, ...(await this.#handedOver(outcome, handover)) });
    }
    return results;
  }

  /** A workspace that is elsewhere may refuse one file and take the next. */
  async #handedOver(
    outcome: DownloadOutcome,
    handover: Handover | undefined,
  ): Promise<Pick<Result, "outcome" | "uri">> {
    if (outcome.kind !== "saved") return { outcome, uri: undefined };
    const { path } = outcome;
    if (handover === undefined) return { outcome, uri: vscode.Uri.file(path) };
    try {
      return { outcome, uri: await handover.pass(path) };
    } catch (error) {
      if (!(error instanceof vscode.FileSystemError)) throw error;
      this.#services.boundary.note("hand over", error);
      const trouble = { kind: "disk", path: handover.goal, code: error.code } as const;
      return { outcome: { kind: "disk", trouble }, uri: undefined };
    }
  }

  #tell(request: Request, results: readonly Result[]): void {
    const { site, artifactId } = request;
    const saved = results.flatMap(({ uri }) => uri ?? []);
    const failed = results.flatMap(({ attachment, outcome }) => {
      const { name } = attachment.file;
      const why = downloadProblem(outcome, { name, site: site.label, artifact: `#${artifactId}` });
      return why === undefined ? [] : [{ attachment, why }];
    });
    const { boundary } = this.#services;
    if (saved.length > 0) sayWhere(boundary, saved);
    const [first] = failed;
    if (first === undefined) return;
    const text =
      failed.length === 1
        ? first.why
        : vscode.l10n.t(
            "{0} of {1} attachments were not saved. {2}",
            failed.length,
            results.length,
            first.why,
          );
    notify(boundary, "error", text, {
      label: vscode.l10n.t("Try Again"),
      run: () => this.#save({ ...request, attachments: failed.map(({ attachment }) => attachment) }),
    });
  }
}

function targetOf(place: Destination | vscode.Uri): Target {
  return isFolder(place)
    ? { kind: "folder", root: place.root.fsPath, path: place.folder.fsPath }
    : { kind: "file", path: place.fsPath };
}

function sayWhere(boundary: Boundary, saved: readonly vscode.Uri[]): void {
  const [first] = saved;
  if (first === undefined) return;
  const open = { label: vscode.l10n.t("Open"), run: () => openAsTextOrImage(first, first.path) };
  const reveal = {
    label: vscode.l10n.t("Show in Explorer"),
    run: () => vscode.commands.executeCommand("revealInExplorer", first),
  };
  const folder = vscode.workspace.asRelativePath(vscode.Uri.joinPath(first, ".."), false);
  const text =
    saved.length === 1
      ? vscode.l10n.t("Saved {0}.", vscode.workspace.asRelativePath(first, false))
      : vscode.l10n.t("Saved {0} attachments in {1}.", saved.length, folder);
  const isInWorkspace = vscode.workspace.getWorkspaceFolder(first) !== undefined;
  const actions = [...(saved.length === 1 ? [open] : []), ...(isInWorkspace ? [reveal] : [])];
  notify(boundary, "information", text, ...actions);
}
