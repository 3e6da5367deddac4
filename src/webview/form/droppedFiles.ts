// Handles files that are dropped on the page or pasted into it, and sends them to the extension host.
import type { FormPageContext } from "./formPageContext.ts";

// Content of a drag or of the clipboard.

/** The type that VS Code's lists use, and the standard one. */
const editorUriListType = "application/vnd.code.uri-list";
const uriListType = "text/uri-list";

/** URIs that can't be read as a file, mostly links from a browser. */
const nonFileUriPattern = /^(?:https?|data|blob|mailto|javascript):/i;
const uriPattern = /^[a-z][a-z0-9+.-]+:/i;

/** `files` of the system, `uris` of files from VS Code, or `links`, whose URIs can't be read before the drop. */
type DragContent = "files" | "uris" | "links";

function getDragContent({ types }: DataTransfer): DragContent | undefined {
  if (types.includes("Files")) return "files";
  if (types.includes(editorUriListType)) return "uris";
  return types.includes(uriListType) ? "links" : undefined;
}

function getDroppedUris(transfer: DataTransfer): readonly string[] {
  return (transfer.getData(editorUriListType) || transfer.getData(uriListType))
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => !line.startsWith("#") && uriPattern.test(line) && !nonFileUriPattern.test(line));
}

export interface DroppedFiles {
  readonly files: readonly File[];
  /** Names of folders, whose content the page can't read. */
  readonly folders: readonly string[];
}

/** Must be called during the event, because the items are cleared afterwards. */
function getDroppedFiles({ items }: DataTransfer): DroppedFiles {
  const files: File[] = [];
  const folders: string[] = [];
  for (const item of items) {
    if (item.kind !== "file") continue;
    const entry = item.webkitGetAsEntry();
    const file = item.getAsFile();
    if (entry?.isDirectory === true) folders.push(entry.name);
    else if (file !== null) files.push(file);
  }
  return { files, folders };
}

function twoDigits(number: number): string {
  return String(number).padStart(2, "0");
}

/** Gives images from the clipboard a name, because they have none. */
function createPastedName({ name }: File, index: number, now: Date): string {
  const extension = /^(?:image)?(\.\w+)?$/i.exec(name);
  if (extension === null) return name;
  const date = [now.getFullYear(), now.getMonth() + 1, now.getDate()].map(twoDigits).join("-");
  const time = [now.getHours(), now.getMinutes(), now.getSeconds()].map(twoDigits).join("");
  const suffix = index === 0 ? "" : `-${index + 1}`;
  return `pasted-${date}-${time}${suffix}${extension[1] ?? ""}`;
}

// Sending files to the host in chunks.

/** Before base64 encoding, which adds a third. */
const chunkBytes = 768 * 1024;

export interface FileReadProgress {
  readonly name: string;
  /** From 0 to 1. */
  readonly fraction: number;
}

type SendResult =
  | { readonly kind: "sent"; readonly keys: readonly number[] }
  /** The file was deleted or changed since it was dropped. */
  | { readonly kind: "unreadable"; readonly name: string };

/** Returns `undefined` if the data can't be read. */
function toBase64(chunk: Blob): Promise<string | undefined> {
  return new Promise((resolve) => {
    const reader = new FileReader();
    reader.addEventListener("load", () => {
      const dataUrl = typeof reader.result === "string" ? reader.result : "";
      resolve(dataUrl.slice(dataUrl.indexOf(",") + 1));
    });
    reader.addEventListener("error", () => resolve(undefined));
    reader.readAsDataURL(chunk);
  });
}

/** Sends all files, or none if one fails. */
export async function sendFilesToHost(
  call: FormPageContext["call"],
  files: readonly File[],
  onProgress: (progress: FileReadProgress) => void,
): Promise<SendResult> {
  const keys: number[] = [];
  const discardSent = (): Promise<void> =>
    keys.length === 0 ? Promise.resolve() : call("discardSentFiles", { keys });
  try {
    for (const file of files) {
      const { name, type, size } = file;
      onProgress({ name, fraction: 0 });
      const key = await call("beginFile", { name, type: type.slice(0, 200), size });
      keys.push(key);
      for (let start = 0; start < size; start += chunkBytes) {
        const data = await toBase64(file.slice(start, start + chunkBytes));
        if (data === undefined) {
          await discardSent();
          return { kind: "unreadable", name };
        }
        await call("sendFileChunk", { key, data });
        onProgress({ name, fraction: Math.min((start + chunkBytes) / size, 1) });
      }
    }
  } catch (failure) {
    // Report the first error, not one from discarding.
    await discardSent().catch(() => undefined);
    throw failure;
  }
  return { kind: "sent", keys };
}

// Finding the field for dropped and pasted files.

/** An element that files can be dropped on. */
export interface FileDropTarget {
  readonly acceptsFiles: boolean;
  /** Describes what a drop would do. */
  readonly dropPrompt: string;
  isDragOver: boolean;
  attachFiles(dropped: DroppedFiles): void;
  attachUris(uris: readonly string[]): void;
}

