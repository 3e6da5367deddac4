// Files that are dropped on the page or pasted into it go to the field that takes them.
import { addressesIn, filesIn, type Given, type Load, loadOf, pastedName } from "./fileTransfer.ts";

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
