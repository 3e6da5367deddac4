// Files that are dropped or pasted, on their way to the extension host.
import type { Page } from "./context.ts";

// What is in a drag, or in the clipboard.

/** What the lists of the editor hand out, then what everybody else does. */
const editorList = "application/vnd.code.uri-list";
const plainList = "text/uri-list";

/** Nothing that could be read as a file: links out of a browser, mostly. */
const noFile = /^(?:https?|data|blob|mailto|javascript):/i;
const address = /^[a-z][a-z0-9+.-]+:/i;

/**
 * `files` of the system, `addresses` of files out of the editor, or `links`, which can be anything: while something is
 * dragged it does not tell more than its kind.
 */
type Load = "files" | "addresses" | "links";

function loadOf({ types }: DataTransfer): Load | undefined {
  if (types.includes("Files")) return "files";
  if (types.includes(editorList)) return "addresses";
  return types.includes(plainList) ? "links" : undefined;
}

function addressesIn(transfer: DataTransfer): readonly string[] {
  return (transfer.getData(editorList) || transfer.getData(plainList))
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => !line.startsWith("#") && address.test(line) && !noFile.test(line));
}

export interface Given {
  readonly files: readonly File[];
  /** Names of folders: nothing in them can be read here. */
  readonly folders: readonly string[];
}

