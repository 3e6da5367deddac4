// Files that only the page has go to the host piece by piece.
import type { Page } from "./context.ts";

/** Of the bytes themselves; as base64 it is a third more. */
const pieceBytes = 768 * 1024;

/** How much of a file has been read, from 0 to 1. */
export interface Reading {
  readonly name: string;
  readonly part: number;
}

export type Sent =
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
