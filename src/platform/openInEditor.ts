// Editors for content that others have written. Left to VS Code, the file's name picks the editor, and the sender picks the name:
// a notebook or a custom editor may run what is in the file.
import * as vscode from "vscode";

/** Not SVG, which can hold scripts. */
const bitmapName = /\.(?:png|jpe?g|gif|webp|bmp|ico|avif)$/i;

async function openWith(uri: vscode.Uri, editor: string): Promise<void> {
  // As a click on a file in the Explorer does: the next one takes the tab over.
  await vscode.commands.executeCommand("vscode.openWith", uri, editor, { preview: true });
}

/** In VS Code's own text editor, whatever editor claims the name. */
export async function openAsText(uri: vscode.Uri): Promise<void> {
  await openWith(uri, "default");
}

export function isBitmapName(name: string): boolean {
  return bitmapName.test(name);
}

/** Bitmap images in VS Code's own image preview, everything else as text. */
export async function openAsTextOrImage(uri: vscode.Uri, name: string): Promise<void> {
  if (isBitmapName(name)) await openWith(uri, "imagePreview.previewEditor");
  else await openAsText(uri);
}
