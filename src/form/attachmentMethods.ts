// What the page of a form may ask for about attachments. It names files and fields by their ids only: what is known of
// them comes from the form.
import * as vscode from "vscode";
import type { Attachment } from "../model/attachment.ts";
import type { FormField } from "../model/form/form.ts";
import type { Commands } from "../platform/commands.ts";
import type { ArtifactTarget, CommandArguments, LocalFile } from "../protocol/commands.ts";
import type { AttachmentAction, HostMethods } from "../protocol/page.ts";
import { CallFailed } from "../protocol/rpc.ts";
import type { StagedFile } from "../store/attachments/staging.ts";
import type { Catalog } from "../store/catalog.ts";
import type { AttachmentTools } from "../store/attachments/createAttachments.ts";
import type { FormPanel } from "./formPanel.ts";

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

/** Larger ones are no previews any more. */
const largestPreview = 5 * 1024 * 1024;

const pictures: ReadonlySet<string> = new Set(
  ["png", "jpeg", "gif", "webp", "svg+xml", "bmp", "avif"].map((name) => `image/${name}`),
);

/** So many files of a page may wait at a time. */
const mostStaged = 100;

interface Incoming {
  readonly staged: StagedFile;
  readonly file: LocalFile;
  readonly size: number;
}

/** Files that only the page has, on their way to a place where they can be sent from. */
class IncomingFiles {
  readonly #tools: () => Promise<AttachmentTools>;
  readonly #files = new Map<number, Incoming>();
  #next = 1;

  constructor(tools: () => Promise<AttachmentTools>) {
    this.#tools = tools;
  }

  async begin(name: string, type: string, size: number): Promise<number> {
    if (this.#files.size >= mostStaged) {
      throw new CallFailed(vscode.l10n.t("These are too many files at once."));
    }
    const { staging } = await this.#tools();
    const staged = await staging.begin(name);
    const key = this.#next;
    this.#next += 1;
    const file = { path: staged.path, name, type: type === "" ? undefined : type, origin: name };
    this.#files.set(key, { staged, file, size });
    return key;
  }

  async append(key: number, data: string): Promise<void> {
    const incoming = this.#files.get(key);
    if (incoming === undefined) throw new CallFailed(vscode.l10n.t("This file is not expected any more."));
    const bytes = Buffer.from(data, "base64");
    if (incoming.staged.size + bytes.length > incoming.size) {
      throw new CallFailed(vscode.l10n.t("{0} is larger than it was said to be.", incoming.file.name));
    }
    await incoming.staged.append(bytes);
  }

  /** Whole files, for as long as they are used. */
  async use(keys: readonly number[], use: (files: readonly LocalFile[]) => Promise<void>): Promise<void> {
    const taken = keys.flatMap((key) => this.#files.get(key) ?? []);
    try {
      for (const { staged, file, size } of taken) {
        await staged.finish();
        if (staged.size !== size) {
          throw new CallFailed(vscode.l10n.t("{0} did not arrive whole: try again.", file.name));
        }
      }
      if (taken.length > 0) await use(taken.map(({ file }) => file));
    } finally {
      await this.drop(keys);
    }
  }

  async drop(keys: readonly number[]): Promise<void> {
    for (const key of keys) {
      const incoming = this.#files.get(key);
      this.#files.delete(key);
      await incoming?.staged.remove();
    }
  }

  dropAll(): Promise<void> {
    return this.drop([...this.#files.keys()]);
  }
}

function filesIn({ id, value }: FormField): readonly Attachment[] {
  return value?.kind === "files" ? value.files.map((file) => ({ fieldId: id, file })) : [];
}

export function attachmentMethods(
  { catalog, tools, commands }: AttachmentDependencies,
  panel: FormPanel,
  start: (what: string, action: () => unknown) => void,
): AttachmentMethods {
  const incoming = new IncomingFiles(tools);
  panel.signal.addEventListener("abort", () => start("drop files", () => incoming.dropAll()));

  function artifact(): ArtifactTarget {
    const { subject, base } = panel.editing;
    if (subject.kind === "new") {
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
      start("attach", () => commands.run("artifacts.attachToArtifact", where));
    },
    attachUris: ({ fieldId, uris }) =>
      commands.run("artifacts.attachToArtifact", {
        ...artifact(),
        fieldId,
        resources: uris.map((uri) => vscode.Uri.parse(uri, true)),
      }),
    beginFile: ({ name, type, size }) => incoming.begin(name, type, size),
    filePiece: ({ key, data }) => incoming.append(key, data),
    attachSent: ({ fieldId, keys }) =>
      incoming.use(keys, (files) =>
        commands.run("artifacts.attachToArtifact", { ...artifact(), fieldId, files }),
      ),
    dropSent: ({ keys }) => incoming.drop(keys),
    preview: async ({ fileId }) => {
      const { file } = find(fileId);
      const type = file.type.toLowerCase();
      if (!pictures.has(type) || file.size > largestPreview) {
        throw new CallFailed(vscode.l10n.t("{0} has no preview.", file.name));
      }
      const { client, account } = await catalog.of(panel.site).connection();
      const { contents } = await tools();
      const place = { siteApi: panel.site.api, accountId: account?.id, client };
      const bytes = await contents.read(place, file, panel.signal);
      return `data:${type};base64,${Buffer.from(bytes).toString("base64")}`;
    },
  };
}
