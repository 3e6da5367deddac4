// Long texts of a form in editors of their own: a file system over the draft. Writing such a file changes the
// draft, as typing into the form does; nothing is sent.
import * as vscode from "vscode";
import { oneLine } from "../../model/displayText.ts";
import type { Input } from "../../model/fields/registry.ts";
import { type Target, typedIn } from "../../model/form/draft.ts";
import { fieldOf } from "../../model/form/form.ts";
import { emptyInput } from "../../model/form/input.ts";
import { isSubject, isSvnSubject, type Subject, subjectKey } from "../../model/subject.ts";
import type { TextFormat } from "../../model/value.ts";
import { draftScheme } from "../../protocol/contributions.ts";
import type { Services } from "../../services.ts";
import type { Editing } from "../../store/editing.ts";
import type { FormHold, Forms } from "../../store/forms.ts";

// The addresses of long texts that are open in editors of their own: what they are about stands in the query.

/** One's own text, or what the server has in its place. */
type Side = "mine" | "theirs";

interface Place {
  readonly subject: Subject;
  readonly target: Target;
  readonly side: Side;
}

type TextInput = Extract<Input, { kind: "text" }>;

const endings: Readonly<Record<TextFormat, string>> = { commonmark: "md", html: "html", text: "txt" };

/** The long text that stands in a field, or in the comment; undefined where there is none. */
function textIn({ base, draft }: Editing, target: Target, side: Side = "mine"): TextInput | undefined {
  const field = target === "comment" || base === undefined ? undefined : fieldOf(base.form, target);
  // What the server holds may be unknown, and yet it can be written.
  const held = field?.base ?? (field === undefined ? undefined : emptyInput(field.control));
  const input = (side === "mine" ? typedIn(draft, target) : undefined) ?? held;
  if (input?.kind === "text") return input;
  return target === "comment" ? { kind: "text", source: "", format: "commonmark" } : undefined;
}

/** Whether it can be typed into. */
function isWritable({ base, working }: Editing, { target, side }: Omit<Place, "subject">): boolean {
  if (base === undefined || side === "theirs" || working.standing !== "ours") return false;
  return target === "comment" ? base.form.takesComment : fieldOf(base.form, target)?.access === "edit";
}

/** A name that people recognise in a tab, and that every system takes. */
function fileName({ base, subject }: Editing, target: Target, format: TextFormat): string {
  const label =
    target === "comment"
      ? vscode.l10n.t("Comment")
      : base === undefined
        ? undefined
        : fieldOf(base.form, target)?.label;
  const clean = (text = ""): string =>
    text
      .replace(/[^\p{L}\p{N}_-]+/gu, " ")
      .trim()
      .slice(0, 60);
  const name = clean(label) || "text";
  // Access files are written as such settings are.
  if (isSvnSubject(subject)) return `${clean(base?.title)} ${name}.ini`.trim();
  const number = subject.kind === "artifact" ? `#${subject.artifactId} ` : "";
  return `${number}${name}.${endings[format]}`;
}

function uriOf(editing: Editing, target: Target, side: Side = "mine"): vscode.Uri {
  const format = textIn(editing, target, side)?.format ?? "text";
  const place = { subject: editing.subject, target, ...(side === "mine" ? {} : { side }) };
  return vscode.Uri.from({
    scheme: draftScheme,
    path: `/${fileName(editing, target, format)}`,
    query: JSON.stringify(place),
  });
}

/** Addresses outlive their window, and anybody can open one: undefined for what is none of ours. */
function placeOf({ scheme, query }: vscode.Uri): Place | undefined {
  if (scheme !== draftScheme) return undefined;
  try {
    const { subject, target, side } = JSON.parse(query) as Partial<Place>;
    const isTarget = target === "comment" || typeof target === "number";
    if (!isSubject(subject) || !isTarget) return undefined;
    return { subject, target, side: side === "theirs" ? "theirs" : "mine" };
  } catch {
    return undefined;
  }
}

