// A file system for long texts of a draft in text editors. Saving such a file edits the draft; nothing is sent to the server.
import * as vscode from "vscode";
import { toDisplayLine } from "../../model/displayText.ts";
import type { Input } from "../../model/fields/registry.ts";
import { type InputTarget, getDraftInput } from "../../model/form/draft.ts";
import { findField } from "../../model/form/form.ts";
import { createEmptyInput } from "../../model/form/input.ts";
import { isSubject, isSvnSubject, type FormSubject, subjectKey } from "../../model/form/formSubject.ts";
import type { TextFormat } from "../../model/valueTypes.ts";
import { draftScheme } from "../../protocol/contributions.ts";
import type { Services } from "../../services.ts";
import type { FormSession } from "../../store/formSession.ts";
import type { FormSessionHandle, FormSessions } from "../../store/formSessions.ts";

/** The text of the draft, or of the server. */
type TextSide = "mine" | "theirs";

interface DraftTextLocation {
  readonly subject: FormSubject;
  readonly target: InputTarget;
  readonly side: TextSide;
}

type TextInput = Extract<Input, { kind: "text" }>;

const fileExtensions: Readonly<Record<TextFormat, string>> = { commonmark: "md", html: "html", text: "txt" };

/** `undefined` if the field is not a long text. */
function getTextInput(
  { base, draft }: FormSession,
  target: InputTarget,
  side: TextSide = "mine",
): TextInput | undefined {
  const field = target === "comment" || base === undefined ? undefined : findField(base.form, target);
  // Fields whose value can't be read may still be writable.
  const serverInput = field?.base ?? (field === undefined ? undefined : createEmptyInput(field.control));
  const input = (side === "mine" ? getDraftInput(draft, target) : undefined) ?? serverInput;
  if (input?.kind === "text") return input;
  return target === "comment" ? { kind: "text", source: "", format: "commonmark" } : undefined;
}

function isWritable(
  { base, formDraft }: FormSession,
  { target, side }: Omit<DraftTextLocation, "subject">,
): boolean {
  if (base === undefined || side === "theirs" || formDraft.ownership !== "ours") return false;
  return target === "comment" ? base.form.takesComment : findField(base.form, target)?.access === "edit";
}

/** A name for the tab that is valid on every operating system. */
function toFileName({ base, subject }: FormSession, target: InputTarget, format: TextFormat): string {
  const label =
    target === "comment"
      ? vscode.l10n.t("Comment")
      : base === undefined
        ? undefined
        : findField(base.form, target)?.label;
  const toFileNamePart = (text = ""): string =>
    text
      .replace(/[^\p{L}\p{N}_’-]+/gu, " ")
      .trim()
      .slice(0, 60);
  const name = toFileNamePart(label) || "text";
  // Subversion access files have the syntax of INI files.
  if (isSvnSubject(subject)) return `${toFileNamePart(base?.title)} ${name}.ini`.trim();
  const prefix = subject.kind === "artifact" ? `#${subject.artifactId} ` : "";
  return `${prefix}${name}.${fileExtensions[format]}`;
}

function toDraftUri(session: FormSession, target: InputTarget, side: TextSide = "mine"): vscode.Uri {
  const format = getTextInput(session, target, side)?.format ?? "text";
  const location = { subject: session.subject, target, ...(side === "mine" ? {} : { side }) };
  return vscode.Uri.from({
    scheme: draftScheme,
    path: `/${toFileName(session, target, format)}`,
    query: JSON.stringify(location),
  });
}

/** URIs may come from earlier windows or other extensions: `undefined` if invalid. */
function parseDraftUri({ scheme, query }: vscode.Uri): DraftTextLocation | undefined {
  if (scheme !== draftScheme) return undefined;
  try {
    const { subject, target, side } = JSON.parse(query) as Partial<DraftTextLocation>;
    const isTarget = target === "comment" || typeof target === "number";
    if (!isSubject(subject) || !isTarget) return undefined;
    return { subject, target, side: side === "theirs" ? "theirs" : "mine" };
  } catch {
    return undefined;
  }
}

interface OpenDraftFile {
  readonly handle: FormSessionHandle;
  readonly location: DraftTextLocation;
  readonly subscription: vscode.Disposable;
  /** The content that was last read or written. */
  text: string;
  /** The server's text when the file and the draft last had the same content. */
  serverText: string | undefined;
  changedAt: number;
}

