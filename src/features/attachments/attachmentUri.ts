// URIs of attachments that are open in editors. They may come from earlier windows or other extensions, so the query only
// identifies the file and has its name for the tab.
import * as vscode from "vscode";
import { normalizeLine } from "../../model/displayText.ts";
import { toSafeFileName } from "../../model/fileName.ts";
import { attachmentScheme } from "../../protocol/contributions.ts";
import type { FileDescription } from "../../model/valueTypes.ts";

/**
 * VS Code selects editor and language by the extension of a path. This fixed extension keeps the author of an attachment
 * from selecting a notebook or custom editor; the manifest declares its languages and its label.
 */
const attachmentExtension = ".attachment";

export interface AttachmentUriParts {
  readonly siteApi: string;
  /** `undefined` if the user isn't signed in. */
  readonly accountId: string | undefined;
  readonly artifactId: number;
  readonly fileId: number;
}

export function toDisplayFileName({ name }: FileDescription): string {
  return toSafeFileName(normalizeLine(name));
}

export function toAttachmentUri(
  artifact: Omit<AttachmentUriParts, "fileId">,
  file: FileDescription,
): vscode.Uri {
  const { siteApi, accountId, artifactId } = artifact;
  const name = toDisplayFileName(file);
  return vscode.Uri.from({
    scheme: attachmentScheme,
    path: `/#${artifactId}/${name}${attachmentExtension}`,
    query: JSON.stringify({ siteApi, accountId, artifactId, fileId: file.id, name }),
  });
}

/** `false` if VS Code may have selected an editor that runs the content of the file. */
export function hasSafeAttachmentExtension({ path }: vscode.Uri): boolean {
  return path.endsWith(attachmentExtension);
}

/** `undefined` if the URI is invalid. */
export function parseAttachmentUri({ scheme, query }: vscode.Uri): AttachmentUriParts | undefined {
  if (scheme !== attachmentScheme) return undefined;
  try {
    const { siteApi, accountId, artifactId, fileId } = JSON.parse(query) as Partial<Record<string, unknown>>;
    const hasOwner =
      typeof siteApi === "string" && (accountId === undefined || typeof accountId === "string");
    if (!hasOwner || typeof artifactId !== "number" || typeof fileId !== "number") return undefined;
    return { siteApi, accountId, artifactId, fileId };
  } catch {
    return undefined;
  }
}