type DropTargetElement = HTMLElement & FileDropTarget;

function findDropTargets(main: HTMLElement): readonly DropTargetElement[] {
  return [...main.querySelectorAll<DropTargetElement>("artifact-files")].filter(
    ({ acceptsFiles }) => acceptsFiles,
  );
}

/** Returns the target under the pointer; if the page has only one target, it is used everywhere. */
function findDropTarget(
  event: Event,
  content: DragContent,
  targets: readonly DropTargetElement[],
): DropTargetElement | undefined {
  const path = event.composedPath();
  const hovered = targets.find((target) => path.includes(target.closest("artifact-field") ?? target));
  const canUseOnly = targets.length === 1 && content !== "links";
  return hovered ?? (canUseOnly ? targets[0] : undefined);
}

function isInTextControl(event: Event): boolean {
  const [first] = event.composedPath();
  return first instanceof HTMLInputElement || first instanceof HTMLTextAreaElement;
}

class FileDropHandler {
  readonly #main: HTMLElement;
  readonly #prompt = document.createElement("div");
  #dropTarget: DropTargetElement | undefined;
  /** Whether something of the page itself is being dragged. */
  #isInternalDrag = false;

  constructor(main: HTMLElement) {
    this.#main = main;
    this.#prompt.className = "drop-prompt";
    this.#prompt.ariaHidden = "true";
    this.#prompt.hidden = true;
    document.body.append(this.#prompt);
    // Not on the window: VS Code listens there, and skips events that were handled before.
    document.addEventListener("dragstart", () => (this.#isInternalDrag = true));
    document.addEventListener("dragend", () => (this.#isInternalDrag = false));
    document.addEventListener("dragenter", (event) => this.#handleDragOver(event));
    document.addEventListener("dragover", (event) => this.#handleDragOver(event));
    document.addEventListener("dragleave", ({ relatedTarget }) => {
      if (relatedTarget === null) this.#setDropTarget(undefined);
    });
    document.addEventListener("pointermove", () => this.#endDrag(), { passive: true });
    document.addEventListener("drop", (event) => this.#handleDrop(event));
    document.addEventListener("paste", (event) => this.#handlePaste(event));
  }

  /** Returns `undefined` for drags that the page doesn't handle, such as text dropped into a text control. */
  #getDragContent(event: DragEvent): DragContent | undefined {
    if (this.#isInternalDrag || event.dataTransfer === null) return undefined;
    const content = getDragContent(event.dataTransfer);
    return content !== "files" && isInTextControl(event) ? undefined : content;
  }

  #handleDragOver(event: DragEvent): void {
    const content = this.#getDragContent(event);
    const targets = findDropTargets(this.#main);
    const target = content === undefined ? undefined : findDropTarget(event, content, targets);
    this.#setDropTarget(target);
    if (content === undefined || event.dataTransfer === null) return;
    // Without a target, VS Code handles files as over any other editor.
    if (event.type === "dragenter" && targets.length === 0) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = target === undefined ? "none" : "copy";
  }

  #handleDrop(event: DragEvent): void {
    const content = this.#getDragContent(event);
    this.#setDropTarget(undefined);
    if (content === undefined || event.dataTransfer === null) return;
    // Otherwise the browser would open the file in place of the page.
    event.preventDefault();
    const target = findDropTarget(event, content, findDropTargets(this.#main));
    const dropped = getDroppedFiles(event.dataTransfer);
    const uris = getDroppedUris(event.dataTransfer);
    if (dropped.files.length + dropped.folders.length > 0) target?.attachFiles(dropped);
    else if (uris.length > 0) target?.attachUris(uris);
  }

  #handlePaste(event: ClipboardEvent): void {
    const { clipboardData: clipboard } = event;
    if (clipboard === null || event.defaultPrevented || !clipboard.types.includes("Files")) return;
    // Spreadsheets also copy cells as an image; text controls take the text.
    if (isInTextControl(event) && clipboard.types.includes("text/plain")) return;
    const [target] = findDropTargets(this.#main);
    if (target === undefined) return;
    event.preventDefault();
    const { files, folders } = getDroppedFiles(clipboard);
    const now = new Date();
    const named = files.map(
      (file, index) => new File([file], createPastedName(file, index, now), { type: file.type }),
    );
    target.attachFiles({ files: named, folders });
  }

  /** Pointer events are only fired when nothing is dragged, so they also report the end of a drag that ended elsewhere. */
  #endDrag(): void {
    this.#isInternalDrag = false;
    this.#setDropTarget(undefined);
  }

  #setDropTarget(target: DropTargetElement | undefined): void {
    if (this.#dropTarget === target) return;
    if (this.#dropTarget !== undefined) this.#dropTarget.isDragOver = false;
    if (target !== undefined) target.isDragOver = true;
    this.#dropTarget = target;
    this.#prompt.hidden = target === undefined;
    this.#prompt.textContent = target?.dropPrompt ?? "";
  }
}

export function handleFileDrops(main: HTMLElement): void {
  // The listeners keep it alive.
  void new FileDropHandler(main);
}