const maxWaitMs = 60_000;

/** Makes VS Code read the file as UTF-8 despite the setting `files.encoding`. */
const byteOrderMark = "\uFEFF";

export function getTabUris({ input }: vscode.Tab): readonly vscode.Uri[] {
  if (input instanceof vscode.TabInputText) return [input.uri];
  return input instanceof vscode.TabInputTextDiff ? [input.original, input.modified] : [];
}

function findTabs(matches: (uri: vscode.Uri) => boolean): readonly vscode.Tab[] {
  return vscode.window.tabGroups.all
    .flatMap(({ tabs }) => tabs)
    .filter((tab) => getTabUris(tab).some(matches));
}

/** Whether the text is shown in an active diff editor with the server's text. */
function isInActiveDiff(uri: vscode.Uri): boolean {
  return findTabs((each) => each.toString() === uri.toString()).some(
    ({ input, isActive }) =>
      isActive &&
      input instanceof vscode.TabInputTextDiff &&
      parseDraftUri(input.original)?.side === "theirs",
  );
}

function isUriOfSubject(uri: vscode.Uri, subject: FormSubject): boolean {
  const location = parseDraftUri(uri);
  return location !== undefined && subjectKey(location.subject) === subjectKey(subject);
}

export class DraftTextFileSystem implements vscode.FileSystemProvider, vscode.Disposable {
  readonly #services: Pick<Services, "sites" | "catalog">;
  readonly #forms: FormSessions;
  readonly #files = new Map<string, Promise<OpenDraftFile>>();
  readonly #changeEmitter = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  readonly onDidChangeFile = this.#changeEmitter.event;

  constructor(services: Pick<Services, "sites" | "catalog">, forms: FormSessions) {
    this.#services = services;
    this.#forms = forms;
  }

  async openEditor(session: FormSession, target: InputTarget): Promise<void> {
    const document = await vscode.workspace.openTextDocument(toDraftUri(session, target));
    await vscode.window.showTextDocument(document, { viewColumn: vscode.ViewColumn.Beside });
  }

  /** Opens a diff editor with the server's text; the draft's text can be edited there. */
  async openDiff(session: FormSession, fieldId: number): Promise<void> {
    const [mine, theirs] = [toDraftUri(session, fieldId), toDraftUri(session, fieldId, "theirs")];
    const label = session.base === undefined ? undefined : findField(session.base.form, fieldId)?.label;
    const title = vscode.l10n.t("{0}: theirs ↔ yours", toDisplayLine(label ?? ""));
    const options: vscode.TextDocumentShowOptions = { viewColumn: vscode.ViewColumn.Beside, preview: false };
    await vscode.commands.executeCommand("vscode.diff", theirs, mine, title, options);
  }

  /** `false` if VS Code could not save all editors. */
  async saveDirtyEditors({ subject }: FormSession): Promise<boolean> {
    let isComplete = true;
    for (const document of vscode.workspace.textDocuments) {
      if (!document.isDirty || !isUriOfSubject(document.uri, subject)) continue;
      isComplete = (await document.save()) && isComplete;
    }
    return isComplete;
  }

  async closeEditors(subject: FormSubject): Promise<void> {
    const tabs = findTabs((uri) => isUriOfSubject(uri, subject));
    if (tabs.length > 0) await vscode.window.tabGroups.close(tabs);
  }

  async closeDiffs(subject: FormSubject): Promise<void> {
    const tabs = findTabs((uri) => isUriOfSubject(uri, subject)).filter(
      ({ input, isDirty }) => input instanceof vscode.TabInputTextDiff && !isDirty,
    );
    if (tabs.length > 0) await vscode.window.tabGroups.close(tabs);
  }

  /** Releases the form session if this was the last editor of the text. */
  async handleEditorClosed(uri: vscode.Uri): Promise<void> {
    const key = uri.toString();
    if (findTabs((each) => each.toString() === key).length > 0) return;
    const openFile = this.#files.get(key);
    this.#files.delete(key);
    const file = await openFile?.catch(() => undefined);
    file?.subscription.dispose();
    await file?.handle.release();
  }