/** To be asked while the event lasts: afterwards there is nothing left of it. */
function filesIn({ items }: DataTransfer): Given {
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

/** A picture out of the clipboard has no name of its own. */
function pastedName({ name }: File, index: number, now: Date): string {
  const ending = /^(?:image)?(\.\w+)?$/i.exec(name);
  if (ending === null) return name;
  const day = [now.getFullYear(), now.getMonth() + 1, now.getDate()].map(twoDigits).join("-");
  const time = [now.getHours(), now.getMinutes(), now.getSeconds()].map(twoDigits).join("");
  const which = index === 0 ? "" : `-${index + 1}`;
  return `pasted-${day}-${time}${which}${ending[1] ?? ""}`;
}

// Files that only the page has go to the host piece by piece.

/** Of the bytes themselves; as base64 it is a third more. */
const pieceBytes = 768 * 1024;

/** How much of a file has been read, from 0 to 1. */
export interface Reading {
  readonly name: string;
  readonly part: number;
}

type Sent =
  | { readonly kind: "sent"; readonly keys: readonly number[] }
  /** It has gone, or changed, since it was dropped. */
  | { readonly kind: "unreadable"; readonly name: string };

/** Undefined for what can't be read. */
function base64Of(piece: Blob): Promise<string | undefined> {
  return new Promise((resolve) => {
    const reader = new FileReader();
    reader.addEventListener("load", () => {
      const address = typeof reader.result === "string" ? reader.result : "";
      resolve(address.slice(address.indexOf(",") + 1));
    });
    reader.addEventListener("error", () => resolve(undefined));
    reader.readAsDataURL(piece);
  });
}

/** The host gets all of them or none. */
export async function sendFiles(
  call: Page["call"],
  files: readonly File[],
  tell: (reading: Reading) => void,
): Promise<Sent> {
  const keys: number[] = [];
  const letGo = (): Promise<void> => (keys.length === 0 ? Promise.resolve() : call("dropSent", { keys }));
  try {
    for (const file of files) {
      const { name, type, size } = file;
      tell({ name, part: 0 });
      const key = await call("beginFile", { name, type: type.slice(0, 200), size });
      keys.push(key);
      for (let start = 0; start < size; start += pieceBytes) {
        const data = await base64Of(file.slice(start, start + pieceBytes));
        if (data === undefined) {
          await letGo();
          return { kind: "unreadable", name };
        }
        await call("filePiece", { key, data });
        tell({ name, part: Math.min((start + pieceBytes) / size, 1) });
      }
    }
  } catch (failure) {
    // What the host has already said against the file is worth more than what it says against forgetting it.
    await letGo().catch(() => undefined);
    throw failure;
  }
  return { kind: "sent", keys };
}

// Files that are dropped on the page or pasted into it go to the field that takes them.

/** A place in the page that files can be given to. */
export interface FileTaker {
  /** Whether it takes any as it stands. */
  readonly takesFiles: boolean;
  /** What a drop would do, in words. */
  readonly dropPrompt: string;
  isAimedAt: boolean;
  takeFiles(given: Given): void;
  takeAddresses(addresses: readonly string[]): void;
}

type Taker = HTMLElement & FileTaker;

function takersIn(main: HTMLElement): readonly Taker[] {
  return [...main.querySelectorAll<Taker>("artifact-files")].filter(({ takesFiles }) => takesFiles);
}

/** The one under the pointer; if there is only one, the whole page is its. */
function takerFor(event: Event, load: Load, takers: readonly Taker[]): Taker | undefined {
  const path = event.composedPath();
  const under = takers.find((taker) => path.includes(taker.closest("artifact-field") ?? taker));
  const isClear = takers.length === 1 && load !== "links";
  return under ?? (isClear ? takers[0] : undefined);
}

function isInText(event: Event): boolean {
  const [first] = event.composedPath();
  return first instanceof HTMLInputElement || first instanceof HTMLTextAreaElement;
}

class FileDrop {
  readonly #main: HTMLElement;
  readonly #prompt = document.createElement("div");
  #aim: Taker | undefined;
  /** A text or a picture of the page itself is being moved about. */
  #isOwn = false;

  constructor(main: HTMLElement) {
    this.#main = main;
    this.#prompt.className = "drop-prompt";
    this.#prompt.ariaHidden = "true";
    this.#prompt.hidden = true;
    document.body.append(this.#prompt);
    // Not on the window: VS Code listens there, and leaves alone what was taken before.
    document.addEventListener("dragstart", () => (this.#isOwn = true));
    document.addEventListener("dragend", () => (this.#isOwn = false));
    document.addEventListener("dragenter", (event) => this.#over(event));
    document.addEventListener("dragover", (event) => this.#over(event));
    document.addEventListener("dragleave", ({ relatedTarget }) => {
      if (relatedTarget === null) this.#aimAt(undefined);
    });
    document.addEventListener("pointermove", () => this.#isOver(), { passive: true });
    document.addEventListener("drop", (event) => this.#drop(event));
    document.addEventListener("paste", (event) => this.#paste(event));
  }

  /** Undefined for what is none of our business; a text that is dropped into a field, above all. */
  #loadOf(event: DragEvent): Load | undefined {
    if (this.#isOwn || event.dataTransfer === null) return undefined;
    const load = loadOf(event.dataTransfer);
    return load !== "files" && isInText(event) ? undefined : load;
  }

  #over(event: DragEvent): void {
    const load = this.#loadOf(event);
    const takers = takersIn(this.#main);
    const taker = load === undefined ? undefined : takerFor(event, load, takers);
    this.#aimAt(taker);
    if (load === undefined || event.dataTransfer === null) return;
    // Where nothing could be attached VS Code does with files what it does over any other editor.
    if (event.type === "dragenter" && takers.length === 0) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = taker === undefined ? "none" : "copy";
  }

  #drop(event: DragEvent): void {
    const load = this.#loadOf(event);
    this.#aimAt(undefined);
    if (load === undefined || event.dataTransfer === null) return;
    // The browser would show it in place of the page.
    event.preventDefault();
    const taker = takerFor(event, load, takersIn(this.#main));
    const given = filesIn(event.dataTransfer);
    const addresses = addressesIn(event.dataTransfer);
    if (given.files.length + given.folders.length > 0) taker?.takeFiles(given);
    else if (addresses.length > 0) taker?.takeAddresses(addresses);
  }

  #paste(event: ClipboardEvent): void {
    const { clipboardData: pasted } = event;
    if (pasted === null || event.defaultPrevented || !pasted.types.includes("Files")) return;
    // A cell of a table is there as a picture, too; our fields take text, and only text.
    if (isInText(event) && pasted.types.includes("text/plain")) return;
    const [taker] = takersIn(this.#main);
    if (taker === undefined) return;
    event.preventDefault();
    const { files, folders } = filesIn(pasted);
    const now = new Date();
    const named = files.map(
      (file, index) => new File([file], pastedName(file, index, now), { type: file.type }),
    );
    taker.takeFiles({ files: named, folders });
  }

  /** While something is dragged the pointer itself is not heard of; of the end of it we need not hear either. */
  #isOver(): void {
    this.#isOwn = false;
    this.#aimAt(undefined);
  }

  #aimAt(taker: Taker | undefined): void {
    if (this.#aim === taker) return;
    if (this.#aim !== undefined) this.#aim.isAimedAt = false;
    if (taker !== undefined) taker.isAimedAt = true;
    this.#aim = taker;
    this.#prompt.hidden = taker === undefined;
    this.#prompt.textContent = taker?.dropPrompt ?? "";
  }
}

export function takeDroppedFiles(main: HTMLElement): void {
  // It lives as long as what it listens to.
  void new FileDrop(main);
}