interface OpenFile {
  readonly hold: FormHold;
  readonly place: Place;
  readonly listening: vscode.Disposable;
  /** As last read or written through this file. */
  text: string;
  /** What the server had when this file and the form last said the same. */
  theirs: string | undefined;
  changedAt: number;
}

const longestWaitMs = 60_000;

/** Says in which encoding the bytes are, whatever encoding people have set for their files. */
const mark = "\uFEFF";

/** What is open in a tab: a text, or two of them side by side. */
export function urisIn({ input }: vscode.Tab): readonly vscode.Uri[] {
  if (input instanceof vscode.TabInputText) return [input.uri];
  return input instanceof vscode.TabInputTextDiff ? [input.original, input.modified] : [];
}

function tabsOf(isWanted: (uri: vscode.Uri) => boolean): readonly vscode.Tab[] {
  return vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs).filter((tab) => urisIn(tab).some(isWanted));
}

/** Whether a text stands beside what others have made of it. */
function isCompared(uri: vscode.Uri): boolean {
  return tabsOf((each) => each.toString() === uri.toString()).some(
    ({ input, isActive }) =>
      isActive && input instanceof vscode.TabInputTextDiff && placeOf(input.original)?.side === "theirs",
  );
}

function isAbout(uri: vscode.Uri, subject: Subject): boolean {
  const place = placeOf(uri);
  return place !== undefined && subjectKey(place.subject) === subjectKey(subject);
}

export class DraftFiles implements vscode.FileSystemProvider, vscode.Disposable {
  readonly #services: Pick<Services, "sites" | "catalog">;
  readonly #forms: Forms;
  readonly #files = new Map<string, Promise<OpenFile>>();
  readonly #changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  readonly onDidChangeFile = this.#changed.event;

  constructor(services: Pick<Services, "sites" | "catalog">, forms: Forms) {
    this.#services = services;
    this.#forms = forms;
  }

  /** Opens a text beside the form. */
  async show(editing: Editing, target: Target): Promise<void> {
    const document = await vscode.workspace.openTextDocument(uriOf(editing, target));
    await vscode.window.showTextDocument(document, { viewColumn: vscode.ViewColumn.Beside });
  }

  /** Opens a text beside the form, next to what others have made of it. One's own can be changed there. */
  async compare(editing: Editing, fieldId: number): Promise<void> {
    const [mine, theirs] = [uriOf(editing, fieldId), uriOf(editing, fieldId, "theirs")];
    const label = editing.base === undefined ? undefined : fieldOf(editing.base.form, fieldId)?.label;
    const title = vscode.l10n.t("{0}: theirs ↔ yours", oneLine(label ?? ""));
    const options: vscode.TextDocumentShowOptions = { viewColumn: vscode.ViewColumn.Beside, preview: false };
    await vscode.commands.executeCommand("vscode.diff", theirs, mine, title, options);
  }

  /** Takes over what stands in editors and was not written yet; false where VS Code could not write all of it. */
  async collect({ subject }: Editing): Promise<boolean> {
    let isComplete = true;
    for (const document of vscode.workspace.textDocuments) {
      if (!document.isDirty || !isAbout(document.uri, subject)) continue;
      isComplete = (await document.save()) && isComplete;
    }
    return isComplete;
  }

  /** Closes the editors of a subject. */
  async close(subject: Subject): Promise<void> {
    const tabs = tabsOf((uri) => isAbout(uri, subject));
    if (tabs.length > 0) await vscode.window.tabGroups.close(tabs);
  }

  /** Once something is saved there is nothing to compare any more. */
  async closeComparisons(subject: Subject): Promise<void> {
    const tabs = tabsOf((uri) => isAbout(uri, subject)).filter(
      ({ input, isDirty }) => input instanceof vscode.TabInputTextDiff && !isDirty,
    );
    if (tabs.length > 0) await vscode.window.tabGroups.close(tabs);
  }

  /** An editor was closed: if it was the last one of its text, the form may end now. */
  async closed(uri: vscode.Uri): Promise<void> {
    const key = uri.toString();
    if (tabsOf((each) => each.toString() === key).length > 0) return;
    const opening = this.#files.get(key);
    this.#files.delete(key);
    const file = await opening?.catch(() => undefined);
    file?.listening.dispose();
    await file?.hold.release();
  }

