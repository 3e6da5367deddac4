// Long texts of a form in editors of their own: a file system over the draft. Writing such a file changes the
// draft, as typing into the form does; nothing is sent.
import * as vscode from "vscode";
import { typedIn, type Target } from "../model/form/draft.ts";
import { fieldOf } from "../model/form/form.ts";
import type { Input } from "../model/form/input.ts";
import { isSubject, type Subject, subjectKey } from "../model/subject.ts";
import type { TextFormat } from "../model/value.ts";
import type { Editing } from "../store/editing.ts";
import type { FormHold, Forms } from "../store/forms.ts";
import type { Sites } from "../store/sites.ts";

export const draftScheme = "artifacts-draft";

interface Place {
  readonly subject: Subject;
  readonly target: Target;
}

interface OpenFile {
  readonly hold: FormHold;
  readonly target: Target;
  readonly listening: vscode.Disposable;
  /** As last read or written through this file. */
  text: string;
  changedAt: number;
}

type TextInput = Extract<Input, { kind: "text" }>;

const endings: Readonly<Record<TextFormat, string>> = { commonmark: "md", html: "html", text: "txt" };

function textIn({ base, draft }: Editing, target: Target): TextInput | undefined {
  const typed = typedIn(draft, target);
  const input =
    typed ?? (target === "comment" || base === undefined ? undefined : fieldOf(base.form, target)?.base);
  if (input?.kind === "text") return input;
  return target === "comment" ? { kind: "text", source: "", format: "commonmark" } : undefined;
}

/** A name that people recognise in a tab, and that every system takes. */
function fileName(editing: Editing, target: Target, format: TextFormat): string {
  const { base, subject } = editing;
  const label = target === "comment" ? vscode.l10n.t("Comment") : base && fieldOf(base.form, target)?.label;
  const clean = (label ?? "text")
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim()
    .slice(0, 60);
  const number = subject.kind === "artifact" ? `#${subject.artifactId} ` : "";
  return `${number}${clean === "" ? "text" : clean}.${endings[format]}`;
}

function uriOf(editing: Editing, target: Target): vscode.Uri {
  const format = textIn(editing, target)?.format ?? "text";
  const place: Place = { subject: editing.subject, target };
  return vscode.Uri.from({
    scheme: draftScheme,
    path: `/${fileName(editing, target, format)}`,
    query: JSON.stringify(place),
  });
}

/** Addresses outlive their window, and anybody can open one. */
function placeOf(uri: vscode.Uri): Place {
  try {
    const { subject, target } = JSON.parse(uri.query) as Partial<Place>;
    const isTarget = target === "comment" || typeof target === "number";
    if (isSubject(subject) && isTarget) return { subject, target };
  } catch {
    throw vscode.FileSystemError.FileNotFound(uri);
  }
  throw vscode.FileSystemError.FileNotFound(uri);
}

export class DraftFiles implements vscode.FileSystemProvider, vscode.Disposable {
  readonly #forms: Forms;
  readonly #sites: Sites;
  readonly #files = new Map<string, OpenFile>();
  readonly #changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  readonly onDidChangeFile = this.#changed.event;

  constructor(forms: Forms, sites: Sites) {
    this.#forms = forms;
    this.#sites = sites;
  }

  /** Opens a text beside the form. */
  async show(editing: Editing, target: Target): Promise<void> {
    const document = await vscode.workspace.openTextDocument(uriOf(editing, target));
    await vscode.window.showTextDocument(document, { viewColumn: vscode.ViewColumn.Beside });
  }

  /** Takes over what stands in editors and was not written yet. */
  async collect({ subject }: Editing): Promise<void> {
    const key = subjectKey(subject);
    for (const document of vscode.workspace.textDocuments) {
      const isOurs = document.uri.scheme === draftScheme && document.isDirty;
      if (isOurs && subjectKey(placeOf(document.uri).subject) === key) await document.save();
    }
  }

  watch(): vscode.Disposable {
    return { dispose: () => undefined };
  }

  async stat(uri: vscode.Uri): Promise<vscode.FileStat> {
    const file = await this.#file(uri);
    return {
      type: vscode.FileType.File,
      ctime: 0,
      mtime: file.changedAt,
      size: new TextEncoder().encode(file.text).length,
    };
  }

  async readFile(uri: vscode.Uri): Promise<Uint8Array> {
    return new TextEncoder().encode((await this.#file(uri)).text);
  }

  async writeFile(uri: vscode.Uri, content: Uint8Array): Promise<void> {
    const file = await this.#file(uri);
    const { editing } = file.hold;
    const source = new TextDecoder().decode(content);
    const format = textIn(editing, file.target)?.format ?? "text";
    if (file.text === source) return;
    const edit = { target: file.target, input: { kind: "text", source, format }, step: "begin" } as const;
    const before = file.text;
    file.text = source;
    file.changedAt = Date.now();
    if (editing.edit(edit, editing.seen) === "taken") return;
    file.text = before;
    throw vscode.FileSystemError.NoPermissions(vscode.l10n.t("You are changing this in another window."));
  }

  readDirectory(): [string, vscode.FileType][] {
    return [];
  }

  createDirectory(uri: vscode.Uri): void {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  delete(uri: vscode.Uri): void {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  rename(uri: vscode.Uri): void {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  /** An editor was closed: its form may end now. */
  async closed(uri: vscode.Uri): Promise<void> {
    const file = this.#files.get(uri.toString());
    this.#files.delete(uri.toString());
    file?.listening.dispose();
    await file?.hold.release();
  }

  dispose(): void {
    for (const { listening } of this.#files.values()) listening.dispose();
    this.#changed.dispose();
  }

  async #file(uri: vscode.Uri): Promise<OpenFile> {
    const known = this.#files.get(uri.toString());
    if (known !== undefined) return known;
    const { subject, target } = placeOf(uri);
    const site = this.#sites.find(subject.siteApi);
    if (site === undefined) throw vscode.FileSystemError.FileNotFound(uri);
    const hold = this.#forms.hold(site, subject, undefined);
    const { editing } = hold;
    if (editing.base === undefined) await editing.load(undefined, AbortSignal.timeout(60_000));
    const text = textIn(editing, target)?.source;
    if (text === undefined) {
      await hold.release();
      throw vscode.FileSystemError.FileNotFound(uri);
    }
    const file: OpenFile = {
      hold,
      target,
      text,
      changedAt: Date.now(),
      listening: editing.changed.listen(() => this.#follow(uri)),
    };
    this.#files.set(uri.toString(), file);
    return file;
  }

  /** What is typed into the form shows in the editor. */
  #follow(uri: vscode.Uri): void {
    const file = this.#files.get(uri.toString());
    const text = file && textIn(file.hold.editing, file.target)?.source;
    if (file === undefined || text === undefined || text === file.text) return;
    file.text = text;
    file.changedAt = Date.now();
    this.#changed.fire([{ type: vscode.FileChangeType.Changed, uri }]);
  }
}
