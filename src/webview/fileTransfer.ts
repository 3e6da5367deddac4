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
export type Load = "files" | "addresses" | "links";

export function loadOf({ types }: DataTransfer): Load | undefined {
  if (types.includes("Files")) return "files";
  if (types.includes(editorList)) return "addresses";
  return types.includes(plainList) ? "links" : undefined;
}

export function addressesIn(transfer: DataTransfer): readonly string[] {
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
export function filesIn({ items }: DataTransfer): Given {
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
export function pastedName({ name }: File, index: number, now: Date): string {
  const ending = /^(?:image)?(\.\w+)?$/i.exec(name);
  if (ending === null) return name;
  const day = [now.getFullYear(), now.getMonth() + 1, now.getDate()].map(twoDigits).join("-");
  const time = [now.getHours(), now.getMinutes(), now.getSeconds()].map(twoDigits).join("");
  const which = index === 0 ? "" : `-${index + 1}`;
  return `pasted-${day}-${time}${which}${ending[1] ?? ""}`;
}