  watch(): vscode.Disposable {
    return { dispose: () => undefined };
  }

  async stat(uri: vscode.Uri): Promise<vscode.FileStat> {
    const { handle, location, text, changedAt } = await this.#getFile(uri);
    return {
      type: vscode.FileType.File,
      ctime: 0,
      mtime: changedAt,
      size: new TextEncoder().encode(byteOrderMark + text).length,
      ...(isWritable(handle.session, location) ? {} : { permissions: vscode.FilePermission.Readonly }),
    };
  }

  async readFile(uri: vscode.Uri): Promise<Uint8Array> {
    return new TextEncoder().encode(byteOrderMark + (await this.#getFile(uri)).text);
  }

  async writeFile(uri: vscode.Uri, content: Uint8Array): Promise<void> {
    const file = await this.#getFile(uri);
    const { session } = file.handle;
    const { target } = file.location;
    const source = new TextDecoder().decode(content);
    if (file.text === source) return;
    if (!isWritable(session, file.location)) throw vscode.FileSystemError.NoPermissions(uri);
    const format = getTextInput(session, target)?.format ?? "text";
    file.text = source;
    file.changedAt = Date.now();
    const theirs = getTextInput(session, target, "theirs")?.source;
    const isOutdated = file.serverText !== undefined && theirs !== file.serverText;
    // The user edited the text that the server had before, so that is the base of this edit.
    const before = isOutdated
      ? ({ kind: "text", source: file.serverText ?? "", format } as const)
      : undefined;
    // An edit in the diff editor, with the server's text in view, resolves the conflict.
    if (!isOutdated && typeof target === "number" && isInActiveDiff(uri)) {
      session.resolveConflict(target, "edit");
    }
    session.edit(
      { target, input: { kind: "text", source, format }, step: "begin" },
      session.lastEditNumber,
      before,
    );
    file.serverText = theirs;
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

  dispose(): void {
    this.#changeEmitter.dispose();
  }

  #getFile(uri: vscode.Uri): Promise<OpenDraftFile> {
    const key = uri.toString();
    const openFile = this.#files.get(key) ?? this.#open(uri);
    this.#files.set(key, openFile);
    openFile.catch(() => {
      if (this.#files.get(key) === openFile) this.#files.delete(key);
    });
    return openFile;
  }

  async #open(uri: vscode.Uri): Promise<OpenDraftFile> {
    const { sites, catalog } = this.#services;
    const location = parseDraftUri(uri);
    const site = location === undefined ? undefined : sites.find(location.subject.siteApi);
    if (location === undefined || site === undefined) throw vscode.FileSystemError.FileNotFound(uri);
    // Another account may be signed in since.
    const account = await catalog.getSite(site).getAccount();
    if (account?.id !== location.subject.accountId) throw vscode.FileSystemError.NoPermissions(uri);
    const handle = this.#forms.open(site, location.subject);
    try {
      await handle.session.load(undefined, AbortSignal.timeout(maxWaitMs));
      const input = getTextInput(handle.session, location.target, location.side);
      if (input === undefined) throw vscode.FileSystemError.FileNotFound(uri);
      const subscription = handle.session.onDidChange.event(() => void this.#updateFromDraft(uri));
      const serverText = getTextInput(handle.session, location.target, "theirs")?.source;
      return { handle, location, subscription, serverText, text: input.source, changedAt: Date.now() };
    } catch (error) {
      await handle.release();
      throw error;
    }
  }

  /** Updates the editor after an edit in the form. */
  async #updateFromDraft(uri: vscode.Uri): Promise<void> {
    const file = await this.#files.get(uri.toString());
    const { target = 0, side } = file?.location ?? {};
    if (file === undefined) return;
    const { session } = file.handle;
    const text = getTextInput(session, target, side)?.source;
    const document = vscode.workspace.textDocuments.find((each) => each.uri.toString() === uri.toString());
    // Unsaved changes in the editor are based on the previous text of the server.
    if (document?.isDirty !== true) file.serverText = getTextInput(session, target, "theirs")?.source;
    if (text === undefined || text === file.text) return;
    file.text = text;
    file.changedAt = Date.now();
    this.#changeEmitter.fire([{ type: vscode.FileChangeType.Changed, uri }]);
  }
}