  watch(): vscode.Disposable {
    return { dispose: () => undefined };
  }

  async stat(uri: vscode.Uri): Promise<vscode.FileStat> {
    const { hold, place, text, changedAt } = await this.#file(uri);
    return {
      type: vscode.FileType.File,
      ctime: 0,
      mtime: changedAt,
      size: new TextEncoder().encode(mark + text).length,
      ...(isWritable(hold.editing, place) ? {} : { permissions: vscode.FilePermission.Readonly }),
    };
  }

  async readFile(uri: vscode.Uri): Promise<Uint8Array> {
    return new TextEncoder().encode(mark + (await this.#file(uri)).text);
  }

  async writeFile(uri: vscode.Uri, content: Uint8Array): Promise<void> {
    const file = await this.#file(uri);
    const { editing } = file.hold;
    const { target } = file.place;
    const source = new TextDecoder().decode(content);
    if (file.text === source) return;
    if (!isWritable(editing, file.place)) throw vscode.FileSystemError.NoPermissions(uri);
    const format = textIn(editing, target)?.format ?? "text";
    file.text = source;
    file.changedAt = Date.now();
    const theirs = textIn(editing, target, "theirs")?.source;
    const isOld = file.theirs !== undefined && theirs !== file.theirs;
    // What was typed before theirs came in sight was typed over what stood there then.
    const before = isOld ? ({ kind: "text", source: file.theirs ?? "", format } as const) : undefined;
    // Whoever writes with theirs in sight has decided what becomes of it.
    if (!isOld && typeof target === "number" && isCompared(uri)) editing.choose(target, "edit");
    editing.edit({ target, input: { kind: "text", source, format }, step: "begin" }, editing.seen, before);
    file.theirs = theirs;
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
    this.#changed.dispose();
  }

  #file(uri: vscode.Uri): Promise<OpenFile> {
    const key = uri.toString();
    const opening = this.#files.get(key) ?? this.#open(uri);
    this.#files.set(key, opening);
    opening.catch(() => {
      if (this.#files.get(key) === opening) this.#files.delete(key);
    });
    return opening;
  }

  async #open(uri: vscode.Uri): Promise<OpenFile> {
    const { sites, catalog } = this.#services;
    const place = placeOf(uri);
    const site = place === undefined ? undefined : sites.find(place.subject.siteApi);
    if (place === undefined || site === undefined) throw vscode.FileSystemError.FileNotFound(uri);
    // Whoever is signed in by now may be someone else.
    const account = await catalog.of(site).account();
    if (account?.id !== place.subject.accountId) throw vscode.FileSystemError.NoPermissions(uri);
    const hold = this.#forms.hold(site, place.subject);
    try {
      await hold.editing.load(undefined, AbortSignal.timeout(longestWaitMs));
      const input = textIn(hold.editing, place.target, place.side);
      if (input === undefined) throw vscode.FileSystemError.FileNotFound(uri);
      const listening = hold.editing.changed.listen(() => void this.#follow(uri));
      const theirs = textIn(hold.editing, place.target, "theirs")?.source;
      return { hold, place, listening, theirs, text: input.source, changedAt: Date.now() };
    } catch (error) {
      await hold.release();
      throw error;
    }
  }

  /** What is typed into the form shows in the editor. */
  async #follow(uri: vscode.Uri): Promise<void> {
    const file = await this.#files.get(uri.toString());
    const { target = 0, side } = file?.place ?? {};
    if (file === undefined) return;
    const { editing } = file.hold;
    const text = textIn(editing, target, side)?.source;
    const document = vscode.workspace.textDocuments.find((each) => each.uri.toString() === uri.toString());
    // What stands unwritten in the editor was typed over what the server had before.
    if (document?.isDirty !== true) file.theirs = textIn(editing, target, "theirs")?.source;
    if (text === undefined || text === file.text) return;
    file.text = text;
    file.changedAt = Date.now();
    this.#changed.fire([{ type: vscode.FileChangeType.Changed, uri }]);
  }
}
