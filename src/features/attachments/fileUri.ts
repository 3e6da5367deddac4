// The addresses of attachments that are read in place. What they are about stands in the query: an address outlives its
// window, and anybody can make one up, so it says which file, and of that file only the name that tabs show.
import * as vscode from "vscode";
import { cleanLine } from "../../model/displayText.ts";
import { safeFileName } from "../../model/fileName.ts";
import type { FileDescription } from "../../model/value.ts";

export const fileScheme = "artifact-file";

/**
 * VS Code picks editor and language by how a path ends, also for its list of recent files. No path ends with what the
 * sender chose, so that no notebook or custom editor is picked; the manifest has the languages of this ending, and the label.
 */
const neutralEnding = ".attachment";

export interface FilePlace {
  readonly siteApi: string;
  /** Undefined for someone who is not signed in. */
  readonly accountId: string | undefined;
  readonly artifactId: number;
  readonly fileId: number;
}

/** What a tab is called. */
export function shownName({ name }: FileDescription): string {
  return safeFileName(cleanLine(name));
}

export function fileUri(place: Omit<FilePlace, "fileId">, file: FileDescription): vscode.Uri {
  const { siteApi, accountId, artifactId } = place;
  const name = shownName(file);
  return vscode.Uri.from({
    scheme: fileScheme,
    path: `/#${artifactId}/${name}${neutralEnding}`,
    query: JSON.stringify({ siteApi, accountId, artifactId, fileId: file.id, name }),
  });
}

/** False for an address whose path may have made VS Code pick an editor that runs what is in the file. */
export function hasNeutralEnding({ path }: vscode.Uri): boolean {
  return path.endsWith(neutralEnding);
}

/** Undefined for what is none of ours. */
export function filePlace({ scheme, query }: vscode.Uri): FilePlace | undefined {
  if (scheme !== fileScheme) return undefined;
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
