// What the page of a form may ask for about attachments. It names files and fields by their ids only: what is known of
// them comes from the form.
import * as vscode from "vscode";
import { type Attachment, hasPreview } from "../model/attachment.ts";
import { oneLine, withoutLinks } from "../model/displayText.ts";
import type { FormField } from "../model/form/form.ts";
import type { Boundary } from "../platform/boundary.ts";
import type { Commands } from "../platform/commands.ts";
import type { ArtifactTarget, CommandArguments } from "../protocol/commands.ts";
import type { AttachmentAction, HostMethods } from "../protocol/page.ts";
import { CallFailed } from "../protocol/rpc.ts";
import type { Catalog } from "../store/catalog.ts";
import type { AttachmentTools } from "../store/attachments/createAttachments.ts";
import type { FormPanel } from "./formPanel.ts";
import { IncomingFiles } from "./incomingFiles.ts";

export interface AttachmentDependencies {
  readonly catalog: Catalog;
  readonly tools: () => Promise<AttachmentTools>;
  readonly commands: Commands<CommandArguments>;
}

type AttachmentMethods = Pick<
  HostMethods,
  | "attachment"
  | "downloadAll"
  | "attach"
  | "attachUris"
  | "beginFile"
  | "filePiece"
  | "attachSent"
  | "dropSent"
  | "preview"
>;

const commandOf = {
  open: "artifacts.openAttachment",
  download: "artifacts.downloadAttachment",
  saveAs: "artifacts.saveAttachmentAs",
  remove: "artifacts.removeAttachment",
} as const satisfies Readonly<Record<AttachmentAction, keyof CommandArguments>>;

/** A page may name files of this machine, and of the workspace; nothing that is read on its behalf from elsewhere. */
function isOfWorkspace({ scheme }: vscode.Uri): boolean {
  const folders = vscode.workspace.workspaceFolders ?? [];
  // As seen from the window, this machine may be the remote one.
  return ["file", "vscode-remote", ...folders.map(({ uri }) => uri.scheme)].includes(scheme);
}

function filesIn({ id, value }: FormField): readonly Attachment[] {
  return value?.kind === "files" ? value.files.map((file) => ({ fieldId: id, file })) : [];
}

export function attachmentMethods(
  { catalog, tools, commands }: AttachmentDependencies,
  panel: FormPanel,
  boundary: Boundary,
): AttachmentMethods {
  const incoming = new IncomingFiles(tools, (error) => boundary.note("files of a page", error));

  /** A page that is hidden, or closed, can't go on. Whoever looks elsewhere would not notice. */
  async function dropAll(): Promise<void> {
    const names = await incoming.dropAll();
    if (names.length === 0) return;
    const text = vscode.l10n.t(
      "{0} did not arrive whole: attach it again, and stay at the form meanwhile.",
      names.join(", "),
    );
    void vscode.window.showWarningMessage(withoutLinks(oneLine(text)));
  }
  panel.hidden.listen(() => boundary.start("page is gone", dropAll));
  panel.signal.addEventListener("abort", () => boundary.start("page is gone", dropAll));

  function artifact(): ArtifactTarget {
    const { subject, base } = panel.editing;
    if (subject.kind !== "artifact") {
      throw new CallFailed(vscode.l10n.t("Files can be attached once this is created."));
    }
    const { siteApi, artifactId } = subject;
    return { siteApi, artifactId, trackerId: base?.tracker.id, page: base?.page };
  }

  function find(fileId: number): Attachment {
    const fields = panel.editing.base?.form.fields ?? [];
    const found = fields.flatMap(filesIn).find(({ file }) => file.id === fileId);
    if (found === undefined) throw new CallFailed(vscode.l10n.t("This attachment is not there any more."));
    return found;
  }

  return {
    attachment: ({ fileId, action }) => commands.run(commandOf[action], { ...artifact(), ...find(fileId) }),
    downloadAll: () => commands.run("artifacts.downloadAll", artifact()),
    // Others can be attached while these are on their way.
    attach: ({ fieldId }) => {
      const where = { ...artifact(), fieldId };
      boundary.start("attach", () => commands.run("artifacts.attachToArtifact", where));
    },
    attachUris: ({ fieldId, uris }) => {
      const resources = uris.map((uri) => vscode.Uri.parse(uri, true)).filter(isOfWorkspace);
      if (resources.length === 0) throw new CallFailed(vscode.l10n.t("Nothing of this can be attached."));
      return commands.run("artifacts.attachToArtifact", { ...artifact(), fieldId, resources });
    },
    beginFile: ({ name, type, size }) => incoming.begin(name, type, size),
    filePiece: ({ key, data }) => incoming.append(key, data),
    attachSent: ({ fieldId, keys }) =>
      incoming.use(keys, (files) =>
        commands.run("artifacts.attachToArtifact", { ...artifact(), fieldId, files }),
      ),
    dropSent: ({ keys }) => incoming.drop(keys),
    preview: async ({ fileId }) => {
      const { file } = find(fileId);
      if (!hasPreview(file)) throw new CallFailed(vscode.l10n.t("{0} has no preview.", file.name));
      const { client, account } = await catalog.of(panel.site).connection();
      const { contents } = await tools();
      const place = { siteApi: panel.site.api, accountId: account?.id, client };
      const bytes = await contents.read(place, file, panel.signal);
      return `data:${file.type.toLowerCase()};base64,${Buffer.from(bytes).toString("base64")}`;
    },
  };
}
